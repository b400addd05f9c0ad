#pragma once
// A beam search for many pieces: goes over the board position by position with partial boards, of those with equal
// windows the one with most pieces, and drops those that cannot come to as many pieces as are wanted.

#include <cstddef>
#include <limits>
#include <vector>

#include "bounds.hpp"
#include "engine.hpp"

namespace pentocity::packing {

/// What to look for.
struct BeamTask {
  int target = 0;  ///< how many pieces, or more
  /// How many partial boards are followed from a position at most: those that have wasted least of the first weighting.
  std::size_t width = std::numeric_limits<std::size_t>::max();
  std::size_t max_bytes = std::size_t{1} << 30;  ///< what it may need; beyond that it gives up
  bool count_holes = false;                      ///< whether holes are limited, so that they must be counted
};

/// What was found.
struct BeamResult {
  Outcome outcome = Outcome::complete;  ///< complete, stopped, or too_large: it gave up, if no node was visited
                                        ///< because the tables cannot hold the problem
  int pieces = -1;                      ///< as many pieces as wanted, or more: most of those that it came to; else -1
  std::vector<IndexedPlacement> placements;
  bool dropped = false;  ///< whether partial boards were dropped because there were too many
};

/// Searches. If nothing was dropped and `pieces` is -1, no solution has `target` pieces. If nothing was dropped and it
/// is not, no solution has more than `pieces`.
/// @param weightings the bounds by which partial boards are dropped; one or two
BeamResult beam(const Problem& problem, const std::vector<Weighting>& weightings, const BeamTask& task,
                Control& control);

}  // namespace pentocity::packing
