# Channels between two games that run at the same time: one puts bits into slots of time, the other looks. Both begin at a time
# that the driver names. What the other saw goes to the driver, who knows which bits were sent.
OWN = os.path.abspath(__file__)
FOLDER = os.path.dirname(OWN)
CHANNELS = {}


def channel(kind):
    CHANNELS[kind.__name__] = kind
    return kind


class Channel:
    """put(bit) at the begin of a slot, look() towards its end; where the number that is seen is higher, the bit was 1."""

    slot = 0.1  # seconds

    def __init__(self):
        self.kept = []

    def put(self, bit):
        self.off()
        if bit:
            self.on()

    def off(self):
        for one in self.kept:
            with contextlib.suppress(OSError):
                os.close(one) if isinstance(one, int) else one.close()
        self.kept = []

    def ready_to_look(self):
        """Called by the one who looks, before the first slot."""


@attack
def talk(options):
    begin = float(options["begin"])
    bits = [int(b) for b in options["bits"]]
    way = CHANNELS[options["channel"]]()
    speaks = options["role"] == "speaks"
    if time.time() > begin:
        return ["late"]
    if not speaks:
        way.ready_to_look()
    seen = []
    for i in range(len(bits)):
        due = begin + (i + (0 if speaks else 0.7)) * way.slot
        while time.time() < due:
            time.sleep(0.002)
        try:  # what fails in one slot may work in the next
            if speaks:
                way.put(bits[i])
            else:
                seen.append(float(way.look()))
        except OSError as error:
            os.write(2, ("FAILED %r\n" % error).encode())
            if not speaks:
                seen.append(0)
    if speaks:
        time.sleep(way.slot)
        way.off()
        return ["spoke"]
    middle = (min(seen) + max(seen)) / 2
    return ["heard", "".join(str(int(s > middle)) for s in seen)]


class OnFile(Channel):
    path = OWN
    mode = os.O_RDONLY

    def __init__(self):
        super().__init__()
        self.file = os.open(self.path, self.mode)


class Lock(OnFile):
    def on(self):
        self.lock(self.file, True)

    def off(self):
        with contextlib.suppress(OSError):
            self.unlock(self.file)

    def look(self):
        try:
            self.lock(self.file, True)
            self.unlock(self.file)
            return 0
        except OSError:
            return 1

    @staticmethod
    def lock(file, _):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    @staticmethod
    def unlock(file):
        fcntl.flock(file, fcntl.LOCK_UN)


@channel
class flock_own(Lock):
    pass


@channel
class flock_folder(Lock):
    path = FOLDER


@channel
class flock_system(Lock):
    path = "/etc/passwd"


@channel
class flock_null(Lock):
    path = "/dev/null"


@channel
class flock_proc(Lock):
    path = "/proc"


@channel
class flock_tmp(Lock):
    path = "/tmp"


class Record(Lock):
    kind = fcntl.F_RDLCK
    command, mode = fcntl.F_SETLK, os.O_RDWR

    def lock(self, file, _):
        # by who looks for writing, so that a lock for reading is met
        speaks = self.kind
        fcntl.fcntl(file, self.command, struct.pack("hhqqi4x", speaks, 0, 0, 1, 0))

    def unlock(self, file):
        fcntl.fcntl(file, self.command, struct.pack("hhqqi4x", fcntl.F_UNLCK, 0, 0, 1, 0))

    def look(self):
        asked = fcntl.fcntl(self.file, 5 if self.command == fcntl.F_SETLK else 36, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 1, 0))
        return struct.unpack("hhqqi4x", asked)[0] != fcntl.F_UNLCK


@channel
class record_null(Record):
    path, kind = "/dev/null", fcntl.F_WRLCK


@channel
class record_own(Record):
    mode = os.O_RDONLY


@channel
class record_system(Record):
    path, mode = "/etc/passwd", os.O_RDONLY


@channel
class ofd_system(Record):
    path, mode, command = "/etc/passwd", os.O_RDONLY, 37


@channel
class lease(OnFile):
    """A lease for writing is only had on a file that nobody else has open; one may be had by its owner."""

    def on(self):
        self.kept.append(os.open(OWN, os.O_RDONLY))

    def __init__(self):
        Channel.__init__(self)

    def look(self):
        file = os.open(OWN, os.O_RDONLY)
        try:
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
            return 0
        except BlockingIOError:
            return 1
        finally:
            os.close(file)


@channel
class write_hint(OnFile):
    path = OWN

    def on(self):
        fcntl.fcntl(self.file, 1036, struct.pack("Q", 5))

    def off(self):
        fcntl.fcntl(self.file, 1036, struct.pack("Q", 2))

    def look(self):
        return struct.unpack("Q", fcntl.fcntl(self.file, 1035, struct.pack("Q", 0)))[0] == 5


@channel
class write_hint_null(write_hint):
    path = "/dev/null"


@channel
class write_hint_system(write_hint):
    path = "/usr/bin/env"


class Notified(Channel):
    folder = "/usr/share/doc"

    def on(self):
        os.listdir(self.folder)
        for name in sorted(os.listdir(self.folder))[:3]:
            path = os.path.join(self.folder, name)
            with contextlib.suppress(OSError):
                os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)

    def off(self):
        pass


@channel
class dnotify(Notified):
    """Signals about a folder, by fcntl: for who may read it."""

    def ready_to_look(self):
        self.count = 0

        def note(*_):
            self.count += 1
        signal.signal(signal.SIGIO, note)
        self.files = []
        for folder in (self.folder, FOLDER):
            self.files.append(os.open(folder, os.O_RDONLY))
            fcntl.fcntl(self.files[-1], fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_MULTISHOT)

    def on(self):
        Notified.on(self)
        open(OWN, "rb").read(1)

    def look(self):
        out, self.count = self.count, 0
        return out > 0


@channel
class inotify(Notified):
    def ready_to_look(self):
        self.queue = check_result(call("inotify_init1", os.O_NONBLOCK))
        for path in (self.folder, OWN, FOLDER):
            call("inotify_add_watch", self.queue, path.encode(), 0x1 | 0x20)

    def on(self):
        Notified.on(self)
        open(OWN, "rb").read(1)

    def look(self):
        try:
            return len(os.read(self.queue, 65536)) > 0
        except BlockingIOError:
            return 0


@channel
class fanotify(Notified):
    def ready_to_look(self):
        self.queue = check_result(call("fanotify_init", 0x200 | 2, 0))
        for path in (self.folder, OWN, FOLDER):
            call("fanotify_mark", self.queue, 1, 0x1 | 0x20, -100, path.encode())

    on = inotify.on
    look = inotify.look


def check_result(result):
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


@channel
class fifo(Channel):
    """A pipe with a name in the player's folder."""
    path = os.path.join(FOLDER, "pipe")

    def __init__(self):
        super().__init__()
        self.file = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def on(self):
        os.write(self.file, b"1")

    def off(self):
        pass

    def look(self):
        try:
            return len(os.read(self.file, 100)) > 0
        except BlockingIOError:
            return 0


@channel
class abstract_socket(Channel):
    address = "\0pentocity-channel"

    def __init__(self):
        super().__init__()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)

    def ready_to_look(self):
        self.socket.bind(self.address)

    def on(self):
        self.socket.sendto(b"1", self.address)

    def off(self):
        pass

    def look(self):
        try:
            return len(self.socket.recv(100)) > 0
        except BlockingIOError:
            return 0


@channel
class named_socket(abstract_socket):
    address = "/tmp/pentocity-channel"


@channel
class datagram(abstract_socket):
    address = ("127.0.0.1", 47_113)

    def __init__(self):
        Channel.__init__(self)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)


@channel
class port(Channel):
    """A port that one of them takes."""

    def on(self):
        self.kept.append(socket.create_server(("127.0.0.1", 47_114)))

    def look(self):
        try:
            socket.create_server(("127.0.0.1", 47_114)).close()
            return 0
        except OSError:
            return 1


@channel
class files(Channel):
    """Names in all places that one of them can write to."""
    places = ["/tmp", "/var/tmp", "/dev/shm", "/dev", "/dev/mqueue", "/run", "/run/lock", "/", FOLDER, os.getcwd(), os.environ["TMPDIR"],
              os.path.dirname(os.environ["TMPDIR"].rstrip("/"))]

    def on(self):
        for place in self.places:
            works(lambda: open(place + "/pentocity-channel", "w"))

    def off(self):
        for place in self.places:
            works(lambda: os.unlink(place + "/pentocity-channel"))

    def look(self):
        return any(os.path.exists(place + "/pentocity-channel") for place in self.places)


class State(Channel):
    paths = [OWN, FOLDER, os.getcwd()]

    def put(self, bit):
        for path in self.paths:
            works(lambda: self.change(path, bit))

    def look(self):
        found = 0
        for path in self.paths:
            with contextlib.suppress(OSError):
                found += self.state(path)
        return found


@channel
class modes(State):
    @staticmethod
    def change(path, bit):
        os.chmod(path, stat.S_IMODE(os.stat(path).st_mode) & ~0o1000 | (0o1000 if bit else 0))

    @staticmethod
    def state(path):
        return os.stat(path).st_mode & 0o1000 != 0


@channel
class change_times(State):
    @staticmethod
    def change(path, bit):
        os.utime(path, (500 + bit, 500 + bit))

    @staticmethod
    def state(path):
        return os.stat(path).st_mtime == 501


@channel
class xattrs(State):
    @staticmethod
    def change(path, bit):
        os.setxattr(path, "user.pentocity-channel", b"%d" % bit)

    @staticmethod
    def state(path):
        return os.getxattr(path, "user.pentocity-channel") == b"1"


class Crowd(Channel):
    """Threads, which count as processes do."""
    threads = ()

    def on(self):
        self.leave = threading.Event()
        threading.stack_size(65536)
        self.threads = [threading.Thread(target=self.leave.wait) for _ in range(60)]
        for thread in self.threads:
            thread.start()

    def off(self):
        if self.threads:
            self.leave.set()
        for thread in self.threads:
            thread.join()
        self.threads = ()


@channel
class sysinfo(Crowd):
    def look(self):
        info = ctypes.create_string_buffer(256)
        check_result(call("sysinfo", info))
        return struct.unpack_from("H", info, 80)[0]


@channel
class load(Crowd):
    def look(self):
        return int(text_of("/proc/loadavg").split()[3].split("/")[1])


@channel
class own_limit_of_processes(Crowd):
    """How many more may be started, under a limit that it sets itself: what counts is the user."""

    def look(self):
        low, high = 0, 400
        while low < high:
            middle = (low + high) // 2
            if self.may_fork_under(middle):
                high = middle
            else:
                low = middle + 1
        return low

    @staticmethod
    def may_fork_under(limit):
        reader, writer = os.pipe()

        def tried():
            resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))
            os.waitpid(child(lambda: None), 0)
            os.write(writer, b"1")
        os.waitpid(child(tried), 0)
        os.close(writer)
        out = os.read(reader, 1)
        os.close(reader)
        return bool(out)


@channel
class eventfd_number(Channel):
    """Event files are numbered for the whole machine, the lowest free number first."""

    def on(self):
        self.kept = [os.eventfd(0) for _ in range(200)]

    def look(self):
        file = os.eventfd(0)
        out = number_after(text_of("/proc/self/fdinfo/%d" % file), "eventfd-id:")
        os.close(file)
        return out


@channel
class pipe_sizes(Channel):
    """A user with many pipes gets small ones. The pipes are held by several processes, each of which may open few files."""
    slot = 0.4

    def on(self):
        reader, writer = os.pipe()

        def hold():
            os.close(writer)
            kept = []
            with contextlib.suppress(OSError):
                while len(kept) < 900:
                    kept += os.pipe()
            os.read(reader, 1)
        for _ in range(5):
            child(hold)
        os.close(reader)
        self.kept = [writer]

    def off(self):
        super().off()
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)

    def look(self):
        ends = os.pipe()
        size = fcntl.fcntl(ends[0], 1032)
        for end in ends:
            os.close(end)
        return size < 65536


@channel
class files_in_flight(Channel):
    """Open files on their way through sockets are counted for each user, against a limit that each sets itself."""

    def on(self):
        a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.kept += [a, b]
        null = os.open("/dev/null", os.O_RDONLY)
        for _ in range(4):
            socket.send_fds(a, [b"x"], [null] * 200)
        os.close(null)

    def look(self):
        a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
            socket.send_fds(a, [b"x"], [0])
            return 0
        except OSError as error:
            return error.errno == errno.ETOOMANYREFS
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            a.close()
            b.close()


@channel
class queued_signals(Channel):
    """Signals that wait are counted for each user."""

    def __init__(self):
        super().__init__()
        signal.pthread_sigmask(signal.SIG_BLOCK, {40})

    def on(self):
        for _ in range(2000):
            libc.sigqueue(os.getpid(), 40, ctypes.c_void_p(0))

    def off(self):
        while signal.sigtimedwait({40}, 0):
            pass

    def look(self):
        waiting = text_of("/proc/self/status").split("SigQ:")[1].split("/")[0]
        return int(waiting)


@channel
class quota_of_signals(queued_signals):
    """Below a user's namespaces lies the user: one that queues as many as it may takes them from the other."""
    slot = 2

    def on(self):
        while libc.sigqueue(os.getpid(), 40, ctypes.c_void_p(0)) == 0:
            pass

    def look(self):
        full = libc.sigqueue(os.getpid(), 40, ctypes.c_void_p(0)) != 0
        self.off()
        return full


@channel
class pseudo_terminals(Channel):
    def on(self):
        import pty
        for _ in range(8):
            with contextlib.suppress(OSError):
                self.kept += pty.openpty()

    def look(self):
        return int(text_of("/proc/sys/kernel/pty/nr") or 0) + (len(os.listdir("/dev/pts")) if os.path.isdir("/dev/pts") else 0)


class Mapped(Channel):
    """A page of a file that both can read is mapped by one of them, or by both."""

    def __init__(self):
        super().__init__()
        import glob
        candidates = [OWN]
        candidates += sorted(p for p in glob.glob("/usr/lib/*/*.so*") if os.path.getsize(p) > MiB and not os.path.islink(p))
        self.file = open(candidates[-1] if len(candidates) > 1 else OWN, "rb")

    def map(self):
        memory = mmap.mmap(self.file.fileno(), 4096, mmap.MAP_SHARED, mmap.PROT_READ, offset=(os.fstat(self.file.fileno()).st_size // 8192) * 4096)
        memory[0]
        return memory

    def on(self):
        self.kept.append(self.map())

    def ready_to_look(self):
        self.memory = self.map()


@channel
class shared_maps(Mapped):
    def look(self):
        name, own = os.path.basename(self.file.name), 0
        for part in text_of("/proc/self/smaps").split(name)[1:]:
            own += number_after(part, "Shared_Clean:")
        return own


@channel
class page_map(Mapped):
    """Bit 56 of the page's entry: mapped by this process alone."""

    def look(self):
        for line in text_of("/proc/self/maps").splitlines():
            if line.endswith(self.file.name):
                begin = int(line.split("-")[0], 16)
                with open("/proc/self/pagemap", "rb") as pages:
                    pages.seek(begin // 4096 * 8)
                    return not struct.unpack("Q", pages.read(8))[0] >> 56 & 1
        return 0


@channel
class process_numbers(Crowd):
    """The file of a process has a number that counts all processes since the machine was started."""
    last = 0

    def look(self):
        process = child(lambda: time.sleep(0.05))
        file = check_result(call("pidfd_open", process, 0))
        now = os.fstat(file).st_ino
        os.close(file)
        os.waitpid(process, 0)
        out, self.last = now - self.last if self.last else 0, now
        return out


@channel
class open_files(Channel):
    def on(self):
        self.kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(900)]

    def look(self):
        return int(text_of("/proc/sys/fs/file-nr").split()[0])


@channel
class free_memory(Channel):
    def on(self):
        self.memory = bytearray(b"x") * (200 * MiB)

    def off(self):
        self.memory = None

    def look(self):
        return -number_after(text_of("/proc/meminfo"), "MemFree:")


@channel
class memory_of_sysinfo(free_memory):
    def look(self):
        info = ctypes.create_string_buffer(256)
        check_result(call("sysinfo", info))
        return -struct.unpack_from("Q", info, 40)[0]


@channel
class forks(Crowd):
    """Processes that were started since the machine was, of whomever."""
    last = 0

    def look(self):
        now = number_after(text_of("/proc/stat"), "processes")
        out, self.last = now - self.last if self.last else 0, now
        return out


@channel
class disk_space(Channel):
    """Free space and nodes of file systems that both see."""

    def on(self):
        for place in ("/tmp", os.environ["TMPDIR"], "/dev/shm"):
            with contextlib.suppress(OSError):
                with open(place + "/pentocity-space", "wb") as file:
                    file.write(bytes(20 * MiB))
                    os.fsync(file.fileno())

    def off(self):
        for place in ("/tmp", os.environ["TMPDIR"], "/dev/shm"):
            works(lambda: os.unlink(place + "/pentocity-space"))

    def look(self):
        out = 0
        for place in ("/tmp", "/", "/usr", "/dev/shm", "/dev", os.environ["TMPDIR"]):
            with contextlib.suppress(OSError):
                out -= os.statvfs(place).f_bfree
        return out


@channel
class others_signals(Channel):
    """A signal to whatever process lies within reach."""

    def on(self):
        for process in list(range(2, 40)) + [int(n) for n in os.listdir("/proc") if n.isdigit()]:
            if process not in (os.getpid(), os.getppid()) and OWN in text_of("/proc/%d/cmdline" % process):
                works(lambda: os.kill(process, signal.SIGURG))

    def off(self):
        pass

    def ready_to_look(self):
        self.count = 0

        def note(*_):
            self.count += 1
        signal.signal(signal.SIGURG, note)

    def look(self):
        out, self.count = self.count, 0
        return out > 0
