#include "pentocity/helpers/roads.hpp"

#include <algorithm>

#include "pentocity/core/row_block.hpp"

namespace pentocity::inline helpers {

LandBoard road_heads(const Land& land) {
  return land.empty() & (land.grid().rim() | land.grid().neighbours(land.roads()));
}

LandBoard reachable(const Land& land) { return land.grid().flood(road_heads(land), land.empty()); }

int touching_perimeter(const Land& land, int bit, LandEdge edge) {
  const Grid& grid = land.grid();
  int count = 0;
  for (const Cell step : steps(Lattice::square, 0)) {
    const Cell c = grid.cell(bit) + step;
    count += grid.contains(c) ? !land.empty().test(grid.bit(c)) : edge == LandEdge::counted;
  }
  return count;
}

void ShortestRoads::find(const Land& land, const LandBoard& heads, const LandBoard& building) {
  land_ = &land;
  building_ = building;
  length_ = 0;
  land.grid().clear(starts_);
  found_ = building.intersects(heads);
  if (found_) return;
  for (LandBoard& ring : rings_) land.grid().clear(ring);
  with_row_type(land.grid().wide(), [&](auto row) { flood_from_building<decltype(row)>(heads); });
}

template <class Row>
void ShortestRoads::flood_from_building(const LandBoard& heads) {
  using Block = BlockOf<Row>;
  using Padded = PaddedRows<Row, block_rows>;
  const Land& land = *land_;
  Padded frontiers[2], free;
  for (int r = 0; r < land.side(); r += block_rows)
    free.set_block(r, load_rows<Row>(land.empty(), r) & ~load_rows<Row>(building_, r));
  int first = 0, last = columns_of<Row> - 1;  // the rows that the flood has reached
  while (first < last && building_.row<Row>(first) == 0) ++first;
  while (last > first && building_.row<Row>(last) == 0) --last;
  for (int r = first / block_rows * block_rows; r <= last; r += block_rows)
    frontiers[0].set_block(r, load_rows<Row>(building_, r));

  for (;;) {
    Padded& from = frontiers[length_ % 2];
    Padded& to = frontiers[(length_ + 1) % 2];
    first = std::max(first - 1, 0);
    last = std::min(last + 1, land.side() - 1);
    ++length_;
    LandBoard& ring = rings_[length_ % 3];
    Block reached{}, met{};
    for (int r = first / block_rows * block_rows; r <= last; r += block_rows) {
      const Block ahead = from.neighbours(r) & free.block(r);
      const Block starts = ahead & load_rows<Row>(heads, r);
      to.set_block(r, ahead);
      free.set_block(r, free.block(r) & ~ahead);
      store_rows<Row>(ring, r, load_rows<Row>(ring, r) | ahead);
      store_rows<Row>(starts_, r, starts);
      reached |= ahead;
      met |= starts;
    }
    found_ = any(met);
    if (found_ || !any(reached)) return;
  }
}

LandBoard ShortestRoads::seen() const { return building_ | rings_[0] | rings_[1] | rings_[2]; }

Cells ShortestRoads::choose(RoadChoice choice, LandEdge edge) const {
  if (length_ == 0) return {};
  // The cells of shortest roads in the order of the search, each with the best way to it.
  struct Node {
    int bit, touching, parent;
  };
  std::vector<Node> nodes;
  const auto better = [choice](int a, int b) {
    return (choice == RoadChoice::max_touching && a > b) || (choice == RoadChoice::min_touching && a < b);
  };
  starts_.for_each([&](int bit) { nodes.push_back({bit, touching_perimeter(*land_, bit, edge), -1}); });
  std::size_t begin = 0;
  for (int distance = length_ - 1; distance >= 1; --distance) {
    const std::size_t end = nodes.size();
    for (std::size_t i = begin; i < end; ++i)
      for (const Cell step : steps(Lattice::square, 0)) {
        const Cell to = land_->grid().cell(nodes[i].bit) + step;
        if (!land_->grid().test(ring(distance), to)) continue;
        const int bit = land_->grid().bit(to);
        const Node node{bit, nodes[i].touching + touching_perimeter(*land_, bit, edge), static_cast<int>(i)};
        const auto known = std::find_if(nodes.begin() + static_cast<std::ptrdiff_t>(end), nodes.end(),
                                        [&](const Node& n) { return n.bit == bit; });
        if (known == nodes.end())
          nodes.push_back(node);
        else if (better(node.touching, known->touching))
          *known = node;
      }
    begin = end;
  }
  std::size_t best = begin;
  for (std::size_t i = begin + 1; i < nodes.size(); ++i)
    if (better(nodes[i].touching, nodes[best].touching)) best = i;
  Cells road;
  for (int i = static_cast<int>(best); i >= 0; i = nodes[i].parent) road.push_back(land_->grid().cell(nodes[i].bit));
  std::reverse(road.begin(), road.end());
  return road;
}

}  // namespace pentocity::inline helpers
