"""Players in this process, and games of one player."""
from __future__ import annotations

import os

from . import _core

TYPE_CHECKING = False  # known to type checkers; to import it from typing would take a third of the time of this package
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Protocol

    Source = str | os.PathLike[str] | Mapping[str, Any] | type["Sequencer"]  # of a stream

    class Plays(Protocol):
        """What plays a game: a Player, a BuiltinPlayer or another object with this method."""

        def play(self, request: _core.Request, view: _core.View, /) -> _core.Move:
            """The answer to a Request."""
            ...


class Player:
    """A player. Derive a class from it and write play(); one object plays one game.

    `options` of the class are its options by name, which a config or a caller may give other values: each is its default,
    or an Option, which has limits and a meaning besides.
    """

    name: str  # in results; the name of the class, if it is left out
    options: dict[str, Any] = {}

    def __init__(self, setup: _core.Setup) -> None:
        """Keeps `setup`, a Setup, and its parts: `rules`, `seed` (for random numbers of one's own) and `options` (a dict)."""
        self.setup = setup
        self.rules = setup.rules
        self.seed = setup.seed
        self.options = setup.options

    def play(self, request: _core.Request, view: _core.View) -> _core.Move:
        """The answer, a Move, to a Request. `view` is a View: the land, turn, score, rejects and the last outcome."""
        raise NotImplementedError("a player has a method play(request, view), which returns a Move")


class Sequencer:
    """A sequencer. Derive a class from it and write next(); one object makes the requests of one game.

    `options` are as a Player has them. If `adaptive` is true, next() is given the land.
    """

    name: str  # in results; the name of the class, if it is left out
    options: dict[str, Any] = {}
    adaptive = False

    def __init__(self, setup: _core.SequencerSetup) -> None:
        """Keeps `setup`, a SequencerSetup, and its parts `side` and `options`, and `random`, a Random of its seed."""
        self.setup = setup
        self.side = setup.side
        self.random = _core.Random(setup.seed)
        self.options = options_of(type(self), setup.options)

    def next(self, turn: int, land: _core.Land | None) -> _core.Request:
        """The Request of this turn. It is called for the turns 0, 1, 2, ... in order. `land` is None unless the class is adaptive."""
        raise NotImplementedError("a sequencer has a method next(turn, land), which returns a Request")


def rules_of(rules: Any) -> _core.Rules:
    """Rules from Rules or from the name of a rule set. Throws InputError for anything else."""
    if not isinstance(rules, (str, _core.Rules)):
        raise _core.InputError(f"rules: expected Rules or the name of a rule set, not {rules!r}")
    return _core.Rules(rules) if isinstance(rules, str) else rules


def name_of(player: type | Plays) -> str:
    """The name of a player or a sequencer in results: `name` of its class, or the class's name."""
    kind = player if isinstance(player, type) else type(player)
    return str(getattr(kind, "name", None) or kind.__name__)


def _owner(kind: type) -> str:
    """What messages call a class."""
    name = name_of(kind)
    return f"{'sequencer' if issubclass(kind, Sequencer) else 'player'} '{name}'"


def declared_of(player: type) -> dict[str, Any]:
    """The options of a class by name: an Option, or the bare default if that is no bool, int, float or str."""
    return {name: _core.Option(value) if isinstance(value, (bool, int, float, str)) else value
            for name, value in getattr(player, "options", {}).items()}


def options_of(player: type, options: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the options of a class, some of which are given. Throws InputError for one that the class
    does not declare, and for a value of another type or beyond the limits."""
    declared = declared_of(player)
    for name in options:
        if name not in declared:
            known = f"its options are {', '.join(declared)}" if declared else "it takes no options"
            raise _core.InputError(f"{_owner(player)} has no option '{name}': {known}")
    checked = {name: option for name, option in declared.items() if isinstance(option, _core.Option)}
    given = {name: value for name, value in options.items() if name in checked}
    return {**declared, **options, **_core._option_values(_owner(player), checked, given)}


def mix_text(mix: Mapping[str, Any]) -> str | None:
    """The text of a mix that is given as a dict, with its name, as its file has it; None if the dict is an entry of another kind."""
    import json
    if not isinstance(mix if "phases" in mix else mix.get("mix"), dict):
        return None
    given: Mapping[str, Any] = mix if "phases" in mix else mix["mix"]
    name = mix.get("name") or given.get("name")
    if not isinstance(name, str):
        raise _core.InputError("a mix given as a dict needs a name")
    return json.dumps({**given, "name": name}, indent=1)


def stream_of(stream: Source) -> str | type[Sequencer]:
    """A stream as _core takes it: a class, a name, a path, or the JSON of a dict, which is a mix or a config's entry."""
    import json
    if isinstance(stream, type):
        return stream
    return (mix_text(stream) or json.dumps(stream)) if isinstance(stream, dict) else str(stream)


def _giving(player: Plays) -> Callable[[_core.Setup], Plays]:
    return lambda setup: player


def play(player: str | os.PathLike[str] | type[Plays] | Plays, stream: Source = "random", *, seed: int = 0,
         rules: str | _core.Rules = "report", options: Mapping[str, Any] | None = None,
         stream_options: Mapping[str, Any] | None = None, player_seed: int | None = None,
         cpu_seconds: float = 300.0) -> _core.Game:
    """Plays one game in this process and returns it, a Game.

    `player` is the name of a built-in player, the path of any other that `pentocity run --players` takes, a class derived from
    Player, or an object with a method play(), which then plays this game only. `stream` is what stream() takes. The same arguments
    give the same game, the one that `pentocity run` plays in repeat 0 with this seed. What a Python class raises is raised here.
    """
    values = dict(options or {})
    made: Any
    name = ""  # a player that is named or a path brings its own
    if isinstance(player, (str, os.PathLike)):
        made = os.fspath(player)
    elif isinstance(player, type):
        made, name, values = player, name_of(player), options_of(player, values)
    else:
        if values:
            raise _core.InputError("options are for a class or a name; this player has been made already")
        made, name = _giving(player), name_of(player)
    return _core._play(made, name, stream_of(stream), seed, rules_of(rules), player_seed, values, dict(stream_options or {}), cpu_seconds)


def player(name: str, *, rules: str | _core.Rules = "report", seed: int = 0, **options: Any) -> _core.BuiltinPlayer:
    """A built-in player, made for one game: an oracle or an opponent, with the method play(request, view)."""
    return _core.BuiltinPlayer(name, rules_of(rules), seed, **options)


def stream(source: Source, *, seed: int = 0, side: int = 50, **options: Any) -> _core.Stream:
    """A request stream, an iterator of Requests.

    `source` is the name of a built-in sequencer, the path of a file as for `pentocity run --sequencers`, a dict: what stands in
    the file of a mix, with its name, or an entry of a config; or a class derived from Sequencer."""
    return _core.Stream(stream_of(source), seed, side, options)
