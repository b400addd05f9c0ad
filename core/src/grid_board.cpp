#include "pentocity/core/grid_board.hpp"

#include <algorithm>

namespace pentocity::inline core {

void GridBoard::use(int count) {
  count = (count + 15) / 16 * 16;
  if (count <= used) return;
  std::fill(words.begin() + used, words.begin() + count, 0);
  used = count;
}

}  // namespace pentocity::inline core
