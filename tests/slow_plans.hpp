#pragma once
// All plans of a board, found one after the other: the slow twin of the count along a frontier.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "pentocity/districting/outlier.hpp"

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
      if (e_.districts() == 0 || e_.districts() == district) plans_.insert(plan_);
      return;
    }
    for (std::set<Set> sets{{first}}; !sets.empty();) {
      std::set<Set> larger;
      for (const Set& set : sets) {
        const int voters = voters_of(set);
        if (voters >= e_.rules.min && voters <= e_.rules.max) {
          for (const int cell : set) plan_[cell] = district;
          fill(district + 1);
          for (const int cell : set) plan_[cell] = -1;
        }
        if (voters >= e_.rules.max) continue;
        for (const int cell : set)
          for (int next = 0; next < cells; ++next)
            if (are_beside(cell, next) && is_free(next) && !set.contains(next)) {
              Set more = set;
              more.insert(next);
              larger.insert(more);
            }
      }
      sets = std::move(larger);
    }
  }
  int voters_of(const Set& set) const {
    int sum = 0;
    for (const int cell : set) sum += e_.rules.weights.empty() ? 1 : e_.rules.weights[cell];
    return sum;
  }
  bool is_free(int cell) const { return e_.cells[cell] != '#' && plan_[cell] < 0; }
  bool are_beside(int a, int b) const {
    const int rows = std::abs(a / e_.columns - b / e_.columns), columns = std::abs(a % e_.columns - b % e_.columns);
    return e_.rules.contiguity == districting::Contiguity::queen ? std::max(rows, columns) == 1 : rows + columns == 1;
  }

  const districting::Electorate& e_;
  districting::DistrictPlan plan_;
  std::set<districting::DistrictPlan> plans_;
};

/// The number of spanning trees of a graph, of which `edges[i][j]` says how many edges join i and j: a determinant, by
/// Bareiss's elimination without fractions (the matrix-tree theorem).
inline std::int64_t slow_spanning_trees(const std::vector<std::vector<int>>& edges) {
  const std::size_t n = edges.size() - 1;
  std::vector<std::vector<std::int64_t>> m(n, std::vector<std::int64_t>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= n; ++j) {
      m[i][i] += edges[i][j];
      if (j < n) m[i][j] -= edges[i][j];
    }
  std::int64_t last = 1;
  for (std::size_t k = 0; k < n; ++k) {  // the minors of a connected graph's matrix are not 0
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / last;
    last = m[k][k];
  }
  return last;
}

/// The number of spanning trees of each district, multiplied.
inline std::int64_t slow_tree_weight(const districting::Electorate& e, const districting::DistrictPlan& plan) {
  std::int64_t product = 1;
  const int districts = *std::max_element(plan.begin(), plan.end()) + 1;
  for (int district = 0; district < districts; ++district) {
    std::vector<int> cells;
    for (int i = 0; i < static_cast<int>(plan.size()); ++i)
      if (plan[i] == district) cells.push_back(i);
    std::vector<std::vector<int>> edges(cells.size(), std::vector<int>(cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (std::size_t j = 0; j < cells.size(); ++j) {
        const int rows = std::abs(cells[i] / e.columns - cells[j] / e.columns);
        edges[i][j] = rows + std::abs(cells[i] % e.columns - cells[j] % e.columns) == 1;
      }
    product *= slow_spanning_trees(edges);
  }
  return product;
}

}  // namespace pentocity::twin
