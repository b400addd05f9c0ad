"""What the kernel keeps for a game: kinds of it, which a table of docs/reference/plugins.md lists, each with its attack, a function of
objects.c, and with the verdict that the attack must find."""
import functools
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

from folders import Skipped

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/reference/plugins.md"
COUNTED, BOUNDED, GROUPS = "counted", "bounded", "only with control groups"
LIMIT, SPARE = 64, 20  # MiB of a game, and what it may have more
MADE = os.path.exists("/sys/fs/cgroup/cgroup.controllers")  # control groups of version 2
SPARE_OF_GROUP = SPARE + 128  # before the kernel ends it
REPEATS = 5
CONFIG = {"memory_limit": "%dMiB" % LIMIT, "time_limit": "20s", "move_wall_limit": "20s", "rules": {"side": 20, "max_rejects": 2}}


def verdicts():
    """That of each kind, as the page has it."""
    rows = dict(re.findall(r"^\|[^|]*\| `objects/(\w+)` \| ([\w ]+) \|[^|]*\|$", PAGE.read_text(), re.M))
    made = re.findall(r"KIND\((\w+)\)[,}]", (HERE / "objects.c").read_text())
    if sorted(rows) != sorted(made) or not set(rows.values()) <= {COUNTED, BOUNDED, GROUPS}:
        raise SystemExit("%s and objects.c differ: %s" % (PAGE.name, sorted(set(rows) ^ set(made)) or set(rows.values())))
    return rows


@functools.cache
def program():
    if not shutil.which("cc"):
        raise Skipped("no C compiler")
    out = tempfile.TemporaryDirectory(prefix="objects-")
    subprocess.run(["cc", "-O1", "-static", "-o", out.name + "/player", str(HERE / "objects.c")], check=True)
    return out


def options_of(verdict):
    """How many MiB it shall take, so that it is seen whether it can have too many."""
    return {"most": str(LIMIT + (SPARE_OF_GROUP if verdict == GROUPS and MADE else SPARE) + 6)}


def finds(verdict):
    def judge(arena):
        ended = [row["error"] or row["status"] for row in arena.rows]
        held = statistics.median(most_of(row) for row in arena.rows)
        grouped = b"no control groups" not in arena.stderr
        counted = sum(how in ("memory", "processes") for how in ended) > REPEATS // 2
        fine = counted or ended.count("ok") > REPEATS // 2 and held <= LIMIT + (SPARE_OF_GROUP if verdict == GROUPS and grouped else SPARE)
        if fine and (verdict == GROUPS or counted == (verdict == COUNTED)):
            return []
        if fine and sum("LATE" in (row["stderr"] or "") for row in arena.rows) > REPEATS // 2:
            raise Skipped("this machine is too slow to reach the limit")
        text = "%d MiB under a limit of %d MiB, ended as %s; the page says: %s" % (held, LIMIT, ", ".join(sorted(set(ended))), verdict)
        if verdict == GROUPS and grouped:
            raise RuntimeError(text + ", and there are some")
        return [text]
    return judge


def most_of(row):
    return max([json.loads(line[4:])[0] for line in (row["stderr"] or "").splitlines() if re.fullmatch(r"GOT \[[-.\d]+, \d+\]", line)], default=0)
