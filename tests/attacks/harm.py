# What a player could do to others' files, to the system and to the process that keeps it.


def own_ids():
    return os.getuid(), os.getgid()


def harmless_changes(path):
    """Ways to change a file or folder that change nothing, or can be told from its state afterwards."""
    out = []
    try:
        path = os.path.realpath(path)  # a link's mode would be given to what it leads to
        now = os.stat(path, follow_symlinks=False)
    except OSError:
        return out
    tries = {
        "chmod": lambda: os.chmod(path, stat.S_IMODE(now.st_mode)),
        "fchmodat2": lambda: check_call(452, -100, path.encode(), stat.S_IMODE(now.st_mode), 0),
        "utime": lambda: os.utime(path, ns=(now.st_atime_ns, now.st_mtime_ns), follow_symlinks=False),
        "chown": lambda: os.chown(path, -1, now.st_gid, follow_symlinks=False),
        "open for writing": lambda: os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK)),
        "access says writable": lambda: None if os.access(path, os.W_OK) else check(-1),
    }
    for name, action in tries.items():
        if works(action):
            out.append("%s %s" % (name, path))
    return out


def check(result):
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


def check_call(*arguments):
    return check(call(*arguments))


@attack
def spoil(options):
    """A rival's files, the config, the results: everything that would ruin them. They belong to the test."""
    out = []
    for path in options["paths"].split(":"):
        tries = {
            "xattr": lambda p=path: os.setxattr(p, "user.was", b"here"),
            "truncate": lambda p=path: os.truncate(p, 0),
            "write": lambda p=path: open(p, "a").write("x"),
            "utime": lambda p=path: os.utime(p, (1, 1)),
            "flags": lambda p=path: set_nodump(p),
            "link": lambda p=path: os.link(p, p + ".link"),
            "rename": lambda p=path: os.rename(p, p + ".gone"),
            "unlink": lambda p=path: os.unlink(p),
            "setuid": lambda p=path: os.chmod(p, 0o6755),
            "chmod 0": lambda p=path: os.chmod(p, 0),
            "chown": lambda p=path: os.chown(p, *own_ids()),
            "beside": lambda p=path: os.mkdir(os.path.dirname(p) + "/beside"),
            "nameless": lambda p=path: os.close(os.open(os.path.dirname(p), os.O_TMPFILE | os.O_RDWR, 0o600)),
            "below": lambda p=path: os.mkdir(p + "/below"),
        }
        for name, action in tries.items():
            if works(action):
                out.append(name + " " + os.path.basename(path))
    return out


def set_nodump(path):
    """FS_IOC_SETFLAGS with `nodump`, through a file that is open for reading."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    flags = struct.unpack("i", fcntl.ioctl(file, 0x80086601, struct.pack("q", 0))[:4])[0]
    fcntl.ioctl(file, 0x40086602, struct.pack("q", flags | 0x40))
    os.close(file)


@attack
def write_anywhere(options):
    """Leaves a file of this name wherever it can. Whether a place is the host's own is for the driver to see."""
    places = ["/", "/tmp", "/var/tmp", "/root", "/etc", "/usr", "/usr/local", "/dev", "/dev/shm", "/dev/mqueue", "/run", "/run/lock",
              "/run/shm", "/var", "/var/lib", "/home", "/opt", "/srv", "/mnt", "/media", "/proc", "/sys", "/sys/fs/cgroup",
              os.getcwd(), os.path.dirname(os.path.abspath(__file__)), "..", os.path.expanduser("~")] + options["places"].split(":")
    for place in places:
        for path in (place + "/" + options["name"],):
            if works(lambda p=path: open(p, "w").write("x")):
                with contextlib.suppress(OSError):
                    os.chmod(path, 0o6755)  # with the setuid bit, at that
    return []


@attack
def system_files(options):
    """Changes to the system's files that change nothing: that they are allowed at all is the finding."""
    out = []
    for path in ["/", "/etc", "/etc/passwd", "/etc/hostname", "/etc/shadow", "/usr", "/usr/bin", "/usr/bin/true", "/root", "/home", "/var",
                 "/opt", "/dev", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/full", "/lib", "/bin/sh"]:
        for change in harmless_changes(path):
            if change.split()[-1].startswith("/dev/") and (change.startswith("open") or change.startswith("access")):
                continue
            out.append(change)
    return out


@attack
def devices(options):
    out = []
    for path in ["/dev/kmsg", "/dev/mem", "/dev/port", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/dev/tty", "/dev/console", "/dev/loop-control",
                 "/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/vhost-vsock", "/dev/vsock", "/dev/uinput", "/dev/rfkill", "/dev/userfaultfd",
                 "/dev/hpet", "/dev/rtc0", "/dev/ptp0", "/dev/snapshot", "/dev/cpu_dma_latency", "/dev/hwrng", "/dev/mqueue", "/dev/hugepages"]:
        for mode in (os.O_RDONLY, os.O_WRONLY):
            if works(lambda: os.close(os.open(path, mode | os.O_NONBLOCK | os.O_NOCTTY))):
                out.append(path)
                break
    for number, kind in ((os.makedev(1, 1), stat.S_IFCHR), (os.makedev(254, 0), stat.S_IFBLK), (os.makedev(5, 0), stat.S_IFCHR)):
        for place in ("/tmp", os.environ["TMPDIR"], "/dev/shm"):
            if works(lambda: os.mknod(place + "/node", 0o600 | kind, number)):
                if works(lambda: os.close(os.open(place + "/node", os.O_RDONLY | os.O_NONBLOCK))):
                    out.append("a device made in " + place)
                os.unlink(place + "/node")
    return out


@attack
def kernel_settings(options):
    """Files of /proc and /sys that it may open for writing. Nothing is written."""
    out = []
    own = {"self", "thread-self"} | {name for name in os.listdir("/proc") if name.isdigit()} if os.path.isdir("/proc") else set()
    for top in ("/proc", "/sys"):
        for folder, folders, files in os.walk(top):
            if folder == "/proc":
                folders[:] = [name for name in folders if name not in own]
            for name in files:
                path = folder + "/" + name
                if path in ("/proc/sysrq-trigger", "/proc/kmsg") or stat.S_ISLNK(os.lstat(path).st_mode if os.path.lexists(path) else 0):
                    if not os.access(path, os.W_OK):
                        continue
                if works(lambda: os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))):
                    out.append(path)
    return out[:40]


@attack
def namespaces(options):
    """Namespaces, mounts and roots of its own, by every call that makes them."""
    new = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x08000000, "uts": 0x04000000,
           "cgroup": 0x02000000, "time": 0x80}
    out = []

    def tried(name, action):
        reader, writer = os.pipe()
        process = child(lambda: os.write(writer, b"x") if action() >= 0 else None)
        os.close(writer)
        os.waitpid(process, 0)
        if os.read(reader, 1):
            out.append(name)
        os.close(reader)

    for name, flag in new.items():
        tried("unshare " + name, lambda: call("unshare", flag))

        def cloned():
            made = call("clone", flag | signal.SIGCHLD, 0, 0, 0, 0)
            if made == 0:
                os._exit(0)
            return made
        if name != "time":
            tried("clone " + name, cloned)

        def cloned3():
            arguments = struct.pack("8Q", flag, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
            made = call("clone3", ctypes.create_string_buffer(arguments), 64)
            if made == 0:
                os._exit(0)
            return made
        tried("clone3 " + name, cloned3)
        path = "/proc/1/ns/" + name.replace("mount", "mnt")
        tried("setns " + name, lambda: call("setns", os.open(path, os.O_RDONLY), 0))
    tried("mount", lambda: call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, 0))
    tried("bind", lambda: call("mount", b"/etc", b"/tmp", b"none", 4096, 0))
    tried("umount", lambda: call("umount2", b"/proc", 2))
    tried("fsopen", lambda: call("fsopen", b"tmpfs", 0))
    tried("open_tree", lambda: call("open_tree", -100, b"/", 1))
    tried("open_tree_attr", lambda: call(467, -100, b"/", 1, 0, 0))
    tried("move_mount", lambda: call("move_mount", -100, b"/tmp", -100, b"/tmp", 0))
    tried("mount_setattr", lambda: call("mount_setattr", -100, b"/", 0, ctypes.create_string_buffer(32), 32))
    tried("pivot_root", lambda: call("pivot_root", b"/", b"/tmp"))
    tried("chroot", lambda: call("chroot", b"/tmp"))
    tried("sethostname", lambda: call("sethostname", b"host", 4))
    tried("personality", lambda: call("personality", 0x0400000) if call("personality", 0xFFFFFFFF) >= 0 else -1)
    return out


@attack
def calls(options):
    """System calls that a player has no use for and that have been the way out elsewhere."""
    buffer = ctypes.create_string_buffer(256)
    tries = {
        "ptrace": (101, 16, os.getppid(), 0, 0), "process_vm_readv": (310, os.getppid(), buffer, 1, buffer, 1, 0),
        "bpf": (321, 0, buffer, 128), "perf_event_open": (298, buffer, 0, -1, -1, 0), "userfaultfd": (323, 1), "io_uring_setup": (425, 4, buffer),
        "inotify_init": (253,), "inotify_init1": (294, 0), "fanotify_init": (300, 0, 0), "fanotify_init unprivileged": (300, 0x200, 0),
        "memfd_create": (319, b"x", 0), "memfd_secret": (447, 0),
        "add_key": (248, b"user", b"x", b"y", 1, -3), "keyctl": (250, 0, -3, 1), "request_key": (249, b"user", b"x", 0, 0),
        "shmget": (29, 77, 4096, 0o1600), "semget": (64, 77, 1, 0o1600), "msgget": (68, 77, 0o1600),
        "mq_open": (240, b"x", 0o102, 0o600, 0), "kcmp": (312, os.getpid(), os.getppid(), 0, 0, 0), "open_by_handle_at": (304, -100, buffer, 0),
        "syslog": (103, 3, buffer, 256), "kexec_load": (246, 0, 0, 0, 0), "init_module": (175, buffer, 0, b""), "delete_module": (176, b"none", 0),
        "swapon": (167, b"/tmp/none", 0), "reboot": (169, 0, 0, 0, 0), "iopl": (172, 3), "ioperm": (173, 0x80, 1, 1), "quotactl": (179, 0, b"/", 0, 0),
        "settimeofday": (164, 0, 0), "adjtimex of the clock": (305, 0, struct_timex()), "acct": (163, b"/tmp/none"), "lookup_dcookie": (212, 0, buffer, 1),
        "move_pages": (279, os.getppid(), 0, 0, 0, 0, 0),
        "migrate_pages": (256, os.getppid(), 8, buffer, buffer), "process_madvise": (440, -1, buffer, 0, 0, 0),
        "pidfd_getfd": (438, -1, 0, 0),
    }
    refusals = {errno.EPERM, errno.ENOSYS, errno.EACCES, errno.EAFNOSUPPORT, errno.EOPNOTSUPP}
    out = []
    for name, arguments in tries.items():
        result = call(*arguments)
        # Whoever asks for another process, another file or arguments that make sense was let in.
        if result >= 0:
            out.append(name)
        elif -result not in refusals:
            os.write(2, ("let in, but for its arguments: %s %s\n" % (name, errno.errorcode.get(-result))).encode())
    return out


def struct_timex():
    return ctypes.create_string_buffer(struct.pack("I", 0x2000) + bytes(300))


@attack
def keeper(options):
    """The process that keeps it, and any other that is not its own: how far can it be changed or seen?"""
    out = []
    others = [int(name) for name in os.listdir("/proc") if name.isdigit()] if os.path.isdir("/proc") else []
    others = [p for p in set(others + [os.getppid(), 1]) if p > 0 and p != os.getpid()]
    for process in others:
        tries = {
            "signal": lambda: os.kill(process, 0),
            "limits read": lambda: resource.prlimit(process, resource.RLIMIT_RTTIME),
            "limits set": lambda: resource.prlimit(process, resource.RLIMIT_RTTIME, resource.prlimit(process, resource.RLIMIT_RTTIME)),
            "niceness": lambda: os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, process)),
            "affinity": lambda: os.sched_setaffinity(process, os.sched_getaffinity(process)),
            "scheduler": lambda: os.sched_setscheduler(process, os.sched_getscheduler(process), os.sched_getparam(process)),
            "ioprio": lambda: check_call("ioprio_set", 1, process, (2 << 13) | 4),
            "process group": lambda: os.setpgid(process, os.getpgid(process)),
            "pidfd": lambda: check_call("pidfd_open", process, 0),
            "ptrace": lambda: check_call("ptrace", 0x4206, process, 0, 0),
            "memory": lambda: os.open("/proc/%d/mem" % process, os.O_RDWR),
            "environ": lambda: open("/proc/%d/environ" % process).read(1) or check(-1),
            "maps": lambda: open("/proc/%d/maps" % process).read(1) or check(-1),
            "files": lambda: os.listdir("/proc/%d/fd" % process),
            "root": lambda: os.listdir("/proc/%d/root/" % process),
            "cwd": lambda: os.readlink("/proc/%d/cwd" % process),
            "exe": lambda: os.readlink("/proc/%d/exe" % process),
            "oom": lambda: os.close(os.open("/proc/%d/oom_score_adj" % process, os.O_WRONLY)),
            "autogroup": lambda: os.close(os.open("/proc/%d/autogroup" % process, os.O_WRONLY)),
            "comm": lambda: os.close(os.open("/proc/%d/comm" % process, os.O_WRONLY)),
            "timer slack": lambda: os.close(os.open("/proc/%d/timerslack_ns" % process, os.O_WRONLY)),
            "io": lambda: open("/proc/%d/io" % process).read(1) or check(-1),
        }
        for name, action in tries.items():
            if works(action) and (process != 1 or name not in ("signal", "pidfd")):  # the first of a namespace ignores signals
                out.append("%s of %d" % (name, process))
    return out


@attack
def rights(options):
    """What it is: no capability, no way to new rights, no user that is the host's."""
    status = text_of("/proc/self/status")
    out = []
    for key in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        if key + ":" in status and int(status.split(key + ":")[1].split()[0], 16) != 0:
            out.append(key)
    if status and number_after(status, "NoNewPrivs:") != 1:
        out.append("new privileges")
    if status and number_after(status, "Seccomp:") != 2:
        out.append("no filter")
    groups = os.getgroups()
    if any(g == 0 for g in groups) and os.getuid() != 0:
        out.append("group root")
    for fd in range(64):
        if works(lambda: os.fstat(fd)) and os.isatty(fd):
            out.append("a terminal")
    time.sleep(0.5)  # while the driver looks at its user
    return out


@attack
def core_dumps(options):
    """A handler of core dumps that is a program is run by the kernel as root outside of everything, whatever the limit but 1."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    pattern = text_of("/proc/sys/kernel/core_pattern") or options["core_pattern"]
    return ["core limit %d of %d, %s" % (soft, hard, pattern.strip())] if pattern.startswith("|") and hard != 1 else []


@attack
def terminal(options):
    """Standard error and answers go to terminals and pages."""
    os.write(2, b"GOT []\nlast words \x1b]0;owned\x07\x1b[2J\x1b[31m\xc2\x9b31m</script><img src=x onerror=alert(1)>\n")
    os._exit(3)


@attack
def page(options):
    say({"turn": 0, "accept": False, "note": "\x1b[2J</script><script>alert('owned')</script><img src=x onerror=alert(1)>"})
    return None


@attack
def deep_folders(options):
    """A folder that cannot be cleared away in the obvious manner, for the next game to stumble over."""
    os.chdir(os.environ["TMPDIR"])
    found = ["what an earlier game left"] if {"closed", "d"} & set(os.listdir(".")) else []
    with contextlib.suppress(OSError):
        os.mkdir("closed")
        open("closed/mark", "w").close()
        os.chmod("closed", 0)
    depth = 0
    with contextlib.suppress(OSError):
        for depth in range(int(options["depth"])):
            os.mkdir("d")
            os.chdir("d")
    os.write(2, ("depth %d\n" % depth).encode())
    return found
