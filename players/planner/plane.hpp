#pragma once
// Sets of cells and tables of numbers for the cells of the land, with room around them, so that a shape can be tried at
// every location without checks; and shapes as runs of cells. A cell is a number, 64 * row + column.

#include <array>
#include <cstdint>
#include <vector>

#include "pentocity/core/row_block.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity::players::planner {

/// A set of cells, 64 bits for each row. There are rows of zeros before and after those of the land: rows from -pad to
/// 63 + pad can be read.
class Plane {
 public:
  static constexpr int pad = 16;
  Plane() = default;
  explicit Plane(const LandBoard& board) {
    for (int r = 0; r < 64; ++r) (*this)[r] = board.words[r];
  }
  std::uint64_t& operator[](int row) { return rows_[row + pad]; }
  std::uint64_t operator[](int row) const { return rows_[row + pad]; }
  /// The place of a row, from which the following rows can be read.
  const std::uint64_t* at(int row) const { return &rows_[row + pad]; }
  bool test(int cell) const { return ((*this)[cell >> 6] >> (cell & 63)) & 1; }
  void set(int cell) { (*this)[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void reset(int cell) { (*this)[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
  LandBoard board() const {
    LandBoard out;
    for (int r = 0; r < 64; ++r) out.words[r] = (*this)[r];
    return out;
  }

 private:
  alignas(32) std::array<std::uint64_t, 64 + 2 * pad> rows_{};
};

/// A number for every cell, in 1/64 points. There are 72 rows of 80 columns, so that a shape at any location of the
/// land can look beyond its last row and column.
class Field {
 public:
  static constexpr int stride = 80;
  std::int16_t& operator[](int cell) { return values_[index(cell)]; }
  /// The place of the number of this row and column, from which the following columns can be read.
  const std::int16_t* at(int row, int column) const { return &values_[row * stride + column]; }
  /// Sets all numbers, also those beyond the land.
  void fill(std::int16_t value) { values_.fill(value); }

 private:
  static std::size_t index(int cell) { return static_cast<std::size_t>((cell >> 6) * stride + (cell & 63)); }
  std::array<std::int16_t, 72 * stride> values_{};
};

/// A run: `length` cells side by side in one row, of which (row, column) is the first.
struct Run {
  int row = 0, column = 0, length = 1;
};
/// A shape as a list of runs.
using Runs = std::vector<Run>;

/// Turns sorted cells into runs of at most five cells; longer ones, which proper requests do not have, are divided.
Runs runs_of(const Cells& cells);

}  // namespace pentocity::players::planner
