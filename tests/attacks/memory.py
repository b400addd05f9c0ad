# What a game could leave to the next game of the same player. Each looks first for what an earlier game left, then leaves it.
# Some report a number, which the driver compares from game to game.
OWN = os.path.abspath(__file__)
MARK = "user.pentocity-mark"


def recalled(looked, leave):
    found = ["what an earlier game left"] if looked else []
    with contextlib.suppress(OSError, ValueError):
        leave()
    return found


def shared_things():
    """What a game has in common with the next and belongs to the test: its own file and folder, the config's folder, TMPDIR's.
    That the system's files can be changed is found by `system_files`, which leaves them as they are."""
    return [OWN, os.path.dirname(OWN), os.getcwd(), os.path.dirname(os.environ["TMPDIR"].rstrip("/"))]


def on_things(look, leave, more=()):
    found = []
    for path in shared_things() + list(more):
        with contextlib.suppress(OSError, ValueError):
            if look(path):
                found.append(path)
    for path in shared_things() + list(more):
        with contextlib.suppress(OSError, ValueError):
            leave(path)
    return found


@attack
def xattr(options):
    def leave(path):
        with contextlib.suppress(OSError):
            os.setxattr(path, MARK, b"1")
        # setxattrat, Linux 6.13
        value = ctypes.create_string_buffer(b"1")
        call(463, -100, path.encode(), 0, MARK.encode(), ctypes.create_string_buffer(struct.pack("QII", ctypes.addressof(value), 1, 0)), 16)
    return on_things(lambda p: MARK in os.listxattr(p), leave)


@attack
def own_folder(options):
    """Folders of its own that cannot be listed, so that who wants to empty them does not see what is in them."""
    out, place = [], os.environ["TMPDIR"]
    os.umask(0)
    for name, folder_mode in (("unseen", 0o300), ("closed", 0o500), ("none", 0)):
        path = "%s/%s" % (place, name)
        if os.path.isdir(path):
            out.append("the folder %s of an earlier game" % name)
        with contextlib.suppress(OSError):
            os.mkdir(path, 0o700 if folder_mode == 0o500 else folder_mode)
            with contextlib.suppress(OSError), open(path + "/left", "w") as file:
                file.write("x")
            os.chmod(path, folder_mode)
    return out


@attack
def mode(options):
    def leave(path):
        now = stat.S_IMODE(os.stat(path).st_mode)
        with contextlib.suppress(OSError):
            os.chmod(path, now | 0o1000)
        call(452, -100, path.encode(), now | 0o1000, 0)
    return on_things(lambda p: os.stat(p).st_mode & 0o1000, leave)


@attack
def times(options):
    return on_things(lambda p: 77_000 in (int(os.stat(p).st_mtime), int(os.stat(p).st_atime)), lambda p: os.utime(p, (77_000, 77_000)))


@attack
def file_flags(options):
    def flags(path):
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            return struct.unpack("i", fcntl.ioctl(file, 0x80086601, struct.pack("q", 0))[:4])[0]
        finally:
            os.close(file)

    def leave(path):
        now = flags(path)  # without `nodump` (0x40) in a file that the driver made
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.ioctl(file, 0x40086602, struct.pack("q", now | 0x40))
        finally:
            os.close(file)
    return on_things(lambda p: flags(p) & 0x40, leave)


@attack
def write_hint(options):
    """F_SET_RW_HINT: three bits in the inode in memory, through a file that is open for reading."""
    def look(path):
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            return struct.unpack("Q", fcntl.fcntl(file, 1024 + 11, struct.pack("Q", 0)))[0] == 5
        finally:
            os.close(file)

    def leave(path):
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.fcntl(file, 1024 + 12, struct.pack("Q", 5))
        finally:
            os.close(file)
    return on_things(look, leave, ["/dev/null", "/dev/zero", "/usr/bin/env", "/usr", "/etc/hostname"])  # the driver clears it


@attack
def read_times(options):
    """The time of the last access: of files that nobody reads, and of its own folder's."""
    marks = [os.path.join(os.path.dirname(OWN), name) for name in os.listdir(os.path.dirname(OWN)) if name.startswith("unread")]
    before = {p: os.stat(p).st_atime_ns for p in marks}
    found = [p for p in marks if before[p] > os.stat(p).st_mtime_ns]
    for path in marks:
        open(path, "rb").read()
    return found


@attack
def names(options):
    """Files and folders anywhere it can write, and other names of its own."""
    places = ["/tmp", "/var/tmp", "/dev/shm", "/dev", "/dev/mqueue", "/run", "/run/lock", "/", "/home", "/root", "/proc", os.getcwd(),
              os.path.dirname(OWN), os.environ["TMPDIR"], os.path.expanduser("~"), os.path.dirname(os.environ["TMPDIR"].rstrip("/"))]
    found = [place for place in places if os.path.lexists(place + "/pentocity-mark")]
    for place in places:
        for action in (lambda: os.mkdir(place + "/pentocity-mark"), lambda: os.symlink("x", place + "/pentocity-mark"),
                       lambda: os.link(OWN, place + "/pentocity-mark"), lambda: os.mkfifo(place + "/pentocity-mark")):
            works(action)
    return found


@attack
def own_number(options):
    """Process numbers, when each game starts processes of its own."""
    found = [os.getpid()]
    for _ in range(300):
        os.waitpid(child(lambda: None), 0)
    return found


@attack
def keeper_clock(options):
    """CPU time of the processes that were there before: what they did themselves, and what they waited for."""
    found = []
    for process in (1, os.getppid()):
        clock = (~process << 3) | 2
        t = ctypes.create_string_buffer(16)
        if call("clock_gettime", clock, t) == 0:
            found.append(round(struct.unpack("qq", t)[0] + struct.unpack("qq", t)[1] / 1e9, 1))
        fields = text_of("/proc/%d/stat" % process).rpartition(")")[2].split()
        if fields:
            found += [int(f) // 20 for f in fields[11:15]]
        found.append(number_after(text_of("/proc/%d/status" % process), "VmHWM:") // 20_000)
    burn(0.6)
    hog = bytearray(60 * MiB)
    del hog
    return found


@attack
def sysv(options):
    made = call("shmget", 4711, 4096, 0o1600)  # shmget, as large and with 01000: made if it is not there
    found = ["shared memory"] if call("shmget", 4711, 4096, 0o600) >= 0 and made < 0 else []
    for number, name, arguments in ((64, "semaphore", (1,)), (68, "queue", ())):
        if call(number, 4711, *arguments, 0o600) >= 0:
            found.append(name)
        call(number, 4711, *arguments, 0o1600)
    if call("mq_open", b"mark", 2, 0, 0) >= 0:
        found.append("POSIX queue")
    call("mq_open", b"mark", 0o102, 0o600, 0)
    return found + (["made"] if made >= 0 else [])


@attack
def survivor(options):
    """A process that hides from the end of its game: by its session, its parents, its signals."""
    found = []
    address = "\0pentocity-survivor"
    with contextlib.suppress(OSError):
        meet = socket.socket(socket.AF_UNIX)
        meet.settimeout(0.2)
        meet.connect(address)
        found.append("its socket")
    with contextlib.suppress(OSError):
        meet = socket.create_connection(("127.0.0.1", 47_110), 0.2)
        found.append("its port")
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit() and "survivor-of-a-game" in text_of("/proc/%s/comm" % name) + text_of("/proc/%s/cmdline" % name):
            found.append("itself")

    def live_on():
        os.setsid()
        for number in range(1, 32):
            with contextlib.suppress(OSError):
                signal.signal(number, signal.SIG_IGN)
        libc.prctl(15, b"survivor-of-a-", 0, 0, 0)
        libc.prctl(1, 0, 0, 0, 0)

        def stay():
            libc.prctl(15, b"survivor-of-a-", 0, 0, 0)
            kept = []
            with contextlib.suppress(OSError):
                kept.append(socket.socket(socket.AF_UNIX))
                kept[-1].bind(address)
                kept[-1].listen()
            with contextlib.suppress(OSError):
                kept.append(socket.socket())
                kept[-1].bind(("127.0.0.1", 47_110))
                kept[-1].listen()
            os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(20)", "survivor-of-a-game"]) if not kept else time.sleep(20)
        for _ in range(3):
            child(stay)
        stay()
    child(live_on)
    # clone with CLONE_UNTRACED and no signal at its end; and with the parent's parent as parent
    for flags in (0x00800000, 0x00008000 | signal.SIGCHLD, 0):
        made = call("clone", flags, 0, 0, 0, 0)
        if made == 0:
            with contextlib.suppress(BaseException):
                os.setsid()
                os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(20)", "survivor-of-a-game"])
            os._exit(0)
    time.sleep(0.3)
    return found


@attack
def keyring(options):
    found = []
    for ring in (-1, -2, -3, -4, -5, -7):
        if call("keyctl", 10, ring, b"user", b"pentocity-mark", 0) >= 0:  # KEYCTL_SEARCH
            found.append("keyring %d" % ring)
    if "pentocity-mark" in text_of("/proc/keys"):
        found.append("/proc/keys")
    for ring in (-3, -4, -5):
        call("add_key", b"user", b"pentocity-mark", b"x", 1, ring)
    return found


@attack
def net_traces(options):
    """Counters and sockets of a network namespace that outlives the game."""
    found = []
    for line in text_of("/proc/net/dev").splitlines():
        if line.strip().startswith("lo:") and int(line.split()[1]) > 400:
            found.append("bytes on lo")
    rows = [row.split() for row in text_of("/proc/net/snmp").splitlines() if row.startswith("Udp:")]
    if len(rows) == 2 and int(rows[1][1]) + int(rows[1][2]) + int(rows[1][4]) > 5:
        found.append("datagrams")
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        for _ in range(20):
            datagrams.sendto(bytes(100), ("127.0.0.1", 9))
    return found


def bound(port):
    with socket.socket() as s:
        s.bind(("127.0.0.1", port))


@attack
def time_wait(options):
    """A port that cannot be bound since the game before closed its connection."""
    if not works(lambda: bound(47_112)):
        return ["a port that is waiting"] if works(lambda: bound(47_113)) else []
    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as out:
        out.bind(("127.0.0.1", 47_112))
        out.connect(listener.getsockname())
        inside, _ = listener.accept()
        out.close()
        time.sleep(0.05)
        inside.close()
    return []


@attack
def inheritance(options):
    """Limits, niceness and the like of the process that starts the games, set from a game, met in the next."""
    found = []
    with contextlib.suppress(OSError, ValueError):
        if resource.getrlimit(resource.RLIMIT_RTTIME)[1] == 77_000_000:
            found.append("limit")
    if os.getpriority(os.PRIO_PROCESS, 0) == 7:
        found.append("niceness")
    if call("ioprio_get", 1, 0) == (2 << 13 | 6):
        found.append("ioprio")
    if text_of("/proc/self/oom_score_adj").strip() == "77":
        found.append("oom score")
    for process in {os.getppid(), 1} - {os.getpid(), 0}:
        works(lambda: resource.prlimit(process, resource.RLIMIT_RTTIME, (77_000_000, 77_000_000)))
        works(lambda: os.setpriority(os.PRIO_PROCESS, process, 7))
        call("ioprio_set", 1, process, 2 << 13 | 6)
        works(lambda: open("/proc/%d/oom_score_adj" % process, "w").write("77"))
    return found


@attack
def inherited_files(options):
    """Settings of open files that games have in common: whom they signal, where they stand, how they are open."""
    found = []
    for fd in range(256):
        with contextlib.suppress(OSError):
            if fcntl.fcntl(fd, fcntl.F_GETSIG) == 40:
                found.append("signal of %d" % fd)
            if os.lseek(fd, 0, os.SEEK_CUR) == 77:
                found.append("position of %d" % fd)
    for fd in range(256):
        works(lambda: fcntl.fcntl(fd, fcntl.F_SETSIG, 40))
        works(lambda: os.lseek(fd, 77, os.SEEK_SET))
    return found


@attack
def kernel_log(options):
    """What the kernel says of a crash at an address of its choice."""
    buffer = ctypes.create_string_buffer(1 << 20)
    length = call("syslog", 3, buffer, 1 << 20)
    text = (buffer.raw[:length].decode(errors="replace") if length > 0 else "")
    found = ["the address of a crash"] if "7777000" in text else ["the log"] if text else []
    process = os.fork()
    if process == 0:
        ctypes.string_at(0x77770000)
    os.waitpid(process, 0)
    return found


@attack
def inode_counter(options):
    """The kernel numbers pipes with one counter for all: a game moves it to a place of its choice, the next reads it."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    def number():
        a, b = os.pipe()
        out = os.fstat(a).st_ino
        os.close(a)
        os.close(b)
        return out
    found = [number() >> 15 & 15]
    while number() >> 15 & 15 != 11 and time.process_time() < 8:
        pass
    return found


@attack
def socket_numbers(options):
    """The kernel numbers sockets and networks that are asked for it with counters for all, which hardly anybody else moves."""
    found = []
    a, b = socket.socketpair()
    for name, option in (("cookie", 57), ("cookie of its network", 71), ("handle of its peer", 77)):
        with contextlib.suppress(OSError):
            found.append("a %s: %s" % (name, a.getsockopt(socket.SOL_SOCKET, option, 8).hex()))
    return found


@attack
def page_cache(options):
    """Which pages of a file that nobody reads are in the memory of the machine, seen without a clock: a page that was not there
    is a major fault. The driver ships the file and drops it from memory, if it can, before the run."""
    path = os.path.join(os.path.dirname(OWN), "unread.big")
    file = os.open(path, os.O_RDONLY)
    memory = mmap.mmap(file, 0, mmap.MAP_SHARED, mmap.PROT_READ)
    memory.madvise(mmap.MADV_RANDOM)
    faults = []
    for page in range(0, 64, 4):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
        memory[page * 4096]
        faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_majflt - before)
    return [sum(faults)]


@attack
def residency(options):
    """The same, asked for directly."""
    path = os.path.join(os.path.dirname(OWN), "unread.big")
    file = os.open(path, os.O_RDONLY)
    found = []
    size = os.fstat(file).st_size
    libc.mmap.restype = ctypes.c_void_p
    at = libc.mmap(None, ctypes.c_size_t(size), 1, 2, file, ctypes.c_long(0))
    pages = ctypes.create_string_buffer(size // 4096)
    if call("mincore", ctypes.c_void_p(at), ctypes.c_size_t(size), pages) == 0:
        found.append("mincore %d" % sum(b & 1 for b in pages.raw))
    state = ctypes.create_string_buffer(40)
    if call(451, file, ctypes.create_string_buffer(struct.pack("QQ", 0, size)), state, 0) == 0:
        found.append("cachestat %d" % struct.unpack_from("Q", state)[0])
    with contextlib.suppress(OSError):
        found.append("nowait %d" % (os.preadv(file, [bytearray(4096)], 63 * 4096, 8) > 0))
    memory = mmap.mmap(file, 0, mmap.MAP_SHARED | 0x8000 | 0x10000, mmap.PROT_READ)  # MAP_POPULATE, MAP_NONBLOCK
    smaps = text_of("/proc/self/smaps")
    for part in smaps.split("unread.big")[-1:]:
        if "unread.big" in smaps:
            found.append("populated %d" % (number_after(part, "Rss:") // 128))
    del memory
    for page in range(64):
        os.pread(file, 4096, page * 4096)
    return found


@attack
def fault_around(options):
    """A page that is touched brings those of its neighbours into the process that were in memory already, and no others."""
    path = os.path.join(os.path.dirname(OWN), "unread.big")
    file = os.open(path, os.O_RDONLY)
    memory = mmap.mmap(file, 0, mmap.MAP_SHARED, mmap.PROT_READ)
    memory.madvise(mmap.MADV_RANDOM)
    memory[0]
    begin = [int(line.split("-")[0], 16) for line in text_of("/proc/self/maps").splitlines() if line.endswith("unread.big")]
    with open("/proc/self/pagemap", "rb") as pages:
        pages.seek(begin[0] // 4096 * 8)
        present = [entry >> 63 for entry in struct.unpack("16Q", pages.read(128))]
    for page in range(16):
        memory[page * 4096]
    return [sum(present)]


@attack
def whole_memory(options):
    """All memory of this process, part of which may be a copy of another one's: what an earlier game left there, and words of the
    host, which the options spell backwards. No such word is ever whole in what looks for it."""
    words = options["backwards"].split(":") + ["4711 emag reilrae na"]
    found = []
    for line in text_of("/proc/self/maps").splitlines():
        begin, end = (int(number, 16) for number in line.split()[0].split("-"))
        with contextlib.suppress(OSError, OverflowError), open("/proc/self/mem", "rb", buffering=0) as memory:
            memory.seek(begin)
            for word in words:
                head, tail = word[:len(word) // 2 - 1:-1].encode(), word[len(word) // 2 - 1::-1].encode()
                memory.seek(begin)
                found += ["%s... in %s" % (head.decode(), line.split()[-1]) for part in memory.read(end - begin).split(head)[1:] if part.startswith(tail)]
    KEPT.extend(words[-1][::-1] + str(number) for number in range(1000))
    os.environ["MARK"] = KEPT[0]
    return sorted(set(found))


KEPT = []
