#pragma once
// The traces of a results folder: which games' traces are kept, under which names.

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/match/trace.hpp"
#include "pentocity/tournament/plan.hpp"

namespace pentocity::tournament {

/// Which games' traces a run keeps. `best_worst`: of each cell (player and sequencer) the games with the highest and
/// the lowest score among those that ended well, the first repeat on ties, and every game that failed.
enum class TracePolicy : std::uint8_t { none, all, best_worst };

/// The file name of a game's trace: sequencer, player, seed (if it is no secret) and repeat, joined by `__`.
std::string trace_name(const Plan& plan, const GameId& id);

/// The traces of a plan's games in a folder. Which of them are kept in the end depends on the results alone, not on the
/// order in which they come.
class TraceFolder {
 public:
  /// The plan must outlive it. Throws InputError if the folder cannot be made (with `none`, it is not touched).
  TraceFolder(std::string folder, const Plan& plan, TracePolicy policy);

  /// Takes a result into account: is its trace to be kept, as far as the results up to now tell? Thread safe.
  bool offer(const GameId& id, match::Status status, int score);

  /// Writes the trace of a game. Thread safe. On disk, safe from a power cut, after the next sync(). Throws InputError
  /// if it cannot be stored.
  void write(const GameId& id, const match::TraceHeader& header, const match::GameRecord& record);

  /// Copies the trace of a game from another folder, if it is there.
  bool copy(const GameId& id, const std::string& from);

  /// Waits until the traces written up to now are on disk.
  void sync();

  /// Removes the traces of this game's cell: they may be those of games of another version of its player.
  void forget_cell(const GameId& id) const;

  /// The games whose traces are to be there, by file name, as far as the results up to now tell.
  std::map<std::string, GameId> kept() const;

  /// Call when all results have been offered. Removes what the policy does not keep of the plan's cells, and whatever
  /// was half written when a process was killed. Returns the games whose traces should be there and are not: those of a
  /// run with another policy, or removed by hand.
  std::vector<GameId> tidy();

 private:
  struct Extreme {
    int score = 0, repeat = 0;
  };
  struct Cell {
    std::optional<Extreme> best, worst;
    std::vector<int> others;  ///< repeats kept whatever their score: failed ones, or all
  };
  Cell& cell_of(const GameId& id);

  std::string folder_;
  const Plan& plan_;
  TracePolicy policy_;
  std::atomic<bool> unsynced_{false};
  std::mutex mutex_;
  std::vector<Cell> cells_;  ///< numbered as the games of the first repeat
};

}  // namespace pentocity::tournament
