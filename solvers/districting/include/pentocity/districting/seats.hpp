#pragma once
// Who wins the districts: the seats of a plan, how many plans there are for each number of seats, and the fewest and
// the most seats that a plan can have.

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "pentocity/districting/count.hpp"
#include "pentocity/districting/district_plan.hpp"

namespace pentocity::districting {

/// Which party has the seat of a district with as many votes for A as for B: none, A, B, or each party one half.
enum class Ties { nobody, a, b, half };
inline constexpr std::array<std::pair<std::string_view, Ties>, 4> ties_words{
    {{"nobody", Ties::nobody}, {"a", Ties::a}, {"b", Ties::b}, {"half", Ties::half}}};
/// In how many steps the seats of districts are counted, see SeatCounts.
inline int steps_of(Ties ties) { return ties == Ties::half ? 2 : 1; }

/// How many plans there are for each number of seats.
struct SeatCounts {
  /// Seats are counted in units of 1 / `steps` seats, called steps below. It is 2 with Ties::half, else 1.
  int steps = 1;
  std::vector<std::uint64_t> a;  ///< `a[i]`: the number of plans in which A has i / steps seats
  std::vector<std::uint64_t> b;  ///< the same for party B
  /// The number of all plans.
  std::uint64_t plans = 0;
  /// With counties, by Measure::plans: `a` for each number of split counties.
  std::vector<std::vector<std::uint64_t>> a_by_splits{};
};

/// Counts the plans by seats; with Measure::trees, sums their weights. Throws InputError if the plans of one number of
/// seats, or partial plans on the way, are 2^64 or more, or if the board is too wide; and as count_plans().
SeatCounts count_seats(const Electorate& electorate, Ties ties, const CountOptions& options = {});

/// The seats of a party under a plan, in steps (see SeatCounts).
int seats_of_a(const Electorate& electorate, const DistrictPlan& plan, Ties ties);
int seats_of_b(const Electorate& electorate, const DistrictPlan& plan, Ties ties);

/// The efficiency gap of a plan (Stephanopoulos and McGhee 2015): the wasted votes of A, less the wasted votes of B,
/// divided by all votes. All votes for a district's loser are wasted, and those for its winner beyond the smallest
/// majority.
double efficiency_gap(const Electorate& electorate, const DistrictPlan& plan);

/// The maximum or minimum number of seats of party A over all plans.
struct Extreme {
  int seats = 0;      ///< in steps (see SeatCounts)
  DistrictPlan plan;  ///< a plan that has this number
  /// Why no plan has more (for the minimum: fewer) seats.
  enum Proof {
    /// All plans that could have more (fewer) seats have been counted, and there are none.
    enumeration,
    /// No distribution of the votes over the districts gives more (fewer), whether the districts are connected or not.
    bound,
    none,  ///< it is not known; there may be plans with more (fewer)
  } proof = none;
  /// The number of seats, in steps, that no distribution of the votes over the districts can exceed (fall below).
  int limit = 0;
};
/// The name of a proof: that of the enumerator.
std::string_view name_of(Extreme::Proof proof);
/// The two extremes of the number of A's seats.
struct Extremes {
  Extreme max, fewest;
};
/// Finds the extremes. Unless all districts have as many voters, `counts` must be given, or all plans are counted. On
/// boards with both sides over 6 it first tries random recombinations of two districts (DeFord,
/// Duchin and Solomon 2021) with simulated annealing. Then it counts all plans that waste few enough votes to have more
/// (fewer) seats. If `counts` is given, it says what the extremes are, and only plans that have them are searched for.
/// Where counting is not possible (it needs more than 4 GiB, 2^64 plans would have to be counted, or the board is too
/// wide), smaller boards are annealed, too, and the best plan found is returned; its proof is `none` if there may be a
/// better one, or if it does not have the number of seats that `counts` gives. Throws InputError if the board has no
/// plan, or if annealing is needed on a board with blocked cells whose plans cannot be listed.
Extremes extreme_seats(const Electorate& electorate, Ties ties, const SeatCounts* counts);
/// The score of a complete district with so many voters, of which so many vote for A. It must not be negative.
using Score = std::function<int(int voters, int votes)>;
/// The maximum total score of all voters, of which so many vote for A, divided into districts by the rules, whether
/// connected or not; -1 if there is no such division.
int best_division(const Score& score, const DistrictRules& rules, int voters, int votes);

}  // namespace pentocity::districting
