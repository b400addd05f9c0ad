"""Players in this process, and games of one player."""
from . import _core


class Player:
    """A player. Derive a class from it and write play(); one object plays one game.

    `options` of the class are its options with their defaults, which a config or a caller may give other values.
    """

    options: dict = {}

    def __init__(self, setup):
        """`setup` is a Setup: the rules, a seed for random numbers of one's own, and the options."""
        self.rules = setup.rules
        self.seed = setup.seed
        self.options = setup.options

    def play(self, request, view):
        """The answer, a Move, to a Request. `view` is a View: the land, turn, score, rejects and the last outcome."""
        raise NotImplementedError("a player has a method play(request, view), which returns a Move")


def rules_of(rules):
    """Rules from Rules or from the name of a rule set."""
    return _core.Rules(rules) if isinstance(rules, str) else rules


def name_of(player):
    """The name of a player in results: of a built-in one its own, else `name` of the class, or the class's name."""
    if isinstance(player, str):
        return player
    kind = player if isinstance(player, type) else type(player)
    return getattr(kind, "name", None) or kind.__name__


def options_of(player, options):
    """The options of a player's class with these values. Throws InputError for one that the class does not declare."""
    declared = getattr(player, "options", {}) if isinstance(player, type) else {}
    for name in options:
        if name not in declared:
            known = f"its options are {', '.join(declared)}" if declared else "it takes no options"
            raise _core.InputError(f"player '{name_of(player)}' has no option '{name}': {known}")
    return {**declared, **options}


def play(player, stream="random", *, seed=0, rules="report", options=None, stream_options=None, player_seed=None,
         cpu_seconds=300.0):
    """Plays one game in this process and returns it, a Game.

    `player` is the name of a built-in player, a class derived from Player, or an object with a method play(), which then
    plays this game only. `stream` is the name of a built-in sequencer or the path of a mix. The same arguments give the
    same game, the one that `pentocity run` plays in repeat 0 with this seed. What a Python player raises is raised here.
    """
    values = dict(options or {})
    if isinstance(player, str):
        make = player
    elif isinstance(player, type):
        make, values = player, options_of(player, values)
    else:
        if values:
            raise _core.InputError("options are for a class or a name; this player has been made already")
        make = lambda setup: player  # noqa: E731
    return _core._play(make, name_of(player), str(stream), seed, rules_of(rules), player_seed, values,
                       dict(stream_options or {}), cpu_seconds)


def player(name, *, rules="report", seed=0, **options):
    """A built-in player, made for one game: an oracle or an opponent, with the method play(request, view)."""
    return _core.BuiltinPlayer(name, rules_of(rules), seed, **options)


def stream(source, *, seed=0, side=50, **options):
    """A request stream, an iterator of Requests: a built-in sequencer by name, or the mix of a file by its path."""
    return _core.Stream(str(source), seed, side, options)
