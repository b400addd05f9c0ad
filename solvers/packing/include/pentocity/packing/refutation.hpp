#pragma once
// Weights that show that a puzzle has no solution: a certificate that anybody can check by adding up whole numbers.
//
// Every cell of the board has a weight, and so has every kind of pieces. If each placement, with the weight of its kind
// and those of its cells, weighs `unit` or more for each of its cells, then a solution weighs `unit` times the cells
// that it covers. If all cells and all pieces together weigh less than that, there is none. Such weights exist whenever
// the linear relaxation of the exact cover has no solution (Farkas' lemma). A colouring is a special case.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

struct Refutation {
  std::vector<std::int32_t> cells;  ///< by Puzzle::index(); 0 where there is no cell, or a fixed placement
  std::vector<std::int32_t> kinds;  ///< by kinds_of(puzzle): what one use of a piece of this kind weighs
  std::int32_t unit = 1;            ///< what each placement weighs at least, for each of its cells
};

/// What a refutation comes to: all that there is weighs `total`, and a solution covers `covered` cells or more, besides
/// the fixed placements.
struct RefutationSums {
  std::int64_t total = 0;
  int covered = 0;
};
RefutationSums sums_of(const Puzzle& puzzle, const Refutation& refutation);
/// The same in words, line by line.
std::vector<std::string> words_of(const Puzzle& puzzle, const Refutation& refutation);

/// Looks for such weights by linear programming. None if there are none, or if the program is too large. Some seconds
/// for thousands of placements, less where the board is symmetric.
std::optional<Refutation> refute(const Puzzle& puzzle);

/// What is wrong with a refutation, in one line; none if the puzzle has no solution, because of it. It goes through all
/// placements by the rules of the puzzle, and shares nothing with what found the weights.
std::optional<std::string> fault_of(const Puzzle& puzzle, const Refutation& refutation);

}  // namespace pentocity::packing
