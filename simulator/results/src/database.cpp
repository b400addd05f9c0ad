#include "database.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "pentocity/input/read_file.hpp"
#include "pentocity/input/shell_word.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::results {

namespace {

// Someone may look into the file while we write: their reading is waited for.
constexpr int patience_ms = 60'000;

// SQLiteCpp, which would save these classes, has closed a database that cannot be opened before anyone can ask it for
// the error of the system.
[[noreturn]] void fail_of(sqlite3* database, const std::string& path) {
  if (sqlite3_errcode(database) == SQLITE_BUSY)
    throw UserError(
        "{}: another program has been reading or writing it for {} seconds: end that program, which `fuser {}` names, "
        "and give the same command again",
        path, patience_ms / 1000, shell_word(path));
  std::string what = sqlite3_errmsg(database);
  if (const int error = sqlite3_system_errno(database); error != 0)
    what += fmt::format(" ({})", std::generic_category().message(error));
  throw UserError("{}: {}", path, what);
}

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

// Binds a value to a parameter of a statement.
struct Bind {
  sqlite3_stmt* statement;
  int place;

  int operator()(std::monostate) const { return sqlite3_bind_null(statement, place); }
  int operator()(std::int64_t whole) const { return sqlite3_bind_int64(statement, place, whole); }
  int operator()(double real) const { return sqlite3_bind_double(statement, place, real); }
  int operator()(const std::string& text) const {
    return sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
};

std::string_view text_at(sqlite3_stmt* statement, int place) {
  // In this order, for the first may convert the value.
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement, place));
  const int size = sqlite3_column_bytes(statement, place);
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, static_cast<std::size_t>(size));
}

}  // namespace

bool has_database(const std::string& folder) { return Folder(folder).has(database_file); }

Database::Database(const std::string& folder, Access access) : folder_(folder), handle_(nullptr, sqlite3_close) {
  const Folder opened(folder);
  check_files(opened, access == Access::write);
  // With SQLITE_OPEN_NOFOLLOW no link may be anywhere in the path.
  const std::string path = (std::filesystem::canonical(folder) / database_file).string();
  if (access == Access::write) {
    check_journal(opened);
    handle_ = open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    // EXTRA: the removal of the journal, which is what commits, is brought to disk too.
    execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA");
    return;
  }
  handle_ = open(path, SQLITE_OPEN_READONLY);
  sqlite3_exec(get(), "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
  if (sqlite3_extended_errcode(get()) != SQLITE_READONLY_ROLLBACK) return;
  handle_ = open_copy();
}

Database::Handle Database::open(const std::string& path, int flags) const {
  sqlite3* opened = nullptr;
  // Without locks of its own: a store is for one thread at a time.
  const int result =
      sqlite3_open_v2(path.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
  Handle handle(opened, sqlite3_close);
  if (result != SQLITE_OK) fail_of(opened, this->path());
  sqlite3_busy_timeout(opened, patience_ms);
  for (const auto& [option, on] : {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1),
                                   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                   {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                   {SQLITE_DBCONFIG_ENABLE_VIEW, 0}})
    if (sqlite3_db_config(opened, option, on, nullptr) != SQLITE_OK) fail_of(opened, this->path());
  // Read as SQLite has it open, see check_files().
  sqlite3_file* file = nullptr;
  std::array<unsigned char, 2> versions{};
  constexpr int place_of_versions = 18, write_ahead_log = 2;
  if (sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
      file->pMethods != nullptr &&
      file->pMethods->xRead(file, versions.data(), versions.size(), place_of_versions) == SQLITE_OK &&
      std::ranges::find(versions, write_ahead_log) != versions.end())
    throw InputError("{}: has a write-ahead log, which no database of Pentocity has", this->path());
  if (sqlite3_exec(opened, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr) != SQLITE_OK)
    fail_of(opened, this->path());
  // The longest text is that of a schedule, of up to a million pairings.
  constexpr int longest_text = 64 << 20;
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, longest_text);
  return handle;
}

// What the database was before a transaction that was cut short: a copy of it, on which SQLite undoes the transaction.
Database::Handle Database::open_copy() const {
  const Folder opened(folder_);
  std::string place = (std::filesystem::temp_directory_path() / "pentocity-XXXXXX").string();
  if (::mkdtemp(place.data()) == nullptr) throw UserError("{}: {}", place, std::generic_category().message(errno));
  const std::unique_ptr<std::string, void (*)(std::string*)> removed(&place, [](std::string* where) {
    std::error_code ignored;
    std::filesystem::remove_all(*where, ignored);
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
      throw UserError("{}: cannot be locked: {}", path(), std::generic_category().message(errno));
    check_journal(opened);
    if (opened.has(journal_file)) copy.write(journal_file, opened.read(journal_file), OnDisk::later);
    copy.write(database_file, read_open_file(file.get(), path()), OnDisk::later);
  }
  Handle database = open(copy.path_of(database_file), SQLITE_OPEN_READWRITE);
  if (sqlite3_exec(database.get(), "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr) != SQLITE_OK)
    fail_of(database.get(), path());
  return database;
}

void Database::fail() const { fail_of(get(), path()); }

void Database::execute(const std::string& sql) const {
  if (sqlite3_exec(get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(const std::string& query) const {
  Statement select(*this, query);
  select.step();
  return select.integer64();
}

Statement::Statement(const Database& database, const std::string& sql) : database_(database) {
  if (sqlite3_prepare_v2(database.get(), sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) database.fail();
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(const ColumnValue& value) {
  if (std::visit(Bind{statement_, ++bound_}, value) != SQLITE_OK) database_.fail();
  return *this;
}

bool Statement::step() {
  read_ = 0;
  const int result = sqlite3_step(statement_);
  if (result != SQLITE_ROW && result != SQLITE_DONE) database_.fail();
  return result == SQLITE_ROW;
}

void Statement::reset() {
  sqlite3_reset(statement_);
  bound_ = 0;
}

void Statement::run() {
  step();
  reset();
}

std::string Statement::text() { return std::string(text_at(statement_, read_++)); }

std::int64_t Statement::integer64() { return sqlite3_column_int64(statement_, read_++); }

std::optional<ColumnValue> Statement::value(const Column& column) {
  const int at = read_++, type = sqlite3_column_type(statement_, at);
  if (type == SQLITE_NULL && column.nullable) return ColumnValue();
  if (type == SQLITE_INTEGER && column.type == ColumnType::whole)
    return std::int64_t{sqlite3_column_int64(statement_, at)};
  if (type == SQLITE_FLOAT && column.type == ColumnType::real) return sqlite3_column_double(statement_, at);
  if (type != SQLITE_TEXT || column.type != ColumnType::text) return std::nullopt;
  return std::string(text_at(statement_, at));
}

Transaction::Transaction(const Database& database) : database_(database) { database.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  // After some errors SQLite has rolled back by itself.
  if (!committed_ && sqlite3_get_autocommit(database_.get()) == 0)
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  committed_ = true;
}

}  // namespace pentocity::results
