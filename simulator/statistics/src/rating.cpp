#include "pentocity/statistics/rating.hpp"

#include <algorithm>
#include <cmath>

#include "pentocity/statistics/strengths.hpp"

namespace pentocity::statistics {
namespace {

double points(const RoundResult& a, const RoundResult& b) {
  return a.result > b.result ? 1 : a.result < b.result ? 0 : 0.5;
}

// Calls f(a, b) for each pair of players in a round, in both orders.
template <class F>
void for_each_match(const Round& round, F&& f) {
  for (const RoundResult& a : round)
    for (const RoundResult& b : round)
      if (a.player != b.player) f(a, b);
}

// All matches of the rounds, and those of the added one.
Matches matches_of(std::size_t players, std::span<const Round> rounds) {
  Matches out{Matrix(players, 0.5), Matrix(players, 1)};
  for (const Round& round : rounds)
    for_each_match(round, [&](const RoundResult& a, const RoundResult& b) {
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
    for_each_match(round, [&](const RoundResult& a, const RoundResult& b) {
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
  const std::size_t n = players;
  std::vector<Rating> out(n);
  const auto contests =
      static_cast<double>(std::ranges::count_if(rounds, [](const Round& round) { return round.size() >= 2; }));
  if (contests == 0) return out;
  const Matches matches = matches_of(n, rounds);
  const Vector strength = most_likely(matches);
  const Matrix spread = spread_of(strength, rounds), factor = cholesky(information(matches, strength));
  for (std::size_t i = 0; i < n; ++i) {
    out[i].elo = elo_points * strength[i];
    if (contests < 2) continue;
    Vector unit(n);
    unit[i] = 1;
    const Vector row = solve(factor, std::move(unit));
    const double variance = variance_of(row, spread) * (contests / (contests - 1));
    // As if all matches were independent, without the share of the direction that was filled up.
    const double independent = row[i] - 1 / static_cast<double>(n * n);
    const double half_width = student_t(contests - 1) * std::sqrt(std::max(variance, independent)) * elo_points;
    out[i].interval = Interval{out[i].elo - half_width, out[i].elo + half_width};
  }
  return out;
}

}  // namespace pentocity::statistics
