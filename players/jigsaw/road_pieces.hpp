#pragma once
// The choices of the option `roads` of the player `jigsaw`: which road is built to a building.

#include "jigsaw/pieces.hpp"
#include "pentocity/helpers/roads.hpp"

namespace pentocity::players {

/// Returns the cells of a road to a building on empty cells, none if it needs none. `shortest` has found a road to the
/// building.
using RoadPiece = Cells (*)(const Land& land, const LandBoard& building, const ShortestRoads& shortest);

/// `perimeter`: of the shortest roads the one with the maximum touching perimeter. `shortest`: the first of the
/// shortest roads. `clinging`: the cheapest road if a cell costs 1, and 1 more for each of its four sides at which
/// there is no building; it may be longer than the shortest, to run along buildings. `prebuilt`: the same as
/// `perimeter`; besides, the player builds road_tree() with its first move. `submitted`: road_of_2016().
const Pieces<RoadPiece>& road_pieces();

/// The cells of a network of roads like a tree, sorted, for a land of this side. A trunk leads from the middle of the
/// upper border to the centre, side / 2 cells long. At its end it forks into two branches at right angles, and so does
/// each branch again. The branches are side / 4 cells long after the first two forks, half of that after the next two,
/// and so on; branches shorter than 4 cells are not built. For a side of 50 the trunk has 25 cells, and the branches
/// have 12, 12, 6 and 6.
Cells road_tree(int side);

}  // namespace pentocity::players
