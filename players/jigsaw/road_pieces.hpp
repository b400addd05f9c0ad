#pragma once
// Pieces that build roads.

#include "jigsaw/pieces.hpp"
#include "pentocity/game/roads.hpp"

namespace pentocity::players {

/// A road to a building on empty cells: its cells, none if it needs none. `shortest` has found a road for the building.
using RoadPiece = Cells (*)(const Land& land, const LandBoard& building, const ShortestRoads& shortest);

/// `perimeter`: of the shortest roads the one of most contact. `shortest`: the first of them. `clinging`: longer, if it
/// keeps to the sides of buildings. `prebuilt`: as `perimeter`; the player lays a network with its first move.
/// `submitted`: road_of_2016.
const Pieces<RoadPiece>& road_pieces();

/// Roads like a tree: a trunk from the middle of the upper edge to the centre, which forks into two branches, each of
/// which forks at its end at right angles, again and again, every second time half as long; twigs have at least four
/// cells. Sorted.
Cells road_tree(int side);

}  // namespace pentocity::players
