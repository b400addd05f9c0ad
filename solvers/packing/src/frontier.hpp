#pragma once
// A sweep over the board, cell after cell, that keeps every different board once: the engine for puzzles whose search
// trees hold few different boards.

#include <boost/multiprecision/cpp_int.hpp>

#include "engine.hpp"

namespace pentocity::packing {

using BigCount = boost::multiprecision::cpp_int;

/// `too_large` if the tables cannot hold the problem or more than `most_bytes` would be needed; also, if
/// `only_if_merging`, when boards turn out to differ almost all.
struct FrontierLimits {
  std::size_t most_bytes = std::size_t{1} << 30;
  bool only_if_merging = false;
};

/// Reports all solutions.
Outcome frontier_list(const SweepInput& input, int jobs, const FrontierLimits& limits, Control& control,
                      Listener& listener);
/// Counts them, each as often as the orbit of its restricted piece is large.
Outcome frontier_count(const SweepInput& input, int jobs, const FrontierLimits& limits, Control& control,
                       BigCount& count);

}  // namespace pentocity::packing
