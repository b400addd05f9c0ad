#include "pentocity/results/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <tuple>
#include <utility>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/results/columns.hpp"

namespace pentocity::results {

using namespace match;

namespace {

constexpr int application_id = 0x50544354;  // "PTCT": marks the file as ours
// Format 4 has no columns that are Column::later. It is read as it is, and written only after it was made format 5.
constexpr int format_version = 5, earlier_version = 4;
// Someone may look into the file while we write: their reading is waited for.
constexpr int patience_ms = 60'000;

std::string definition_of(const Column& column) {
  return fmt::format("{} {}{}", column.name, name_of(column.type), column.nullable ? "" : " NOT NULL");
}

constexpr const char* table_of_run =
    "CREATE TABLE run (config TEXT NOT NULL, config_hash TEXT NOT NULL, version TEXT NOT NULL)";

// Where the columns of Column::later are: nowhere, as in the earlier format; among the others; or after all others,
// where they come when the earlier format is made the present one.
enum class Later : std::uint8_t { none, among, after };

// The table `game` without rows of its own numbering: its games lie in the order of the primary key.
std::string table_of_games(Later place) {
  std::string columns, later;
  for (const Column& column : game_columns())
    if (!column.later || place == Later::among)
      columns += definition_of(column) + ", ";
    else if (place == Later::after)
      later += definition_of(column) + ", ";
  return fmt::format(
      "CREATE TABLE game ({}key TEXT NOT NULL, {}PRIMARY KEY (player, sequencer, repeat, key)) WITHOUT ROWID", columns,
      later);
}

bool is_read(const Column& column, Store::Read read) { return read == Store::Read::all || column.brief; }

// All columns, separated by commas; of the earlier format with nothing in place of those that it lacks.
std::string column_list(bool earlier = false, Store::Read read = Store::Read::all) {
  std::string names;
  for (const Column& column : game_columns())
    if (is_read(column, read)) names += earlier && column.later ? "NULL, " : fmt::format("{}, ", column.name);
  return names + "key";
}

constexpr const char* database_file = "results.sqlite";
constexpr const char* journal_file = "results.sqlite-journal";

std::string database_path(const std::string& folder) { return folder + "/" + database_file; }

// SQLiteCpp, which would save the classes below, has closed a database that cannot be opened before anyone can ask it
// for the error of the system.
[[noreturn]] void fail(sqlite3* database, const std::string& folder) {
  std::string what = sqlite3_errmsg(database);
  if (const int error = sqlite3_system_errno(database); error != 0)
    what += fmt::format(" ({})", std::generic_category().message(error));
  throw UserError("{}: {}", database_path(folder), what);
}

// A prepared statement; parameters and columns are used in order.
class Statement {
 public:
  Statement(sqlite3* database, const std::string& folder, const std::string& sql)
      : database_(database), folder_(folder) {
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) fail(database, folder);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // The text must live until the step.
  Statement& bind(const ColumnValue& value) {
    ++bound_;
    if (std::visit([this](const auto& v) { return bind_here(v); }, value) != SQLITE_OK) fail(database_, folder_);
    return *this;
  }

  // Goes on to the next row; returns false if there is none.
  bool step() {
    read_ = 0;
    const int result = sqlite3_step(statement_);
    if (result == SQLITE_ROW) return true;
    if (result != SQLITE_DONE) fail(database_, folder_);
    return false;
  }
  // Runs a statement without rows, and makes it ready to be bound and run again.
  void run() {
    step();
    reset();
  }
  // Makes a statement ready to be bound and stepped through again.
  void reset() {
    sqlite3_reset(statement_);
    bound_ = 0;
  }

  std::string text() {
    // In this order, for the first may convert the value.
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, read_));
    const int size = sqlite3_column_bytes(statement_, read_++);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
  }
  std::int64_t integer64() { return sqlite3_column_int64(statement_, read_++); }

  // The value of a column as it is stored; its text lives until the next step. None: it is of another type.
  std::optional<ColumnValue> value(const Column& column) {
    const int at = read_++, type = sqlite3_column_type(statement_, at);
    if (type == SQLITE_NULL && column.nullable) return ColumnValue();
    if (type == SQLITE_INTEGER && column.type == ColumnType::whole)
      return std::int64_t{sqlite3_column_int64(statement_, at)};
    if (type == SQLITE_FLOAT && column.type == ColumnType::real) return sqlite3_column_double(statement_, at);
    if (type != SQLITE_TEXT || column.type != ColumnType::text) return std::nullopt;
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, at));
    return std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, at)));
  }

 private:
  int bind_here(std::monostate) { return sqlite3_bind_null(statement_, bound_); }
  int bind_here(std::int64_t whole) { return sqlite3_bind_int64(statement_, bound_, whole); }
  int bind_here(double real) { return sqlite3_bind_double(statement_, bound_, real); }
  int bind_here(std::string_view text) {
    return sqlite3_bind_text(statement_, bound_, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  sqlite3* database_;
  const std::string& folder_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0, read_ = 0;
};

void execute(sqlite3* database, const std::string& folder, const std::string& sql) {
  if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(database, folder);
}

// All or nothing: undone unless committed.
class Transaction {
 public:
  Transaction(sqlite3* database, const std::string& folder) : database_(database), folder_(folder) {
    execute(database, folder, "BEGIN IMMEDIATE");
  }
  ~Transaction() {
    // After some errors SQLite has rolled back by itself.
    if (!committed_ && sqlite3_get_autocommit(database_) == 0)
      sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    execute(database_, folder_, "COMMIT");
    committed_ = true;
  }

 private:
  sqlite3* database_;
  const std::string& folder_;
  bool committed_ = false;
};

void bind_row(Statement& insert, const GameRow& row, std::string_view key) {
  for (const Column& column : game_columns()) insert.bind(column.get(row));
  insert.bind(key);
}

// The row less the key.
void read_row(Statement& select, GameRow& row, Store::Read read) {
  for (const Column& column : game_columns()) {
    if (!is_read(column, read)) continue;
    const auto fail = [&](std::string_view what) {
      throw InputError("column '{}' of the game of '{}' on '{}', repeat {}: {}", column.name, row.player, row.sequencer,
                       row.repeat, what);
    };
    const auto value = select.value(column);
    if (!value) fail(fmt::format("expected {}, found another type", name_of(column.type)));
    try {
      column.set(row, *value);
    } catch (const InputError& e) {
      fail(e.what());
    }
  }
}

std::int64_t single_number(sqlite3* database, const std::string& folder, const std::string& query) {
  Statement select(database, folder, query);
  select.step();
  return select.integer64();
}

using Database = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;

bool has_database(const std::string& folder) { return Folder(folder).has(database_file); }

// SQLite would wait for a pipe, follow the names in a journal, and take a write-ahead log for a part of the database.
// The database itself is not opened here: closing it would take away the locks that SQLite holds on it.
void check_files(const Folder& folder, bool write) {
  for (const char* name : {database_file, journal_file}) {
    const auto status = folder.status_of(name);
    if (status && !S_ISREG(status->st_mode))
      throw InputError("{}: is {}: expected a file", folder.path_of(name),
                       S_ISLNK(status->st_mode) ? "a link, and links in this folder are not followed" : "no file");
    if (status && write) check_single(folder.path_of(name), *status);
  }
  for (const char* name : {"results.sqlite-wal", "results.sqlite-shm"})
    if (folder.has(name))
      throw InputError("{}: does not belong to a database that Pentocity made, which has no write-ahead log",
                       folder.path_of(name));
}

// Throws if the journal of a transaction that was cut short, as there may be one, names another file at its end, as
// those of transactions in several databases do: SQLite would look for that file and remove it.
void check_journal(const Folder& folder) {
  constexpr std::string_view end_of_name("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7");
  if (!folder.has(journal_file)) return;
  const File journal = folder.open(journal_file, O_RDONLY);
  std::string end(end_of_name.size(), '\0');
  const off_t begin = ::lseek(journal.get(), 0, SEEK_END) - std::ssize(end);
  if (::pread(journal.get(), end.data(), end.size(), begin) == std::ssize(end) && end == end_of_name)
    throw InputError("{}: names another file, which no journal of Pentocity does", folder.path_of(journal_file));
}

// Opens a database of which it is known that it is no link.
Database open_file(const std::string& folder, const std::string& path, int flags) {
  sqlite3* handle = nullptr;
  // Without locks of its own: a store is for one thread at a time.
  const int result =
      sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
  Database database(handle, sqlite3_close);
  if (result != SQLITE_OK) fail(handle, folder);
  sqlite3_busy_timeout(handle, patience_ms);
  for (const auto& [option, on] : {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1),
                                   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                   {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                   {SQLITE_DBCONFIG_ENABLE_VIEW, 0}})
    if (sqlite3_db_config(handle, option, on, nullptr) != SQLITE_OK) fail(handle, folder);
  // Read as SQLite has it open, see check_files().
  sqlite3_file* file = nullptr;
  std::array<unsigned char, 2> versions{};
  constexpr int place_of_versions = 18, write_ahead_log = 2;
  if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
      file->pMethods != nullptr &&
      file->pMethods->xRead(file, versions.data(), versions.size(), place_of_versions) == SQLITE_OK &&
      std::ranges::find(versions, write_ahead_log) != versions.end())
    throw InputError("{}: has a write-ahead log, which no database of Pentocity has", database_path(folder));
  execute(handle, folder, "PRAGMA cell_size_check = ON");
  // The longest text is that of a schedule, of up to a million pairings.
  constexpr int longest_text = 64 << 20;
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_text);
  return database;
}

// The path by which SQLite opens the database: with SQLITE_OPEN_NOFOLLOW no link may be anywhere in it.
std::string path_for_sqlite(const std::string& folder) {
  return (std::filesystem::canonical(folder) / database_file).string();
}

Database open_to_write(const std::string& folder) {
  const Folder opened(folder);
  check_files(opened, true);
  check_journal(opened);
  Database database = open_file(folder, path_for_sqlite(folder), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  // EXTRA: the removal of the journal, which is what commits, is brought to disk too.
  execute(database.get(), folder, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA");
  return database;
}

// What the database was before a transaction that was cut short: a copy of it, on which SQLite undoes the transaction.
Database open_copy(const std::string& folder) {
  const Folder opened(folder);
  std::string place = (std::filesystem::temp_directory_path() / "pentocity-XXXXXX").string();
  if (::mkdtemp(place.data()) == nullptr) throw UserError("{}: {}", place, std::generic_category().message(errno));
  const std::unique_ptr<std::string, void (*)(std::string*)> removed(&place, [](std::string* path) {
    std::error_code ignored;
    std::filesystem::remove_all(*path, ignored);
  });
  place = std::filesystem::canonical(place).string();
  const Folder copy(place);
  {
    // SQLite's lock of readers, held by the open file: whoever undoes the transaction meanwhile waits.
    const File file = opened.open(database_file, O_RDONLY);
    struct flock lock{};
    lock.l_type = F_RDLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x40000000 + 2;
    lock.l_len = 510;
    if (::fcntl(file.get(), F_OFD_SETLKW, &lock) != 0)
      throw UserError("{}: cannot be locked: {}", database_path(folder), std::generic_category().message(errno));
    check_journal(opened);
    if (opened.has(journal_file)) copy.write(journal_file, opened.read(journal_file), OnDisk::later);
    copy.write(database_file, read_open_file(file.get(), database_path(folder)), OnDisk::later);
  }
  Database database = open_file(folder, copy.path_of(database_file), SQLITE_OPEN_READWRITE);
  single_number(database.get(), folder, "SELECT count(*) FROM sqlite_master");
  return database;
}

// Opens the database without changing anything in the folder.
Database open_to_look(const std::string& folder) {
  check_files(Folder(folder), false);
  Database database = open_file(folder, path_for_sqlite(folder), SQLITE_OPEN_READONLY);
  sqlite3_exec(database.get(), "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
  if (sqlite3_extended_errcode(database.get()) == SQLITE_READONLY_ROLLBACK) return open_copy(folder);
  return database;
}

// Tells whether the database is empty.
bool is_new(sqlite3* database, const std::string& folder) {
  return single_number(database, folder, "SELECT count(*) FROM sqlite_master") == 0;
}

// Throws unless the database has the two tables that this version or an earlier one makes, and nothing else: views,
// triggers and other tables are somebody's program, which SQLite would run.
void check_schema(sqlite3* database, const std::string& folder, bool earlier) {
  const std::vector<std::string> of_games =
      earlier ? std::vector{table_of_games(Later::none)}
              : std::vector{table_of_games(Later::among), table_of_games(Later::after)};
  Statement select(database, folder, "SELECT type, name, sql FROM sqlite_master");
  std::size_t tables = 0;
  for (; select.step(); ++tables) {
    const std::string type = select.text(), name = select.text(), sql = select.text();
    if (sql != table_of_run && std::ranges::find(of_games, sql) == of_games.end())
      throw InputError(
          "{}: has a {} '{}' that no version of Pentocity makes: expected its tables 'run' and 'game' only",
          database_path(folder), type, name);
  }
  if (tables != 2) throw InputError("{}: lacks a table: expected 'run' and 'game'", database_path(folder));
}

// Tells whether the database is of the earlier format.
bool check_format(sqlite3* database, const std::string& folder) {
  if (single_number(database, folder, "PRAGMA application_id") != application_id)
    throw InputError("{}: not written by Pentocity", database_path(folder));
  const auto version = single_number(database, folder, "PRAGMA user_version");
  if (version != format_version && version != earlier_version)
    throw InputError("{}: has format {} of another version of Pentocity: expected {} or {}", database_path(folder),
                     version, earlier_version, format_version);
  check_schema(database, folder, version == earlier_version);
  return version == earlier_version;
}

std::string column_of_run(sqlite3* database, const std::string& folder, const std::string& column) {
  Statement select(database, folder, fmt::format("SELECT {} FROM run", column));
  if (!select.step()) throw InputError("{}: has lost its config", database_path(folder));
  return select.text();
}

nlohmann::json config_of_run(sqlite3* database, const std::string& folder) {
  return read_json(column_of_run(database, folder, "config"), database_path(folder) + ": its config");
}

// The commitment of the run that wrote the games; empty if their seeds are not secret.
std::string commitment_of_run(sqlite3* database, const std::string& folder) {
  const auto config = config_of_run(database, folder);
  const auto commitment = config.is_object() ? config.value("commitment", nlohmann::json()) : nlohmann::json();
  return commitment.is_string() ? commitment.get<std::string>() : "";
}

std::map<std::string, std::string> texts_of(const nlohmann::json& object) {
  std::map<std::string, std::string> out;
  if (object.is_object())
    for (const auto& [name, value] : object.items())
      if (value.is_string()) out[name] = value.get<std::string>();
  return out;
}

FolderNotes notes_of_run(sqlite3* database, const std::string& folder) {
  const auto config = config_of_run(database, folder);
  if (!config.is_object()) return {};
  const auto games = config.value("games", nlohmann::json(0));
  const auto text = [&](const char* name) {
    const auto value = config.value(name, nlohmann::json());
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  return {.all_traces = config.value("trace", nlohmann::json()) == "all",
          .named_games = games.is_number_unsigned() ? games.get<std::size_t>() : 0,
          .traced = text("traced"),
          .lockstep = config.value("lockstep", nlohmann::json()) == true,
          .date = text("date"),
          .seen = texts_of(config.value("seen", nlohmann::json()))};
}

void check_config(sqlite3* database, const std::string& folder, const Schedule& schedule) {
  if (column_of_run(database, folder, "config_hash") != config_hash(schedule)) {
    const std::string other = commitment_of_run(database, folder);
    if (schedule.commitment && !other.empty() && other != *schedule.commitment)
      throw InputError(
          "{}: holds games that were drawn from another secret ({}, not {}): choose another folder with --out, or "
          "remove them with --fresh",
          folder, other, *schedule.commitment);
    const Schedule stored = schedule_of_json(config_of_run(database, folder));
    throw InputError(
        "{}: holds games of another config: {}: choose another folder with --out, or remove them with --fresh{}",
        folder, config_difference(stored, schedule),
        other.empty() ? "" : fmt::format(", which replaces their secret, too (commitment {})", other));
  }
}

Schedule stored_schedule(sqlite3* database, const std::string& folder) {
  const auto config = config_of_run(database, folder);
  try {
    Schedule schedule = schedule_of_json(config);
    check_config(database, folder, schedule);
    return schedule;
  } catch (const InputError& e) {
    throw InputError("{}: {}", database_path(folder), e.what());
  }
}

// Makes the earlier format the present one.
void add_later_columns(sqlite3* database, const std::string& folder) {
  Transaction transaction(database, folder);
  for (const Column& column : game_columns())
    if (column.later) execute(database, folder, "ALTER TABLE game ADD COLUMN " + definition_of(column));
  execute(database, folder, fmt::format("PRAGMA user_version = {}", format_version));
  transaction.commit();
}

void write_run(sqlite3* database, const std::string& folder, const Schedule& schedule, const FolderNotes& notes,
               bool create) {
  Transaction transaction(database, folder);
  if (create)
    execute(database, folder,
            fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}; {}", application_id, format_version,
                        table_of_run, table_of_games(Later::among)));
  execute(database, folder, "DELETE FROM run");
  nlohmann::ordered_json config = to_json(schedule);
  if (notes.all_traces) config["trace"] = "all";
  if (notes.named_games > 0) config["games"] = notes.named_games;
  if (!notes.traced.empty()) config["traced"] = notes.traced;
  if (notes.lockstep) config["lockstep"] = true;
  if (!notes.date.empty()) config["date"] = notes.date;
  if (!notes.seen.empty()) config["seen"] = notes.seen;
  const std::string hash = config_hash(schedule);
  Statement(database, folder, "INSERT INTO run VALUES (?, ?, ?)")
      .bind(text_of_json(config))
      .bind(hash)
      .bind(PENTOCITY_VERSION)
      .run();
  transaction.commit();
}

void remove_results(const Folder& folder) {
  // The database before its journal: SQLite ignores a journal without a database, but not the other way round.
  for (const char* name : {database_file, journal_file, summary_file, "revealed.json", ".checked-traces"})
    folder.remove(name);
  const Folder traces = folder.folder(traces_folder);
  for (const std::string& name : traces.names())
    if (name.ends_with(".jsonl.gz") || name.ends_with(".tmp")) traces.remove(name);
}

}  // namespace

std::string seen_key(const entrants::EntrantId& entrant) {
  return fmt::format("{:016x}", hash_bytes(entrant.name + '\n' + entrant.identity));
}

bool holds_run(const std::string& folder) {
  return has_database(folder) && !is_new(open_to_look(folder).get(), folder);
}

Schedule read_schedule(const std::string& folder) {
  if (::access(folder.c_str(), F_OK) != 0) throw InputError("{}: there is no such folder", folder);
  if (!has_database(folder)) throw InputError("{}: no results folder: it has no results.sqlite", folder);
  const Database database = open_to_look(folder);
  if (is_new(database.get(), folder))
    throw InputError("{}: holds no games: the run that made it ended before the first one; start it again",
                     database_path(folder));
  check_format(database.get(), folder);
  return stored_schedule(database.get(), folder);
}

Store::Store(std::string folder, Schedule schedule, Access access, const Join& join)
    : folder_(std::move(folder)), schedule_(std::move(schedule)), database_(nullptr, sqlite3_close) {
  open_database(access, join);
  for (const entrants::EntrantId& sequencer : schedule_.sequencers)
    for (const entrants::EntrantId& player : schedule_.players) keys_.push_back(game_key(player, sequencer));
}

void Store::open_database(Access access, const Join& join) {
  if (access == Access::look) {
    if (!has_database(folder_)) return;
    database_ = open_to_look(folder_);
  } else {
    make_folder(folder_);
    lock_.emplace(folder_);
    if (access == Access::replace) remove_results(Folder(folder_));
    database_ = open_to_write(folder_);
  }
  const bool fresh = is_new(database_.get(), folder_);
  if (!fresh) {
    earlier_format_ = check_format(database_.get(), folder_);
    check_config(database_.get(), folder_, schedule_);
    notes_ = notes_of_run(database_.get(), folder_);
    if (access == Access::add && join) schedule_ = join(stored_schedule(database_.get(), folder_));
  }
  if (access != Access::look && std::exchange(earlier_format_, false)) add_later_columns(database_.get(), folder_);
  if (access != Access::look)
    write_run(database_.get(), folder_, schedule_, notes_, fresh);
  else if (fresh)
    database_.reset();
}

Store::~Store() = default;

std::optional<bool> Store::lockstep() const {
  if (!database_ || single_number(database_.get(), folder_, "SELECT EXISTS (SELECT 1 FROM game)") == 0)
    return std::nullopt;
  return notes_.lockstep;
}

void Store::store_repeats(int repeats) {
  Schedule schedule = schedule_;
  schedule.set_repeats(repeats);
  write_run(database_.get(), folder_, schedule, notes_, false);
}

void Store::store_notes(const FolderNotes& notes) {
  if (notes == notes_) return;
  notes_ = notes;
  write_run(database_.get(), folder_, schedule_, notes_, false);
}

const std::string& Store::key_of(const GameId& id) const {
  return keys_[schedule_.number_of({.player = id.player, .sequencer = id.sequencer})];
}

void Store::for_each_row(const std::function<void(GameRow&& row, const std::string& key)>& use, Read read) const {
  if (!database_) return;
  Statement select(
      database_.get(), folder_,
      fmt::format("SELECT {} FROM game ORDER BY player, sequencer, repeat, key", column_list(earlier_format_, read)));
  std::tuple<std::string, std::string, int, std::string> last;
  for (bool first = true; select.step(); first = false) {
    GameRow row;
    try {
      read_row(select, row, read);
    } catch (const InputError& e) {
      throw InputError("{}: {}", database_path(folder_), e.what());
    }
    const std::string key = select.text();
    const auto place = std::tie(row.player, row.sequencer, row.repeat, key);
    // In bytes that others wrote a page can be in many places, so that there would be no end of rows.
    if (!first && place <= last)
      throw InputError("{}: damaged: the game of '{}' on '{}', repeat {}, is not in its place", database_path(folder_),
                       row.player, row.sequencer, row.repeat);
    last = place;
    use(std::move(row), key);
  }
}

void Store::for_each(const std::function<void(const PlayedGame&)>& use, const std::function<void(const GameId&)>& other,
                     Read read) const {
  const auto players = numbers_of(schedule_.players), sequencers = numbers_of(schedule_.sequencers);
  auto player = players.end(), sequencer = sequencers.end();
  // Rows of a name follow each other.
  const auto find = [](const auto& numbers, auto& found, const std::string& name) {
    if (found == numbers.end() || found->first != name) found = numbers.find(name);
  };
  for_each_row(
      [&](GameRow&& row, const std::string& key) {
        find(players, player, row.player);
        find(sequencers, sequencer, row.sequencer);
        if (player == players.end() || sequencer == sequencers.end() || row.repeat < 0 ||
            row.repeat >= schedule_.repeats())
          return;
        const PlayedGame game{{.player = player->second, .sequencer = sequencer->second, .repeat = row.repeat},
                              std::move(row)};
        if (key != key_of(game.id)) {
          if (other) other(game.id);
          return;
        }
        use(game);
      },
      read);
}

std::vector<PlayedGame> Store::games(std::span<const GameId> ids) const {
  Statement select(database_.get(), folder_,
                   fmt::format("SELECT {} FROM game WHERE player = ? AND sequencer = ? AND repeat = ? AND key = ?",
                               column_list(earlier_format_)));
  std::vector<PlayedGame> out;
  for (const GameId& id : ids) {
    const std::string &player = schedule_.players[id.player].name, &sequencer = schedule_.sequencers[id.sequencer].name;
    select.bind(player).bind(sequencer).bind(std::int64_t{id.repeat}).bind(key_of(id));
    if (!select.step())
      throw InputError("{}: has lost the game of {} on {}, repeat {}", database_path(folder_), player, sequencer,
                       id.repeat);
    read_row(select, out.emplace_back(PlayedGame{id, {}}).row, Read::all);
    select.reset();
  }
  return out;
}

void Store::remove_games_of(const std::string& name) {
  Transaction transaction(database_.get(), folder_);
  Statement remove(database_.get(), folder_, "DELETE FROM game WHERE player = ? AND sequencer = ? AND key = ?");
  for (const entrants::EntrantId& sequencer : schedule_.sequencers)
    for (const entrants::EntrantId& player : schedule_.players)
      if (const std::string key = game_key(player, sequencer); player.name == name || sequencer.name == name)
        remove.bind(player.name).bind(sequencer.name).bind(key).run();
  transaction.commit();
}

void Store::append(std::span<const PlayedGame> games) {
  Transaction transaction(database_.get(), folder_);
  Statement insert(database_.get(), folder_,
                   fmt::format("INSERT OR REPLACE INTO game ({}) VALUES ({}?)", column_list(),
                               fmt::join(std::vector<std::string>(game_columns().size(), "?,"), "")));
  for (const PlayedGame& game : games) {
    bind_row(insert, game.row, key_of(game.id));
    insert.run();
  }
  transaction.commit();
}

}  // namespace pentocity::results
