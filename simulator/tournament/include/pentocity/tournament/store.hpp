#pragma once
// The games of a results folder: `results.sqlite`, one file that is sound at any moment.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "pentocity/match/results.hpp"
#include "pentocity/tournament/files.hpp"
#include "pentocity/tournament/plan.hpp"

struct sqlite3;

namespace pentocity::tournament {

/// A game of a plan and its result.
struct PlayedGame {
  GameId id;
  match::GameRow row;
};

/// The plan of the latest run in a results folder. Throws InputError if it is none.
Plan read_plan(const std::string& folder);

/// Finished games in a folder. Rows are keyed by the names of player and sequencer, the repeat, and game_key(): games
/// of an earlier version of a player stay beside those of the present one. One thread at a time.
///
/// Each batch of games is one transaction, on disk before append() returns: neither the end of the process nor that of
/// the machine loses it. A rollback journal, not a write-ahead log: results.sqlite is whole by itself whenever nobody
/// writes, and network file systems will do. (A killed process may leave a journal, which the next one rolls back.)
class Store {
 public:
  /// `look`: the games can be read, and a folder that is not there has none. `add`: the folder is made if need be, and
  /// locked. `replace`: and the games, the summary and the traces in it are removed.
  enum class Access { look, add, replace };

  /// Throws InputError if another process is at work in the folder, if it holds games of another config, or for
  /// whatever the file system says. The plan must outlive the store.
  Store(std::string folder, const Plan& plan, Access access);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Calls `use` with the games of the plan that are there, by player, sequencer (by bytes) and repeat, and `other`
  /// with the games that have their names and numbers, but another key: those of another version of a player or
  /// sequencer.
  void for_each(const std::function<void(const PlayedGame&)>& use,
                const std::function<void(const GameId&)>& other = {}) const;

  /// Calls `use` with all rows that are there, of whatever plan, with their keys, in the same order.
  void for_each_row(const std::function<void(match::GameRow&& row, const std::string& key)>& use) const;

  /// A digest of these games, those that `covers` names (all if it is empty): 64 hexadecimal digits that are the same
  /// for the same games, in whatever order and wherever they were played, and for no others.
  std::string digest(const std::function<bool(const GameId&)>& covers = {}) const;

  /// Stores games, all or (with an InputError) none of them.
  void append(std::span<const PlayedGame> games);

 private:
  const std::string& key_of(const GameId& id) const;

  std::string folder_;
  const Plan& plan_;
  std::vector<std::string> keys_;  ///< game_key() of the games of the first repeat
  std::optional<FolderLock> lock_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> database_;
};

}  // namespace pentocity::tournament
