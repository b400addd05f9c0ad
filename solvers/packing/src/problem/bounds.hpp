#pragma once
// Upper bounds on the number of pieces that fit on a board, and of cells that they cover.

#include <cstdint>
#include <optional>
#include <vector>

#include "problem/packing.hpp"

namespace pentocity::packing {

/// What a bound is on: the number of pieces, or that of the cells that they cover.
enum class Gain : std::uint8_t { pieces, cells };

/// Whole numbers, one for each cell and one for each use of a piece, such that every placement, its cells and its piece
/// together, weighs `unit` or more for each piece or cell that it gains. All cells and the permitted uses weigh
/// `total`. So at most total / unit can be gained, and what is left of the total at any time bounds how many more.
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
std::optional<Weighting> linear_weights(const Packing& packing, Gain gain);

/// What the sizes of the pieces and their permitted numbers say.
int area_bound(const Packing& packing);

}  // namespace pentocity::packing
