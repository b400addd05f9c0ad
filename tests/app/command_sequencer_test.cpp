// Sequencers in other languages: what they are told, and what becomes of what they say.
#include <fmt/format.h>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/match/game.hpp"

namespace command_sequencer_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::isolation;
using namespace pentocity::entrants;
using namespace pentocity::test;

namespace {

bool has_python() { return run_command("python3 -c pass").exit_code == 0; }

SequencerEntry follower(const std::string& does) {
  return sequencer_of_yaml(
      YamlNode::parse(fmt::format("{{command: [python3, '{}/tests/commands/follower.py', {}]}}", test::sources, does),
                      "test"),
      "", Hosting());
}

GameRecord game_of(const SequencerEntry& sequencer, const Rules& rules, std::uint64_t seed,
                   const std::string& player = "naive") {
  const PlayerEntry entry = built_in_player(player);
  return play_game(rules, {[&] { return sequencer.make(rules.side, seed); }, [&] { return entry.make(rules, 1); }}, {});
}

Rules small() {
  Rules rules = Rules::report();
  rules.side = 12;
  return rules;
}

}  // namespace

TEST_CASE("command sequencer: an adaptive one follows the game, told of each cell once", "[commands]") {
  if (!has_python()) return;
  const GameRecord record = game_of(follower("adaptive"), small(), 3, "jigsaw");
  CHECK(record.status == Status::ok);
  CHECK(record.adaptive);
  REQUIRE(record.accepted > 5);
  // What it must have asked, from the recorded moves alone.
  std::size_t built = 0;
  bool news = false;
  for (const Turn& turn : record.turns) {
    CHECK(turn.request.type() == (news ? Building::residence : Building::factory));
    CHECK(turn.request.cells().size() == (news ? 5 : 1 + built % 5));
    news = turn.stands();
    if (news)
      for (const Cells* cells : {&turn.building, &turn.move.road, &turn.move.park, &turn.move.pond})
        built += cells->size();
  }
}

TEST_CASE("command sequencer: an oblivious one is told nothing of the game", "[commands]") {
  if (!has_python()) return;
  const SequencerEntry sequencer = follower("oblivious");
  for (const std::uint64_t seed : {4u, 5u}) {
    const GameRecord naive = game_of(sequencer, small(), seed),
                     diagonal = game_of(sequencer, small(), seed, "diagonal");
    CHECK(naive.status == Status::ok);
    CHECK_FALSE(naive.adaptive);
    CHECK(naive.turns.front().request.type() == (seed % 2 == 0 ? Building::residence : Building::factory));
    for (std::size_t i = 0; i < std::min(naive.turns.size(), diagonal.turns.size()); ++i)
      CHECK(naive.turns[i].request.cells() == diagonal.turns[i].request.cells());
  }
}

TEST_CASE("command sequencer: what is no request fails the game, not the player", "[commands][long]") {
  if (!has_python()) return;
  const std::pair<const char*, const char*> cases[] = {{"exit", "exit:7"},
                                                       {"garbage", "bad_request: no JSON object: \"this is no JSON\""},
                                                       {"late", "bad_request: no answer for turn 3: "},
                                                       {"far", "bad_request"},
                                                       {"none", "bad_request"},
                                                       {"large", "bad_request"},
                                                       {"nul", "bad_request: no JSON object: \"{"},
                                                       {"trailing", "bad_request: no JSON object: \"{"},
                                                       {"deep", "bad_request: no JSON object: \"[[[["}};
  for (const auto& [does, error] : cases) {
    CAPTURE(does);
    const GameRecord record = game_of(follower(does), small(), 1);
    CHECK(record.status == Status::sequencer_failed);
    CHECK_THAT(record.error, Catch::StartsWith(error));
    CHECK(record.turns.size() == 3);
  }
}

}  // namespace command_sequencer_test
