#pragma once
// Runs: plays the games of a config on several threads and stores their results.

#include "pentocity/figures/summary.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/results/trace_folder.hpp"
#include "pentocity/tournament/config.hpp"

/// The games of a config, played: runs, comparisons, checks, merges.
namespace pentocity::tournament {

/// How the player and the sequencer of a game are made. The config must outlive the result.
match::Participants participants_of(const Config& config, const results::GameId& id);
/// The first line of the game's trace.
match::TraceHeader trace_header(const results::Schedule& schedule, const results::GameId& id);
/// The row that is stored for the game.
match::GameRow game_row(const results::Schedule& schedule, const results::GameId& id, match::GameRecord&& record);

/// How a run is carried out. None of this changes a game.
struct RunOptions {
  /// The results folder.
  std::string folder;
  int jobs = 1;  ///< threads that play: the games at a time or, in lockstep, the streams
  /// Which games' traces the folder keeps, those of earlier runs included. None: as the latest run that said it;
  /// `losses` if none has. With TracePolicy::none, traces that are there are left alone.
  std::optional<results::TracePolicy> traces = {};
  /// Which of the games this run plays.
  results::Shard shard;
  /// Of these games, those for which this is true; if it is empty, all.
  std::function<bool(const results::GameId&)> chosen = {};
  results::Fresh fresh = results::Fresh::no;  ///< remove the results in the folder first (results::removed_by())
  /// Names of players and sequencers of the config whose stored games are removed first, and so played anew.
  std::vector<std::string> anew = {};
  /// The schedule's number of repeats is only a limit, and the folder's schedule takes those that were played.
  bool open_ended = false;
  /// Write summary.json and return a summary. It costs time in proportion to the pairs of players, whatever was played.
  bool summarize = true;
  /// If this becomes true, games under way are finished and no more begun.
  const std::atomic<bool>* interrupted = nullptr;
  /// Called when games have been stored: `done` of `all` games of this run are stored, `before` of them since earlier
  /// runs.
  std::function<void(std::size_t done, std::size_t before, std::size_t all)> progress = {};
  /// Called with one line for each trace of an earlier run that is missing or damaged and is written again, and for
  /// what the host should know before the first game.
  std::function<void(const std::string& what)> warn = {};
  /// Called for each stored game, including those of earlier runs, on the thread that called run_games(). If it returns
  /// false, no more games are begun, and the run ends when the games under way are stored.
  std::function<bool(const match::GameRow& game)> stored = {};
  /// Called after the last game. The traces of these games of the config's schedule are kept too, unless the policy is
  /// TracePolicy::none.
  std::function<std::set<results::GameId>()> traced_too = {};
  /// What `stored` needs of the rows of earlier runs.
  results::Store::Read read = results::Store::Read::all;
  /// Called for each game of this run after it was played, on the thread that played it, before it is stored.
  std::function<void(const match::TraceHeader& header, const match::GameRecord& record)> played = {};
};

/// Tells whether the games of this config are played in lockstep: all games of a stream, which is a sequencer and a
/// repeat, together, so that no player is asked for request t + 1 before all have answered request t. As the config
/// says; if it does not, as the games that the folder holds (Store::lockstep()); and in a new folder if requests are
/// drawn from a secret and two players or more run in processes of their own. Throws InputError if the config and the
/// folder differ.
bool plays_in_lockstep(const Config& config, std::optional<bool> stored);

/// A game without a result: three times a process could not be started or was lost, through no fault of a player. It
/// appears in no statistics, and the next run tries it again.
struct Unplayed {
  results::GameId id;
  std::string why;
};

/// The outcome of a run.
struct RunResult {
  /// Of all stored games of this shard of the config's schedule. None if the run was interrupted or ended before it had
  /// played them all, and without RunOptions::summarize.
  std::optional<figures::Summary> summary;
  /// Games of this shard, and how many of them are stored.
  std::size_t games = 0, stored = 0;
  std::vector<Unplayed> unplayed = {};
  /// All games that summary.json covers; see run_games().
  std::size_t summed_up = 0;
  /// Games of this run that an earlier one played, that failed, and that were therefore not played by this one.
  std::size_t failed_before = 0;
};

/// The schedule of a folder after a run of this config: what it is to hold all in all.
///
/// A run of everything that a config file names makes the file's schedule that of the folder. Any other run (of some
/// players or sequencers only, with another number of repeats, or without a file) adds to the folder's schedule, from
/// which only such players and sequencers are removed as the file does not name any more.
results::Schedule folder_schedule(const Config& config, const results::Schedule& stored);

/// Plays the games of the config's schedule that the folder does not hold yet. A game counts only once it is on disk.
/// After the last one, the traces that the policy does not keep are removed, those that it does are written, for which
/// games are played again, and summary.json is written, which covers
/// all games of the folder's schedule, including those of earlier runs. Traces and summary are then the same bytes for
/// any number of jobs and after any interruptions, except for the summary's `games_per_second`. Throws UserError if the
/// folder cannot be used, if in lockstep a sequencer is adaptive or a stream has been played without one of the
/// players, if the trace of a stored game proves its row wrong, or if what a player or sequencer sees changes during
/// the run and was too large to be kept (isolation::FileSnapshot). What is stored stays stored.
///
/// Where files of a player or sequencer have changed since its stored games were played, these are played anew, as
/// RunOptions::warn is told. On requests of a secret, or in lockstep, that is refused (InputError).
RunResult run_games(const Config& config, const RunOptions& options);

/// A pairing, the number of its games in this shard, and how many of these are stored.
struct PlannedCell {
  std::string player, sequencer;
  std::size_t games = 0, stored = 0;
};
std::vector<PlannedCell> planned_games(const Config& config, const RunOptions& options);

/// Plays a game in this process, so that a debugger can follow it: the first player of a config on its first sequencer,
/// in repeat 0, in this thread and without limits. With a trace, the requests and the rules are those of the trace, and
/// the moves before turn `turn` as well; from that turn on the player is asked. The game ends where the trace ends,
/// unless it is over before. Without a trace `turn` must be 0. Throws InputError if the trace does not replay or has no
/// such turn.
match::GameRecord debug_game(const Config& config, const std::optional<match::TraceLines>& trace, int turn);

}  // namespace pentocity::tournament
