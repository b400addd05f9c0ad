#pragma once
// The results of a finished game: a row of the table `game` of results.sqlite. All statistics are computed from such
// rows.

#include <cstdint>
#include <optional>
#include <string>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// The result of one game. Player and sequencer have their names from the config.
struct GameRow {
  std::string player;
  std::string sequencer;
  int repeat = 0;  ///< counts from 0
  /// The seed of the request stream, which `pentocity sequence --seed` accepts; none under `seed: secret`.
  std::optional<std::uint64_t> seed = 0;
  Status status = Status::ok;
  std::string error;  ///< GameRecord::error; empty for `ok`
  int score = 0;      ///< of a failed game: the score up to its end
  Metrics metrics;
  int turns = 0;
  int accepted = 0;
  int rejects = 0;
  int invalid_moves = 0;
  bool adaptive = false;  ///< the sequencer saw the land, so its requests depend on the player
  GameUsage used;
  /// GameRecord::error_output.
  std::string error_output;

  /// Are the metrics known? They are not for published scores, which have 0 turns. Every game that ended `ok` has
  /// turns.
  bool measured() const { return turns > 0; }
};

}  // namespace pentocity::match
