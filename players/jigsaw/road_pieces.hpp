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

// The search for roads of the program submitted in 2016, where its results differ from those of a search for all
// shortest roads (roads.hpp). The player uses it with the option `as_submitted` or `roads: submitted`.

/// Tells whether the search of 2016 finds a road to this building. `heads` is road_heads(land), and `roads` has found a
/// road to the building. It was a breadth-first search from the heads with a slip: an empty queue counted as failure
/// even if the building had just been reached. It fails, therefore, if the building needs a road of n cells and all
/// empty cells that are n steps away from the heads belong to the building. (Not for n = 1 if two heads touch each
/// other: then the queue has one of them twice.)
bool search_of_2016_succeeds(const Land& land, const LandBoard& heads, const LandBoard& building,
                             const ShortestRoads& roads);

/// The cells of the road that the search of 2016 builds, from the building to the head; none if no road is needed.
/// `roads` has found a road. The search keeps one way to each cell, the one found first. Of the ways to the cells that
/// touch the building it takes the one with the minimum touching perimeter, the border not counted, and of several the
/// one found first. It begins with the heads in this order: first those at the border, for z = 0, 1, 2, ... (0,z),
/// (z,0), (z,last), (last,z), where `last` is the last row or column; then those that touch older roads, by row and
/// column of the road cell (in 2016: in the order of a hash table). Steps go right, left, down, up.
Cells road_of_2016(const Land& land, const ShortestRoads& roads);

}  // namespace pentocity::players
