#pragma once
// All plans of a board, found one after the other: the slow twin of the count along a frontier.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::twin {

/// Gives the first free cell a district, each connected set in turn, then the next free cell.
class SlowPlans {
 public:
  explicit SlowPlans(const districting::Electorate& e) : e_(e), plan_(e.cells.size(), -1) { fill(0); }
  /// Sorted.
  std::set<districting::DistrictPlan> plans() const { return plans_; }

 private:
  using Set = std::set<int>;

  void fill(int district) {
    int first = 0;
    const int cells = e_.rows * e_.columns;
    while (first < cells && !is_free(first)) ++first;
    if (first == cells) {
      plans_.insert(plan_);
      return;
    }
    std::set<Set> sets{{first}};
    for (int size = 1; size < e_.size; ++size) {
      std::set<Set> larger;
      for (const Set& set : sets)
        for (const int cell : set)
          for (const int next : beside(cell))
            if (is_free(next) && !set.contains(next)) {
              Set more = set;
              more.insert(next);
              larger.insert(more);
            }
      sets = larger;
    }
    for (const Set& set : sets) {
      for (const int cell : set) plan_[cell] = district;
      fill(district + 1);
      for (const int cell : set) plan_[cell] = -1;
    }
  }
  bool is_free(int cell) const { return e_.cells[cell] != '#' && plan_[cell] < 0; }
  std::vector<int> beside(int cell) const {
    std::vector<int> out;
    if (cell % e_.columns > 0) out.push_back(cell - 1);
    if (cell % e_.columns < e_.columns - 1) out.push_back(cell + 1);
    if (cell >= e_.columns) out.push_back(cell - e_.columns);
    if (cell < (e_.rows - 1) * e_.columns) out.push_back(cell + e_.columns);
    return out;
  }

  const districting::Electorate& e_;
  districting::DistrictPlan plan_;
  std::set<districting::DistrictPlan> plans_;
};

}  // namespace pentocity::twin
