#pragma once
// Is a plan unusual? Numbers that describe it, and where it stands among all plans of its board.

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "pentocity/districting/seats.hpp"

namespace pentocity::districting {

/// Numbers that describe a plan, in this order: the seats of A; the cut edges, that is, the pairs of connected cells in
/// different districts; the efficiency gap; mean-median, the median of A's shares of the votes of the districts less
/// their mean; the partisan bias, that is, A's share of the seats less one half, if every district's share of A is
/// moved by as much as makes A's share of all votes one half (a tie is half a seat); and the compactness, the mean over
/// the districts of 16 times the area divided by the square of the perimeter, which is 1 for a square.
using PlanStatistics = std::array<double, 6>;
inline constexpr std::array<const char*, 6> statistic_names{"seats",       "cut_edges",     "efficiency_gap",
                                                            "mean_median", "partisan_bias", "compactness"};
PlanStatistics statistics_of(const Electorate& electorate, const DistrictPlan& plan, Ties ties);
/// The product of the districts' numbers of spanning trees, exact below 2^53.
double tree_weight(const Electorate& electorate, const DistrictPlan& plan);
/// The number of plans for each number of cut edges. Throws as count_seats() does, and for Measure::trees.
std::vector<std::uint64_t> count_cut_edges(const Electorate& electorate, const CountOptions& options = {});

/// Where a plan stands among all plans of its board.
struct Outlier {
  using Shares = PlanStatistics;
  PlanStatistics value{};  ///< the plan's own
  /// For Measure::plans and Measure::trees: the share of plans, by weight, of which a statistic is less than this
  /// plan's, and the same; and whether the share is exact, or that of draws.
  std::array<Shares, 2> below{}, same{};
  std::array<std::array<bool, 6>, 2> is_exact{};
  int draws = 0;  ///< the number of independent draws by each measure; 0 if all plans were looked at
  /// The shares of plans, by both measures, for each pair of seats (in steps) and cut edges that occurs.
  std::map<std::pair<int, int>, std::array<double, 2>> joint;
};
/// How a plan is compared.
struct OutlierOptions {
  std::uint64_t max_enumerated = 10'000'000;  ///< up to so many plans, all are looked at
  int draws = 10'000;                         ///< for boards that have more
  std::uint64_t seed = 1;                     ///< of the draws
  int jobs = 1;                               ///< threads; they change nothing but the time
  const std::atomic<bool>* stop = nullptr;    ///< as for CountOptions
};
/// Compares a plan with all plans of its board: exactly, if these are few enough; else only the seats are compared
/// exactly, and the cut edges by Measure::plans, and the rest by draws. Throws InputError if the plans cannot be
/// numbered (see Plans), or with queen contiguity.
Outlier compare_plan(const Electorate& electorate, const DistrictPlan& plan, Ties ties,
                     const OutlierOptions& options = {});

}  // namespace pentocity::districting
