"""Results folders that somebody else prepared, on which the host calls commands. Each attack gets a Host and returns a list of
what came through."""
import base64
import os
import pathlib
import random
import shutil
import sqlite3
import struct
import subprocess
import tempfile

ATTACKS = []
PATIENCE = 100  # seconds, for a command that may wait for a pipe for ever
WORD = "secret-of-the-reader-4711"
LOOKING = (["audit"], ["report", "--format", "table"], ["export", "--format", "jsonl"], ["bound"])


class Skipped(Exception):
    pass


def attack(function):
    ATTACKS.append(function)
    return function


class Host:
    """Files of the host's, in `home`, and a results folder `e` of somebody else's."""

    def __init__(self, work, binary):
        self.binary = binary
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="folders-", dir=work))
        self.home, self.e, self.honest = self.base / "home", self.base / "e", self.base / "honest"
        self.config = self.base / "cup.yaml"
        self.write_config()
        self.call("run", self.config, "--out", self.honest, "--trace", "all", code=0)
        self.fresh()

    def write_config(self, repeats=2, seed="4711"):
        self.config.write_text("rules: {side: 10}\nrepeats: %d\nseed: %s\nplayers: [naive, diagonal]\nsequencers: [random]\n" % (repeats, seed))

    def fresh(self):
        for folder in (self.home, self.e, self.base / "out"):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.honest, self.e)
        (self.home / "folder").mkdir(parents=True)
        for name in ("file", "folder/x.tmp", "folder/" + self.trace()):
            (self.home / name).write_text('{"word": "%s"}\n' % WORD)

    def trace(self):
        return sorted(os.listdir(self.e / "traces"))[0]

    def link(self, name, to):
        """Puts a link to a file of the host's in place of a file of the folder."""
        path = self.e / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to(os.path.relpath(self.home / to, path.parent))

    def call(self, *words, code=None):
        try:
            done = subprocess.run([self.binary, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return None, "%s did not end" % words[0]
        text = done.stdout.decode(errors="replace")
        if code is not None and done.returncode != code:
            raise RuntimeError("%s: %s" % (words, text))
        return done.returncode, text

    def state(self, folder):
        return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else b"" for p in folder.rglob("*")}

    def harm(self, *words):
        """What a command did to the host's files."""
        before = self.state(self.home)
        code, text = self.call(*words)
        found = [] if self.state(self.home) == before else ["%s changed files of the host's" % words[0]]
        return found + ([text] if code is None else [])

    def all_commands(self):
        return [[c[0], self.e, *c[1:]] for c in LOOKING] + [
            ["report", self.e], ["reveal", self.e], ["merge", self.base / "out", self.e], ["site", self.base / "out", self.e], ["show", self.e],
            ["run", self.config, "--out", self.e, "--trace", "all"], ["run", self.config, "--out", self.e, "--delete-all"]]

    def sql(self, text):
        with sqlite3.connect(self.e / "results.sqlite") as store:
            store.executescript(text)
        store.close()

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


def journal(database, pages=(), other=b""):
    """A journal of a transaction in this database that was cut short: pages as they were, and the name of another file."""
    magic = bytes.fromhex("d9d505f920a163d7")
    size, = struct.unpack(">H", database[16:18])
    nonce = random.randrange(2**31)
    out = (magic + struct.pack(">5I", len(pages), nonce, len(database) // size, 512, size)).ljust(512, b"\0")
    for number in pages:
        page = database[(number - 1) * size:number * size]
        out += struct.pack(">I", number) + page + struct.pack(">I", (nonce + sum(page[i] for i in range(size - 200, 0, -200))) & 0xffffffff)
    if other:
        out += struct.pack(">I", 0x40000000 // size + 1) + other + struct.pack(">2I", len(other), sum(other)) + magic
    return out


@attack
def journal_of_many(host):
    found = []
    for number, _ in enumerate(host.all_commands()):
        host.fresh()
        database = (host.e / "results.sqlite").read_bytes()
        (host.e / "results.sqlite-journal").write_bytes(journal(database, other=str(host.home / "file").encode()))
        found += host.harm(*host.all_commands()[number])
    return found


@attack
def journal_is_undone(host):
    """No attack: what a run that was killed leaves. Who looks sees the games before, and changes nothing; a run puts it right."""
    before = (host.e / "results.sqlite").read_bytes()
    size, = struct.unpack(">H", before[16:18])
    honest = host.call("export", host.e, "--format", "jsonl", code=0)
    host.sql("update game set score = 9999")
    (host.e / "results.sqlite-journal").write_bytes(journal(before, range(1, len(before) // size + 1)))
    state = host.state(host.e)
    found = [] if host.call("export", host.e, "--format", "jsonl") == honest else ["export shows what was not committed"]
    found += [] if host.call("audit", "--partial", host.e)[0] == 0 else ["audit finds what was not committed"]
    found += [] if host.state(host.e) == state else ["looking changed the folder"]
    found += [] if host.call("run", host.config, "--out", host.e)[0] == 0 else ["the run does not go on"]
    return found + ([] if host.call("export", host.e, "--format", "jsonl") == honest else ["the run kept what was not committed"])


@attack
def written_through_links(host):
    found = []
    for name, to in (("summary.json", "file"), ("summary.json.tmp", "file"), ("disqualified.json", "file"), (".lock", "new"), ("traces", "folder"),
                     ("traces/" + host.trace(), "file"), ("traces/" + host.trace() + ".tmp", "file"), ("report.html", "file"), ("report.html.tmp", "file"),
                     ("results.sqlite", "new"), ("results.sqlite-journal", "file"), ("results.sqlite-journal", "new"), ("revealed.json.tmp", "file"),
                     ("secret", "new")):
        for number, _ in enumerate(host.all_commands()):
            host.fresh()
            if number % 2:  # games are missing
                host.sql("delete from game where repeat = 1")
            host.link(name, to)
            found += ["%s: %s" % (name, what) for what in host.harm(*host.all_commands()[number])]
    return found


@attack
def database_of_the_host(host):
    """A link leads to the host's own database, which has a write-ahead log."""
    found = []
    for number, _ in enumerate(host.all_commands()):
        host.fresh()
        with sqlite3.connect(host.home / "mine.sqlite") as mine:
            mine.executescript("pragma journal_mode = wal; create table t (x); insert into t values (1)")
        mine.close()
        host.link("results.sqlite", "mine.sqlite")
        found += host.harm(*host.all_commands()[number])
    return found


@attack
def read_through_links(host):
    """Is a file of the host's in what a command prints or publishes?"""
    found = []
    for name in ("traces/" + host.trace(), "summary.json", "revealed.json", "secret", "league.json"):
        for number, _ in enumerate(host.all_commands()):
            host.fresh()
            os.chmod(host.home / "file", 0o600)
            host.link(name, "file")
            words = host.all_commands()[number]
            _, text = host.call(*words)
            public = [p.read_bytes() for top in (host.e, host.base / "out") for p in top.rglob("*") if p.is_file() and not p.is_symlink()]
            marks = [WORD.encode()] + [base64.b64encode(b"x" * shift + WORD.encode())[4:28] for shift in range(3)]
            if any(mark in data for mark in marks for data in public + [text.encode()]):
                found.append("%s: %s shows it" % (name, words[0]))
    return found


@attack
def secret_of_the_host(host):
    """A folder with the commitment of the host's own tournament, and a link to its secret."""
    host.write_config(seed="secret")
    host.call("run", host.config, "--out", host.home / "cup", code=0)
    shutil.rmtree(host.e)
    shutil.copytree(host.home / "cup", host.e)
    secret = (host.home / "cup/secret").read_text().strip()
    host.link("secret", "cup/secret")
    found = []
    for words in (["reveal", host.e], ["merge", host.base / "out", host.e]):
        _, text = host.call(*words)
        public = [p.read_bytes() for top in (host.e, host.base / "out") for p in top.rglob("*") if p.is_file() and not p.is_symlink()]
        if any(secret.encode() in data for data in public + [text.encode()]):
            found.append("%s publishes it" % words[0])
    host.write_config()
    return found


@attack
def sql_in_schema(host):
    """Tables that are the other's program."""
    view = "alter table game rename to g; create view game as select %s from g"
    columns = [row[1] for row in sqlite3.connect(host.e / "results.sqlite").execute("pragma table_info(game)")]
    for_ever = "with recursive r(x) as (select 1 union all select x + 1 from r) select max(x) from r"
    changes = {
        "a view": view % "*",
        "a view with two faces": view % ", ".join("9999 as score" if c == "score" else c for c in columns),
        "a view without end": view % ", ".join("(%s) as score" % for_ever if c == "score" else c for c in columns),
        "a trigger": "create trigger t after insert on game begin update game set score = 9999; end",
        "a trigger of the run": "create trigger t after insert on run begin update game set score = 9999; end",
        "an index": "create index i on game (abs(score))",
        "a table": "create table other (x)",
        "another table of games": "create table g as select * from game; drop table game; alter table g rename to game",
        "a generated column": "alter table run add column more generated always as (abs(1))",
    }
    found = []
    for what, change in changes.items():
        for words in [[c[0], host.e, *c[1:]] for c in LOOKING] + [["run", host.config, "--out", host.e], ["merge", host.base / "out", host.e]]:
            host.fresh()
            host.sql(change)
            code, text = host.call(*words)
            if code != 2 or text.count("\n") != 1:
                found.append("%s: %s: %s: %s" % (what, words[0], code, text.splitlines()[-1:]))
    return found


@attack
def links_in_a_league(host):
    """A batch of the host's own league, or its list of players, is a link in another's."""
    kept = pathlib.Path(__file__).resolve().parents[1] / "compatibility/2.0.0/league"
    found = []
    for name in ("league.json", "batches", "batches/0001", "batches/0001/batch.json", "batches/0001/ratings.json", "batches/0001/results.sqlite"):
        host.fresh()
        shutil.rmtree(host.e)
        shutil.copytree(kept, host.e)
        shutil.copytree(kept, host.home / "league")
        host.link(name, "league/" + name)
        for words in (["report", host.e], ["site", host.base / "out", host.e], ["league", host.e, "table"]):
            code, _ = host.call(*words)
            if code == 0 and not (words[0] == "league" and name.startswith("batches/0001/")):  # of which the table needs none
                found.append("%s: %s reads it" % (name, words[0]))
    return found


@attack
def rows_out_of_order(host):
    """In a forged database a page can be in many places, so that its rows have no end. That begins with a row that is not in its place."""
    path = host.e / "results.sqlite"
    path.write_bytes(path.read_bytes().replace(b"diagonalrandom", b"ziagonalrandom", 1))
    return ["%s takes it" % words[0] for words in LOOKING if host.call(words[0], host.e, *words[1:])[0] != 2]


@attack
def secret_resume(host):
    """No attack: a run under a secret was killed, or met a full disk, while it made its database. The same command goes on."""
    found = []
    host.write_config(seed="secret")
    for words in ([], ["--secret", host.home / "secret"]):
        host.fresh()
        host.call("run", host.config, "--out", host.e, "--fresh", *words, code=0)
        (host.e / "results.sqlite").write_bytes(b"")
        (host.e / "summary.json").unlink(missing_ok=True)
        code, text = host.call("run", host.config, "--out", host.e, *words)
        if code != 0:
            found.append("with a secret in %s: %s" % ("a file of its own" if words else "the folder", text))
    return found


@attack
def second_names(host):
    """A file of the host's is also, by a hard link, a file of the folder's."""
    found = []
    for name in ("results.sqlite-journal", "disqualified.json", "summary.json", "summary.json.tmp", "report.html", "report.html.tmp"):
        for number, _ in enumerate(host.all_commands()):
            host.fresh()
            host.sql("delete from game where repeat = 1")
            (host.home / "file").write_bytes(b"\0 mine")
            (host.e / name).unlink(missing_ok=True)
            os.link(host.home / "file", host.e / name)
            found += ["%s: %s" % (name, what) for what in host.harm(*host.all_commands()[number])]
    return found


@attack
def files_of_other_kinds(host):
    """A named pipe, or a folder, where a file is expected: each command ends."""
    found = []
    for name in ("results.sqlite", "results.sqlite-journal", "results.sqlite-wal", "summary.json", "disqualified.json", ".lock", "traces", "traces/" + host.trace(),
                 "league.json", "secret"):
        for make in (os.mkfifo, os.mkdir):
            for number, _ in enumerate(host.all_commands()):
                if make == os.mkdir and number % 3:
                    continue
                host.fresh()
                if (host.e / name).is_dir():
                    shutil.rmtree(host.e / name)
                (host.e / name).unlink(missing_ok=True)
                make(host.e / name)
                code, text = host.call(*host.all_commands()[number])
                if code is None or code < 0:
                    found.append("%s: %s: %s" % (name, host.all_commands()[number][0], text or code))
    return found


def played(function, work, binary):
    host = Host(work, binary)
    try:
        return function(host)
    finally:
        host.remove()
