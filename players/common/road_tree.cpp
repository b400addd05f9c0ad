#include "common/road_tree.hpp"

#include <algorithm>

namespace pentocity::players {

void RoadTree::grow(const Land& land, const HashedCells& roads, const LandBoard& barred) {
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

bool RoadTree::needs_road(const LandBoard& building) const { return !building.intersects(heads_); }

int RoadTree::first_end(const LandBoard& building) const {
  int best = -1;
  (land_->grid().neighbours(building) - building).for_each([&](int bit) {
    if (nodes_[bit].found == search_ && (best < 0 || nodes_[bit].place < nodes_[best].place)) best = bit;
  });
  return best;
}

Cells RoadTree::road_from(int end) const {
  Cells road;
  for (int bit = end;; bit = nodes_[bit].parent) {
    road.push_back(land_->grid().cell(bit));
    if (nodes_[bit].parent == bit) return road;
  }
}

std::optional<Cells> RoadTree::road_to(const LandBoard& building) const {
  if (!needs_road(building)) return Cells();
  const int end = first_end(building);
  if (end < 0) return std::nullopt;
  return road_from(end);
}

std::vector<Cells> RoadTree::shortest_roads_to(const LandBoard& building) const {
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

std::optional<int> RoadTree::length_to(const LandBoard& building) const {
  if (!needs_road(building)) return 0;
  const int end = first_end(building);
  if (end < 0) return std::nullopt;
  return nodes_[end].length;
}

}  // namespace pentocity::players
