#include <algorithm>

#include "scores.hpp"

namespace pentocity::districting {
double efficiency_gap(const Electorate& e, const DistrictPlan& plan) {
  int wasted = 0;
  for (const DistrictVotes& district : votes_by_district(e, plan)) {
    const int a = district.votes_of_a, b = district.voters - a, majority = district.voters / 2 + 1;
    wasted += a - b;
    if (a > b) wasted -= majority;
    if (b > a) wasted += majority;
  }
  return wasted / static_cast<double>(e.voters());
}

Electorate exchanged(Electorate e) {
  for (int i = 0; i < std::ssize(e.votes); ++i) e.votes[i] = e.cells[i] == '#' ? 0 : e.weight(i) - e.votes[i];
  for (char& cell : e.cells) cell = cell == 'A' ? 'B' : cell == 'B' ? 'A' : cell;
  return e;
}

Score score_of_a(Ties ties) {
  return [ties](int voters, int votes) {
    return 2 * votes > voters ? steps_of(ties) : 2 * votes == voters && (ties == Ties::a || ties == Ties::half) ? 1 : 0;
  };
}

Score score_of_b(Ties ties) {
  const Score of_a = score_of_a(ties == Ties::a ? Ties::b : ties == Ties::b ? Ties::a : ties);
  return [of_a](int voters, int votes) { return of_a(voters, voters - votes); };
}

int score_of(const Electorate& e, const DistrictPlan& plan, const Score& score) {
  int sum = 0;
  for (const auto& [voters, votes] : votes_by_district(e, plan)) sum += score(voters, votes);
  return sum;
}

int seats_of_a(const Electorate& e, const DistrictPlan& plan, Ties ties) { return score_of(e, plan, score_of_a(ties)); }
int seats_of_b(const Electorate& e, const DistrictPlan& plan, Ties ties) { return score_of(e, plan, score_of_b(ties)); }

Thrift thrift(const Electorate& e, const Score& score, int target) {
  const int unit = score(e.rules.min, e.rules.min);
  int price = unit * e.rules.max;
  for (int s = e.rules.min; s <= std::min(e.rules.max, e.voters()); ++s)
    for (int v = 0; v <= s; ++v)
      if (score(s, v) > 0) price = std::min(price, unit * v / score(s, v));
  return {[=](int s, int v) { return unit * v - price * score(s, v); }, unit * e.votes_of_a() - price * target};
}

}  // namespace pentocity::districting
