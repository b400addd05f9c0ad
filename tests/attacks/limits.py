# Ways to use more than is allowed without being seen. Those of memory report how many MiB they hold; kinds of it are in objects.c.


def fan_out(work, times=1):
    """Work in a process that nobody waits for."""
    for _ in range(times):
        child(work)


@attack
def cpu_plain(options):
    burn(6)


@attack
def cpu_ignored_children(options):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    short_lives(6)


def short_lives(seconds, start=None):
    """Children that burn 40 ms each, one after the other."""
    start = start or (lambda: child(lambda: burn(0.04)))
    for _ in range(int(seconds / 0.04)):
        start()
        time.sleep(0.045)


@attack
def cpu_no_wait(options):
    """SA_NOCLDWAIT."""
    action = ctypes.create_string_buffer(struct.pack("QQQQ", 0, 0x04000000 | 2, 0, 0))
    call("rt_sigaction", signal.SIGCHLD, action, 0, 8)
    short_lives(6)


@attack
def cpu_grandchildren(options):
    def one():
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        os.setsid()
        child(lambda: burn(0.04))
        time.sleep(0.06)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    short_lives(6, lambda: child(one))


def cloned(flags):
    made = call("clone", flags, 0, 0, 0, 0)
    if made == 0:
        with contextlib.suppress(BaseException):
            burn(0.04)
        os._exit(0)
    if made < 0:
        raise OSError(-made, os.strerror(-made))
    return made


@attack
def cpu_silent_clone(options):
    """No signal at the end: waited for by nobody but with __WCLONE."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    short_lives(6, lambda: cloned(0))


@attack
def cpu_untraced(options):
    """CLONE_UNTRACED: a child that a tracer is not told of."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    short_lives(6, lambda: cloned(0x00800000 | signal.SIGCHLD))


@attack
def cpu_untraced_clone3(options):
    def start():
        made = call("clone3", ctypes.create_string_buffer(struct.pack("8Q", 0x00800000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)), 64)
        if made == 0:
            burn(0.04)
            os._exit(0)
        if made < 0:
            raise OSError(-made, "clone3")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    short_lives(6, start)


@attack
def cpu_siblings(options):
    """CLONE_PARENT: children of one's own parent."""
    short_lives(6, lambda: cloned(0x00008000 | signal.SIGCHLD))


@attack
def cpu_untraced_siblings(options):
    short_lives(6, lambda: cloned(0x00808000))


@attack
def cpu_killed_in_stop(options):
    """Processes that are killed in the moment after a signal, for which whoever traces them has stopped them."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(300):
        worker = child(lambda: burn(9))
        time.sleep(0.02)
        os.kill(worker, signal.SIGWINCH)
        os.kill(worker, signal.SIGKILL)


@attack
def cpu_threads(options):
    """Threads that come and go, and a first thread that has left."""
    def work():
        end = time.thread_time() + 3
        while time.thread_time() < end:
            pass
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@attack
def cpu_program_of_children(options):
    """Children that become other programs, one of another thread's."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    code = "import time\nwhile time.process_time() < 0.1: pass"
    for _ in range(60):
        threading.Thread(target=lambda: os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", code], os.environ)).start()
        time.sleep(0.11)


@attack
def cpu_after_end(options):
    """The second that it has to leave, in many processes."""
    def late():
        for _ in range(16):
            child(lambda: burn(3))
        burn(3)
    AFTER.append(late)
    return []


@attack
def cpu_signals(options):
    """Signals to itself, each of which whoever traces it is asked about."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    before = time.process_time()
    begin = time.time()
    me = os.getpid()
    while time.process_time() - before < 1.2:
        call("kill", me, signal.SIGCHLD)
    return ["%.1f" % ((time.time() - begin) / 1.2)]


def in_steps(step, total=1024, size=64):
    """Calls step(MiB) until so much is held; tells how far it came."""
    held = 0
    while held < total:
        try:
            step(size)
        except (OSError, MemoryError, ValueError) as error:
            os.write(2, ("FAILED %r\n" % error).encode())
            break
        held += size
        os.write(2, ("GOT [%d]\n" % held).encode())
    time.sleep(0.5)
    return [held]


KEPT = []


@attack
def memory_of_many(options):
    def hog(size):
        def hold():
            kept = bytearray(b"x") * (size * MiB)
            time.sleep(5)
            del kept
        child(hold)
        time.sleep(0.1)
    return in_steps(hog)


@attack
def memory_without_first_thread(options):
    """In processes whose first thread has left: what /proc tells of that one is nothing."""
    reader, writer = os.pipe()

    def hold(size):
        time.sleep(0.05)
        kept = bytearray(b"x") * (size * MiB)
        os.write(writer, b"x")
        time.sleep(5)
        del kept

    def step(size):
        def leave():
            threading.Thread(target=hold, args=(size,)).start()
            call("exit", 0)
        child(leave)
        os.read(reader, 1)
    return in_steps(step)


def at_once(count, size):
    """As fast as it can be had, by one process after the other, all of which keep it."""
    reader, writer = os.pipe()

    def hold():
        kept = mmap.mmap(-1, size * MiB, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        kept.madvise(mmap.MADV_HUGEPAGE)
        ctypes.memset(ctypes.addressof(ctypes.c_char.from_buffer(kept)), 1, size * MiB)
        os.write(writer, b"x")
        time.sleep(5)
    held = 0
    for _ in range(count):
        child(hold)
        os.read(reader, 1)
        held += size
        os.write(2, ("GOT [%d]\n" % held).encode())
    return [held]


@attack
def memory_after_end(options):
    """In the second that it has to leave."""
    AFTER.append(lambda: at_once(10, 100))
    return [0]


@attack
def memory_in_one_go(options):
    return at_once(8, 150)


def as_many_as_possible(most, body):
    """Starts processes that do this, and says how many there are."""
    count = 0
    with contextlib.suppress(OSError):
        while count < most:
            child(body)
            count += 1
            if count % 100 == 0:
                os.write(2, ("GOT [%d]\n" % count).encode())
    time.sleep(1)
    return [count]


@attack
def many_processes(options):
    return as_many_as_possible(4000, lambda: time.sleep(30))


@attack
def many_zombies(options):
    """Processes that have ended, and for which nobody waits."""
    return as_many_as_possible(2000, lambda: None)


@attack
def waited_for(options):
    """As many, one after the other, and each waited for: that is allowed."""
    for _ in range(1500):
        os.waitpid(child(lambda: None), 0)
    return []


@attack
def sessions(options):
    """A session of its own, which has its own share of the processors."""
    reader, writer = os.pipe()

    def part():
        before = open("/proc/self/autogroup").read() if os.path.exists("/proc/self/autogroup") else ""
        with contextlib.suppress(OSError):
            os.setsid()
        after = open("/proc/self/autogroup").read() if before else ""
        os.write(writer, b"1" if before != after or os.getsid(0) == os.getpid() else b"0")
    os.waitpid(child(part), 0)
    return ["a session"] if os.read(reader, 1) == b"1" else []


@attack
def cores(options):
    """A core of its own choice: any of them, one after the other."""
    chosen = []
    for core in range(os.cpu_count()):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {core})
        chosen.append(os.sched_getaffinity(0) == {core})
    return ["any core"] if len(chosen) > 1 and all(chosen) else []


@attack
def out_of_memory(options):
    """All that the machine has, in processes of which each is smaller than the rival's, while it plays."""
    time.sleep(0.5)
    for _ in range(100):
        def hold():
            kept = bytearray(b"x") * (20 * MiB)
            time.sleep(4)
            del kept
        child(hold)
    time.sleep(4)
    return []


@attack
def many_threads(options):
    count = 0
    threading.stack_size(65536)
    with contextlib.suppress(RuntimeError):
        while count < 4000:
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
            count += 1
            if count % 100 == 0:
                os.write(2, ("GOT [%d]\n" % count).encode())
    time.sleep(1)
    return [count]


@attack
def fork_bomb(options):
    for _ in range(12):  # 4,096 processes at most
        with contextlib.suppress(OSError):
            os.fork()
    time.sleep(3)
    return [sum(name.isdigit() for name in os.listdir("/proc"))]


@attack
def slow(options):
    """Always in time, never at an end: a little under the limit for each move."""
    time.sleep(0.9)
    original = globals()["say"]

    def slow_say(message):
        time.sleep(0.9)
        original(message)
    globals()["say"] = slow_say
    return []


@attack
def big_file(options):
    """One file of more than there is room for."""
    held = 0
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with contextlib.suppress(OSError), open(os.environ["TMPDIR"] + "/big", "wb", buffering=0) as file:
        for _ in range(200):
            held += file.write(b"x" * MiB) // MiB
    os.unlink(os.environ["TMPDIR"] + "/big")
    return [held]


@attack
def event_storm(options):
    """Processes that never stop giving whoever traces them something to attend to."""
    def storm():
        me = os.getpid()
        while True:
            call("kill", me, signal.SIGURG)
    for _ in range(12):
        child(storm)
    storm()


@attack
def fork_storm(options):
    """The same with processes that come and go."""
    def storm():
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            with contextlib.suppress(OSError):
                child(lambda: None)
    for _ in range(12):
        child(storm)
    storm()


@attack
def starve(options):
    """Takes as many open files in flight, pipes and waiting signals as its user may have, for others' games and the program to miss."""
    kept = []

    def hold():
        with contextlib.suppress(OSError):
            null = os.open("/dev/null", os.O_RDONLY)
            while True:
                a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
                kept.extend((a, b))
                for _ in range(5):
                    socket.send_fds(a, [b"x"], [null] * 250)
        with contextlib.suppress(OSError):
            while len(kept) < 800:
                kept.append(os.pipe())
        time.sleep(4)
    for _ in range(8):
        child(hold)
    time.sleep(4)
    return []


@attack
def killed_at_birth(options):
    """Processes that are killed before whoever counts them has heard of them, their numbers being guessed: one that waits for their end waits for ever."""
    reader, writer = os.pipe()

    def killer():
        os.set_blocking(reader, False)
        number, end = os.getpid() + 1, time.time() + 4
        while time.time() < end:
            number += libc.kill(number, 9) == 0
            with contextlib.suppress(BlockingIOError):
                number = int(os.read(reader, 4096).split()[-1]) + 1
    child(killer)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    end = time.time() + 3
    while time.time() < end:
        os.write(writer, b"%d\n" % child(lambda: None))
    return []


@attack
def brood(options):
    """Leaves while its children start others that stay."""
    def breed():
        while True:
            with contextlib.suppress(OSError):
                child(lambda: time.sleep(1000))
    for _ in range(4):
        child(breed)
    time.sleep(0.05)
    os._exit(3)
