#include "pentocity/tournament/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <mutex>
#include <set>

#include "pentocity/core/parallel.hpp"
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
constexpr auto batch_time = 150ms;
// How often a game is begun that the host cannot bring to its end.
constexpr int max_trials = 3;
// The maximum number of missing traces that are named.
constexpr std::size_t max_told = 10;

class Run {
 public:
  Run(const Config& config, const RunOptions& options)
      : config_(config),
        schedule_(config.schedule),
        options_(options),
        store_(options.folder, schedule_, options.fresh ? Store::Access::replace : Store::Access::add),
        traces_(options.folder + "/traces", schedule_, options.traces),
        summary_(summary_config(config.schedule)),
        results_(schedule_.games()) {}

  RunResult run() {
    config_.hosting.confinement->hidden.push_back(std::filesystem::absolute(options_.folder).string());
    const std::vector<GameId> open = take_stored();
    before_ = stored_;
    games_ = stored_ + open.size();
    report();
    play(open, [this](const GameId& id) { return result_of(id); });
    // What was kept so far of a run that is not complete is put in order only if nobody means to go on.
    const bool enough = enough_.exchange(false);
    if (!complete() && !enough) return {std::nullopt, games_, stored_};
    write_missing_traces();
    if (interrupted() || !complete()) return {std::nullopt, games_, stored_};

    Summary summary = summary_.summary();
    summary.digest = store_.digest([this](const GameId& id) { return plays(options_.shard, id); });
    write_file(options_.folder + "/summary.json", json_text(summary), OnDisk::now);
    std::ranges::sort(unplayed_, {}, &Unplayed::id);
    return {std::move(summary), games_, stored_, std::move(unplayed_)};
  }

 private:
  struct Result {
    Status status;
    int score;
    int turns;
    friend bool operator==(const Result&, const Result&) = default;
  };

  std::string trace_path(const std::string& name) const { return options_.folder + "/traces/" + name; }

  bool complete() const { return stored_ + unplayed_.size() >= games_; }

  // Takes the games and traces of earlier runs into account, and removes traces that may be wrong. Returns the games
  // that are still to be played.
  std::vector<GameId> take_stored() {
    std::set<GameId> mixed_cells;  // that hold games of several versions, but traces of whichever was played last
    const std::set<std::string> there = names_of_traces();
    any_traces_ = !there.empty();
    std::vector<PlayedGame> traced;
    store_.for_each(
        [&](const PlayedGame& game) {
          if (!plays(options_.shard, game.id)) return;
          traces_.offer(game.id, game.row.status, game.row.score);
          if (there.contains(trace_name(schedule_, game.id))) traced.push_back(game);
          count(game);
        },
        [&](const GameId& id) { mixed_cells.insert({.player = id.player, .sequencer = id.sequencer}); });
    if (options_.traces != TracePolicy::none)
      for (const GameId& id : mixed_cells) traces_.forget_cell(id);
    std::erase_if(traced, [&](const PlayedGame& game) {
      return mixed_cells.contains({.player = game.id.player, .sequencer = game.id.sequencer});
    });
    check_traces(traced);
    std::vector<GameId> open;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (const GameId id = schedule_.game(i); !results_[i] && plays(options_.shard, id)) open.push_back(id);
    // Written before the end of a run that stored no row with it: the game may come out otherwise now.
    if (there.size() > traced.size())
      for (const GameId& id : open)
        if (const std::string name = trace_name(schedule_, id); there.contains(name)) remove_file(trace_path(name));
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
    const std::vector<GameId> missing = traces_.tidy();
    tell_missing(missing);
    const std::size_t unplayed = unplayed_.size();
    play(missing, [this](const GameId& id) {
      const auto record = record_of(id);
      // A game that ends otherwise this time (a time limit was near) is not the one that was stored: it has no trace.
      if (record && Result{record->status, record->score, static_cast<int>(record->turns.size())} ==
                        *results_[schedule_.number_of(id)])
        traces_.write(id, trace_header(schedule_, id), *record);
      return std::optional<PlayedGame>();
    });
    unplayed_.resize(unplayed);  // these games have results; a trace that cannot be made now is made by the next run
    traces_.sync();
  }

  // The traces that an earlier run left, if this one keeps any.
  std::set<std::string> names_of_traces() const {
    if (options_.traces == TracePolicy::none) return {};
    const std::vector<std::string> names = names_in(options_.folder + "/traces");
    return {names.begin(), names.end()};
  }

  // Removes the traces that are damaged, to be written anew. Throws InputError if one is sound and its game's row is
  // not what it tells.
  void check_traces(const std::vector<PlayedGame>& games) {
    std::vector<std::string> faults(games.size());
    for_each_parallel(options_.jobs, static_cast<int>(games.size()), [&](int i) {
      const auto n = static_cast<std::size_t>(i);
      faults[n] = trace_fault(trace_path(trace_name(schedule_, games[n].id)), trace_header(schedule_, games[n].id),
                              games[n].row, options_.folder);
    });
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (faults[i].empty()) continue;
      const std::string path = trace_path(trace_name(schedule_, games[i].id));
      warn(fmt::format("{}: {}: it is written anew", path, faults[i]));
      remove_file(path);
      rewritten_.insert(games[i].id);
    }
  }

  // Traces of stored games that are not there. If there were none at all, they are not named: it was played without.
  void tell_missing(const std::vector<GameId>& missing) const {
    std::vector<std::string> paths;
    for (const GameId& id : missing)
      if (!rewritten_.contains(id)) paths.push_back(trace_path(trace_name(schedule_, id)));
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

  // None if the host failed each time: the game has no result, and is noted as unplayed.
  std::optional<GameRecord> record_of(const GameId& id) {
    std::string why;
    for (int trial = 0; trial < max_trials; ++trial) {
      try {
        return play_game(schedule_.rules, participants_of(config_, id), {schedule_.limits.time});
      } catch (const HostFault& fault) {
        why = fault.what();
      }
    }
    const std::lock_guard lock(unplayed_mutex_);
    unplayed_.push_back({id, why});
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
    store_.append(batch);
    for (const PlayedGame& game : batch) count(game);
    report();
  }

  // Takes a stored game into account.
  void count(const PlayedGame& game) {
    results_[schedule_.number_of(game.id)] = Result{game.row.status, game.row.score, game.row.turns};
    summary_.add(game.row);
    ++stored_;
    if (options_.stored && !options_.stored(game.row)) enough_ = true;
  }

  void report() const {
    if (options_.progress) options_.progress(stored_, before_, games_);
  }

  const Config& config_;
  const Schedule& schedule_;
  const RunOptions& options_;
  Store store_;
  TraceFolder traces_;
  SummaryBuilder summary_;
  std::vector<std::optional<Result>> results_;  ///< by number of the game
  std::size_t games_ = 0, stored_ = 0, before_ = 0;
  std::atomic<bool> enough_{false};  ///< no more games are needed
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
    return sequencer.make(config.schedule.rules.side, config.stream(id.repeat));
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
    Store(options.folder, schedule, Store::Access::look).for_each([&](const PlayedGame& game) {
      if (plays(options.shard, game.id)) ++cell_of(game.id).stored;
    });
  return cells;
}

}  // namespace pentocity::tournament
