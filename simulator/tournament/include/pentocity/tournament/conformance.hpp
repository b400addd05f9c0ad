#pragma once
// What every player and sequencer, built in or a stranger's, must do right, tried on many games.

#include <string>
#include <vector>

#include "pentocity/tournament/roster.hpp"

namespace pentocity::tournament {

/// One thing that must hold.
struct ConformanceResult {
  std::string what;
  bool holds = true;
  std::string example;  ///< of the first game where it does not
};

/// Plays so many pairs of equal games, on lands of many sides, under both rule sets, on all built-in streams, half of
/// them from a land that others have half built: only legal moves or rejects, no game that fails, the same moves for
/// the same seed. Files and network are no part of it: an isolated player is kept from them.
std::vector<ConformanceResult> check_player(const PlayerEntry& player, int games, const isolation::Limits& limits);

/// The same for a request stream, with built-in players: proper requests, no failure, the same for the same seed.
std::vector<ConformanceResult> check_sequencer(const SequencerEntry& sequencer, int games,
                                               const isolation::Limits& limits);

}  // namespace pentocity::tournament
