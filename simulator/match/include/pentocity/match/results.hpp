#pragma once
// What is kept of a finished game: a row of the table `game`, and what statistics are made from.

#include <cstdint>
#include <optional>
#include <string>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// One finished game. Players and sequencers go by the names of the config.
struct GameRow {
  std::string player;
  std::string sequencer;
  int repeat = 0;                         ///< from 0
  std::optional<std::uint64_t> seed = 0;  ///< of the request stream, as `pentocity sequence --seed` takes it
  Status status = Status::ok;
  std::string error;  ///< empty for `ok`
  int score = 0;      ///< so far, for a game that did not end well
  Metrics metrics;
  int turns = 0;
  int accepted = 0;
  int rejects = 0;
  int invalid_moves = 0;
  bool adaptive = false;  ///< did the sequencer see the land? Then its requests depend on the player
  GameUsage used;
  std::string error_output;  ///< see GameRecord

  /// Are the metrics known? Not those of published scores, which have no turns. A game that ended well has some.
  bool measured() const { return turns > 0; }
};

}  // namespace pentocity::match
