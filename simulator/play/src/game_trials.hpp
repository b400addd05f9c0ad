#pragma once
// Plays games, and tries again when the host fails.

#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include "run_plan.hpp"

namespace pentocity::play {

/// What is played and stored as one: all games of a stream in lockstep, or a single game.
using GameGroup = std::span<const RunGame>;

/// Plays the games of a config, on several threads. A game that the host could not bring to its end is begun again; if
/// the host lacked memory, while no others are played.
class GameTrials {
 public:
  explicit GameTrials(const Config& config) : config_(config) {}

  /// The records of a group's games. Empty if the host failed each time: the games are then noted as unplayed.
  std::vector<match::GameRecord> play(GameGroup games);

  /// The games that could not be played. Not while play() is called.
  std::vector<Unplayed>& unplayed() { return unplayed_; }
  const std::vector<Unplayed>& unplayed() const { return unplayed_; }

 private:
  std::vector<match::GameRecord> beside_others(GameGroup games);
  std::vector<match::GameRecord> alone(GameGroup games);
  std::vector<match::GameRecord> records_of(GameGroup games) const;

  const Config& config_;
  std::mutex next_game_;     ///< held by who begins a game
  std::shared_mutex games_;  ///< shared by games under way
  std::mutex unplayed_mutex_;
  std::vector<Unplayed> unplayed_;
};

}  // namespace pentocity::play
