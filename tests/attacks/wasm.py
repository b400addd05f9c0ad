"""Makes modules of WebAssembly: from text, by the runtime itself, or section by section, for what would be too long as text."""
import ctypes
import functools
import os
import pathlib

from folders import Skipped

WASI = "wasi_snapshot_preview1"
# All functions of WASI preview 1 with what they take, a letter for each argument: i of 32 bits, I of 64.
CALLS = dict(pair.split(":") for pair in """args_get:ii args_sizes_get:ii environ_get:ii environ_sizes_get:ii clock_res_get:ii clock_time_get:iIi
    fd_advise:iIIi fd_allocate:iII fd_close:i fd_datasync:i fd_fdstat_get:ii fd_fdstat_set_flags:ii fd_fdstat_set_rights:iII fd_filestat_get:ii
    fd_filestat_set_size:iI fd_filestat_set_times:iIIi fd_pread:iiiIi fd_prestat_get:ii fd_prestat_dir_name:iii fd_pwrite:iiiIi fd_read:iiii
    fd_readdir:iiiIi fd_renumber:ii fd_seek:iIii fd_sync:i fd_tell:ii fd_write:iiii path_create_directory:iii path_filestat_get:iiiii
    path_filestat_set_times:iiiiIIi path_link:iiiiiii path_open:iiiiiIIii path_readlink:iiiiii path_remove_directory:iii path_rename:iiiiii
    path_symlink:iiiii path_unlink_file:iii poll_oneoff:iiii proc_exit:i proc_raise:i sched_yield: random_get:ii sock_accept:iii
    sock_recv:iiiiii sock_send:iiiii sock_shutdown:ii""".split())
KINDS = {"i": "i32", "I": "i64"}


@functools.cache
def runtime(binary):
    """The library that the program opens."""
    beside = pathlib.Path(binary).parent
    for place in (os.environ.get("PENTOCITY_WASMTIME", ""), beside / "libwasmtime-50.0.1.so", beside.parent / "lib/pentocity/libwasmtime-50.0.1.so",
                  "/usr/local/lib/pentocity/libwasmtime-50.0.1.so"):
        if os.path.isfile(place):
            library = ctypes.CDLL(str(place))
            library.wasmtime_wat2wasm.restype = ctypes.c_void_p
            return library
    raise Skipped("no Wasmtime (scripts/install-dependencies wasm)")


class Bytes(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("data", ctypes.c_void_p)]


def of_text(text, binary):
    """The bytes of a module that is written as text."""
    library, out = runtime(binary), Bytes()
    error = library.wasmtime_wat2wasm(text.encode(), ctypes.c_size_t(len(text.encode())), ctypes.byref(out))
    if error:
        library.wasmtime_error_message(ctypes.c_void_p(error), ctypes.byref(out))
    made = ctypes.string_at(out.data, out.size)
    library.wasm_byte_vec_delete(ctypes.byref(out))
    if error:
        library.wasmtime_error_delete(ctypes.c_void_p(error))
        raise ValueError(made.decode())
    return made


def player_text(act, more="", imports="", pages=64, memory='(export "memory")', begin=""):
    """A player that rejects everything. Before each answer it does what `act` says, with the number of the turn in $turn and
    $i and $v for use; `begin` is done once. Free for use are the bytes from 4096 to 65535 and from 131072 on."""
    return """(module
  (import "%(wasi)s" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "%(wasi)s" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  %(imports)s
  (memory %(memory)s %(pages)s)
  (data (i32.const 64) "{\\22ready\\22:true}\\0a")
  (data (i32.const 128) "{\\22turn\\22:    ,\\22accept\\22:false}\\0a")
  (func $read (result i32)
    (i32.store (i32.const 0) (i32.const 65536)) (i32.store (i32.const 4) (i32.const 65536)) (i32.store (i32.const 8) (i32.const 0))
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.load (i32.const 8)))
  (func $write (param $file i32) (param $at i32) (param $size i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $size))
    (drop (call $fd_write (local.get $file) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $check (param $is i32) (param $should_be i32)
    (if (i32.ne (local.get $is) (local.get $should_be)) (then (unreachable))))
  (func $act (param $turn i32) (local $i i32) (local $v v128) %(act)s)
  (func $begin (local $i i32) %(begin)s)
  (func $turn (result i32) (local $at i32) (local $turn i32)
    (local.set $at (i32.const 65544))
    (loop $digit
      (local.set $turn (i32.add (i32.mul (local.get $turn) (i32.const 10)) (i32.sub (i32.load8_u (local.get $at)) (i32.const 48))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $digit (i32.ge_u (i32.load8_u (local.get $at)) (i32.const 48))))
    (local.get $turn))
  (func $answer (param $turn i32) (local $at i32)
    (local.set $at (i32.const 139))
    (loop $digit
      (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.rem_u (local.get $turn) (i32.const 10))))
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (br_if $digit (local.tee $turn (i32.div_u (local.get $turn) (i32.const 10)))))
    (call $write (i32.const 1) (i32.const 128) (i32.const 29)))
  %(more)s
  (func $main (export "_start") (local $turn i32)
    (call $begin)
    (drop (call $read))
    (call $write (i32.const 1) (i32.const 64) (i32.const 15))
    (loop $next
      (if (i32.eqz (call $read)) (then (return)))
      (if (i32.eq (i32.load8_u (i32.const 65538)) (i32.const 101)) (then (return)))
      (local.set $turn (call $turn))
      (call $act (local.get $turn))
      (call $answer (local.get $turn))
      (br $next))))
""" % {"wasi": WASI, "act": act, "more": more, "imports": imports, "pages": pages, "memory": memory, "begin": begin}


def imports_of(names):
    """As text, the imports of these functions, which are then called by their names."""
    return "\n".join('(import "%s" "%s" (func $%s%s%s))' % (
        WASI, n, n, "".join(" (param %s)" % KINDS[k] for k in CALLS[n]), "" if n == "proc_exit" else " (result i32)") for n in names)


def number(value):
    """An unsigned number (LEB128)."""
    out = bytearray()
    while True:
        out.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(out)


def sized(content):
    return number(len(content)) + content


def several(items):
    return number(len(items)) + b"".join(items)


def section(kind, content):
    return bytes([kind]) + sized(content)


def custom(name, content):
    return section(0, sized(name) + content)


def function(code, locals_of=()):
    """A body: groups of local variables, as pairs of a number and a kind, and instructions."""
    return sized(several([number(count) + kind for count, kind in locals_of]) + code + b"\x0b")


I32, I64, FUNCREF = b"\x7f", b"\x7e", b"\x70"


def type_of(takes=(), returns=()):
    return b"\x60" + several(list(takes)) + several(list(returns))


def module(*sections):
    return b"\0asm\1\0\0\0" + b"".join(sections)


def of_bodies(bodies, *more, types=(type_of(),), kinds=None, before_code=()):
    """A module of these bodies, of which the first is `_start`. `kinds` has the numbers of their types (all 0)."""
    return module(section(1, several(list(types))), section(3, several([number(k) for k in kinds or [0] * len(bodies)])), *before_code,
                  section(7, several([sized(b"_start") + b"\0\0"])), *more, section(10, several(bodies)))
