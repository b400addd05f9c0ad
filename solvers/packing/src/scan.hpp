#pragma once
// Depth-first search that fills or empties the first undecided cell: the engine for puzzles with few nodes or few equal
// boards.

#include "engine.hpp"

namespace pentocity::packing {

/// Reports all solutions. `too_large` after `node_limit` nodes (0: none), or if the tables cannot hold the problem.
Outcome scan(const SweepInput& input, int jobs, std::uint64_t node_limit, Control& control, Listener& listener);

}  // namespace pentocity::packing
