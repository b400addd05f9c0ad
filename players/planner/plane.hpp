#pragma once
// Sets of cells of the land as rows of 64 bits with rows of zeros on both sides, and the shapes that are pushed over
// them.

#include <array>
#include <cstdint>
#include <vector>

#include "pentocity/core/row_block.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity::players::planner {

/// Rows may be read from -pad to 64 + pad: all that a window around a change looks at.
class Plane {
 public:
  static constexpr int pad = 16;
  Plane() = default;
  explicit Plane(const LandBoard& board) {
    for (int r = 0; r < 64; ++r) (*this)[r] = board.words[r];
  }
  std::uint64_t& operator[](int row) { return rows_[row + pad]; }
  std::uint64_t operator[](int row) const { return rows_[row + pad]; }
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

/// A number for every cell, in 64ths of a point; rows are long enough to look a shape's extent beyond the land.
class Field {
 public:
  static constexpr int stride = 80;
  std::int16_t& operator[](int cell) { return values_[index(cell)]; }
  /// The numbers of a row from a column on.
  const std::int16_t* at(int row, int column) const { return &values_[row * stride + column]; }
  void fill(std::int16_t value) { values_.fill(value); }

 private:
  static std::size_t index(int cell) { return static_cast<std::size_t>((cell >> 6) * stride + (cell & 63)); }
  std::array<std::int16_t, 72 * stride> values_{};
};

/// Cells of one row, side by side.
struct Run {
  int row = 0, column = 0, length = 1;
};
/// A polyomino by its rows.
using Runs = std::vector<Run>;

/// Normalised sorted cells as runs; runs of more than five cells do not occur in requests and are cut.
Runs runs_of(const Cells& cells);

}  // namespace pentocity::players::planner
