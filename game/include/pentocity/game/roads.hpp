#pragma once
// Roads for players: where roads can begin, and the shortest roads from the border or an older road to a building,
// found for whole rows of the land at once. weighted_roads.hpp has roads whose cells have different costs.

#include <array>
#include <cstdint>

#include "pentocity/game/land.hpp"

namespace pentocity::inline game {

/// The heads of a land: the empty cells where a new road may begin, because they touch the border or a road. A building
/// that covers a head has road access under both rule sets and needs no new road.
LandBoard road_heads(const Land& land);

/// The empty cells that new roads can reach: the heads, and all empty cells connected with them. The others are cut off
/// from roads for the rest of the game. Under the rule `road_access: contact` a building on empty cells can have road
/// access if and only if it lies on these cells. Under `near_edge` it also has it on other cells if one of them is in
/// the second or the last but one row or column.
LandBoard reachable(const Land& land);

/// Whether what is beyond the border counts as occupied when the touching perimeter is counted.
enum class LandEdge : std::uint8_t { ignored, counted };

/// The number of occupied neighbours, 0 to 4, of the cell of this bit, which must be on the land. Occupied are the
/// cells of the land that are not empty and, with LandEdge::counted, those beyond the border.
int touching_perimeter(const Land& land, int bit, LandEdge edge);

/// Which of the shortest roads to a building is chosen. `first`: the one found first by the search below. The others:
/// the one with the maximum or minimum touching perimeter, summed over its cells; if several qualify, of these the one
/// found first. The search is breadth-first: it begins with the heads, by row and column, and tries the steps right,
/// left, down, up in this order.
enum class RoadChoice : std::uint8_t { first, max_touching, min_touching };

/// All shortest roads from the heads to a building. They are found by a flood from the building outwards: ring 1 are
/// the free cells that touch it, ring 2 the free cells that touch ring 1, and so on until a ring has a head. One object
/// can serve one building after the other.
class ShortestRoads {
 public:
  /// Finds the roads to a building whose cells are empty. `heads` is road_heads(land). The land must live, unchanged,
  /// until the last call of choose(). The time is proportional to the length of the road times the number of rows that
  /// the flood reaches.
  void find(const Land& land, const LandBoard& heads, const LandBoard& building);

  /// Tells whether there is a road, or none is needed.
  bool found() const { return found_; }
  /// The number of cells of a shortest road; 0 if the building covers a head. Only if found().
  int length() const { return length_; }
  /// The heads at which shortest roads begin; empty if no road is needed.
  const LandBoard& starts() const { return starts_; }
  /// The cells that are `distance` steps from the building, and others whose distance differs by a multiple of 3: three
  /// boards hold all rings. That is enough to follow a road, since the distances of touching cells differ by 1 at most:
  /// the neighbours in ring(d - 1) of a cell at distance d, if d is at least 2, are exactly those one step nearer.
  const LandBoard& ring(int distance) const { return rings_[distance % 3]; }
  /// The building's cells and all cells that the flood reached. If no road was found, these are the whole connected
  /// area of empty cells that contains the building, which no road can reach any more.
  LandBoard seen() const;

  /// The cells of one of the shortest roads, from the head to the cell that touches the building; none if no road is
  /// needed. Only if found().
  Cells choose(RoadChoice choice, LandEdge edge) const;

 private:
  template <class Row>
  void flood_from_building(const LandBoard& heads);
  const Land* land_ = nullptr;
  bool found_ = false;
  int length_ = 0;
  LandBoard building_, starts_;
  std::array<LandBoard, 3> rings_;
};

}  // namespace pentocity::inline game
