#pragma once
// Cells of a grid, and the two lattices: squares, and hexagons in staggered rows.

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace pentocity::inline core {

/// A cell: row first, then column; (0,0) is the top left. Any integers, on a grid or not.
struct Cell {
  int row = 0;
  int column = 0;
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
  friend constexpr Cell operator+(Cell a, Cell b) { return {a.row + b.row, a.column + b.column}; }
  friend constexpr Cell operator-(Cell a, Cell b) { return {a.row - b.row, a.column - b.column}; }
};

/// A list of cells; sorted by (row, column) and without repeats wherever it stands for a set.
using Cells = std::vector<Cell>;

/// How cells touch. In `hex`, rows 1, 3, 5, ... are half a cell to the right of rows 0, 2, 4, ...
enum class Lattice : std::uint8_t { square, hex };

namespace detail {
inline constexpr std::array<Cell, 4> square_steps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
inline constexpr std::array<Cell, 6> hex_steps_even{{{0, 1}, {0, -1}, {1, -1}, {1, 0}, {-1, -1}, {-1, 0}}};
inline constexpr std::array<Cell, 6> hex_steps_odd{{{0, 1}, {0, -1}, {1, 0}, {1, 1}, {-1, 0}, {-1, 1}}};
}  // namespace detail

/// The steps from a cell of this row to the cells that share an edge with it: right, left, down, up on squares;
/// right, left, down-left, down-right, up-left, up-right on hexagons.
constexpr std::span<const Cell> steps(Lattice lattice, int row) {
  if (lattice == Lattice::square) return detail::square_steps;
  return row % 2 == 0 ? std::span<const Cell>(detail::hex_steps_even) : std::span<const Cell>(detail::hex_steps_odd);
}

}  // namespace pentocity::inline core
