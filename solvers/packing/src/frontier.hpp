#pragma once
// The engine `frontier`: goes over the board cell by cell with all partial solutions at once. Partial solutions that
// look the same from there on are continued only once, so the engine is fast for puzzles with many of these.
//
// Example: in a row of three cells, two monominoes lead to `# # ?`, and so does one domino (`#` is a filled cell, `?`
// the next one to decide). What fits there is looked up once for both. docs/reference/solvers.md goes on with this on a
// board of 3x3.

#include <boost/multiprecision/cpp_int.hpp>

#include "engine.hpp"

namespace pentocity::packing {

/// An integer of any size.
using BigCount = boost::multiprecision::cpp_int;

/// When the engine gives up with Outcome::too_large: if it would need more than `max_bytes` bytes, if its tables
/// cannot hold the problem, or, with `only_if_merging`, if almost all partial solutions turn out to be different.
struct FrontierLimits {
  std::size_t max_bytes = std::size_t{1} << 30;
  bool only_if_merging = false;
};

/// Reports all solutions to the listener.
Outcome frontier_list(const SweepInput& input, const FrontierLimits& limits, Control& control, Listener& listener);
/// Counts the solutions. If a piece is restricted (Restriction), each solution counts as often as the orbit of that
/// piece's placement is large, so that the sum is the number of all solutions.
Outcome frontier_count(const SweepInput& input, const FrontierLimits& limits, Control& control, BigCount& count);

}  // namespace pentocity::packing
