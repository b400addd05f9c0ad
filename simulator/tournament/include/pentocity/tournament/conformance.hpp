#pragma once
// Checks, in many games, the requirements that every player and sequencer must meet (`pentocity check`).

#include "pentocity/entrants/roster.hpp"

namespace pentocity::tournament {

/// The result of one check.
struct ConformanceResult {
  std::string what;  ///< what is required, in words
  bool holds = true;
  std::string example;            ///< where it does not hold for the first time, in words
  int game = 0;                   ///< the number of that game
  std::string error_output = {};  ///< of that game
  bool tried = false;  ///< false: no game came so far that it could be seen, as no move of a player that never made one

  /// It as a line, with `failed` for what does not hold: `ok      every move is legal or a reject`.
  std::string line(std::string_view failed = "FAILED") const;
};

/// Plays `games` games, each twice, and checks that all moves are legal or rejects, that no game fails, and that the
/// same seed gives the same moves. The games vary in the side of the land (8 to 50), in the rule set and in the
/// built-in sequencer; only such are played as the player plays (PlayerEntry::plays). In about half of them another
/// player makes the first moves. It does not check which files and network connections the player uses; isolation
/// restricts those. Throws HostFault.
/// After two games that ended at a limit of time no more are played, since each would take as long.
/// @param only play only the game of this number, from 0, just as it is among `games`
/// @param progress called after each game with the number of games up to then
std::vector<ConformanceResult> check_player(const entrants::PlayerEntry& player, int games, const match::Limits& limits,
                                            std::optional<int> only = std::nullopt,
                                            const std::function<void(int done)>& progress = {});

/// The same for a sequencer, with a built-in player: requests are proper, no game fails through the sequencer, and the
/// same seed gives the same requests.
std::vector<ConformanceResult> check_sequencer(const entrants::SequencerEntry& sequencer, int games,
                                               const match::Limits& limits, std::optional<int> only = std::nullopt,
                                               const std::function<void(int done)>& progress = {});

}  // namespace pentocity::tournament
