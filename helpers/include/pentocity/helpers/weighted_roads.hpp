#pragma once
// Roads of minimum cost, where the player chooses a cost for each cell. So roads can avoid good sites or the cells
// beside ponds, or keep close to buildings. A search takes some hundred microseconds; if all cells cost the same,
// roads.hpp finds all shortest roads in about one.

#include <functional>
#include <optional>

#include "pentocity/game/land.hpp"

namespace pentocity::inline helpers {

/// The cost of a road cell on this empty cell: 0 or more, or infinity for a cell that must not be used.
using RoadCost = std::function<double(Cell)>;

/// The road with the minimum sum of costs from a head of the land (road_heads) to a building whose cells are empty: its
/// cells, from the head to the cell that touches the building. No cells if the building covers a head and needs no
/// road; no value if no road can reach it. Of several such roads it is always the same one, but which is not specified.
/// `cost` is called once for every empty cell outside of the building, unless no road is needed. Uses Dijkstra's
/// algorithm (1959). Throws std::invalid_argument if a cost is negative or not a number.
std::optional<Cells> cheapest_road(const Land& land, const LandBoard& building, const RoadCost& cost);

}  // namespace pentocity::inline helpers
