#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "pentocity/core/picture.hpp"
#include "pentocity/districting/gerrymander.hpp"
#include "pentocity/input/yaml.hpp"

namespace pentocity::districting {
namespace {

// Sizes from which the count along a frontier would need to remember more: a district that surrounds a blocked cell, or
// another district.
constexpr int size_around_blocked = 8, size_around_district = 24;
constexpr int max_side = 50;

// Tells whether there is a blocked cell that no other blocked cells link, by edges or corners, to the border.
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

void check(const Electorate& e) {
  if (e.rows < 1 || e.columns < 1 || e.rows > max_side || e.columns > max_side)
    throw InputError(fmt::format("a board of {} x {}: both sides must be from 1 to {}", e.rows, e.columns, max_side));
  if (e.size < 1 || e.size >= size_around_district)
    throw InputError(
        fmt::format("districts of {} cells: the size must be from 1 to {}", e.size, size_around_district - 1));
  const auto voters =
      static_cast<int>(e.cells.size()) - static_cast<int>(std::count(e.cells.begin(), e.cells.end(), '#'));
  if (voters == 0) throw InputError("the board has no voters: all its cells are blocked");
  if (voters % e.size != 0)
    throw InputError(fmt::format("{} voters cannot be divided into districts of {}: {} = {} x {} + {}", voters, e.size,
                                 voters, voters / e.size, e.size, voters % e.size));
  if (e.size >= size_around_blocked && has_inner_blocked(e))
    throw InputError(
        fmt::format("blocked cells within the board need districts of less than {} cells, not {}: larger ones "
                    "could surround them",
                    size_around_blocked, e.size));
}

}  // namespace

int Electorate::districts() const {
  return static_cast<int>(static_cast<std::ptrdiff_t>(cells.size()) - std::count(cells.begin(), cells.end(), '#')) /
         size;
}

int Electorate::votes_of_a() const { return static_cast<int>(std::count(cells.begin(), cells.end(), 'A')); }

std::vector<int> neighbours(const Electorate& e, int cell) {
  std::vector<int> out;
  const int row = cell / e.columns, column = cell % e.columns;
  for (const Cell step : steps(Lattice::square, row)) {
    const int r = row + step.row, c = column + step.column;
    if (r >= 0 && r < e.rows && c >= 0 && c < e.columns) out.push_back(r * e.columns + c);
  }
  return out;
}

Electorate electorate_without_votes(int rows, int columns, int size, std::string_view blocked) {
  Electorate e{rows, columns, size,
               std::string(static_cast<std::size_t>(std::max(0, rows) * std::max(0, columns)), 'B')};
  if (!blocked.empty()) {
    const auto lines = picture_lines(blocked);
    if (static_cast<int>(lines.size()) != rows)
      throw InputError(fmt::format("the picture of blocked cells has {} rows, the board {}", lines.size(), rows));
    for (std::size_t r = 0; r < lines.size(); ++r) {
      if (static_cast<int>(lines[r].size()) > columns)
        throw InputError(fmt::format("row {} of the picture of blocked cells has {} characters, the board {} columns",
                                     r + 1, lines[r].size(), columns));
      for (std::size_t c = 0; c < lines[r].size(); ++c)
        if (lines[r][c] == '#') e.cells[r * static_cast<std::size_t>(columns) + c] = '#';
    }
  }
  check(e);
  return e;
}

Electorate read_electorate(std::string_view picture, int size) {
  const auto lines = picture_lines(picture);
  if (lines.empty()) throw InputError("the picture of voters is empty: expected rows of A, B and #");
  Electorate e;
  e.rows = static_cast<int>(lines.size());
  e.columns = static_cast<int>(lines.front().size());
  e.size = size == 0 ? e.columns : size;
  for (std::size_t r = 0; r < lines.size(); ++r) {
    if (lines[r].size() != lines.front().size())
      throw InputError(fmt::format("row {} of the voters has {} characters, row 1 has {}", r + 1, lines[r].size(),
                                   lines.front().size()));
    for (std::size_t c = 0; c < lines[r].size(); ++c)
      if (lines[r][c] != 'A' && lines[r][c] != 'B' && lines[r][c] != '#')
        throw InputError(
            fmt::format("row {}, column {} of the voters is '{}': expected A or B for a voter, # for none, and | "
                        "between rows",
                        r + 1, c + 1, lines[r][c]));
    e.cells += lines[r];
  }
  check(e);
  return e;
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
  std::string blocked, first;
  int columns = 0, size = 0;
  for (std::size_t r = 0; r < lines.size(); ++r) {
    const auto labels = split_labels(lines[r]);
    if (r == 0) columns = static_cast<int>(labels.size());
    for (const std::string_view label : labels) {
      blocked += label == "#" ? '#' : '.';
      if (label == "#") continue;
      if (first.empty()) first = label;
      size += label == first;
    }
    blocked += '|';
  }
  return electorate_without_votes(static_cast<int>(lines.size()), columns, size, blocked);
}

DistrictPlan read_plan(const Electorate& e, std::string_view text) {
  DistrictPlan plan;
  std::map<std::string, int, std::less<>> number;
  std::vector<std::string> labels;
  const auto lines = picture_lines(text);
  if (static_cast<int>(lines.size()) != e.rows)
    throw InputError(fmt::format("the plan has {} rows, the board {}", lines.size(), e.rows));
  for (int r = 0; r < e.rows; ++r) {
    const auto row = split_labels(lines[r]);
    const auto column_count = static_cast<int>(row.size());
    if (column_count != e.columns)
      throw InputError(
          fmt::format("row {} of the plan has {} cells, the board {} columns", r + 1, column_count, e.columns));
    for (int column = 0; column < e.columns; ++column) {
      const std::string label(row[column]);
      const char cell = e.cells[r * e.columns + column];
      if ((label == "#") != (cell == '#'))
        throw InputError(fmt::format("row {}, column {} of the plan is '{}', but the board has '{}' there", r + 1,
                                     column + 1, label, cell));
      if (label == "#") {
        plan.push_back(-1);
        continue;
      }
      const auto [found, is_new] = number.try_emplace(label, static_cast<int>(number.size()));
      if (is_new) labels.push_back(label);
      plan.push_back(found->second);
    }
  }
  for (int p = 0; p < static_cast<int>(labels.size()); ++p) {
    const auto size = std::count(plan.begin(), plan.end(), p);
    if (size != e.size)
      throw InputError(fmt::format("district {} has {} cells, it must have {}", labels[p], size, e.size));
    std::vector<int> open{static_cast<int>(std::find(plan.begin(), plan.end(), p) - plan.begin())};
    std::set<int> reached(open.begin(), open.end());
    while (!open.empty()) {
      const int cell = open.back();
      open.pop_back();
      for (const int next : neighbours(e, cell))
        if (plan[next] == p && reached.insert(next).second) open.push_back(next);
    }
    if (static_cast<int>(reached.size()) != e.size)
      throw InputError(fmt::format("district {} is not connected", labels[p]));
  }
  return plan;
}

}  // namespace pentocity::districting
