#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "pentocity/core/picture.hpp"
#include "pentocity/districting/gerrymander.hpp"
#include "pentocity/input/user_error.hpp"
#include "seats.hpp"

namespace pentocity::districting {
namespace {

constexpr int max_side = 50, max_weight = 999;

}  // namespace

bool has_inner_blocked(const Electorate& e) {
  const auto blocked = [&](int r, int c) {
    return r < 0 || r >= e.rows || c < 0 || c >= e.columns || e.cells[r * e.columns + c] == '#';
  };
  std::set<Cell> outer{{-1, -1}};
  for (std::vector<Cell> open{{-1, -1}}; !open.empty();) {
    const Cell at = open.back();
    open.pop_back();
    for (int r = at.row - 1; r <= at.row + 1; ++r)
      for (int c = at.column - 1; c <= at.column + 1; ++c)
        if (r >= -1 && r <= e.rows && c >= -1 && c <= e.columns && blocked(r, c) && outer.insert({r, c}).second)
          open.push_back({r, c});
  }
  for (int i = 0; i < e.rows * e.columns; ++i)
    if (e.cells[i] == '#' && !outer.contains({i / e.columns, i % e.columns})) return true;
  return false;
}

namespace {

void check(Electorate& e) {
  DistrictRules& rules = e.rules;
  if (!rules.weights.empty() && rules.weights.size() != e.cells.size())
    throw InputError("there are {} weights for {} cells", rules.weights.size(), e.cells.size());
  if (e.rows < 1 || e.columns < 1 || e.rows > max_side || e.columns > max_side)
    throw InputError("a board of {} x {}: both sides must be from 1 to {}", e.rows, e.columns, max_side);
  if (rules.min == 0) rules.min = rules.max = e.columns;
  const int voters = e.voters();
  if (voters == 0) throw InputError("the board has no voters: all its cells are blocked");
  if (rules.min < 1 || rules.min > voters || rules.max < rules.min)
    throw InputError("districts of {}: the size must be from 1 to {}, the number of voters", e.sizes_text(), voters);
  if (rules.districts < 0 || rules.districts > voters)
    throw InputError("{} districts: the number must be from 1 to {}, that of voters", rules.districts, voters);
  const int fewest = rules.districts > 0 ? rules.districts : (voters + rules.max - 1) / rules.max;
  if (rules.min == rules.max && voters % rules.min != 0)
    throw InputError("{} voters cannot be divided into districts of {}: {} = {} x {} + {}", voters, rules.min, voters,
                     voters / rules.min, rules.min, voters % rules.min);
  if (std::int64_t{fewest} * rules.min > voters || std::int64_t{fewest} * rules.max < voters)
    throw InputError("{} voters cannot be divided into {} districts of {}", voters, fewest, e.sizes_text());
}

}  // namespace

int Electorate::voters() const {
  int sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += cells[i] == '#' ? 0 : weight(static_cast<int>(i));
  return sum;
}

int Electorate::votes_of_a() const {
  int sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += cells[i] == 'A' ? weight(static_cast<int>(i)) : 0;
  return sum;
}

int Electorate::districts() const { return rules.min == rules.max ? voters() / rules.min : rules.districts; }

std::string Electorate::sizes_text() const {
  return rules.min == rules.max ? std::to_string(rules.min) : fmt::format("{} to {}", rules.min, rules.max);
}

std::vector<int> neighbours(const Electorate& e, int cell) {
  std::vector<int> out;
  const int row = cell / e.columns, column = cell % e.columns;
  for (int r = row - 1; r <= row + 1; ++r)
    for (int c = column - 1; c <= column + 1; ++c) {
      const bool touches =
          e.rules.contiguity == Contiguity::queen ? r != row || c != column : (r == row) != (c == column);
      if (touches && r >= 0 && r < e.rows && c >= 0 && c < e.columns) out.push_back(r * e.columns + c);
    }
  return out;
}

Electorate electorate_without_votes(int rows, int columns, DistrictRules rules, std::string_view blocked) {
  Electorate e{rows, columns, std::move(rules),
               std::string(static_cast<std::size_t>(std::max(0, rows) * std::max(0, columns)), 'B')};
  if (!blocked.empty()) {
    const auto lines = picture_lines(blocked);
    if (static_cast<int>(lines.size()) != rows)
      throw InputError("the picture of blocked cells has {} rows, the board {}", lines.size(), rows);
    for (std::size_t r = 0; r < lines.size(); ++r) {
      if (static_cast<int>(lines[r].size()) > columns)
        throw InputError("row {} of the picture of blocked cells has {} characters, the board {} columns", r + 1,
                         lines[r].size(), columns);
      for (std::size_t c = 0; c < lines[r].size(); ++c)
        if (lines[r][c] == '#') e.cells[r * static_cast<std::size_t>(columns) + c] = '#';
    }
  }
  check(e);
  return e;
}

Electorate read_electorate(std::string_view picture, DistrictRules rules) {
  const auto lines = picture_lines(picture);
  if (lines.empty()) throw InputError("the picture of voters is empty: expected rows of A, B and #");
  Electorate e;
  e.rows = static_cast<int>(lines.size());
  e.columns = static_cast<int>(lines.front().size());
  e.rules = std::move(rules);
  for (std::size_t r = 0; r < lines.size(); ++r) {
    if (lines[r].size() != lines.front().size())
      throw InputError("row {} of the voters has {} characters, row 1 has {}", r + 1, lines[r].size(),
                       lines.front().size());
    for (std::size_t c = 0; c < lines[r].size(); ++c)
      if (lines[r][c] != 'A' && lines[r][c] != 'B' && lines[r][c] != '#')
        throw InputError(
            "row {}, column {} of the voters is '{}': expected A or B for a voter, # for none, and | "
            "between rows",
            r + 1, c + 1, lines[r][c]);
    e.cells += lines[r];
  }
  check(e);
  return e;
}

Electorate with_rules(Electorate e, DistrictRules rules) {
  e.rules = std::move(rules);
  check(e);
  return e;
}

std::vector<int> read_weights(int rows, int columns, std::string_view text) {
  std::vector<int> weights;
  const auto lines = picture_lines(text);
  if (static_cast<int>(lines.size()) != rows)
    throw InputError("the weights have {} rows, the board {}", lines.size(), rows);
  for (std::size_t r = 0; r < lines.size(); ++r) {
    std::string line(lines[r]);
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    int n = 0;
    for (std::string word; words >> word; ++n) {
      int weight = word == "#" || word == "." ? 1 : 0;
      if (weight == 0) std::from_chars(word.data(), word.data() + word.size(), weight);
      if (weight < 1 || weight > max_weight || (word != "#" && word != "." && word != std::to_string(weight)))
        throw InputError(
            "row {}, column {} of the weights is '{}': expected a whole number from 1 to {}, or # for a "
            "blocked cell",
            r + 1, n + 1, word, max_weight);
      weights.push_back(weight);
    }
    if (n != columns) throw InputError("row {} of the weights has {} numbers, the board {} columns", r + 1, n, columns);
  }
  return weights;
}

std::string picture_of(const Electorate& e) {
  std::string out;
  for (int r = 0; r < e.rows; ++r) {
    if (r > 0) out += '|';
    out += e.cells.substr(static_cast<std::size_t>(r * e.columns), static_cast<std::size_t>(e.columns));
  }
  return out;
}

std::string plan_text(const Electorate& e, const DistrictPlan& plan) {
  // Labels of one character, made once: listings have hundreds of thousands of plans.
  static const std::string labels = [] {
    std::string all;
    for (int i = 0; placement_label(i).size() == 1; ++i) all += placement_label(i);
    return all;
  }();
  std::string out;
  out.reserve(static_cast<std::size_t>(e.rows * (e.columns + 1)));
  for (int r = 0, i = 0; r < e.rows; ++r) {
    if (r > 0) out += '|';
    for (int c = 0; c < e.columns; ++c, ++i) {
      const int district = plan[i];
      if (district < 0)
        out += '#';
      else if (static_cast<std::size_t>(district) < labels.size())
        out += labels[district];
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
  int columns = 0;
  for (std::size_t r = 0; r < lines.size(); ++r) {
    const auto labels = split_labels(lines[r]);
    if (r == 0) columns = static_cast<int>(labels.size());
    for (const std::string_view label : labels) {
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
  std::map<std::string, int, std::less<>> number;
  std::vector<std::string> labels;
  const auto lines = picture_lines(text);
  if (static_cast<int>(lines.size()) != e.rows)
    throw InputError("the plan has {} rows, the board {}", lines.size(), e.rows);
  for (int r = 0; r < e.rows; ++r) {
    const auto row = split_labels(lines[r]);
    const auto column_count = static_cast<int>(row.size());
    if (column_count != e.columns)
      throw InputError("row {} of the plan has {} cells, the board {} columns", r + 1, column_count, e.columns);
    for (int column = 0; column < e.columns; ++column) {
      const std::string label(row[column]);
      const char cell = e.cells[r * e.columns + column];
      if ((label == "#") != (cell == '#'))
        throw InputError("row {}, column {} of the plan is '{}', but the board has '{}' there", r + 1, column + 1,
                         label, cell);
      if (label == "#") {
        plan.push_back(-1);
        continue;
      }
      const auto [found, is_new] = number.try_emplace(label, static_cast<int>(number.size()));
      if (is_new) labels.push_back(label);
      plan.push_back(found->second);
    }
  }
  const std::vector<int> voters = voters_by_district(e, plan);
  for (int p = 0; p < static_cast<int>(labels.size()); ++p) {
    if (voters[p] < e.rules.min || voters[p] > e.rules.max)
      throw InputError("district {} has {} {}, it must have {}", labels[p], voters[p],
                       e.rules.weights.empty() ? "cells" : "voters", e.sizes_text());
    std::vector<int> open{static_cast<int>(std::find(plan.begin(), plan.end(), p) - plan.begin())};
    std::set<int> reached(open.begin(), open.end());
    while (!open.empty()) {
      const int cell = open.back();
      open.pop_back();
      for (const int next : neighbours(e, cell))
        if (plan[next] == p && reached.insert(next).second) open.push_back(next);
    }
    if (static_cast<std::ptrdiff_t>(reached.size()) != std::count(plan.begin(), plan.end(), p))
      throw InputError("district {} is not connected", labels[p]);
  }
  if (e.districts() > 0 && static_cast<int>(labels.size()) != e.districts())
    throw InputError("the plan has {} districts, it must have {}", labels.size(), e.districts());
  return plan;
}

}  // namespace pentocity::districting
