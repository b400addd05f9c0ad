#pragma once
// Seats as scores of districts.

#include <limits>

#include "pentocity/core/random.hpp"
#include "pentocity/districting/seats.hpp"

namespace pentocity::districting {

/// The board with the parties exchanged.
Electorate exchanged(Electorate electorate);

/// What each cut edge, and each split county, adds to the score of a plan.
struct Steps {
  int cut = 0, split = 0;
};

/// The scores that make the total score the number of A's (or B's) seats in steps; see SeatCounts.
Score score_of_a(Ties ties);
Score score_of_b(Ties ties);
/// The sum of the scores of a plan's districts.
int score_of(const Electorate& electorate, const DistrictPlan& plan, const Score& score);

/// Scores expressed as costs: what a district's votes for A cost beyond what its score is worth. A plan has the target
/// score or more if and only if its districts together cost no more than the budget, so partial plans that cost more
/// can be dropped. Example: in districts of 5, three votes win a seat, A has 9 votes, and 3 seats are the target. A
/// seat is worth 3 votes, so districts with 0 to 5 votes cost 0, 1, 2, 0, 1, 2. The budget is 9 - 3 x 3 = 0: no vote
/// may be wasted.
struct Thrift {
  Score cost;
  /// What a plan may cost in all; below 0 there is no such plan.
  int budget;
};
/// The costs for scores that do not decrease with the votes and are 0 without votes.
Thrift thrift(const Electorate& electorate, const Score& score, int target);

/// The number of plans with the score `target` or more. Throws InputError if there are 2^64 or more, or if the board is
/// too wide.
std::uint64_t count_plans_with(const Electorate& electorate, const Score& score, int target);

/// The number of plans by score, with these steps, up to `max_score`. `what` names the count,
/// for the checkpoint. Throws as count_seats() does.
std::vector<std::uint64_t> counted_by_score(const Electorate& electorate, const Score& score, Steps steps,
                                            const std::string& what, const CountOptions& options,
                                            int max_score = std::numeric_limits<int>::max());

/// Puts a list into a random order.
template <class T>
void shuffle(std::vector<T>& list, Pcg& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.next_int(static_cast<int>(i))]);
}

}  // namespace pentocity::districting
