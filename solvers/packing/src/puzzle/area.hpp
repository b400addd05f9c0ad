#pragma once
// Whether the pieces of a puzzle can make up the area of its board.

#include <cstdint>
#include <optional>
#include <string>

#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// How many cells the pieces of a puzzle cover, by their permitted numbers; without `max`, any number.
struct Covered {
  std::int64_t min = 0;
  std::optional<std::int64_t> max = 0;
};
Covered covered_by_pieces(const Puzzle& puzzle);

/// A range of whole numbers: `5`, or `4 to 6`.
std::string range_text(int from, int to);

/// Why no permitted choice of pieces and holes makes up the board's area, in one line with the sums; none if one does.
std::optional<std::string> area_fault(const Puzzle& puzzle);

}  // namespace pentocity::packing
