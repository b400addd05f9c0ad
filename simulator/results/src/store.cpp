#include "pentocity/results/store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <tuple>

#include "database.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/results/promises.hpp"
#include "pentocity/results/secret_file.hpp"

namespace pentocity::results {

using match::GameRow;

namespace {

bool is_read(const Column& column, Store::Read read) { return read == Store::Read::all || column.brief; }

// The columns that are read, separated by commas; of one that the table does not have yet, nothing.
std::string column_list(const Database& database, Store::Read read = Store::Read::all) {
  std::string names;
  for (const Column& column : game_columns())
    if (is_read(column, read)) names += fmt::format("{}, ", has_column(database, column) ? column.name : "NULL");
  return names + "key";
}

// The row less the key.
void read_row(Statement& select, GameRow& row, Store::Read read) {
  for (const Column& column : game_columns()) {
    if (!is_read(column, read)) continue;
    try {
      const auto value = select.value(column);
      if (!value) throw InputError("expected {}, found another type", name_of(column.type));
      column.set(row, *value);
    } catch (const InputError& e) {
      throw InputError("column '{}' of the game of '{}' on '{}', repeat {}: {}", column.name, row.player, row.sequencer,
                       row.repeat, e.what());
    }
  }
}

void remove_results(const Folder& folder) {
  // The database before its journal: SQLite ignores a journal without a database, but not the other way round.
  for (const char* name : {database_file, journal_file, summary_file, revealed_file, disqualified_file})
    folder.remove(name);
  const Folder traces = folder.folder(traces_folder);
  for (const std::string& name : traces.names())
    if (name.ends_with(".jsonl.gz") || name.ends_with(".tmp")) traces.remove(name);
}

}  // namespace

bool holds_run(const std::string& folder) {
  return has_database(folder) && !Database(folder, Database::Access::look).empty();
}

Schedule read_schedule(const std::string& folder) {
  if (::access(folder.c_str(), F_OK) != 0) throw InputError("{}: there is no such folder", folder);
  if (!has_database(folder)) throw InputError("{}: no results folder: it has no results.sqlite", folder);
  const Database database(folder, Database::Access::look);
  if (database.empty())
    throw InputError("{}: holds no games: the run that made it ended before the first one; start it again",
                     database.path());
  check_format(database);
  return read_schedule(database);
}

std::string removed_by(Fresh fresh, const std::string& folder, const Schedule& own) {
  constexpr std::string_view ways =
      "another folder leaves them, `pentocity run --anew PLAYER` plays only one player's games anew, and --delete-all "
      "(in Python fresh='all') deletes them";
  if (fresh == Fresh::no) return "";
  std::size_t games = 0, of_others = 0;
  std::set<std::string> deleted, others;  // names of players; of players and sequencers
  try {
    if (!holds_run(folder)) return "";
    const auto players = numbers_of(own.players), sequencers = numbers_of(own.sequencers);
    const auto count = [&](const GameRow& row, const std::string&) {
      ++games;
      deleted.insert(printable(row.player));
      const bool has_player = players.contains(row.player), has_sequencer = sequencers.contains(row.sequencer);
      if (!has_player || !has_sequencer) ++of_others;
      if (!has_player) others.insert(printable(row.player));
      if (!has_sequencer) others.insert(printable(row.sequencer));
    };
    Store(folder, read_schedule(folder), Store::Access::look).for_each_row(count, Store::Read::brief);
  } catch (const UserError& e) {
    if (fresh == Fresh::own)
      throw InputError("--fresh would delete games that cannot be read ({}): {}", e.what(), ways);
    return fmt::format("{}: deleted first: games that cannot be read", folder);
  }
  if (games == 0) return "";
  if (fresh == Fresh::own && of_others > 0)
    throw InputError("--fresh would delete {} in {}, {} of them of others than play now ({}): {}",
                     counted(games, "game"), folder, of_others, fmt::join(others, ", "), ways);
  if (fresh == Fresh::own && Folder(folder).has(revealed_file))
    throw InputError("--fresh would delete the {} in {} and the secret that has been revealed of them: {}",
                     counted(games, "game"), folder, ways);
  const auto commitment = read_schedule(folder).commitment;
  return fmt::format("{}: deleted first: {} of {}{}", folder, counted(games, "game"), fmt::join(deleted, ", "),
                     commitment ? fmt::format(", and the secret with the commitment {}", *commitment) : "");
}

Store::Store(std::string folder, Schedule schedule, Access access, const Join& join)
    : folder_(std::move(folder)), schedule_(std::move(schedule)) {
  open_database(access, join);
  for (const match::EntrantId& sequencer : schedule_.sequencers)
    for (const match::EntrantId& player : schedule_.players) keys_.push_back(game_key(player, sequencer));
}

void Store::open_database(Access access, const Join& join) {
  if (access == Access::look) {
    if (!has_database(folder_)) return;
    database_ = std::make_unique<Database>(folder_, Database::Access::look);
    if (database_->empty()) return database_.reset();
  } else {
    make_folder(folder_);
    lock_.emplace(folder_);
    if (access == Access::replace) {
      remove_results(Folder(folder_));
      if (!schedule_.commitment) Folder(folder_).remove(secret_file);  // of the games that are gone
    }
    database_ = std::make_unique<Database>(folder_, Database::Access::write);
  }
  if (!database_->empty()) {
    check_format(*database_);
    check_config(*database_, schedule_);
    notes_ = read_notes(*database_);
    if (access == Access::add && join) schedule_ = join(read_schedule(*database_));
  }
  if (access != Access::look) write_run(*database_, schedule_, notes_);
}

Store::~Store() = default;

std::optional<bool> Store::lockstep() const {
  if (!database_ || database_->number("SELECT EXISTS (SELECT 1 FROM game)") == 0) return std::nullopt;
  return notes_.lockstep;
}

void Store::store_repeats(int repeats) {
  Schedule schedule = schedule_;
  schedule.set_repeats(repeats);
  write_run(*database_, schedule, notes_);
}

void Store::store_notes(const FolderNotes& notes) {
  if (notes == notes_) return;
  notes_ = notes;
  write_run(*database_, schedule_, notes_);
}

const std::string& Store::key_of(const GameId& id) const {
  return keys_[schedule_.number_of({.player = id.player, .sequencer = id.sequencer})];
}

void Store::for_each_row(const std::function<void(GameRow&& row, const std::string& key)>& use, Read read) const {
  if (!database_) return;
  Statement select(*database_, fmt::format("SELECT {} FROM game ORDER BY player, sequencer, repeat, key",
                                           column_list(*database_, read)));
  std::tuple<std::string, std::string, int, std::string> last;
  for (bool first = true; select.step(); first = false) {
    GameRow row;
    try {
      read_row(select, row, read);
    } catch (const InputError& e) {
      throw InputError("{}: {}", database_->path(), e.what());
    }
    const std::string key = select.text();
    const auto place = std::tie(row.player, row.sequencer, row.repeat, key);
    // In bytes that others wrote a page can be in many places, so that there would be no end of rows.
    if (!first && place <= last)
      throw InputError("{}: damaged: the game of '{}' on '{}', repeat {}, is not in its place", database_->path(),
                       row.player, row.sequencer, row.repeat);
    last = place;
    use(std::move(row), key);
  }
}

void Store::for_each(const std::function<void(const StoredGame&)>& use, const std::function<void(const GameId&)>& other,
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
        if (player == players.end() || sequencer == sequencers.end() || !schedule_.has(row.sequencer, row.repeat))
          return;
        const StoredGame game{{.player = player->second, .sequencer = sequencer->second, .repeat = row.repeat},
                              std::move(row)};
        if (key == key_of(game.id))
          use(game);
        else if (other)
          other(game.id);
      },
      read);
}

std::vector<StoredGame> Store::games(std::span<const GameId> ids) const {
  Statement select(*database_,
                   fmt::format("SELECT {} FROM game WHERE player = ? AND sequencer = ? AND repeat = ? AND key = ?",
                               column_list(*database_)));
  std::vector<StoredGame> out;
  for (const GameId& id : ids) {
    const std::string &player = schedule_.players[id.player].name, &sequencer = schedule_.sequencers[id.sequencer].name;
    select.bind(player).bind(sequencer).bind(std::int64_t{id.repeat}).bind(key_of(id));
    if (!select.step())
      throw InputError("{}: has lost the game of {} on {}, repeat {}", database_->path(), player, sequencer, id.repeat);
    read_row(select, out.emplace_back(StoredGame{id, {}}).row, Read::all);
    select.reset();
  }
  return out;
}

void Store::remove_games_of(const std::string& name) {
  Transaction transaction(*database_);
  Statement remove(*database_, "DELETE FROM game WHERE player = ? AND sequencer = ? AND key = ?");
  for (const match::EntrantId& sequencer : schedule_.sequencers)
    for (const match::EntrantId& player : schedule_.players)
      if (const std::string key = game_key(player, sequencer); player.name == name || sequencer.name == name)
        remove.bind(player.name).bind(sequencer.name).bind(key).run();
  transaction.commit();
}

void Store::append(std::span<const StoredGame> games) {
  Transaction transaction(*database_);
  Statement insert(*database_, fmt::format("INSERT OR REPLACE INTO game ({}) VALUES ({}?)", column_list(*database_),
                                           fmt::join(std::vector<std::string>(game_columns().size(), "?,"), "")));
  for (const StoredGame& game : games) {
    for (const Column& column : game_columns()) insert.bind(column.get(game.row));
    insert.bind(key_of(game.id)).run();
  }
  transaction.commit();
}

}  // namespace pentocity::results
