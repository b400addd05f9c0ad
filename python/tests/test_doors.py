"""The same games by every door: each command that plays, and each function of the package, refuses the same in the same words."""
import contextlib
import os
import re
import subprocess
import sys
import warnings

import pytest

import pentocity as pc

PROGRAM = os.path.join(os.path.dirname(pc.__file__), "bin", "pentocity")
OPEN = "rules: {profile: report, side: 20}\nrepeats: 2\nseed: 7\n"

SEQUENCER = """
import json, sys
json.loads(sys.stdin.readline())
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "end" in message:
        break
    cells = [[0, k] for k in range(6 if message["turn"] == 3 else 5)]
    print(json.dumps({"turn": message["turn"], "type": "residence", "cells": cells}), flush=True)
"""
BAD_REQUEST = 'bad_request: no pentomino: {"turn":3,"type":"residence","cells":[[0,0],[0,1],[0,2],[0,3],[0,4],[0,5]]}'

TUNING = """
rules: {{profile: report, side: 20}}
player: {player}
seed: 1
evaluations: 4
population: 4
training: {{sequencers: [{sequencer}], repeats: 1, seed: 1}}
validation: {{sequencers: [{sequencer}], repeats: 1, seed: 2}}
options: {{{option}: {{scale: 1}}}}
"""


PLAYER = """
import json, sys
{imports}
json.loads(sys.stdin.readline())
print(json.dumps({{"ready": True, "name": "{name}", {declares}}}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "end" in message:
        break
    print({answer}, flush=True)
"""
REJECT = 'json.dumps({"turn": message["turn"], "accept": False})'


def player(name, imports="", declares="", answer=REJECT):
    return PLAYER.format(name=name, imports=imports, declares=declares, answer=answer)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with players and sequencers in a folder of their own each, from which configs name them."""
    fifty = '"sides": [50], "options": [{"name": "x", "default": 1, "minimum": 0, "maximum": 9}]'
    files = {"plain/plain.py": player("plain"), "only50/only50.py": player("only50", declares=fifty),
             "mine/mine.py": player("mine", imports="import helper"), "mine/helper.py": "X = 1\n",
             "garbage/garbage.py": player("garbage", answer="'garbage'"), "six/six.py": SEQUENCER}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "c").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def config(name, *, players="[naive]", sequencers="[random]", terms=OPEN):
    """Writes a config and returns its path."""
    path = f"c/{name}.yaml"
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(f"{terms}players: {players}\nsequencers: {sequencers}\n")
    return path


def command(name, script="python3"):
    return f"{{name: {name}, command: [{script}, ../{name}/{name}.py]}}"


def said(*words):
    """What a command prints, on both outputs."""
    done = subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout


def told(call):
    """What a function of the package warns of, throws or, of a game, says of its end."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            end = getattr(call(), "error", "")
        except (pc.Error, pc.InputError) as error:
            end = str(error)
    return "\n".join([*(str(warning.message) for warning in caught), end])


def stepped(games, action):
    games.reset(seed=1)
    for _ in range(5):
        games.step(action)


def test_a_player_that_declares_other_rules(folder):
    cup = config("cup", players=f"[{command('only50')}, naive]")
    before = config("before", players="[{name: only50, player: naive}, naive]")
    said("run", before, "--out", "r")
    with open("c/tune.yaml", "w", encoding="utf-8") as stream:
        stream.write(TUNING.format(player="{command: [python3, ../only50/only50.py]}", sequencer="random", option="x"))
    trace = next((folder / "r/traces").iterdir())
    doors = {
        "run": said("run", cup, "--out", "a"), "compare": said("compare", "only50", "naive", "--config", cup, "--repeats", "2", "--out", "b"),
        "run --debug": said("run", cup, "--debug", "only50"), "tune": said("tune", "c/tune.yaml", "--out", "t"),
        "adversary": said("adversary", "--player", "only50", "--config", cup, "--rounds", "0", "--out", "w.yaml"),
        "offline": said("offline", "random", "--player", "only50", "--config", cup, "--work", "1"),
        "league": said("league", "l", "add", "--config", cup), "audit": said("audit", "r", "--config", cup),
        "replay": said("replay", str(trace), "--player", "only50/only50.py"),
        "pc.run": told(lambda: pc.run(cup, out="p", jobs=1)),
        "pc.play": told(lambda: pc.play("only50/only50.py", rules=pc.Rules(side=20))),
    }
    for door, text in doors.items():
        assert "player 'only50' plays side 50 only, and not side 20 under report" in text, (door, text)
    assert not os.path.exists("a") and not os.path.exists("p") and not os.path.exists("t/checkpoint.json")
    # A check plays what the player declares.
    assert "only50 conforms" in said("check", "player", "only50", "--config", cup, "--games", "1")


def test_a_bad_request(folder):
    cup = config("cup", players="[naive, diagonal]", sequencers=f"[{command('six')}]")
    with open("c/tune.yaml", "w", encoding="utf-8") as stream:
        stream.write(TUNING.format(player="jigsaw", sequencer="{command: [python3, ../six/six.py]}", option="random_walks"))
    doors = {
        "run": said("run", cup, "--out", "a"), "compare": said("compare", "naive", "diagonal", "--config", cup, "--repeats", "2", "--out", "b"),
        "run --debug": said("run", cup, "--debug", "naive"), "tune": said("tune", "c/tune.yaml", "--out", "t"),
        "offline": said("offline", "six/six.py"), "sequence": said("sequence", "six/six.py"),
        "sequence --config": said("sequence", "six", "--config", cup),
        "check": said("check", "sequencer", "six/six.py", "--games", "1"),
        "pc.run": told(lambda: pc.run(cup, out="p", jobs=1)),
        "pc.run of words": told(lambda: pc.run(players=["naive"], sequencers=["six/six.py"], out="w", jobs=1)),
        "pc.play": told(lambda: pc.play("naive", "six/six.py")),
        "pc.stream": told(lambda: [next(requests) for requests in [pc.stream("six/six.py")] for _ in range(5)]),
    }
    with contextlib.suppress(ImportError):
        import gymnasium
        doors["make"] = told(lambda: stepped(gymnasium.make("pentocity/Pentocity-v0", stream="six/six.py", side=20), 0))
        doors["make_vec"] = told(lambda: stepped(pc.make_vec(2, stream="six/six.py", side=20), [0, 0]))
    for door, text in doors.items():
        assert BAD_REQUEST in text, (door, text)
    for door in ("run", "run --debug", "check", "compare", "pc.run"):
        assert "at turn 3" in doors[door], (door, doors[door])
    again = re.search(r"again: pentocity (run .*)", doors["run"])
    assert again and BAD_REQUEST in said(*again[1].split())


def test_a_bad_answer(folder):
    cup = config("cup", players=f"[{command('garbage')}, naive]")
    doors = {
        "run": said("run", cup, "--out", "a"), "compare": said("compare", "garbage", "naive", "--config", cup, "--repeats", "2", "--out", "b"),
        "run --debug": said("run", cup, "--debug", "garbage"),
        "check": said("check", "player", "garbage/garbage.py", "--games", "1"),
        "pc.run": told(lambda: pc.run(cup, out="p", jobs=1)),
    }
    for door, text in doors.items():
        assert 'it answered: no JSON object: "garbage"' in text and "bad_answer" in text and "turn 0" in text, (door, text)


def test_a_changed_module(folder):
    cup = config("cup", players=f"[{command('mine')}, naive]")
    plays = {"run": lambda path, out: said("run", path, "--out", out),
             "compare": lambda path, out: said("compare", "mine", "naive", "--config", path, "--repeats", "2", "--out", out),
             "pc.run": lambda path, out: told(lambda: pc.run(path, out=out, jobs=1))}
    secret = config("secret", players=f"[{command('mine')}, naive]", terms=OPEN.replace("seed: 7", "seed: secret"))
    for door, play in plays.items():
        play(cup, f"{door} open")
        play(secret, f"{door} secret")
    for file, line in [("helper.py", "X = 2\n"), ("mine.py", "# changed\n")]:
        with open(f"mine/{file}", "a", encoding="utf-8") as stream:
            stream.write(line)
        for door, play in plays.items():
            assert f"'mine' has changed ({file}) since its 2 games there, which are played anew" in play(cup, f"{door} open"), door
            assert "has changed" not in play(cup, f"{door} open")
            assert f"'mine' has changed (" in (refused := play(secret, f"{door} secret")) and file in refused, (door, refused)
            assert "nobody meets the requests of a secret twice: a player that changes needs a new folder" in refused, door


def test_all_protection_is_required_and_something_is_missing(folder):
    terms = OPEN + "isolation: {mode: all, require: all}\n"
    cup = config("cup", players=f"[{command('plain', '/usr/bin/python3')}, naive]",
                 sequencers=f"[random, {command('six', '/usr/bin/python3')}]", terms=terms)
    # A machine without control groups lacks something; another one is made to lack boxes.
    lacks = "all protection is required" in said("run", cup, "--players", "plain", "--sequencers", "random", "--out", "r")
    if lacks:
        said("run", config("easy", players="[naive]"), "--sequencers", "random", "--out", "r")
    if not lacks and (os.geteuid() != 0 or not os.path.exists("/usr/bin/bwrap")):
        pytest.skip("nothing is missing here, and bwrap cannot be hidden in a mount namespace")
    calls = {"run": ["run", cup, "--out", "a"], "compare": ["compare", "plain", "naive", "--config", cup, "--out", "b"],
             "run --debug": ["run", cup, "--debug", "plain"],
             "adversary": ["adversary", "--player", "plain", "--config", cup, "--rounds", "0", "--out", "w.yaml"],
             "offline": ["offline", "random", "--player", "plain", "--config", cup], "audit": ["audit", "r", "--config", cup],
             "league": ["league", "l", "add", "--config", cup],
             "check player": ["check", "player", "plain", "--config", cup], "sequence": ["sequence", "six", "--config", cup],
             "check sequencer": ["check", "sequencer", "six", "--config", cup], "list": ["list", "players", "--config", cup]}
    run = f"import pentocity\npentocity.run({cup!r}, out='p', jobs=1)\n"
    covered = "mount --bind /bin/false /usr/bin/bwrap && exec \"$@\""
    for door, words in [*((door, [PROGRAM, *words]) for door, words in calls.items()), ("pc.run", [sys.executable, "-c", run])]:
        hiding = [] if lacks else ["unshare", "-m", "sh", "-c", covered, "sh"]
        done = subprocess.run([*hiding, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        if "mount: " in done.stdout or "unshare: " in done.stdout:
            pytest.skip(done.stdout)
        assert done.returncode != 0, (door, done.stdout)
        assert "isolation: all protection is required, but " in done.stdout, (door, done.stdout)
    assert not os.path.exists("a") and not os.path.exists("p")
