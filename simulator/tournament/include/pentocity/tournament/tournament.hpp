#pragma once
// Plays the games of a config over all cores and keeps their results: a run, from two players to a tournament.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pentocity/tournament/config.hpp"
#include "pentocity/tournament/summary.hpp"
#include "pentocity/tournament/trace_folder.hpp"

namespace pentocity::tournament {

/// The two sides of a game. The config must outlive them.
match::GameSides game_sides(const Config& config, const GameId& id);
/// The first line of its trace.
match::TraceHeader trace_header(const Plan& plan, const GameId& id);
/// What is kept of it.
match::GameRow game_row(const Plan& plan, const GameId& id, match::GameRecord&& record);

/// How a run is carried out; nothing of it decides a game.
struct RunOptions {
  std::string folder;
  int jobs = 1;
  TracePolicy traces = TracePolicy::best_worst;
  Shard shard;
  bool fresh = false;                              ///< remove what is in the folder instead of going on
  const std::atomic<bool>* interrupted = nullptr;  ///< set: finish the games under way, and no more
  /// Told now and then how many games of how many are stored; `before` of them were before this run.
  std::function<void(std::size_t done, std::size_t before, std::size_t all)> progress = {};
  /// Told, in one line each, which traces of an earlier run were missing or damaged, and are written anew.
  std::function<void(const std::string& what)> warn = {};
  /// Told each stored game, those from before too, in the calling thread. Are more games needed? If not, the run ends
  /// when the games under way are stored.
  std::function<bool(const match::GameRow& game)> stored = {};
  /// Shown each game of this run when it has been played, in the thread that played it: for those who look on.
  std::function<void(const match::TraceHeader& header, const match::GameRecord& record)> played = {};
};

/// A game that the host could not bring to its end, begun as often as is worth it: a process could not be started, or
/// was lost. It is in no table, and the next run begins it again.
struct Unplayed {
  GameId id;
  std::string why;
};

struct RunResult {
  std::optional<Summary> summary;  ///< of all games but unplayed ones; none if the run ended before they were played
  std::size_t games = 0, stored = 0;
  std::vector<Unplayed> unplayed = {};
};

/// Plays the games that the folder does not hold yet. A game counts only when it is on disk. With the last one, the
/// traces are put in order and summary.json is written; both are the same bytes for any number of jobs and any
/// interruption before. Throws InputError if the folder cannot be used, or if the row of a stored game is not what its
/// trace tells; what was stored before stays.
RunResult run_games(const Config& config, const RunOptions& options);

/// What run_games would play: by cell, the games of this shard and how many the folder holds.
struct PlannedCell {
  std::string player, sequencer;
  std::size_t games = 0, stored = 0;
};
std::vector<PlannedCell> planned_games(const Config& config, const RunOptions& options);

}  // namespace pentocity::tournament
