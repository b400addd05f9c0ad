"""Boxed players that begin as copies of an interpreter which has the package: it is as if each had begun anew."""
import json
import os
import shutil
import socket
import subprocess
import sys

import pentocity as pc
import pytest

PACKAGE = os.path.dirname(pc.__file__)
EXAMPLE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "examples", "corner.py")
SCRIPT = "../players/player.py"
BEGIN = "import sys\nprint('copied' if sys.flags.no_site else 'anew', file=sys.stderr)\n"
PLAY = """
import json
print('{"ready":true}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "end" in message:
        break
    if "turn" in message:
        print(json.dumps({"turn": message["turn"], "accept": False}), flush=True)
"""


def make_environment(folder):
    """A virtual environment with the package, whose folder is returned."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    site = subprocess.run([os.path.join(folder, "bin", "python3"), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"],
                          check=True, capture_output=True, text=True).stdout.strip()
    if os.path.isdir(PACKAGE + ".libs"):  # what a wheel brings
        shutil.copytree(PACKAGE + ".libs", os.path.join(site, "pentocity.libs"))
    return shutil.copytree(PACKAGE, os.path.join(site, "pentocity"), ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture(scope="module")
def environments(tmp_path_factory):
    """Two of them, with whose programs games begin as copies, or anew because a part of the package is missing."""
    top = tmp_path_factory.mktemp("environments")
    for folder in (top, *list(top.parents)[:2]):
        folder.chmod(0o755)
    packages = {name: make_environment(os.path.join(top, name)) for name in ("copied", "anew")}
    os.remove(os.path.join(packages["anew"], "_start.py"))
    return packages


@pytest.fixture
def play(environments, tmp_path):
    """Plays a script by the program of one of the environments and returns the results."""
    def run(name, script, command=("python3", SCRIPT), variables=(), **config):
        package = environments[name]
        programs = os.path.join(package.partition("/lib/")[0], "bin")
        for part, text in (("players/player.py", script), ("cup/cup.yaml", json.dumps(
                {"players": [{"name": "player", "command": command}], "sequencers": ["random"], "seed": 5, "repeats": 1, **config}))):
            (tmp_path / part).parent.mkdir(exist_ok=True)
            (tmp_path / part).write_text(text)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run([os.path.join(package, "bin", "pentocity"), "run", "cup.yaml", "--jobs", "1", "--fresh", "--out", "out-" + name],
                              env={**environment, "PATH": programs + ":/usr/bin:/bin", **dict(variables)}, cwd=tmp_path / "cup",
                              check=False, capture_output=True, text=True)
        if "no file system" in done.stderr:
            pytest.skip("this machine makes no boxes")
        assert done.returncode in (0, 1), done.stderr
        return pc.Results(tmp_path / "cup" / ("out-" + name))
    return run


# What a game is charged with, in kilobytes.
HELD = """
with open("/proc/self/status") as stream:
    print(sum(int(line.split()[1]) for line in stream if line.startswith(("RssAnon", "VmPTE", "VmSwap"))), file=sys.stderr)
"""


def test_the_same_games_which_hold_no_more_memory(play):
    with open(EXAMPLE, encoding="utf-8") as stream:
        example = BEGIN + stream.read() + HELD
    results, held = {}, {}
    for name in ("copied", "anew"):
        results[name] = play(name, example, repeats=3)
        games = results[name].games
        assert games.status.tolist() == ["ok"] * 3 and games.processes.tolist() == [1] * 3
        words = [text.split() for text in games.stderr]
        assert [word[0] for word in words] == [name] * 3
        held[name] = [int(word[1]) for word in words]
    assert results["copied"].digest == results["anew"].digest
    assert max(held["copied"]) <= min(held["anew"])


TELL = """
import sys
names = sorted(globals())
modules = set(sys.modules) - {"__future__", "gc"}
import atexit, builtins, os, resource, signal, threading
def tell(*what):
    print(*what, file=sys.stderr)
tell(names, __file__, __name__, __spec__, type(__loader__), __doc__)
for name in ("argv", "orig_argv", "path", "executable", "prefix", "base_prefix", "warnoptions", "dont_write_bytecode"):
    tell(name, getattr(sys, name))
tell(sorted(name for name in modules if not name.startswith("pentocity")))
tell(sorted(name for name in vars(builtins) if "pybind11" not in name), sys.getrecursionlimit(), hash("a"))
tell(sorted(os.environ.items()), open("/proc/self/environ").read().count("HOME="), os.getcwd(), os.getpid(), os.getpgrp(), os.umask(0))
tell(os.listdir("/tmp"), os.listdir("/proc/self/fd"), threading.active_count())
for stream in (sys.stdin, sys.stdout, sys.stderr):
    tell(stream, stream.seekable(), stream.line_buffering, stream.write_through, stream.isatty(), type(stream.buffer))
tell([(number, str(signal.getsignal(number))) for number in range(1, 32)], signal.pthread_sigmask(signal.SIG_BLOCK, []))
tell([resource.getrlimit(number) for number in range(16)])
status = open("/proc/self/status").read()
tell([line for line in status.splitlines() if line.startswith(("Groups", "Sig", "Cap", "NoNewPrivs", "Seccomp"))])
atexit.register(tell, "at the end")
threading.Thread(target=lambda: tell("a thread", threading.main_thread().join())).start()
print('{"ready":true}', flush=True)
sys.stdin.readline(), sys.stdin.readline()
def fail(depth):
    ENDING
    if depth > 0: fail(depth - 1)
fail(3)
"""


@pytest.mark.parametrize("ending", ["if depth == 0: raise ValueError('é')", "if depth == 0: sys.exit(7)", "sys.exit('a text')", "os._exit(4)",
                                    "os.kill(os.getpid(), 15)", "pass", "raise SystemExit"])
@pytest.mark.parametrize("words", [["python3", SCRIPT, "a word", "-x"], ["python3", "-u", SCRIPT]])
def test_a_script_meets_what_it_meets_anew(play, environments, words, ending):
    variables = {"PYTHONPATH": "/usr/share/python3::/nowhere"}
    told = {}
    for name in ("copied", "anew"):
        game = play(name, BEGIN + TELL.replace("ENDING", ending), words, variables).games.iloc[0]
        begin, _, rest = game.stderr.replace(environments[name].partition("/lib/")[0], "ENVIRONMENT").partition("\n")
        assert begin == name
        told[name] = [game.status, game.error, *rest.splitlines()]
    assert told["copied"] == told["anew"]


MEET = """
import builtins, os, random
import pentocity
marks = [name for thing in (builtins, sys, pentocity, pentocity.Land, os) for name in vars(thing) if name == "mark"]
marks += [name for name in (*os.listdir("/tmp"), *os.environ) if name.lower() == "mark"]
print(marks, random.random(), os.urandom(8).hex(), pentocity.KINDS[0], file=sys.stderr)
for thing in (builtins, sys, pentocity, pentocity.Land, os):
    try:
        thing.mark = 1
    except TypeError:
        pass
pentocity.KINDS = ["changed"]
os.environ["MARK"] = "1"
random.seed(1)
os.mkdir("/tmp/mark")
sys.modules["random"] = None
"""


def test_a_game_finds_nothing_of_earlier_ones(play):
    games = play("copied", BEGIN + MEET + PLAY, repeats=4).games
    lines = [text.splitlines() for text in games.stderr]
    assert [line[0] for line in lines] == ["copied"] * 4, games[["error", "stderr"]].to_string()
    words = [line[1].split() for line in lines]
    assert {(word[0], word[3]) for word in words} == {("[]", "empty")}
    assert len({word[1] for word in words}) == len({word[2] for word in words}) == 4


# What is run must have no rights, which the process that is copied still has.
RIGHTS = "import sys\nprint({!r}, open('/proc/self/status').read().split('CapPrm:')[1].split()[0], file=sys.stderr)\n"


@pytest.mark.parametrize("path", ["", "players", "more"])
def test_what_a_player_brings_runs_in_its_games_alone(play, tmp_path, path):
    """Its own package of this name and its sitecustomize, in its folder or in one of PYTHONPATH."""
    folder = tmp_path / (path or "players")
    (folder / "pentocity").mkdir(parents=True)
    (folder / "pentocity" / "__init__.py").write_text(RIGHTS.format("own"))
    (folder / "sitecustomize.py").write_text(RIGHTS.format("site"))
    script = RIGHTS.format("script") + "import pentocity\n" + PLAY
    variables = {"PYTHONPATH": str(folder)} if path else {}
    told = {}
    for name in ("copied", "anew"):
        games = play(name, script, ["python3", SCRIPT, str(folder)], variables, repeats=2,
                     players=[{"name": "player", "command": ["python3", SCRIPT], "files": [str(folder)]}]).games
        told[name] = games.stderr.tolist()
    nothing = "0000000000000000"
    assert told["copied"] == told["anew"] == [("site " + nothing + "\n" if path else "") + f"script {nothing}\nown {nothing}\n"] * 2


def test_another_package_that_site_finds_is_imported(play, environments, tmp_path):
    more = tmp_path / "more"
    (more / "pentocity").mkdir(parents=True)
    (more / "pentocity" / "__init__.py").write_text(RIGHTS.format("own"))
    told = {}
    for name in ("copied", "anew"):
        lines = os.path.join(environments[name], "..", "more.pth")
        with open(lines, "w", encoding="utf-8") as stream:
            stream.write(f"import sys; sys.path.insert(0, {str(more)!r})\n")
        try:
            told[name] = play(name, "import sys, pentocity\n" + PLAY, players=[
                {"name": "player", "command": ["python3", SCRIPT], "files": [str(more)]}]).games.stderr.tolist()
        finally:
            os.remove(lines)
    assert told["copied"] == told["anew"] == ["own 0000000000000000\n"]


def test_an_order_of_another_build_is_refused():
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        ours.send(b"sPentocity 1.0.0\n{}")
        script = f"import pentocity._core as core; core._copied_game({theirs.fileno()})"
        assert subprocess.run([sys.executable, "-c", script], pass_fds=[theirs.fileno()], check=False).returncode == 1
        theirs.close()
        assert ours.recv(1) == b""


def test_only_the_interpreter_and_the_package_of_the_program_are_copied(play, tmp_path):
    make_environment(str(tmp_path / "players" / "own"))
    (tmp_path / "players" / "folder").mkdir()
    (tmp_path / "players" / "folder" / "__main__.py").write_text(BEGIN + PLAY)
    commands = {"own": ["../players/own/bin/python3", SCRIPT], "option": ["python3", "-B", SCRIPT], "folder": ["python3", "../players/folder"],
                "text": ["python3", "-c", BEGIN + PLAY], "system": ["/usr/bin/python3", SCRIPT]}
    games = play("copied", BEGIN + PLAY, players=[
        {"name": name, "command": words, "files": ["../players/folder"]} for name, words in commands.items()]).games
    assert games.stderr.str.strip().tolist() == ["anew"] * len(commands) and set(games.status) == {"ok"}


@pytest.mark.parametrize("text", ["def main():\n    raise SystemExit(1)\n", "def main():\n    pass\n", "import nothing\n", "1 +\n",
                                  "def main():\n    import os\n    os.kill(os.getpid(), 9)\n"])
def test_without_a_part_of_the_package_games_begin_anew(play, environments, text):
    with open(os.path.join(environments["anew"], "_start.py"), "w", encoding="utf-8") as stream:
        stream.write(text)
    try:
        games = play("anew", BEGIN + PLAY).games
    finally:
        os.remove(os.path.join(environments["anew"], "_start.py"))
    assert games.stderr[0] == "anew\n" and games.status[0] == "ok"


@pytest.mark.parametrize("deed", ["kept = b'x' * 300_000_000", "kept = bytearray(60_000_000)\nimport os\nfor _ in range(4):\n  os.fork()",
                                  "while True: pass", "import os\nwhile True: os.fork() or sys.stdin.read()"])
def test_limits_hold(play, deed):
    told = {}
    for name in ("copied", "anew"):
        game = play(name, BEGIN + "import time\n" + PLAY.replace("    if \"turn\"", "    " + deed.replace("\n", "\n    ") + "\n    if \"turn\""),
                    memory_limit="200MiB", time_limit="1s").games.iloc[0]
        told[name] = (game.status, game.error)
        assert game.stderr.splitlines()[0] == name
    assert told["copied"] == told["anew"] and told["copied"][0] != "ok", told
