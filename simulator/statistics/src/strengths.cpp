#include "pentocity/statistics/strengths.hpp"

#include <algorithm>
#include <cmath>

namespace pentocity::statistics {
namespace {

Vector gradient(const Matches& m, const Vector& strength) {
  const std::size_t n = strength.size();
  Vector out(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double excess = m.wins(i, j) - m.met(i, j) * win_probability(strength[i], strength[j]);
      out[i] += excess;
      out[j] -= excess;
    }
  return out;
}

double log_likelihood(const Matches& m, const Vector& strength) {
  double out = 0;
  for (std::size_t i = 0; i < strength.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = strength[j] - strength[i];
      // The logarithms of both chances: that of j is that of i, and the difference more.
      out -= m.met(i, j) * std::log1p(std::exp(difference)) - m.wins(j, i) * difference;
    }
  return out;
}

}  // namespace

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

double win_probability(double strength, double other) { return 1 / (1 + std::exp(other - strength)); }

Matrix information(const Matches& m, const Vector& strength) {
  const std::size_t n = strength.size();
  Matrix out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out(i, i) += 1;
    for (std::size_t j = 0; j < i; ++j) {
      const double p = win_probability(strength[i], strength[j]);
      const double weight = m.met(i, j) * p * (1 - p);
      out(i, j) = out(j, i) = 1 - weight;
      out(i, i) += weight;
      out(j, j) += weight;
    }
  }
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

}  // namespace pentocity::statistics
