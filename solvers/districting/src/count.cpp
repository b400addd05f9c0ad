#include <boost/multiprecision/cpp_int.hpp>

#include "pentocity/input/yaml.hpp"
#include "plan_sweep.hpp"

namespace pentocity::districting {
namespace {

template <class Number>
std::vector<Number> counts(const PlanProblem& problem, int max_score, std::uint64_t& nodes) {
  return problem.frontier().is_narrow() ? count_by_score<std::uint64_t, Number>(problem, max_score, nodes)
                                        : count_by_score<PlanFrontier::Key, Number>(problem, max_score, nodes);
}

std::vector<std::uint64_t> counts_below_2_to_64(const PlanProblem& problem, int max_score) {
  try {
    std::uint64_t nodes = 0;
    return counts<std::uint64_t>(problem, max_score, nodes);
  } catch (const TooManyPlans&) {
    throw InputError("the board has 2^64 plans or more: too many to be counted by seats");
  }
}

std::vector<std::uint64_t> seat_counts(const Electorate& electorate, const std::vector<int>& score) {
  const PlanProblem problem(electorate, score);
  return counts_below_2_to_64(problem, problem.max_score());
}

}  // namespace

PlanCount count_plans(const Electorate& electorate) {
  const PlanProblem problem(electorate, std::vector<int>(static_cast<std::size_t>(electorate.size) + 1));
  PlanCount out;
  try {
    out.plans = std::to_string(counts<std::uint64_t>(problem, 0, out.nodes)[0]);
  } catch (const TooManyPlans&) {
    out.nodes = 0;
    out.plans = counts<boost::multiprecision::cpp_int>(problem, 0, out.nodes)[0].str();
  }
  return out;
}

std::uint64_t count_plans_with(const Electorate& e, const std::vector<int>& score, int target) {
  const Thrift t = thrift(e, score, target);
  if (t.budget < 0) return 0;
  const PlanProblem problem(e, t.cost);
  std::uint64_t sum = 0;
  for (const std::uint64_t n : counts_below_2_to_64(problem, std::min(t.budget, problem.max_score()))) add(sum, n);
  return sum;
}

SeatCounts count_seats(const Electorate& electorate, Ties ties) {
  SeatCounts out;
  out.steps = ties == Ties::half ? 2 : 1;
  out.a = seat_counts(electorate, score_of_a(electorate.size, ties));
  for (const std::uint64_t n : out.a) out.plans += n;
  if (ties == Ties::nobody && electorate.size % 2 == 0)
    out.b = seat_counts(electorate, score_of_b(electorate.size, ties));
  else  // every seat is A's or B's (or half of each)
    out.b.assign(out.a.rbegin(), out.a.rend());
  return out;
}

int seats_of_a(const Electorate& e, const DistrictPlan& plan, Ties ties) {
  return score_of(e, plan, score_of_a(e.size, ties));
}
int seats_of_b(const Electorate& e, const DistrictPlan& plan, Ties ties) {
  return score_of(e, plan, score_of_b(e.size, ties));
}

}  // namespace pentocity::districting
