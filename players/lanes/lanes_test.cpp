#include "catch.hpp"
#include "lanes/strips.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::lanes_test {

using namespace match;
using namespace isolation;
using namespace entrants;
using namespace results;

namespace {

GameRecord game_of(const Rules& rules, const PlayerEntry& player, const std::string& stream, std::uint64_t seed) {
  const SequencerEntry sequencer = built_in_sequencer(stream);
  return play_game(rules, {[&] { return sequencer.make(rules.side, seed); }, [&] { return player.make(rules, seed); }});
}

double mean_score(const Rules& rules, const std::string& player, const std::string& stream, int games) {
  const PlayerEntry entry = built_in_player(player);
  double sum = 0;
  for (const std::uint64_t seed : stream_seeds(7, games)) {
    const GameRecord record = game_of(rules, entry, stream, seed);
    REQUIRE(record.status == Status::ok);
    REQUIRE(record.invalid_moves == 0);
    sum += record.score;
  }
  return sum / games;
}

TEST_CASE("lanes: lines standing in strips beat what was reached in 2016") {
  const Rules rules = Rules::tournament_2016();
  const GameRecord record = game_of(rules, built_in_player("lanes"), "g6", 1);
  CHECK(record.score >= 2900);
  // I pentominoes stand upright in strips: hardly a cell stays empty, and each road serves the strips on both its
  // sides.
  CHECK(record.metrics.empty <= 60);
  CHECK(record.metrics.road <= 260);
}

TEST_CASE("lanes: the planner builds strips where one shape rules, unless it is told not to") {
  const Rules rules = Rules::tournament_2016();
  CHECK(game_of(rules, built_in_player("planner-fast"), "g6", 1).score >= 2950);
  const YamlNode node = YamlNode::parse("{player: planner-fast, options: {strips: 0}}", "a test");
  const PlayerEntry without = player_of_yaml(node, "", Hosting{Isolation::none, nullptr});
  CHECK(game_of(rules, without, "g6", 1).score < 2700);
}

TEST_CASE("lanes: better than jigsaw where there are few shapes") {
  for (const Rules& rules : {Rules::tournament_2016(), Rules::report()})
    for (const std::string stream : {"g6", "g9", "tanks", "single3s"}) {
      CAPTURE(rules.profile, stream);
      CHECK(mean_score(rules, "lanes", stream, 4) > mean_score(rules, "jigsaw", stream, 4) + 100);
    }
}

TEST_CASE("lanes: leaves streams of many shapes to another player") {
  for (const std::string stream : {"random", "tailheavy", "starsandblocks", "g8"}) {
    CAPTURE(stream);
    const Rules rules = Rules::tournament_2016();
    CHECK(mean_score(rules, "lanes", stream, 6) > 0.96 * mean_score(rules, "jigsaw", stream, 6));
  }
}

TEST_CASE("lanes: a height has a strip once enough such buildings are foreseen") {
  const Rules rules = Rules::tournament_2016();
  players::lanes::Strips strips(rules, 2, 2.0);
  Land land(rules.side);
  const auto rectangle = [](int rows, int columns) {
    Cells cells;
    for (int i = 0; i < rows * columns; ++i) cells.push_back({i / columns, i % columns});
    return Request(Building::factory, cells);
  };
  const auto has_place = [&](const Request& request) {
    const auto move = strips.move(request, land);
    if (move) REQUIRE_FALSE(apply_move(rules, land, request, *move).fault);
    return move.has_value();
  };
  for (int i = 0; i < 15; ++i) CHECK(has_place(rectangle(5, 5)));
  CHECK_FALSE(has_place(rectangle(3, 3)));
  CHECK(has_place(rectangle(5, 2)));  // in a strip of height 5
  int without = 1;
  for (; without < 15 && !has_place(rectangle(3, 3)); ++without) continue;
  CHECK(without >= 2);
  CHECK(without <= 8);
  CHECK(has_place(rectangle(3, 3)));
  CHECK(has_place(rectangle(5, 5)));
}

TEST_CASE("lanes: must be told a player that there is") {
  const YamlNode node = YamlNode::parse("{player: lanes, options: {otherwise: lanes}}", "a test");
  const PlayerEntry entry = player_of_yaml(node, "", Hosting{Isolation::none, nullptr});
  const Rules rules = Rules::report();
  CHECK_THROWS_AS(entry.make(rules, 1), std::invalid_argument);
}

}  // namespace
}  // namespace pentocity::lanes_test
