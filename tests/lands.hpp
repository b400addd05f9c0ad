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
  const Grid& grid = land_grid(side);
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

/// Rectangles of one kind each, some over the edge: from nearly empty to nearly full, with rooms and passages.
inline Land patchy_land(Pcg& random, int side) {
  Land land(side);
  const Grid& grid = land.grid();
  for (int n = random.next_int(3 + side * side / 12); n > 0; --n) {
    const Cell corner{random.next_int(side + 3) - 3, random.next_int(side + 3) - 3};
    const int rows = 1 + random.next_int(5), columns = 1 + random.next_int(5);
    LandBoard cells;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        if (grid.contains(corner + Cell{r, c})) cells.set(grid.bit(corner + Cell{r, c}));
    land.place(all_kinds[1 + random.next_int(5)], cells & land.empty());
  }
  return land;
}

/// One or the other.
inline Land any_land(Pcg& random, int side) {
  return random.next_int(3) == 0 ? random_land(random, side) : patchy_land(random, side);
}

/// Sides from 4 to 128, small ones more often, those about 64 and 128 now and then.
inline int any_side(Pcg& random) {
  switch (random.next_int(13)) {
    case 0:
      return 64;
    case 1:
      return 50;
    case 2:
      return std::array{63, 65, 96, 127, 128}[static_cast<std::size_t>(random.next_int(5))];
    default:
      return 4 + random.next_int(16);
  }
}

/// A land on which these cells are built.
inline Land land_of(int side, const std::vector<std::pair<Kind, Cells>>& stands) {
  Land land(side);
  for (const auto& [kind, cells] : stands) land.place(kind, land.grid().board(cells));
  return land;
}

}  // namespace pentocity::testing
