#pragma once
// What colourings of a board say: every placement of a shape covers so many cells of each colour, and all pieces
// together must cover those that there are.

#include <optional>
#include <string>
#include <vector>

#include "problem/packing.hpp"

namespace pentocity::packing {

/// An upper bound on the number of pieces that fit, the lowest that some colourings give; none if one of them shows
/// that there is no solution at all. Chessboards, stripes, diagonals and a pattern of 2x2 cells are tried. Of two to
/// four colours, each placement covers so many cells, and no more cells of a colour can be covered than there are; and
/// of each set of the colours, the pieces together, as often as they may be used, must cover the cells that there are,
/// but for the holes.
std::optional<int> colouring_bound(const Packing& packing);

/// Shows by a colouring that the puzzle has no solution: the sums, in words, line by line. Empty if no colouring
/// shows that, or if it would take long to see.
std::vector<std::string> colouring_conflict(const Puzzle& puzzle, const Packing& packing);

}  // namespace pentocity::packing
