#pragma once
// The engine `restarts`: a depth-first search for one solution of a large puzzle that often begins again.

#include "engine.hpp"

namespace pentocity::packing {

/// Looks for a solution and reports it to the listener. Of the pieces that fit, those come first that were left over
/// when earlier searches came furthest, with some chance; after some nodes it begins again, for a bad beginning is not
/// made good later (Gomes, Selman and Kautz, "Boosting combinatorial search through randomization", 1998). The same
/// puzzle gives the same search. Ends with Outcome::too_large after `node_limit` nodes (0: no limit), and with
/// Outcome::complete if one search has seen everything.
Outcome restarts(const SweepInput& input, std::uint64_t node_limit, Control& control, Listener& listener);

}  // namespace pentocity::packing
