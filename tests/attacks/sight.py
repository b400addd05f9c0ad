# What a player could see that is none of its business.


@attack
def hidden_files(options):
    """Files and folders that the driver names: contents, names, or that they are there at all."""
    out = []
    for path in options["paths"].split(":"):
        name = os.path.basename(path)
        if works(lambda: open(path, "rb").read(1)):
            out.append("reads " + name)
        elif works(lambda: os.listdir(path)):
            out.append("lists " + name)
        elif works(lambda: os.stat(path)):
            out.append("knows of " + name)
        elif works(lambda: os.readlink(path)) or os.access(path, os.F_OK):
            out.append("finds " + name)
    for path in options["folders"].split(":"):
        if works(lambda: os.listdir(path)):
            others = [n for n in os.listdir(path) if n in options["secret_names"].split(":")]
            if others:
                out.append("sees the names %s" % others)
    return out


@attack
def host_processes(options):
    """Processes of the host by their numbers and names."""
    out = []
    for process in options["processes"].split(":"):
        for file in ("cmdline", "environ", "status", "stat", "maps", "cgroup"):
            if text_of("/proc/%s/%s" % (process, file)):
                out.append("%s of %s" % (file, process))
        if works(lambda: os.kill(int(process), 0)):
            out.append("signal to " + process)
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit() and options["word"] in text_of("/proc/%s/cmdline" % name) and int(name) != os.getpid():
            out.append("found by name " + name)
    return out


@attack
def surroundings(options):
    """The run's environment, command line, paths."""
    out = []
    secret = options["masked"][::-1]
    for name, value in os.environ.items():
        if secret in value or name in ("USER", "LOGNAME", "SSH_AUTH_SOCK", "SUDO_USER", "MAIL", "OLDPWD", "PYTHONPATH"):
            out.append("variable " + name)
    for path in ("/proc/self/mountinfo", "/proc/mounts", "/proc/1/mountinfo", "/proc/self/environ", "/proc/1/environ", "/proc/1/cmdline", "/proc/cmdline"):
        text = text_of(path)
        for word in (secret, options["results"]):
            if word in text:
                out.append("%s in %s" % ("a secret" if word == secret else "the results folder", path))
    for path in ("/root", "/home", "/var/log", "/var/lib", "/var/spool", "/run", "/sys", "/sys/kernel", "/mnt", "/srv", "/boot", "/var/mail"):
        with contextlib.suppress(OSError):
            inside = [n for n in os.listdir(path)]
            if inside and path not in options["expected"].split(":"):
                out.append("lists %s (%s)" % (path, ",".join(inside[:3])))
    for path in ("/etc/shadow", "/etc/gshadow", "/etc/ssh/ssh_host_ed25519_key", "/proc/kcore", "/proc/1/mem", "/etc/sudoers"):
        if works(lambda: open(path, "rb").read(1)):
            out.append("reads " + path)
    return out


@attack
def host_counters(options):
    """Counts of the whole machine: an exact one is a channel between games, and out of one game into the next."""
    out = []
    info = ctypes.create_string_buffer(256)
    if call("sysinfo", info) >= 0 and struct.unpack_from("H", info, 80)[0] > 20:
        out.append("sysinfo: processes")
    for path, key in (("/proc/stat", "processes"), ("/proc/stat", "ctxt"), ("/proc/meminfo", "MemFree:"), ("/proc/vmstat", "nr_shmem"),
                      ("/proc/vmstat", "pgfault")):
        if number_after(text_of(path), key) > 0:
            out.append("%s: %s" % (path, key))
    for path in ("/proc/sys/fs/file-nr", "/proc/sys/fs/inode-nr", "/proc/sys/fs/dentry-state", "/proc/sys/kernel/pty/nr", "/proc/interrupts",
                 "/proc/softirqs", "/proc/pressure/cpu", "/proc/pressure/memory", "/proc/zoneinfo", "/proc/buddyinfo", "/proc/diskstats",
                 "/proc/schedstat", "/proc/sched_debug", "/proc/timer_list", "/proc/slabinfo", "/proc/pagetypeinfo", "/proc/locks",
                 "/proc/key-users", "/proc/keys", "/proc/kpagecount", "/proc/vmallocinfo", "/proc/modules", "/proc/net/sockstat", "/proc/fs/jbd2"):
        if text_of(path):
            out.append(path)
    load = text_of("/proc/loadavg").split()
    if len(load) > 3 and int(load[3].split("/")[1]) > 20:
        out.append("/proc/loadavg: processes")
    return out
