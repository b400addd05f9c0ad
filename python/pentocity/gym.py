"""The environments for learners (docs/python.md), for Gymnasium: one game, and many side by side."""
import gymnasium
import numpy
from gymnasium.utils import seeding

from . import _core
from ._players import rules_of

_PALETTE = numpy.array([[255, 255, 255], [232, 163, 61], [140, 140, 156], [90, 163, 90], [74, 144, 200],
                        [216, 208, 192]], dtype=numpy.uint8)


def _rules(rules, side):
    rules = rules_of(rules)
    if side is None or side == rules.side:
        return rules
    return _core.Rules(rules.profile, side=side, max_rejects=rules.max_rejects, on_invalid=rules.on_invalid,
                       factory_bonus=rules.factory_bonus, road_access=rules.road_access)


def _spaces(side):
    box = gymnasium.spaces.Box
    return (gymnasium.spaces.Dict({"land": box(0, 1, (6, side, side), numpy.uint8),
                                   "request": box(0, 1, (8, 5, 5), numpy.uint8),
                                   "scalars": box(0, 2**31 - 1, (2,), numpy.int32)}),
            gymnasium.spaces.Discrete(_core.action_count(side)))


def _stream_seed(generator):
    """The seed of the next game's request stream."""
    return int(generator.integers(2**53))


class PentocityEnv(gymnasium.Env):
    """One game. Action 0 rejects the request; action 1 + (rotation * side + row) * side + column accepts it, and the named
    policies add a road, parks and ponds."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(self, stream="random", rules="tournament-2016", roads="jigsaw", parks="jigsaw", side=None,
                 stream_options=None, render_mode=None):
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise _core.InputError(f"render_mode: expected one of {self.metadata['render_modes']}, not '{render_mode}'")
        self.rules = _rules(rules, side)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.rules.side)
        self.games = _core.LearningGames(1, self.rules, str(stream), dict(stream_options or {}), roads, parks, 1)

    def reset(self, *, seed=None, options=None):
        """Begins a game. Its requests follow from `seed` as in every environment, or from options['stream_seed'], the
        seed of `pentocity.stream()` and of configs."""
        super().reset(seed=seed)
        given = (options or {}).get("stream_seed")
        self.games.seeds[0] = _stream_seed(self.np_random) if given is None else given
        self.games.reset()
        return self._observation(), self._info()

    def step(self, action):
        if self.games.terminated[0]:
            raise _core.Error("the game is over: reset() begins another")
        self.games.step(numpy.array([action], dtype=numpy.int64))
        return (self._observation(), float(self.games.reward[0]), bool(self.games.terminated[0]), False, self._info())

    def action_masks(self):
        """Whether each action is legal, an array of booleans."""
        return self.games.mask[0].astype(bool)

    def _observation(self):
        return {"land": self.games.land[0].copy(), "request": self.games.request[0].copy(),
                "scalars": self.games.scalars[0].copy()}

    def _info(self):
        return {"action_mask": self.games.mask[0].astype(numpy.int8), "score": int(self.games.score[0]),
                "fault": self.games.fault_of(0)}

    @property
    def land(self):
        """A copy of the land."""
        return self.games.land_of(0)

    @property
    def request(self):
        """The request that the next action answers."""
        return self.games.request_of(0)

    def move(self, action):
        """The move of a legal action, with its road, park and pond."""
        return self.games.move_of(0, action)

    def render(self):
        if self.render_mode == "ansi":
            return str(self.land)
        if self.render_mode == "rgb_array":
            return _PALETTE[self.land.kinds].repeat(8, axis=0).repeat(8, axis=1)
        return None


def _next_step_mode():
    mode = getattr(gymnasium.vector, "AutoresetMode", None)
    return {"autoreset_mode": mode.NEXT_STEP} if mode else {}


class PentocityVectorEnv(gymnasium.vector.VectorEnv):
    """Many games side by side, played by threads in C++. Game i plays as an environment that was reset with the seed plus i;
    one that is over begins anew in the next step, whose action for it is ignored."""

    metadata = {"render_modes": [], **_next_step_mode()}

    def __init__(self, num_envs=1, stream="random", rules="tournament-2016", roads="jigsaw", parks="jigsaw", side=None,
                 stream_options=None, threads=1, copy=True, render_mode=None):
        """With copy=False, observations and masks are always the same arrays, which the next step overwrites."""
        self.rules = _rules(rules, side)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.single_observation_space, self.single_action_space = _spaces(self.rules.side)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.games = _core.LearningGames(num_envs, self.rules, str(stream), dict(stream_options or {}), roads, parks,
                                         threads)
        self._generators = None
        self._actions = numpy.zeros(num_envs, dtype=numpy.int64)

    def reset(self, *, seed=None, options=None):
        """Begins all games. `seed` is a number, or one for each game; options['stream_seed'] lists the seeds of their
        request streams instead."""
        if seed is not None or self._generators is None:
            seeds = [None] * self.num_envs if seed is None else seed
            if isinstance(seeds, (int, numpy.integer)):
                seeds = [seeds + i for i in range(self.num_envs)]
            self._generators = [seeding.np_random(s)[0] for s in seeds]
            self.games.seed_draws(_stream_seed(self._generators[0]) if seed is None else int(seeds[0]))
        given = (options or {}).get("stream_seed")
        self.games.seeds[:] = [_stream_seed(g) for g in self._generators] if given is None else given
        self.games.reset()
        self._refill(range(self.num_envs))
        return self._observations(), self._infos()

    def step(self, actions):
        over = numpy.flatnonzero(self.games.terminated)
        self.games.step(actions)
        self._refill(over)
        rewards, terminated = self.games.reward, self.games.terminated
        if self.copy:
            rewards, terminated = rewards.copy(), terminated.copy()
        return self._observations(), rewards, terminated, numpy.zeros(self.num_envs, dtype=bool), self._infos()

    def action_masks(self):
        """Whether each action is legal, an array of booleans of shape (num_envs, actions)."""
        return self.games.mask.astype(bool) if self.copy else self.games.mask.view(bool)

    def draw_actions(self):
        """A legal action for each game, all equally likely, drawn in C++."""
        self.games.draw(self._actions)
        return self._actions.copy() if self.copy else self._actions

    def _refill(self, games):
        for i in games:
            self.games.seeds[i] = _stream_seed(self._generators[i])

    def _observations(self):
        out = {"land": self.games.land, "request": self.games.request, "scalars": self.games.scalars}
        return {key: value.copy() for key, value in out.items()} if self.copy else out

    def _infos(self):
        out = {"action_mask": self.games.mask.view(numpy.int8), "score": self.games.score, "fault": self.games.fault}
        return {key: value.copy() for key, value in out.items()} if self.copy else out
