#include "pentocity/simulator/bound.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "pentocity/simulator/game.hpp"
#include "pentocity/simulator/plan.hpp"
#include "pentocity/simulator/roster.hpp"
#include "scratch.hpp"
#include "slow_bound.hpp"
#include "streams.hpp"

namespace pentocity {
namespace {

Rules any_rules(Pcg& random, int side) {
  Rules rules = random.next_int(2) == 0 ? Rules::report() : Rules::tournament_2016();
  rules.side = side;
  if (random.next_int(3) == 0) rules.factory_bonus = !rules.factory_bonus;
  if (random.next_int(3) == 0)
    rules.road_access = random.next_int(2) == 0 ? RoadAccess::contact : RoadAccess::near_edge;
  rules.max_rejects = 1 + random.next_int(4);
  return rules;
}

Request any_request(Pcg& random, int longest) {
  if (random.next_int(2) == 0)
    return {Building::residence, *pentomino("FILNPTUVWXYZ"[static_cast<std::size_t>(random.next_int(12))])};
  return {Building::factory, rectangle(1 + random.next_int(longest), 1 + random.next_int(longest))};
}

TEST_CASE("upper bound: no land is worth more, on small lands by trying all") {
  Pcg random(7);
  int met = 0;
  for (int round = 0; round < 600; ++round) {
    const int side = 4 + (round % 3 == 0);
    const Rules rules = any_rules(random, side);
    std::vector<Request> requests;
    for (int n = 2 + random.next_int(3); n > 0; --n) requests.push_back(any_request(random, side - 1));
    // On 5 x 5 cells only crowded lands are few enough.
    int area = 0;
    for (const Request& request : requests) area += request.size();
    if (side == 5 && (area < 13 || area > 20)) continue;
    const int best = test::EveryLand(rules, requests).best(), bound = upper_bound(rules, requests).score;
    CAPTURE(round, test::names_of(requests), rules.factory_bonus, rules.max_rejects);
    REQUIRE(best <= bound);
    met += best == bound;
  }
  // If it were far off here, this would say little.
  CHECK(met > 100);
}

// What players get under all kinds of rules, on small lands and on the usual one.
TEST_CASE("upper bound: no game of any player is above it") {
  Pcg random(11);
  const auto& streams = builtin_sequencers();
  for (int i = 0; i < 400; ++i) {
    const int side = i % 40 == 0 ? 50 : 4 + random.next_int(22);
    const Rules rules = any_rules(random, side);
    const SequencerSpec& spec = streams[static_cast<std::size_t>(random.next_int(static_cast<int>(streams.size())))];
    const SequencerEntry stream = built_in_sequencer(spec.name);
    const std::uint64_t seed = random();
    for (const std::string player : {"naive", "diagonal", "jigsaw", "lanes"}) {
      const GameRecord record = play_game(
          rules, {[&] { return stream.make(side, seed); }, [&] { return built_in_player(player).make(rules, seed); }});
      std::vector<Request> requests;
      for (const Turn& turn : record.turns) requests.push_back(turn.request);
      const int recorded = upper_bound(rules, requests).score;
      CAPTURE(i, side, rules.profile, spec.name, player);
      REQUIRE(record.score <= recorded);
      if (record.adaptive) continue;
      // What is yet to come raises it, if anything.
      const auto all = requests_to_fill(rules, *stream.make(side, seed));
      REQUIRE(all.size() + 1 >= requests.size());
      REQUIRE(recorded <= upper_bound(rules, all).score);
    }
  }
}

TEST_CASE("upper bound: the figures of one game") {
  const Rules rules = Rules::tournament_2016();
  const UpperBound bound = upper_bound(rules, requests_to_fill(rules, *test::make_builtin("random", 869)));
  CHECK(bound.score == bound.area + 2 * bound.bonuses);
  CHECK(bound.area + bound.roads + bound.resorts == 2500);
  CHECK(bound.bonuses <= 2 * bound.earners);
  // Near it, so that nobody weakens it unawares.
  CHECK(bound.score >= 3200);
  CHECK(bound.score <= 3270);
  Rules strict = rules;
  strict.road_access = RoadAccess::contact;
  const int by_contact = upper_bound(strict, requests_to_fill(rules, *test::make_builtin("random", 869))).score;
  CHECK(by_contact < bound.score - 100);
}

TEST_CASE("upper bound: many rejects let a player choose") {
  Rules rules = Rules::report();
  rules.side = 10;
  const auto requests = requests_to_fill(rules, *test::make_builtin("random", 1));
  int before = 0;
  for (const int rejects : {1, 3, 9, 10, 40, 1'000'000}) {
    rules.max_rejects = rejects;
    const int score = upper_bound(rules, requests).score;
    CHECK(score >= before);
    before = score;
  }
}

// A folder of games and traces through the command.
TEST_CASE("bound: the command judges folders and traces alike") {
  test::Scratch scratch;
  const std::string program(PENTOCITY_BINARY), folder = scratch / "games";
  const auto run = test::run_command(
      program + " run --players naive,jigsaw --sequencers g6,nemesis --repeats 2 --trace all --out " + folder);
  REQUIRE(run.exit_code == 0);
  const auto table = test::run_command(program + " bound " + folder);
  INFO(table.output);
  CHECK(table.exit_code == 0);
  CHECK_THAT(table.output, Catch::Contains("requests of 'nemesis' cannot be asked again"));
  const auto games = test::run_command(program + " bound --format json " + folder + "/traces/g6__*");
  CHECK(games.exit_code == 0);
  const auto json = nlohmann::json::parse(games.output);
  CHECK(json["format"] == "pentocity-bound/1");
  REQUIRE(json["games"].size() == 4);
  const Rules rules = Rules::report();
  const int expected = upper_bound(rules, requests_to_fill(rules, *test::make_builtin("g6", 0))).score;
  for (const auto& game : json["games"]) {
    CHECK(game["bound"] == expected);
    CHECK(game["requests"] == "stream");
  }
  const auto adaptive = test::run_command(program + " bound " + folder + "/traces/nemesis__*");
  CHECK(adaptive.exit_code == 0);
  CHECK_THAT(adaptive.output, Catch::Contains("of 4 games only the recorded requests are known"));
  CHECK(test::run_command(program + " bound " + folder + "/nothing").exit_code == 2);
}

}  // namespace
}  // namespace pentocity
