#pragma once
// The traces of a run: those of earlier runs that are missing or damaged are found, and written anew.

#include <set>
#include <string>
#include <vector>

#include "pentocity/play/run.hpp"
#include "pentocity/results/checked_traces.hpp"

namespace pentocity::play {

/// How the games of a schedule ended, by number of the game; none for those that are not stored.
using GameEnds = std::vector<std::optional<results::GameEnd>>;

/// The traces in a run's folder. Games have the numbers of the folder's schedule.
class RunTraces {
 public:
  /// `options` and `schedule` must outlive this object.
  RunTraces(const RunOptions& options, const results::Schedule& schedule, results::TracePolicy policy)
      : options_(options),
        schedule_(schedule),
        checked_(options.folder),
        folder_(options.folder, schedule, policy, &checked_) {}

  results::TraceFolder& folder() { return folder_; }

  /// Whether each game has a trace from earlier runs; none has with TracePolicy::none, which leaves them alone.
  std::vector<bool> present();
  /// Notes that the game's trace is gone for a reason that has been told or needs no telling.
  void forget(const results::GameId& id) { forgotten_.insert(id); }
  /// Removes those of these games' traces that are damaged, to be written anew. Those that are known to be whole are
  /// not read. Throws InputError if one is sound and its game's row is not what it tells.
  void check(const std::vector<results::GameId>& games, const GameEnds& ends);
  /// Tells of traces of stored games that are not there. If there were none at all, they are not named: it was played
  /// without.
  void tell_missing(const std::vector<results::GameId>& missing) const;

 private:
  /// What is wrong with the trace of a stored game; empty if it is sound.
  std::string fault_of(const results::GameId& id, const results::GameEnd& end) const;
  void warn(const std::string& what) const {
    if (options_.warn) options_.warn(what);
  }

  const RunOptions& options_;
  const results::Schedule& schedule_;
  results::CheckedTraces checked_;
  results::TraceFolder folder_;
  bool any_ = false;  ///< did an earlier run leave some?
  std::set<results::GameId> forgotten_;
};

}  // namespace pentocity::play
