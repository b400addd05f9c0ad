"""The environments for learners: their arrays against the rules, and the checkers of Gymnasium."""
import copy
import json
import os
import pickle
import re
import shutil
import subprocess
import sys

import numpy as np
import pentocity as pc
import pytest
import slow_rules

CASES = [("random", "tournament-2016", 12, "jigsaw", "jigsaw"), ("tailheavy", "report", 9, "shortest", "none"),
         ("g4", "tournament-2016", 16, "clinging", "most_perimeter"), ("starsandblocks", "report", 5, "jigsaw", "jigsaw"),
         ("nemesis", "tournament-2016", 8, "jigsaw", "jigsaw"), ("random", "report", 64, "jigsaw", "jigsaw"),
         ("random", "report", 100, "jigsaw", "jigsaw")]


def new_games(count, stream, rules, side, roads, parks, threads=1):
    games = pc.LearningGames(count, pc.Rules(rules, side=side), stream, None, roads, parks, threads)
    games.seeds[:] = np.arange(count) + 5
    games.seed_draws(3)
    games.reset()
    return games


def planes(land):
    kinds = land.kinds
    return np.stack([(kinds == number).astype(np.uint8) for number in range(6)])


@pytest.mark.parametrize("case", CASES)
def test_masks_and_planes_equal_the_rules(case):
    """10,000 random steps in all; on each, the mask is exactly the actions that the slow rules allow, a drawn action does
    what the judge says of its move, and an illegal one is a reject that says why."""
    stream, rules_name, side = case[:3]
    steps = 120 if side >= 64 else 1980
    rules = pc.Rules(rules_name, side=side)
    games = new_games(1, *case)
    choose = np.random.default_rng(1)
    actions = np.zeros(1, np.int64)
    for step in range(steps):
        land, request = games.land_of(0), games.request_of(0)
        mask = games.mask[0]
        assert mask.shape == (pc.action_count(side),)
        if side < 64 or step % 10 == 0:
            assert set(np.flatnonzero(mask).tolist()) == slow_rules.legal_actions(land, request)
        assert (games.land[0] == planes(land)).all()
        shown = np.zeros((8, 5, 5), np.uint8)
        for number, cells in enumerate(request.rotations):
            shown[number + (4 if request.type == "factory" else 0)][tuple(cells.T)] = 1
        assert (games.request[0] == shown).all()
        if games.terminated[0]:
            games.seeds[0] = step + 1000
            games.step(actions)
            assert games.scalars[0].tolist() == [0, 0] and games.reward[0] == 0 and not games.terminated[0]
            assert games.land_of(0) == pc.Land(side)
            continue
        before, turn, rejects = int(games.score[0]), *games.scalars[0].tolist()
        if choose.random() < 0.03:
            actions[0] = choose.choice(np.flatnonzero(mask == 0))
        else:
            games.draw(actions)
            assert mask[actions[0]] == 1
            if choose.random() < 0.5:
                actions[0] = choose.choice(np.flatnonzero(mask))
        action = int(actions[0])
        if action and mask[action]:
            move = games.move_of(0, action)
            judgement = pc.apply(rules, land, request, move)
            assert judgement.fault is None
            games.step(actions)
            assert games.reward[0] == judgement.delta and games.fault_of(0) is None
        else:
            illegal = not mask[action]
            games.step(actions)
            assert games.reward[0] == 0 and (games.fault_of(0) is not None) == illegal
            rejects += 1
        assert games.land_of(0) == land and games.score[0] == before + games.reward[0]
        assert games.scalars[0].tolist() == [turn + 1, rejects]
        assert games.terminated[0] == (rejects == rules.max_rejects)


def test_many_games_are_as_one_after_the_other():
    for threads in (1, 3):
        many = new_games(7, *CASES[0], threads=threads)
        single = [new_games(1, *CASES[0]) for _ in range(7)]
        for i, game in enumerate(single):
            game.seeds[0] = many.seeds[i]
            game.reset()
        actions = np.zeros(7, np.int64)
        for _ in range(150):
            many.draw(actions)
            many.step(actions)
            for i, game in enumerate(single):
                game.step(actions[i:i + 1])
                for name in ("land", "request", "scalars", "mask", "reward", "terminated", "fault", "score"):
                    assert (getattr(many, name)[i] == getattr(game, name)[0]).all(), name


def test_the_requests_are_those_of_the_stream():
    games = new_games(1, *CASES[1])
    games.seeds[0] = 77
    games.reset()
    for request, _ in zip(pc.stream("tailheavy", seed=77, side=9), range(3)):
        assert games.request_of(0) == request
        games.step(np.zeros(1, np.int64))


def test_wrong_calls():
    games = pc.LearningGames(2, pc.Rules(side=6), "random")
    with pytest.raises(RuntimeError, match="reset"):
        games.step(np.zeros(2, np.int64))
    games.reset()
    with pytest.raises(ValueError, match="from 0 to 288, not 289"):
        games.step(np.array([0, 289]))
    with pytest.raises(ValueError, match="each of 2 games"):
        games.step(np.zeros(3, np.int64))
    with pytest.raises(pc.InputError, match="roads: expected 'jigsaw'"):
        pc.LearningGames(1, pc.Rules(), "random", roads="bridges")
    with pytest.raises(pc.InputError, match="parks: expected 'jigsaw'"):
        pc.LearningGames(1, pc.Rules(), "random", parks="playgrounds")


def test_gymnasium_accepts_the_environment():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    env = gymnasium.make("pentocity/Pentocity-v0", stream="random", rules="tournament-2016", roads="jigsaw",
                         parks="jigsaw", side=10)
    check_env(env.unwrapped)
    observation, info = env.reset(seed=3)
    assert observation in env.observation_space and info["action_mask"].dtype == np.int8
    other = gymnasium.make("pentocity/Pentocity-v0", side=10).reset(seed=3)[0]
    assert all((observation[key] == other[key]).all() for key in observation)
    assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
    score, terminated = 0.0, False
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        score += reward
        assert observation in env.observation_space and not truncated and info["fault"] is None
    assert info["score"] == score
    with pytest.raises(pc.Error, match="over"):
        env.unwrapped.step(0)
    env.reset(options={"stream_seed": 9})
    assert env.unwrapped.request == next(pc.stream("random", seed=9, side=10))
    for mode in ("ansi", "rgb_array"):
        check_env(gymnasium.make("pentocity/Pentocity-v0", side=8, render_mode=mode).unwrapped)


def test_an_array_has_the_colours_of_pictures():
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("pentocity/Pentocity-v0", side=12, render_mode="rgb_array").unwrapped
    _, info = env.reset(seed=2)
    env.action_space.seed(2)
    terminated = False
    while not terminated:
        _, _, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
    colours = {"#" + bytes(cell).hex() for cell in env.render().reshape(-1, 3)}
    assert len(colours) >= 2
    assert colours == set(re.findall('<path fill="(#......)"', pc.land_svg(env.land)))


@pytest.mark.parametrize("modules", ["pentocity, gymnasium", "gymnasium, pentocity"])
def test_gymnasium_knows_the_environment_in_either_order(modules):
    pytest.importorskip("gymnasium")
    code = (f"import {modules}; env = gymnasium.make('pentocity/Pentocity-v0', side=9); env.reset(seed=1);"
            "many = gymnasium.make_vec('pentocity/Pentocity-v0', num_envs=2, side=9,"
            "                          vectorization_mode='vector_entry_point'); many.reset(seed=1); print(len(env.step(0)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "5\n", done.stderr


def test_many_environments_are_as_one_each():
    gymnasium = pytest.importorskip("gymnasium")
    from pentocity.gym import PentocityEnv
    many = pc.make_vec(3, side=8, threads=2)
    assert isinstance(many, gymnasium.vector.VectorEnv)
    single = [PentocityEnv(side=8) for _ in range(3)]
    observations, infos = many.reset(seed=11)
    assert observations in many.observation_space
    now = [env.reset(seed=11 + i) for i, env in enumerate(single)]
    over = [False] * 3
    for _ in range(120):
        actions = many.draw_actions()
        observations, rewards, terminated, truncated, infos = many.step(actions)
        for i, env in enumerate(single):
            if over[i]:
                now[i] = env.reset()
                assert rewards[i] == 0 and not terminated[i]
            else:
                observation, reward, over_now, _, info = env.step(int(actions[i]))
                now[i] = observation, info
                assert rewards[i] == reward and terminated[i] == over_now
            over[i] = bool(terminated[i])
            for key in observations:
                assert (observations[key][i] == now[i][0][key]).all()
            assert (infos["action_mask"][i] == now[i][1]["action_mask"]).all()
    assert not truncated.any()


def test_stable_baselines_accepts_the_environment():
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    from pentocity.gym import PentocityEnv
    checker.check_env(PentocityEnv(side=10), skip_render_check=True)


def test_gymnasium_imports_the_module_of_an_id():
    pytest.importorskip("gymnasium")
    code = ("import gymnasium; env = gymnasium.make('pentocity:pentocity/Pentocity-v0', side=9); env.reset(seed=1);"
            "many = gymnasium.make_vec('pentocity:pentocity/Pentocity-v0', num_envs=2, side=9,"
            "                          vectorization_mode='vector_entry_point'); many.reset(seed=1); print(len(env.step(0)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "5\n", done.stderr


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_copies_go_on_in_the_same_way(copied):
    fresh = copied(pc.LearningGames(2, pc.Rules(side=6), "random"))
    with pytest.raises(RuntimeError, match="reset"):
        fresh.step(np.zeros(2, np.int64))
    games = new_games(5, *CASES[0], threads=2)
    actions = np.zeros(5, np.int64)

    def go_on(games, steps):
        seen = []
        for _ in range(steps):
            games.draw(actions)
            games.step(actions)
            seen.append([getattr(games, name).copy() for name in ("land", "request", "scalars", "mask", "reward",
                                                                 "terminated", "fault", "score", "seeds")])
        return seen

    go_on(games, 90)  # some have begun anew by then
    other = copied(games)
    for name in ("land", "mask", "score", "scalars", "terminated"):
        assert (getattr(games, name) == getattr(other, name)).all(), name
    before = [games.land.copy(), games.seeds.copy()]
    ahead = go_on(other, 60)
    assert (games.land == before[0]).all() and (games.seeds == before[1]).all()  # which the copy does not share
    for mine, its in zip(go_on(games, 60), ahead):
        assert all((a == b).all() for a, b in zip(mine, its))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_environments_are_copied(copied):
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("pentocity/Pentocity-v0", side=20)
    _, info = env.reset(seed=5)
    for _ in range(10):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    other = copied(env)
    assert other.unwrapped.land == env.unwrapped.land and other.unwrapped.request == env.unwrapped.request
    action = int(np.flatnonzero(info["action_mask"])[-1])
    mine, its = env.step(action), other.step(action)
    assert mine[1] == its[1] and all((mine[0][key] == its[0][key]).all() for key in mine[0])
    assert env.reset()[0]["request"].tolist() == other.reset()[0]["request"].tolist()  # random numbers, too
    many = pc.make_vec(3, side=8)
    many.reset(seed=[4, None, 6])
    others = copied(many)
    for _ in range(50):
        actions = many.draw_actions()
        assert (others.draw_actions() == actions).all()
        mine, its = many.step(actions), others.step(actions)
        assert (mine[1] == its[1]).all() and all((mine[0][key] == its[0][key]).all() for key in mine[0])


def test_seeds_of_many_games():
    pytest.importorskip("gymnasium")
    many = pc.make_vec(2, side=8)
    first = many.reset(seed=[None, 2])[0]
    assert (pc.make_vec(2, side=8).reset(seed=[7, 2])[0]["request"][1] == first["request"][1]).all()
    many.reset(seed=[3, 4])
    going_on = many.reset()[0]
    many.reset(seed=[3, 4])
    assert (many.reset(seed=[None, 9])[0]["request"][0] == going_on["request"][0]).all()
    with pytest.raises(pc.InputError, match="seed: 3 seeds for 2 games"):
        many.reset(seed=[1, 2, 3])
    with pytest.raises(pc.InputError, match="stream_seed: 3 seeds for 2 games"):
        many.reset(options={"stream_seed": [1, 2, 3]})
    with pytest.raises(pc.InputError, match="reset_mask: expected 2 booleans"):
        many.reset(options={"reset_mask": np.array([True])})


@pytest.mark.parametrize("copies", [True, False])
def test_a_game_that_is_over_begins_in_the_same_step(copies):
    pytest.importorskip("gymnasium")
    next_step = pc.make_vec(3, side=6, copy=copies)
    many = pc.make_vec(3, side=6, autoreset_mode="SameStep", copy=copies)
    next_step.reset(seed=1)
    many.reset(seed=1)
    ended = 0
    for _ in range(60):
        observations, rewards, terminated, _, infos = many.step(np.zeros(3, np.int64))
        assert not many.games.terminated.any()
        assert ("final_obs" in infos) == bool(terminated.any())
        for i in np.flatnonzero(terminated):
            assert infos["_final_obs"][i] and infos["final_obs"][i]["scalars"].tolist() == [3, 3]
            assert infos["final_info"]["score"][i] == 0 and observations["scalars"][i].tolist() == [0, 0]
            ended += 1
    assert ended == 60
    # The games are those that the other mode plays.
    assert (many.reset(seed=1)[0]["request"] == next_step.reset(seed=1)[0]["request"]).all()


def test_games_begin_when_they_are_told_to():
    gymnasium = pytest.importorskip("gymnasium")
    mode = getattr(gymnasium.vector, "AutoresetMode", None)
    many = pc.make_vec(2, side=6, autoreset_mode=mode.DISABLED if mode else "Disabled")
    many.reset(seed=1)
    many.step(np.array([0, 0]))
    many.step(np.array([0, 0]))
    observations = many.reset(options={"reset_mask": np.array([True, False])})[0]
    assert observations["scalars"].tolist() == [[0, 0], [2, 2]]
    assert many.step(np.array([0, 0]))[2].tolist() == [False, True]
    with pytest.raises(pc.Error, match="game 1 is over"):
        many.step(np.array([0, 0]))
    many.reset(options={"reset_mask": np.array([False, True])})
    assert not many.step(np.array([0, 0]))[2].any()
    with pytest.raises(pc.InputError, match="autoreset_mode: expected one of NextStep, SameStep, Disabled, not 'Never'"):
        pc.make_vec(2, autoreset_mode="Never")


def test_an_observer_sees_what_the_environment_shows():
    rules = pc.Rules("tournament-2016", side=20)
    games = pc.LearningGames(1, rules, "tailheavy", parks="none")
    observer = pc.Observer(rules, parks="none")
    with pytest.raises(ValueError, match="not legal"):
        observer.move(0)
    action = np.zeros(1, np.int64)
    for seed in range(5):
        games.seeds[0] = seed
        games.reset()
        games.seed_draws(seed)
        while not games.terminated[0]:
            request, view = games.request_of(0), games.view_of(0)
            seen = observer.observe(request, view)
            for name, array in seen.items():
                assert array.dtype == getattr(games, name).dtype and np.array_equal(array, getattr(games, name)[0]), name
            mask = observer.action_masks()
            assert mask.dtype == bool and np.array_equal(mask, games.mask[0])
            games.draw(action)
            assert observer.move(int(action[0])) == games.move_of(0, int(action[0]))
            with pytest.raises(ValueError, match="not legal"):
                observer.move(int(np.flatnonzero(~mask)[0]))
            games.step(action)
    with pytest.raises(ValueError, match="side 50, and the rules 20"):
        observer.observe(request, pc.View(pc.Land()))


class Policy(pc.Player):
    """A policy that takes the last legal action, and parks and ponds as the environment does."""

    def __init__(self, setup):
        self.observer = pc.Observer(setup.rules, seed=setup.seed)

    def play(self, request, view):
        self.observer.observe(request, view)
        return self.observer.move(int(np.flatnonzero(self.observer.action_masks())[-1]))


def test_a_policy_is_a_player(tmp_path):
    games = pc.run(players=[Policy], sequencers=["random", "g6"], repeats=3, out=tmp_path / "out", jobs=1, rules={"side": 20}).games
    assert (games.status == "ok").all() and (games.resort > 0).any()


def test_the_example_trains_a_policy_and_enters_it(tmp_path):
    pytest.importorskip("sb3_contrib")
    examples = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "examples", "policy")
    for name in ("train.py", "trained.py"):
        shutil.copy(os.path.join(examples, name), tmp_path)
    subprocess.run([sys.executable, "train.py", "--steps", "2048", "--side", "12", "--games", "2"], cwd=tmp_path, check=True)
    assert (pc.Results(tmp_path / "trained-results").games.status == "ok").all()


def test_an_action_is_drawn_in_one_environment():
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("pentocity/Pentocity-v0", side=12).unwrapped
    drawn = []
    for _ in range(2):
        env.reset(seed=3)
        drawn.append([])
        for _ in range(10):
            action = env.draw_action()
            assert env.action_masks()[action]
            drawn[-1].append(action)
            env.step(action)
    assert drawn[0] == drawn[1] and len(set(drawn[0])) > 3


def test_the_guide_has_the_numbers_of_faults():
    with open(os.path.join(os.path.dirname(__file__), "..", "..", "docs", "how-to", "python.md"), encoding="utf-8") as stream:
        guide = stream.read()
    for number, name in enumerate(pc.FAULTS[:-1]):  # the last is of answers in lines
        assert f"| {number} | `{name}` |" in guide


def test_a_numpy_that_does_not_go_with_the_build_is_refused():
    code = ("import numpy; numpy.__version__ = '2.1.0'\n"
            "import pentocity, pentocity._core as core\n"
            "for make in (pentocity.Observer, lambda: pentocity.LearningGames(1, pentocity.Rules('report'), 'random'),\n"
            "             lambda: pentocity.Land(8).kinds,\n"
            "             lambda: pentocity.legal_sites(pentocity.Land(8), pentocity.Request('factory', [(0, 0)]))):\n"
            "    try:\n        make()\n        print('made', core._pybind11 >= (2, 12))\n"
            "    except ImportError as error:\n        print('refused', core._pybind11 < (2, 12) and 'NumPy 2.1.0' in str(error))\n")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert [line.split()[1] for line in said.splitlines()] == ["True"] * 4


def test_a_numpy_that_does_not_go_with_the_build_is_told_of_by_import(tmp_path):
    (tmp_path / "numpy-2.1.0.dist-info").mkdir()
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy/__init__.py").write_text("raise ImportError('this is not imported')\n")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", "import pentocity; print(pentocity._core._pybind11 < (2, 12))"],
                          env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=True)
    assert ("does not go with NumPy 2.1.0: expected" in done.stderr) == (done.stdout == "True\n")


MIX = {"name": "bricks", "phases": [{"order": "random", "requests": [{"residence": "I"}, {"weight": 2, "factory": "2x3"}]}]}


def test_a_stream_is_a_name_a_path_or_a_dict(tmp_path, root):
    path = tmp_path / "bricks.yaml"
    path.write_text(json.dumps(MIX))
    wanted = [next(stream) for stream in [pc.stream(path, seed=3)] for _ in range(4)]
    for source in (str(path), MIX, {"mix": str(path)}, {"name": "bricks", "mix": {"phases": MIX["phases"]}}):
        stream = pc.stream(source, seed=3)
        assert [next(stream) for _ in range(4)] == wanted
        assert pc.play("naive", source, seed=3).turns[0].request == wanted[0]
        games = pc.LearningGames(1, pc.Rules(side=12), json.dumps(source) if isinstance(source, dict) and "phases" in source else str(path))
        games.seeds[0] = 3
        games.reset()
        assert games.request_of(0) == wanted[0]
    encore = os.path.join(root, "docs", "examples", "encore.py")
    assert pc.stream(encore).name == "encore" and pc.play("naive", encore, rules=pc.Rules(side=12)).status == "ok"
    for source, words in [({"phases": MIX["phases"]}, "a mix given as a dict needs a name"), ("encoer.py", "there is no file 'encoer.py'"),
                          ({**MIX, "colour": "red"}, "colour")]:
        with pytest.raises(pc.InputError, match=words):
            pc.stream(source)
    for wrong in ("parks", "roads"):
        with pytest.raises(ValueError, match=f"{wrong}: expected .*, not 'None'"):
            pc.Observer(**{wrong: None})
        with pytest.raises(ValueError, match=f"{wrong}: expected .*, not 'None'"):
            pc.LearningGames(1, pc.Rules(), "random", **{wrong: None})


def test_what_is_no_option_and_no_action_is_refused():
    gym = pytest.importorskip("gymnasium")
    one = gym.make("pentocity/Pentocity-v0", side=10, disable_env_checker=True).unwrapped
    many = pc.make_vec(2, side=10)
    for env, actions in (one, 2.7), (many, [0, 2.7]):
        with pytest.raises(pc.InputError, match="reset\\(\\) has no option 'steam_seed': its options are stream_seed"):
            env.reset(options={"steam_seed": 7})
        env.reset(seed=1)
        with pytest.raises(pc.InputError, match="an action is a whole number, not (2.7|float64)"):
            env.step(actions)


def test_native_vectors_are_truncated_as_single_environments_are():
    gym = pytest.importorskip("gymnasium")
    arguments = {"side": 10, "stream": MIX, "max_episode_steps": 3}
    native = gym.make_vec("pentocity/Pentocity-v0", 3, "vector_entry_point", **arguments)
    single = gym.make_vec("pentocity/Pentocity-v0", 3, "sync", **arguments)
    for mine, its in zip(native.reset(seed=1)[0].values(), single.reset(seed=1)[0].values()):
        assert np.array_equal(mine, its)
    for turn in range(9):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in native.unwrapped.action_masks()]
        if turn == 5:
            actions = [0] * 3
        mine, its = native.step(actions), single.step(actions)
        assert all(np.array_equal(mine[0][name], its[0][name]) for name in mine[0])
        assert mine[2].tolist() == its[2].tolist() and mine[3].tolist() == its[3].tolist() == [turn % 4 == 2] * 3


class Lines(pc.Sequencer):
    """Bars, of two cells in every turn that `every` divides and of five in others; drawn ones where that is 0."""

    options = {"every": pc.Option(2, minimum=0)}

    def next(self, turn, land):
        assert land is None
        if self.options["every"] == 0:
            return pc.Request("factory", [(0, column) for column in range(1 + self.random.next_int(5))])
        return pc.Request("factory", [(0, 0), (0, 1)]) if turn % self.options["every"] == 0 else pc.Request("residence", pc.pentomino("I"))


class Seeing(pc.Sequencer):
    adaptive = True

    def next(self, turn, land):
        assert land.side == self.side
        return pc.Request("factory", [(0, 0)] if land.empty.all() else [(0, 0), (0, 1)])


class Wrong(pc.Sequencer):
    options = {"answer": "none"}

    def next(self, turn, land):
        if self.options["answer"] == "none":
            return None
        if self.options["answer"] == "raise":
            raise KeyError("no luck")
        return pc.Request("factory", [(0, 0), (0, 1), (1, 1)])


def test_a_stream_is_a_class():
    requests = [request for request, _ in zip(pc.stream(Lines, seed=4, every=3), range(6))]
    assert [request.type for request in requests] == ["factory", "residence", "residence"] * 2
    drawn = [request for request, _ in zip(pc.stream(Lines, seed=4, every=0), range(50))]
    assert drawn == [request for request, _ in zip(pc.stream(Lines, seed=4, every=0), range(50))]
    assert drawn != [request for request, _ in zip(pc.stream(Lines, seed=5, every=0), range(50))]
    random = pc.Random(4)
    assert [len(request.cells) for request in drawn] == [1 + random.next_int(5) for _ in drawn]
    game = pc.play("naive", Lines, seed=4, rules=pc.Rules(side=12), stream_options={"every": 0})
    assert game.stream == "Lines" and [turn.request for turn in game.turns][:30] == drawn[:30]
    seen = pc.play("naive", Seeing, rules=pc.Rules(side=6))
    assert [len(turn.request.cells) for turn in seen.turns] == [1] + [2] * (len(seen.turns) - 1) and seen.status == "ok"
    with pytest.raises(pc.InputError, match="sequencer 'Lines' has no option 'evry': its options are every"):
        next(pc.stream(Lines, evry=3))
    with pytest.raises(pc.InputError, match="sequencer 'Lines': .*every"):
        next(pc.stream(Lines, every=-1))


def test_what_a_sequencer_of_python_raises_is_raised():
    rules = pc.Rules(side=8)
    for answer, error, words in (("none", TypeError, "next\\(\\) returned None, which is no Request"), ("raise", KeyError, "no luck"),
                                 ("bent", RuntimeError, "bad_request: no rectangle with sides of 1 to 5")):
        with pytest.raises(error, match=words):
            next(pc.stream(Wrong, answer=answer))
        games = pc.LearningGames(4, rules, Wrong, {"answer": answer}, threads=2)
        with pytest.raises(error, match=words):
            games.reset()
        if answer != "bent":
            with pytest.raises(error, match=words):
                pc.play("naive", Wrong, rules=rules, stream_options={"answer": answer})
    bent = pc.play("naive", Wrong, rules=rules, stream_options={"answer": "bent"})
    assert bent.status == "sequencer_failed" and bent.error.startswith("bad_request")


def test_each_game_is_on_one_of_several_streams_by_its_seed():
    sources = ["random", Lines, MIX]
    names = ["random", "Lines", "bricks"]
    rules = pc.Rules(side=9)
    games = pc.LearningGames(600, rules, ["random", Lines, json.dumps(MIX)], threads=2)
    assert games.streams == names
    games.seeds[:] = np.arange(600)
    games.reset()
    counts = np.bincount(games.stream)
    assert len(counts) == 3 and counts.min() > 150  # 200 expected, deviation 12
    for game in range(0, 600, 29):
        wanted = next(pc.stream(sources[games.stream[game]], seed=game, side=9))
        assert games.request_of(game) == wanted
    before = games.stream.copy()
    games.step(np.zeros(600, np.int64))
    for copied in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert (copied.stream == before).all() and copied.request_of(7) == games.request_of(7)
    with pytest.raises(pc.InputError, match="stream: expected at least one of them"):
        pc.LearningGames(1, rules, [])


def test_environments_say_which_stream_a_game_is_on():
    gym = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    names = ["random", "Lines", "bricks"]
    one = gym.make("pentocity/Pentocity-v0", stream=["random", Lines, MIX], side=9).unwrapped
    check_env(one, skip_render_check=True)
    seen = [one.reset(seed=seed)[1]["stream"] for seed in range(40)]
    assert set(seen) == set(names) and seen == [one.reset(seed=seed)[1]["stream"] for seed in range(40)]
    assert one.step(0)[-1]["stream"] == seen[-1]
    many = pc.make_vec(40, stream=["random", Lines, MIX], side=9)
    _, infos = many.reset(seed=0)
    assert [names[number] for number in infos["stream"]] == seen
    assert gym.make("pentocity/Pentocity-v0", side=9).reset(seed=1)[1]["stream"] == "random"
