"""The environments for learners (docs/how-to/python.md), for Gymnasium: one game, and many side by side."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy
from gymnasium.utils import seeding
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._players import rules_of, stream_of

if TYPE_CHECKING:
    from ._players import Source

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]

_PALETTE = numpy.array([tuple(bytes.fromhex(colour[1:])) for colour in _core.COLOURS], dtype=numpy.uint8)


def _rules(given: str | _core.Rules, side: int | None) -> _core.Rules:
    rules = rules_of(given)
    if side is None or side == rules.side:
        return rules
    return _core.Rules(rules.profile, **(rules.single() | {"side": side}))


def _streams(given: Source | list[Source]) -> Any:
    return [stream_of(one) for one in given] if isinstance(given, list) else stream_of(given)


def _spaces(side: int) -> tuple[Any, Any]:
    box = gymnasium.spaces.Box
    return (gymnasium.spaces.Dict({"land": box(0, 1, (6, side, side), numpy.uint8),
                                   "request": box(0, 1, (8, 5, 5), numpy.uint8),
                                   "scalars": box(0, 2**31 - 1, (2,), numpy.int32)}),
            gymnasium.spaces.Discrete(_core.action_count(side)))


def _known(options: dict[str, Any] | None, names: Sequence[str]) -> dict[str, Any]:
    """Options of reset(), which have these names."""
    for name in options or {}:
        if name not in names:
            raise _core.InputError(f"reset() has no option '{name}': its options are {', '.join(names)}")
    return options or {}


def _stream_seed(generator: numpy.random.Generator) -> int:
    """The seed of the next game's request stream."""
    return int(generator.integers(2**53))


class PentocityEnv(gymnasium.Env[Observation, int]):
    """One game. Action 0 rejects the request; action 1 + (rotation * side + row) * side + column accepts it, and the named
    policies add a road, parks and ponds."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(self, stream: Source | list[Source] = "random", rules: str | _core.Rules = "tournament-2016",
                 roads: str = "jigsaw", parks: str = "jigsaw", side: int | None = None,
                 stream_options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise _core.InputError(f"render_mode: expected one of {self.metadata['render_modes']}, not '{render_mode}'")
        self.rules = _rules(rules, side)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.rules.side)
        self.games = _core.LearningGames(1, self.rules, _streams(stream), dict(stream_options or {}), roads, parks, 1)
        self._names = self.games.streams
        self._drawn = numpy.zeros(1, dtype=numpy.int64)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begins a game. Its requests follow from `seed` as in every environment, or from options['stream_seed'], the
        seed of `pentocity.stream()` and of configs."""
        given = _known(options, ["stream_seed"]).get("stream_seed")
        super().reset(seed=seed)
        if seed is not None:
            self.games.seed_draws(seed)
        self.games.seeds[0] = _stream_seed(self.np_random) if given is None else given
        self.games.reset()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        if self.games.terminated[0]:
            raise _core.Error("the game is over: reset() begins another")
        self.games.step([action])
        return (self._observation(), float(self.games.reward[0]), bool(self.games.terminated[0]), False, self._info())

    def action_masks(self) -> NDArray[numpy.bool_]:
        """Whether each action is legal, an array of booleans."""
        mask: NDArray[numpy.bool_] = self.games.mask[0].astype(bool)
        return mask

    def draw_action(self) -> int:
        """A legal action, all equally likely, drawn in C++."""
        self.games.draw(self._drawn)
        return int(self._drawn[0])

    def _observation(self) -> Observation:
        return {"land": self.games.land[0].copy(), "request": self.games.request[0].copy(),
                "scalars": self.games.scalars[0].copy()}

    def _info(self) -> Info:
        return {"action_mask": self.games.mask[0].astype(numpy.int8), "score": int(self.games.score[0]),
                "fault": self.games.fault_of(0), "stream": self._names[self.games.stream[0]]}

    @property
    def land(self) -> _core.Land:
        """A copy of the land."""
        return self.games.land_of(0)

    @property
    def request(self) -> _core.Request:
        """The request that the next action answers."""
        return self.games.request_of(0)

    def move(self, action: int) -> _core.Move:
        """The move of a legal action, with its road, park and pond."""
        return self.games.move_of(0, action)

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return str(self.land)
        if self.render_mode == "rgb_array":
            return _PALETTE[self.land.kinds].repeat(8, axis=0).repeat(8, axis=1)
        return None


_MODES = ("NextStep", "SameStep", "Disabled")


def _metadata(mode: str) -> dict[str, Any]:
    """What the environments say of themselves; Gymnasium 1.0 knows no modes."""
    modes = getattr(gymnasium.vector, "AutoresetMode", None)
    return {"render_modes": [], **({"autoreset_mode": modes(mode)} if modes else {})}


class PentocityVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games side by side, played by threads in C++. Game i plays as an environment that was reset with the seed plus i.

    What becomes of a game that is over is said by `autoreset_mode`, one of gymnasium.vector.AutoresetMode or its value:
    "NextStep" begins it anew in the next step, whose action for it is ignored; "SameStep" in the same step, with its last
    observation in infos["final_obs"] and its last info in infos["final_info"]; "Disabled" leaves that to
    reset(options={"reset_mask": mask}), an array of booleans, and no step is made before it."""

    metadata = _metadata("NextStep")

    def __init__(self, num_envs: int = 1, stream: Source | list[Source] = "random",
                 rules: str | _core.Rules = "tournament-2016", roads: str = "jigsaw", parks: str = "jigsaw",
                 side: int | None = None, stream_options: Mapping[str, Any] | None = None, threads: int = 1,
                 copy: bool = True, render_mode: str | None = None, autoreset_mode: Any = "NextStep",
                 max_episode_steps: int | None = None) -> None:
        """With copy=False, observations and masks are always the same arrays, which the next step overwrites. A game that is not over
        after `max_episode_steps` is truncated."""
        self.rules = _rules(rules, side)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        observations, actions = _spaces(self.rules.side)
        self.single_observation_space, self.single_action_space = observations, actions
        self.observation_space = gymnasium.vector.utils.batch_space(observations, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(actions, num_envs)
        self.games = _core.LearningGames(num_envs, self.rules, _streams(stream), dict(stream_options or {}), roads, parks,
                                         threads, max_episode_steps or 0)
        self.autoreset_mode = getattr(autoreset_mode, "value", autoreset_mode)
        if self.autoreset_mode not in _MODES:
            raise _core.InputError(f"autoreset_mode: expected one of {', '.join(_MODES)}, not '{autoreset_mode}'")
        self.metadata = _metadata(self.autoreset_mode)
        self._generators: list[Any] = [None] * num_envs
        self._actions = numpy.zeros(num_envs, dtype=numpy.int64)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begins all games, or those of options['reset_mask'], an array of booleans. `seed` is a number, or one for each
        game, where None goes on with what the game has; options['stream_seed'] lists the seeds of the request streams
        instead."""
        options = _known(options, ["stream_seed", "reset_mask"])
        self._reseed(seed)
        begun = self._chosen(options.get("reset_mask"))
        given = options.get("stream_seed")
        if given is None:
            self._refill(begun)
        else:
            self.games.seeds[begun] = self._one_each("stream_seed", given, begun)
        if len(begun) == self.num_envs:
            self.games.reset()
        else:
            self.games.begin(begun.tolist())
        self._refill(begun)
        return self._observations(), self._infos()

    def step(self, actions: ArrayLike) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        over = numpy.flatnonzero(self.games.terminated | self.games.truncated)
        if len(over) and self.autoreset_mode == "Disabled":
            raise _core.Error(f"game {over[0]} is over: reset(options={{'reset_mask': mask}}) begins it anew")
        self.games.step(actions)
        self._refill(over)
        rewards, terminated, truncated = self.games.reward, self.games.terminated, self.games.truncated
        over = numpy.flatnonzero(terminated | truncated)
        begins = len(over) > 0 and self.autoreset_mode == "SameStep"
        if self.copy or begins:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        ends = self._ends(over) if begins else {}
        if begins:
            self.games.begin(over.tolist())
            self._refill(over)
        return self._observations(), rewards, terminated, truncated, {**self._infos(), **ends}

    def _reseed(self, seed: int | Sequence[int | None] | None) -> None:
        seeds: list[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, (int, numpy.integer)):
            seeds = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise _core.InputError(f"seed: {len(seeds)} seeds for {self.num_envs} games: give a number, or one for each")
        first = self._generators[0] is None
        for i, own in enumerate(seeds):
            if own is not None or self._generators[i] is None:
                self._generators[i] = seeding.np_random(None if own is None else int(own))[0]
        if seeds[0] is not None:
            self.games.seed_draws(int(seeds[0]))
        elif first:
            self.games.seed_draws(_stream_seed(self._generators[0]))

    def _chosen(self, mask: ArrayLike | None) -> NDArray[Any]:
        """The numbers of the games of a mask, of all games without one."""
        if mask is None:
            return numpy.arange(self.num_envs)
        wanted = numpy.asarray(mask)
        if wanted.shape != (self.num_envs,) or wanted.dtype != bool:
            raise _core.InputError(f"reset_mask: expected {self.num_envs} booleans, one for each game")
        return numpy.flatnonzero(wanted)

    def _one_each(self, name: str, given: ArrayLike, begun: NDArray[Any]) -> NDArray[Any]:
        """One value for each game, or one for all, as those of the games that begin."""
        values = numpy.asarray(given, dtype=numpy.uint64)
        if values.shape not in ((), (self.num_envs,)):
            raise _core.InputError(f"{name}: {values.size} seeds for {self.num_envs} games")
        chosen: NDArray[Any] = numpy.broadcast_to(values, self.num_envs)[begun]
        return chosen

    def _ends(self, over: NDArray[Any]) -> Info:
        """The last observations and infos of these games, in the form of Gymnasium's own vector environments."""
        observations, infos = self._observations(), self._infos()
        out: Info = {}
        for i in over:
            ends = {"final_obs": {key: value[i].copy() for key, value in observations.items()},
                    "final_info": {key: value[i] for key, value in infos.items()}}
            out = self._add_info(out, ends, int(i))
        return out

    def action_masks(self) -> NDArray[numpy.bool_]:
        """Whether each action is legal, an array of booleans of shape (num_envs, actions)."""
        return self.games.mask.astype(bool) if self.copy else self.games.mask.view(bool)

    def draw_actions(self) -> NDArray[numpy.int64]:
        """A legal action for each game, all equally likely, drawn in C++."""
        self.games.draw(self._actions)
        return self._actions.copy() if self.copy else self._actions

    def _refill(self, games: Iterable[int]) -> None:
        for i in games:
            self.games.seeds[i] = _stream_seed(self._generators[i])

    def _observations(self) -> Observation:
        out: Observation = {"land": self.games.land, "request": self.games.request, "scalars": self.games.scalars}
        return {key: value.copy() for key, value in out.items()} if self.copy else out

    def _infos(self) -> Info:
        out: Info = {"action_mask": self.games.mask.view(numpy.int8), "score": self.games.score, "fault": self.games.fault,
                     "stream": self.games.stream}
        return {key: value.copy() for key, value in out.items()} if self.copy else out
