#include "pentocity/statistics/rating.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace pentocity::statistics {
namespace {

class Matrix {
 public:
  explicit Matrix(std::size_t side, double value = 0) : side_(side), values_(side * side, value) {}
  double& operator()(std::size_t i, std::size_t j) { return values_[i * side_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values_[i * side_ + j]; }
  std::size_t side() const { return side_; }

 private:
  std::size_t side_;
  std::vector<double> values_;
};

using Vector = std::vector<double>;

// The lower Cholesky factor of a symmetric positive definite matrix.
Matrix cholesky(Matrix a) {
  for (std::size_t j = 0; j < a.side(); ++j) {
    for (std::size_t k = 0; k < j; ++k) a(j, j) -= a(j, k) * a(j, k);
    a(j, j) = std::sqrt(a(j, j));
    for (std::size_t i = j + 1; i < a.side(); ++i) {
      for (std::size_t k = 0; k < j; ++k) a(i, j) -= a(i, k) * a(j, k);
      a(i, j) /= a(j, j);
    }
  }
  return a;
}

Vector solve(const Matrix& factor, Vector b) {
  const std::size_t n = factor.side();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= factor(i, k) * b[k];
    b[i] /= factor(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= factor(k, i) * b[k];
    b[i] /= factor(i, i);
  }
  return b;
}

double points(const Standing& a, const Standing& b) { return a.result > b.result ? 1 : a.result < b.result ? 0 : 0.5; }

double win_probability(double strength, double other) { return 1 / (1 + std::exp(other - strength)); }

// Wins (draws half) of the row's player against the column's, and how often the two met.
struct Matches {
  Matrix wins, met;
};

Vector gradient(const Matches& m, const Vector& strength) {
  const std::size_t n = strength.size();
  Vector out(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i != j) out[i] += m.wins(i, j) - m.met(i, j) * win_probability(strength[i], strength[j]);
  return out;
}

// Fisher's information, which is singular along (1, ..., 1); that direction is filled up, for the mean is fixed.
Matrix information(const Matches& m, const Vector& strength) {
  const std::size_t n = strength.size();
  Matrix out(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      out(i, j) += 1;
      if (i == j) continue;
      const double p = win_probability(strength[i], strength[j]);
      const double weight = m.met(i, j) * p * (1 - p);
      out(i, j) -= weight;
      out(i, i) += weight;
    }
  return out;
}

double log_likelihood(const Matches& m, const Vector& strength) {
  double out = 0;
  for (std::size_t i = 0; i < strength.size(); ++i)
    for (std::size_t j = 0; j < strength.size(); ++j)
      if (i != j) out -= m.wins(i, j) * std::log1p(std::exp(strength[j] - strength[i]));
  return out;
}

// Newton's method, steps halved until they climb; the likelihood is strictly concave.
Vector most_likely(const Matches& m) {
  Vector strength(m.wins.side());
  double likelihood = log_likelihood(m, strength);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Vector step = solve(cholesky(information(m, strength)), gradient(m, strength));
    double largest = 0;
    for (const double s : step) largest = std::max(largest, std::abs(s));
    double scale = 1;
    Vector next(strength.size());
    double next_likelihood = 0;
    for (;; scale /= 2) {
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = strength[i] + scale * step[i];
      next_likelihood = log_likelihood(m, next);
      if (next_likelihood >= likelihood || scale * largest < 1e-9) break;
    }
    strength = next;
    likelihood = next_likelihood;
    if (largest < 1e-9) break;
  }
  return strength;
}

// Calls f(a, b) for each pair of players in a round, in both orders.
template <class F>
void for_each_match(const Round& round, F&& f) {
  for (const Standing& a : round)
    for (const Standing& b : round)
      if (a.player != b.player) f(a, b);
}

// All matches of the rounds, and those of the added one.
Matches matches_of(std::size_t players, std::span<const Round> rounds) {
  Matches out{Matrix(players, 0.5), Matrix(players, 1)};
  for (const Round& round : rounds)
    for_each_match(round, [&](const Standing& a, const Standing& b) {
      out.wins(a.player, b.player) += points(a, b);
      out.met(a.player, b.player) += 1;
    });
  return out;
}

// The sum over the rounds, the added one among them, of the gradient times itself.
Matrix spread_of(const Vector& strength, std::span<const Round> rounds) {
  const std::size_t n = strength.size();
  Matrix expected(n), spread(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) expected(i, j) = win_probability(strength[i], strength[j]);
  Vector score(n);
  const auto add_round = [&] {
    for (std::size_t i = 0; i < n; ++i)
      if (score[i] != 0)
        for (std::size_t j = 0; j < n; ++j) spread(i, j) += score[i] * score[j];
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) score[i] += 0.5 - expected(i, j);
  add_round();
  for (const Round& round : rounds) {
    std::ranges::fill(score, 0);
    for_each_match(round, [&](const Standing& a, const Standing& b) {
      score[a.player] += points(a, b) - expected(a.player, b.player);
    });
    add_round();
  }
  return spread;
}

// The variance of a player's strength, if the gradient has this spread; `row` is the player's of the inverse of the
// information.
double variance_of(const Vector& row, const Matrix& spread) {
  double variance = 0;
  for (std::size_t j = 0; j < row.size(); ++j)
    for (std::size_t k = 0; k < row.size(); ++k) variance += row[j] * spread(j, k) * row[k];
  return variance;
}

}  // namespace

std::vector<Rating> bradley_terry(int players, std::span<const Round> rounds) {
  const auto n = static_cast<std::size_t>(players);
  std::vector<Rating> out(n);
  const auto contests =
      static_cast<double>(std::ranges::count_if(rounds, [](const Round& round) { return round.size() >= 2; }));
  if (contests == 0) return out;
  const Matches matches = matches_of(n, rounds);
  const Vector strength = most_likely(matches);
  const Matrix spread = spread_of(strength, rounds), factor = cholesky(information(matches, strength));
  const double elo = 400 / std::numbers::ln10;
  for (std::size_t i = 0; i < n; ++i) {
    out[i].elo = elo * strength[i];
    if (contests < 2) continue;
    Vector unit(n);
    unit[i] = 1;
    const Vector row = solve(factor, std::move(unit));
    const double variance = variance_of(row, spread) * (contests / (contests - 1));
    // As if all matches were independent, without the share of the direction that was filled up.
    const double independent = row[i] - 1 / static_cast<double>(n * n);
    const double half_width = student_t(contests - 1) * std::sqrt(std::max(variance, independent)) * elo;
    out[i].interval = Interval{out[i].elo - half_width, out[i].elo + half_width};
  }
  return out;
}

}  // namespace pentocity::statistics
