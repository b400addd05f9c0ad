#include <map>

#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::districting {

std::vector<std::vector<int>> symmetries(const Electorate& e) {
  std::vector<std::vector<int>> out;
  for (int kind = 0; kind < 8; ++kind) {
    if (kind >= 4 && e.rows != e.columns) break;
    std::vector<int> from;
    bool keeps_blocked = true;
    for (int r = 0; r < e.rows; ++r)
      for (int c = 0; c < e.columns; ++c) {
        int row = kind & 1 ? e.rows - 1 - r : r, column = kind & 2 ? e.columns - 1 - c : c;
        if (kind & 4) std::swap(row, column);
        from.push_back(row * e.columns + column);
        keeps_blocked = keeps_blocked && (e.cells[from.back()] == '#') == (e.cells[r * e.columns + c] == '#');
      }
    if (keeps_blocked) out.push_back(std::move(from));
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
