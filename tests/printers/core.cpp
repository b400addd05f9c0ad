#include <fmt/format.h>

#include "catch.hpp"
#include "pentocity/core/cell.hpp"
#include "pentocity/core/grid_board.hpp"

namespace pentocity::test {

std::string text_of(const Cell& cell) { return fmt::format("({},{})", cell.row, cell.column); }

// The rows and columns up to the last that have a cell. A board of more than 64 columns has two words in a row, and is
// known by its words in use: with cells in its first rows alone, each of its rows is shown as two.
std::string text_of(const GridBoard& board) {
  const int columns = board.used > GridBoard::small_words ? 128 : 64;
  int last_row = -1, last_column = -1;
  board.for_each([&](int bit) {
    last_row = bit / columns;
    last_column = std::max(last_column, bit % columns);
  });
  std::string out = fmt::format("{} cells", board.count());
  for (int row = 0; row <= last_row; ++row) {
    out += '\n';
    for (int column = 0; column <= last_column; ++column) out += board.test(columns * row + column) ? '#' : '.';
  }
  return out;
}

}  // namespace pentocity::test
