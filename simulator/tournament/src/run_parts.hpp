#pragma once
// The parts of a run: whether its games go in lockstep, which games are its own, how they are played, and their traces.

#include <shared_mutex>

#include "pentocity/tournament/run.hpp"

namespace pentocity::tournament {

/// Tells a line to whom the options name.
inline void warn(const RunOptions& options, const std::string& what) {
  if (options.warn) options.warn(what);
}

/// Tells whether a name is one of these.
inline bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// How a game ended: status, score and number of turns.
using GameEnd = std::tuple<match::Status, int, int>;

/// Tells whether a sequencer of the config is adaptive. One that cannot be made is not.
bool is_adaptive(const Config& config, const entrants::SequencerEntry& sequencer);

/// Throws InputError if a sequencer is adaptive. One that cannot be made is left to its games.
void refuse_adaptive(const Config& config);

/// Throws InputError, before anything is changed, if games of a folder were played in lockstep and this run would play
/// others on the same streams, or if they were not and are to be.
void check_lockstep(const Config& config, const RunOptions& options);

/// A line for each player or sequencer of a config, but for RunOptions::anew, whose games in a folder were played with
/// other files than it has now: which, and how many games. Throws InputError if it would play on requests that are met
/// once: those of a secret, and those of games in lockstep.
std::vector<std::string> outdated_in(const Config& config, const RunOptions& options);

/// A game of a run: its numbers in the folder's schedule, and in the config's.
struct RunGame {
  results::GameId stored, configured;
};

/// The games of a run.
class RunPlan {
 public:
  /// `chosen`: those games of the shard that are the run's; empty: all. Both schedules must outlive this object.
  RunPlan(const results::Schedule& stored, const results::Schedule& configured, const results::Shard& shard,
          std::function<bool(const results::GameId& configured)> chosen);

  /// In the order of the config.
  const std::vector<RunGame>& games() const { return games_; }
  /// The game of the folder's schedule as one of this run; none if it is not.
  std::optional<RunGame> find(const results::GameId& stored) const;
  /// Tells whether this run plays the config's game.
  bool has(const results::GameId& configured) const {
    return results::plays(shard_, configured) && (!chosen_ || chosen_(configured));
  }

 private:
  const results::Schedule& configured_;
  results::Shard shard_;
  std::function<bool(const results::GameId&)> chosen_;
  std::vector<int> players_, sequencers_;  ///< the config's numbers of the folder's; -1: it has none
  std::vector<RunGame> games_;
};

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

 private:
  std::vector<match::GameRecord> beside_others(GameGroup games);
  std::vector<match::GameRecord> alone(GameGroup games);
  bool are_isolated(GameGroup games) const;
  std::vector<match::GameRecord> records_of(GameGroup games) const;

  const Config& config_;
  std::mutex next_game_;     ///< held by who begins a game
  std::shared_mutex games_;  ///< shared by games under way
  std::mutex unplayed_mutex_;
  std::vector<Unplayed> unplayed_;
};

}  // namespace pentocity::tournament
