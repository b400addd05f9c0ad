"""Portable players (*.wasm) that want more than a game: time, memory, other games, files. Each attack gets a Cup, in which its
modules play beside honest players, and returns a list of what came through."""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import wasm
from folders import Skipped
from wasm import FUNCREF, I32, I64, WASI, custom, function, imports_of, module, number, of_bodies, player_text, section, several, sized, type_of

ATTACKS = []
PATIENCE = 400
# Instructions of a move and of a game, and bytes of memory.
LIMITS = {"move_instructions": "10M", "game_instructions": "50M", "memory_limit": "16MiB"}
FOR_EVER = "(loop $again (br $again))"
# What the program holds itself, with two games of 16 MiB and their stacks; and what it holds beside that of a module with
# as many functions as may be. In MiB.
OWN, OWN_OF_LARGE = 160, 1200
# Runs a command, and tells the most memory of it and of the processes it waited for. A process of its own, because the largest
# one before an exec counts, too.
MEASURE = "import resource, subprocess, sys; c = subprocess.run(sys.argv[1:]).returncode; " \
    "print('peak', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10); sys.exit(c if c >= 0 else 128 - c)"


def attack(function_of_cup):
    ATTACKS.append(function_of_cup)
    return function_of_cup


def once(act):
    """In the second turn only."""
    return "(if (i32.eq (local.get $turn) (i32.const 1)) (then " + act + "))"


class Cup:
    """A folder with modules and a config, in which nothing else may appear."""

    def __init__(self, work, binary):
        self.binary = binary
        wasm.runtime(binary)
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="portable-", dir=work))
        for name in ("cup", "home", "tmp"):
            (self.base / name).mkdir()
        self.cup = self.base / "cup"
        self.environment = {**os.environ, "HOME": str(self.base / "home"), "TMPDIR": str(self.base / "tmp"), "XDG_CACHE_HOME": str(self.base / "home/cache")}
        self.write("calm", player_text(""))

    def write(self, name, made):
        """A module, of bytes or of text."""
        (self.cup / (name + ".wasm")).write_bytes(made if isinstance(made, bytes) else wasm.of_text(made, self.binary))

    def config(self, names, more):
        lines = ["  - {wasm: %s.wasm}" % name for name in names]
        options = {"rules": "{side: 12}", "repeats": "2", **LIMITS, **more}
        (self.cup / "cup.yaml").write_text("".join("%s: %s\n" % option for option in options.items()) +
                                           "sequencers: [random]\nplayers:\n  - naive\n  - {wasm: calm.wasm}\n" + "\n".join(lines) + "\n")

    def call(self, *words):
        """The exit code, all output, and the peak of memory in MiB."""
        process = subprocess.Popen([sys.executable, "-c", MEASURE, self.binary, *map(str, words)], cwd=self.cup, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            text = process.communicate(timeout=PATIENCE)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, "%s did not end" % words[0], 0
        found = re.search(r"^peak (\d+)\n\Z", text, re.M)
        return process.returncode, text[:found.start()] if found else text, int(found[1]) if found else 0

    def play(self, modules, jobs=2, peak=OWN, honest=True, **more):
        """Plays modules by their names, beside two honest players. Returns what is wrong with the run and, by player, the rows
        of its games."""
        for name, made in modules.items():
            self.write(name, made)
        self.config(modules, more)
        before = self.files()
        out = self.base / "out"
        shutil.rmtree(out, ignore_errors=True)
        code, self.text, self.peak = self.call("run", "cup.yaml", "--jobs", jobs, "--out", out, "--trace", "all")
        found = ["the run ended with %s: %s" % (code, self.text[-300:])] if code != 0 else []
        self.rows = rows = {}
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect("file:%s?mode=ro" % (out / "results.sqlite"), uri=True)) as store:
            store.row_factory = sqlite3.Row
            for row in store.execute("select * from game order by player, repeat"):
                rows.setdefault(row["player"], []).append(dict(row))
        for name in ("naive", "calm") if honest else ():
            if [row["status"] for row in rows.get(name, [])] != ["ok"] * int(more.get("repeats", 2)):
                found.append("games of %s: %s" % (name, [(row["status"], row["error"]) for row in rows.get(name, [])]))
        found += ["%d MiB of memory" % self.peak] if self.peak > peak else []
        found += raw(self.text) + ["changed: " + name for name in sorted(self.files() ^ before)]
        if out.exists():
            found += ["in the results: " + name for name in os.listdir(out)
                      if name not in ("results.sqlite", "summary.json", "traces", ".lock")]
        return found, rows

    def ends(self, modules, expected, **more):
        """What is wrong if each module's games are to end as `expected` says: a status and a pattern of the error, for all or
        by the module."""
        found, rows = self.play(modules, **more)
        for name in modules:
            status, error = expected[name] if isinstance(expected, dict) else expected
            games = rows.get(name, [])
            if not games or not all(row["status"] == status and re.fullmatch(error, row["error"] or "") for row in games):
                found.append("%s: %s" % (name, [(row["status"], row["error"], (row["stderr"] or "")[-100:]) for row in games] or "no games"))
        return found

    def refused(self, made, words, peak=OWN, name="hostile"):
        """What is wrong if a module is to be refused in one line with these words, before anybody plays."""
        if made is not None:
            self.write(name, made)
        self.config([name], {})
        before = self.files()
        code, text, used = self.call("run", "cup.yaml", "--out", self.base / "out", "--trace", "all")
        found = [] if code == 2 and re.search(words, text) and text.count("\n") == 1 else ["ended with %s: %s" % (code, text[-300:])]
        found += ["%d MiB of memory" % used] if used > peak else []
        found += ["a line of %d bytes" % len(line) for line in text.splitlines() if len(line) > 1000]
        return found + raw(text) + ["changed: " + name for name in sorted(self.files() ^ before)]

    def files(self):
        return {str(p.relative_to(self.base)) for top in ("cup", "home", "tmp") for p in (self.base / top).rglob("*")} - {"cup/cup.yaml"}

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


def raw(text):
    return ["%r on the terminal" % c for c in sorted({c for c in text if ord(c) < 32 and c not in "\n\t" or 0x7f <= ord(c) < 0xa0})]


def played(function_of_cup, work, binary):
    cup = Cup(work, binary)
    try:
        return function_of_cup(cup)
    finally:
        cup.remove()


# Time and instructions.

@attack
def endless(cup):
    """Loops and recursions without end: before the first message, in a move, after the last message, in a start function."""
    recursion = "(func $deep (param i64) (result i64) (i64.add (call $deep (local.get 0)) (i64.const 1)))"
    tail = "(func $tail (return_call $tail))"
    return cup.ends({
        "loop": player_text(once(FOR_EVER)),
        "nested": player_text(once("(loop $a (loop $b (br_if $b (i32.const 0)) (br $a)))")),
        "at-first": player_text("", begin=FOR_EVER),
        "in-start": player_text("", more="(func $s %s) (start $s)" % FOR_EVER),
        "start-recursion": player_text("", more=recursion + "(func $s (drop (call $deep (i64.const 1)))) (start $s)"),
        "after-end": player_text("(if (i32.eq (local.get $turn) (i32.const 2)) (then (call $answer (i32.const 2)) (drop (call $read)) (drop (call $read)) %s))" % FOR_EVER),
        "recursion": player_text(once("(drop (call $deep (i64.const 1)))"), more=recursion),
        "indirect": player_text(once("(call_indirect (i32.const 0))"), more="(table funcref (elem $again)) (func $again (call_indirect (i32.const 0)))"),
        "tail": player_text(once("(call $tail)"), more=tail),
        "sleep": player_text(once("(i64.store (i32.const 4120) (i64.const -1)) (drop (call $poll_oneoff (i32.const 4096) (i32.const 5000) (i32.const 1) (i32.const 8)))"),
                             imports=imports_of(["poll_oneoff"])),
        "yield": player_text(once("(loop $l (drop (call $sched_yield)) (br $l))"), imports=imports_of(["sched_yield"])),
    }, {**{n: ("timeout", "move_instructions") for n in ("loop", "nested", "at-first", "in-start", "tail", "sleep", "yield")},
        **{n: ("crashed", "stack overflow in .*") for n in ("recursion", "start-recursion", "indirect")}, "after-end": ("ok", "")})


@attack
def unpaid_work(cup):
    """Much work by few instructions: filling and copying memory and tables, growing, long lists for calls, random numbers, output."""
    def repeated(act):
        return player_text(once("(loop $l %s (br $l))" % act), imports=imports_of(["random_get", "poll_oneoff", "clock_time_get", "fd_fdstat_get"]),
                           more="(table $t 90000 funcref) (elem declare func $read) (data $d \"%s\") (elem $e func %s)" % ("x" * 60000, "$read " * 50000))
    size = "(i32.const 4000000)"
    acts = {
        "fill": "(memory.fill (i32.const 131072) (i32.const 7) %s)" % size,
        "copy": "(memory.copy (i32.const 131072) (i32.const 131073) %s)" % size,
        "init": "(memory.init $d (i32.const 131072) (i32.const 0) (i32.const 60000))",
        "table-fill": "(table.fill $t (i32.const 0) (ref.func $read) (i32.const 90000))",
        "table-copy": "(table.copy $t $t (i32.const 0) (i32.const 1) (i32.const 89999))",
        "table-init": "(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 50000))",
        "table-grow": "(drop (table.grow $t (ref.func $read) (i32.const 1)))",
        "random": "(drop (call $random_get (i32.const 131072) %s))" % size,
        "errors": "(call $write (i32.const 2) (i32.const 131072) %s)" % size,
        "parts": "(drop (call $fd_write (i32.const 2) (i32.const 200000) (i32.const 1024) (i32.const 8)))",
        "many-parts": "(drop (call $fd_write (i32.const 2) (i32.const 200000) (i32.const 1000000) (i32.const 8)))",
        "polls": "(drop (call $poll_oneoff (i32.const 200000) (i32.const 300000) (i32.const 64) (i32.const 8)))",
        "clock": "(drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 4096)))",
    }
    found = []
    for name, act in acts.items():
        found += cup.ends({name: repeated(act)}, ("timeout", "move_instructions"), repeats="1", jobs=1)
        found += ["%s: %.2f s for 10 million instructions" % (name, row["cpu_seconds"]) for row in cup.rows.get(name, []) if row["cpu_seconds"] > 0.5]
    return found


@attack
def costly_instructions(cup):
    """Instructions that take a hundred times as long as others. The limit of CPU time ends the games, which have no result, and those
    of others are played."""
    found, rows = cup.play({"mine": player_text(once("(loop $l %s (br $l))" % ("(drop (ref.func $read)) " * 50)), more="(elem declare func $read)")},
                           move_instructions="1G", game_instructions="2G", time_limit="500ms")
    found = [f for f in found if not f.startswith("the run ended with 1: ")]
    if not re.search(r"2 games could not be played, through no fault of a player.*\n.*mine on random, repeat 0: a portable player used .* of CPU time", cup.text):
        found.append("the run does not say so: " + cup.text[:300])
    return found + (["%s %s" % (row["status"], row["error"]) for row in rows.get("mine", [])])


@attack
def growth(cup):
    """Memory and tables that grow by small steps, by one step, or are declared large. What is not granted is not there."""
    more = "(table $t 1 funcref) (table $x 1 externref)"
    ones = "(loop $l (br_if $l (i32.ne (i32.const -1) (memory.grow (i32.const 1))))) "
    tables = "(loop $l (br_if $l (i32.ne (i32.const -1) (table.grow %s (ref.null %s) (i32.const 37))))) "
    expected = "(call $check (memory.size) (i32.const 256))"
    return cup.ends({
        "steps": player_text(ones + expected),
        "step": player_text("(call $check (memory.grow (i32.const 65000)) (i32.const -1)) (call $check (memory.grow (i32.const -1)) (i32.const -1)) "
                            + ones + expected),
        "then-trap": player_text(ones + "(unreachable)"),
        "touch": player_text(once(ones + "(memory.fill (i32.const 131072) (i32.const 7) (i32.const 9000000))")),
        "tables": player_text(tables % ("$t", "func") + tables % ("$x", "extern") + "(call $check (i32.le_u (table.size $t) (i32.const 100000)) (i32.const 1))"
                              "(call $check (table.grow $t (ref.null func) (i32.const -1)) (i32.const -1))", more=more),
        "declared": "(module (memory (export \"memory\") 65536))",
        "declared-maximum": player_text("", pages="64 65536"),
        "table-declared": "(module (memory (export \"memory\") 1) (table 4294967295 funcref))",
        "table-maximum": player_text("", more="(table 1 4294967295 funcref)"),
        "many-tables": "(module (memory (export \"memory\") 1) %s)" % ("(table 100000 externref)" * 16),
        "too-many-tables": "(module (memory (export \"memory\") 1) %s)" % ("(table 1 externref)" * 17),
    }, {"steps": ("ok", ""), "step": ("ok", ""), "then-trap": ("crashed", "memory"), "touch": ("ok", ""), "tables": ("ok", ""), "declared": ("crashed", "memory"),
        "declared-maximum": ("ok", ""), "table-declared": ("crashed", ".*table.*"), "table-maximum": ("ok", ""), "many-tables": ("crashed", ".*_start.*"),
        "too-many-tables": ("crashed", ".*table.*")}, peak=OWN + 40)


@attack
def deep_stack(cup):
    """Frames as large as may be, and calls of WASI at the very end of the stack."""
    locals_of = "(local %s)" % ("i64 " * 9000)
    frames = "(func $deep (param i32) (result i32) %s %s (call $deep (i32.add (local.get 0) (i32.const 1))))" % (
        locals_of, "".join("(local.set %d (i64.extend_i32_u (local.get 0)))" % (i + 1) for i in range(0, 9000, 3)))
    # Each level calls WASI, so that one does with next to nothing left.
    calls = "(func $deep (param i32) (result i32) (drop (call $%s)) (i32.add (i32.const 1) (call $deep (i32.add (local.get 0) (i32.const 1)))))"
    write = "fd_write (i32.const 2) (i32.const 4096) (i32.const 0) (i32.const 8)"
    poll = "poll_oneoff (i32.const 8192) (i32.const 16384) (i32.const 64) (i32.const 8)"
    act = once("(drop (call $deep (i32.const 0)))")
    return cup.ends({
        "frames": player_text(act, more=frames),
        "write": player_text(act, more=calls % write),
        "poll": player_text(act, more=calls % poll, imports=imports_of(["poll_oneoff"])),
        "clock": player_text(act, more=calls % "clock_time_get (i32.const 0) (i64.const 0) (i32.const 4096)", imports=imports_of(["clock_time_get"])),
        "exit": player_text(act, more="(func $deep (param i32) (result i32) (call $deep (i32.const 0)) (call $proc_exit (i32.const 3)))", imports=imports_of(["proc_exit"])),
    }, ("crashed", "stack overflow in 'deep'"), move_instructions="2G", game_instructions="4G")


# Memory that is not its own.

@attack
def past_holes(cup):
    """What the runtime's compilers once got wrong: addresses beyond the memory whose sum wraps, is scaled or sign-extended, and
    values that decide where one reads. Each is computed in two ways, of which one is not known when it is compiled."""
    load = "(drop (i32.load %s (i32.%s (local.get $turn) (i32.const %d))))"
    beyond = {
        "far": once("(drop (i32.load offset=4294967295 (i32.const -1)))"),
        "edge": once("(drop (i32.load (i32.const 4194301)))"),
        "edge-64": once("(drop (i64.load offset=4194297 (i32.const 0)))"),
        "edge-128": once("(drop (v128.load offset=4194289 (i32.const 0)))"),
        "scaled": once(load % ("", "shl", 31)),
        "scaled-far": once("(drop (i32.load offset=2147483640 (i32.shl (local.get $turn) (i32.const 31))))"),
        "scaled-twice": once("(drop (i64.load offset=4294967288 (i32.shl (i32.shl (local.get $turn) (i32.const 29)) (i32.const 2))))"),
        "extended": once("(drop (i32.load8_u (i32.wrap_i64 (i64.extend32_s (i64.shl (i64.extend_i32_u (local.get $turn)) (i64.const 31))))))"),
        "negative": once("(drop (i32.load (i32.sub (i32.const 0) (i32.shl (local.get $turn) (i32.const 3)))))"),
        "selected": once("(drop (i32.load (select (i32.const -4) (i32.const 0) (local.get $turn))))"),
        "spilled": once("(drop (i32.load (call $spill (i32.mul (local.get $turn) (i32.const -4)))))"),
        "stored": once("(i32.store offset=65535 (i32.const -65536) (i32.const 1)) (i64.store offset=4194300 (local.get $turn) (i64.const 1))"),
        "filled": once("(memory.fill (i32.const -1) (i32.const 0) (i32.const 2))"),
        "copied": once("(memory.copy (i32.const 0) (i32.const 4194300) (i32.const 5))"),
        "segment": once("(memory.init $d (i32.const 4096) (i32.const 2) (i32.const -1))"),
        "dropped": once("(data.drop $d) (memory.init $d (i32.const 4096) (i32.const 0) (i32.const 1))"),
    }
    tables = {
        "table": once("(drop (table.get $t (i32.const 20)))"),
        "table-far": once("(call_indirect $t (i32.const -1))"),
        "table-scaled": once("(call_indirect $t (i32.shl (local.get $turn) (i32.const 29)))"),
        "table-filled": once("(table.fill $t (i32.const 19) (ref.null func) (i32.const 2))"),
        "table-copied": once("(table.copy $t $t (i32.const 0) (i32.const 15) (i32.const -1))"),
        "elements": once("(table.init $t $e (i32.const 0) (i32.const 1) (i32.const 2))"),
        "elements-dropped": once("(elem.drop $e) (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))"),
    }
    more = """(data $d "abcd") (table $t 20 funcref) (table $x 20 externref) (elem $e func $read) (elem (i32.const 0) $nothing $one $read $nothing)
      (type $none (func)) (type $two (func (param i64 f64) (result v128))) (func $nothing) (func $one (result i32) (i32.const 1))
      (func $spill (param i32) (result i32) (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) %s (call $nothing)
        (i32.add (local.get 0) (i32.and (i32.const 0) %s)))
    """ % ("".join("(local.set %d (i32.mul (local.get %d) (i32.const %d)))" % (i, i - 1, i) for i in range(1, 17)),
           "".join("(i32.xor (local.get %d) " % i for i in range(1, 17)) + "(i32.const 0)" + ")" * 16)
    values = "(local.set $v (i64x2.splat (i64.add (i64.extend_i32_u (local.get $turn)) (i64.const -9)))) "
    same = [
        # Shifts by more than a lane has, with the number known and unknown.
        ("(i64x2.shr_s (local.get $v) (i32.const 65))", "(i64x2.shr_s (local.get $v) (i32.add (i32.const 1) (i32.mul (local.get $turn) (i32.const 64))))"),
        ("(i8x16.shl (local.get $v) (i32.const 9))", "(i8x16.shl (local.get $v) (i32.add (i32.const 1) (i32.mul (local.get $turn) (i32.const 8))))"),
        # Lanes by numbers that are none, and a choice between vectors.
        ("(i8x16.swizzle (local.get $v) (v128.const i8x16 0 1 2 3 4 5 6 7 16 127 128 129 200 254 255 15))",
         "(i8x16.swizzle (local.get $v) (i8x16.add (i8x16.splat (i32.sub (local.get $turn) (i32.const 1))) (v128.const i8x16 0 1 2 3 4 5 6 7 16 127 128 129 200 254 255 15)))"),
        ("(v128.bitselect (local.get $v) (v128.const i64x2 7 8) (v128.const i64x2 0x00ff00ff00ff00ff -1))",
         "(v128.bitselect (local.get $v) (v128.const i64x2 7 8) (v128.or (v128.const i64x2 0x00ff00ff00ff00ff -1) (i64x2.splat (i64.const 0))))"),
        ("(v128.bitselect (i64x2.splat (i64.const -1)) (local.get $v) (i64x2.lt_s (local.get $v) (v128.const i64x2 0 0)))",
         "(i64x2.splat (i64.const -1))"),
        ("(select (local.get $v) (v128.const i64x2 1 1) (local.get $turn))", "(local.get $v)"),
    ]
    exact = values + "".join("(call $check (i32.wrap_i64 (i64x2.extract_lane %d (v128.xor %s %s))) (i32.const 0))" % (lane, *pair) for pair in same for lane in (0, 1))
    # Division by constants, signs of numbers with a fraction beside the end of the memory, and references that come and go.
    exact += """(call $check (i32.div_s (i32.sub (local.get $turn) (i32.const 8)) (i32.const -7)) (i32.const 1))
      (call $check (i32.rem_u (i32.sub (local.get $turn) (i32.const 8)) (i32.const 10)) (i32.const 9))
      (f64.store (i32.const 4194296) (f64.const -2))
      (call $check (f64.eq (f64.copysign (f64.const 3) (f64.load (i32.const 4194296))) (f64.const -3)) (i32.const 1))
      (f32.store (i32.const 4194300) (f32.const -2))
      (call $check (f32.eq (f32.copysign (f32.const 3) (f32.load (i32.const 4194300))) (f32.const -3)) (i32.const 1))
      (table.fill $x (i32.const 0) (ref.null extern) (i32.const 20)) (drop (table.grow $x (table.get $x (i32.const 3)) (i32.const 50)))
      (call $check (ref.is_null (table.get $x (i32.const 69))) (i32.const 1))
      (call $check (ref.is_null (table.get $t (i32.const 9))) (i32.const 1)) (table.set $t (i32.const 9) (table.get $t (i32.const 1)))
      (call $check (call_indirect $t (result i32) (i32.const 9)) (i32.const 1)) (table.set $t (i32.const 9) (ref.null func))"""
    found = cup.ends({n: player_text(a, more=more) for n, a in beyond.items()}, ("crashed", "memory access out of bounds in .*"), peak=OWN + 40)
    found += cup.ends({n: player_text(a, more=more) for n, a in tables.items()}, ("crashed", "(table access out of bounds|indirect call of nothing) in .*"))
    return found + cup.ends({
        "exact": player_text(once(exact), more=more),
        "empty": player_text(once("(call_indirect $t (i32.const 5))"), more=more),
        "other-type": player_text(once("(drop (call_indirect $t (param i64 f64) (result v128) (i64.const 1) (f64.const 1) (i32.const 0)))"), more=more),
        "tail-in-trap": player_text(once("(call $out)"), more="(func $in (unreachable)) (func $out (param) (return_call $in))"),
    }, {"exact": ("ok", ""), "empty": ("crashed", "indirect call of nothing in .*"), "other-type": ("crashed", "indirect call of another type in .*"),
        "tail-in-trap": ("crashed", "unreachable code in .*")})


@attack
def left_over(cup):
    """Memory, tables and globals of an earlier game, of another's at the same time, and of pages that were given back."""
    dirty = """(call $check (global.get $g) (i32.const 5)) (call $check (table.size $t) (i32.const 3))
      (call $check (ref.is_null (table.get $t (i32.const 1))) (i32.const 1))
      (call $check (memory.size) (i32.const 64)) (drop (memory.grow (i32.const 100)))
      (loop $l (call $check (i32.or (i32.load (i32.add (local.get $i) (i32.const 131072))) (i32.load offset=4 (i32.add (local.get $i) (i32.const 131072)))) (i32.const 0))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 10600000))))
      (call $check (i32.load (i32.const 64)) (i32.const 0x6572227b))
      (memory.fill (i32.const 131072) (i32.const 0xab) (i32.const 10500000))
      (global.set $g (i32.const 6)) (table.set $t (i32.const 1) (ref.func $read)) (drop (table.grow $t (ref.func $read) (i32.const 1000)))
      (i32.store (i32.const 4096) (i32.const 7))"""
    end = once("(i32.store (i32.const 64) (i32.const 0)) (data.drop $d)") + "(if (i32.eq (local.get $turn) (i32.const 2)) (then (unreachable)))"
    player = player_text(end, begin="(memory.init $d (i32.const 8192) (i32.const 0) (i32.const 4)) " + dirty,
                         more="(global $g (mut i32) (i32.const 5)) (table $t 3 funcref) (elem declare func $read) (data $d \"abcd\")")
    found = []
    for more in ({"jobs": 1}, {"jobs": 2}, {"lockstep": "true"}):
        found += cup.ends({"one": player, "two": player.replace("0xab", "0xcd")}, ("crashed", "unreachable code in 'act'"), repeats="6", game_instructions="200M",
                          move_instructions="100M", memory_limit="64MiB", **more)
    return found


# The machine and other games.

@attack
def channels(cup):
    """Clocks, random numbers and memory as ways to learn what another does: what one sees is the same whatever the other is."""
    see = """(drop (call $random_get (i32.const 4096) (i32.const 24))) (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 4120)))
      (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 4128))) (drop (call $clock_time_get (i32.const 3) (i64.const 0) (i32.const 4136)))
      (drop (memory.grow (i32.const 3))) (i32.store (i32.const 4144) (memory.size)) (drop (call $fd_fdstat_get (i32.const 0) (i32.const 4148)))
      (loop $l (i32.store8 offset=4200 (local.get $i) (i32.add (i32.const 97) (i32.and (i32.const 15) (i32.load8_u offset=4096 (local.get $i)))))
        (i32.store8 offset=4272 (local.get $i) (i32.add (i32.const 97) (i32.shr_u (i32.load8_u offset=4096 (local.get $i)) (i32.const 4))))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 72))))
      (call $write (i32.const 2) (i32.const 4200) (i32.const 144))"""
    names = ["random_get", "clock_time_get", "fd_fdstat_get"]
    looks = player_text(see, imports=imports_of(names))
    busy = player_text("(drop (memory.grow (i32.const 150))) (drop (call $random_get (i32.const 131072) (i32.const 1000000))) "
                       "(loop $l (i32.store (i32.const 131072) (local.get $i)) (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 700000))))",
                       imports=imports_of(names))
    seen, found = [], []
    for other, more in ((player_text(""), {"jobs": 1}), (busy, {"jobs": 2}), (busy, {"lockstep": "true"}), (player_text(FOR_EVER), {"jobs": 3})):
        wrong, rows = cup.play({"looks": looks, "other": other}, seed="4711", repeats="3", **more)
        seen.append([(row["status"], row["stderr"]) for row in rows.get("looks", [])])
        found += wrong
    if len(seen[0]) != 3 or {status for status, _ in seen[0]} != {"ok"} or len({text for _, text in seen[0]}) != 3:
        found.append("it saw nothing: %s" % seen[0])
    return found + (["what it sees depends on the other: %s" % seen] if any(s != seen[0] for s in seen) else [])


@attack
def exchanged(cup):
    """A module is written over, and then another is put in its place, while a run goes on: it keeps to what it read."""
    slow = player_text("(loop $l (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 900000))))")
    play = {"repeats": "150", "seed": "4711", "game_instructions": "100M"}
    found, _ = cup.play({"mine": slow}, jobs=1, **play)
    honest = re.search(r"digest: (\w+)", cup.text)
    path, out = cup.cup / "mine.wasm", cup.base / "out"
    good, bad = path.read_bytes(), wasm.of_text(player_text("(unreachable)"), cup.binary)
    shutil.rmtree(out)
    process = subprocess.Popen([cup.binary, "run", "cup.yaml", "--jobs", "1", "--out", out, "--trace", "all"], cwd=cup.cup, env=cup.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    moments = 0
    while process.poll() is None:
        if (out / "traces").is_dir() and any((out / "traces").iterdir()):
            for content in (bad, b"", good[:50], b"text", bad):
                path.write_bytes(content)
                time.sleep(0.005)
            with open(cup.cup / "new", "wb") as file:
                file.write(bad)
            os.rename(cup.cup / "new", path)
            moments += 1
        time.sleep(0.001)
    text = process.communicate()[0].decode(errors="replace")
    if moments == 0:
        raise Skipped("the run was over before a module could be exchanged")
    if process.returncode == 0:
        digest = re.search(r"digest: (\w+)", text)
        return found + ([] if digest and honest and digest[1] == honest[1] else ["another digest"])
    return found + ([] if re.search(r"mine\.wasm.*chang", text) else ["ended with %s: %s" % (process.returncode, text[-300:])])


@attack
def kept_nowhere(cup):
    """A compiled module that a later run would take from a folder of the author's, or of everybody's: nothing is written or read there."""
    found, _ = cup.play({"mine": player_text("")})
    if shutil.which("strace"):
        log = cup.base / "opened"
        subprocess.run(["strace", "-f", "-qq", "-e", "trace=open,openat,creat,rename,renameat,renameat2", "-o", log, cup.binary, "check", "player", "mine.wasm", "--games", "1"],
                       cwd=cup.cup, env=cup.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        written = [line for line in log.read_text(errors="replace").splitlines() if re.search(r"O_WRONLY|O_RDWR|O_CREAT|rename", line) and "= -1" not in line]
        found += ["opened: " + line[-100:] for line in written if not re.search(r'"/dev/(null|tty)|%s' % re.escape(str(cup.base / "tmp")), line)]
        log.unlink()
    return found


# What it says.

@attack
def floods(cup):
    """Output without end, in one call and in many; parts of a call that lie beside or beyond the memory, overlap, or add up to more
    than 32 bits; and more errors than are kept."""
    def list_of(pairs):
        """A list of parts at 8192."""
        return "".join("(i32.store (i32.const %d) (i32.const %d)) (i32.store (i32.const %d) (i32.const %d))" % (8192 + 8 * i, at, 8196 + 8 * i, size)
                       for i, (at, size) in enumerate(pairs))
    def call(file, count, result):
        return "(call $check (call $fd_write (i32.const %d) (i32.const 8192) (i32.const %d) (i32.const 8)) (i32.const %d))" % (file, count, result)
    lists = "(local.set $i (i32.const 0)) (loop $l (i32.store offset=131072 (local.get $i) (i32.const 0)) (i32.store offset=131076 (local.get $i) (i32.const 4194304)) " \
        "(br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 8192)))) "
    gib = "(loop $l (call $write (i32.const %d) (i32.const 131072) (i32.const 4000000)) (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 268))))"
    acts = {
        "answers": once("(local.set $i (i32.const 0)) " + gib % 1),
        "answers-small": once("(loop $l (call $write (i32.const 1) (i32.const 131072) (i32.const 1)) (br $l))"),
        "errors": once(gib % 2),
        "overlapping": once(list_of([(4096, 40000)] * 200) + call(2, 200, 0)),
        "beyond": once(list_of([(4096, 4), (4194300, 5)]) + call(1, 2, 21) + list_of([(4294967292, 8)]) + call(1, 1, 21) + list_of([(0, 4294967295)]) + call(1, 1, 21)),
        "wrapping": once(lists + "(call $check (call $fd_write (i32.const 1) (i32.const 131072) (i32.const 1024) (i32.const 8)) (i32.const 28))"),
        "millions": once("(call $check (call $fd_write (i32.const 1) (i32.const 8192) (i32.const 1000000) (i32.const 8)) (i32.const 28))"
                         "(call $check (call $fd_write (i32.const 1) (i32.const 8192) (i32.const -1) (i32.const 8)) (i32.const 28))"),
        "count-beyond": once(list_of([(4096, 0)]) + "(call $check (call $fd_write (i32.const 2) (i32.const 8192) (i32.const 1) (i32.const 4194301)) (i32.const 21))"),
        "own-list": once(list_of([(8192, 16)]) + "(i32.store (i32.const 8) (i32.const 8192)) (call $check (call $fd_write (i32.const 2) (i32.const 8192) (i32.const 1) (i32.const 8192)) (i32.const 0))"),
    }
    return cup.ends({name: player_text(act) for name, act in acts.items()},
                    {"answers": ("crashed", "output"), "answers-small": ("timeout", "move_instructions"), "errors": ("timeout", "move_instructions"),
                     **{name: ("ok", "") for name in ("beyond", "wrapping", "millions", "count-beyond", "own-list", "overlapping")}}, peak=OWN + 40)


@attack
def errors_of_a_gibibyte(cup):
    """With instructions enough, all of it is taken, and the end of it is kept."""
    act = once("(loop $l (call $write (i32.const 2) (i32.const 131072) (i32.const 4000000)) (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 270))))")
    found, rows = cup.play({"mine": player_text(act)}, move_instructions="2G", game_instructions="4G")
    row = rows.get("mine", [{"status": "no game", "stderr": ""}])[0]
    return found + ([] if row["status"] == "ok" and len(row["stderr"]) <= 65536 else ["%s, %d bytes of errors" % (row["status"], len(row["stderr"]))])


@attack
def readings(cup):
    """Reads where nothing comes, into nothing, into its own list, into too much, past the end, and from what is no input."""
    def read(at, size, file=0, count=1):
        return "(i32.store (i32.const 8192) (i32.const %d)) (i32.store (i32.const 8196) (i32.const %d)) " \
            "(call $check (call $fd_read (i32.const %d) (i32.const 8192) (i32.const %d) (i32.const 8)) (i32.const " % (at, size, file, count)
    return cup.ends({
        "waits": player_text(once(read(4096, 10) + "0))")),
        "into-nothing": player_text(once(read(0, 0) + "0))")),
        "into-list": player_text("(if (i32.eq (local.get $turn) (i32.const 1)) (then (call $answer (i32.const 1)) " + read(8192, 16) + "0)) (drop (call $read)) (call $answer (i32.const 2)) (drop (call $read)) (call $proc_exit (i32.const 0))))",
                                 imports=imports_of(["proc_exit"])),
        "too-much": player_text(once(read(131072, 4294967295) + "21))" + read(4194300, 5) + "21))" + read(0, 4, count=2000000) + "28))")),
        "other-files": player_text(once(read(4096, 10, file=1) + "8))" + read(4096, 10, file=2) + "8))" + read(4096, 10, file=3) + "8))" + read(4096, 10, file=-1) + "8))")),
        "past-end": player_text("(if (i32.eq (local.get $turn) (i32.const 2)) (then (call $answer (i32.const 2)) (drop (call $read)) "
                                "(loop $l (br_if $l (i32.eqz (call $read)))) ))"),
    }, {"waits": ("crashed", "no_answer"), "into-nothing": ("crashed", "no_answer"), "into-list": ("ok", ""), "too-much": ("ok", ""),
        "other-files": ("ok", ""), "past-end": ("ok", "")})


@attack
def answers(cup):
    """Two answers at once, answers that are none, with zeros, invalid UTF-8, control characters, without an end, in pieces, and what
    only the program says. Nothing of it reaches a terminal as it is."""
    texts = {
        "two": '{"turn":1,"accept":false}\n{"turn":1,"accept":false}\n', "ahead": '{"turn":1,"accept":false}\n{"turn":2,"accept":false}\n',
        "zeros": '{"turn":1,"accept":false}\0\n', "zero-first": '\0{"turn":1,"accept":false}\n', "utf8": '{"turn":1,"accept":false,"note":"\xff\xfe\xc0\x80"}\n',
        "controls": '{"turn":1,"accept":false,"note":"\x1b[2J\x07\x9b"}\n', "escape-line": "\x1b]0;mine\x07\x1b[2J\n", "empty": "\n" * 1000, "spaces": " " * 60000 + "\n",
        "deep": "[" * 60000 + "\n", "end": '{"end":true,"status":"ok","score":9999}\n', "long-number": '{"turn":' + "9" * 50000 + "}\n",
        "cells": '{"turn":1,"accept":true,"rotation":0,"location":[0,0],"road":[' + "[0,0]," * 9000 + "[0,0]]}\n", "carriage": '{"turn":1,"accept":false}\r\n',
    }
    modules = {}
    for name, text in texts.items():
        data = "".join("\\%02x" % byte for byte in text.encode("latin-1"))
        modules[name] = player_text(once("(call $write (i32.const 1) (i32.const 131072) (i32.const %d)) (call $write (i32.const 2) (i32.const 131072) (i32.const %d))"
                                         % (len(text), len(text))), more='(data (i32.const 131072) "%s")' % data)
    modules["pieces"] = player_text(once('(loop $l (call $write (i32.const 1) (i32.add (i32.const 128) (local.get $i)) (i32.const 1)) '
                                         '(br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 7))))'))
    found, rows = cup.play(modules)
    for name in modules:
        for row in rows.get(name, [{"status": "no game", "error": "", "score": 0}]):
            if row["status"] not in ("ok", "invalid", "crashed") or row["score"] > 50:
                found.append("%s: %s %s, score %d" % (name, row["status"], row["error"], row["score"]))
    traces = [str(p) for p in (cup.base / "out/traces").glob("*")]
    code, text, _ = cup.call("replay", *traces)
    found += ["its traces do not replay: " + text[-200:]] if code != 0 else []
    for words in (["report", cup.base / "out", "--format", "table"], ["show", next(t for t in traces if "__controls__" in t)]):
        found += raw(re.sub("\x1b\\[[0-9;]*m", "", cup.call(*words)[1]))
    return found


@attack
def calls_at_random(cup):
    """Each function of WASI, called with numbers that were drawn: addresses at the ends of memory, and lists of such addresses."""
    return random_calls(cup, [n for n in wasm.CALLS if n != "proc_exit"], 40)


@attack
def calls_of_streams(cup):
    """The same, with those that do something only."""
    return random_calls(cup, ["args_get", "args_sizes_get", "environ_get", "clock_time_get", "fd_fdstat_get", "fd_write", "random_get", "poll_oneoff"], 40)


def random_calls(cup, names, repeats):
    others = [n for n in names if n not in ("fd_read", "fd_write")]
    argument = {"i": "(call $any)", "I": "(i64.or (i64.extend_i32_s (call $any)) (i64.shl (i64.extend_i32_s (call $any)) (i64.extend_i32_u (call $any))))"}
    # Streams are drawn as often as other numbers for files.
    blocks = "".join("(block $b%d " % i for i in range(len(names), -1, -1))
    calls = ""
    for i, name in enumerate(names):
        kinds = wasm.CALLS[name]
        words = " ".join("(i32.and (call $any) (i32.const 3))" if j == 0 and name.startswith("fd_") else argument[k] for j, k in enumerate(kinds))
        waits = name == "fd_read"  # or the games would end at once
        calls += ") (call $known (call $%s %s)) (return)" % (name, "(i32.const 1) " + " ".join(argument[k] for k in kinds[1:]) if waits else words)
    known = "".join("(if (i32.eq (local.get $error) (i32.const %d)) (then (return)))" % error for error in (0, 8, 21, 28, 52, 70))
    table = "(br_table %s (i32.rem_u (call $next) (i32.const %d)))" % (" ".join("$b%d" % i for i in range(len(names) + 1)), len(names))
    more = """(global $state (mut i32) (i32.const 1))
      (func $next (result i32) (local $x i32)
        (local.set $x (global.get $state))
        (local.set $x (i32.xor (local.get $x) (i32.shl (local.get $x) (i32.const 13))))
        (local.set $x (i32.xor (local.get $x) (i32.shr_u (local.get $x) (i32.const 17))))
        (global.set $state (i32.xor (local.get $x) (i32.shl (local.get $x) (i32.const 5)))) (i32.and (global.get $state) (i32.const 0x7fffffff)))
      (func $any (result i32) (local $k i32)
        (local.set $k (i32.rem_u (call $next) (i32.const 20)))
        (if (i32.lt_u (local.get $k) (i32.const 12)) (then (return (i32.load offset=4096 (i32.shl (local.get $k) (i32.const 2))))))
        (if (i32.lt_u (local.get $k) (i32.const 15)) (then (return (i32.sub (i32.const 4194304) (i32.rem_u (call $next) (i32.const 64))))))
        (if (i32.lt_u (local.get $k) (i32.const 19)) (then (return (i32.add (i32.const 131072) (i32.rem_u (call $next) (i32.const 4000000))))))
        (i32.mul (call $next) (i32.const 3)))
      (func $known (param $error i32) %s (unreachable))
      (func $one %s %s %s ) (unreachable))
    """ % (known, blocks, table, calls)
    edges = [0, 1, 2, 3, 8, 64, 1024, 1025, 2**16, 4194304, 2**31, 2**32 - 8]
    data = "".join("\\%02x" % b for e in edges for b in e.to_bytes(4, "little"))
    # Lists of parts and of subscriptions lie wherever one looks.
    fill = """(drop (call $random_get (i32.const 4160) (i32.const 4))) (global.set $state (i32.or (i32.load (i32.const 4160)) (i32.const 1)))
      (local.set $i (i32.const 131072)) (loop $l (i32.store (local.get $i) (call $any))
        (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 4194300))))"""
    act = "(loop $l (call $one) (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 2000))))"
    # What it draws may spoil its own list, answer and memory, so all but a fault of the host is right.
    player = player_text(act, begin=fill, imports=imports_of(others), more=more + '(data (i32.const 4096) "%s")' % data)
    limits = {"move_instructions": "200M", "game_instructions": "600M", "repeats": str(repeats), "seed": "4711"}
    found, rows = cup.play({"draws": player}, jobs=1, **limits)
    digest = re.search(r"digest: (\w+)", cup.text)
    found += ["%s %s" % (row["status"], row["error"]) for row in rows.get("draws", [])
              if (row["status"], row["error"]) not in (("ok", None), ("crashed", "no_answer"), ("crashed", "output"), ("timeout", "move_instructions"))]
    if len(rows.get("draws", [])) != repeats:
        found.append("%d of %d games" % (len(rows.get("draws", [])), repeats))
    again, _ = cup.play({"draws": player}, jobs=3, **limits)
    if not digest or digest[0] not in cup.text:
        found.append("another digest with three jobs")
    return found + again


# What is refused before it plays.

@attack
def other_files(cup):
    """A pipe, a folder, a device, an endless file, text, a component, an archive, and modules that are cut off; a link to a module plays."""
    found = cup.refused(b"", "it is no module of WebAssembly")
    found += cup.refused(b"(module)\n", "it is no module of WebAssembly")
    found += cup.refused(b"\0asm\x0d\0\1\0", "it is no module of WebAssembly")
    found += cup.refused(b"\0asm\2\0\0\0", "it is no module of WebAssembly")
    found += cup.refused(b"!<arch>\n" + b"\0" * 100, "it is no module of WebAssembly")
    whole = (cup.cup / "calm.wasm").read_bytes()
    for size in (8, 9, 10, 60, len(whole) // 2, len(whole) - 1):
        cup.write("hostile", whole[:size])
        found += ["cut off at %d: %s" % (size, text) for text in cup.refused(None, r"hostile\.wasm: .*") if size > 8]
    path = cup.cup / "hostile.wasm"
    for make, words in ((lambda: os.mkfifo(path), "no regular file"), (path.mkdir, "[Ii]s a directory"), (lambda: path.symlink_to("/dev/zero"), "no regular file"),
                        (lambda: path.symlink_to("hostile.wasm"), "symbolic links"), (lambda: path.symlink_to("/nowhere"), "No such file"),
                        (lambda: sparse(path, 2**40), "larger than 16777216 bytes"), (lambda: sparse(path, 2**24 + 1), "larger than 16777216 bytes")):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
        make()
        found += cup.refused(None, words, peak=OWN // 2)
    path.unlink()
    path.symlink_to("calm.wasm")
    cup.write("other", player_text(""))
    return found + cup.ends({"other": player_text("")}, ("ok", ""))


def sparse(path, size):
    with open(path, "wb") as file:
        file.truncate(size)


@attack
def names(cup):
    """Names of functions, imports and exports that are long, that would change a terminal, or that are none."""
    clear = b"\x1b[2J\x1b]0;mine\x07\xc2\x9b31m\r\n\0"
    def with_names(content, body=b"\x00"):
        return of_bodies([function(body)]) + custom(b"name", content)
    def names_of(*pairs):
        return b"\1" + sized(several([number(index) + sized(text) for index, text in pairs]))
    def importing(module_name, name, kind=b"\0\0"):
        return module(section(1, several([type_of()])), section(2, several([sized(module_name) + sized(name) + kind])))
    found = cup.ends({
        "clear": with_names(names_of((0, clear))), "long": with_names(names_of((0, b"x" * 10_000_000))), "long-clear": with_names(names_of((0, clear * 300_000))),
        "beyond": with_names(names_of((0, b"a"), (99, b"b"), (2**32 - 1, b"c"))), "twice": with_names(names_of((0, b"a"), (0, b"b"))), "cut-off": with_names(b"\1\xff\xff\xff\x0fabc"),
        "not-utf8": with_names(names_of((0, b"\xff\xfe\xc0\x80"))), "many": with_names(names_of(*[(i, b"") for i in range(100_000)])),
        "module-name": with_names(b"\0" + sized(sized(clear * 1000))), "other-sections": of_bodies([function(b"\x00")]) + custom(clear, b"\0") * 1000 + custom(b"producers", b"\xff" * 1000),
        "debug": of_bodies([function(b"\x00")]) + b"".join(custom(b".debug_" + part, os.urandom(100_000)) for part in (b"info", b"line", b"abbrev", b"str", b"ranges")),
    }, ("crashed", "unreachable code in .{1,450}"), peak=OWN + 250)
    for made in (importing(b"env", clear), importing(clear, b"x"), importing(b"e" * 90_000, b"n" * 90_000), importing(WASI.encode(), b"n" * 90_000, b"\2\0\1"),
                 importing(b"", b""), importing(WASI.encode() + b"\0", b"fd_read"), importing(b"\xff", b"x")):
        found += cup.refused(made, r"hostile\.wasm: .*(it imports|UTF-8)", peak=OWN + 60)
    exports = module(section(1, several([type_of()])), section(3, b"\1\0"), section(7, several([sized(clear.replace(b"\xc2\x9b", b"")) + b"\0\0"])),
                     section(10, several([function(b"")])))
    return found + cup.ends({"exports": exports}, ("crashed", "the module exports no function '_start'"))


@attack
def not_accepted(cup):
    """What is wrong or switched off: memories of 64 bits, several, shared; threads, exceptions, garbage collection, relaxed vectors;
    calls with other types; functions whose values do not fit."""
    texts = ["(module (memory i64 1))", "(module (memory 1) (memory 1))", "(module (memory 1 1 shared))", "(module (tag))", "(module (type (struct)))",
             "(module (type (array (mut i8))))", "(module (table i64 1 funcref))", "(module (func (param (ref null any))))", "(module (func (param (ref null exn))))",
             "(module (memory 1 (pagesize 1)))", "(module (type $f (func)) (func (param (ref null $f)) (call_ref $f (local.get 0))))",
             "(module (type $f (func)) (type (cont $f)))", "(module (func (param i64 i64) (result i64 i64) (i64.mul_wide_u (local.get 0) (local.get 1))))",
             "(module (func (param v128) (drop (i8x16.relaxed_swizzle (local.get 0) (local.get 0)))))", "(module (memory 1) (func (drop (i32.atomic.load (i32.const 0)))))",
             '(module (import "%s" "fd_read" (func (param i64))))' % WASI, '(module (import "%s" "fd_read" (func (param i32 i32 i32 i32))))' % WASI,
             '(module (import "%s" "memory" (memory 1)))' % WASI, '(module (import "wasi_unstable" "fd_read" (func (param i32 i32 i32 i32) (result i32))))',
             '(module (import "%s" "proc_exit" (func (param i32) (result i32))))' % WASI, '(module (import "wasi" "thread-spawn" (func (param i32) (result i32))))']
    found = [f for text in texts for f in cup.refused(wasm.of_text(text, cup.binary), r"hostile\.wasm: ")]
    wrong = {
        "stack": of_bodies([function(b"\x6a\x1a")]), "kind": of_bodies([function(b"\x41\0\x42\0\x6a\x1a")]), "branch": of_bodies([function(b"\x0c\x63")]),
        "local": of_bodies([function(b"\x20\x05\x1a")]), "call": of_bodies([function(b"\x10\x7f")]), "no-end": of_bodies([sized(b"\0\x01")]),
        "opcode": of_bodies([function(b"\xff")]), "memory": of_bodies([function(b"\x41\0\x28\2\0\x1a")]), "alignment": of_bodies([function(b"\x41\0\x28\x3f\0\x1a")], before_code=[section(5, b"\1\0\1")]),
        "order": module(section(10, b"\0"), section(1, b"\0")), "twice": module(section(1, b"\0"), section(1, b"\0")), "section": module(section(14, b"")),
        "counts": module(section(1, several([type_of()])), section(3, b"\2\0\0"), section(10, several([function(b"")]))), "long-number": module(b"\1\x80\x80\x80\x80\x80\x01"),
        "code-before": module(section(3, number(2**32 - 1))), "start": module(section(8, b"\x63")), "type": module(section(1, b"\1\x40")), "export": module(section(7, several([sized(b"m") + b"\2\5"]))),
        "same-export": of_bodies([function(b"")], section(7, several([sized(b"a") + b"\0\0"] * 2))), "data-count": module(section(12, number(100_000)), section(11, b"\0")),
    }
    for name, made in wrong.items():
        found += ["%s: %s" % (name, f) for f in cup.refused(made, r"hostile\.wasm: ")]
    return found


@attack
def too_many(cup):
    """One more than a module may have: bytes of a function, functions, local variables, and entries of every other kind."""
    many = 100_001
    bombs = {
        "functions": of_bodies([function(b"")] * 50_001), "locals": of_bodies([function(b"", [(10_001, I32)])]), "locals-of-many": of_bodies([function(b"", [(1, I32), (1, I64)] * 5_001)]),
        "most-locals": of_bodies([function(b"", [(2**32 - 1, I32)] * 9)]), "body": of_bodies([function(b"\1" * 262_144)]), "types": module(section(1, several([type_of()] * many))),
        "imports": module(section(2, number(many))), "tables": module(section(4, several([FUNCREF + b"\0\0"] * many))), "memories": module(section(5, number(2**32 - 1))),
        "globals": module(section(6, several([I32 + b"\0\x41\0\x0b"] * many))), "exports": module(section(7, number(many))), "elements": module(section(9, several([b"\1\0\0"] * many))),
        "data": module(section(11, several([b"\1\0"] * many))), "tags": module(section(13, number(many))),
    }
    return ["%s: %s" % (name, f) for name, made in bombs.items() for f in cup.refused(made, "portable player may have|has more than 10000 local variables")]


@attack
def largest(cup):
    """As much as a module may have, of each kind, most of which has to be made anew for each game: games fail alone, and begin soon."""
    def of(*before, after=b"", code=b"", **more):
        return of_bodies([function(code)], before_code=before, **more) + after
    table, memory = section(4, several([FUNCREF + b"\0" + number(100_000)])), section(5, b"\1\0\x10")
    modules = {
        "functions": of_bodies([function(b"")] * 50_000),
        "globals": of(section(6, several([I32 + b"\0\x41\0\x0b"] * 100_000))),
        "constant": of(section(6, several([I32 + b"\0\x41\0" + b"\x41\1\x6a" * 1_000_000 + b"\x0b"]))),
        "data": of(memory, after=section(11, several([b"\0\x41\0\x0b" + sized(b"x" * 150)] * 100_000))),
        "elements": of_bodies([function(b"")], section(9, several([b"\0\x41\0\x0b" + several([b"\0"] * 40)] * 100_000)), before_code=[table]),
        "imports": module(section(1, several([type_of(), type_of([I32, I32], [I32])])), section(2, several([sized(WASI.encode()) + sized(b"n%d" % i) + b"\0\1" for i in range(100_000)])),
                          section(3, b"\1\0"), section(7, several([sized(b"_start") + b"\0" + number(100_000)])), section(10, several([function(b"")]))),
        "padding": of(after=custom(b"x", b"\0" * 16_000_000)),
        "nesting": of(code=b"\x02\x40" * 80_000 + b"\x0b" * 80_000),
        "targets": of(code=b"\x02\x40\x41\0\x0e" + number(65_000) + b"\0" * 65_001 + b"\x0b"),
        "operands": of(code=b"\x41\0" * 60_000 + b"\x6a" * 59_999 + b"\x1a"),
        "types": of(types=[type_of()] + [type_of([I32] * (i % 60), [I64] * (i // 60)) for i in range(3_600)]),
        "body": of(code=b"\1" * 260_000),
    }
    found = cup.ends(modules, ("crashed", "exit:0"), peak=OWN_OF_LARGE)
    return found + ["%s takes %.2f s for a game" % (name, row["cpu_seconds"]) for name in modules for row in cup.rows.get(name, []) if row["cpu_seconds"] > 0.5]


@attack
def compiled_without_end(cup):
    """What takes a compiler much more than there is, within the counts: memory, and time. It is refused in one line."""
    thousand = type_of([I32] * 1000, [I32] * 1000)
    arguments = b"".join(b"\x20" + number(i) for i in range(1000))
    loops = b"".join(b"\x03\x40\x20" + number(i % 9000) + b"\x21" + number((7 * i + 1) % 9000) + b"\x41\0\x0d\0" for i in range(20_000)) + b"\x0b" * 20_000
    bombs = {
        "loops": of_bodies([function(loops, [(10_000, I32)])] * 60),
        "results": of_bodies([function(b"")] + [function(arguments + b"\x10\1" * 100_000)] * 60, types=[type_of(), thousand], kinds=[0] + [1] * 60),
        "constant": module(section(6, several([I32 + b"\0\x41\0" + b"\x41\1\x6a" * 5_000_000 + b"\x0b"]))),
        "elements": module(section(1, several([type_of()])), section(3, b"\1\0"), section(4, several([FUNCREF + b"\0\1"])), section(9, several([b"\1\0" + several([b"\0"] * 9_000_000)])),
                           section(10, several([function(b"")]))),
        "time": of_bodies([function(b"\x41\0\x04\x40" * 45_000 + b"\x0b" * 45_000)] * 60),
    }
    return ["%s: %s" % (name, f) for name, made in bombs.items() for f in cup.refused(made, "hostile.wasm: it could not be compiled within 30 s of CPU time and 2 GiB of memory", peak=2400)]


@attack
def killed_while_it_compiles(cup):
    """The process that compiles ends with the run that wanted it."""
    cup.write("hostile", of_bodies([function(b"\x41\0\x04\x40" * 45_000 + b"\x0b" * 45_000)] * 60))
    process = subprocess.Popen([cup.binary, "check", "player", "hostile.wasm"], cwd=cup.cup, env=cup.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    children = pathlib.Path("/proc/%d/task/%d/children" % (process.pid, process.pid))
    while process.poll() is None and not children.read_text():
        time.sleep(0.01)
    compilers = children.read_text().split() if process.poll() is None else []
    process.kill()
    process.wait()
    for _ in range(200):
        left = [c for c in compilers if pathlib.Path("/proc", c, "cwd").exists()]
        if not left:
            break
        time.sleep(0.05)
    for c in left:
        os.kill(int(c), signal.SIGKILL)
    return ["it goes on to compile"] if left else [] if compilers else ["nothing was compiled in a process of its own"]


@attack
def handed_in(cup):
    """To a league: modules that cannot be compiled, are none, or end at once are refused, and who comes after is taken up and plays."""
    hand_ins = cup.base / "hand-ins"
    cup.call("league", "league", "add", "naive", "diagonal", "--sequencers", "random")
    good, thousand = wasm.of_text(player_text(""), cup.binary), type_of([I32] * 1000, [I32] * 1000)
    results = function(b"".join(b"\x20" + number(i) for i in range(1000)) + b"\x10\1" * 100_000)
    authors = {"a1": of_bodies([function(b"")] + [results] * 60, types=[type_of(), thousand], kinds=[0] + [1] * 60), "a2": b"text", "a3": good[:200],
               "a4": of_bodies([function(b"")]), "zoe": good}
    for name, made in authors.items():
        (hand_ins / name).mkdir(parents=True)
        (hand_ins / name / "mine.wasm").write_bytes(made)
        (hand_ins / name / "player.yaml").write_text("wasm: mine.wasm\n")
    text = cup.call("league", "league", "collect", hand_ins, "--games", "1")[1]
    if "this machine makes no boxes" in text:
        raise Skipped("nothing is taken up where no boxes can be made")
    found = ["%s is not refused: %s" % (name, text[-300:]) for name in authors if name != "zoe" and name + " is refused" not in text]
    found += ["zoe is not taken up: " + text[-300:]] if "zoe joins" not in text else []
    code, text, _ = cup.call("league", "league", "play", "--games", "6")
    return found + raw(text) + (["the league is not played: " + text[-300:]] if code != 0 or not re.search(r"^ *\d+ +zoe ", text, re.M) else [])
