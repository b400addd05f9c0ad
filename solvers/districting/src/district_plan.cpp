#include "pentocity/districting/district_plan.hpp"

#include <algorithm>
#include <map>

#include "pentocity/core/picture.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {

std::string plan_text(const Electorate& e, const DistrictPlan& plan) {
  std::string out;
  out.reserve(e.rows * (e.columns + 1));
  for (int r = 0, i = 0; r < e.rows; ++r) {
    if (r > 0) out += '|';
    for (int c = 0; c < e.columns; ++c, ++i) {
      const int district = plan[i];
      if (district < 0)
        out += '#';
      else if (district < std::ssize(short_labels))  // listings have hundreds of thousands of plans
        out += short_labels[district];
      else
        out += placement_label(district);
    }
  }
  return out;
}

Electorate electorate_of_plan(std::string_view text) {
  const auto lines = picture_lines(text);
  if (lines.empty()) throw InputError("the plan is empty: expected rows of district labels");
  std::string blocked;
  std::map<std::string_view, int> sizes;
  const auto columns = static_cast<int>(split_labels(lines[0]).size());
  for (const std::string& line : lines) {
    for (const std::string_view label : split_labels(line)) {
      blocked += label == "#" ? '#' : '.';
      if (label != "#") ++sizes[label];
    }
    blocked += '|';
  }
  DistrictRules rules(1);
  if (!sizes.empty()) {
    const auto [min, max] = std::minmax_element(sizes.begin(), sizes.end(),
                                                [](const auto& x, const auto& y) { return x.second < y.second; });
    rules = DistrictRules(min->second, max->second, static_cast<int>(sizes.size()));
  }
  return electorate_without_votes(static_cast<int>(lines.size()), columns, rules, blocked);
}

DistrictPlan read_plan(const Electorate& e, std::string_view text) {
  DistrictPlan plan;
  std::map<std::string, int> number{{"#", -1}};
  std::vector<std::string> labels;
  const auto lines = picture_lines(text);
  if (std::ssize(lines) != e.rows) throw InputError("the plan has {} rows, the board {}", lines.size(), e.rows);
  for (int r = 0; r < e.rows; ++r) {
    const auto row = split_labels(lines[r]);
    if (std::ssize(row) != e.columns)
      throw InputError("row {} of the plan has {} cells, the board {} columns", r + 1, row.size(), e.columns);
    for (int column = 0; column < e.columns; ++column) {
      const std::string label(row[column]);
      const char cell = e.cells[r * e.columns + column];
      if ((label == "#") != (cell == '#'))
        throw InputError("row {}, column {} of the plan is '{}', but the board has '{}' there", r + 1, column + 1,
                         label, cell);
      const auto [found, is_new] = number.try_emplace(label, static_cast<int>(labels.size()));
      if (is_new) labels.push_back(label);
      plan.push_back(found->second);
    }
  }
  check_plan(e, plan, labels);
  return plan;
}

void check_plan(const Electorate& e, const DistrictPlan& plan, std::span<const std::string> labels) {
  const std::vector<DistrictVotes> votes = votes_by_district(e, plan);
  for (int p = 0; p < std::ssize(labels); ++p) {
    if (votes[p].voters < e.rules.min || votes[p].voters > e.rules.max)
      throw InputError("district {} has {} {}, it must have {}", labels[p], votes[p].voters,
                       e.rules.weights.empty() ? "cells" : "voters", e.sizes_text());
    const int first = static_cast<int>(std::find(plan.begin(), plan.end(), p) - plan.begin());
    const auto reached = reached_from(e, {first}, [&](int cell) { return plan[cell] == p; });
    if (std::ssize(reached) != std::count(plan.begin(), plan.end(), p))
      throw InputError("district {} is not connected", labels[p]);
  }
  if (e.districts() > 0 && std::ssize(labels) != e.districts())
    throw InputError("the plan has {} districts, it must have {}", labels.size(), e.districts());
}

std::vector<DistrictVotes> votes_by_district(const Electorate& e, const DistrictPlan& plan) {
  std::vector<DistrictVotes> out;
  for (int i = 0; i < std::ssize(plan); ++i) {
    if (plan[i] < 0) continue;
    if (plan[i] >= std::ssize(out)) out.resize(plan[i] + 1);
    out[plan[i]].voters += e.weight(i);
    out[plan[i]].votes_of_a += e.votes_in(i);
  }
  return out;
}

CountySplits splits_of(const Electorate& e, const DistrictPlan& plan) {
  std::vector<std::pair<int, int>> parts;  // a county and a district
  for (std::size_t i = 0; i < e.rules.counties.size(); ++i)
    if (plan[i] >= 0 && e.rules.counties[i] >= 0) parts.emplace_back(e.rules.counties[i], plan[i]);
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  CountySplits out;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].first != parts[i - 1].first) continue;
    ++out.total;
    out.counties += i == 1 || parts[i - 2].first != parts[i].first;
  }
  return out;
}

std::vector<double> seats_votes_curve(const Electorate& e, const DistrictPlan& plan) {
  const double share = static_cast<double>(e.votes_of_a()) / e.voters();
  std::vector<double> out;
  for (const auto& [voters, a] : votes_by_district(e, plan))
    out.push_back(share + 0.5 - static_cast<double>(a) / voters);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::vector<int>> symmetries(const Electorate& e) {
  std::vector<std::vector<int>> out;
  for (int kind = 0; kind < 8; ++kind) {
    if (kind >= 4 && e.rows != e.columns) break;
    std::vector<int> from;
    bool keeps_cells = true;
    for (int r = 0; r < e.rows; ++r)
      for (int c = 0; c < e.columns; ++c) {
        int row = kind & 1 ? e.rows - 1 - r : r, column = kind & 2 ? e.columns - 1 - c : c;
        if (kind & 4) std::swap(row, column);
        from.push_back(row * e.columns + column);
        const int here = r * e.columns + c, there = from.back();
        const bool is_blocked = e.cells[here] == '#';
        keeps_cells =
            keeps_cells && (e.cells[there] == '#') == is_blocked && (is_blocked || e.weight(there) == e.weight(here));
      }
    const std::vector<int>& counties = e.rules.counties;
    if (keeps_cells &&
        (counties.empty() || image_of(counties, from) == image_of(counties, out.empty() ? from : out[0])))
      out.push_back(std::move(from));
  }
  return out;
}

DistrictPlan image_of(const DistrictPlan& plan, const std::vector<int>& symmetry) {
  DistrictPlan out;
  out.reserve(plan.size());
  std::map<int, int> number;
  for (const int from : symmetry) {
    const int district = plan[from];
    out.push_back(district < 0 ? -1 : number.try_emplace(district, static_cast<int>(number.size())).first->second);
  }
  return out;
}

}  // namespace pentocity::districting
