#pragma once
// Lands for tests, with no regard to the rules.

#include <array>
#include <utility>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity::testing {

/// Every cell drawn by itself, with weights of the kinds that differ from land to land: from nearly empty to full.
inline Land random_land(Pcg& random, int side) {
  std::array<int, all_kinds.size()> weights{};
  weights[0] = 1 + random.next_int(40);
  int total = weights[0];
  for (std::size_t k = 1; k < weights.size(); ++k) total += weights[k] = random.next_int(12);
  std::array<LandBoard, all_kinds.size()> cells;
  const RowGrid& grid = land_grid(side);
  grid.all().for_each([&](int bit) {
    int draw = random.next_int(total);
    std::size_t k = 0;
    while (draw >= weights[k]) draw -= weights[k++];
    cells[k].set(bit);
  });
  Land land(side);
  for (std::size_t k = 1; k < cells.size(); ++k) land.place(all_kinds[k], cells[k]);
  return land;
}

/// A land on which these cells are built.
inline Land land_of(int side, const std::vector<std::pair<Kind, Cells>>& stands) {
  Land land(side);
  for (const auto& [kind, cells] : stands) land.place(kind, land.grid().board(cells));
  return land;
}

}  // namespace pentocity::testing
