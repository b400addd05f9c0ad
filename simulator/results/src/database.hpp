#pragma once
// The file results.sqlite of a results folder, which may be somebody else's, its tables, and statements of SQL on it.

#include "pentocity/results/columns.hpp"
#include "pentocity/results/store.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace pentocity::results {

inline constexpr const char* database_file = "results.sqlite";
inline constexpr const char* journal_file = "results.sqlite-journal";

/// Tells whether the folder has the file, whatever it holds.
bool has_database(const std::string& folder);

/// An open database. No link, journal of several databases or write-ahead log leads elsewhere.
class Database {
 public:
  enum class Access : std::uint8_t { look, write };
  /// Opens the database of a folder; `look` changes nothing in the folder. Throws UserError if that fails, and
  /// InputError if SQLite would be led elsewhere.
  Database(const std::string& folder, Access access);

  const std::string& folder() const { return folder_; }
  /// The path of the file, for messages.
  std::string path() const { return folder_ + "/" + database_file; }
  sqlite3* get() const { return handle_.get(); }
  /// Tells whether it holds nothing, not even a table.
  bool empty() const { return number("SELECT count(*) FROM sqlite_master") == 0; }
  /// Runs statements without rows. Throws UserError.
  void execute(const std::string& sql) const;
  /// The integer that a query gives. Throws UserError.
  std::int64_t number(const std::string& query) const;
  /// Throws UserError with what SQLite and the system say of the latest failure.
  [[noreturn]] void fail() const;

 private:
  using Handle = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;
  Handle open(const std::string& path, int flags) const;
  Handle open_copy() const;

  std::string folder_;
  Handle handle_;
};

/// A prepared statement; parameters and columns are used in order. All members throw UserError.
class Statement {
 public:
  Statement(const Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;

  /// Binds the next parameter.
  Statement& bind(const ColumnValue& value);
  /// Goes on to the next row; returns false if there is none.
  bool step();
  /// Makes it ready to be bound and stepped through again.
  void reset();
  /// Runs a statement without rows, and makes it ready to be bound and run again.
  void run();

  /// The next column as text.
  std::string text();
  /// The next column as an integer.
  std::int64_t integer64();
  /// The next column's value as it is stored. None: it is of another type.
  std::optional<ColumnValue> value(const Column& column);

 private:
  const Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0, read_ = 0;
};

/// All or nothing: undone unless committed.
class Transaction {
 public:
  explicit Transaction(const Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  void commit();

 private:
  const Database& database_;
  bool committed_ = false;
};

// The tables: `run`, one row with the schedule and the notes, which decide no game; and `game`.

/// Throws InputError unless the database has the present format, with the very tables that Pentocity makes, less
/// columns that were added later, and nothing else: views, triggers and other tables are somebody's program, which
/// SQLite would run.
void check_format(const Database& database);

/// The schedule, and the notes. Throw InputError if the database has lost or damaged them.
Schedule read_schedule(const Database& database);
FolderNotes read_notes(const Database& database);

/// Throws InputError if the database holds games of another config than this schedule's.
void check_config(const Database& database, const Schedule& schedule);

/// Whether the table `game` has the column; one that was added later may be missing.
bool has_column(const Database& database, const Column& column);

/// Writes schedule and notes; makes the tables if the database is empty, and adds columns that are missing.
void write_run(const Database& database, const Schedule& schedule, const FolderNotes& notes);

}  // namespace pentocity::results
