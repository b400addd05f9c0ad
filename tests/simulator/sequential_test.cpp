#include "pentocity/statistics/sequential.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "catch.hpp"

namespace sequential_test {

using namespace pentocity;
using namespace pentocity::statistics;
using Verdict = SequentialComparison::Verdict;

namespace {

double uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; }

double normal(std::mt19937_64& random) {
  return std::sqrt(-2 * std::log(uniform(random))) * std::cos(2 * std::numbers::pi * uniform(random));
}

struct Shares {
  double a = 0, b = 0, same = 0, undecided = 0, covered = 0, games = 0;
};

// How often each verdict comes for differences around a mean, `noise` having mean 0; `max` differences at most.
Shares simulate(const std::function<double(std::mt19937_64&)>& noise, double mean, SequentialComparison::Errors errors,
                int trials, int max) {
  std::mt19937_64 random(41);
  Shares shares;
  for (int trial = 0; trial < trials; ++trial) {
    SequentialComparison comparison(errors);
    int games = 0;
    while (games < max && comparison.verdict() == Verdict::undecided) {
      comparison.add(std::round(mean + noise(random)));
      ++games;
    }
    const auto verdict = comparison.verdict();
    (verdict == Verdict::a      ? shares.a
     : verdict == Verdict::b    ? shares.b
     : verdict == Verdict::same ? shares.same
                                : shares.undecided) += 1.0 / trials;
    const auto interval = comparison.interval();
    shares.covered += interval && interval->low <= mean && mean <= interval->high ? 1.0 / trials : 0;
    shares.games += static_cast<double>(games) / trials;
  }
  return shares;
}

double noise_of_normal(std::mt19937_64& random) { return 30 * normal(random); }
double noise_of_uniform(std::mt19937_64& random) { return 100 * (uniform(random) - 0.5); }
double noise_of_laplace(std::mt19937_64& random) { return 20 * std::log(uniform(random) / uniform(random)); }
double noise_of_exponential(std::mt19937_64& random) { return 30 * (-std::log(uniform(random)) - 1); }

// The evidence for a positive mean, by integrating over deviation and mean.
double slow_evidence(const std::vector<double>& values) {
  const std::array<std::array<double, 2>, 4> mixture = {{{0.1, 0.1}, {1, 0.1}, {10, 0.2}, {100, 0.6}}};
  const double log_step = 0.02, step = 0.005;
  double null = 0, alternative = 0;
  for (int i = 0; i < 450; ++i) {
    const double log_deviation = i * log_step - 1;  // to 8
    const double deviation = std::exp(log_deviation);
    // With dx / deviation as the prior: constant in the logarithm.
    const auto likelihood = [&](double mean) {
      double log_sum = 0;
      for (const double x : values)
        log_sum -= std::pow((x - mean) / deviation, 2) / 2 + log_deviation - 2;  // 2: near 1 in the middle
      return std::exp(log_sum);
    };
    null += likelihood(0) * log_step;
    for (int k = 0; k < 3000; ++k) {
      const double effect = (k + 0.5) * step;  // to 15
      double prior = 0;
      for (const auto& [precision, weight] : mixture)
        prior +=
            weight * 2 * std::sqrt(precision / (2 * std::numbers::pi)) * std::exp(-precision * effect * effect / 2);
      alternative += likelihood(effect * deviation) * prior * step * log_step;
    }
  }
  return alternative / null;
}

}  // namespace

TEST_CASE("the ends of the interval are where the evidence against a mean is 40, by integration", "[sequential]") {
  const std::vector<double> values = {12, -3, 25, 14, 8, 30, -9};
  SequentialComparison comparison({});
  for (const double value : values) comparison.add(value);
  REQUIRE(comparison.interval());
  std::vector<double> above_low, below_high;
  for (const double value : values) {
    above_low.push_back(value - comparison.interval()->low);
    below_high.push_back(comparison.interval()->high - value);
  }
  CHECK(slow_evidence(above_low) == Approx(40).epsilon(0.01));
  CHECK(slow_evidence(below_high) == Approx(40).epsilon(0.01));
}

TEST_CASE("where there is no difference, a or b is rare", "[sequential][long]") {
  for (const auto& noise : {noise_of_normal, noise_of_uniform, noise_of_laplace}) {
    const Shares shares = simulate(noise, 0, {0.05, 0.05, 10}, 600, 1000);
    CHECK(shares.a + shares.b <= 0.05);
    CHECK(shares.same >= 0.9);
    CHECK(shares.covered >= 0.95);
  }
  // Far from normal, and as differences of equal players cannot be.
  const Shares skewed = simulate(noise_of_exponential, 0, {0.05, 0.05, 10}, 600, 1000);
  CHECK(skewed.a + skewed.b <= 0.1);
  const Shares bold = simulate(noise_of_normal, 0, {0.2, 0.05, 1}, 1000, 200);
  CHECK(bold.a + bold.b <= 0.2);
  // The promise is worth something: it is nearly used up.
  CHECK(bold.a + bold.b >= 0.05);
}

TEST_CASE("a difference of delta is seldom called none, and never the other way round", "[sequential][long]") {
  for (const auto& noise : {noise_of_normal, noise_of_uniform, noise_of_laplace})
    for (const double mean : {10.0, -10.0}) {
      const Shares shares = simulate(noise, mean, {0.05, 0.05, 10}, 500, 1000);
      CAPTURE(mean);
      CHECK(shares.same <= 0.05 + 0.02);
      CHECK((mean > 0 ? shares.b : shares.a) <= 0.025);
      CHECK((mean > 0 ? shares.a : shares.b) >= 0.9);
      CHECK(shares.covered >= 0.95 - 0.02);
    }
}

TEST_CASE("large differences are found at once, between the two any answer but the wrong one will do", "[sequential]") {
  CHECK(simulate(noise_of_normal, 1000, {}, 200, 100).games < 7);
  CHECK(simulate(noise_of_normal, 1000, {}, 200, 100).a == Approx(1));
  CHECK(simulate(noise_of_normal, 100, {}, 200, 100).games < 9);
  CHECK(simulate(noise_of_normal, 30, {}, 200, 200).games < 25);
  const Shares between = simulate(noise_of_normal, 5, {0.05, 0.05, 10}, 500, 2000);
  CHECK(between.b <= 0.01);
  CHECK(between.undecided <= 0.01);
}

TEST_CASE("verdicts of differences that hardly differ", "[sequential]") {
  SequentialComparison same({});
  for (int i = 0; i < SequentialComparison::min_for_same - 1; ++i) REQUIRE(same.add(0) == Verdict::undecided);
  CHECK(same.add(0) == Verdict::same);
  CHECK(same.interval() == Interval{0, 0});

  // Six equal signs have probability 1/32, five 1/16.
  SequentialComparison better({});
  for (int i = 0; i < 5; ++i) REQUIRE(better.add(7) == Verdict::undecided);
  CHECK(better.add(7) == Verdict::a);
  CHECK(better.add(-1000) == Verdict::a);
  CHECK(better.differences().count == 6);
  CHECK(better.differences().mean == 7);

  SequentialComparison worse({0.01, 0.05, 5});
  for (int i = 0; i < 7; ++i) REQUIRE(worse.add(-7) == Verdict::undecided);
  CHECK(worse.add(-7) == Verdict::b);
}

TEST_CASE("what a comparison of a fixed size would need", "[sequential]") {
  // Textbooks give 34 pairs for half a deviation, 5% on two sides and a power of 80%, and 10 for a whole one.
  const auto size_of = [](double delta) {
    SequentialComparison comparison({0.05, 0.2, delta});
    CHECK_FALSE(comparison.fixed_size());
    comparison.add(-std::sqrt(2) / 2);
    comparison.add(std::sqrt(2) / 2);
    CHECK(comparison.differences().variance == Approx(1));
    return comparison.fixed_size().value();
  };
  CHECK(size_of(0.5) == Approx(34).margin(1));
  CHECK(size_of(1) == Approx(10).margin(1));
  CHECK(size_of(0.01) == Approx(78490).margin(5));
  CHECK(size_of(100) == 2);
}

}  // namespace sequential_test
