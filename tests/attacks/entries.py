"""What somebody hands in to a league, and what another user of the host's machine does beside it. Each attack gets a Host of
folders.py, and returns a list of what came through."""
import os
import pathlib
import shutil
import subprocess

from folders import WORD, Skipped

ATTACKS = []
ANOTHER = 61236  # a user of the machine, who has no part in the game
PLAYER = """# %s
import json, sys
sys.stdin.readline(); print('{"ready":true}', flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if "end" in m: break
    print(json.dumps({"turn": m["turn"], "accept": False}), flush=True)
""" % WORD


def attack(function):
    ATTACKS.append(function)
    return function


class League:
    def __init__(self, host):
        self.host, self.folder, self.hand_ins = host, host.base / "cup", host.base / "hand-ins"
        host.base.chmod(0o755)
        self.hand_ins.mkdir(exist_ok=True)
        host.call("league", self.folder, "add", "naive", "diagonal", "--sequencers", "random", "--rules", "tournament-2016", code=0)

    def hand_in(self, name, **files):
        folder = self.hand_ins / name
        folder.mkdir()
        (folder / "p.py").write_text(PLAYER)
        for file, text in files.items():
            (folder / file.replace("_", ".")).write_text(text)
        return folder

    def collect(self):
        return self.host.call("league", self.folder, "collect", self.hand_ins, "--games", "1")[1]


def open_to_others(path):
    """What of a folder, and of its lock, others may use: by their modes and, where this is root, by one who tries."""
    found = ["%s has mode %o" % (p, p.stat().st_mode & 0o777) for p in (path, path / ".lock") if p.stat().st_mode & 0o77]
    if os.geteuid() == 0 and subprocess.run(["ls", path], user=ANOTHER, group=ANOTHER, extra_groups=[], capture_output=True).returncode == 0:
        found.append("%s is listed by another user" % path)
    return found


@attack
def lock_by_reader(host):
    """Who may read a file can lock it, and with it stop the host. New folders and old ones that were open."""
    league, found = League(host), []
    out = host.base / "merged"
    runs = [(host.honest, ["run", host.config, "--out", host.honest]), (out, ["merge", out, host.honest]),
            (league.folder, ["league", league.folder, "play", "--games", "4"])]
    for again in (False, True):
        for folder, words in runs:
            if again:
                folder.chmod(0o755)
                (folder / ".lock").chmod(0o644)
            host.call(*words, code=0)
            found += open_to_others(folder)
    return found


@attack
def read_hand_ins(host):
    """Rivals' programs, in the league's copy and in what is told to their authors."""
    league = League(host)
    league.hand_in("ben").chmod(0o700)
    text = league.collect()
    found = [] if "ben joins" in text else ["ben does not join: " + text]
    found += open_to_others(league.folder)
    for path in (league.folder / "hand-ins", league.hand_ins / "ben.txt"):
        if path.stat().st_mode & 0o77:
            found.append("%s has mode %o" % (path, path.stat().st_mode & 0o777))
    if os.geteuid() == 0:
        done = subprocess.run(["grep", "-rl", WORD, league.folder], user=ANOTHER, group=ANOTHER, extra_groups=[], capture_output=True, text=True)
        found += ["another user reads " + line for line in done.stdout.splitlines()]
    league.host.call("league", league.folder, "play", "--games", "8", code=0)
    return found


@attack
def endless_entries(host):
    """Many options, words or files, long texts and names: each is refused at once, and who comes after is taken up."""
    league = League(host)
    many = ", ".join("k%d: 1" % i for i in range(60000))
    league.hand_in("a1", player_yaml="command: [python3, ./p.py]\noptions: {%s}\n" % many)
    league.hand_in("a2", player_yaml="command: [python3, ./p.py]\noptions: {%s}\n" % many[:30000].rsplit(",", 1)[0])
    league.hand_in("a3", player_yaml="command: [python3, ./p.py%s]\n" % (", a" * 15000))
    league.hand_in("a4", player_yaml="command: [python3, ./p.py]\nfiles: [%s]\n" % ", ".join("f%d" % i for i in range(5000)))
    league.hand_in("a5", player_yaml="command: [python3, '../%s']\n" % ("x" * 60000))
    for i in range(20001):
        (league.hand_ins / "a5" / (".%d" % i)).touch()
    league.hand_in("zoe")
    text = league.collect()
    found = ["zoe is not taken up: " + text[-300:]] if "zoe joins" not in text else []
    found += ["%s is not refused" % name for name in ("a1", "a2", "a3", "a4", "a5") if name + " is refused" not in text]
    return found + ["a line of %d bytes" % len(line) for line in text.splitlines() if len(line) > 3000]


@attack
def build_names(host):
    """A build that says of itself which files it leaves: names without end."""
    league = League(host)
    script = """import base64, os
fds = "/proc/%d/fd" % os.getppid()
pipe = os.open("%s/%d" % (fds, max(int(f) for f in os.listdir(fds))), os.O_WRONLY)
while True:
    data = b"-\\n" + base64.b64encode(os.urandom(8).hex().encode() + b"a" * LENGTH) + b"\\n.\\n"
    while data:
        data = data[os.write(pipe, data):]
"""
    for name, length in (("long", 700000), ("short", 8)):
        league.hand_in(name, player_yaml="build: [python3, ./build.py]\ncommand: [python3, ./p.py]\n", build_py=script.replace("LENGTH", str(length)))
    text = league.collect()
    wanted = {"long": "a path may have 2000 bytes", "short": "it left more than 2000 files"}
    return ["%s: %s" % (name, text[-500:]) for name, words in wanted.items() if not any(name + " is refused" in l and words in l for l in text.splitlines())]


@attack
def java_services(host):
    """A provider of a service beside the sources, which Java's compiler would load and run in its own process."""
    if not shutil.which("javac"):
        raise Skipped("no JDK (default-jdk-headless)")
    league = League(host)
    folder = league.hand_in("ada")
    (folder / "p.py").unlink()
    here = pathlib.Path(__file__).resolve().parent
    subprocess.run(["javac", "-d", folder, here / "java/Provider.java"], check=True)
    for service in ("java.nio.file.spi.FileSystemProvider", "com.sun.source.util.Plugin", "javax.annotation.processing.Processor"):
        (folder / "META-INF/services").mkdir(parents=True, exist_ok=True)
        (folder / "META-INF/services" / service).write_text("Provider\n")
    (folder / "player").mkdir()
    (folder / "player/Player.java").write_text("package player;\nimport pentos.sim.*;\npublic class Player implements pentos.sim.Player {\n"
        "  public void init() {}\n  public Move play(Building request, Land land) { return new Move(false); }\n}\n")
    (folder / "player.yaml").write_text("{java: player, files: [META-INF, Provider.class]}\n")
    text = league.collect() + (league.hand_ins / "ada.txt").read_text()
    if "the author speaks" in text:
        return ["the author's class runs in the compiler's process"]
    return [] if "ada joins" in text else [text]
