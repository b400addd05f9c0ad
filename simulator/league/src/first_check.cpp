#include <fmt/format.h>

#include "hand_in.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/tournament/conformance.hpp"

namespace pentocity::league {

using namespace match;

namespace {

constexpr const char* yardstick = "naive";
constexpr std::size_t last_lines = 10;  // of what a player wrote before its game failed

// The mean scores of a player and of the yardstick in so many games of the league.
std::pair<double, double> play_beside_yardstick(const entrants::PlayerEntry& player, const League& league,
                                                const std::vector<entrants::SequencerEntry>& sequencers, int games) {
  const entrants::PlayerEntry other = entrants::built_in_player(yardstick);
  double sum = 0, others = 0;
  for (int i = 0; i < games; ++i) {
    const entrants::SequencerEntry& sequencer = sequencers[static_cast<std::size_t>(i) % sequencers.size()];
    const std::uint64_t seed = mix_bits(static_cast<std::uint64_t>(i)) >> 11;
    const auto play = [&](const entrants::PlayerEntry& who) {
      Participants game;
      game.sequencer = [&] { return sequencer.make(league.rules.side, StreamSeed(seed)); };
      game.player = [&] { return who.make(league.rules, seed); };
      return play_game(league.rules, game, {league.limits.time});
    };
    const GameRecord mine = play(player);
    if (mine.status != Status::ok)
      throw Refused(fmt::format("A game on {} ended as {} ({}){}", sequencer.name, name_of(mine.status),
                                printable(mine.error), time_of(mine)),
                    printable_lines(mine.error_output, 0, last_lines));
    sum += mine.score;
    others += play(other).score;
  }
  return {sum / games, others / games};
}

}  // namespace

void first_check(const entrants::PlayerEntry& candidate, const League& league,
                 const std::vector<entrants::SequencerEntry>& sequencers, int games, std::string& told) {
  const entrants::PlayerEntry player = entrants::asked_if_possible(candidate);
  told += "\nFirst check:\n";
  const auto results = tournament::check_player(player, games, league.limits);
  bool good = true;
  std::string printed;
  for (const tournament::ConformanceResult& result : results) {
    const bool required = &result != &results.back();  // that the same moves come again is only good to know
    good = good && (result.holds || !required);
    told += result.line(required ? "FAILED" : "not so");
    if (!result.error_output.empty() && printed.empty()) printed = printable_lines(result.error_output, 0, last_lines);
  }
  if (!good) throw Refused("It failed the first check", printed);
  const auto [mean, other] = play_beside_yardstick(player, league, sequencers, games);
  told += fmt::format("ok      {} of the league: mean score {:.1f}, where the player {} has {:.1f}\n",
                      counted(static_cast<std::size_t>(games), "game"), mean, yardstick, other);
}

}  // namespace pentocity::league
