#pragma once
// Sweeps of a PlanFrontier over an electorate.

#include <stdexcept>
#include <utility>

#include "layer.hpp"
#include "pentocity/districting/gerrymander.hpp"
#include "plan_frontier.hpp"

namespace pentocity::districting {

/// What the numbers of a sweep cannot hold.
struct TooManyPlans : std::overflow_error {
  TooManyPlans() : std::overflow_error("2^64 plans or more") {}
};

/// An electorate ready to be swept: turned so that rows are short, its precincts scored.
class PlanProblem {
 public:
  /// `score` by votes for A, size + 1 numbers. Throws InputError if a frontier does not fit 127 bits.
  PlanProblem(const Electorate& electorate, const std::vector<int>& score);

  const PlanFrontier& frontier() const { return frontier_; }
  /// Total scores are from 0 to this.
  int max_score() const { return max_score_; }
  /// The plan made by these choices, one for each step.
  DistrictPlan plan(const std::vector<PlanFrontier::Join>& joins) const;

 private:
  int rows_, columns_;
  bool is_turned_;
  int max_score_;
  PrecinctStates states_;
  PlanFrontier frontier_;
};

/// The score by votes for A that gives party A, or party B, its seats (in steps; see SeatCounts).
std::vector<int> score_of_a(int size, Ties ties);
std::vector<int> score_of_b(int size, Ties ties);

/// A score, nondecreasing in the votes and 0 without any, as its cost in votes: what a precinct's votes did not earn.
struct Thrift {
  std::vector<int> cost;  ///< by votes for A
  int budget;             ///< plans that cost no more, together, have the target score or a higher one
};
Thrift thrift(const Electorate& electorate, const std::vector<int>& score, int target);

/// The number of plans with that score or a higher one. Throws InputError if there are 2^64 or more.
std::uint64_t count_plans_with(const Electorate& electorate, const std::vector<int>& score, int target);

/// The sum of the precincts' scores.
int score_of(const Electorate& electorate, const DistrictPlan& plan, const std::vector<int>& score);

template <class Number>
void add(Number& to, const Number& n) {
  to += n;
}
inline void add(std::uint64_t& to, const std::uint64_t& n) {
  if (__builtin_add_overflow(to, n, &to)) throw TooManyPlans();
}
/// Adds the numbers of `from`, for scores that are `score` higher.
template <class Number>
void add_shifted(std::span<Number> to, std::span<const Number> from, int score) {
  for (std::size_t i = 0; i + static_cast<std::size_t>(score) < from.size(); ++i)
    add(to[i + static_cast<std::size_t>(score)], from[i]);
}

/// The number of plans by score, up to `most_score`; adds the number of different keys to `nodes`.
template <class Key, class Number>
std::vector<Number> count_by_score(const PlanProblem& problem, int most_score, std::uint64_t& nodes) {
  const PlanFrontier& frontier = problem.frontier();
  const bool has_limit = most_score < problem.max_score();
  const auto width = static_cast<std::size_t>(most_score) + 1;
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
        if (has_limit && score + frontier.least_score(key) > most_score) return;
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
