#include "plan_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/input/yaml.hpp"

namespace pentocity::districting {
namespace {

PlanCells cells_of(const Electorate& electorate, bool turned) {
  PlanCells out{turned ? electorate.columns : electorate.rows, turned ? electorate.rows : electorate.columns, {}};
  for (int r = 0; r < out.rows; ++r)
    for (int c = 0; c < out.columns; ++c) {
      const int i = turned ? c * electorate.columns + r : r * electorate.columns + c;
      const char cell = electorate.cells[i];
      out.cells.push_back(static_cast<std::int8_t>(cell == '#' ? -1 : cell == 'A'));
    }
  return out;
}

}  // namespace

PlanProblem::PlanProblem(const Electorate& electorate, const std::vector<int>& score)
    : rows_(electorate.rows),
      columns_(electorate.columns),
      is_turned_(columns_ > rows_),
      max_score_(electorate.districts() * *std::max_element(score.begin(), score.end())),
      states_(score),
      frontier_(cells_of(electorate, is_turned_), states_) {
  if (!frontier_.fits())
    throw InputError(fmt::format("a board of {} x {} in districts of {} is too wide to be counted", rows_, columns_,
                                 electorate.size));
}

DistrictPlan PlanProblem::plan(const std::vector<PlanFrontier::Join>& joins) const {
  using Join = PlanFrontier::Join;
  const int columns = is_turned_ ? rows_ : columns_;
  std::vector<int> district(joins.size());  // by cell: a cell of its district, the same for all that are joined so far
  for (int i = 0; i < static_cast<int>(joins.size()); ++i) {
    const Join join = joins[i];
    const bool joins_left = join == Join::left || join == Join::both, joins_up = join == Join::up || join == Join::both;
    district[i] = joins_up ? district[i - columns] : joins_left ? district[i - 1] : i;
    if (!joins_left || !joins_up) continue;
    // Few cells link two parts of a district, so disjoint sets, even those of Boost, take longer.
    const int left = district[i - 1], up = district[i];
    if (left != up) std::replace(district.begin(), district.begin() + i, left, up);
  }
  DistrictPlan plan(joins.size(), -1);
  std::vector<int> number(joins.size(), -1);
  int districts = 0;
  for (int r = 0; r < rows_; ++r)
    for (int c = 0; c < columns_; ++c) {
      const int i = is_turned_ ? c * columns + r : r * columns + c;
      if (joins[i] == Join::none) continue;
      int& n = number[district[i]];
      if (n < 0) n = districts++;
      plan[r * columns_ + c] = n;
    }
  return plan;
}

Electorate exchanged(Electorate e) {
  for (char& cell : e.cells) cell = cell == 'A' ? 'B' : cell == 'B' ? 'A' : cell;
  return e;
}

std::vector<int> score_of_a(int size, Ties ties) {
  std::vector<int> score;
  const int won = ties == Ties::half ? 2 : 1;
  for (int votes = 0; votes <= size; ++votes)
    score.push_back(2 * votes > size ? won : 2 * votes == size && (ties == Ties::a || ties == Ties::half) ? 1 : 0);
  return score;
}

std::vector<int> score_of_b(int size, Ties ties) {
  auto score = score_of_a(size, ties == Ties::a ? Ties::b : ties == Ties::b ? Ties::a : ties);
  std::reverse(score.begin(), score.end());
  return score;
}

Thrift thrift(const Electorate& e, const std::vector<int>& score, int target) {
  const int unit = score.back();
  int price = unit * e.size;
  for (int v = 0; v <= e.size; ++v)
    if (score[v] > 0) price = std::min(price, unit * v / score[v]);
  Thrift out{{}, unit * e.votes_of_a() - price * target};
  for (int v = 0; v <= e.size; ++v) out.cost.push_back(unit * v - price * score[v]);
  return out;
}

int score_of(const Electorate& electorate, const DistrictPlan& plan, const std::vector<int>& score) {
  int sum = 0;
  for (const int v : votes_by_district(electorate, plan)) sum += score[v];
  return sum;
}

}  // namespace pentocity::districting
