#include "pentocity/tournament/run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <future>
#include <iterator>
#include <system_error>

#include "greatest_losses.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/tournament/preparation.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

// Results wait no longer than this before they are stored.
constexpr std::chrono::milliseconds batch_time{500};

// Each game under way has some.
void allow_open_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

// A hash of who plays: the folder's traces are of other versions if an earlier run had another one.
std::string versions_of(const results::Schedule& schedule) {
  std::string all;
  for (const auto* entrants : {&schedule.players, &schedule.sequencers})
    for (const match::EntrantId& e : *entrants) all += e.name + '\n' + e.identity + '\n';
  return fmt::format("{:016x}", hash_bytes(all));
}

results::GameId cell_of(const results::GameId& id) { return {.player = id.player, .sequencer = id.sequencer}; }

// A run of games; all numbers of games are those of the folder's schedule, unless RunGame says otherwise.
class FolderRun {
 public:
  FolderRun(const Config& config, const RunOptions& options)
      : config_(config),
        options_(options),
        removed_(results::removed_by(options.fresh, options.folder, config.schedule)),
        store_(options.folder, config.schedule,
               options.fresh == results::Fresh::no ? results::Store::Access::add : results::Store::Access::replace,
               [this](const results::Schedule& stored) {
                 stored_repeats_ = stored.repeats();
                 outdated_ = outdated_in(config_, options_);
                 check_lockstep(config_, options_);
                 return folder_schedule(config_, stored);
               }),
        lockstep_(plays_in_lockstep(config, store_.lockstep())),
        schedule_(store_.schedule()),
        plan_(schedule_, config.schedule, {options.shard.index, options.shard.count, lockstep_}, options.chosen),
        policy_(results::policy_for(store_, options.traces)),
        traces_(options.folder, schedule_, policy_),
        ends_(schedule_.games()),
        trials_(config) {}

  RunResult run() {
    if (!removed_.empty()) warn(options_, removed_);
    results::FolderNotes notes = store_.notes();
    if (const auto& file = config_.file)
      notes.named_games = file->players.size() * file->sequencers.size() * static_cast<std::size_t>(file->repeats);
    notes.lockstep = lockstep_;
    tell_anew();
    store_.store_notes(notes);
    std::vector<RunGame> open = take_stored();
    before_ = stored_;
    if (options_.open_ended) store_.store_repeats(repeats_played());
    report();
    if (lockstep_ && !open.empty()) {
      if (!store_.lockstep()) refuse_adaptive(config_);
      tell_memory(open);
      allow_open_files();
    } else if (!open.empty() && plays_in_lockstep(config_, std::nullopt)) {
      warn(options_,
           fmt::format("{}: goes on without lockstep, as its games were played; --fresh plays all anew, in lockstep",
                       options_.folder));
    }
    play(groups_of(open), [this](GameGroup games) { return results_of(games); });
    if (stored_ > before_) {
      notes = store_.notes();
      notes.date = results::today();
      notes.program = program_text();
      notes.machine = results::machine_text();
      store_.store_notes(notes);
    }
    if (options_.open_ended) store_.store_repeats(repeats_played());
    // What was kept so far of a run that is not complete is put in order only if nobody means to go on.
    const bool enough = enough_.exchange(false);
    RunResult result{.summary = {}, .games = plan_.games().size(), .stored = stored_};
    if (!complete() && !enough) return result;
    write_missing_traces();
    if (interrupted()) return result;
    result.unplayed = trials_.unplayed();
    std::ranges::sort(result.unplayed, {}, &Unplayed::id);
    result.summed_up = stored_;
    result.failed_before = failed_before_;
    if (options_.summarize) summarize(result);
    return result;
  }

 private:
  // Writes the summary of the folder; that of this run, if it is complete, goes to the result.
  void summarize(RunResult& result) {
    figures::Summary summary =
        figures::summary_of(store_, figures::summary_config(config_.schedule),
                            [this](const results::GameId& id) { return plan_.find(id).has_value(); });
    const bool is_all = schedule_ == config_.schedule && options_.shard.count == 1 && !options_.open_ended;
    const figures::Summary all = is_all ? summary : summary_of_folder(result.summed_up);
    results::Folder(options_.folder).write(results::summary_file, figures::json_text(all), results::OnDisk::now);
    if (complete()) result.summary = std::move(summary);
  }

  bool complete() { return stored_ + trials_.unplayed().size() >= plan_.games().size(); }

  // Of the folder's schedule.
  int repeats_played() const { return std::max(stored_repeats_, played_repeats_); }

  // The summary of all games in the folder; `games` is set to their number.
  figures::Summary summary_of_folder(std::size_t& games) const {
    results::Schedule schedule = schedule_;
    if (options_.open_ended) schedule.set_repeats(repeats_played());
    games = 0;
    return figures::summary_of(store_, figures::summary_config(schedule),
                               [&](const results::GameId&) { return ++games > 0; });
  }

  // Removes the games that are to be played anew, and tells which are because files have changed.
  void tell_anew() {
    std::vector<std::string> known = names_of(config_.schedule.players);
    for (const match::EntrantId& sequencer : config_.schedule.sequencers) known.push_back(sequencer.name);
    for (const std::string& name : options_.anew)
      if (!has_name(known, name))
        throw InputError("--anew: '{}' is no player or sequencer of this run{}", name, suggestion(name, known));
    remove_anew();
    for (const std::string& line : outdated_) warn(options_, line);
  }

  // Removes the games that are to be played anew. Throws InputError if this run would not play all of them.
  void remove_anew() {
    std::size_t games = 0, others = 0;
    store_.for_each(
        [&](const results::StoredGame& game) {
          if (!has_name(options_.anew, game.row.player) && !has_name(options_.anew, game.row.sequencer)) return;
          ++games;
          others += !plan_.find(game.id);
        },
        {}, results::Store::Read::brief);
    if (others > 0)
      throw InputError(
          "--anew: {} of the {} of {} in {} would be removed and not played again by this run: leave out --players, "
          "--sequencers, --repeats and --shard",
          others, counted(games, "game"), fmt::join(options_.anew, ", "), options_.folder);
    for (const std::string& name : options_.anew) store_.remove_games_of(name);
    if (games > 0)
      warn(options_, fmt::format("{}: removed, to be played anew: {} of {}", options_.folder, counted(games, "game"),
                                 fmt::join(options_.anew, ", ")));
  }

  // Takes the games of earlier runs into account, and removes traces that may be of other versions. Returns the games
  // that are still to be played.
  std::vector<RunGame> take_stored() {
    std::set<results::GameId> mixed;  // cells that hold games of several versions, but traces of whichever was the last
    store_.for_each(
        [&](const results::StoredGame& game) {
          traces_.offer(game.id, game.row.status, game.row.score);
          note(game);
          if (!plan_.find(game.id)) return;
          failed_before_ += game.row.status != Status::ok;
          count(game);
        },
        [&](const results::GameId& id) { mixed.insert(cell_of(id)); },
        options_.stored ? options_.read : results::Store::Read::brief);
    if (options_.traces != results::TracePolicy::none) {
      results::FolderNotes notes = store_.notes();
      const std::string versions = versions_of(schedule_);
      if (notes.traced != versions) traces_.forget_cells(mixed);
      notes.traced = versions;
      store_.store_notes(notes);
    }
    std::vector<RunGame> open;
    for (const RunGame& game : plan_.games())
      if (!ends_[schedule_.number_of(game.stored)]) open.push_back(game);
    // A trace without a row is of an earlier game, which may have come out otherwise.
    const std::vector<bool> present = traces_.present();
    for (const RunGame& game : open)
      if (present[schedule_.number_of(game.stored)]) traces_.remove(game.stored);
    return open;
  }

  // Puts the games into the order in which they are played, and divides them.
  std::vector<GameGroup> groups_of(std::vector<RunGame>& games) const {
    if (!lockstep_) {
      // Players go through a stream after each other, or else one that is fast could tell a slow one what is requested.
      const auto streams = 2 * static_cast<std::size_t>(options_.jobs);
      std::ranges::stable_sort(games, {}, [&](const RunGame& game) {
        const results::GameId& id = game.stored;
        const auto stream =
            static_cast<std::size_t>(id.repeat) * schedule_.sequencers.size() + static_cast<std::size_t>(id.sequencer);
        return std::pair(stream / streams, id.player);
      });
    }
    std::vector<GameGroup> groups;
    for (auto begin = games.begin(); begin != games.end();) {
      const auto end = std::find_if(begin + 1, games.end(), [&](const RunGame& game) {
        return !lockstep_ || game.stored.sequencer != begin->stored.sequencer ||
               game.stored.repeat != begin->stored.repeat;
      });
      groups.emplace_back(begin, end);
      begin = end;
    }
    return groups;
  }

  void tell_memory(const std::vector<RunGame>& open) const {
    const auto players = std::ranges::count_if(config_.players, &entrants::PlayerEntry::isolated);
    std::set<std::pair<int, int>> streams;
    for (const RunGame& game : open) streams.insert({game.stored.sequencer, game.stored.repeat});
    const auto at_once = std::min<std::size_t>(streams.size(), static_cast<std::size_t>(options_.jobs));
    const auto gib = [](double bytes) { return fmt::format("{:.1f} GiB", bytes / (std::uint64_t{1} << 30)); };
    const auto limit = static_cast<double>(schedule_.limits.memory);
    if (players > 0)
      warn(options_,
           fmt::format("games in lockstep: {} players on {} may hold {} at a time, with memory_limit {}; this machine "
                       "has {}",
                       players, counted(at_once, "stream"),
                       gib(limit * static_cast<double>(players) * static_cast<double>(at_once)), gib(limit),
                       gib(static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)))));
  }

  // Plays games, and writes those traces that are to be kept. Empty if the host failed.
  std::vector<results::StoredGame> results_of(GameGroup games) {
    std::vector<results::StoredGame> out;
    for (GameRecord& record : trials_.play(games)) {
      const results::GameId& id = games[out.size()].stored;
      const TraceHeader header = trace_header(schedule_, id);
      if (options_.played) options_.played(header, record);
      if (traces_.offer(id, record.status, record.score)) traces_.write(id, header, record);
      out.push_back({id, game_row(schedule_, id, std::move(record))});
    }
    return out;
  }

  // Plays stored games once more whose traces are to be kept and are not there.
  void write_missing_traces() {
    const auto too = options_.traced_too ? options_.traced_too() : std::set<results::GameId>();
    for (const RunGame& game : plan_.games())
      if (too.contains(game.configured)) traces_.keep(game.stored);
    // A run that may go on plays none again, and takes none away.
    if (policy_ == results::TracePolicy::losses)
      for (const results::GameId& id : greatest_losses(schedule_, ends_))
        if (!options_.open_ended || traces_.size_of(id)) traces_.keep(id);
    std::vector<RunGame> games;
    // Those of other players, sequencers and repeats are left to runs that play these.
    for (const results::GameId& id : traces_.tidy())
      if (const auto game = plan_.find(id)) games.push_back(*game);
    const std::size_t unplayed = trials_.unplayed().size();
    std::vector<GameGroup> each;
    for (const RunGame& game : games) each.emplace_back(&game, 1);
    play(each, [this](GameGroup group) {
      const results::GameId& id = group.front().stored;
      for (const GameRecord& record : trials_.play(group)) {
        config_.hosting.confinement->kept->check();
        // A game that ends otherwise this time (a time limit was near) is not the one that was stored: no trace.
        if (GameEnd{record.status, record.score, static_cast<int>(record.turns.size())} ==
            ends_[schedule_.number_of(id)])
          traces_.write(id, trace_header(schedule_, id), record);
      }
      return std::vector<results::StoredGame>();
    });
    // These games have results; a trace that cannot be made now is made by the next run.
    trials_.unplayed().resize(unplayed);
    traces_.sync();
  }

  bool interrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  // Plays the games on other threads, until there are no more or the run is interrupted, and meanwhile stores on this
  // one what they return: games that were played as one also in one transaction.
  void play(const std::vector<GameGroup>& groups,
            const std::function<std::vector<results::StoredGame>(GameGroup)>& play_group) {
    std::atomic<bool> failed{false};
    std::mutex mutex;  // guards the next one
    std::vector<results::StoredGame> finished, batch;
    std::future<void> played;
    try {
      played = std::async(std::launch::async, [&] {
        for_each_parallel(options_.jobs, static_cast<int>(groups.size()), [&](int i) {
          if (failed || interrupted() || enough_) return;
          std::vector<results::StoredGame> games = play_group(groups[i]);
          const std::lock_guard lock(mutex);
          std::ranges::move(games, std::back_inserter(finished));
        });
      });
    } catch (const std::system_error& error) {
      throw UserError("games need a thread of their own, and none can be started: {}", error.code().message());
    }
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

  void store(const std::vector<results::StoredGame>& batch) {
    if (batch.empty()) return;
    traces_.sync();
    config_.hosting.confinement->kept->check();
    store_.append(batch);
    for (const results::StoredGame& game : batch) {
      note(game);
      count(game);
    }
    report();
  }

  // Notes how a stored game ended.
  void note(const results::StoredGame& game) {
    played_repeats_ = std::max(played_repeats_, game.id.repeat + 1);
    ends_[schedule_.number_of(game.id)] = GameEnd{game.row.status, game.row.score, game.row.turns};
  }
  // Counts one of the run's own.
  void count(const results::StoredGame& game) {
    ++stored_;
    if (options_.stored && !options_.stored(game.row)) enough_ = true;
  }

  void report() const {
    if (options_.progress) options_.progress(stored_, before_, plan_.games().size());
  }

  const Config& config_;
  const RunOptions& options_;
  int stored_repeats_ = 1;     ///< of the folder's schedule before this run
  const std::string removed_;  // what went before this run
  std::vector<std::string> outdated_;
  results::Store store_;
  const bool lockstep_;                ///< all games of a stream are played and stored together
  const results::Schedule& schedule_;  ///< that of the folder
  RunPlan plan_;
  results::TracePolicy policy_;
  results::TraceFolder traces_;
  std::vector<std::optional<GameEnd>> ends_;  ///< of those games that are stored, by number
  GameTrials trials_;
  int played_repeats_ = 1;  ///< the repeats in which the folder has games
  std::size_t stored_ = 0, before_ = 0, failed_before_ = 0;
  std::atomic<bool> enough_{false};  ///< no more games are needed
};

}  // namespace

RunResult run_games(const Config& config, const RunOptions& options) {
  hide_written(config, options.folder);
  return FolderRun(config, options).run();
}

}  // namespace pentocity::tournament
