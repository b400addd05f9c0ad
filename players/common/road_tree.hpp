#pragma once
// The search for roads that most programs of 2016 had in common, made once for each move instead of once for each site.

#include <cstdint>
#include <optional>
#include <vector>

#include "common/hashed_cells.hpp"

namespace pentocity::players {

/// A breadth-first search from the border and the roads over all empty cells. It begins with the heads in this order:
/// those at the border, for z = 0, 1, 2, ... (0,z), (z,0), (z,last), (last,z), where `last` is the last row or column;
/// then those that touch roads, by the order of the roads, and for each road right, left, down, up. Steps go right,
/// left, down, up, too.
///
/// A search for the road to a building stops at the first cell that touches the building. Until then the building is
/// in nobody's way, so the search is the same for all buildings, and only its end differs.
class RoadTree {
 public:
  /// Searches on this land. `roads` are its roads; their order decides between roads of the same length. With the cells
  /// of ponds or parks in their place, the "roads" are ways to these, or to the border. The cells of `barred` are no
  /// heads beside `roads`. The land must live, unchanged, as long as the other functions are called.
  void grow(const Land& land, const HashedCells& roads, const LandBoard& barred = {});

  /// The cells of the road to a building on empty cells, from the building to the head: none if the building touches
  /// the border or a road; no value if no road can reach it.
  std::optional<Cells> road_to(const LandBoard& building) const;
  /// All shortest roads to a building of which the search finds one for each of their last cells, in the order in which
  /// it finds them; a single road without cells if none is needed; empty if no road can reach the building.
  std::vector<Cells> shortest_roads_to(const LandBoard& building) const;
  /// The number of cells of the road to a building; no value if no road can reach it.
  std::optional<int> length_to(const LandBoard& building) const;

 private:
  struct Node {
    std::uint16_t found = 0;   // the number of the search, to tell old nodes from new ones
    std::uint16_t place = 0;   // in the order in which the search finds the cells
    std::uint16_t length = 0;  // of the road that ends here
    std::uint16_t parent = 0;  // the cell before it, itself if it is a head
  };
  bool needs_road(const LandBoard& building) const;
  // The cell that is found first of those that touch the building; -1 if there is none.
  int first_end(const LandBoard& building) const;
  Cells road_from(int end) const;

  const Land* land_ = nullptr;
  LandBoard heads_;
  std::vector<Node> nodes_;  // by the bits of the land
  std::vector<std::uint16_t> queue_;
  std::uint16_t search_ = 0;
};

}  // namespace pentocity::players
