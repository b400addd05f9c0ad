#pragma once
// How many plans a board has, and how a long count is made.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/districting/electorate.hpp"

namespace pentocity::districting {

/// What a plan weighs. `plans`: each plan weighs 1. `trees`: the product of the numbers of spanning trees of its
/// districts, each district being a graph of cells that share sides. This is the distribution that reversible
/// recombination aims at (Cannon, Duchin, Randall and Rule 2022), and sequential Monte Carlo (McCartan and Imai 2023).
enum class Measure { plans, trees };

/// How far a count is.
struct CountProgress {
  int cells = 0, all_cells = 0;  ///< cells of the board that are done, and all
  std::size_t frontiers = 0;     ///< different frontiers after the last one
  double seconds = 0, left = 0;  ///< the time so far, and an estimate of what is left
};
/// How a long count is made. Results are the same for any number of jobs.
struct CountOptions {
  Measure measure = Measure::plans;
  std::size_t max_bytes = std::size_t{6} << 30;  ///< of memory, for Plans alone
  int jobs = 1;                                  ///< threads
  /// Count by another rule (docs/background/counting-districts.md), as a check; there is none for Measure::trees.
  bool another_way = false;
  /// If it becomes true, the count ends with an Interrupted.
  const std::atomic<bool>* stop = nullptr;
  /// Called after each cell.
  std::function<void(const CountProgress&)> progress{};
  /// A file in which an interrupted count is kept, and from which the same count goes on; removed at its end. Numbers
  /// of 2^128 and more are not kept.
  std::string checkpoint{};
};
/// Thrown when a count is interrupted.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::string not_kept{};  ///< why the count could not be written to its checkpoint; empty if that did not fail
};

/// The number of all plans of a board.
struct PlanCount {
  std::string plans;  ///< in decimal digits; it may exceed 2^64. With Measure::trees, the sum of all weights.
  /// The same by the number of split counties, from 0. Empty without counties, and with Measure::trees.
  std::vector<std::string> by_splits{};
  std::uint64_t nodes = 0;  ///< different frontiers that were met (docs/background/counting-districts.md)
};
/// How many plans a board has. Counts along a frontier, after Kawahara, Horiyama, Hotta and Minato, "Generating all
/// patterns of graph partitions within a disparity bound" (WALCOM 2017). Their frontiers remember which open districts
/// must stay apart; where no district can surround another one, a rule for each 2x2 block of cells makes that
/// unnecessary, and where districts are few, frontiers tell what will be one district
/// (docs/background/counting-districts.md). Throws InputError for a board that is too wide: the shorter side may have
/// 25 cells, and fewer if districts are large or may surround others. Throws Interrupted, and InputError for a
/// checkpoint of another count.
PlanCount count_plans(const Electorate& electorate, const CountOptions& options = {});

}  // namespace pentocity::districting
