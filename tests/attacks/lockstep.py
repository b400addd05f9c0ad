# Games in lockstep: a player is not asked while the other has not answered, and does not run while it waits. Both write what they
# did, and when by the machine's clock, to standard error; the driver compares.
ASKED, ANSWERED, AWAKE = {}, {}, []
PAUSE = 0.01  # seconds: who runs on looks at the clock more often
WORKERS = {}


def worker(kind):
    WORKERS[kind.__name__] = kind
    return kind


def watch(file, seconds=10):
    """Writes down from when to when it runs."""
    begin = last = time.monotonic()
    end = begin + seconds
    while last < end:
        time.sleep(0.001)
        now = time.monotonic()
        if now - last > PAUSE:
            os.write(file, struct.pack("dd", begin, last))
            begin = now
        last = now


@worker
def child_process(file):
    child(lambda: watch(file))


@worker
def thread(file):
    threading.Thread(target=watch, args=(file,), daemon=True).start()


@worker
def busy_child(file):
    def look():
        begin = last = time.monotonic()
        while last < begin + 10 and time.process_time() < 2:
            now = time.monotonic()
            if now - last > PAUSE:
                os.write(file, struct.pack("dd", begin, last))
                begin = now
            last = now
    child(look)


@worker
def continued_by_timer(file):
    """A timer that sends SIGCONT, by which a stopped process goes on."""
    def look():
        signal.signal(signal.SIGCONT, lambda *_: None)
        timer = ctypes.c_int()
        event = ctypes.create_string_buffer(struct.pack("Pii", 0, signal.SIGCONT, 0), 64)
        libc.timer_create(time.CLOCK_MONOTONIC, event, ctypes.byref(timer))
        libc.timer_settime(timer, 0, struct.pack("4l", 0, 5_000_000, 0, 5_000_000), None)
        watch(file)
    child(look)


@worker
def continued_by_pipe(file):
    """A pipe that sends SIGCONT when it becomes readable."""
    def look():
        reader, writer = os.pipe()
        fcntl.fcntl(reader, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(reader, fcntl.F_SETFL, fcntl.fcntl(reader, fcntl.F_GETFL) | os.O_ASYNC | os.O_NONBLOCK)
        fcntl.fcntl(reader, 10, signal.SIGCONT)  # F_SETSIG
        signal.signal(signal.SIGCONT, lambda *_: None)
        child(lambda: [time.sleep(0.003) or os.write(writer, b"1") for _ in range(3000)])
        watch(file)
    child(look)


@worker
def continued_by_others(file):
    """Two that send each other SIGCONT."""
    first = os.getpid()
    def look():
        signal.signal(signal.SIGCONT, lambda *_: None)
        for _ in range(3000):
            with contextlib.suppress(OSError):
                os.kill(first, signal.SIGCONT)
            time.sleep(0.002)
    signal.signal(signal.SIGCONT, lambda *_: None)
    child(look)
    child(lambda: watch(file))


@worker
def generations(file):
    """Each process starts the next and leaves, so that whoever stops them comes late."""
    def generation(number):
        for _ in range(2):
            now = time.monotonic()
            os.write(file, struct.pack("dd", now, now))
            while time.monotonic() < now + 0.001:
                pass
        if number < 400 and os.fork() == 0:
            generation(number + 1)
        os._exit(0)
    if os.fork() == 0:
        generation(0)


@worker
def stopped_before(file):
    """It stops itself, and is continued by a child."""
    def look():
        me = os.getpid()
        def go_on():
            for _ in range(1000):
                time.sleep(0.005)
                os.kill(me, signal.SIGCONT)
        child(go_on)
        for _ in range(1000):
            os.kill(me, signal.SIGSTOP)
            now = time.monotonic()
            os.write(file, struct.pack("dd", now, now))
    child(look)


@attack
def waits(options):
    """Starts processes that run on, and tells when they did; or takes its time for each answer."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    speaks = options["role"] == "speaks"
    if speaks:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        WORKERS[options["channel"]](writer)

    def each(turn, asked):
        ASKED[turn] = round(asked, 5)
        time.sleep(0.02 if speaks else 0.1)
        with contextlib.suppress(BlockingIOError):
            data = os.read(reader, 65536)
            AWAKE.extend([round(t, 5) for t in struct.unpack_from("dd", data, at)] for at in range(0, len(data) - 15, 16))
        ANSWERED[turn] = round(time.monotonic(), 5)
    EACH.append(each)
    AFTER.append(lambda: report([ASKED, ANSWERED, AWAKE]))
