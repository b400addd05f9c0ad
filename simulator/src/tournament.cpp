#include "pentocity/simulator/tournament.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "pentocity/simulator/files.hpp"
#include "pentocity/simulator/store.hpp"
#include "pentocity/simulator/trace.hpp"

namespace pentocity {
namespace {

using namespace std::chrono_literals;

// Results wait no longer than this before they are stored.
constexpr auto batch_time = 150ms;

GameRow row_of(const Plan& plan, const GameId& id, GameRecord&& record) {
  GameRow row;
  row.player = plan.players[static_cast<std::size_t>(id.player)].name;
  row.sequencer = plan.sequencers[static_cast<std::size_t>(id.sequencer)].name;
  row.repeat = id.repeat;
  row.seed = plan.seed_of(id);
  row.status = record.status;
  row.error = std::move(record.error);
  row.score = record.score;
  row.metrics = record.metrics;
  row.turns = static_cast<int>(record.turns.size());
  row.accepted = record.accepted;
  row.rejects = record.rejects;
  row.invalid_moves = record.invalid_moves;
  row.adaptive = record.adaptive;
  row.cpu_seconds = record.cpu_seconds;
  row.error_output = std::move(record.error_output);
  return row;
}

class Run {
 public:
  Run(const Config& config, const RunOptions& options)
      : config_(config),
        plan_(config.plan),
        options_(options),
        store_(options.folder, plan_, options.fresh ? Store::Access::replace : Store::Access::add),
        traces_(options.folder + "/traces", plan_, options.traces),
        summary_(summary_config(config.plan)),
        results_(plan_.games()) {}

  RunResult run() {
    config_.hosting.confinement->hidden.push_back(std::filesystem::absolute(options_.folder).string());
    std::set<GameId> mixed_cells;  // that hold games of several versions, but traces of whichever was played last
    store_.for_each(
        [&](const PlayedGame& game) {
          if (!plays(options_.shard, game.id)) return;
          traces_.offer(game.id, game.row.status, game.row.score);
          count(game);
        },
        [&](const GameId& id) {
          mixed_cells.insert({id.player, id.sequencer, 0});
        });
    if (options_.traces != TracePolicy::none)
      for (const GameId& id : mixed_cells) traces_.forget_cell(id);
    std::vector<GameId> open;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (const GameId id = plan_.game(i); !results_[i] && plays(options_.shard, id)) open.push_back(id);
    before_ = stored_;
    games_ = stored_ + open.size();
    report();
    play(open, [this](const GameId& id) {
      GameRecord record = record_of(id);
      if (options_.played) options_.played(header_of(id), record);
      if (traces_.offer(id, record.status, record.score)) traces_.write(id, header_of(id), record);
      return std::optional<PlayedGame>({id, row_of(plan_, id, std::move(record))});
    });
    // What was kept so far of a run that is not complete is put in order only if nobody means to go on.
    const bool enough = enough_.exchange(false);
    if (stored_ < games_ && !enough) return {std::nullopt, games_, stored_};

    play(traces_.tidy(), [this](const GameId& id) {
      const GameRecord record = record_of(id);
      // A game that ends otherwise this time (a time limit was near) is not the one that was stored: it has no trace.
      if (Result{record.status, record.score} == *results_[plan_.number_of(id)])
        traces_.write(id, header_of(id), record);
      return std::optional<PlayedGame>();
    });
    traces_.sync();
    if (interrupted() || stored_ < games_) return {std::nullopt, games_, stored_};

    Summary summary = summary_.summary();
    write_file(options_.folder + "/summary.json", json_text(summary), OnDisk::now);
    return {std::move(summary), games_, stored_};
  }

 private:
  struct Result {
    Status status;
    int score;
    friend bool operator==(const Result&, const Result&) = default;
  };

  bool interrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  GameRecord record_of(const GameId& id) const {
    const PlayerEntry& player = config_.players[static_cast<std::size_t>(id.player)];
    const SequencerEntry& sequencer = config_.sequencers[static_cast<std::size_t>(id.sequencer)];
    GameSides sides;
    sides.sequencer = [&] { return sequencer.make(plan_.rules.side, config_.stream(id.repeat)); };
    sides.player = [&] { return player.make(plan_.rules, config_.player_seed(id.repeat, player.name)); };
    sides.check_requests = !sequencer.built_in;
    return play_game(plan_.rules, sides, {plan_.limits.time});
  }

  TraceHeader header_of(const GameId& id) const {
    const std::string& player = config_.players[static_cast<std::size_t>(id.player)].name;
    return {plan_.rules,
            player,
            config_.sequencers[static_cast<std::size_t>(id.sequencer)].name,
            plan_.seed_of(id),
            config_.secret ? std::nullopt : std::optional(config_.player_seed(id.repeat, player)),
            plan_.limits.time,
            id.repeat};
  }

  // Hands the games to the workers, until there are no more or the run is interrupted, and stores what they return.
  void play(const std::vector<GameId>& games, const std::function<std::optional<PlayedGame>(const GameId&)>& play_one) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::mutex mutex;  // guards the next three
    std::vector<PlayedGame> finished;
    std::exception_ptr error;
    int at_work = options_.jobs;
    std::condition_variable all_done;

    const auto work = [&] {
      try {
        while (!failed && !interrupted() && !enough_) {
          const std::size_t i = next++;
          if (i >= games.size()) break;
          std::optional<PlayedGame> game = play_one(games[i]);
          const std::lock_guard lock(mutex);
          if (game) finished.push_back(std::move(*game));
        }
      } catch (...) {
        failed = true;
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      if (--at_work == 0) all_done.notify_one();
    };
    std::vector<std::jthread> workers;
    std::vector<PlayedGame> batch;
    try {
      for (int i = 0; i < options_.jobs; ++i) workers.emplace_back(work);
      for (bool last = false; !last;) {
        {
          std::unique_lock lock(mutex);
          last = all_done.wait_for(lock, batch_time, [&] { return at_work == 0; });
          batch.swap(finished);
        }
        store(batch);
        batch.clear();
      }
    } catch (...) {  // the workers are joined on the way out
      failed = true;
      throw;
    }
    if (error) std::rethrow_exception(error);
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
    results_[plan_.number_of(game.id)] = Result{game.row.status, game.row.score};
    summary_.add(game.row);
    ++stored_;
    if (options_.stored && !options_.stored(game.row)) enough_ = true;
  }

  void report() const {
    if (options_.progress) options_.progress(stored_, before_, games_);
  }

  const Config& config_;
  const Plan& plan_;
  const RunOptions& options_;
  Store store_;
  TraceFolder traces_;
  SummaryBuilder summary_;
  std::vector<std::optional<Result>> results_;  ///< by number of the game
  std::size_t games_ = 0, stored_ = 0, before_ = 0;
  std::atomic<bool> enough_{false};  ///< no more games are needed
};

}  // namespace

RunResult run_games(const Config& config, const RunOptions& options) { return Run(config, options).run(); }

std::vector<PlannedCell> planned_games(const Config& config, const RunOptions& options) {
  const Plan& plan = config.plan;
  std::vector<PlannedCell> cells;
  for (const Entrant& sequencer : plan.sequencers)
    for (const Entrant& player : plan.players) cells.push_back({player.name, sequencer.name});
  const auto cell_of = [&](const GameId& id) -> PlannedCell& {
    return cells[plan.number_of({id.player, id.sequencer, 0})];
  };
  for (std::size_t i = 0; i < plan.games(); ++i)
    if (const GameId id = plan.game(i); plays(options.shard, id)) ++cell_of(id).games;
  if (!options.fresh)
    Store(options.folder, plan, Store::Access::look).for_each([&](const PlayedGame& game) {
      if (plays(options.shard, game.id)) ++cell_of(game.id).stored;
    });
  return cells;
}

}  // namespace pentocity
