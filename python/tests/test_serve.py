"""Players of the package as boxed commands."""
import json
import os
import shutil
import subprocess
import sys

import pentocity as pc
import pytest

PACKAGE = os.path.dirname(pc.__file__)
EXAMPLE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "examples", "corner.py")


def copy_package(folder):
    shutil.copytree(PACKAGE, os.path.join(folder, "pentocity"), ignore=shutil.ignore_patterns("__pycache__"))


def play_boxed(folder, command, player="corner"):
    """A tournament of one boxed player on two streams, whose config stands in a folder of its own."""
    cup = os.path.join(folder, "cup")
    os.makedirs(cup)
    config = os.path.join(cup, "cup.yaml")
    with open(config, "w", encoding="utf-8") as stream:
        json.dump({"players": [{"name": player, "command": command}], "sequencers": ["random", "g4"], "repeats": 2},
                  stream)
    results = pc.run(config, out=os.path.join(folder, "results"), jobs=1)
    assert results.games.status.tolist() == ["ok"] * 4, results.games[["error", "stderr"]].to_string()
    return results


@pytest.fixture
def folder(tmp_path):
    os.chmod(tmp_path, 0o755)  # players of a host that is root have no rights here
    inner = tmp_path / "all"
    inner.mkdir()
    return str(inner)


def in_process(tmp_path):
    from corner import Corner
    return pc.run({"players": [Corner], "sequencers": ["random", "g4"], "repeats": 2}, out=tmp_path / "own", jobs=1)


def test_boxed_beside_its_file(folder, tmp_path):
    os.makedirs(os.path.join(folder, "players"))
    shutil.copy(EXAMPLE, os.path.join(folder, "players"))
    copy_package(os.path.join(folder, "players"))
    results = play_boxed(folder, [sys.executable, os.path.join(folder, "players", "corner.py")])
    assert results.games.score.tolist() == in_process(tmp_path).games.score.tolist()


def test_boxed_from_a_virtual_environment(folder, tmp_path):
    environment = os.path.join(folder, "venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = os.path.join(environment, "bin", "python3")
    site = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"], check=True,
                          capture_output=True, text=True).stdout.strip()
    copy_package(site)
    shutil.copy(EXAMPLE, folder)
    results = play_boxed(folder, [python, os.path.join(folder, "corner.py")])
    assert results.games.score.tolist() == in_process(tmp_path).games.score.tolist()


PRINTING = """
import pentocity

class Loud(pentocity.Player):
    options = {"last": 3}

    def play(self, request, view):
        print("turn", view.turn)
        if view.turn == self.options["last"]:
            raise ValueError("it is too late")
        return pentocity.Move.at(pentocity.Sites(view.land, request).first(), note="é")

pentocity.serve(Loud)
"""


def serve(text, lines, tmp_path):
    file = tmp_path / "served.py"
    file.write_text(text)
    return subprocess.run([sys.executable, str(file)], input="".join(json.dumps(line) + "\n" for line in lines),
                          capture_output=True, text=True, check=False)


HELLO = {"hello": "pentocity-player/1", "side": 8, "rules": {"profile": "report", "side": 8}, "seed": 4, "options": {}}


def turn(number, placed=()):
    return {"turn": number, "request": {"type": "factory", "cells": [[0, 0]], "rotations": [[[0, 0]]]}, "last": None,
            "placed": list(placed), "score": number, "rejects": 0, "cpu_left_s": 1.0}


def test_what_a_player_prints_is_no_answer(tmp_path):
    done = serve(PRINTING, [HELLO, turn(0), turn(1, [{"kind": "factory", "cells": [[0, 0]]}]),
                            {"end": True, "status": "ok", "score": 2, "error": None}], tmp_path)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"ready": True, "name": "Loud", "options": [{"name": "last", "default": 3}]},
                       {"turn": 0, "accept": True, "rotation": 0, "location": [0, 0], "note": "é"},
                       {"turn": 1, "accept": True, "rotation": 0, "location": [0, 1], "note": "é"}]
    assert done.stderr.split() == ["turn", "0", "turn", "1"] and done.returncode == 0


DECLARING = """
import pentocity

class Declaring(pentocity.Player):
    '''Rejects everything.

    And so on.'''
    options = {"far": 0.0, "parks": True, "depth": pentocity.Option(3, minimum=1, maximum=9, meaning="how far it looks"),
               "style": pentocity.Option("plain", choices=["plain", "fancy"]), %s}

    def play(self, request, view):
        return pentocity.Move.reject()

if __name__ == "__main__":
    pentocity.serve(Declaring)
"""


def test_it_declares_its_options(folder, tmp_path):
    ready = json.loads(serve(DECLARING % "", [HELLO], tmp_path).stdout.splitlines()[0])
    assert ready == {"ready": True, "name": "Declaring", "summary": "Rejects everything.", "options": [
        {"name": "far", "default": 0.0}, {"name": "parks", "default": True},
        {"name": "depth", "default": 3, "minimum": 1, "maximum": 9, "meaning": "how far it looks"},
        {"name": "style", "default": "plain", "choices": ["plain", "fancy"]}]}
    # A list is no option of the protocol: nothing is declared then, and the config's values are checked by the player.
    assert "options" not in json.loads(serve(DECLARING % '"list": [1]', [HELLO], tmp_path).stdout.splitlines()[0])
    assert "the default of option 'x' is 3: expected 4 to 2147483647" in serve(
        DECLARING % '"x": pentocity.Option(3, minimum=4)', [HELLO], tmp_path).stderr

    players = os.path.join(folder, "players")
    os.makedirs(players)
    copy_package(players)
    with open(os.path.join(players, "town.py"), "w", encoding="utf-8") as stream:
        stream.write(DECLARING % "")

    def run(**options):
        config = os.path.join(folder, "cup.yaml")
        with open(config, "w", encoding="utf-8") as stream:
            json.dump({"players": [{"name": "town", "command": [sys.executable, "players/town.py"], "options": options}],
                       "sequencers": ["random"], "repeats": 1}, stream)
        return pc.run(config, out=os.path.join(folder, "results"), jobs=1)

    assert run(depth=5).games.status.tolist() == ["ok"]
    with pytest.raises(pc.InputError, match="has no option 'dept', did you mean 'depth'"):
        run(dept=5)
    with pytest.raises(pc.InputError, match="option 'depth' is 10: expected 1 to 9"):
        run(depth=10)


def test_what_it_raises_ends_it_with_a_traceback(tmp_path):
    done = serve(PRINTING, [{**HELLO, "options": {"last": 0}}, turn(0)], tmp_path)
    assert done.returncode == 1 and done.stderr.endswith("ValueError: it is too late\n")
    assert "Traceback" in done.stderr


def test_wrong_options_and_lines_are_told(tmp_path):
    assert "no option 'first'" in serve(PRINTING, [{**HELLO, "options": {"first": 0}}], tmp_path).stderr
    assert "no message" in serve(PRINTING, [{"hello": "other/1"}], tmp_path).stderr
    assert "no message" in serve(PRINTING, [HELLO, {"turn": 3}], tmp_path).stderr


def test_a_sequencer_serves_itself(tmp_path, root, monkeypatch):
    from bricks import Bricks
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
    shutil.copy(os.path.join(root, "docs", "examples", "bricks.py"), tmp_path)
    copy_package(tmp_path)
    bricks = str(tmp_path / "bricks.py")
    games = {source: pc.play("naive", source, seed=5, rules=pc.Rules(side=12), stream_options={"every": 3}) for source in (bricks, Bricks)}
    assert games[bricks].stream == "bricks" and games[bricks].status == "ok"
    assert [turn.request for turn in games[bricks].turns] == [turn.request for turn in games[Bricks].turns]
    with pytest.raises(pc.InputError, match="'bricks' is a sequencer, not a player"):
        pc.play(bricks, "random")
    (tmp_path / "seeing.py").write_text(
        "import pentocity\nclass Seeing(pentocity.Sequencer):\n    adaptive = True\n    def next(self, turn, land):\n"
        "        return pentocity.Request('factory', [(0, i) for i in range(1 + turn % 3 if land.empty.all() else 5)])\n"
        "pentocity.serve(Seeing)\n")
    seen = pc.play("naive", str(tmp_path / "seeing.py"), rules=pc.Rules(side=12))
    assert [len(turn.request.cells) for turn in seen.turns] == [1] + [5] * (len(seen.turns) - 1) and seen.status == "ok"
