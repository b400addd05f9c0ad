#pragma once
// The games of a results folder: the database `results.sqlite`.

#include "pentocity/match/game.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::results {

class Database;

/// A game of a schedule, and its result.
struct StoredGame {
  GameId id;
  match::GameRow row;
};

/// Tells whether a folder has games or was made ready for them. A run that ended while it made the database leaves an
/// empty one, which is none. Throws UserError if it cannot be read.
bool holds_run(const std::string& folder);

/// What a results folder keeps about its runs that decides no game.
struct FolderNotes {
  bool all_traces = false;  ///< all games are to have traces
  bool no_losses = false;   ///< the greatest losses are to have none: TracePolicy::best_worst
  /// The number of games that the config names, whatever part of them was asked for; 0 if there is no config.
  std::size_t named_games = 0;
  /// A hash of the names and identities of the players and sequencers whose games the traces are. Empty if no run has
  /// said it.
  std::string traced;
  /// The games of each stream were played in lockstep (tournament::plays_in_lockstep()).
  bool lockstep = false;
  /// The day on which the latest game was played, UTC, YYYY-MM-DD. Empty if no run has said it.
  std::string date;
  /// The program that played it (program_text()), and the machine (machine_text()). Empty likewise.
  std::string program, machine;

  friend bool operator==(const FolderNotes&, const FolderNotes&) = default;
};

/// How a folder's results were made, in one line: the program that played the latest game, a hash over all of the
/// schedule with what its players and sequencers are, and the seeds, or the commitment to the secret.
std::string making_text(const FolderNotes& notes, const Schedule& schedule);

/// The schedule of the latest run in a results folder. Throws InputError if it is no results folder, and UserError if
/// it cannot be read.
Schedule read_schedule(const std::string& folder);

/// Whether a command removes the results that are in its folder before it writes its own.
enum class Fresh : std::uint8_t {
  no,
  own,  ///< unless games of others or a revealed secret would go with them
  all
};

/// Says in one line which games are removed from a folder if a run of `own` begins there with `fresh`; nothing if it
/// holds none. Throws InputError, which says so, too, if with Fresh::own games of players or sequencers would go that
/// `own` has not, a secret that has been revealed, or games that cannot be read.
std::string removed_by(Fresh fresh, const std::string& folder, const Schedule& own);

/// The stored games of a results folder. A row is identified by the names of player and sequencer, the repeat and
/// game_key(), so that games of earlier versions of a player stay beside those of the present one. An object may be
/// used by one thread at a time.
///
/// Each call of append() is one transaction, which is on disk when it returns, so neither the end of the process nor a
/// power cut loses it. SQLite uses a rollback journal instead of a write-ahead log: results.sqlite is complete by
/// itself whenever it is not being written, and it works on network file systems. (A killed process may leave a
/// journal. The next one that writes rolls it back; one that looks does so in a copy of its own.)
///
/// The database may be somebody else's. It is refused unless it has the tables that this version or an earlier one
/// makes and nothing else, and no link, journal of several databases or write-ahead log leads elsewhere.
class Store {
 public:
  /// How to open a folder. `look`: for reading, which changes nothing in it; a folder that does not exist has no games.
  /// `add`: the folder is made if it does not exist, and locked. `replace`: as `add`, but the games, the summary, the
  /// traces and a published secret in it are removed.
  enum class Access { look, add, replace };

  /// The schedule that a folder is to have, made from the one that is stored in it.
  using Join = std::function<Schedule(const Schedule& stored)>;

  /// Opens a folder with the games of `schedule`. Except with `look`, this becomes the folder's schedule, which
  /// read_schedule() returns; with `add` and a `join`, join(stored) takes its place if the folder has one already.
  /// Throws UserError if another process has locked the folder, if it holds games of another config, or if a file
  /// cannot be read or written.
  Store(std::string folder, Schedule schedule, Access access, const Join& join = {});
  ~Store();

  const Schedule& schedule() const { return schedule_; }

  /// game_key() of a game of the schedule.
  const std::string& key_of(const GameId& id) const;

  /// Whether the games there, be they of the schedule or not, were played in lockstep; none if there are none.
  std::optional<bool> lockstep() const;

  const FolderNotes& notes() const { return notes_; }
  /// Stores them, for later runs. Not with Access::look.
  void store_notes(const FolderNotes& notes);

  /// Replaces the folder's schedule by this one with another number of repeats. Not with Access::look.
  void store_repeats(int repeats);

  /// What is read of each row. `brief`: which game it is, how it ended (status, score, turns), and what went wrong
  /// (faults, error, error output); the rest stays as in an empty row. It takes less than half the time.
  enum class Read : std::uint8_t { all, brief };

  /// Calls `use` for each stored game of the schedule, ordered by player name, sequencer name (both by bytes) and
  /// repeat. Calls `other` for each stored game with names and repeat of the schedule but another key: a game of
  /// another version of a player or sequencer. Throws UserError as for_each_row() does.
  void for_each(const std::function<void(const StoredGame&)>& use, const std::function<void(const GameId&)>& other = {},
                Read read = Read::all) const;

  /// Calls `use` for all rows with their keys, in the same order, including rows that are not of the schedule. Throws
  /// UserError if one cannot be read or is not in its place in this order, as a row that occurs twice.
  void for_each_row(const std::function<void(match::GameRow&& row, const std::string& key)>& use,
                    Read read = Read::all) const;

  /// These games, in this order. Throws UserError if one is not stored or cannot be read.
  std::vector<StoredGame> games(std::span<const GameId> ids) const;

  /// Removes all games of the present version of the player or sequencer of this name. Not with Access::look.
  void remove_games_of(const std::string& name);

  /// Stores games in place of rows of the same games: all of them, or none, and then throws UserError. Not with
  /// Access::look.
  void append(std::span<const StoredGame> games);

 private:
  void open_database(Access access, const Join& join);

  std::string folder_;
  Schedule schedule_;
  FolderNotes notes_;
  std::vector<std::string> keys_;  ///< game_key() of the games of repeat 0, by number of the game
  std::optional<FolderLock> lock_;
  std::unique_ptr<Database> database_;  ///< none: the folder has no games
};

}  // namespace pentocity::results
