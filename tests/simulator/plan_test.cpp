// The plan of a study, by a pilot.
#include "pentocity/figures/plan.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "catch.hpp"
#include "pentocity/input/user_error.hpp"

namespace plan_test {

using namespace pentocity;
using namespace pentocity::figures;
using namespace pentocity::statistics;

namespace {

double uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; }
double normal(std::mt19937_64& random) {
  return std::sqrt(-2 * std::log(uniform(random))) * std::cos(2 * std::numbers::pi * uniform(random));
}

match::GameRow game_of(const std::string& player, const std::string& sequencer, int repeat, double score) {
  match::GameRow row;
  row.player = player;
  row.sequencer = sequencer;
  row.repeat = repeat;
  row.seed = 100 + static_cast<std::uint64_t>(repeat);
  row.score = static_cast<int>(std::lround(score));
  return row;
}

// Scores of so many players on streams of these deviations.
Summary pilot_of(std::size_t players, const std::vector<double>& deviations, int repeats) {
  SummaryConfig config;
  config.repeats = repeats;
  for (std::size_t p = 0; p < players; ++p) config.players.push_back("p" + std::to_string(p));
  for (std::size_t s = 0; s < deviations.size(); ++s) config.sequencers.push_back("s" + std::to_string(s));
  SummaryBuilder builder(config);
  std::mt19937_64 random(7);
  for (const std::string& player : config.players)
    for (std::size_t s = 0; s < deviations.size(); ++s)
      for (int k = 0; k < repeats; ++k)
        builder.add(game_of(player, config.sequencers[s], k, 1000 + deviations[s] * normal(random)));
  return builder.summary();
}

// In which share of 2,000 studies of so many repeats the difference of two players, which is there, is found at the
// level that the first step of Holm's method gives to one of so many pairs.
double share_found(const std::vector<double>& deviations, double delta, std::size_t repeats, std::size_t pairs) {
  std::mt19937_64 random(65);
  int found = 0;
  for (int study = 0; study < 2000; ++study) {
    std::vector<Sample> strata;
    for (const double deviation : deviations) {
      std::vector<double> differences(repeats);
      for (double& one : differences) one = delta + deviation * normal(random);
      strata.push_back(sample_of(differences));
    }
    found += *stratified_mean(strata)->p_value * static_cast<double>(pairs) < PairSummary::level;
  }
  return found / 2000.0;
}

}  // namespace

TEST_CASE("the planned repeats find the difference with the planned power", "[plan][long]") {
  struct Study {
    std::size_t players;
    std::vector<double> deviations;  // of a player's scores
    double delta, power;
  };
  for (const Study& study :
       {Study{6, {5}, 2, 0.8}, Study{6, {4, 9}, 2, 0.8}, Study{2, {12}, 4, 0.8}, Study{3, {30, 10, 20}, 10, 0.9}}) {
    const Summary pilot = pilot_of(study.players, study.deviations, 25);
    const auto planned = planned_pairs(pilot, {study.delta, study.power});
    CAPTURE(study.players, study.deviations, study.delta);
    REQUIRE(planned.size() == study.players * (study.players - 1) / 2);
    CHECK(planned[0].a == "p0");
    CHECK(planned[0].b == "p1");
    std::vector<double> deviations;
    double variance = 0;
    for (std::size_t s = 0; s < study.deviations.size(); ++s) {
      std::vector<double> differences;
      for (std::size_t k = 0; k < 25; ++k)
        differences.push_back(*pilot.cells[s].values[k] - *pilot.cells[study.deviations.size() + s].values[k]);
      deviations.push_back(sample_of(differences).deviation());
      variance += deviations.back() * deviations.back();
    }
    CHECK(planned[0].deviation == Approx(std::sqrt(variance) / static_cast<double>(deviations.size())));
    const double share =
        share_found(deviations, study.delta, static_cast<std::size_t>(planned[0].repeats), planned.size());
    CAPTURE(planned[0].repeats);
    CHECK(share == Approx(study.power).margin(0.02));
  }
}

TEST_CASE("a plan has as many repeats as can tell anything, and says what a pilot lacks", "[plan]") {
  // 2^(1 - 6) is below 0.05; 2^(1 - 10) is below 0.05 / 15, and two streams have ten games after five repeats.
  CHECK(planned_pairs(pilot_of(2, {5}, 4), {1000, 0.8})[0].repeats == 6);
  CHECK(planned_pairs(pilot_of(6, {5, 5}, 4), {1000, 0.8})[0].repeats == 5);
  CHECK_THROWS_WITH(planned_pairs(pilot_of(2, {5}, 1), {2, 0.8}),
                    "a plan needs two repeats or more in which all players have a score: 'p0' and 'p1' have 1 on 's0'");
  CHECK_THROWS_WITH(planned_pairs(pilot_of(1, {5}, 5), {2, 0.8}), "a plan needs two players or more");
  const Summary pilot = pilot_of(3, {5}, 10);
  const std::string text = plan_text(pilot, {2, 0.8}, 100, false);
  double most = 0;
  for (const PlannedPair& pair : planned_pairs(pilot, {2, 0.8})) {
    CHECK_THAT(text, Catch::Contains(pair.a + " less " + pair.b + " "));
    most = std::max(most, pair.repeats);
  }
  CHECK_THAT(text, Catch::Contains("repeats that find a difference of 2 points with a power of 80%") &&
                       Catch::Contains("level 0.05/3,") &&
                       Catch::EndsWith("\nrepeats for all pairs: " + std::to_string(std::lround(most)) + "\n"));
}

}  // namespace plan_test
