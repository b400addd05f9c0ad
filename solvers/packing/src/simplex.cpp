#include "simplex.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

constexpr double epsilon = 1e-9;
// The limits are made unequal by up to this share, so that no step stands still. The weights meet the constraints all
// the same.
constexpr double perturbation = 1e-6;

// The dual program: as many rows as possible, each as often as one likes, while the numbers of no weight add up to more
// than its cost. The table is the condensed one: a line for each basic variable and a column for each other one, the
// last of both for the limits and the objective.
class Table {
 public:
  Table(const std::vector<double>& costs, const std::vector<CoveringRow>& rows)
      : lines_(costs.size()), columns_(rows.size()), at_((lines_ + 1) * (columns_ + 1)), variable_(columns_ + lines_) {
    Pcg random(1);
    for (std::size_t j = 0; j < columns_; ++j) {
      for (const auto& [weight, number] : rows[j]) at(static_cast<std::size_t>(weight), j) = number;
      at(lines_, j) = -1;
    }
    for (std::size_t i = 0; i < lines_; ++i) at(i, columns_) = costs[i] * (1 + perturbation * random.next_double());
    std::iota(variable_.begin(), variable_.end(), std::size_t{0});
  }

  /// False if it takes too many steps.
  bool solve() {
    for (std::size_t steps = 20 * (lines_ + columns_); steps > 0; --steps) {
      const double* const objective = &at(lines_, 0);
      const auto column = static_cast<std::size_t>(std::min_element(objective, objective + columns_) - objective);
      if (objective[column] >= -epsilon) return true;
      std::size_t line = lines_;
      double least = 0;
      for (std::size_t i = 0; i < lines_; ++i) {
        if (at(i, column) <= epsilon) continue;
        const double ratio = at(i, columns_) / at(i, column);
        if (line == lines_ || ratio < least) line = i, least = ratio;
      }
      if (line == lines_) return false;
      pivot(line, column);
    }
    return false;
  }
  /// The weights: what the objective says of the variables that fill the limits up.
  std::vector<double> weights() const {
    std::vector<double> out(lines_);
    for (std::size_t j = 0; j < columns_; ++j)
      if (variable_[j] >= columns_) out[variable_[j] - columns_] = std::max(0., at_[lines_ * (columns_ + 1) + j]);
    return out;
  }

 private:
  double& at(std::size_t line, std::size_t column) { return at_[line * (columns_ + 1) + column]; }

  void pivot(std::size_t line, std::size_t column) {
    double* const row = &at(line, 0);
    const double by = 1 / row[column];
    for (std::size_t j = 0; j <= columns_; ++j) row[j] *= by;
    row[column] = by;
    for (std::size_t i = 0; i <= lines_; ++i) {
      double* const other = &at(i, 0);
      const double factor = other[column];
      if (i == line || factor == 0) continue;
      other[column] = 0;
      for (std::size_t j = 0; j <= columns_; ++j) other[j] -= factor * row[j];
    }
    std::swap(variable_[column], variable_[columns_ + line]);
  }

  std::size_t lines_, columns_;
  std::vector<double> at_;
  std::vector<std::size_t> variable_;  // of each column, then of each line: below columns_ a row, else a limit
};

}  // namespace

std::vector<double> least_covering(const std::vector<double>& costs, const std::vector<CoveringRow>& rows) {
  Table table(costs, rows);
  return table.solve() ? table.weights() : std::vector<double>();
}

}  // namespace pentocity::packing
