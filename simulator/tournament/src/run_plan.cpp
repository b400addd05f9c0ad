#include "pentocity/tournament/preparation.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

namespace {

using Entrants = std::vector<match::EntrantId>;

// The number that each of `all` has among `some`; -1: none.
std::vector<int> places_of(const Entrants& all, const Entrants& some) {
  const auto numbers = results::numbers_of(some);
  std::vector<int> out;
  for (const match::EntrantId& e : all) out.push_back(numbers.contains(e.name) ? numbers.at(e.name) : -1);
  return out;
}

}  // namespace

RunPlan::RunPlan(const results::Schedule& stored, const results::Schedule& configured, const results::Shard& shard,
                 std::function<bool(const results::GameId&)> chosen)
    : configured_(configured),
      shard_(shard),
      chosen_(std::move(chosen)),
      players_(places_of(stored.players, configured.players)),
      sequencers_(places_of(stored.sequencers, configured.sequencers)) {
  const auto players = places_of(configured.players, stored.players),
             sequencers = places_of(configured.sequencers, stored.sequencers);
  for (std::size_t i = 0; i < configured.games(); ++i)
    if (const results::GameId id = configured.game(i); has(id))
      games_.push_back({{players[id.player], sequencers[id.sequencer], id.repeat}, id});
}

std::optional<RunGame> RunPlan::find(const results::GameId& stored) const {
  const results::GameId id{players_[stored.player], sequencers_[stored.sequencer], stored.repeat};
  if (id.player < 0 || id.sequencer < 0 || id.repeat >= configured_.repeats() || !has(id)) return std::nullopt;
  return RunGame{stored, id};
}

results::Schedule folder_schedule(const Config& config, const results::Schedule& stored) {
  const results::Schedule& own = config.schedule;
  if (!config.file) return results::joined(stored, own);
  const auto named = [](Entrants entrants, const Entrants& played, const Entrants& earlier) {
    const auto a = results::numbers_of(played), b = results::numbers_of(earlier);
    std::erase_if(entrants, [&](const match::EntrantId& e) { return !a.contains(e.name) && !b.contains(e.name); });
    // With the options of this command.
    for (match::EntrantId& e : entrants)
      if (const auto found = a.find(e.name); found != a.end()) e = played[static_cast<std::size_t>(found->second)];
    return entrants;
  };
  const NamedByFile& file = *config.file;
  const bool whole = names_of(own.players) == names_of(file.players) &&
                     names_of(own.sequencers) == names_of(file.sequencers) && own.repeats() == file.repeats;
  results::Schedule all = own;
  all.players = named(file.players, own.players, stored.players);
  all.sequencers = named(file.sequencers, own.sequencers, stored.sequencers);
  if (!whole) all.set_repeats(std::max(own.repeats(), stored.repeats()));
  return all;
}

std::vector<PlannedCell> planned_games(const Config& config, const RunOptions& options) {
  const results::Schedule& schedule = config.schedule;
  std::vector<PlannedCell> cells;
  for (const match::EntrantId& sequencer : schedule.sequencers)
    for (const match::EntrantId& player : schedule.players) cells.push_back({player.name, sequencer.name});
  const auto cell_of = [&](const results::GameId& id) -> PlannedCell& {
    return cells[schedule.number_of({.player = id.player, .sequencer = id.sequencer})];
  };
  std::optional<results::Store> store;
  hide_written(config, options.folder);
  outdated_in(config, options);
  if (options.fresh == results::Fresh::no) check_lockstep(config, options);
  if (options.fresh == results::Fresh::no) store.emplace(options.folder, schedule, results::Store::Access::look);
  results::Shard shard = options.shard;
  shard.whole_streams = plays_in_lockstep(config, store ? store->lockstep() : std::nullopt);
  for (std::size_t i = 0; i < schedule.games(); ++i)
    if (const results::GameId id = schedule.game(i); results::plays(shard, id)) ++cell_of(id).games;
  if (store)
    store->for_each(
        [&](const results::StoredGame& game) {
          if (results::plays(shard, game.id) && !has_name(options.anew, game.row.player) &&
              !has_name(options.anew, game.row.sequencer))
            ++cell_of(game.id).stored;
        },
        {}, results::Store::Read::brief);
  return cells;
}

bool is_adaptive(const Config& config, const entrants::SequencerEntry& sequencer) {
  try {
    return sequencer.make(config.schedule.rules.side, config.stream(0, sequencer))->adaptive();
  } catch (const std::exception&) {  // its games tell
    return false;
  }
}

void refuse_adaptive(const Config& config) {
  for (const entrants::SequencerEntry& sequencer : config.sequencers)
    if (is_adaptive(config, sequencer))
      throw InputError(
          "'{}' is adaptive: its requests depend on each player's land, so that its games cannot go in lockstep: leave "
          "it out, or set `lockstep: false`",
          sequencer.name);
}

void check_lockstep(const Config& config, const RunOptions& options) {
  const results::Schedule& own = config.schedule;
  const results::Store store(options.folder, own, results::Store::Access::look);
  if (!plays_in_lockstep(config, store.lockstep()) || !store.lockstep()) return;
  for (const match::EntrantId& player : own.players)
    if (has_name(options.anew, player.name))
      throw InputError(
          "--anew: the games of {} were played in lockstep, so '{}' would meet requests that the others know: all "
          "play anew in another folder (--out), on other requests",
          options.folder, player.name);
  std::vector<bool> stored(own.games());
  store.for_each(
      [&](const auto& game) { stored[own.number_of(game.id)] = !has_name(options.anew, game.row.sequencer); }, {},
      results::Store::Read::brief);
  std::set<std::pair<std::string, int>> met;  // streams, by whomever
  store.for_each_row(
      [&](match::GameRow&& row, const std::string&) {
        if (!has_name(options.anew, row.sequencer)) met.insert({row.sequencer, row.repeat});
      },
      results::Store::Read::brief);
  const results::Shard shard{options.shard.index, options.shard.count, true};
  bool any = false;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const results::GameId id = own.game(i);
    if (stored[i] || !results::plays(shard, id) || (options.chosen && !options.chosen(id))) continue;
    const std::string& sequencer = own.sequencers[id.sequencer].name;
    if (met.contains({sequencer, id.repeat}))
      throw InputError(
          "{}: its games were played in lockstep, and '{}' would meet requests there that others know ('{}', repeat "
          "{}): a player that joins later, or changes, needs a new folder (--out), in which all play on others",
          options.folder, own.players[id.player].name, sequencer, id.repeat);
    any = true;
  }
  if (any) refuse_adaptive(config);
}

bool plays_in_lockstep(const Config& config, std::optional<bool> stored) {
  constexpr int untrusted = 2;  // players that could help each other
  if (!stored) return config.lockstep.value_or(config.schedule.commitment && config.isolated_players >= untrusted);
  if (config.lockstep.value_or(*stored) != *stored)
    throw InputError(
        "lockstep: the games in the folder were played {} it, and the others are to be played so, too: choose another "
        "folder with --out, or remove them with --fresh",
        *stored ? "in" : "without");
  return *stored;
}

}  // namespace pentocity::tournament
