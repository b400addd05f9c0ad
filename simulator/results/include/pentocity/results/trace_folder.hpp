#pragma once
// The traces of a results folder: which games' traces are kept, and their file names.

#include <atomic>
#include <mutex>
#include <set>

#include "pentocity/match/trace.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::results {

/// Which games' traces a run keeps. `best_worst`: of each pairing the first repeat, so that any two players can be
/// compared on the same requests, the games with the maximum and the minimum score among those that ended `ok` (of
/// equal scores the first repeat), and all failed games. `losses`: these, and the greatest losses of each player, which
/// who plays the games names by TraceFolder::keep().
enum class TracePolicy : std::uint8_t { none, all, best_worst, losses };

/// The policy that a run in a folder follows: what was asked for, which the folder keeps for later runs unless it is
/// `none`; if nothing was, what it keeps from an earlier run, at first `losses`. Throws UserError if it cannot be
/// stored.
TracePolicy policy_for(Store& store, std::optional<TracePolicy> asked);

/// The file name of a game's trace: sequencer, player, seed (unless it is secret) and repeat, joined by `__`, and
/// `.jsonl.gz`.
std::string trace_name(std::string_view sequencer, std::string_view player, std::optional<std::uint64_t> seed,
                       int repeat);
std::string trace_name(const Schedule& schedule, const GameId& id);

/// The traces of a schedule's games in a folder. Which of them are kept at the end depends on the results only, not on
/// the order in which games end.
class TraceFolder {
 public:
  /// The folder `traces` of a results folder. The schedule must outlive it. Makes the folder; with the policy `none`
  /// nothing is written to it. Throws UserError if it cannot be made, and InputError if it is a link.
  TraceFolder(const std::string& results, const Schedule& schedule, TracePolicy policy);

  /// The path of the game's trace, for messages.
  std::string path(const GameId& id) const { return folder_.path_of(file_of(id)); }
  /// The game's trace as it is stored, compressed. Throws InputError if it cannot be read or is a link.
  std::string stored(const GameId& id) const { return folder_.read(file_of(id)); }
  /// The same as text. Throws InputError also if it is damaged.
  std::string text(const GameId& id) const;
  /// The size of the file in bytes; none if it is not there.
  std::optional<std::size_t> size_of(const GameId& id) const;
  /// Removes the game's trace. Throws UserError if that fails.
  void remove(const GameId& id) const { folder_.remove(file_of(id)); }

  /// Takes the result of a game into account. Returns whether its trace is to be kept, judging by the results so far.
  /// May be called by several threads.
  bool offer(const GameId& id, match::Status status, int score);
  /// The game's trace is to be kept whatever the results.
  void keep(const GameId& id) { cells_[cell_number(id)].others.push_back(id.repeat); }

  /// Writes the trace of a game; it is on disk after the next sync(). Throws UserError if that fails. May be called by
  /// several threads.
  void write(const GameId& id, const match::TraceHeader& header, const match::GameRecord& record);

  /// Copies the trace of a game from the traces `from`. Returns false if it is not there. Throws UserError if it cannot
  /// be read or written.
  bool copy(const GameId& id, const Folder& from);

  /// Waits until all traces that have been written are on disk. Throws UserError if that fails.
  void sync();

  /// Removes all traces of these games' pairings, because they may belong to other versions of players or sequencers.
  void forget_cells(const std::set<GameId>& ids) const;

  /// Whether the folder has a file with the name of the trace, for each game by its number. Calls `other` for the names
  /// of all other files, in no order.
  std::vector<bool> present(const std::function<void(std::string_view name)>& other = {}) const;

  /// The games whose traces are to be kept, judging by the results so far, and are not `present`, ordered by file name.
  std::vector<GameId> missing(const std::vector<bool>& present) const;

  /// To be called when all results have been offered. Removes traces of the schedule's pairings that are not to be
  /// kept, and files that a killed process left half written. Returns the games whose traces are missing, because an
  /// earlier run had another policy or because they have been removed since.
  std::vector<GameId> tidy() const;

 private:
  struct Extreme {
    int score = 0, repeat = 0;
  };
  struct Cell {
    std::string name;  ///< the first part of the names of its traces
    std::optional<Extreme> best, worst;
    std::vector<int> others;  ///< repeats whose traces are kept whatever the score
  };
  std::size_t cell_number(const GameId& id) const;
  std::string file_of(const GameId& id) const;
  /// The game whose trace has this name; none if it is of no game of the schedule.
  std::optional<GameId> game_of(std::string_view name) const;
  std::vector<bool> kept() const;
  void remove_files(const std::function<bool(std::string_view name)>& which) const;

  Folder folder_;
  const Schedule& schedule_;
  TracePolicy policy_;
  std::atomic<bool> unsynced_{false};
  std::mutex mutex_;
  std::vector<Cell> cells_;                                       ///< by the number of the pairing's game in repeat 0
  std::map<std::string, std::size_t, std::less<>> cell_numbers_;  ///< by Cell::name
};

}  // namespace pentocity::results
