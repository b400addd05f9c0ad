#include "catch.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::nemesis_test {

using namespace match;
using namespace entrants;
using namespace results;

namespace {

GameRecord game_of(const Rules& rules, const std::string& player, const std::string& stream, std::uint64_t seed) {
  const PlayerEntry entry = built_in_player(player);
  const SequencerEntry sequencer = built_in_sequencer(stream);
  return play_game(rules, {[&] { return sequencer.make(rules.side, seed); }, [&] { return entry.make(rules, seed); }});
}

double mean_score(const Rules& rules, const std::string& player, const std::string& stream, int games) {
  double sum = 0;
  for (const std::uint64_t seed : stream_seeds(3, games)) sum += game_of(rules, player, stream, seed).score;
  return sum / games;
}

TEST_CASE("nemesis takes 15 percent off jigsaw's score on random") {
  for (const Rules& rules : {Rules::tournament_2016(), Rules::report()}) {
    CAPTURE(rules.profile);
    CHECK(mean_score(rules, "jigsaw", "nemesis", 12) <= 0.85 * mean_score(rules, "jigsaw", "random", 12));
  }
}

TEST_CASE("nemesis ends the game as soon as a shape has no site") {
  for (const std::string player : {"naive", "jigsaw"}) {
    const Rules rules = Rules::report();
    const GameRecord record = game_of(rules, player, "nemesis", 5);
    REQUIRE(record.rejects == 3);
    CAPTURE(player);
    // The last three requests are one and the same, and all of them were in vain.
    const std::size_t n = record.turns.size();
    for (std::size_t i = n - 3; i < n; ++i) {
      CHECK(record.turns[i].request == record.turns.back().request);
      CHECK_FALSE(record.turns[i].stands());
    }
    // It did not wait: before the last building came, the largest factory had a site.
    Game game(rules);
    for (std::size_t i = 0; i + 4 < n; ++i) {
      REQUIRE(record.turns[i].stands());
      game.answer(record.turns[i].request, record.turns[i].move);
    }
    const LandBoard cut_off = game.land().empty() - reachable(game.land());
    CHECK(legal_sites(game.land(), Building::factory, rectangle(5, 5), cut_off).any());
  }
}

TEST_CASE("nemesis asks the same of the same player") {
  const Rules rules = Rules::tournament_2016();
  const GameRecord one = game_of(rules, "diagonal", "nemesis", 1), two = game_of(rules, "diagonal", "nemesis", 2);
  REQUIRE(one.turns.size() == two.turns.size());
  for (std::size_t i = 0; i < one.turns.size(); ++i) CHECK(one.turns[i].request == two.turns[i].request);
}

}  // namespace
}  // namespace pentocity::nemesis_test
