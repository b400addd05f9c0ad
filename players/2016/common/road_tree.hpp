#pragma once
// The search for roads that most programs of 2016 had in common, made once for each move instead of once for each site.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "2016/common/hashed_cells.hpp"
#include "pentocity/game/player.hpp"

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
  void grow(const Land& land, const HashedCells& roads, const LandBoard& barred = {}) {
    const Grid& grid = land.grid();
    land_ = &land;
    heads_ = land.empty() & (grid.rim() | grid.neighbours(roads.board()));
    queue_.clear();
    nodes_.resize(grid.bits());
    if (++search_ == 0) std::fill(nodes_.begin(), nodes_.end(), Node()), search_ = 1;
    const auto find = [&](Cell c, int parent) {
      const int bit = grid.bit(c);
      Node& node = nodes_[bit];
      if (!land.empty().test(bit) || node.found == search_) return;
      node = {search_, static_cast<std::uint16_t>(queue_.size()),
              static_cast<std::uint16_t>(parent < 0 ? 1 : nodes_[parent].length + 1),
              static_cast<std::uint16_t>(parent < 0 ? bit : parent)};
      queue_.push_back(static_cast<std::uint16_t>(bit));
    };
    const int last = land.side() - 1;
    for (int z = 0; z <= last; ++z)
      for (const Cell c : {Cell{0, z}, Cell{z, 0}, Cell{z, last}, Cell{last, z}}) find(c, -1);
    for (const Cell road : roads)
      for_each_neighbour(grid, road, [&](Cell c) {
        if (!barred.test(grid.bit(c))) find(c, -1);
      });
    // The body adds to the queue, so no iterator may be kept.
    for (std::size_t i = 0; i < queue_.size(); ++i) {  // NOLINT(modernize-loop-convert)
      const int from = queue_[i];
      for_each_neighbour(grid, grid.cell(from), [&](Cell c) { find(c, from); });
    }
  }

  /// The cells of the road to a building on empty cells, from the building to the head: none if the building touches
  /// the border or a road; no value if no road can reach it.
  std::optional<Cells> road_to(const LandBoard& building) const {
    if (!needs_road(building)) return Cells();
    const int end = first_end(building);
    return end < 0 ? std::nullopt : std::optional(road_from(end));
  }
  /// All shortest roads to a building of which the search finds one for each of their last cells, in the order in which
  /// it finds them; a single road without cells if none is needed; empty if no road can reach the building.
  std::vector<Cells> shortest_roads_to(const LandBoard& building) const {
    if (!needs_road(building)) return {Cells()};
    const int first = first_end(building);
    if (first < 0) return {};
    std::vector<int> ends;
    (land_->grid().neighbours(building) - building).for_each([&](int bit) {
      if (nodes_[bit].found == search_ && nodes_[bit].length == nodes_[first].length) ends.push_back(bit);
    });
    std::sort(ends.begin(), ends.end(), [&](int a, int b) { return nodes_[a].place < nodes_[b].place; });
    std::vector<Cells> roads;
    for (const int end : ends) roads.push_back(road_from(end));
    return roads;
  }
  /// The number of cells of the road to a building; no value if no road can reach it.
  std::optional<int> length_to(const LandBoard& building) const {
    if (!needs_road(building)) return 0;
    const int end = first_end(building);
    return end < 0 ? std::nullopt : std::optional<int>(nodes_[end].length);
  }

 private:
  struct Node {
    std::uint16_t found = 0;   // the number of the search, to tell old nodes from new ones
    std::uint16_t place = 0;   // in the order in which the search finds the cells
    std::uint16_t length = 0;  // of the road that ends here
    std::uint16_t parent = 0;  // the cell before it, itself if it is a head
  };
  bool needs_road(const LandBoard& building) const { return !building.intersects(heads_); }
  // The cell that is found first of those that touch the building; -1 if there is none.
  int first_end(const LandBoard& building) const {
    int best = -1;
    (land_->grid().neighbours(building) - building).for_each([&](int bit) {
      if (nodes_[bit].found == search_ && (best < 0 || nodes_[bit].place < nodes_[best].place)) best = bit;
    });
    return best;
  }
  Cells road_from(int end) const {
    Cells road;
    for (int bit = end;; bit = nodes_[bit].parent) {
      road.push_back(land_->grid().cell(bit));
      if (nodes_[bit].parent == bit) return road;
    }
  }

  const Land* land_ = nullptr;
  LandBoard heads_;
  std::vector<Node> nodes_;  // by the bits of the land
  std::vector<std::uint16_t> queue_;
  std::uint16_t search_ = 0;
};

/// What the players have in common that search for roads with a RoadTree.
class TreePlayer : public Player {
 public:
  explicit TreePlayer(const PlayerSetup& setup)
      : as_submitted_(setup.options.flag("as_submitted")), random_(setup.seed), roads_(land_grid(setup.rules.side)) {}

 protected:
  bool as_submitted_;
  Pcg random_;
  HashedCells roads_;
  RoadTree tree_;
};

}  // namespace pentocity::players
