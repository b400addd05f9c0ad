#include "pentocity/tournament/conformance.hpp"

#include <fmt/format.h>

#include <ranges>

#include "pentocity/input/printable.hpp"
#include "pentocity/match/how_it_ended.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::tournament {

using namespace match;
using namespace isolation;

namespace {

const std::vector<int> sides{8, 50, 11, 20, 33, 14};

// Game number `i` of a check: the rules, as far as the player plays them, and a seed.
Rules rules_of(int i, const PlayedGames& plays = {}) {
  const auto choose = [](std::size_t n, const auto& all, const auto& declared) {
    auto some = all;
    if (!declared.empty())
      std::erase_if(some, [&](const auto& x) { return std::ranges::find(declared, x) == declared.end(); });
    if (some.empty()) some = declared;
    return some[n % some.size()];
  };
  // Each round over the sides begins with another profile, so that every side meets every profile.
  const auto n = static_cast<std::size_t>(i);
  Rules rules = *Rules::of_profile(choose(n + n / sides.size(), Rules::profiles(), plays.rules));
  rules.side = choose(n, sides, plays.sides);
  return rules;
}
std::uint64_t seed_of(int i) { return mix_bits(static_cast<std::uint64_t>(i)) >> 11; }

// Turns after which a game is handed over to the player under test: none for half of the games, at most about half of
// a full land.
int opening_turns(int i, const Rules& rules) {
  return i % 4 < 2 ? 0 : static_cast<int>(seed_of(i) % static_cast<std::uint64_t>(1 + rules.side * rules.side / 16));
}

void note(ConformanceResult& result, bool holds, const std::string& example, int game, const GameRecord& record) {
  result.tried = true;
  if (!holds && result.holds) result = {result.what, false, example, game, record.error_output, true};
}

// After so many games that ended at a limit of time no more are played.
constexpr int enough_timeouts = 2;

std::string moves_of(const Rules& rules, const GameRecord& record) {
  return trace_text({.rules = rules, .player = "", .sequencer = "", .seed = 0, .player_seed = {}, .cpu_limit_s = 0},
                    record);
}

}  // namespace

std::string ConformanceResult::line(std::string_view failed) const {
  if (!tried) return fmt::format("-       {}: no game came so far\n", what);
  return holds ? fmt::format("ok      {}\n", what) : fmt::format("{}  {}: {}\n", failed, what, printable(example));
}

std::vector<ConformanceResult> check_player(const entrants::PlayerEntry& player, int games, const Limits& limits,
                                            std::optional<int> only, const std::function<void(int done)>& progress) {
  ConformanceResult legal{"every move is legal or a reject", true, {}}, ends{"every game ends well, in time", true, {}},
      same{"the same seed gives the same moves", true, {}};
  const auto& streams = builtin_sequencers();
  int timeouts = 0;
  for (int i = only.value_or(0); i < (only ? *only + 1 : games); ++i) {
    const Rules rules = rules_of(i, player.plays);
    const entrants::SequencerEntry stream =
        entrants::built_in_sequencer(streams[static_cast<std::size_t>(i) % streams.size()].name);
    const int opening = opening_turns(i, rules);
    const auto play = [&] {
      const auto builder = entrants::built_in_player(i % 8 < 4 ? "naive" : "jigsaw").make(rules, seed_of(i));
      Participants game;
      game.sequencer = [&] { return stream.make(rules.side, seed_of(i)); };
      game.player = [&] { return player.make(rules, seed_of(i + games)); };
      game.opening = [&](const Request& request, const View& view) {
        return view.turn < opening ? std::optional(builder->play(request, view)) : std::nullopt;
      };
      return play_game(rules, game, {limits.time});
    };
    const std::string where = fmt::format("{}, side {}, {}, seed {}{}: ", stream.name, rules.side, rules.profile,
                                          seed_of(i), opening > 0 ? fmt::format(", from turn {} on", opening) : "");
    const GameRecord first = play();
    if (!first.faults.empty())
      note(legal, false, where + words_of(*std::ranges::min_element(first.faults, {}, &InvalidMoves::turn)), i, first);
    else if (std::ranges::any_of(first.turns | std::views::drop(opening), &Turn::answered))
      note(legal, true, "", i, first);
    const auto is_well = [](const GameRecord& game) {
      return game.status == Status::ok || game.status == Status::invalid;
    };
    const bool well = is_well(first);
    note(ends, well, where + how_it_ended(first), i, first);
    if (well) {
      const GameRecord again = play();  // which may take too long where the first one hardly did not
      note(ends, is_well(again), where + how_it_ended(again), i, again);
      if (is_well(again))
        note(same, moves_of(rules, first) == moves_of(rules, again), where + "another game", i, first);
    }
    if (progress) progress(i + 1);
    if (first.status == Status::timeout && ++timeouts == enough_timeouts) {
      ends.example += fmt::format("; game {} likewise, and no more were played", i);
      break;
    }
  }
  return {legal, ends, same};
}

std::vector<ConformanceResult> check_sequencer(const entrants::SequencerEntry& sequencer, int games,
                                               const Limits& limits, std::optional<int> only,
                                               const std::function<void(int done)>& progress) {
  ConformanceResult proper{"every request is a pentomino or a rectangle with sides of 1 to 5, in time", true, {}},
      same{"the same seed gives the same requests", true, {}};
  const entrants::PlayerEntry player = entrants::built_in_player("naive");
  int timeouts = 0;
  for (int i = only.value_or(0); i < (only ? *only + 1 : games); ++i) {
    const Rules rules = rules_of(i);
    const auto play = [&] {
      return play_game(rules,
                       {[&] { return sequencer.make(rules.side, seed_of(i)); }, [&] { return player.make(rules, 1); }},
                       {limits.time});
    };
    const std::string where = fmt::format("side {}, seed {}: ", rules.side, seed_of(i));
    const GameRecord first = play();
    const bool well = first.status != Status::sequencer_failed;
    note(proper, well, where + how_it_ended(first), i, first);
    if (well) {
      const GameRecord again = play();
      const bool again_well = again.status != Status::sequencer_failed;
      note(proper, again_well, where + how_it_ended(again), i, again);
      if (again_well) note(same, moves_of(rules, first) == moves_of(rules, again), where + "another game", i, first);
    }
    if (progress) progress(i + 1);
    const bool too_late = first.error == "wall" || first.error == "cpu" || first.error == "game";
    if (!well && too_late && ++timeouts == enough_timeouts) {
      proper.example += fmt::format("; game {} likewise, and no more were played", i);
      break;
    }
  }
  return {proper, same};
}

}  // namespace pentocity::tournament
