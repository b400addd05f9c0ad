#pragma once
// Upper bounds on the number of pieces that fit on a board.

#include <cstdint>
#include <optional>
#include <vector>

#include "problem/packing.hpp"

namespace pentocity::packing {

/// Whole numbers, one for each cell and one for each use of a piece, such that every placement weighs `unit` or more:
/// its cells and its piece together. All cells and the permitted uses weigh `total`. So at most total / unit pieces
/// fit, and what is left of the total at any time bounds how many more do.
struct Weighting {
  std::vector<std::int32_t> cells;   ///< by cell of the packing
  std::vector<std::int32_t> pieces;  ///< by piece of the packing
  std::int32_t unit = 1, total = 0;

  int bound() const { return total / unit; }
};

/// Each cell weighs the same.
Weighting area_weights(const Packing& packing);
/// The weights with the lowest bound, or nearly so: those of a linear program, rounded to whole numbers and then
/// checked with every placement, so that the bound is exact. None if the program is too large.
std::optional<Weighting> linear_weights(const Packing& packing);

/// What the sizes of the pieces and their permitted numbers say.
int area_bound(const Packing& packing);

}  // namespace pentocity::packing
