#include <boost/multiprecision/cpp_int.hpp>

#include "pentocity/input/yaml.hpp"
#include "plan_sweep.hpp"

namespace pentocity {
namespace {

template <class Number>
std::vector<Number> counts(const PlanProblem& problem) {
  return problem.frontier().is_narrow() ? count_by_score<std::uint64_t, Number>(problem)
                                        : count_by_score<PlanFrontier::Key, Number>(problem);
}

std::vector<std::uint64_t> seat_counts(const Electorate& electorate, const std::vector<int>& score) {
  try {
    return counts<std::uint64_t>(PlanProblem(electorate, score));
  } catch (const TooManyPlans&) {
    throw InputError("the board has 2^64 plans or more: too many to be counted by seats");
  }
}

}  // namespace

std::string count_plans(const Electorate& electorate) {
  const PlanProblem problem(electorate, std::vector<int>(static_cast<std::size_t>(electorate.size) + 1));
  try {
    return std::to_string(counts<std::uint64_t>(problem)[0]);
  } catch (const TooManyPlans&) {
    return counts<boost::multiprecision::cpp_int>(problem)[0].str();
  }
}

SeatCounts count_seats(const Electorate& electorate, Ties ties) {
  SeatCounts out;
  out.steps = ties == Ties::half ? 2 : 1;
  out.a = seat_counts(electorate, score_of_a(electorate.size, ties));
  for (const std::uint64_t n : out.a) out.plans += n;
  if (ties == Ties::nobody && electorate.size % 2 == 0)
    out.b = seat_counts(electorate, score_of_b(electorate.size, ties));
  else  // all seats are somebody's
    out.b.assign(out.a.rbegin(), out.a.rend());
  return out;
}

int seats_of_a(const Electorate& e, const Plan& plan, Ties ties) { return score_of(e, plan, score_of_a(e.size, ties)); }
int seats_of_b(const Electorate& e, const Plan& plan, Ties ties) { return score_of(e, plan, score_of_b(e.size, ties)); }

}  // namespace pentocity
