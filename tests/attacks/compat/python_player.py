#!/usr/bin/env python3
"""An honest player that uses much of what Python offers. What does not work is named on standard error."""
import asyncio
import concurrent.futures
import fcntl
import json
import mmap
import multiprocessing
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing import shared_memory


def square(number):
    return number * number


def put_square(queue, number):
    queue.put(number * number)


def asyncio_subprocess():
    async def spawn():
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(6 * 7)", stdout=asyncio.subprocess.PIPE)
        out, _ = await process.communicate()
        return int(out), process.returncode
    return asyncio.run(spawn()) == (42, 0)


def asyncio_shell():
    async def spawn():
        process = await asyncio.create_subprocess_shell("echo hello | cat", stdout=asyncio.subprocess.PIPE)
        return (await process.communicate())[0]
    return asyncio.run(spawn()) == b"hello\n"


def asyncio_executor():
    async def run():
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*[loop.run_in_executor(None, square, n) for n in range(20)])
    return asyncio.run(run()) == [n * n for n in range(20)]


def asyncio_to_thread_and_timeout():
    async def run():
        try:
            await asyncio.wait_for(asyncio.sleep(10), 0.05)
        except asyncio.TimeoutError:
            return True
    return asyncio.run(run())


def asyncio_server():
    async def run():
        async def serve(reader, writer):
            writer.write(await reader.readline())
            await writer.drain()
            writer.close()
        with tempfile.TemporaryDirectory() as folder:
            server = await asyncio.start_unix_server(serve, folder + "/s")
            reader, writer = await asyncio.open_unix_connection(folder + "/s")
            writer.write(b"hi\n")
            answer = await reader.readline()
            writer.close()
            server.close()
            return answer
    return asyncio.run(run()) == b"hi\n"


def temporary_files():
    with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as nameless:
        for one in (file, nameless):
            one.write(b"x" * 100_000)
            one.flush()
        os.rename(file.name, folder + "/moved")
        os.symlink("moved", folder + "/link")
        size = os.path.getsize(folder + "/link")
        os.rename(folder + "/moved", file.name)
        return size == 100_000


def home_is_writable():
    path = os.path.expanduser("~/.cache-of-mine")
    with open(path, "w") as file:
        file.write("x")
    os.unlink(path)
    return True


def pool():
    with multiprocessing.Pool(2) as workers:
        return workers.map(square, range(50)) == [n * n for n in range(50)]


def pool_spawned():
    with multiprocessing.get_context("forkserver").Pool(1) as workers:
        return workers.map(abs, [-1, -2]) == [1, 2]


def queue():
    results = multiprocessing.Queue()
    children = [multiprocessing.Process(target=put_square, args=(results, n)) for n in range(3)]
    for one in children:
        one.start()
    found = sorted(results.get(timeout=10) for _ in children)
    for one in children:
        one.join()
    return found == [0, 1, 4]


def manager_and_values():
    with multiprocessing.Manager() as manager:
        shared = manager.dict()
        shared["a"] = 1
        value, lock, array = multiprocessing.Value("i", 5), multiprocessing.Lock(), multiprocessing.Array("d", 10)
        with lock, value.get_lock():
            value.value += 1
        array[3] = 2.5
        return shared["a"] == 1 and value.value == 6 and array[3] == 2.5


def shared_blocks():
    block = shared_memory.SharedMemory(create=True, size=1 << 20)
    block.buf[5] = 7
    again = shared_memory.SharedMemory(name=block.name)
    found = again.buf[5]
    again.close()
    block.close()
    block.unlink()
    return found == 7


def process_executor():
    with concurrent.futures.ProcessPoolExecutor(2) as workers:
        return list(workers.map(square, range(10))) == [n * n for n in range(10)]


def threads():
    found = []
    lock = threading.Lock()

    def work(number):
        with lock:
            found.append(number)
    many = [threading.Thread(target=work, args=(n,)) for n in range(50)]
    for one in many:
        one.start()
    for one in many:
        one.join(10)
    return sorted(found) == list(range(50))


def subprocesses():
    out = subprocess.run(["sh", "-c", "cat; echo error >&2; exit 3"], input=b"in", capture_output=True)
    return (out.returncode, out.stdout, out.stderr) == (3, b"in", b"error\n")


def killed_child():
    child = subprocess.Popen(["sleep", "30"])
    child.send_signal(signal.SIGTERM)
    return child.wait(10) == -signal.SIGTERM


def stopped_child():
    child = os.fork()
    if child == 0:
        while True:
            time.sleep(0.01)
    os.kill(child, signal.SIGSTOP)
    _, status = os.waitpid(child, os.WUNTRACED)
    stopped = os.WIFSTOPPED(status)
    os.kill(child, signal.SIGCONT)
    _, status = os.waitpid(child, os.WCONTINUED)
    continued = os.WIFCONTINUED(status)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return stopped and continued and os.WTERMSIG(status) == signal.SIGKILL


def fork_and_exec_in_threads():
    found = []
    many = [threading.Thread(target=lambda: found.append(subprocess.check_output(["echo", "x"]))) for _ in range(12)]
    for one in many:
        one.start()
    for one in many:
        one.join(20)
    return found == [b"x\n"] * 12


def alarm_and_signals():
    seen = []
    signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGALRM)
    return len(seen) == 2


def file_locks():
    with tempfile.NamedTemporaryFile() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        fcntl.flock(file, fcntl.LOCK_UN)
        fcntl.lockf(file, fcntl.LOCK_EX)
        fcntl.lockf(file, fcntl.LOCK_UN)
    return True


def database():
    with tempfile.TemporaryDirectory() as folder:
        store = sqlite3.connect(folder + "/x.sqlite")
        store.execute("pragma journal_mode=wal")
        store.execute("create table t(a)")
        store.execute("insert into t values (1)")
        store.commit()
        found = store.execute("select a from t").fetchall()
        store.close()
        return found == [(1,)]


def mapped_table():
    with tempfile.TemporaryFile() as file:
        file.write(os.urandom(1 << 10) * (16 << 10))
        file.flush()
        with mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as table, mmap.mmap(-1, 32 << 20, flags=mmap.MAP_PRIVATE) as own:
            own[5 << 20] = 7
            return table[5 << 10] == table[9 << 10] and len(table) == 16 << 20 and own[5 << 20] == 7


def copies():
    """By calls of the kernel if it has them, and otherwise piece by piece."""
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/a", "wb") as file:
            file.write(b"x" * 300_000)
        shutil.copyfile(folder + "/a", folder + "/b")
        a, b = socket.socketpair()
        reader = threading.Thread(target=lambda: found.append(len(b"".join(iter(lambda: b.recv(65536), b"")))))
        found = []
        reader.start()
        with open(folder + "/a", "rb") as file:
            a.sendfile(file)
        a.close()
        reader.join()
        return os.path.getsize(folder + "/b") == 300_000 and found == [300_000]


def large_table():
    table = {number: number * number for number in range(500_000)}
    return table[499_999] == 499_999 ** 2 and sum(bytearray(100_000_000)) == 0


def deep_recursion():
    def depth(number):
        return 0 if number == 0 else 1 + depth(number - 1)
    found = []
    sys.setrecursionlimit(30_000)
    threading.stack_size(64 << 20)
    one = threading.Thread(target=lambda: found.append(depth(20_000)))
    one.start()
    one.join()
    threading.stack_size(0)
    return found == [20_000]


def many_files():
    with tempfile.TemporaryDirectory() as folder:
        files = [open("%s/%d" % (folder, number), "w+") for number in range(200)]
        for file in files:
            file.write("x")
            file.close()
        return len(os.listdir(folder)) == 200


def arrays():
    """NumPy, with the threads of its linear algebra, where it is installed."""
    try:
        import numpy
    except ImportError:
        return True
    matrix = numpy.arange(250_000.0).reshape(500, 500) % 7
    return (matrix @ matrix).shape == (500, 500) and numpy.linalg.det(numpy.eye(300)) == 1


def socket_pair():
    a, b = socket.socketpair()
    a.sendall(b"x")
    return b.recv(1) == b"x"


def machine():
    import platform
    return os.cpu_count() >= 1 and len(os.sched_getaffinity(0)) >= 1 and platform.system() == "Linux" and os.sysconf("SC_PHYS_PAGES") > 0


def randomness_and_time():
    import secrets
    import zoneinfo
    zoneinfo.ZoneInfo("UTC")
    return len(secrets.token_bytes(16)) == 16 and time.strftime("%Y") > "2000"


def who_am_i():
    import getpass
    import pwd
    try:
        getpass.getuser()
        pwd.getpwuid(os.getuid())
    except (KeyError, OSError):
        pass  # a user without a name is no fault
    return True


def own_files():
    return open(__file__).read(5) == "#!/us" and open("/proc/self/status").read(5) == "Name:" and os.listdir("/proc/self/fd") != []


def devices():
    with open(os.devnull, "w") as null, open("/dev/full", "rb") as zero, open("/dev/urandom", "rb") as random:
        null.write("x")
        return zero.read(4) == bytes(4) and len(random.read(4)) == 4 and subprocess.run(["ls", "/"], stdout=subprocess.DEVNULL).returncode == 0


CHECKS = [asyncio_subprocess, asyncio_shell, asyncio_executor, asyncio_to_thread_and_timeout, asyncio_server, temporary_files,
          home_is_writable, pool, pool_spawned, queue, manager_and_values, shared_blocks, process_executor, threads, subprocesses,
          killed_child, stopped_child, fork_and_exec_in_threads, alarm_and_signals, file_locks, database, mapped_table, copies, large_table,
          deep_recursion, many_files, arrays, socket_pair, machine, randomness_and_time, who_am_i, own_files, devices]


def examine():
    for check in CHECKS:
        try:
            broken = None if check() else "does not do what it should"
        except Exception as error:
            broken = repr(error)
        if broken:
            print("BROKEN %s: %s" % (check.__name__, broken), file=sys.stderr, flush=True)
    print("CHECKED %d" % len(CHECKS), file=sys.stderr, flush=True)


def main():
    sys.stdin.readline()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if "end" in message:
            break
        if message["turn"] == 0:
            examine()
        print(json.dumps({"turn": message["turn"], "accept": False}), flush=True)


if __name__ == "__main__":
    main()
