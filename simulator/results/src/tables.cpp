#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "database.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/input/version.hpp"

namespace pentocity::results {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FolderNotes, all_traces, no_losses, named_games, traced, lockstep, date, program,
                                   machine)

namespace {

constexpr int application_id = 0x50544354;  // "PTCT": marks the file as ours
constexpr int present_format = 7;

constexpr const char* table_of_run =
    "CREATE TABLE run (config TEXT NOT NULL, config_hash TEXT NOT NULL, version TEXT NOT NULL, notes TEXT NOT NULL)";

std::string declared(const Column& column) {
  return fmt::format("{} {}{}", column.name, name_of(column.type), column.nullable ? "" : " NOT NULL");
}

// The table `game` without rows of its own numbering: its games lie in the order of the primary key. Without columns
// that are added; SQLite adds them before the primary key.
std::string table_of_games() {
  std::string columns;
  for (const Column& column : game_columns())
    if (!column.added) columns += declared(column) + ", ";
  return fmt::format(
      "CREATE TABLE game ({}key TEXT NOT NULL, PRIMARY KEY (player, sequencer, repeat, key)) WITHOUT ROWID", columns);
}

// What made a table, less the columns that were added to it.
std::string without_added(std::string sql) {
  for (const Column& column : game_columns())
    if (const std::string text = ", " + declared(column); column.added)
      if (const auto at = sql.find(text + ","); at != std::string::npos) sql.erase(at, text.size());
  return sql;
}

std::string column_of_run(const Database& database, const std::string& column) {
  Statement select(database, fmt::format("SELECT {} FROM run", column));
  if (!select.step()) throw InputError("{}: has lost its config", database.path());
  return select.text();
}

nlohmann::json config_of_run(const Database& database) {
  return read_json(column_of_run(database, "config"), database.path() + ": its config");
}

}  // namespace

std::string making_text(const FolderNotes& notes, const Schedule& schedule) {
  const std::string program = notes.program.empty() ? "" : fmt::format("Pentocity {}, ", notes.program);
  const auto& seeds = schedule.seeds;
  const std::string drawn = schedule.commitment ? fmt::format("a secret with the commitment {}", *schedule.commitment)
                            : seeds.empty()     ? "no seeds"
                            : seeds.size() == 1 ? fmt::format("seed {}", seeds.front())
                                                : fmt::format("{} seeds from {} on", seeds.size(), seeds.front());
  return fmt::format("{}config {:016x}, {}", program, hash_bytes(text_of_json(to_json(schedule))), drawn);
}

bool has_column(const Database& database, const Column& column) {
  return !column.added || database.number(fmt::format(
                              "SELECT count(*) FROM pragma_table_info('game') WHERE name = '{}'", column.name)) > 0;
}

void check_format(const Database& database) {
  if (database.number("PRAGMA application_id") != application_id)
    throw InputError("{}: not written by Pentocity", database.path());
  if (const auto format = database.number("PRAGMA user_version"); format != present_format)
    throw InputError("{}: has format {} of another version of Pentocity: expected {}", database.path(), format,
                     present_format);
  std::set<std::string> lacking{table_of_run, table_of_games()};
  Statement select(database, "SELECT type, name, sql FROM sqlite_master");
  while (select.step()) {
    const std::string type = select.text(), name = select.text(), sql = without_added(select.text());
    if (lacking.erase(sql) == 0)
      throw InputError(
          "{}: has a {} '{}' that no version of Pentocity makes: expected its tables 'run' and 'game' only",
          database.path(), type, name);
  }
  if (!lacking.empty()) throw InputError("{}: lacks a table: expected 'run' and 'game'", database.path());
}

Schedule read_schedule(const Database& database) {
  const auto config = config_of_run(database);
  try {
    Schedule schedule = schedule_of_json(config);
    check_config(database, schedule);
    return schedule;
  } catch (const InputError& e) {
    throw InputError("{}: {}", database.path(), e.what());
  }
}

FolderNotes read_notes(const Database& database) {
  const std::string name = database.path() + ": its notes";
  try {
    nlohmann::json notes = read_json(column_of_run(database, "notes"), name);
    if (notes.is_object()) notes.emplace("no_losses", false);  // which folders of earlier versions lack
    return notes.get<FolderNotes>();
  } catch (const nlohmann::json::exception& e) {
    throw InputError("{}: damaged: {}", name, e.what());
  }
}

void check_config(const Database& database, const Schedule& schedule) {
  if (column_of_run(database, "config_hash") == config_hash(schedule)) return;
  const auto config = config_of_run(database);
  const auto commitment = config.is_object() ? config.value("commitment", nlohmann::json()) : nlohmann::json();
  // Of the run that wrote the games; empty if their seeds are not secret.
  const std::string other = commitment.is_string() ? commitment.get<std::string>() : "";
  if (schedule.commitment && !other.empty() && other != *schedule.commitment)
    throw InputError(
        "{}: holds games that were drawn from another secret ({}, not {}): choose another folder with --out, or "
        "remove them with --fresh",
        database.folder(), other, *schedule.commitment);
  throw InputError(
      "{}: holds games of another config: {}: choose another folder with --out, or remove them with --fresh{}",
      database.folder(), config_difference(schedule_of_json(config), schedule),
      other.empty() ? "" : fmt::format(", which replaces their secret, too (commitment {})", other));
}

void write_run(const Database& database, const Schedule& schedule, const FolderNotes& notes) {
  Transaction transaction(database);
  if (database.empty())
    database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}; {}", application_id,
                                 present_format, table_of_run, table_of_games()));
  for (const Column& column : game_columns())
    if (!has_column(database, column)) database.execute("ALTER TABLE game ADD COLUMN " + declared(column));
  database.execute("DELETE FROM run");
  Statement insert(database, "INSERT INTO run VALUES (?, ?, ?, ?)");
  for (const std::string& text : {text_of_json(to_json(schedule)), config_hash(schedule),
                                  std::string(program_version()), text_of_json(nlohmann::json(notes))})
    insert.bind(text);
  insert.run();
  transaction.commit();
}

}  // namespace pentocity::results
