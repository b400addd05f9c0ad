"""What all attackers have in common. The driver writes this and one family of attacks into one file, so that a player is one
file. Each attack is a function of its options; what it got hold of it returns as a list of words, which go to standard error
as a line `GOT [...]` and, shortened, into the note of the first move. All moves are rejects."""
import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time

ATTACKS = {}
EACH = []  # what to do before each answer, given the turn and the time at which it was asked for
AFTER = []  # what to do after the last message
MiB = 1 << 20
libc = ctypes.CDLL(None, use_errno=True)
seccomp = ctypes.CDLL("libseccomp.so.2")


def attack(function):
    ATTACKS[function.__name__] = function
    return function


def report(found):
    text = "GOT " + json.dumps(found) + "\n"
    os.write(2, text.encode())


def say(message):
    os.write(1, (json.dumps(message) + "\n").encode())


def call(what, *arguments):
    """A system call by its name, whose number differs between kinds of processors, or, if libseccomp may not know it yet, by
    its number, as new ones have the same everywhere: its result, or the error as a negative number."""
    number = what if isinstance(what, int) else seccomp.seccomp_syscall_resolve_name(what.encode())
    if number == -1:
        raise ValueError("no system call " + what)
    values = [ctypes.c_char_p(a) if isinstance(a, bytes) else ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *values)
    return -ctypes.get_errno() if result == -1 else result


def works(action):
    """Whether it raises no error."""
    try:
        action()
        return True
    except (OSError, ValueError, AttributeError):
        return False


def text_of(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 20).decode(errors="replace")
    except OSError:
        return ""


def number_after(text, key):
    for line in text.splitlines():
        if line.startswith(key):
            return int(line[len(key):].split()[0])
    return 0


def child(action):
    """A process that does this and leaves."""
    process = os.fork()
    if process == 0:
        with contextlib.suppress(BaseException):
            action()
        os._exit(0)
    return process


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def main():
    hello = json.loads(sys.stdin.readline())
    options = hello["options"]
    say({"ready": True})
    for line in sys.stdin:
        asked = time.monotonic()
        message = json.loads(line)
        if "end" in message:
            for action in AFTER:
                action()
            break
        answer = {"turn": message["turn"], "accept": False}
        if message["turn"] == 0:
            try:
                found = ATTACKS[options["attack"]](options)
            except Exception as error:  # an attack that fails has got nothing, but should say why
                os.write(2, ("FAILED %r\n" % error).encode())
                found = []
            if found is not None:
                report(found)
                answer["note"] = ("got " + json.dumps(found))[:200]
        for action in EACH:
            action(message["turn"], asked)
        say(answer)
