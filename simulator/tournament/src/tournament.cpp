#include "pentocity/tournament/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <mutex>
#include <set>
#include <shared_mutex>

#include "checked_traces.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/match/trace_check.hpp"
#include "pentocity/tournament/files.hpp"
#include "pentocity/tournament/store.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

using namespace std::chrono_literals;

// Results wait no longer than this before they are stored.
constexpr auto batch_time = 500ms;
// How often a game is begun that the host cannot bring to its end.
constexpr int max_trials = 3;
// The maximum number of missing traces that are named.
constexpr std::size_t max_told = 10;

class Run {
 public:
  Run(const Config& config, const RunOptions& options)
      : config_(config),
        options_(options),
        store_(options.folder, config.schedule, options.fresh ? Store::Access::replace : Store::Access::add,
               [this](const Schedule& stored) {
                 stored_repeats_ = stored.repeats();
                 return folder_schedule(config_, stored);
               }),
        schedule_(store_.schedule()),
        checked_(options.folder),
        traces_(options.folder, schedule_, policy_for(store_, options.traces), &checked_),
        results_(schedule_.games()) {
    const Schedule& own = config.schedule;
    const auto places = [](const std::vector<Entrant>& all, const std::vector<Entrant>& some) {
      const auto numbers = numbers_of(some);
      std::vector<int> out;
      for (const Entrant& e : all) out.push_back(numbers.contains(e.name) ? numbers.at(e.name) : -1);
      return out;
    };
    own_players_ = places(schedule_.players, own.players);
    own_sequencers_ = places(schedule_.sequencers, own.sequencers);
    const auto players = places(own.players, schedule_.players),
               sequencers = places(own.sequencers, schedule_.sequencers);
    for (std::size_t i = 0; i < own.games(); ++i)
      if (const GameId id = own.game(i); is_mine(id))
        games_.push_back({.player = players[id.player], .sequencer = sequencers[id.sequencer], .repeat = id.repeat});
  }

  RunResult run() {
    FolderNotes notes = store_.notes();
    if (const auto& file = config_.file)
      notes.named_games = file->players.size() * file->sequencers.size() * static_cast<std::size_t>(file->repeats);
    config_.hosting.confinement->hidden.push_back(std::filesystem::absolute(options_.folder).string());
    take_seen(notes);
    const std::vector<GameId> open = take_stored();
    before_ = stored_;
    if (options_.open_ended) store_.store_repeats(repeats_played());
    report();
    play(open, [this](const GameId& id) { return result_of(id); });
    if (stored_ > before_) {
      notes = store_.notes();
      notes.date = today();
      store_.store_notes(notes);
    }
    if (options_.open_ended) store_.store_repeats(repeats_played());
    // What was kept so far of a run that is not complete is put in order only if nobody means to go on.
    const bool enough = enough_.exchange(false);
    if (!complete() && !enough) return {std::nullopt, games_.size(), stored_};
    write_missing_traces();
    if (interrupted()) return {std::nullopt, games_.size(), stored_};
    std::ranges::sort(unplayed_, {}, &Unplayed::id);
    if (!options_.summarize)
      return {std::nullopt, games_.size(), stored_, std::move(unplayed_), stored_, failed_before_};

    Summary summary =
        store_.summary(summary_config(config_.schedule), [this](const GameId& id) { return own_id(id).has_value(); });
    std::size_t summed_up = stored_;
    const bool is_all = schedule_ == config_.schedule && options_.shard.count == 1 && !options_.open_ended;
    const Summary all = is_all ? summary : summary_of_folder(summed_up);
    Folder(options_.folder).write(summary_file, json_text(all), OnDisk::now);
    return {complete() ? std::optional(std::move(summary)) : std::nullopt,
            games_.size(),
            stored_,
            std::move(unplayed_),
            summed_up,
            failed_before_};
  }

 private:
  bool complete() const { return stored_ + unplayed_.size() >= games_.size(); }

  // Tells whether this run plays the config's game.
  bool is_mine(const GameId& own) const {
    return plays(options_.shard, own) && (!options_.chosen || options_.chosen(own));
  }

  // Of the folder's schedule.
  int repeats_played() const { return std::max(stored_repeats_, played_repeats_); }

  // The game of the folder's schedule as one of the config's; none if this run does not play it.
  std::optional<GameId> own_id(const GameId& id) const {
    const GameId own{
        .player = own_players_[id.player], .sequencer = own_sequencers_[id.sequencer], .repeat = id.repeat};
    if (own.player < 0 || own.sequencer < 0 || own.repeat >= config_.schedule.repeats() || !is_mine(own))
      return std::nullopt;
    return own;
  }

  // The summary of all games in the folder; `games` is set to their number.
  Summary summary_of_folder(std::size_t& games) const {
    Schedule schedule = schedule_;
    if (options_.open_ended) schedule.set_repeats(repeats_played());
    games = 0;
    return store_.summary(summary_config(schedule), [&](const GameId&) { return ++games > 0; });
  }

  // Notes what the players and sequencers see in this run, of which their identities tell only some, and removes the
  // games that are to be played anew. Throws InputError, before anything is changed, if others see something else than
  // in their stored games.
  void take_seen(FolderNotes& notes) {
    const Schedule& own = config_.schedule;
    std::vector<std::string> known = names_of(own.players);
    for (const Entrant& sequencer : own.sequencers) known.push_back(sequencer.name);
    const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
      return std::ranges::find(names, name) != names.end();
    };
    for (const std::string& name : options_.anew)
      if (!holds(known, name))
        throw InputError("--anew: '{}' is no player or sequencer of this run{}", name, suggestion(name, known));
    const auto take = [&](const auto& entry, const Entrant& entrant, std::string GameRow::* name) {
      if (!entry.seen) return;
      const std::string now = entry.seen();
      std::string& stored = notes.seen[seen_key(entrant)];
      const std::string before = std::exchange(stored, now);
      if (before.empty() || before == now || holds(options_.anew, entrant.name)) return;
      store_.for_each(
          [&](const PlayedGame& game) {
            if (game.row.*name == entrant.name)
              throw InputError(
                  "{}: '{}' sees other files now than in its games there, such as a module beside its program: add "
                  "--anew {} to play it anew, or --fresh to play all anew",
                  options_.folder, entrant.name, entrant.name);
          },
          {}, Store::Read::brief);
    };
    for (std::size_t i = 0; i < own.players.size(); ++i) take(config_.players[i], own.players[i], &GameRow::player);
    for (std::size_t i = 0; i < own.sequencers.size(); ++i)
      take(config_.sequencers[i], own.sequencers[i], &GameRow::sequencer);
    for (const std::string& name : options_.anew) store_.remove_games_of(name);
    store_.store_notes(notes);
  }

  // A hash of who plays: the folder's traces are of other versions if an earlier run had another one.
  std::string config_versions() const {
    std::string all;
    for (const auto* entrants : {&schedule_.players, &schedule_.sequencers})
      for (const Entrant& e : *entrants) all += e.name + '\n' + e.identity + '\n';
    return fmt::format("{:016x}", hash_bytes(all));
  }

  // Takes the games and traces of earlier runs into account, and removes traces that may be wrong. Returns the games
  // that are still to be played.
  std::vector<GameId> take_stored() {
    std::set<GameId> mixed_cells;  // that hold games of several versions, but traces of whichever was played last
    // With the policy `none`, traces that are there are left alone.
    const std::vector<bool> present =
        options_.traces == TracePolicy::none ? std::vector<bool>(schedule_.games()) : traces_.present();
    any_traces_ = std::ranges::find(present, true) != present.end();
    std::vector<GameId> traced;
    store_.for_each(
        [&](const PlayedGame& game) {
          traces_.offer(game.id, game.row.status, game.row.score);
          played_repeats_ = std::max(played_repeats_, game.id.repeat + 1);
          if (!own_id(game.id)) return;
          if (present[schedule_.number_of(game.id)]) traced.push_back(game.id);
          failed_before_ += game.row.status != Status::ok;
          count(game);
        },
        [&](const GameId& id) { mixed_cells.insert({.player = id.player, .sequencer = id.sequencer}); },
        options_.stored ? options_.read : Store::Read::brief);
    if (options_.traces != TracePolicy::none) {
      FolderNotes notes = store_.notes();
      const std::string versions = config_versions();
      if (notes.traced != versions) traces_.forget_cells(mixed_cells);
      if (std::exchange(notes.traced, versions) == versions) mixed_cells.clear();
      store_.store_notes(notes);
    }
    std::erase_if(traced, [&](const GameId& id) {
      const bool forgotten = mixed_cells.contains({.player = id.player, .sequencer = id.sequencer});
      if (forgotten) rewritten_.insert(id);
      return forgotten;
    });
    check_traces(traced);
    std::vector<GameId> open;
    for (const GameId& id : games_)
      if (!results_[schedule_.number_of(id)]) open.push_back(id);
    // Written before the end of a run that stored no row with it: the game may come out otherwise now.
    for (const GameId& id : open)
      if (present[schedule_.number_of(id)]) traces_.remove(id);
    return open;
  }

  // Plays a game, and writes its trace if it is to be kept. None if the host failed.
  std::optional<PlayedGame> result_of(const GameId& id) {
    auto record = record_of(id);
    if (!record) return std::nullopt;
    if (options_.played) options_.played(trace_header(schedule_, id), *record);
    if (traces_.offer(id, record->status, record->score)) traces_.write(id, trace_header(schedule_, id), *record);
    return PlayedGame{id, game_row(schedule_, id, std::move(*record))};
  }

  // Plays stored games once more whose traces are to be kept and are not there.
  void write_missing_traces() {
    std::vector<GameId> missing = traces_.tidy();
    // Those of other players, sequencers and repeats are left to runs that play these.
    std::erase_if(missing, [this](const GameId& id) { return !own_id(id); });
    tell_missing(missing);
    const std::size_t unplayed = unplayed_.size();
    play(missing, [this](const GameId& id) {
      const auto record = record_of(id);
      // A game that ends otherwise this time (a time limit was near) is not the one that was stored: it has no trace.
      if (!record) return std::optional<PlayedGame>();
      config_.hosting.confinement->kept->check();
      if (end_of(*record) == results_[schedule_.number_of(id)]) traces_.write(id, trace_header(schedule_, id), *record);
      return std::optional<PlayedGame>();
    });
    unplayed_.resize(unplayed);  // these games have results; a trace that cannot be made now is made by the next run
    traces_.sync();
  }

  // Removes the traces that are damaged, to be written anew. Those that are known to be whole are not read. Throws
  // InputError if one is sound and its game's row is not what it tells.
  void check_traces(const std::vector<GameId>& games) {
    std::vector<std::string> faults(games.size());
    std::vector<CheckedTraces::Mark> marks(games.size());
    std::atomic<bool> any_new{false};
    for_each_parallel(options_.jobs, static_cast<int>(games.size()), [&](int i) {
      const GameId& id = games[i];
      const GameEnd& end = *results_[schedule_.number_of(id)];
      marks[i] = traces_.mark_of(id, end).value_or(0);
      if (checked_.contains(marks[i])) return;
      GameRow row;
      row.player = schedule_.players[id.player].name;
      row.sequencer = schedule_.sequencers[id.sequencer].name;
      row.repeat = id.repeat;
      row.status = end.status;
      row.score = end.score;
      row.turns = end.turns;
      const std::string path = traces_.path(id);
      std::string text;
      try {
        text = traces_.text(id);
      } catch (const InputError& e) {
        faults[i] = without_path(e.what(), path);
      }
      if (faults[i].empty()) faults[i] = trace_fault(text, path, trace_header(schedule_, id), row, options_.folder);
      any_new = true;
    });
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (faults[i].empty()) continue;
      warn(fmt::format("{}: {}: it is written anew", traces_.path(games[i]), faults[i]));
      traces_.remove(games[i]);
      rewritten_.insert(games[i]);
      marks[i] = 0;
    }
    if (any_new) Folder(options_.folder).sync_files();
    checked_.update(std::move(marks), schedule_.games());
  }

  // Traces of stored games that are not there. If there were none at all, they are not named: it was played without.
  void tell_missing(const std::vector<GameId>& missing) const {
    std::vector<std::string> paths;
    for (const GameId& id : missing)
      if (!rewritten_.contains(id)) paths.push_back(traces_.path(id));
    const std::size_t named = any_traces_ ? std::min(paths.size(), max_told) : 0;
    for (std::size_t i = 0; i < named; ++i) warn(fmt::format("{}: missing: it is written anew", paths[i]));
    if (paths.size() > named)
      warn(fmt::format("{}/traces: {}{} missing: they are written anew", options_.folder, paths.size() - named,
                       named > 0 ? " more are" : " traces of stored games are"));
  }

  void warn(const std::string& what) const {
    if (options_.warn) options_.warn(what);
  }

  bool interrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  GameRecord played(const GameId& id) {
    std::unique_lock turn(next_game_mutex_);
    const std::shared_lock beside_others(games_mutex_);
    turn.unlock();
    return play_one_of(id);
  }

  // While no other game is played.
  GameRecord played_alone(const GameId& id) {
    const std::lock_guard turn(next_game_mutex_);  // or else games that begin meanwhile would go first for ever
    const std::lock_guard alone(games_mutex_);
    struct Watch {
      explicit Watch(isolation::OutOfMemoryWatch& memory) : memory_(memory) { memory_.set_alone(true); }
      ~Watch() { memory_.set_alone(false); }
      isolation::OutOfMemoryWatch& memory_;
    } const watch(*config_.hosting.confinement->memory);
    return play_one_of(id);
  }

  GameRecord play_one_of(const GameId& id) const {
    return play_game(schedule_.rules, participants_of(config_, *own_id(id)), {schedule_.limits.time});
  }

  // None if the host failed each time: the game has no result, and is noted as unplayed.
  std::optional<GameRecord> record_of(const GameId& id) {
    std::string why;
    bool alone = false;
    for (int trial = 0; trial < max_trials; ++trial) {
      try {
        return alone ? played_alone(id) : played(id);
      } catch (const OutOfMemory& fault) {
        why = fault.what();
        alone = true;
      } catch (const HostFault& fault) {
        why = fault.what();
      }
    }
    config_.hosting.confinement->kept->check();  // a file that is gone tells more
    const std::lock_guard lock(unplayed_mutex_);
    unplayed_.push_back({*own_id(id), why});
    return std::nullopt;
  }

  // Plays the games on other threads, until there are no more or the run is interrupted, and meanwhile stores on this
  // one what they return.
  void play(const std::vector<GameId>& games, const std::function<std::optional<PlayedGame>(const GameId&)>& play_one) {
    std::atomic<bool> failed{false};
    std::mutex mutex;  // guards the next one
    std::vector<PlayedGame> finished, batch;
    std::future<void> played = std::async(std::launch::async, [&] {
      for_each_parallel(options_.jobs, static_cast<int>(games.size()), [&](int i) {
        if (failed || interrupted() || enough_) return;
        std::optional<PlayedGame> game = play_one(games[i]);
        const std::lock_guard lock(mutex);
        if (game) finished.push_back(std::move(*game));
      });
    });
    try {
      for (bool last = false; !last;) {
        last = played.wait_for(batch_time) == std::future_status::ready;
        {
          const std::lock_guard lock(mutex);
          batch.swap(finished);
        }
        store(batch);
        batch.clear();
      }
    } catch (...) {  // the games under way are waited for on the way out
      failed = true;
      throw;
    }
    played.get();
  }

  void store(const std::vector<PlayedGame>& batch) {
    if (batch.empty()) return;
    traces_.sync();
    config_.hosting.confinement->kept->check();
    store_.append(batch);
    for (const PlayedGame& game : batch) count(game);
    report();
  }

  // Takes a stored game into account.
  void count(const PlayedGame& game) {
    played_repeats_ = std::max(played_repeats_, game.id.repeat + 1);
    results_[schedule_.number_of(game.id)] = GameEnd{game.row.status, game.row.score, game.row.turns};
    ++stored_;
    if (options_.stored && !options_.stored(game.row)) enough_ = true;
  }

  void report() const {
    if (options_.progress) options_.progress(stored_, before_, games_.size());
  }

  const Config& config_;
  const RunOptions& options_;
  int stored_repeats_ = 1;  ///< of the folder's schedule before this run
  Store store_;
  const Schedule& schedule_;  ///< that of the folder, to which all numbers of games here belong
  CheckedTraces checked_;
  TraceFolder traces_;
  std::vector<std::optional<GameEnd>> results_;    ///< by number of the game
  std::vector<GameId> games_;                      ///< those of this run, stored ones included
  std::vector<int> own_players_, own_sequencers_;  ///< the config's numbers of the folder's; -1: not of this run
  int played_repeats_ = 1;                         ///< the repeats in which the folder has games
  std::size_t stored_ = 0, before_ = 0, failed_before_ = 0;
  std::atomic<bool> enough_{false};  ///< no more games are needed
  std::mutex next_game_mutex_;       // held by who begins a game
  std::shared_mutex games_mutex_;    // shared by games under way
  std::mutex unplayed_mutex_;
  std::vector<Unplayed> unplayed_;
  bool any_traces_ = false;     ///< did an earlier run leave some?
  std::set<GameId> rewritten_;  ///< whose traces were damaged
};

}  // namespace

Participants participants_of(const Config& config, const GameId& id) {
  const PlayerEntry& player = config.players[id.player];
  const SequencerEntry& sequencer = config.sequencers[id.sequencer];
  Participants participants;
  participants.sequencer = [&config, &sequencer, id] {
    return sequencer.make(config.schedule.rules.side, config.stream(id.repeat, sequencer));
  };
  participants.player = [&config, &player, id] {
    return player.make(config.schedule.rules, config.player_seed(id.repeat, player.name));
  };
  participants.check_requests = !sequencer.built_in;
  return participants;
}

TraceHeader trace_header(const Schedule& schedule, const GameId& id) {
  const std::string& player = schedule.players[id.player].name;
  const auto seed = schedule.seed_of(id);
  return {.rules = schedule.rules,
          .player = player,
          .sequencer = schedule.sequencers[id.sequencer].name,
          .seed = seed,
          .player_seed = seed ? std::optional(player_seed(*seed, id.repeat, player)) : std::nullopt,
          .cpu_limit_s = schedule.limits.time,
          .repeat = id.repeat};
}

GameRow game_row(const Schedule& schedule, const GameId& id, GameRecord&& record) {
  GameRow row{static_cast<GameResult&&>(record)};
  row.player = schedule.players[id.player].name;
  row.sequencer = schedule.sequencers[id.sequencer].name;
  row.repeat = id.repeat;
  row.seed = schedule.seed_of(id);
  row.turns = static_cast<int>(record.turns.size());
  return row;
}

Schedule folder_schedule(const Config& config, const Schedule& stored) {
  const Schedule& own = config.schedule;
  if (!config.file) return joined(stored, own);
  const auto named = [](std::vector<Entrant> entrants, const std::vector<Entrant>& played,
                        const std::vector<Entrant>& earlier) {
    const auto a = numbers_of(played), b = numbers_of(earlier);
    std::erase_if(entrants, [&](const Entrant& e) { return !a.contains(e.name) && !b.contains(e.name); });
    // With the options of this command.
    for (Entrant& e : entrants)
      if (const auto found = a.find(e.name); found != a.end()) e = played[static_cast<std::size_t>(found->second)];
    return entrants;
  };
  const Named& file = *config.file;
  const auto same_names = [](const std::vector<Entrant>& a, const std::vector<Entrant>& b) {
    return std::ranges::equal(a, b, {}, &Entrant::name, &Entrant::name);
  };
  const bool whole = same_names(own.players, file.players) && same_names(own.sequencers, file.sequencers) &&
                     own.repeats() == file.repeats;
  Schedule all = own;
  all.players = named(file.players, own.players, stored.players);
  all.sequencers = named(file.sequencers, own.sequencers, stored.sequencers);
  if (!whole) all.set_repeats(std::max(own.repeats(), stored.repeats()));
  return all;
}

RunResult run_games(const Config& config, const RunOptions& options) { return Run(config, options).run(); }

std::vector<PlannedCell> planned_games(const Config& config, const RunOptions& options) {
  const Schedule& schedule = config.schedule;
  std::vector<PlannedCell> cells;
  for (const Entrant& sequencer : schedule.sequencers)
    for (const Entrant& player : schedule.players) cells.push_back({player.name, sequencer.name});
  const auto cell_of = [&](const GameId& id) -> PlannedCell& {
    return cells[schedule.number_of({.player = id.player, .sequencer = id.sequencer})];
  };
  for (std::size_t i = 0; i < schedule.games(); ++i)
    if (const GameId id = schedule.game(i); plays(options.shard, id)) ++cell_of(id).games;
  if (!options.fresh)
    Store(options.folder, schedule, Store::Access::look)
        .for_each(
            [&](const PlayedGame& game) {
              if (plays(options.shard, game.id)) ++cell_of(game.id).stored;
            },
            {}, Store::Read::brief);
  return cells;
}

}  // namespace pentocity::tournament
