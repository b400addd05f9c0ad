#pragma once
// Cells, and the lattices they can lie on: squares; hexagons in rows of which every second one is shifted by half a
// cell; triangles, which point up and down in turn; and cubes in layers of rows.

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace pentocity::inline core {

/// A cell, given by its row and its column. Rows count downwards and columns to the right; (0,0) is the top left cell
/// of a board. Cells off the board, with negative coordinates too, can be written as well, and a difference of two
/// cells is a step from one to the other. Cells are ordered by row, then by column.
struct Cell {
  int row = 0;
  int column = 0;
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
  friend constexpr Cell operator+(Cell a, Cell b) { return {a.row + b.row, a.column + b.column}; }
  friend constexpr Cell operator-(Cell a, Cell b) { return {a.row - b.row, a.column - b.column}; }
};

/// A list of cells. Where it stands for a set it is sorted by row and column and has no cell twice.
using Cells = std::vector<Cell>;

/// How cells touch. A cell of `square` touches the four cells with which it shares a side, a cell of `hex` six, and a
/// cell of `triangle` three. In `hex` the rows 1, 3, 5, ... are half a cell further to the right than the rows 0, 2, 4,
/// ... In `triangle` cell (0,0) points up, and cells beside and below each other point in opposite directions. Each
/// begins half a side further to the right than the one before it, and a row is as high as a triangle. A cell of `cube`
/// touches the six cells with which it shares a face.
enum class Lattice : std::uint8_t { square, hex, triangle, cube };

/// On `cube` the layers lie one after the other, this many rows apart: the cell in layer 2, row 0, column 5 is
/// Cell{2 * layer_rows, 5}. So moves are plain sums, and cells are ordered by layer, row and column. Rows within a
/// layer are from -layer_rows / 2 to layer_rows / 2 - 1; axial() takes a cell apart, and from_axial() puts it together.
inline constexpr int layer_rows = 1024;

/// Which of the two sorts of cells of a lattice this is, 0 or 1. Cells of one sort have the same neighbours, relative
/// to themselves. On squares and cubes there is one sort only, 0; on hexagons rows 1, 3, ... are sort 1; on triangles,
/// those that point down.
constexpr int sort_of(Cell c, Lattice lattice) {
  if (lattice == Lattice::square || lattice == Lattice::cube) return 0;
  return (lattice == Lattice::hex ? c.row : c.row + c.column) & 1;
}

/// Tells whether a move of the lattice can bring the cell `from` to `to`: on triangles, if both point in the same
/// direction, and always on other lattices.
constexpr bool can_move(Cell from, Cell to, Lattice lattice) {
  return lattice != Lattice::triangle || sort_of(from, lattice) == sort_of(to, lattice);
}

namespace detail {
inline constexpr std::array<Cell, 4> square_steps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
inline constexpr std::array<Cell, 6> hex_steps_even{{{0, 1}, {0, -1}, {1, -1}, {1, 0}, {-1, -1}, {-1, 0}}};
inline constexpr std::array<Cell, 6> hex_steps_odd{{{0, 1}, {0, -1}, {1, 0}, {1, 1}, {-1, 0}, {-1, 1}}};
inline constexpr std::array<Cell, 3> steps_pointing_up{{{0, 1}, {0, -1}, {1, 0}}};
inline constexpr std::array<Cell, 3> steps_pointing_down{{{0, 1}, {0, -1}, {-1, 0}}};
inline constexpr std::array<Cell, 6> cube_steps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {layer_rows, 0}, {-layer_rows, 0}}};
constexpr int slant(int row, Lattice lattice) { return lattice == Lattice::hex ? (row - (row & 1)) / 2 : 0; }
}  // namespace detail

/// A cell in axial coordinates, in which a move is a plain sum: row and column on squares; row, and column less half
/// the row on hexagons; on triangles the centre of the cell, in thirds of a side along a row and down to the right,
/// counted from the tip of cell (0,0). Moves of triangles are multiples of 3 there. On cubes: column, row within the
/// layer, and layer, which is 0 elsewhere.
struct Axial {
  int q, r, layer = 0;
};
constexpr Axial axial(Cell c, Lattice lattice) {
  if (lattice == Lattice::cube) {
    const int layer = (c.row + layer_rows / 2) >> std::countr_zero(unsigned{layer_rows});
    return {c.column, c.row - layer * layer_rows, layer};
  }
  if (lattice == Lattice::triangle) {
    const int r = 3 * c.row + 2 - sort_of(c, lattice);
    return {(3 * c.column - r) / 2, r};
  }
  return {c.column - detail::slant(c.row, lattice), c.row};
}
constexpr Cell from_axial(Axial a, Lattice lattice) {
  if (lattice == Lattice::cube) return {a.layer * layer_rows + a.r, a.q};
  if (lattice == Lattice::triangle) return {(a.r - (a.r % 3 + 3) % 3) / 3, (2 * a.q + a.r) / 3};
  return {a.r, a.q + detail::slant(a.r, lattice)};
}

/// The steps from a cell of this sort to the cells that share a side with it. On squares: right, left, down, up. On
/// hexagons: right, left, down-left, down-right, up-left, up-right. On triangles: right, left, and down from one that
/// points up, up from one that points down. On cubes: right, left, down, up, and to the next and the last layer.
/// Instead of the sort of a hexagon its row can be given.
constexpr std::span<const Cell> steps(Lattice lattice, int sort) {
  if (lattice == Lattice::square) return detail::square_steps;
  if (lattice == Lattice::cube) return detail::cube_steps;
  if (lattice == Lattice::triangle)
    return sort % 2 == 0 ? std::span<const Cell>(detail::steps_pointing_up) : detail::steps_pointing_down;
  return sort % 2 == 0 ? std::span<const Cell>(detail::hex_steps_even) : detail::hex_steps_odd;
}

}  // namespace pentocity::inline core
