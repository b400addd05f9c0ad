"""Players in this process, and the record of a game."""
import gzip
import json
import os

import numpy as np
import pentocity as pc
import pytest
from corner import Corner
from town import Town


class Copier(pc.Player):
    """Plays what a built-in player says."""

    def __init__(self, setup):
        super().__init__(setup)
        self.other = pc.player("jigsaw", rules=setup.rules, seed=setup.seed)

    def play(self, request, view):
        return self.other.play(request, view)


def moves(game):
    return [turn.move for turn in game.turns]


def test_a_player_that_asks_a_built_in_one_makes_its_moves():
    for rules in ("report", pc.Rules("tournament-2016", side=20)):
        own = pc.play("jigsaw", "tailheavy", seed=5, rules=rules, player_seed=11)
        copied = pc.play(Copier, "tailheavy", seed=5, rules=rules, player_seed=11)
        assert moves(copied) == moves(own) and copied.score == own.score and copied.land == own.land


@pytest.mark.skipif("PENTOCITY_CORNER" not in os.environ, reason="the plugin of docs/examples is not built")
@pytest.mark.parametrize("player, options, repeats", [(Corner, {}, 3), (Town, {}, 2), (Town, {"road_cost": 1}, 1)])
def test_the_translated_examples_make_the_moves_of_those_in_cpp(player, options, repeats, tmp_path):
    plugin = os.environ["PENTOCITY_CORNER"].replace("corner", player.name)
    config = {"players": [{"plugin": plugin, "name": "cpp", "options": options}, {"player": player, "options": options}],
              "repeats": repeats, "sequencers": ["random", "tailheavy", "g4"]}
    games = pc.run(config, out=tmp_path / "out", jobs=1).games
    measured = [column for column in games if not column.endswith("seconds") and column not in
                ("player", "key", "peak_memory", "processes", "stderr")]
    cpp, python = (games[games.player == name][measured].reset_index(drop=True) for name in ("cpp", player.name))
    assert len(cpp) == 3 * repeats and (cpp.status == "ok").all()
    assert cpp.equals(python)


def test_a_game_is_that_of_the_command_line(tmp_path):
    game = pc.play("jigsaw", "random", seed=77)
    config = tmp_path / "one.yaml"
    config.write_text("seeds: [77]\nplayers: [jigsaw]\nsequencers: [random]\n")
    results = pc.run(config, out=tmp_path / "out", jobs=1, traces="all")
    assert results.games.score.tolist() == [game.score]
    trace, = (tmp_path / "out" / "traces").iterdir()
    recorded = gzip.decompress(trace.read_bytes()).decode().splitlines()
    assert recorded[:-1] == game.trace().splitlines()[:-1]  # the last line has the time
    assert json.loads(recorded[-1])["score"] == game.score
    assert game.metrics["building"] == int(game.land.buildings.sum())


def test_what_a_player_raises_is_raised():
    class Bad(pc.Player):
        def play(self, request, view):
            return {}[view.turn]

    with pytest.raises(KeyError):
        pc.play(Bad)

    class Worse(pc.Player):
        def play(self, request, view):
            return "accept"

    with pytest.raises(TypeError, match="'accept', which is no Move"):
        pc.play(Worse)
    with pytest.raises(TypeError, match=r"play\(request, view\)"):
        pc.play(object())
    with pytest.raises(NotImplementedError):
        pc.play(pc.Player)


def test_options_have_defaults_and_are_checked():
    class Lazy(pc.Player):
        options = {"after": 3}

        def play(self, request, view):
            assert self.options == {"after": view.turn + self.options["after"] - view.turn}
            return pc.Move.reject(note=f"turn {view.turn} of {self.options['after']}")

    assert pc.play(Lazy, options={"after": 9}).turns[2].move.note == "turn 2 of 9"
    with pytest.raises(pc.InputError, match="no option 'before': its options are after"):
        pc.play(Lazy, options={"before": 9})
    with pytest.raises(pc.InputError, match=r"player 'Lazy': option 'after' takes an integer, not 'x' \(a string\)"):
        pc.play(Lazy, options={"after": "x"})


def test_an_option_has_limits_and_a_type():
    seen = []

    class Bounded(pc.Player):
        options = {"far": pc.Option(0.5, minimum=0, maximum=1, meaning="how far"), "list": [1]}

        def __init__(self, setup):
            super().__init__(setup)
            assert setup is self.setup and self.options == setup.options
            seen.append(self.options)

        def play(self, request, view):
            return pc.Move.reject()

    pc.play(Bounded)
    pc.play(Bounded, options={"far": 1, "list": [2, 3]})
    assert seen == [{"far": 0.5, "list": [1]}, {"far": 1.0, "list": [2, 3]}] and isinstance(seen[1]["far"], float)
    for wrong, said in ((2, "is 2: expected 0 to 1"), ("x", "takes a number, not 'x'"), (True, "takes a number, not 'true'")):
        with pytest.raises(pc.InputError, match=f"player 'Bounded': option 'far' {said}"):
            pc.play(Bounded, options={"far": wrong})
    option = Bounded.options["far"]
    assert (option.default, option.minimum, option.maximum, option.meaning, option.choices) == (0.5, 0, 1, "how far", [])
    with pytest.raises(TypeError, match="a bool, an int, a float or a str"):
        pc.Option(None)


def test_what_a_player_keeps_stays_whole():
    kept = []

    class Keeper(pc.Player):
        def play(self, request, view):
            kept.append((request, view, view.land, view.land.copy()))
            return pc.Move.at(pc.Sites(view.land, request).first("rows_from_top"))

    game = pc.play(Keeper, seed=2, rules=pc.Rules(side=10))
    assert kept[0][3] == pc.Land(10) and kept[0][2] == kept[-1][2]
    assert kept[1][1].last.accepted and kept[1][1].turn == 1 and kept[1][1].score == game.turns[0].delta
    assert kept[0][0] == game.turns[0].request


def test_invalid_moves_are_judged_as_the_rules_say():
    class Wild(pc.Player):
        def play(self, request, view):
            return pc.Move(0, (25, 25))

    assert pc.play(Wild).invalid_moves == 3
    ended = pc.play(Wild, rules="tournament-2016")
    assert ended.status == "invalid" and ended.error == "no_road_access"


def test_the_package_is_imported_lightly():
    import subprocess
    import sys
    code = ("import pentocity, sys; sys.path.insert(0, 'docs/examples'); from corner import Corner;"
            "assert pentocity.play(Corner).score > 1000;"
            "print([name for name in ('numpy', 'pandas', 'gymnasium', 'multiprocessing') if name in sys.modules])")
    from conftest import ROOT
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          check=True).stdout == "[]\n"


def test_moves_from_arrays_and_lists():
    move = pc.Move(np.int64(1), np.array([2, 3]), road=np.array([[0, 1]]), park=[(4, 5)], water=(), note="x")
    assert repr(move) == "Move(1, (2, 3), road=[(0, 1)], park=[(4, 5)])"
    assert move == pc.Move(1, (2, 3), road=[[0, 1]], park=np.array([[4, 5]]))
    move.road = []
    assert move.road.shape == (0, 2) and not pc.Move.reject().accept
