#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/statistics/matchmaking.hpp"

namespace pentocity::test {

std::string text_of(const figures::MatchTally& tally) {
  return fmt::format("{} won, {} lost, {} drawn", tally.wins, tally.losses, tally.draws);
}

std::string text_of(const match::Limits& limits) { return results::to_json(limits).dump(); }

std::string text_of(const results::GameId& id) {
  return fmt::format("player {}, sequencer {}, repeat {}", id.player, id.sequencer, id.repeat);
}

std::string text_of(const results::Schedule& schedule) { return to_json(schedule).dump(); }

std::string text_of(const statistics::ChosenMatch& match) {
  return fmt::format("{} against {} on stream {}", match.a, match.b, match.stream);
}

std::string text_of(const statistics::Interval& interval) {
  return fmt::format("{} to {}", interval.low, interval.high);
}

}  // namespace pentocity::test
