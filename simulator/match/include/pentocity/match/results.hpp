#pragma once
// The results of a finished game: a row of the table `game` of results.sqlite. All statistics are computed from such
// rows.

#include <cstdint>
#include <optional>
#include <string>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// The result of one game of a tournament. Player and sequencer have their names from the config.
struct GameRow : GameResult {
  std::string player = {};
  std::string sequencer = {};
  int repeat = 0;  ///< counts from 0
  /// The seed of the request stream, which `pentocity sequence --seed` accepts; none under `seed: secret`.
  std::optional<std::uint64_t> seed = 0;
  int turns = 0;

  /// Tells whether the metrics are known. Scores read from a CSV of published results have no turns and no metrics.
  /// Every game that was played and ended `ok` has turns.
  bool measured() const { return turns > 0; }
};

}  // namespace pentocity::match
