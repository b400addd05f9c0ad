# Answers that are none, and answers that try to be more than one.
ANSWER = b'{"turn":0,"accept":false}'


@attack
def nul_after_line(options):
    os.write(1, ANSWER + b"\n\0")
    return None


@attack
def nul_in_line(options):
    os.write(1, ANSWER + b"\0\n")
    time.sleep(0.1)


@attack
def huge_line(options):
    with contextlib.suppress(OSError):
        for _ in range(64):
            os.write(1, b"x" * MiB)
        os.write(1, b"\n")


@attack
def two_lines(options):
    os.write(1, ANSWER + b"\n")


@attack
def not_utf8(options):
    os.write(1, b'{"turn":0,"accept":false,"note":"\xff\xfe\xc0\x80\xed\xa0\x80"}\n')


@attack
def keys_twice(options):
    os.write(1, b'{"turn":0,"turn":1,"accept":false,"accept":true,"location":[0,0],"rotation":0}\n')


@attack
def deep(options):
    os.write(1, b'{"turn":0,"accept":' + b"[" * 300_000 + b"\n")


@attack
def numbers(options):
    os.write(1, b'{"turn":0,"accept":true,"rotation":-1e309,"location":[1e400,-9223372036854775809]}\n')


@attack
def cells_without_end(options):
    os.write(1, b'{"turn":0,"accept":true,"rotation":0,"location":[0,0],"road":[' + b"[0,0]," * 150_000 + b"[0,0]]}\n")


@attack
def end_too_soon(options):
    """What the program says, said by the player."""
    os.write(1, b'{"end":true,"status":"ok","score":9999}\n')


@attack
def score_of_its_own(options):
    os.write(1, b'{"turn":0,"accept":false,"score":9999,"status":"ok","delta":9999,"placed":[{"kind":"park","cells":[[0,0]]}]}\n')
