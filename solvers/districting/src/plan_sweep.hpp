#pragma once
// Counts plans by running a PlanFrontier over a board.

#include <stdexcept>
#include <utility>

#include "layer.hpp"
#include "pentocity/districting/gerrymander.hpp"
#include "plan_frontier.hpp"

namespace pentocity::districting {

/// Thrown when a number does not fit into 64 bits.
struct TooManyPlans : std::overflow_error {
  TooManyPlans() : std::overflow_error("2^64 plans or more") {}
};

/// A board ready for the frontier, with a score for each district. It is turned so that it has no more columns than
/// rows.
class PlanProblem {
 public:
  /// `score[v]` is the score of a district with v votes for A, for v from 0 to the size. Throws InputError if keys
  /// would need more than 127 bits.
  PlanProblem(const Electorate& electorate, const std::vector<int>& score);

  const PlanFrontier& frontier() const { return frontier_; }
  /// The maximum that districts could score together; the minimum is 0.
  int max_score() const { return max_score_; }
  /// The plan that results if each cell in turn does what `joins` says.
  DistrictPlan plan(const std::vector<PlanFrontier::Join>& joins) const;

 private:
  int rows_, columns_;
  bool is_turned_;
  int max_score_;
  DistrictStates states_;
  PlanFrontier frontier_;
};

/// The board with the parties exchanged.
Electorate exchanged(Electorate electorate);

/// The scores, by votes for A, that make the total score the number of A's (or B's) seats in steps; see SeatCounts.
std::vector<int> score_of_a(int size, Ties ties);
std::vector<int> score_of_b(int size, Ties ties);

/// Scores expressed as costs: what a district's votes for A cost beyond what its score is worth. A plan has the target
/// score or more if and only if its districts together cost no more than the budget, so partial plans that cost more
/// can be dropped. Example: in districts of 5, three votes win a seat, A has 9 votes, and 3 seats are the target. A
/// seat is worth 3 votes, so districts with 0 to 5 votes cost 0, 1, 2, 0, 1, 2. The budget is 9 - 3 x 3 = 0: no vote
/// may be wasted.
struct Thrift {
  std::vector<int> cost;  ///< by votes for A
  /// What a plan may cost in all; below 0 there is no such plan.
  int budget;
};
/// The costs for scores that do not decrease with the votes and are 0 without votes.
Thrift thrift(const Electorate& electorate, const std::vector<int>& score, int target);

/// The number of plans with the score `target` or more. Throws InputError if there are 2^64 or more, or if the board is
/// too wide.
std::uint64_t count_plans_with(const Electorate& electorate, const std::vector<int>& score, int target);

/// The sum of the scores of a plan's districts.
int score_of(const Electorate& electorate, const DistrictPlan& plan, const std::vector<int>& score);

/// Adds a number. For 64 bits it throws TooManyPlans if the sum does not fit.
template <class Number>
void add(Number& to, const Number& n) {
  to += n;
}
inline void add(std::uint64_t& to, const std::uint64_t& n) {
  if (__builtin_add_overflow(to, n, &to)) throw TooManyPlans();
}
/// Adds the numbers of `from`, which are by score, to those of `to`, shifted up by `score`. What is shifted beyond the
/// end is dropped.
template <class Number>
void add_shifted(std::span<Number> to, std::span<const Number> from, int score) {
  for (std::size_t i = 0; i + static_cast<std::size_t>(score) < from.size(); ++i)
    add(to[i + static_cast<std::size_t>(score)], from[i]);
}

/// The number of plans for each score from 0 to `max_score`. Adds the number of different keys to `nodes`. Throws
/// TooManyPlans if Number has 64 bits and these are not enough.
template <class Key, class Number>
std::vector<Number> count_by_score(const PlanProblem& problem, int max_score, std::uint64_t& nodes) {
  const PlanFrontier& frontier = problem.frontier();
  const bool has_limit = max_score < problem.max_score();
  const auto width = static_cast<std::size_t>(max_score) + 1;
  struct Arrival {
    Key key;
    std::size_t from;
    int score;
  };
  std::vector<Arrival> arrivals;
  Layer<Key, Number> layer(width, 0);
  layer[0][0] = 1;
  LayerForecast forecast(frontier.columns());
  for (int step = 0; step < frontier.steps(); ++step) {
    Layer<Key, Number> next(width, static_cast<std::uint64_t>(step) + 1, forecast.expected(step, layer.size()));
    const bool mirrored = frontier.mirrored_after(step);
    // Keys arrive in groups, so that the table is read ahead.
    const auto enter = [&] {
      for (const Arrival& a : arrivals) next.prefetch(a.key);
      for (const Arrival& a : arrivals) add_shifted(next[a.key], std::as_const(layer).numbers(a.from), a.score);
      arrivals.clear();
    };
    for (std::size_t slot = 0; slot < layer.slots(); ++slot) {
      if (!layer.holds(slot)) continue;
      frontier.successors(step, layer.key(slot), [&](Key key, int score, PlanFrontier::Join) {
        if (has_limit && score + frontier.min_score(key) > max_score) return;
        if (mirrored) key = std::min(key, frontier.mirror_image(key));
        arrivals.push_back({key, slot, score});
      });
      if (arrivals.size() >= 64) enter();
    }
    enter();
    nodes += next.size();
    forecast.learn(step, layer.size(), next.size());
    layer = std::move(next);
  }
  const auto numbers = std::as_const(layer).find(0);
  return numbers.empty() ? std::vector<Number>(width) : std::vector<Number>(numbers.begin(), numbers.end());
}

}  // namespace pentocity::districting
