#pragma once
// Which games are a run's, by the numbers of its config and by those of the folder in which they are stored.

#include <functional>
#include <optional>
#include <vector>

#include "pentocity/play/run.hpp"

namespace pentocity::play {

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

}  // namespace pentocity::play
