#include "pentocity/search/inequalities.hpp"

#include <cstdlib>
#include <set>

namespace pentocity::search {
namespace {

int cells_near(const Cells& cells, Cell a, Cell b, int distance) {
  const auto near = [&](Cell c, Cell to) {
    return std::abs(c.row - to.row) <= distance && std::abs(c.column - to.column) <= distance;
  };
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](Cell c) { return near(c, a) || near(c, b); }));
}

int cells_in_first_rows(const Cells& cells, int rows) {
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](Cell c) { return c.row < rows; }));
}

bool overhangs(const Cells& cells) {
  return std::any_of(cells.begin(), cells.end(), [&](Cell c) {
    return c.row == 0 && !std::binary_search(cells.begin(), cells.end(), c + Cell{1, 0});
  });
}

}  // namespace

std::string_view name_of(Inequality inequality) {
  constexpr std::array<std::string_view, all_inequalities.size()> names{
      "cells",  "groups", "edges",   "map",       "kinds",      "roads",
      "hidden", "hosts",  "rejects", "near_road", "first_rows", "host_row"};
  return names[static_cast<std::size_t>(inequality)];
}

Demand Inequalities::demand_of(const Request& request) const {
  const Cells& cells = request.cells();
  const std::set<Cell> roads(request.outlines().front().begin(), request.outlines().front().end());
  Demand demand;
  for (int depth = 1; depth <= max_depth; ++depth) {
    int near = request.size(), first = request.size();
    for (const Cell road : roads)
      for (const Cell step : steps(Lattice::square, 0))
        if (!std::binary_search(cells.begin(), cells.end(), road + step))
          near = std::min(near, cells_near(cells, road, road + step, depth));
    Cells turned = cells;
    for (int quarter = 0; quarter < 4; ++quarter, turned = rotated(turned))
      first = std::min(first, cells_in_first_rows(turned, depth));
    demand.near_road[depth - 1] = near + more(Inequality::near_road);
    demand.first_rows[depth - 1] = first + more(Inequality::first_rows);
  }
  for (const Cells& turned : request.rotations()) {
    const int first = cells_in_first_rows(turned, 1);
    if (overhangs(turned) && (demand.host_row == 0 || first < demand.host_row)) demand.host_row = first;
  }
  if (demand.host_row > 0) demand.host_row += more(Inequality::host_row);
  return demand;
}

int Inequalities::layers(int number) const {
  const int inner = std::max(0, rules_.side - 2 * number);
  return rules_.side * rules_.side - inner * inner;
}

}  // namespace pentocity::search
