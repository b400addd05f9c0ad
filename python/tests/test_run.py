"""Tournaments with players of Python."""
import gzip
import importlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pentocity as pc
import pytest
from python_players import Counted, Edge, Failing, Leaving, Unmade

SMALL = {"sequencers": ["random", "g4"], "repeats": 3, "rules": {"side": 12}}


def test_any_number_of_jobs_gives_the_same_games(tmp_path):
    players = ["naive", Edge, {"player": Edge, "name": "skipping", "options": {"skip": 2}}, Failing, Unmade]
    digests, frames = [], []
    for jobs in (1, 3):
        results = pc.run({**SMALL, "players": players}, out=tmp_path / str(jobs), jobs=jobs)
        digests.append(results.digest)
        frames.append(results.games)
    assert digests[0] == digests[1]
    games = frames[1]
    assert games.groupby("player").status.unique().map(list).to_dict() == {
        "naive": ["ok"], "Edge": ["ok"], "skipping": ["ok"], "failing": ["crashed"], "Unmade": ["crashed"]}
    failed = games[games.player == "failing"]
    assert set(failed.error) == {"ValueError: five is too many"} and (failed.turns == 6).all()
    assert failed.stderr.str.contains("Traceback").all() and failed.stderr.str.contains("python_players.py").all()
    assert set(games[games.player == "Unmade"].error) == {"KeyError: 'no key'"}


def test_failures_are_warned_of(tmp_path):
    with pytest.warns(UserWarning, match="^Failed games\n  failing: crashed: ValueError: five is too many, 6 games; first on g4, repeat 0, at turn 5\n"):
        pc.run({**SMALL, "players": [Failing, Edge]}, out=tmp_path / "out", jobs=1)


def test_fresh_leaves_the_games_of_others(tmp_path):
    def play(**how):
        return pc.run({**SMALL, "players": how.pop("players", ["naive", "diagonal"])}, out=tmp_path / "out", jobs=1, **how)
    digest = play().digest
    with pytest.raises(pc.InputError, match="6 of them of others than play now \\(diagonal\\)"):
        play(players=["naive"], fresh=True)
    with pytest.raises(pc.InputError, match="expected True, False or 'all'"):
        play(fresh="yes")
    assert play().digest == digest and play(fresh=True).digest == digest
    assert set(play(players=["naive"], fresh="all").games.player) == {"naive"}


BELOW_MAIN = """
import sys
sys.path[:0] = {path!r}
import pentocity

if __name__ == "__main__":
    class Mine(pentocity.Player):
        def play(self, request, view):
            return pentocity.Move.reject()

    results = pentocity.run(players=[Mine], sequencers=["random"], repeats=2, rules=pentocity.Rules(side=12), out={out!r}, jobs=2)
    assert set(results.games.status) == {{"ok"}}
"""


def test_a_class_below_main_plays_in_this_process(tmp_path):
    script = tmp_path / "below.py"
    script.write_text(BELOW_MAIN.format(path=sys.path[:3], out=str(tmp_path / "out")))
    subprocess.run([sys.executable, script], check=True)


def test_the_program_takes_this_python(tmp_path):
    (tmp_path / "where.py").write_text("import sys\nprint(sys.executable, file=sys.stderr)\n")
    (tmp_path / "cup.yaml").write_text("players: [{name: where, command: [python3, where.py]}]\nsequencers: [random]\n"
                                       "repeats: 1\nisolation: none\nrules: {side: 12}\n")
    script = "import sys; from pentocity._program import main; sys.argv = ['', 'run', 'cup.yaml', '--out', 'out']; main()"
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path if entry)
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path, env={**os.environ, "PATH": "/usr/bin:/bin", "PYTHONPATH": path})
    folder = os.path.dirname(sys.executable)
    assert os.path.dirname(pc.Results(tmp_path / "out").games.stderr[0].strip()) == folder


def test_commands_start_in_the_folder_of_the_caller(tmp_path):
    where = {"command": ["/bin/sh", "-c", "pwd >&2"], "name": "where"}
    games = pc.run({**SMALL, "repeats": 1, "players": [where]}, out=tmp_path / "out").games
    # Outside of a box a folder that is closed to the user who plays is replaced.
    assert set(games.stderr.str.strip()) <= {os.getcwd(), "/"}


def test_a_process_that_a_player_ends_is_replaced(tmp_path):
    games = pc.run({**SMALL, "players": [Leaving, Edge]}, out=tmp_path / "out", jobs=2).games
    assert games.groupby("player").status.unique().map(list).to_dict() == {"Leaving": ["crashed"], "Edge": ["ok"]}


FICKLE = """
import os
import pentocity

class Fickle(pentocity.Player):
    def play(self, request, view):
        with open(__file__, "a") as stream:
            stream.write("# edited\\n")
        os._exit(3)
"""


def test_a_class_that_is_edited_during_a_run_plays_no_more_games(tmp_path, monkeypatch):
    (tmp_path / "fickle_player.py").write_text(FICKLE)
    monkeypatch.syspath_prepend(str(tmp_path))
    kind = importlib.import_module("fickle_player").Fickle
    with pytest.warns(UserWarning, match="could not be played: .*the source of Fickle has changed since the run began"):
        games = pc.run({**SMALL, "players": [kind, "naive"]}, out=tmp_path / "out", jobs=2).games
    assert (games.player == "Fickle").sum() <= 2 and (games.player == "naive").sum() == 6


def test_each_metric_is_a_column_that_games_without_a_turn_lack(tmp_path):
    results = pc.run({**SMALL, "players": ["naive", Unmade]}, out=tmp_path / "out", jobs=1)
    metrics, games = list(pc.play("naive", "random").metrics), results.games
    assert set(metrics) < set(games.columns) and {f"metrics.{name}" for name in metrics} < set(results.cells.columns)
    assert list(results.summary["cells"][0]["metrics"]) == metrics
    played = games[games.player == "naive"][metrics].drop(columns="utility")
    assert played.notna().all(axis=None) and games[games.player == "Unmade"][metrics].isna().all(axis=None)


def test_frames_agree_with_the_summary(tmp_path):
    results = pc.run({**SMALL, "players": ["naive", "jigsaw"]}, out=tmp_path / "out", jobs=1)
    means = results.games.groupby(["player", "sequencer"]).score.mean()
    for _, cell in results.cells.iterrows():
        assert cell["score.mean"] == pytest.approx(means[cell.player, cell.sequencer])
    pair = results.head_to_head
    assert len(pair) == 3 and pair[pair.sequencer.isna()].wins.sum() + pair[pair.sequencer.isna()].losses.sum() == 6
    again = pc.Results(tmp_path / "out")
    assert again.digest == results.digest and len(again.players) == 2
    assert results.games.seed.dtype == "int64" and results.games.utility.notna().any()
    assert {"score.ci95.0", "score.ci95.1"} < set(results.cells.columns) and "score.ci95" not in results.cells
    assert (results.cells["score.ci95.0"] <= results.cells["score.mean"]).all()
    assert (results.players["ci95.0"] <= results.players["mean"]).all() and "rating_ci95.1" in results.players
    assert (pair["ci95.0"] <= pair.mean_difference).all() and pair.p_corrected.dropna().between(0, 1).all()
    # Over two sequencers there are six differences, which can tell who is better; on each of them there are three.
    assert list(pair.too_few_repeats) == [False, True, True] and set(pair.better) <= {"a", "b", None}
    alone = pc.run({**SMALL, "players": ["naive"]}, out=tmp_path / "alone", jobs=1).head_to_head
    assert len(alone) == 0 and list(alone.columns) == list(pair.columns)
    with pytest.raises(pc.InputError):
        pc.Results(tmp_path)


def test_the_greatest_losses(tmp_path):
    results = pc.run({**SMALL, "repeats": 5, "players": ["naive", "diagonal"]}, out=tmp_path / "out", jobs=1)
    scores = results.games.set_index(["player", "sequencer", "repeat"]).score
    for a, b in [("naive", "diagonal"), ("diagonal", "naive")]:
        losses = results.losses(a, b)
        assert list(losses.columns) == ["sequencer", "repeat", "seed", a, b, "difference"]
        expected = sorted(scores[a, sequencer, repeat] - scores[b, sequencer, repeat]
                          for sequencer in results.games.sequencer.unique() for repeat in range(5))
        assert list(losses.difference) == [by for by in expected if by < 0]
        for row in losses.itertuples():
            assert scores[a, row.sequencer, row.repeat] - scores[b, row.sequencer, row.repeat] == row.difference
    for pair in [("naive", "naive"), ("naive", "nobody")]:
        with pytest.raises(pc.InputError, match="expected two of the players diagonal, naive"):
            results.losses(*pair)


MIX = {"name": "bricks", "phases": [{"order": "random", "requests": [{"residence": "I"}, {"weight": 2, "factory": "2x3"}]}]}


def test_a_mix_is_a_path_or_a_dict(tmp_path):
    path = tmp_path / "bricks.yaml"
    path.write_text(json.dumps(MIX))
    small = {"rules": {"side": 12}, "repeats": 2, "players": ["naive"]}
    results = [pc.run({**small, "sequencers": [mix]}, out=tmp_path / f"out{i}", jobs=1) for i, mix in
               enumerate([str(path), path, MIX, {"mix": MIX}, {"name": "bricks", "mix": {"phases": MIX["phases"]}}, {"mix": str(path)}])]
    assert all(list(one.games.sequencer) == ["bricks", "bricks"] for one in results)
    assert all(list(one.games.score) == list(results[0].games.score) for one in results)
    again = pc.run({**small, "sequencers": [MIX]}, out=tmp_path / "out2", jobs=1)
    assert again.digest == results[2].digest and len(list((tmp_path / "out2/mixes").iterdir())) == 1
    with pytest.raises(pc.InputError, match="colour"):
        pc.run({**small, "sequencers": [{**MIX, "colour": "red"}]}, out=tmp_path / "bad", jobs=1)
    assert not (tmp_path / "bad").exists()
    with pytest.raises(pc.InputError, match="needs a name"):
        pc.run({**small, "sequencers": [{"phases": MIX["phases"]}]}, out=tmp_path / "bad", jobs=1)


def test_who_lacks_a_game_has_no_rank(tmp_path):
    broken = {"name": "broken", "command": ["false"]}
    results = pc.run({**SMALL, "players": [broken, "naive", {"name": "twin", "player": "naive"}]}, out=tmp_path / "out")
    players = results.players.set_index("player")
    assert players["rank"].dropna().to_dict() == {"naive": 1, "twin": 1}
    assert players.missing.to_dict() == {"broken": len(results.games) // 3, "naive": 0, "twin": 0}
    assert results.summary["failures"] == "apart" and results.summary["unplayed"] == 0
    assert results.summary["sequencers"][0]["winners"] == ["naive", "twin"]


def test_the_frame_of_games_is_the_table_game(tmp_path):
    results = pc.run({**SMALL, "players": ["naive"]}, out=tmp_path / "out", jobs=1)
    with sqlite3.connect(tmp_path / "out/results.sqlite") as table:
        names = [row[1] for row in table.execute("pragma table_info(game)")]
    # A column that was added to a table stands at its end; in the frame it stands with its kind.
    assert names and sorted(results.games.columns) == sorted(names)


def test_traces_are_read(tmp_path):
    results = pc.run({**SMALL, "players": ["naive"]}, out=tmp_path / "out", jobs=1)
    path = next((tmp_path / "out/traces").glob("*.jsonl.gz"))
    trace = pc.read_trace(path)
    assert trace.header["player"] == "naive" and trace.end["turns"] == len(trace.turns)
    assert trace.turns[-1]["score_after"] == trace.end["score"] and trace.end["score"] in set(results.games.score)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(b"".join(lines))
    assert pc.read_trace(plain) == trace
    twice = b"".join(lines).replace(b'"score"', b'"score":1,"score"')
    for wrong in b"".join(lines[:-1]), b"", b"{}\n{}\n", twice, path.read_bytes()[:200], b"\x1f\x8bxx":
        plain.write_bytes(wrong)
        with pytest.raises(pc.InputError, match="plain.jsonl"):
            pc.read_trace(plain)
    with pytest.raises(pc.InputError, match="No such file"):
        pc.read_trace(tmp_path / "none")


COUNTING = """
import pentocity

class Counting(pentocity.Player):
    options = {{"end": 3}}

    def __init__(self, setup):
        super().__init__(setup)
        with open({log!r}, "a") as log:
            log.write("x")

    def play(self, request, view):
        return pentocity.Move.reject()
"""


def test_games_are_found_again_by_source_and_options(tmp_path, monkeypatch):
    log = tmp_path / "log"
    source = tmp_path / "counting_player.py"
    monkeypatch.syspath_prepend(str(tmp_path))

    def played(options=None, name="Counting"):
        log.write_text("")
        importlib.invalidate_caches()
        sys.modules.pop("counting_player", None)
        kind = importlib.import_module("counting_player").Counting
        pc.run({**SMALL, "players": [{"player": kind, "name": name, "options": options or {}}]}, out=tmp_path / "out",
               jobs=1, traces="none")
        return len(log.read_text())

    source.write_text(COUNTING.format(log=str(log)))
    assert played() == 6 and played() == 0
    assert played({"end": 4}) == 6 and played({"end": 3}) == 0
    source.write_text(COUNTING.format(log=str(log)) + "# changed\n")
    os.utime(source, (1, time.time() + 10))  # or else the cached bytecode would serve
    assert played() == 6 and played() == 0
    helper = tmp_path / "counting_help.py"
    helper.write_text("value = 1\n")
    source.write_text("import counting_help\n" + COUNTING.format(log=str(log)))
    os.utime(source, (1, time.time() + 20))
    assert played() == 6 and played() == 0
    helper.write_text("value = 2  # changed\n")
    sys.modules.pop("counting_help")
    assert played() == 6
    kind = sys.modules["counting_player"].Counting
    assert pc.identity_of(kind, {}) is not None
    source.write_text(source.read_text().replace("reject()", "reject(note='edited, and not imported again')"))
    assert pc.identity_of(kind, {}) is None


def test_what_cannot_be_identified_is_never_resumed(tmp_path):
    calls = []

    def typed(name):
        """A class without a file, as one typed into a notebook."""
        scope = {"calls": calls, "pentocity": pc, "__name__": "__main__"}
        exec(f"class {name}(pentocity.Player):\n"
             "    def play(self, request, view):\n"
             "        calls.append(view.turn)\n"
             "        return pentocity.Move.reject()\n", scope)
        return scope[name]

    class Local(pc.Player):
        def play(self, request, view):
            calls.append(view.turn)
            return pc.Move.reject()

    assert pc.identity_of(typed("Typed"), {}) is None and pc.identity_of(Local, {}) is None
    assert pc.identity_of(Edge, {}) is not None
    for kind in (typed("Typed"), Local):
        for jobs in (1, 2):
            for _ in range(2):
                calls.clear()
                pc.run({**SMALL, "players": [kind, "naive"]}, out=tmp_path / kind.__name__, jobs=jobs)
                assert len(calls) == 6 * 3


def test_configs_in_files_and_in_dicts(tmp_path):
    config = tmp_path / "cup.yaml"
    config.write_text("rules: {side: 12}\nrepeats: 3\nplayers: [naive]\nsequencers: [random, g4]\n")
    shown = []
    of_file = pc.run(config, players=[Edge], out=tmp_path / "a", jobs=1, progress=lambda *state: shown.append(state))
    of_dict = pc.run(players=["naive", Edge], sequencers=["random", "g4"], repeats=3, rules=pc.Rules(side=12),
                     out=tmp_path / "b", jobs=1)
    assert of_file.digest == of_dict.digest
    assert shown[-1][0] <= 12 and all(state[2] in (0, 12) for state in shown)
    for call, words in [
            (lambda: pc.run(), "both players and sequencers"),
            (lambda: pc.run({**SMALL, "players": ["naiv"]}), "did you mean 'naive'"),
            (lambda: pc.run({**SMALL, "players": [Edge, Edge]}, out=tmp_path / "c"), "given twice"),
            (lambda: pc.run({**SMALL, "players": [{"player": Edge, "options": {"skp": 1}}]}), "no option 'skp'"),
            (lambda: pc.run({**SMALL, "players": ["naive"], "repeat": 3}), "repeat"),
            (lambda: pc.run(config, players=["jigsw"]), "did you mean 'jigsaw'"),
            (lambda: pc.run(config, sequencers=[{"sequencer": "g5"}]), "expected names, paths and mixes"),
            (lambda: pc.run(tmp_path / "none.yaml"), "none.yaml"),
            (lambda: pc.run({**SMALL, "players": ["naive"]}, out=tmp_path / "d", traces="some"), "best-worst")]:
        with pytest.raises(pc.InputError, match=words):
            call()


def test_files_are_named_beside_a_config_and_without_one(tmp_path, root):
    config = tmp_path / "cup.yaml"
    config.write_text("rules: {side: 12}\nrepeats: 1\nplayers: [naive]\nsequencers: [random]\n")
    examples = os.path.join(root, "docs", "examples")
    plain, encore = os.path.join(examples, "plain.py"), os.path.join(examples, "encore.py")
    for arguments in ({"config": config}, {"rules": {"side": 12}, "repeats": 1}):
        given = ["diagonal", plain, {"player": "naive", "name": "twin"}]
        results = pc.run(**arguments, players=given if "config" in arguments else ["naive", *given],
                         sequencers=["random", encore, MIX], out=tmp_path / str(len(arguments)), jobs=1)
        assert set(results.games.player) == {"naive", "diagonal", "plain", "twin"}
        assert set(results.games.sequencer) == {"random", "encore", "bricks"}
        assert set(results.games.status) == {"ok"}


def test_games_of_one_are_played_anew(tmp_path):
    def played(**given):
        Counted.made = 0
        pc.run({**SMALL, "players": [Counted, "naive"]}, out=tmp_path / "out", jobs=1, **given)
        return Counted.made

    assert [played(), played(), played(anew=["naive"]), played(anew=["Counted"])] == [6, 0, 0, 6]
    with pytest.raises(pc.InputError, match="Coutned"):
        played(anew=["Coutned"])


def test_what_progress_raises_ends_a_run(tmp_path):
    with pytest.raises(ZeroDivisionError):
        pc.run({**SMALL, "players": [Edge]}, out=tmp_path / "out", jobs=1, progress=lambda *state: 1 / 0)
    assert len(pc.run({**SMALL, "players": [Edge]}, out=tmp_path / "out", jobs=1).games) == 6


SLOW = """
import sys, time
sys.path[:0] = {path!r}
import pentocity
from python_players import Edge

class Slow(Edge):
    def play(self, request, view):
        time.sleep(0.01)
        return super().play(request, view)

if __name__ == "__main__":
    try:
        pentocity.run(players=[Slow], sequencers=["random"], repeats=60, rules=pentocity.Rules(side=12), out={out!r},
                      jobs=2, progress=lambda *state: print(*state, flush=True))
    except pentocity.Interrupted as interrupted:
        print("interrupted:", interrupted, flush=True)
"""


def test_ctrl_c_stores_the_games_under_way(tmp_path):
    script = tmp_path / "slow.py"
    out = str(tmp_path / "out")
    script.write_text(SLOW.format(path=sys.path[:3], out=out))
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True)
    for line in process.stdout:
        if int(line.split()[0]) > 0:
            break
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    said = process.communicate()[0]
    assert "interrupted:" in said and "the same call plays the others" in said, said
    games = pc.Results(out).games
    assert 0 < len(games) < 60 and (games.status == "ok").all()


def test_other_threads_of_python_run_meanwhile(tmp_path):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        pc.play("planner", seed=1, rules=pc.Rules(side=30))
        during_game = len(ticks)
        pc.Electorate.without_votes(7, 7, 7).count_plans()
    finally:
        done.set()
        thread.join()
    assert during_game > 0


def test_a_report_in_a_notebook(tmp_path):
    results = pc.run({**SMALL, "players": ["naive", "jigsaw"]}, out=tmp_path / "out", jobs=1)
    try:
        page = results.report()
    except pc.Error as error:
        pytest.skip(f"the program has no page: {error}")
    assert "jigsaw" in page.html and page._repr_html_().startswith("<iframe")


def test_compare_is_the_command(tmp_path):
    from pentocity._program import command
    answer = pc.compare("jigsaw", "naive", sequencers=["random", "g6"], max_games=40, delta=20, seed=3, options=["random_walks=0"],
                        rules="report", out=tmp_path / "python", jobs=1)
    said = command("compare", "jigsaw", "naive", "--sequencers", "random,g6", "--max-games", "40", "--delta", "20", "--seed", "3",
                   "--option", "random_walks=0", "--rules", "report", "--out", str(tmp_path / "command"), "--format", "json")
    assert answer == json.loads(said) and answer["format"] == "pentocity-compare/1" and answer["verdict"] == "a"
    unsure = pc.compare("naive", "diagonal", sequencers=["random"], repeats=1, out=tmp_path / "few")
    assert unsure["verdict"] == "undecided" and unsure["games"] == 2
    with pytest.raises(pc.Error, match="there is no player 'jigsw', did you mean 'jigsaw'"):
        pc.compare("jigsw", "naive", sequencers=["random"])
