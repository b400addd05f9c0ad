#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <tuple>

#include "database.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/input/version.hpp"

namespace pentocity::results {

namespace {

constexpr int application_id = 0x50544354;  // "PTCT": marks the file as ours
constexpr int present_format = 6;

constexpr const char* table_of_run =
    "CREATE TABLE run (config TEXT NOT NULL, config_hash TEXT NOT NULL, version TEXT NOT NULL)";
constexpr const char* table_of_notes =
    "CREATE TABLE note (name TEXT NOT NULL, entrant TEXT NOT NULL, value TEXT NOT NULL, "
    "PRIMARY KEY (name, entrant)) WITHOUT ROWID";

// The table `game` without rows of its own numbering: its games lie in the order of the primary key.
std::string table_of_games() {
  std::string columns;
  for (const Column& column : game_columns())
    columns += fmt::format("{} {}{}, ", column.name, name_of(column.type), column.nullable ? "" : " NOT NULL");
  return fmt::format(
      "CREATE TABLE game ({}key TEXT NOT NULL, PRIMARY KEY (player, sequencer, repeat, key)) WITHOUT ROWID", columns);
}

std::string column_of_run(const Database& database, const std::string& column) {
  Statement select(database, fmt::format("SELECT {} FROM run", column));
  if (!select.step()) throw InputError("{}: has lost its config", database.path());
  return select.text();
}

nlohmann::json config_of_run(const Database& database) {
  return read_json(column_of_run(database, "config"), database.path() + ": its config");
}

// A row of the table `note`: a name, the seen_key() of the entrant that it is about or nothing, and what it says.
struct Note {
  std::string name, entrant, value;
};

void take(FolderNotes& notes, const Note& note) {
  if (note.name == "trace") notes.all_traces = note.value == "all";
  if (note.name == "games")
    std::from_chars(note.value.data(), note.value.data() + note.value.size(), notes.named_games);
  if (note.name == "traced") notes.traced = note.value;
  if (note.name == "lockstep") notes.lockstep = note.value == "true";
  if (note.name == "date") notes.date = note.value;
  if (note.name == "program") notes.program = note.value;
  if (note.name == "machine") notes.machine = note.value;
  if (note.name == "seen") notes.seen[note.entrant] = note.value;
  if (note.name == "files") notes.files[note.entrant] = note.value;
}

std::vector<Note> rows_of(const FolderNotes& notes) {
  std::vector<Note> rows;
  if (notes.all_traces) rows.push_back({"trace", "", "all"});
  if (notes.named_games > 0) rows.push_back({"games", "", std::to_string(notes.named_games)});
  if (!notes.traced.empty()) rows.push_back({"traced", "", notes.traced});
  if (notes.lockstep) rows.push_back({"lockstep", "", "true"});
  for (const auto& [name, value] :
       {std::pair("date", &notes.date), {"program", &notes.program}, {"machine", &notes.machine}})
    if (!value->empty()) rows.push_back({name, "", *value});
  for (const auto& [name, values] : {std::pair("seen", &notes.seen), {"files", &notes.files}})
    for (const auto& [entrant, value] : *values) rows.push_back({name, entrant, value});
  return rows;
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

std::string seen_key(const entrants::EntrantId& entrant) {
  return fmt::format("{:016x}", hash_bytes(entrant.name + '\n' + entrant.identity));
}

void check_format(const Database& database) {
  if (database.number("PRAGMA application_id") != application_id)
    throw InputError("{}: not written by Pentocity", database.path());
  if (const auto format = database.number("PRAGMA user_version"); format != present_format)
    throw InputError("{}: has format {} of another version of Pentocity: expected {}", database.path(), format,
                     present_format);
  const std::array<std::string, 3> expected{table_of_run, table_of_notes, table_of_games()};
  Statement select(database, "SELECT type, name, sql FROM sqlite_master");
  std::size_t tables = 0;
  for (; select.step(); ++tables) {
    const std::string type = select.text(), name = select.text(), sql = select.text();
    if (std::ranges::find(expected, sql) == expected.end())
      throw InputError(
          "{}: has a {} '{}' that no version of Pentocity makes: expected its tables 'run', 'note' and 'game' only",
          database.path(), type, name);
  }
  if (tables != expected.size())
    throw InputError("{}: lacks a table: expected 'run', 'note' and 'game'", database.path());
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
  FolderNotes notes;
  Statement select(database, "SELECT name, entrant, value FROM note ORDER BY name, entrant");
  std::optional<Note> last;
  while (select.step()) {
    Note note{select.text(), select.text(), select.text()};
    // In bytes that others wrote a page can be in many places, so that there would be no end of rows.
    if (last && std::tie(note.name, note.entrant) <= std::tie(last->name, last->entrant))
      throw InputError("{}: damaged: the note '{}' is not in its place", database.path(), note.name);
    take(notes, note);
    last = std::move(note);
  }
  return notes;
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
    database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}; {}; {}", application_id,
                                 present_format, table_of_run, table_of_notes, table_of_games()));
  database.execute("DELETE FROM run; DELETE FROM note");
  const std::string config = text_of_json(to_json(schedule)), hash = config_hash(schedule);
  Statement(database, "INSERT INTO run VALUES (?, ?, ?)")
      .bind(config)
      .bind(hash)
      .bind(std::string(program_version()))
      .run();
  Statement insert(database, "INSERT INTO note VALUES (?, ?, ?)");
  for (const Note& note : rows_of(notes)) insert.bind(note.name).bind(note.entrant).bind(note.value).run();
  transaction.commit();
}

}  // namespace pentocity::results
