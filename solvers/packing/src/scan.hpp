#pragma once
// The engine `scan`: a depth-first search that fills the first undecided cell in all ways, or leaves it empty. It suits
// puzzles with small search trees, or with few equal partial solutions.

#include "engine.hpp"

namespace pentocity::packing {

/// Reports all solutions to the listener. Ends with Outcome::too_large after `node_limit` nodes (0: no limit), or if
/// its tables cannot hold the problem.
Outcome scan(const SweepInput& input, int jobs, std::uint64_t node_limit, Control& control, Listener& listener);

}  // namespace pentocity::packing
