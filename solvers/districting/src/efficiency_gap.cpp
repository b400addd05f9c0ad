#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::districting {

std::vector<int> votes_by_district(const Electorate& e, const DistrictPlan& plan) {
  std::vector<int> votes(static_cast<std::size_t>(e.districts()));
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (plan[i] >= 0 && e.cells[i] == 'A') ++votes[plan[i]];
  return votes;
}

double efficiency_gap(const Electorate& e, const DistrictPlan& plan) {
  int wasted = 0;
  const int majority = e.size / 2 + 1;
  for (const int a : votes_by_district(e, plan)) {
    const int b = e.size - a;
    wasted += a - b;
    if (a > b) wasted -= majority;
    if (b > a) wasted += majority;
  }
  return wasted / static_cast<double>(e.districts() * e.size);
}

}  // namespace pentocity::districting
