"""A player or a sequencer as a program that is a command of a config."""
from __future__ import annotations

import os
import sys

from . import _core
from ._players import Player, Sequencer, declared_of, name_of, options_of

TYPE_CHECKING = False  # as in _players.py
if TYPE_CHECKING:
    from collections.abc import Callable


def serve(player: type[Player | Sequencer]) -> None:
    """Plays one game over standard input and output, as a command of a config does (docs/reference/protocol.md), and returns.

    `player` is a class derived from Player or Sequencer. A player declares the options of the class, whose values come from the
    config, and the first line of the class's docstring as a summary for lists. What the class prints goes to standard error, since
    standard output has the answers. What it raises is raised here, and ends the program with a traceback.
    """
    options = declared_of(player)
    # A default that the protocol has no type for, such as a list, is not declared, nor are the others then.
    declared = options if all(isinstance(option, _core.Option) for option in options.values()) else None
    summary = (player.__doc__ or "").strip().partition("\n")[0]
    output = os.dup(1)
    sys.stdout.flush()
    os.dup2(2, 1)
    if os.isatty(0):
        print("This is a player or a sequencer: a config names it, as in {command: [python3, FILE]}, and pentocity starts it.",
              file=sys.stderr)
    try:
        if issubclass(player, Sequencer):
            return _core._serve_sequencer(player, 0, output)
        _core._serve(maker(player), name_of(player), summary, declared, 0, output)
    finally:
        os.close(output)


def maker(player: type[Player]) -> Callable[[_core.Setup], Player]:
    """What makes a player of this class from a Setup, with the class's options where the setup has none."""
    return lambda setup: player(_core.Setup(setup.rules, setup.seed, options_of(player, setup.options)))
