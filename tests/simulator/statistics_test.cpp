#include "pentocity/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "catch.hpp"
#include "pentocity/statistics/rating.hpp"

namespace statistics_test {

using namespace pentocity;
using namespace pentocity::statistics;

namespace {

double uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; }

double normal(std::mt19937_64& random) {
  return std::sqrt(-2 * std::log(uniform(random))) * std::cos(2 * std::numbers::pi * uniform(random));
}

double gumbel(std::mt19937_64& random) { return -std::log(-std::log(uniform(random))); }

bool covers(const std::optional<Interval>& interval, double value) {
  return interval && interval->low <= value && value <= interval->high;
}

}  // namespace

TEST_CASE("quantiles of Student's t are those of the printed tables", "[statistics]") {
  CHECK(student_t(1) == Approx(12.706).margin(5e-4));
  CHECK(student_t(2) == Approx(4.303).margin(5e-4));
  CHECK(student_t(5) == Approx(2.571).margin(5e-4));
  CHECK(student_t(10) == Approx(2.228).margin(5e-4));
  CHECK(student_t(30) == Approx(2.042).margin(5e-4));
  CHECK(student_t(120) == Approx(1.980).margin(5e-4));
  CHECK(student_t(1e7) == Approx(1.960).margin(5e-4));
  CHECK(student_t(10, 0.99) == Approx(3.169).margin(5e-4));
  CHECK(student_t(4, 0.90) == Approx(2.132).margin(5e-4));
  CHECK(student_t(2.5) < student_t(2));
  CHECK(student_t(2.5) > student_t(3));
}

TEST_CASE("mean, deviation and interval of a sample", "[statistics]") {
  const Sample s = sample_of(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(s.count == 8);
  CHECK(s.mean == 5);
  CHECK(s.deviation() == Approx(std::sqrt(32.0 / 7)));
  // The table's 2.365 for seven degrees of freedom.
  CHECK(s.interval()->high == Approx(5 + 2.3646 * std::sqrt(32.0 / 7 / 8)).epsilon(1e-5));
  CHECK(s.interval()->low == Approx(5 - 2.3646 * std::sqrt(32.0 / 7 / 8)).epsilon(1e-5));

  CHECK(sample_of({}).count == 0);
  CHECK_FALSE(sample_of({}).interval());
  const Sample one = sample_of(std::vector<double>{7});
  CHECK(one.mean == 7);
  CHECK_FALSE(one.interval());
  CHECK(sample_of(std::vector<double>{3, 3, 3}).interval() == Interval{3, 3});
}

TEST_CASE("quantiles are those that R gives", "[statistics]") {
  const std::vector<double> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(quantile(ten, 0.25) == Approx(3.25));
  CHECK(quantile(ten, 0.5) == Approx(5.5));
  CHECK(quantile(ten, 0.75) == Approx(7.75));
  CHECK(quantile(ten, 0) == 1);
  CHECK(quantile(ten, 1) == 10);
  const std::vector<double> four = {1, 2, 4, 8};
  CHECK(quantile(four, 0.25) == Approx(1.75));
  CHECK(quantile(four, 0.75) == Approx(5));
  CHECK(quantile(std::vector<double>{42}, 0.25) == 42);
}

TEST_CASE("the mean of strata with the degrees of freedom of Welch and Satterthwaite", "[statistics]") {
  // Variances 9 of 10 values and 0.9 of 20: 0.9 + 0.045 over 0.81/9 + 0.002025/19 gives 9.91 degrees of freedom.
  const std::vector<Sample> strata = {{10, 20.6, 9.0}, {20, 22.1, 0.9}, {}};
  const auto mean = stratified_mean(strata);
  REQUIRE(mean);
  CHECK(mean->mean == Approx(21.35));
  REQUIRE(mean->interval);
  CHECK(mean->interval->high - 21.35 == Approx(student_t(9.9108) * std::sqrt(0.945) / 2).epsilon(1e-5));
  CHECK(*mean->error == Approx(std::sqrt(0.945) / 2));

  SECTION("one stratum is Student's interval") {
    const std::vector<Sample> one = {{10, 20.6, 9.0}};
    CHECK(stratified_mean(one)->interval->low == Approx(one[0].interval()->low));
    CHECK(stratified_mean(one)->interval->high == Approx(one[0].interval()->high));
  }
  SECTION("a single value has no spread") {
    const auto with_single = stratified_mean(std::vector<Sample>{{10, 20, 9.0}, {1, 30, 0}});
    CHECK(with_single->mean == 25);
    CHECK_FALSE(with_single->interval);
    CHECK_FALSE(with_single->error);
  }
  SECTION("nothing, and no spread at all") {
    CHECK_FALSE(stratified_mean(std::vector<Sample>{{}, {}}));
    CHECK(stratified_mean(std::vector<Sample>{{3, 5, 0}, {3, 7, 0}})->interval == Interval{6, 6});
  }
}

TEST_CASE("a p-value says how far in the tails of Student's t a mean lies", "[statistics]") {
  // 2.228 is the printed quantile of ten degrees of freedom, of which each tail has 2.5%.
  const auto p = [](Sample sample, std::size_t not_zero = 1000) {
    sample.not_zero = not_zero;
    return stratified_mean(std::span(&sample, 1))->p_value;
  };
  CHECK(*p({11, 2.228, 11}) == Approx(0.05).margin(5e-5));
  // The least that signs can tell: two of two values have the same one with probability 1/2, six of six with 1/32.
  CHECK(p({2, 3, 0}, 2) == 0.5);
  CHECK(p({6, 3, 0}, 6) == Approx(0.03125).epsilon(1e-3));
  CHECK(p({11, 30, 1}, 5) == 0.0625);
  CHECK(same_sign_probability(0) == 1);
  CHECK(sample_of(std::vector<double>{0, 1, -1, 0}).not_zero == 2);
  CHECK(p({11, -2.228, 11}) == p({11, 2.228, 11}));
  CHECK(p({11, 0, 11}) == 1);
  CHECK(*p({11, 3, 0}) < 1e-9);
  CHECK(p({11, 0, 0}) == 1);
  CHECK_FALSE(p({1, 3, 0}));
  std::mt19937_64 random(23);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Sample> strata(1 + trial % 4);
    for (Sample& sample : strata) sample = {2 + random() % 30, 4 * normal(random), 1 + std::abs(normal(random)), 1000};
    const auto mean = stratified_mean(strata);
    const bool excludes = mean->interval->low > 0 || mean->interval->high < 0;
    INFO(*mean->p_value << " " << mean->interval->low << " " << mean->interval->high);
    CHECK((std::abs(*mean->p_value - 0.05) < 1e-4 || (*mean->p_value < 0.05) == excludes));
  }
}

TEST_CASE("corrected p-values are those that R's p.adjust gives", "[statistics]") {
  using Values = std::vector<std::optional<double>>;
  CHECK(holm(Values{0.01, 0.04, 0.03}) == Values{0.03, 0.06, 0.06});
  CHECK(holm(Values{0.01, 0.02, 0.03, 0.04, 0.05}) == Values{0.05, 0.08, 0.09, 0.09, 0.09});
  CHECK(holm(Values{0.6, std::nullopt, 0.001, 0.9}) == Values{1, std::nullopt, 0.003, 1});
  CHECK(holm(Values{}).empty());

  // Of twenty that are true by chance, each below 0.05 in one of twenty cases, one is called false in at most 5% of
  // all.
  std::mt19937_64 random(29);
  int wrong = 0;
  constexpr int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    Values values(20);
    for (auto& value : values) value = std::uniform_real_distribution<>(0, 1)(random);
    const Values corrected = holm(values);
    wrong += std::ranges::any_of(corrected, [](const auto& value) { return *value < 0.05; });
    CAPTURE(trial);
    for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(*corrected[i] >= *values[i] - 1e-4);
  }
  CHECK(static_cast<double>(wrong) / trials == Approx(0.05).margin(0.02));
}

TEST_CASE("intervals of a stratified mean hold the truth as often as they say", "[statistics]") {
  std::mt19937_64 random(17);
  constexpr int trials = 2000;
  int covered = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<Sample> strata;
    for (int s = 0; s < 4; ++s) {
      std::vector<double> values;
      for (int i = 0; i < 5; ++i) values.push_back(1000 * s + 10 * (s + 1) * normal(random));
      strata.push_back(sample_of(values));
    }
    covered += covers(stratified_mean(strata)->interval, 1500);
  }
  // Four standard errors are 0.0195.
  CHECK(static_cast<double>(covered) / trials == Approx(0.95).margin(0.02));
}

namespace {

std::vector<Round> random_rounds(std::mt19937_64& random, int players, int count) {
  std::vector<Round> rounds(count);
  for (Round& round : rounds)
    for (int p = 0; p < players; ++p)
      if (random() % 5 != 0) round.push_back({p, static_cast<int>(random() % 4 + p)});
  return rounds;
}

// Zermelo's iteration (1929), with the round of draws added: slow and simple.
std::vector<double> elo_by_iteration(int players, const std::vector<Round>& rounds) {
  std::vector<std::vector<double>> wins(players, std::vector<double>(players, 0.5)),
      met(players, std::vector<double>(players, 1));
  for (const Round& round : rounds)
    for (const RoundResult& a : round)
      for (const RoundResult& b : round) {
        wins[a.player][b.player] += a.result > b.result ? 1 : a.result == b.result ? 0.5 : 0;
        met[a.player][b.player] += 1;
      }
  std::vector<double> skill(players, 1);
  for (int iteration = 0; iteration < 5000; ++iteration) {
    for (int i = 0; i < players; ++i) {
      double won = 0, expected = 0;
      for (int j = 0; j < players; ++j)
        if (i != j) {
          won += wins[i][j];
          expected += met[i][j] / (skill[i] + skill[j]);
        }
      skill[i] = won / expected;
    }
    double log_mean = 0;
    for (const double s : skill) log_mean += std::log(s) / players;
    for (double& s : skill) s /= std::exp(log_mean);
  }
  for (double& s : skill) s = 400 * std::log10(s);
  return skill;
}

}  // namespace

TEST_CASE("ratings are the most likely strengths", "[statistics][rating]") {
  std::mt19937_64 random(23);
  for (int trial = 0; trial < 60; ++trial) {
    const int players = 2 + trial % 5;
    const auto rounds = random_rounds(random, players, 1 + trial % 17);
    const auto ratings = bradley_terry(players, rounds);
    if (std::none_of(rounds.begin(), rounds.end(), [](const Round& r) { return r.size() > 1; })) continue;
    const auto expected = elo_by_iteration(players, rounds);
    double sum = 0;
    for (int p = 0; p < players; ++p) {
      CAPTURE(trial, p);
      CHECK(ratings[p].elo == Approx(expected[p]).margin(1e-4));
      sum += ratings[p].elo;
    }
    CHECK(sum == Approx(0).margin(1e-6));
  }
}

TEST_CASE("the rating of two players in closed form", "[statistics][rating]") {
  const int wins = 30, losses = 12;
  std::vector<Round> rounds;
  for (int i = 0; i < wins + losses; ++i) rounds.push_back({{0, i < wins ? 2 : 1}, {1, i < wins ? 1 : 2}});
  const auto ratings = bradley_terry(2, rounds);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(400 * std::log10(30.5 / 12.5)));

  const double n = wins + losses, p = 30.5 / 43;
  const double slope = (n + 1) * p * (1 - p);
  const double spread = wins * (1 - p) * (1 - p) + losses * p * p + (0.5 - p) * (0.5 - p);
  const double sandwich = spread / (slope * slope) * n / (n - 1), independent = 1 / slope;
  const double half_width =
      student_t(n - 1) * std::sqrt(std::max(sandwich, independent)) / 2 * 400 / std::numbers::ln10;
  CHECK(ratings[0].interval->high - ratings[0].elo == Approx(half_width));
  CHECK(ratings[1].interval->high - ratings[1].interval->low == Approx(2 * half_width));
}

TEST_CASE("ratings of those who always win, never meet, or meet once", "[statistics][rating]") {
  SECTION("a winner of all is finite, and more of it is better") {
    const Round round = {{0, 3}, {1, 2}, {2, 1}};
    const auto few = bradley_terry(3, std::vector<Round>(5, round)),
               many = bradley_terry(3, std::vector<Round>(50, round));
    CHECK(many[0].elo > few[0].elo);
    CHECK(few[0].elo > 100);
    CHECK(many[1].elo == Approx(0).margin(1e-6));
    CHECK(many[0].elo == Approx(-many[2].elo));
    for (const Rating& rating : many) CHECK(rating.interval->high - rating.interval->low > 50);
  }
  SECTION("nobody met anybody") {
    const auto ratings = bradley_terry(2, std::vector<Round>{{{0, 5}}, {{1, 7}}});
    CHECK(ratings[0].elo == 0);
    CHECK_FALSE(ratings[0].interval);
    CHECK(bradley_terry(0, {}).empty());
  }
  SECTION("one round has no interval") {
    const auto ratings = bradley_terry(2, std::vector<Round>{{{0, 5}, {1, 4}}});
    CHECK(ratings[0].elo == Approx(200 * std::log10(3)));
    CHECK_FALSE(ratings[0].interval);
  }
}

TEST_CASE("intervals of ratings hold the truth as often as they say", "[statistics][rating]") {
  // Scores with Gumbel noise obey Bradley and Terry's model exactly, pair by pair, though a round's pairs hang together
  // (Luce 1959; Yellott 1977).
  std::mt19937_64 random(29);
  constexpr int players = 5, trials = 500;
  const std::vector<double> truth = {-2, -0.5, 0, 0.5, 2};
  std::vector<int> covered(players);
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<Round> rounds(40);
    for (Round& round : rounds)
      for (int p = 0; p < players; ++p) round.push_back({p, static_cast<int>(1e6 * (truth[p] + gumbel(random)))});
    const auto ratings = bradley_terry(players, rounds);
    for (int p = 0; p < players; ++p) covered[p] += covers(ratings[p].interval, truth[p] * 400 / std::numbers::ln10);
  }
  for (const int c : covered) {
    CHECK(static_cast<double>(c) / trials > 0.92);
    CHECK(static_cast<double>(c) / trials < 0.99);
  }
}

}  // namespace statistics_test
