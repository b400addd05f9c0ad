#pragma once
// Shapes as masks on one board: single steps that stop at the edge, images in the south-east corner, pictures.

#include <algorithm>
#include <optional>
#include <string>

#include "pentocity/core/grid.hpp"
#include "pentocity/core/polyomino.hpp"

namespace pentocity {

/// The directions of steps() on hexagons, by index.
namespace hex_step {
inline constexpr int right = 0, left = 1, down_left = 2, down_right = 3, up_left = 4, up_right = 5;
}

/// Every cell of the mask moved one step in a direction, an index into steps(); none if a cell would leave the board.
template <class Layout>
std::optional<typename Layout::Board> stepped(const Grid<Layout>& grid, const typename Layout::Board& mask,
                                              int direction) {
  typename Layout::Board moved;
  for (const int parity : {0, 1}) {
    const Cell step = steps(grid.lattice(), parity)[static_cast<std::size_t>(direction)];
    moved |= grid.shifted(mask & grid.rows_of_parity(parity), step.row, step.column);
  }
  if (moved.count() != mask.count()) return std::nullopt;
  return moved;
}

/// The translate of the cells (any that stand for a shape) that lies furthest down on the board, and of those furthest
/// right; none if the board has no room for it.
template <class Layout>
std::optional<typename Layout::Board> in_south_east_corner(const Grid<Layout>& grid, const Cells& cells) {
  if (cells.empty()) return typename Layout::Board{};
  const Cells shape = normalised(cells, grid.lattice());
  for (int down = grid.rows() - extent(shape).rows; down >= 0; --down) {
    Cells moved = translated(shape, {down, 0}, grid.lattice());
    const auto [left, right] =
        std::minmax_element(moved.begin(), moved.end(), [](Cell a, Cell b) { return a.column < b.column; });
    const int by = grid.columns() - 1 - right->column;
    if (left->column + by < 0) continue;
    for (Cell& c : moved) c.column += by;
    return grid.board(moved);
  }
  return std::nullopt;
}

/// The mask's shape one rotation step further (see rotated() of cells), in the south-east corner; none if there is no
/// room for it.
template <class Layout>
std::optional<typename Layout::Board> rotated(const Grid<Layout>& grid, const typename Layout::Board& mask) {
  return in_south_east_corner(grid, rotated(grid.cells(mask), grid.lattice()));
}

/// The mask's shape with left and right exchanged, in the south-east corner; none if there is no room for it.
template <class Layout>
std::optional<typename Layout::Board> mirrored(const Grid<Layout>& grid, const typename Layout::Board& mask) {
  return in_south_east_corner(grid, mirrored(grid.cells(mask), grid.lattice()));
}

/// The mask's shape with top and bottom exchanged, in the south-east corner; none if there is no room for it.
template <class Layout>
std::optional<typename Layout::Board> upside_down(const Grid<Layout>& grid, const typename Layout::Board& mask) {
  Cells cells = mirrored(grid.cells(mask), grid.lattice());
  const int half_turn = grid.lattice() == Lattice::square ? 2 : 3;
  for (int i = 0; i < half_turn; ++i) cells = rotated(cells, grid.lattice());
  return in_south_east_corner(grid, cells);
}

/// Draws the whole board, `mark` for a cell of the mask and `blank` for none, a line feed after each row; on hexagons
/// with blanks between the cells, so that odd rows can stand half a cell to the right.
template <class Layout>
std::string picture_of(const Grid<Layout>& grid, const typename Layout::Board& mask, char mark = 'X',
                       char blank = '.') {
  const bool hex = grid.lattice() == Lattice::hex;
  std::string out;
  for (int r = 0; r < grid.rows(); ++r) {
    if (hex && r % 2 != 0) out.push_back(' ');
    for (int c = 0; c < grid.columns(); ++c) {
      if (hex && c > 0) out.push_back(' ');
      out.push_back(grid.test(mask, {r, c}) ? mark : blank);
    }
    out.push_back('\n');
  }
  return out;
}

}  // namespace pentocity
