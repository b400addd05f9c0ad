#pragma once
// A search for the minimum of a noisy function of many numbers, of which only the order of values matters.

#include <cstdint>
#include <span>
#include <vector>

#include "pentocity/core/random.hpp"

namespace pentocity::search {

/// The separable covariance matrix adaptation evolution strategy: Ros and Hansen, "A Simple Modification in CMA-ES
/// Achieving Linear Time and Space Complexity" (PPSN 2008), with the constants of Hansen, "The CMA Evolution Strategy:
/// A Tutorial" (2016). Each generation draws a population from a normal law with a deviation of its own for each
/// number, and moves the law towards the better half.
class SeparableCma {
 public:
  /// All that a search knows; numbers to store and go on from.
  struct State {
    std::vector<double> mean, variances, path, step_path;
    double step = 1;
    int generation = 0;
  };

  /// Starts around `mean`, each number with deviation 1. Throws std::invalid_argument without numbers, or for a
  /// population below 4.
  SeparableCma(std::vector<double> mean, int population);
  /// Goes on from a state of a search of the same population. Throws std::invalid_argument likewise.
  SeparableCma(State state, int population);

  /// 4 + 3 ln n, rounded down: the tutorial's for n numbers.
  static int usual_population(int numbers);

  int population() const { return population_; }
  const State& state() const { return state_; }
  /// The generation's candidates.
  std::vector<std::vector<double>> draw(Pcg& random) const;
  /// Learns from them: `values[i]` is candidate i's, the least the best; equal ones count in order.
  void learn(const std::vector<std::vector<double>>& candidates, std::span<const double> values);

 private:
  State state_;
  int population_;
  std::vector<double> weights_;
  double effective_, path_rate_, step_rate_, damping_, rank_one_, rank_many_, usual_length_;
};

}  // namespace pentocity::search
