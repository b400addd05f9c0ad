#pragma once
// How the program of 2016 searched roads, where it differs from a search for all shortest ones.

#include "pentocity/game/roads.hpp"

namespace pentocity::players {

/// Its search took an empty queue for failure, even after it had met the building: that happens where no cell besides
/// the building's is as far from the heads as the building's nearest cell. `roads` has found a road for `building`.
bool search_of_2016_succeeds(const Land& land, const LandBoard& heads, const LandBoard& building,
                             const ShortestRoads& roads);

/// Its road: the search keeps one way to each cell, the one found first, and among the ways to the cells next to the
/// building takes the one with least contact (the edge of the land not counted; the first of equals). The order of the
/// search: cells on the edge by their distance from the corners, (0,z), (z,0), (z,last), (last,z), then the cells next
/// to each older road cell, taken row by row (in 2016 in the order of a hash table); steps right, left, down, up.
Cells road_of_2016(const Land& land, const ShortestRoads& roads);

}  // namespace pentocity::players
