"""Pentocity in Python: the game, players, tournaments, puzzles and districts, and a learning environment.

docs/how-to/python.md is the guide. What needs NumPy, pandas or Gymnasium imports them when it is first used.
"""
from . import _core
from ._core import (FAULTS, KINDS, Amenity, BuiltinPlayer, Electorate, Error, Game, InputError, Judgement, Land,
                    LearningGames, Move, Observer, Option, Outcome, ParkGround, Plans, Puzzle, Random, Request, Rules, SequencerSetup, Setup,
                    ShortestRoads, Site, SiteSearch, Sites, Stream, Turn, View, __version__, action_count, added_components, apply, bonus_of, building_at,
                    canonical, cheapest_road, free_polyominoes, has_access, judge, legal_sites, orientations, pentomino,
                    players, puzzles, reachable, road_distances, road_heads, rotations, sequencers, touching_perimeter,
                    touching_perimeters)
from ._players import Player, Sequencer, play, player, stream
from ._register import make_vec
from ._register import register_when_imported as _register_when_imported
from ._serve import serve



def _numpy_there():
    """The version of NumPy that is or would be imported; empty if there is none. Importing it would take longer than all else here."""
    import os
    import sys
    from _frozen_importlib_external import PathFinder
    if "numpy" in sys.modules:
        return getattr(sys.modules["numpy"], "__version__", "")
    found = PathFinder.find_spec("numpy")
    folder = os.path.dirname(os.path.dirname(found.origin)) if found and found.origin else None
    named = [name[len("numpy-"):] for name in os.listdir(folder) if name.startswith("numpy-")] if folder else []
    return named[0].rpartition(".")[0] if named else ""  # numpy-2.1.0.dist-info


if _complaint := _core._complaint_of_numpy(_numpy_there()):
    import warnings as _warnings
    _warnings.warn(_complaint, stacklevel=2)

# Where each name is that is imported when it is first used.
_LATER = {
    "run": "_run", "compare": "_run", "Interrupted": "_run", "identity_of": "_identity",
    "Results": "_results", "Page": "_results", "Trace": "_results", "read_trace": "_results",
    "solve": "_puzzles", "Solution": "_puzzles", "Solved": "_puzzles",
    "to_networkx": "_districts", "to_gerrychain": "_districts", "from_gerrychain": "_districts",
    "land_svg": "_pictures", "game_svg": "_pictures", "request_svg": "_pictures", "plan_svg": "_pictures",
}


def __getattr__(name):
    from importlib import import_module
    if name not in _LATER:
        raise AttributeError(f"module 'pentocity' has no attribute '{name}'")
    value = getattr(import_module("." + _LATER[name], __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *_LATER])


__all__ = [name for name in __dir__() if not name.startswith("_")]  # or else help(pentocity) would show none of them


def _picture(name):
    return lambda self: __getattr__(name)(self)


Land._repr_svg_ = _picture("land_svg")
Game._repr_svg_ = _picture("game_svg")
Request._repr_svg_ = _picture("request_svg")
Electorate._repr_svg_ = _picture("plan_svg")
_register_when_imported()
