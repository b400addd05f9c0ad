#pragma once
// Minimises a noisy function of many numbers. Only the order of the function's values matters, not by how much they
// differ.

#include <span>
#include <vector>

#include "pentocity/core/random.hpp"

namespace pentocity::search {

/// The separable covariance matrix adaptation evolution strategy: Ros and Hansen, "A Simple Modification in CMA-ES
/// Achieving Linear Time and Space Complexity" (PPSN 2008), with the constants of Hansen, "The CMA Evolution Strategy:
/// A Tutorial" (2016). Each generation draws candidates from a normal distribution with a standard deviation of its own
/// for each number, and moves the distribution towards the better half of them.
class SeparableCma {
 public:
  /// The whole state of a search, which can be stored and continued. Each list has an element for each number: the mean
  /// of the distribution, its variances divided by step^2, and the two evolution paths of the algorithm.
  struct State {
    std::vector<double> mean, variances, path, step_path;
    double step = 1;     ///< the overall step size
    int generation = 0;  ///< generations learnt from
  };

  /// Starts at `mean` with standard deviation 1 for each number. `population` is the number of candidates of a
  /// generation. Throws std::invalid_argument if `mean` is empty or the population is below 4.
  SeparableCma(std::vector<double> mean, int population);
  /// Continues from the state of a search with the same population. Throws std::invalid_argument likewise.
  SeparableCma(State state, int population);

  /// The population that the tutorial proposes for so many numbers n: 4 + 3 ln n, rounded down.
  static int usual_population(int numbers);

  const State& state() const { return state_; }
  /// The candidates of this generation, each a list of numbers.
  std::vector<std::vector<double>> draw(Pcg& random) const;
  /// Updates the state. `values[i]` is the function's value of candidate i; the smallest is the best, and equal values
  /// count in the order of the candidates.
  void learn(const std::vector<std::vector<double>>& candidates, std::span<const double> values);

 private:
  State state_;
  int population_;
  std::vector<double> weights_;
  double effective_, path_rate_, step_rate_, damping_, rank_one_, rank_many_, usual_length_;
};

}  // namespace pentocity::search
