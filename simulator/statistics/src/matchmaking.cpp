#include "pentocity/statistics/matchmaking.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pentocity::statistics {
namespace {

Matches matches_of(std::size_t players, std::span<const Meeting> meetings) {
  const double added = players > 1 ? 1 / static_cast<double>(players - 1) : 0;
  Matches out{Matrix(players, added / 2), Matrix(players, added)};
  for (const Meeting& m : meetings) {
    const int count = m.wins + m.losses + m.draws;
    out.wins(m.a, m.b) += m.wins + m.draws / 2.0;
    out.wins(m.b, m.a) += m.losses + m.draws / 2.0;
    out.met(m.a, m.b) += count;
    out.met(m.b, m.a) += count;
  }
  return out;
}

Matrix inverse(const Matrix& positive) {
  const Matrix factor = cholesky(positive);
  Matrix out(positive.side());
  for (std::size_t i = 0; i < positive.side(); ++i) {
    Vector unit(positive.side());
    unit[i] = 1;
    const Vector column = solve(factor, std::move(unit));
    for (std::size_t j = 0; j < positive.side(); ++j) out(i, j) = column[j];
  }
  return out;
}

Vector times(const Matrix& symmetric, const Vector& vector) {
  Vector out(vector.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < out.size(); ++j) out[j] += symmetric(i, j) * vector[i];
  return out;
}

double product(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// The sum over all matches, the added ones among them, of the gradient times itself.
Matrix spread_of(const Matches& matches, const Vector& strength, std::span<const Meeting> meetings) {
  const std::size_t n = strength.size();
  Matrix out(n);
  const auto add = [&](std::size_t a, std::size_t b, double square) {
    out(a, a) += square;
    out(b, b) += square;
    out(a, b) -= square;
    out(b, a) -= square;
  };
  const double added = n > 1 ? matches.met(0, 0) : 0;  // the diagonal has the added matches alone
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < a; ++b) add(a, b, added * std::pow(0.5 - win_probability(strength[a], strength[b]), 2));
  for (const Meeting& m : meetings) {
    const double p = win_probability(strength[m.a], strength[m.b]);
    add(m.a, m.b, m.wins * (1 - p) * (1 - p) + m.losses * p * p + m.draws * (0.5 - p) * (0.5 - p));
  }
  return out;
}

// What one more match on a stream takes from the variance of a mean over streams, up to a factor.
double gain_on(int played) { return 1 / static_cast<double>(played + 1) - 1 / static_cast<double>(played + 2); }

}  // namespace

Matchmaker::Matchmaker(std::span<const Meeting> meetings, std::vector<std::vector<int>> played,
                       std::vector<bool> present)
    : played_(std::move(played)) {
  const std::size_t n = present.size();
  const Matches matches = matches_of(n, meetings);
  strength_ = most_likely(matches);
  covariance_ = inverse(information(matches, strength_));
  centre_.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    if (present[i]) present_.push_back(i);
  for (const std::size_t i : present_) centre_[i] = 1 / static_cast<double>(present_.size());
  on_stream_.resize(played_.empty() ? 0 : played_[0].size());
  for (const auto& counts : played_)
    for (std::size_t k = 0; k < counts.size(); ++k) on_stream_[k] += counts[k];

  with_mean_ = times(covariance_, centre_);

  const Matrix spread = spread_of(matches, strength_, meetings);
  const double mean = product(centre_, strength_);
  const auto all = static_cast<double>(std::accumulate(on_stream_.begin(), on_stream_.end(), 0)) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    Rating rating{.elo = elo_points * (strength_[i] - mean), .interval = {}};
    if (std::ranges::any_of(played_[i], [](int count) { return count > 0; })) {
      // The covariance of all strengths with the player's less the mean.
      Vector row(n);
      for (std::size_t j = 0; j < n; ++j) row[j] = covariance_(i, j) - with_mean_[j];
      const double own = row[i] - product(centre_, row);
      const double variance = std::max(product(row, times(spread, row)), own);
      const double half_width = student_t(std::max(1.0, all - 1)) * std::sqrt(std::max(0.0, variance)) * elo_points;
      rating.interval = Interval{rating.elo - half_width, rating.elo + half_width};
    }
    ratings_.push_back(rating);
  }
}

ChosenMatch Matchmaker::next() {
  const Matrix& c = covariance_;
  // Of the variance of a strength less the mean, without what all have in common.
  const auto variance = [&](std::size_t i) { return c(i, i) - 2 * with_mean_[i]; };
  std::size_t a = present_[0];
  for (const std::size_t i : present_)
    if (variance(i) > variance(a) + 1e-12) a = i;

  std::size_t b = a;
  double best = -1, weight = 0;
  for (const std::size_t j : present_) {
    if (j == a) continue;
    const double p = win_probability(strength_[a], strength_[j]), w = p * (1 - p);
    // Of a's strength less the mean with the difference of a and j.
    const double shared = c(a, a) - with_mean_[a] - c(a, j) + with_mean_[j];
    const double gain = w * shared * shared / (1 + w * (c(a, a) + c(j, j) - 2 * c(a, j)));
    if (gain > best + 1e-12) best = gain, b = j, weight = w;
  }

  Vector difference(strength_.size());
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] = c(i, a) - c(i, b);
  const double factor = weight / (1 + weight * (difference[a] - difference[b]));
  const double of_mean = product(difference, centre_);
  for (std::size_t i = 0; i < difference.size(); ++i) {
    for (std::size_t j = 0; j < difference.size(); ++j) covariance_(i, j) -= factor * difference[i] * difference[j];
    with_mean_[i] -= factor * difference[i] * of_mean;
  }

  std::size_t stream = 0;
  const auto value = [&](std::size_t k) {
    return std::pair(gain_on(played_[a][k]) + gain_on(played_[b][k]), -on_stream_[k]);
  };
  for (std::size_t k = 1; k < on_stream_.size(); ++k)
    if (value(k) > value(stream)) stream = k;
  for (const std::size_t player : {a, b}) ++played_[player][stream];
  on_stream_[stream] += 2;
  return {.a = static_cast<int>(a), .b = static_cast<int>(b), .stream = static_cast<int>(stream)};
}

}  // namespace pentocity::statistics
