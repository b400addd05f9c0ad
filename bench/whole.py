"""Whole processes, measured in turn: what a user waits for, from the start of a program to its end."""
import os
import re
import statistics
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def commit_of(program):
    """The commit that a program says it is built of."""
    told = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(r"\(commit ([^)]*)\)", told)[1]


def once(command, stdin=None):
    """Runs a command, its output into /dev/null. Returns wall and CPU time in milliseconds; the CPU time is that of all its
    processes that have ended. Raises RuntimeError if it fails; the exit code 1 of a negative answer is no failure."""
    with open(stdin or os.devnull, "rb") as given, open(os.devnull, "wb") as out, tempfile.TemporaryFile() as said:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=out, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)}: {said.read().decode().strip() or process.returncode}")
    return 1000 * wall, 1000 * (used.ru_utime + used.ru_stime)


def rounds(commands, runs):
    """Runs several commands in turn, `runs` times each: so a change of the machine's pace meets all alike. A command is
    (arguments, file for standard input or None). Returns for each a list of wall and CPU times in milliseconds."""
    times = [[] for _ in commands]
    for _ in range(runs):
        for (arguments, stdin), seen in zip(commands, times):
            seen.append(once(arguments, stdin))
    return times


def in_turn(commands, runs):
    """The medians of wall and CPU time of each command, in milliseconds."""
    rounds(commands, 1)  # fills the caches of files
    return [tuple(statistics.median(column) for column in zip(*seen)) for seen in rounds(commands, runs)]


def hello(folder):
    """Compiles a C++ program that prints one line and ends: no program with the C++ library starts faster."""
    path = os.path.join(folder, "hello")
    text = '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n'
    subprocess.run(["g++", "-O2", "-x", "c++", "-", "-o", path], input=text, text=True, check=True)
    return path


def instructions(command, stdin=None):
    """The instructions that a command executes, by valgrind, or None without it. They hardly depend on the load."""
    try:
        with open(stdin or os.devnull, "rb") as given:
            told = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], stdin=given,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False).stderr
    except FileNotFoundError:
        return None
    lines = [line for line in told.splitlines() if "Collected :" in line]
    return int(lines[-1].split()[-1]) if lines else None
