"""Honest players must run inside as outside: each is tried outside first, and skipped if this machine cannot run it there."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DEBIAN = "/usr/bin/python3"
CONVERSATION = ['{"hello":"pentocity-player/1","side":20,"rules":{},"seed":1,"options":{}}'] + [
    '{"turn":%d,"request":{},"last":null,"placed":[],"score":0,"rejects":%d,"cpu_left_s":9}' % (n, n) for n in range(3)] + [
    '{"end":true,"status":"ok","score":0,"error":null}']


def players(base):
    """Name, entry of the config, whether it must fail for want of a file."""
    cup = base / "cup"
    programs = [("python of the system", [DEBIAN]), ("python on the path", ["python3"])]
    out = []
    for name, python in programs:
        out.append((name, {"command": python + ["python_player.py"]}, None))
        out.append(("asyncio, " + name, {"command": python + ["asyncio_player.py"]}, None))
    out.append(("python by its first line", {"command": ["./python_player.py"]}, None))
    out.append(("python in a folder of its own", {"command": [DEBIAN, "../elsewhere/python_player.py"]}, None))
    out.append(("python in a virtual environment", {"command": [str(base / "venv/bin/python"), "python_player.py"]}, None))
    out.append(("virtual environment with a package", {"command": [str(base / "venv/bin/python"), "../packaged/importer.py"]}, None))
    out.append(("node", {"command": ["node", "node_player.mjs"]}, None))
    out.append(("java, a source file", {"command": ["java", "Player.java"]}, None))
    out.append(("java, a class", {"command": ["java", "-cp", "../classes", "Player"], "files": ["../classes"]}, None))
    out.append(("bash", {"command": ["bash", "bash_player"]}, None))
    out.append(("bash by its first line", {"command": ["./bash_player"]}, None))
    out.append(("a module named by files", {"command": [DEBIAN, "importer.py"], "files": ["helper_of_importer.py"]}, None))
    out.append(("a module that is forgotten", {"command": [DEBIAN, "importer.py"]}, "files:"))
    return out, cup


def prepare(base):
    shutil.copytree(HERE, base / "cup", ignore=shutil.ignore_patterns("honest.py", "__pycache__"))
    for name in ("elsewhere", "packaged", "classes"):
        (base / name).mkdir()
    shutil.copy(HERE / "python_player.py", base / "elsewhere")
    shutil.copy(HERE / "importer.py", base / "packaged")
    with contextlib.suppress(OSError):
        subprocess.run([DEBIAN, "-m", "venv", "--without-pip", str(base / "venv")], capture_output=True)
        for folder in (base / "venv/lib").glob("python*/site-packages"):
            shutil.copy(HERE / "helper_of_importer.py", folder)
    if shutil.which("javac"):
        subprocess.run(["javac", "-d", str(base / "classes"), str(HERE / "Player.java")], capture_output=True)


def faults(text, exit_code):
    out = [line for line in text.splitlines() if line.startswith("BROKEN")]
    if "CHECKED" not in text:
        out.append((text.strip().splitlines() or ["it says nothing"])[-1])
    return out + (["exit code %d" % exit_code] if exit_code else [])


def outside(command, folder):
    with tempfile.TemporaryDirectory() as own:
        result = subprocess.run(command, cwd=folder, input="\n".join(CONVERSATION) + "\n", capture_output=True, text=True, timeout=120,
                                env={**os.environ, "HOME": own, "TMPDIR": own, "PYTHONDONTWRITEBYTECODE": "1"})
    return faults(result.stderr, result.returncode)


def inside(binary, base, name, entry, failing):
    config = base / "cup/cup.yaml"
    config.write_text(json.dumps({"rules": {"side": 20}, "seeds": [7], "players": [{"name": "honest", **entry}], "sequencers": ["random"],
                                  "handshake_limit": "60s"}))
    out = base / "out"
    shutil.rmtree(out, ignore_errors=True)
    run = subprocess.run([binary, "run", str(config), "--out", str(out), "--jobs", "1"], capture_output=True, text=True, timeout=300,
                         env={**os.environ, "TMPDIR": str(base / "tmp")})
    rows = []
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(out / "results.sqlite")) as store:
        rows = store.execute("select status, error, stderr from game").fetchall()
    if failing:
        told = run.stdout + run.stderr
        return [] if failing in told and (not rows or rows[0][0] == "crashed") else ["it is not told of `%s`: %s" % (failing, rows)]
    if not rows:
        return ["no game: " + (run.stderr.strip().splitlines() or ["exit code %d" % run.returncode])[-1]]
    status, error, text = rows[0]
    return (["%s %s" % (status, error)] if status != "ok" else []) + faults(text or "", 0)


def run(binary, only, work, keep):
    counts = {"passed": 0, "failed": 0, "skipped": 0, "open": 0}
    base = pathlib.Path(tempfile.mkdtemp(prefix="honest-", dir=work))
    base.chmod(0o755)
    (base / "tmp").mkdir()
    try:
        prepare(base)
        for name, entry, failing in players(base)[0]:
            if not re.search(only, name):
                continue
            kind, line = judged(binary, base, name, entry, failing)
            counts[kind] += 1
            print("%-36s %s" % (name, line), flush=True)
    finally:
        if keep:
            print("  kept:", base)
        else:
            shutil.rmtree(base, ignore_errors=True)
    return counts


def judged(binary, base, name, entry, failing):
    if not shutil.which(entry["command"][0], path=os.environ["PATH"] + ":" + str(base / "cup")) and not os.path.exists(base / "cup" / entry["command"][0]):
        return "skipped", "skipped: no %s" % os.path.basename(entry["command"][0])
    wrong = outside(entry["command"], base / "cup")
    if wrong:
        return "skipped", "skipped: not outside either: " + wrong[0][:150]
    wrong = inside(binary, base, name, entry, failing)
    return ("failed", "DOES NOT WORK: " + "; ".join(wrong)[:600]) if wrong else ("passed", "ok")
