"""Pentocity in Python: the game, players, tournaments, puzzles and districts, and a learning environment.

docs/python.md is the guide. What needs NumPy, pandas or Gymnasium imports them when it is first used.
"""
from ._core import (KINDS, Amenity, AmenityWalks, BuiltinPlayer, Error, Game, InputError, Judgement, Land, Move,
                    Outcome, ParkGround, Random, Request, Rules, Setup, ShortestRoads, Site, SiteSearch, Sites, Stream,
                    Turn, View, __version__, added_components, apply, bonus_of, building_at, canonical, cheapest_road,
                    free_polyominoes, has_access, judge, legal_sites, orientations, pentomino, players, reachable,
                    road_distances, road_heads, rotations, sequencers, touching_perimeter, touching_perimeters)
from ._players import Player, play, player, stream
from ._serve import serve
