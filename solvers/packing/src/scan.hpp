#pragma once
// The engine `scan`: a depth-first search that fills the first undecided cell in all ways, or leaves it empty. It suits
// puzzles with small search trees, or with few equal partial solutions.

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine.hpp"

namespace pentocity::packing {

/// Where a search was stopped, so that it can go on.
struct ScanState {
  /// A board of the search: the items that were placed, with their positions, and the first undecided position.
  struct Step {
    int position, item;
  };
  struct Path {
    std::vector<Step> steps;
    int position = 0;
  };
  /// A part of a search that threads share; see Parts in scan.cpp.
  struct Part {
    std::optional<Path> at;  ///< where it was stopped; none: it was searched
    std::string found;       ///< what its listener had received
  };
  /// The number of pieces on the boards with which the parts begin; 0: one thread searches the whole.
  std::size_t depth = 0;
  std::uint64_t joined = 0;             ///< so many parts, from the first, are in `found`
  std::string found;                    ///< what the listener had received
  std::map<std::uint64_t, Part> parts;  ///< by number: those after them that were begun

  void write(std::ostream& out) const;
  /// Throws BrokenCheckpoint.
  void read(std::istream& in);
};

/// Reports all solutions to the listener. Ends with Outcome::too_large after `node_limit` nodes (0: no limit), or if
/// its tables cannot hold the problem. If `from` is given, the search goes on from there; the listener must be empty.
/// If it is stopped, `stopped_at` says where. Throws BrokenCheckpoint if `from` is no board of this search.
Outcome scan(const SweepInput& input, int jobs, std::uint64_t node_limit, Control& control, Listener& listener,
             const ScanState* from, ScanState& stopped_at);

}  // namespace pentocity::packing
