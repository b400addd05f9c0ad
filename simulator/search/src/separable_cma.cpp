#include "pentocity/search/separable_cma.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace pentocity::search {
namespace {

// A standard normal number (Marsaglia's polar method).
double normal(Pcg& random) {
  for (;;) {
    const double x = 2 * random.next_double() - 1, y = 2 * random.next_double() - 1, square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

SeparableCma::State fresh(std::vector<double> mean) {
  const std::size_t n = mean.size();
  return {.mean = std::move(mean),
          .variances = std::vector<double>(n, 1),
          .path = std::vector<double>(n, 0),
          .step_path = std::vector<double>(n, 0)};
}

}  // namespace

SeparableCma::SeparableCma(std::vector<double> mean, int population)
    : SeparableCma(fresh(std::move(mean)), population) {}

SeparableCma::SeparableCma(State state, int population) : state_(std::move(state)), population_(population) {
  if (state_.mean.empty()) throw std::invalid_argument("nothing to search for");
  if (population < 4) throw std::invalid_argument("a population needs 4 candidates or more");
  const auto n = static_cast<double>(state_.mean.size());
  double sum = 0, squares = 0;
  for (int i = 0; i < population / 2; ++i) {
    weights_.push_back(std::log((population + 1) / 2.0) - std::log(i + 1.0));
    sum += weights_.back();
  }
  for (double& w : weights_) {
    w /= sum;
    squares += w * w;
  }
  effective_ = 1 / squares;
  path_rate_ = (4 + effective_ / n) / (n + 4 + 2 * effective_ / n);
  step_rate_ = (effective_ + 2) / (n + effective_ + 5);
  damping_ = 1 + 2 * std::max(0.0, std::sqrt((effective_ - 1) / (n + 1)) - 1) + step_rate_;
  // A diagonal has n numbers to learn instead of n^2 / 2: faster by (n + 2) / 3.
  rank_one_ = std::min(1.0, (n + 2) / 3 * 2 / ((n + 1.3) * (n + 1.3) + effective_));
  rank_many_ =
      std::min(1 - rank_one_, (n + 2) / 3 * 2 * (effective_ - 2 + 1 / effective_) / ((n + 2) * (n + 2) + effective_));
  usual_length_ = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

int SeparableCma::usual_population(int numbers) { return 4 + static_cast<int>(3 * std::log(numbers)); }

std::vector<std::vector<double>> SeparableCma::draw(Pcg& random) const {
  std::vector<std::vector<double>> out(population_, state_.mean);
  for (auto& candidate : out)
    for (std::size_t i = 0; i < candidate.size(); ++i)
      candidate[i] += state_.step * std::sqrt(state_.variances[i]) * normal(random);
  return out;
}

void SeparableCma::learn(const std::vector<std::vector<double>>& candidates, std::span<const double> values) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

  State& s = state_;
  ++s.generation;
  const std::size_t n = s.mean.size();
  const std::vector<double> before = s.mean;
  for (std::size_t i = 0; i < n; ++i) {
    s.mean[i] = 0;
    for (std::size_t k = 0; k < weights_.size(); ++k) s.mean[i] += weights_[k] * candidates[order[k]][i];
  }
  double length = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double way = (s.mean[i] - before[i]) / s.step / std::sqrt(s.variances[i]);
    s.step_path[i] = (1 - step_rate_) * s.step_path[i] + std::sqrt(step_rate_ * (2 - step_rate_) * effective_) * way;
    length += s.step_path[i] * s.step_path[i];
  }
  length = std::sqrt(length);
  // While the step grows fast, the path says nothing about the shape.
  const bool steady = length / std::sqrt(1 - std::pow(1 - step_rate_, 2 * s.generation)) <
                      (1.4 + 2 / (static_cast<double>(n) + 1)) * usual_length_;
  for (std::size_t i = 0; i < n; ++i) {
    const double way = (s.mean[i] - before[i]) / s.step;
    s.path[i] =
        (1 - path_rate_) * s.path[i] + (steady ? std::sqrt(path_rate_ * (2 - path_rate_) * effective_) * way : 0);
    double spread = 0;
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      const double off = (candidates[order[k]][i] - before[i]) / s.step;
      spread += weights_[k] * off * off;
    }
    const double missing = steady ? 0 : rank_one_ * path_rate_ * (2 - path_rate_);
    s.variances[i] = (1 - rank_one_ - rank_many_ + missing) * s.variances[i] + rank_one_ * s.path[i] * s.path[i] +
                     rank_many_ * spread;
  }
  s.step *= std::exp(step_rate_ / damping_ * (length / usual_length_ - 1));
}

}  // namespace pentocity::search
