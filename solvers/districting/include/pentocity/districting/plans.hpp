#pragma once
// All plans of a board, numbered.

#include <cstdint>
#include <functional>
#include <memory>

#include "pentocity/core/random.hpp"
#include "pentocity/districting/seats.hpp"

namespace pentocity::districting {

/// All plans of a board, numbered: to list them and to draw from them. Keeps the frontiers after every cell in memory,
/// each with the number of ways to continue it. With Measure::trees, a plan has as many numbers as its weight is, so
/// that it is listed as often, and drawn with a probability proportional to its weight. Copies share the memory.
/// Of the options, `another_way`, `progress` and `checkpoint` are for counts alone.
class Plans {
 public:
  /// Throws InputError if there are 2^64 plans or more, if the board is too wide, or if the frontiers need more memory
  /// than allowed; and Interrupted.
  explicit Plans(const Electorate& electorate, const CountOptions& options = {});
  /// Only the plans under which A has `seats` seats, in steps (see SeatCounts). Throws likewise.
  Plans(const Electorate& electorate, Ties ties, int seats, const CountOptions& options = {});
  /// Only the plans whose districts together score `target` or more. The score must not decrease with the votes, nor
  /// with fewer voters, and must be 0 without votes. Throws likewise.
  Plans(const Electorate& electorate, const Score& score, int target, const CountOptions& options = {});

  /// The number of plans.
  std::uint64_t count() const;
  /// The number of different frontiers in memory.
  std::uint64_t nodes() const;
  /// The plan with this number, from 0. Throws std::out_of_range.
  DistrictPlan operator[](std::uint64_t number) const;
  /// A plan drawn by the measure. Throws std::out_of_range if there are no plans.
  DistrictPlan draw(Pcg& random) const;
  /// Calls `f` with all plans from number `first` on, in order, until it returns false. Several threads may do so at
  /// once.
  void for_each(const std::function<bool(const DistrictPlan&)>& f, std::uint64_t first = 0) const;

  class Graph;

 private:
  std::shared_ptr<const Graph> graph_;
};

}  // namespace pentocity::districting
