#pragma once
// The most pieces that fit: a packing from below, and from above bounds, by area, colourings and a linear program, and
// a search that looks for one piece more (docs/reference/solvers.md).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// A report from a long search.
struct MaximizeProgress {
  std::optional<int> pieces;  ///< the most that were placed so far
  int bound = 0;              ///< no more than that fit
  std::size_t width = 0;      ///< how many partial boards the present sweep follows at once, at most
  double share = 0;           ///< of the present sweep that is done, 0 to 1
  std::uint64_t nodes = 0;    ///< partial boards that were followed
  double nodes_per_second = 0;
  double seconds = 0;
};

/// How to search.
struct MaximizeOptions {
  /// If this becomes true, the search ends soon with what it has found.
  const std::atomic<bool>* stop = nullptr;
  std::size_t max_bytes = std::size_t{1} << 30;  ///< the search ends before it needs more memory
  std::uint64_t progress_every = 0;              ///< partial boards between two reports
  double progress_seconds = 0;                   ///< if that is 0: seconds between two reports; 0: no reports
  std::function<void(const MaximizeProgress&)> progress;
};

/// What was found.
struct Maximum {
  std::optional<int>
      pieces;     ///< the most pieces that were placed, the fixed ones included; none: no solution was found
  int bound = 0;  ///< no solution has more pieces
  /// Where the bound is from: "area", "colouring", "linear program", or "search".
  std::string proof;
  /// Whether the answer is final: no more fit, or, without `pieces`, there is no solution.
  bool proved = false;
  bool interrupted = false;  ///< whether it was stopped by MaximizeOptions::stop
  std::uint64_t nodes = 0;   ///< partial boards that were followed
  double seconds = 0;
  std::string solution;  ///< the board, as solution_text() writes it; empty if there is none
};

/// Places as many pieces as possible, within the numbers of pieces and holes that the puzzle permits. The same puzzle
/// gives the same answer unless it is stopped. Throws InputError if the puzzle is too large.
Maximum maximize(const Puzzle& puzzle, const MaximizeOptions& options);

}  // namespace pentocity::packing
