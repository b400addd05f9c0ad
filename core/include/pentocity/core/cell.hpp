#pragma once
// Cells, and the two lattices they can lie on: squares, and hexagons in rows of which every second one is shifted by
// half a cell.

#include <array>
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

/// How cells touch. A cell of `square` touches the four cells with which it shares a side, a cell of `hex` six. In
/// `hex` the rows 1, 3, 5, ... are half a cell further to the right than the rows 0, 2, 4, ...
enum class Lattice : std::uint8_t { square, hex };

namespace detail {
inline constexpr std::array<Cell, 4> square_steps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
inline constexpr std::array<Cell, 6> hex_steps_even{{{0, 1}, {0, -1}, {1, -1}, {1, 0}, {-1, -1}, {-1, 0}}};
inline constexpr std::array<Cell, 6> hex_steps_odd{{{0, 1}, {0, -1}, {1, 0}, {1, 1}, {-1, 0}, {-1, 1}}};
constexpr int slant(int row, Lattice lattice) { return lattice == Lattice::hex ? (row - (row & 1)) / 2 : 0; }
}  // namespace detail

/// A cell in axial coordinates, in which a move is a plain sum on both lattices: row, and column less half the row on
/// hexagons; row and column on squares.
struct Axial {
  int q, r;
};
constexpr Axial axial(Cell c, Lattice lattice) { return {c.column - detail::slant(c.row, lattice), c.row}; }
constexpr Cell from_axial(Axial a, Lattice lattice) { return {a.r, a.q + detail::slant(a.r, lattice)}; }

/// The steps from a cell to the cells that share a side with it. On squares: right, left, down, up. On hexagons: right,
/// left, down-left, down-right, up-left, up-right; there the columns depend on whether the cell's row is even or odd.
constexpr std::span<const Cell> steps(Lattice lattice, int row) {
  if (lattice == Lattice::square) return detail::square_steps;
  return row % 2 == 0 ? std::span<const Cell>(detail::hex_steps_even) : std::span<const Cell>(detail::hex_steps_odd);
}

}  // namespace pentocity::inline core
