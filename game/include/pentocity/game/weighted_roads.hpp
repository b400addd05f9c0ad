#pragma once
// Roads of least cost for players that want more than short ones: to go round good sites, to keep to existing roads'
// sides, to spare shores. General, not fast: some hundred microseconds a road; roads.hpp has the shortest ones in one.

#include <functional>
#include <optional>

#include "pentocity/game/land.hpp"

namespace pentocity::inline game {

/// What it costs to build a road on an empty cell; not negative. Infinity: never.
using RoadCost = std::function<double(Cell)>;

/// A road from a head of the land (road_heads) to the building such that the costs of its cells add up to the least
/// possible: its cells from the head to the building, none if the building needs no road. Among equals the choice is
/// arbitrary but always the same. No value if no road can reach the building. By Dijkstra's algorithm. Throws
/// std::invalid_argument for a cost that is negative or not a number.
std::optional<Cells> cheapest_road(const Land& land, const LandBoard& building, const RoadCost& cost);

}  // namespace pentocity::inline game
