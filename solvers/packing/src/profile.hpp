#pragma once
// Counts the solutions of puzzles in which pieces need not be counted, such as all ways to cover a board with dominoes.

#include "engine.hpp"

namespace pentocity::packing {

/// Goes over the board position by position, with one number for each window: how many partial boards have it (the
/// method of the broken profile). This is what `frontier` does where families have one member, without the memory for
/// families and for the way back. Returns Outcome::too_large, at once, for puzzles with holes or with numbers of pieces
/// to keep to; and if it would need more than `effort.max_bytes`.
Outcome profile_count(const Problem& problem, const Effort& effort, Control& control, BigCount& count);

}  // namespace pentocity::packing
