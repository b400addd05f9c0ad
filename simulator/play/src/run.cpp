#include "pentocity/play/run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <iterator>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <span>
#include <utility>

#include "pentocity/core/parallel.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/figures/stored_summary.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/match/trace_check.hpp"
#include "pentocity/results/checked_traces.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::play {

using namespace match;

namespace {

using namespace std::chrono_literals;

// Results wait no longer than this before they are stored.
constexpr auto batch_time = 500ms;
// How often a game is begun that the host cannot bring to its end.
constexpr int max_trials = 3;
// The maximum number of missing traces that are named.
constexpr std::size_t max_told = 10;

// Throws InputError if a sequencer is adaptive. One that cannot be made is left to its games.
void refuse_adaptive(const Config& config) {
  for (const entrants::SequencerEntry& sequencer : config.sequencers) {
    bool adaptive = false;
    try {
      adaptive = sequencer.make(config.schedule.rules.side, config.stream(0, sequencer))->adaptive();
    } catch (const std::exception&) {
      continue;
    }
    if (adaptive)
      throw InputError(
          "'{}' is adaptive: its requests depend on each player's land, so that its games cannot go in lockstep: leave "
          "it out, or set `lockstep: false`",
          sequencer.name);
  }
}

// Throws InputError, before anything is changed, if games of a folder were played in lockstep and this run would play
// others on the same streams, or if they were not and are to be.
void check_lockstep(const Config& config, const RunOptions& options) {
  const results::Schedule& own = config.schedule;
  const results::Store store(options.folder, own, results::Store::Access::look);
  if (!plays_in_lockstep(config, store.lockstep()) || !store.lockstep()) return;
  const auto anew = [&](const std::string& name) {
    return std::ranges::find(options.anew, name) != options.anew.end();
  };
  for (const entrants::EntrantId& player : own.players)
    if (anew(player.name))
      throw InputError(
          "--anew: the games of {} were played in lockstep, so '{}' would meet requests that the others know: --fresh "
          "plays all anew, on others",
          options.folder, player.name);
  std::vector<bool> stored(own.games());
  store.for_each([&](const results::PlayedGame& game) { stored[own.number_of(game.id)] = !anew(game.row.sequencer); },
                 {}, results::Store::Read::brief);
  std::set<std::pair<std::string, int>> met;  // streams, by whomever
  store.for_each_row(
      [&](GameRow&& row, const std::string&) {
        if (!anew(row.sequencer)) met.insert({row.sequencer, row.repeat});
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

class Run {
 public:
  Run(const Config& config, const RunOptions& options)
      : config_(config),
        options_(options),
        store_(options.folder, config.schedule,
               options.fresh ? results::Store::Access::replace : results::Store::Access::add,
               [this](const results::Schedule& stored) {
                 stored_repeats_ = stored.repeats();
                 check_lockstep(config_, options_);
                 return folder_schedule(config_, stored);
               }),
        lockstep_(plays_in_lockstep(config, store_.lockstep())),
        shard_{options.shard.index, options.shard.count, lockstep_},
        schedule_(store_.schedule()),
        checked_(options.folder),
        traces_(options.folder, schedule_, results::policy_for(store_, options.traces), &checked_),
        results_(schedule_.games()) {
    const results::Schedule& own = config.schedule;
    const auto places = [](const std::vector<entrants::EntrantId>& all, const std::vector<entrants::EntrantId>& some) {
      const auto numbers = results::numbers_of(some);
      std::vector<int> out;
      for (const entrants::EntrantId& e : all) out.push_back(numbers.contains(e.name) ? numbers.at(e.name) : -1);
      return out;
    };
    own_players_ = places(schedule_.players, own.players);
    own_sequencers_ = places(schedule_.sequencers, own.sequencers);
    const auto players = places(own.players, schedule_.players),
               sequencers = places(own.sequencers, schedule_.sequencers);
    for (std::size_t i = 0; i < own.games(); ++i)
      if (const results::GameId id = own.game(i); is_mine(id))
        games_.push_back({.player = players[id.player], .sequencer = sequencers[id.sequencer], .repeat = id.repeat});
  }

  RunResult run() {
    results::FolderNotes notes = store_.notes();
    if (const auto& file = config_.file)
      notes.named_games = file->players.size() * file->sequencers.size() * static_cast<std::size_t>(file->repeats);
    config_.hosting.confinement->hidden.push_back(std::filesystem::absolute(options_.folder).string());
    notes.lockstep = lockstep_;
    take_seen(notes);
    std::vector<results::GameId> open = take_stored();
    before_ = stored_;
    if (options_.open_ended) store_.store_repeats(repeats_played());
    report();
    if (lockstep_ && !open.empty()) {
      if (!store_.lockstep()) refuse_adaptive(config_);
      tell_memory(open);
      allow_open_files();
    } else if (!open.empty() && plays_in_lockstep(config_, std::nullopt)) {
      warn(fmt::format("{}: goes on without lockstep, as its games were played; --fresh plays all anew, in lockstep",
                       options_.folder));
    }
    play(groups_of(open), [this](Group ids) { return results_of(ids); });
    if (stored_ > before_) {
      notes = store_.notes();
      notes.date = results::today();
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

    figures::Summary summary =
        figures::summary_of(store_, figures::summary_config(config_.schedule),
                            [this](const results::GameId& id) { return own_id(id).has_value(); });
    std::size_t summed_up = stored_;
    const bool is_all = schedule_ == config_.schedule && options_.shard.count == 1 && !options_.open_ended;
    const figures::Summary all = is_all ? summary : summary_of_folder(summed_up);
    results::Folder(options_.folder).write(results::summary_file, figures::json_text(all), results::OnDisk::now);
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
  bool is_mine(const results::GameId& own) const {
    return results::plays(shard_, own) && (!options_.chosen || options_.chosen(own));
  }

  // Of the folder's schedule.
  int repeats_played() const { return std::max(stored_repeats_, played_repeats_); }

  // The game of the folder's schedule as one of the config's; none if this run does not play it.
  std::optional<results::GameId> own_id(const results::GameId& id) const {
    const results::GameId own{
        .player = own_players_[id.player], .sequencer = own_sequencers_[id.sequencer], .repeat = id.repeat};
    if (own.player < 0 || own.sequencer < 0 || own.repeat >= config_.schedule.repeats() || !is_mine(own))
      return std::nullopt;
    return own;
  }

  // The summary of all games in the folder; `games` is set to their number.
  figures::Summary summary_of_folder(std::size_t& games) const {
    results::Schedule schedule = schedule_;
    if (options_.open_ended) schedule.set_repeats(repeats_played());
    games = 0;
    return figures::summary_of(store_, figures::summary_config(schedule),
                               [&](const results::GameId&) { return ++games > 0; });
  }

  // Notes what the players and sequencers see in this run, of which their identities tell only some, and removes the
  // games that are to be played anew. Throws InputError, before anything is changed, if others see something else than
  // in their stored games.
  void take_seen(results::FolderNotes& notes) {
    const results::Schedule& own = config_.schedule;
    std::vector<std::string> known = names_of(own.players);
    for (const entrants::EntrantId& sequencer : own.sequencers) known.push_back(sequencer.name);
    const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
      return std::ranges::find(names, name) != names.end();
    };
    for (const std::string& name : options_.anew)
      if (!holds(known, name))
        throw InputError("--anew: '{}' is no player or sequencer of this run{}", name, suggestion(name, known));
    const auto take = [&](const auto& entry, const entrants::EntrantId& entrant, std::string GameRow::* name) {
      const std::string now = entry.seen();
      if (now.empty()) return;
      std::string& stored = notes.seen[results::seen_key(entrant)];
      const std::string before = std::exchange(stored, now);
      if (before.empty() || before == now || holds(options_.anew, entrant.name)) return;
      store_.for_each(
          [&](const results::PlayedGame& game) {
            if (game.row.*name == entrant.name)
              throw InputError(
                  "{}: '{}' sees other files now than in its games there, such as a module beside its program: add "
                  "--anew {} to play it anew, or --fresh to play all anew",
                  options_.folder, entrant.name, entrant.name);
          },
          {}, results::Store::Read::brief);
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
      for (const entrants::EntrantId& e : *entrants) all += e.name + '\n' + e.identity + '\n';
    return fmt::format("{:016x}", hash_bytes(all));
  }

  // Takes the games and traces of earlier runs into account, and removes traces that may be wrong. Returns the games
  // that are still to be played.
  std::vector<results::GameId> take_stored() {
    std::set<results::GameId>
        mixed_cells;  // that hold games of several versions, but traces of whichever was played last
    // With the policy `none`, traces that are there are left alone.
    const std::vector<bool> present =
        options_.traces == results::TracePolicy::none ? std::vector<bool>(schedule_.games()) : traces_.present();
    any_traces_ = std::ranges::find(present, true) != present.end();
    std::vector<results::GameId> traced;
    store_.for_each(
        [&](const results::PlayedGame& game) {
          traces_.offer(game.id, game.row.status, game.row.score);
          played_repeats_ = std::max(played_repeats_, game.id.repeat + 1);
          if (!own_id(game.id)) return;
          if (present[schedule_.number_of(game.id)]) traced.push_back(game.id);
          failed_before_ += game.row.status != Status::ok;
          count(game);
        },
        [&](const results::GameId& id) { mixed_cells.insert({.player = id.player, .sequencer = id.sequencer}); },
        options_.stored ? options_.read : results::Store::Read::brief);
    if (options_.traces != results::TracePolicy::none) {
      results::FolderNotes notes = store_.notes();
      const std::string versions = config_versions();
      if (notes.traced != versions) traces_.forget_cells(mixed_cells);
      if (std::exchange(notes.traced, versions) == versions) mixed_cells.clear();
      store_.store_notes(notes);
    }
    std::erase_if(traced, [&](const results::GameId& id) {
      const bool forgotten = mixed_cells.contains({.player = id.player, .sequencer = id.sequencer});
      if (forgotten) rewritten_.insert(id);
      return forgotten;
    });
    check_traces(traced);
    std::vector<results::GameId> open;
    for (const results::GameId& id : games_)
      if (!results_[schedule_.number_of(id)]) open.push_back(id);
    // Written before the end of a run that stored no row with it: the game may come out otherwise now.
    for (const results::GameId& id : open)
      if (present[schedule_.number_of(id)]) traces_.remove(id);
    return open;
  }

  // What is played and stored as one: all games of a stream in lockstep, or a single game.
  using Group = std::span<const results::GameId>;

  // Puts the games into the order in which they are played, and divides them.
  std::vector<Group> groups_of(std::vector<results::GameId>& games) const {
    if (!lockstep_) {
      // Players go through a stream after each other, or else one that is fast could tell a slow one what is requested.
      const auto streams = 2 * static_cast<std::size_t>(options_.jobs);
      std::ranges::stable_sort(games, {}, [&](const results::GameId& id) {
        const auto stream =
            static_cast<std::size_t>(id.repeat) * schedule_.sequencers.size() + static_cast<std::size_t>(id.sequencer);
        return std::pair(stream / streams, id.player);
      });
    }
    std::vector<Group> groups;
    for (auto begin = games.begin(); begin != games.end();) {
      const auto end = std::find_if(begin + 1, games.end(), [&](const results::GameId& id) {
        return !lockstep_ || id.sequencer != begin->sequencer || id.repeat != begin->repeat;
      });
      groups.emplace_back(begin, end);
      begin = end;
    }
    return groups;
  }

  void tell_memory(const std::vector<results::GameId>& open) const {
    const auto players = std::ranges::count_if(config_.players, &entrants::PlayerEntry::isolated);
    std::set<std::pair<int, int>> streams;
    for (const results::GameId& id : open) streams.insert({id.sequencer, id.repeat});
    const auto at_once = std::min<std::size_t>(streams.size(), static_cast<std::size_t>(options_.jobs));
    const auto gib = [](double bytes) { return fmt::format("{:.1f} GiB", bytes / (std::uint64_t{1} << 30)); };
    const auto limit = static_cast<double>(schedule_.limits.memory);
    if (players > 0)
      warn(fmt::format(
          "games in lockstep: {} players on {} may hold {} at a time, with memory_limit {}; this machine "
          "has {}",
          players, counted(at_once, "stream"), gib(limit * static_cast<double>(players) * static_cast<double>(at_once)),
          gib(limit), gib(static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)))));
  }

  // Each game under way has some.
  static void allow_open_files() {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }

  // Plays games, and writes those traces that are to be kept. Empty if the host failed.
  std::vector<results::PlayedGame> results_of(Group ids) {
    std::vector<results::PlayedGame> out;
    for (GameRecord& record : records_of(ids)) {
      const results::GameId& id = ids[out.size()];
      const TraceHeader header = trace_header(schedule_, id);
      if (options_.played) options_.played(header, record);
      if (traces_.offer(id, record.status, record.score)) traces_.write(id, header, record);
      out.push_back({id, game_row(schedule_, id, std::move(record))});
    }
    return out;
  }

  // Plays stored games once more whose traces are to be kept and are not there.
  void write_missing_traces() {
    std::vector<results::GameId> missing = traces_.tidy();
    // Those of other players, sequencers and repeats are left to runs that play these.
    std::erase_if(missing, [this](const results::GameId& id) { return !own_id(id); });
    tell_missing(missing);
    const std::size_t unplayed = unplayed_.size();
    std::vector<Group> each;
    for (const results::GameId& id : missing) each.emplace_back(&id, 1);
    play(each, [this](Group ids) {
      const results::GameId& id = ids.front();
      for (const GameRecord& record : records_of(ids)) {
        config_.hosting.confinement->kept->check();
        // A game that ends otherwise this time (a time limit was near) is not the one that was stored: no trace.
        if (results::end_of(record) == results_[schedule_.number_of(id)])
          traces_.write(id, trace_header(schedule_, id), record);
      }
      return std::vector<results::PlayedGame>();
    });
    unplayed_.resize(unplayed);  // these games have results; a trace that cannot be made now is made by the next run
    traces_.sync();
  }

  // Removes the traces that are damaged, to be written anew. Those that are known to be whole are not read. Throws
  // InputError if one is sound and its game's row is not what it tells.
  void check_traces(const std::vector<results::GameId>& games) {
    std::vector<std::string> faults(games.size());
    std::vector<results::CheckedTraces::Mark> marks(games.size());
    std::atomic<bool> any_new{false};
    for_each_parallel(options_.jobs, static_cast<int>(games.size()), [&](int i) {
      const results::GameId& id = games[i];
      const results::GameEnd& end = *results_[schedule_.number_of(id)];
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
    if (any_new) results::Folder(options_.folder).sync_files();
    checked_.update(std::move(marks), schedule_.games());
  }

  // Traces of stored games that are not there. If there were none at all, they are not named: it was played without.
  void tell_missing(const std::vector<results::GameId>& missing) const {
    std::vector<std::string> paths;
    for (const results::GameId& id : missing)
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

  std::vector<GameRecord> played(Group ids) {
    std::unique_lock turn(next_game_mutex_);
    const std::shared_lock beside_others(games_mutex_);
    turn.unlock();
    return play_all_of(ids);
  }

  // While no others are played.
  std::vector<GameRecord> played_alone(Group ids) {
    const std::lock_guard turn(next_game_mutex_);  // or else games that begin meanwhile would go first for ever
    const std::lock_guard alone(games_mutex_);
    struct Watch {
      Watch(isolation::OutOfMemoryWatch& memory, std::size_t games) : memory_(memory) { memory_.set_alone(games); }
      ~Watch() { memory_.set_alone(0); }
      isolation::OutOfMemoryWatch& memory_;
    } const watch(*config_.hosting.confinement->memory, ids.size());
    return play_all_of(ids);
  }

  std::vector<GameRecord> play_all_of(Group ids) const {
    const GameLimits limits{schedule_.limits.time};
    std::vector<Participants> games;
    for (const results::GameId& id : ids) games.push_back(participants_of(config_, *own_id(id)));
    if (games.size() > 1) return play_in_lockstep(schedule_.rules, games, limits);
    std::vector<GameRecord> single;
    single.push_back(play_game(schedule_.rules, games.front(), limits));
    return single;
  }

  // Empty if the host failed each time: the games have no results, and are noted as unplayed.
  std::vector<GameRecord> records_of(Group ids) {
    std::string why;
    bool alone = false;
    for (int trial = 0; trial < max_trials; ++trial) {
      try {
        return alone ? played_alone(ids) : played(ids);
      } catch (const OutOfMemory& fault) {
        why = fault.what();
        alone = true;
      } catch (const HostFault& fault) {
        why = fault.what();
      }
    }
    config_.hosting.confinement->kept->check();  // a file that is gone tells more
    const std::lock_guard lock(unplayed_mutex_);
    for (const results::GameId& id : ids) unplayed_.push_back({*own_id(id), why});
    return {};
  }

  // Plays the games on other threads, until there are no more or the run is interrupted, and meanwhile stores on this
  // one what they return: games that were played as one also in one transaction.
  void play(const std::vector<Group>& groups,
            const std::function<std::vector<results::PlayedGame>(Group)>& play_group) {
    std::atomic<bool> failed{false};
    std::mutex mutex;  // guards the next one
    std::vector<results::PlayedGame> finished, batch;
    std::future<void> played = std::async(std::launch::async, [&] {
      for_each_parallel(options_.jobs, static_cast<int>(groups.size()), [&](int i) {
        if (failed || interrupted() || enough_) return;
        std::vector<results::PlayedGame> games = play_group(groups[i]);
        const std::lock_guard lock(mutex);
        std::ranges::move(games, std::back_inserter(finished));
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

  void store(const std::vector<results::PlayedGame>& batch) {
    if (batch.empty()) return;
    traces_.sync();
    config_.hosting.confinement->kept->check();
    store_.append(batch);
    for (const results::PlayedGame& game : batch) count(game);
    report();
  }

  // Takes a stored game into account.
  void count(const results::PlayedGame& game) {
    played_repeats_ = std::max(played_repeats_, game.id.repeat + 1);
    results_[schedule_.number_of(game.id)] = results::GameEnd{game.row.status, game.row.score, game.row.turns};
    ++stored_;
    if (options_.stored && !options_.stored(game.row)) enough_ = true;
  }

  void report() const {
    if (options_.progress) options_.progress(stored_, before_, games_.size());
  }

  const Config& config_;
  const RunOptions& options_;
  int stored_repeats_ = 1;  ///< of the folder's schedule before this run
  results::Store store_;
  const bool lockstep_;  ///< all games of a stream are played and stored together
  const results::Shard shard_;
  const results::Schedule& schedule_;  ///< that of the folder, to which all numbers of games here belong
  results::CheckedTraces checked_;
  results::TraceFolder traces_;
  std::vector<std::optional<results::GameEnd>> results_;  ///< by number of the game
  std::vector<results::GameId> games_;                    ///< those of this run, stored ones included
  std::vector<int> own_players_, own_sequencers_;         ///< the config's numbers of the folder's; -1: not of this run
  int played_repeats_ = 1;                                ///< the repeats in which the folder has games
  std::size_t stored_ = 0, before_ = 0, failed_before_ = 0;
  std::atomic<bool> enough_{false};  ///< no more games are needed
  std::mutex next_game_mutex_;       // held by who begins a game
  std::shared_mutex games_mutex_;    // shared by games under way
  std::mutex unplayed_mutex_;
  std::vector<Unplayed> unplayed_;
  bool any_traces_ = false;              ///< did an earlier run leave some?
  std::set<results::GameId> rewritten_;  ///< whose traces were damaged
};

}  // namespace

Participants participants_of(const Config& config, const results::GameId& id) {
  const entrants::PlayerEntry& player = config.players[id.player];
  const entrants::SequencerEntry& sequencer = config.sequencers[id.sequencer];
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

TraceHeader trace_header(const results::Schedule& schedule, const results::GameId& id) {
  const std::string& player = schedule.players[id.player].name;
  const auto seed = schedule.seed_of(id);
  return {.rules = schedule.rules,
          .player = player,
          .sequencer = schedule.sequencers[id.sequencer].name,
          .seed = seed,
          .player_seed = seed ? std::optional(results::player_seed(*seed, id.repeat, player)) : std::nullopt,
          .cpu_limit_s = schedule.limits.time,
          .repeat = id.repeat};
}

GameRow game_row(const results::Schedule& schedule, const results::GameId& id, GameRecord&& record) {
  GameRow row{static_cast<GameResult&&>(record)};
  row.player = schedule.players[id.player].name;
  row.sequencer = schedule.sequencers[id.sequencer].name;
  row.repeat = id.repeat;
  row.seed = schedule.seed_of(id);
  row.turns = static_cast<int>(record.turns.size());
  return row;
}

results::Schedule folder_schedule(const Config& config, const results::Schedule& stored) {
  const results::Schedule& own = config.schedule;
  if (!config.file) return results::joined(stored, own);
  const auto named = [](std::vector<entrants::EntrantId> entrants, const std::vector<entrants::EntrantId>& played,
                        const std::vector<entrants::EntrantId>& earlier) {
    const auto a = results::numbers_of(played), b = results::numbers_of(earlier);
    std::erase_if(entrants, [&](const entrants::EntrantId& e) { return !a.contains(e.name) && !b.contains(e.name); });
    // With the options of this command.
    for (entrants::EntrantId& e : entrants)
      if (const auto found = a.find(e.name); found != a.end()) e = played[static_cast<std::size_t>(found->second)];
    return entrants;
  };
  const Named& file = *config.file;
  const auto same_names = [](const std::vector<entrants::EntrantId>& a, const std::vector<entrants::EntrantId>& b) {
    return std::ranges::equal(a, b, {}, &entrants::EntrantId::name, &entrants::EntrantId::name);
  };
  const bool whole = same_names(own.players, file.players) && same_names(own.sequencers, file.sequencers) &&
                     own.repeats() == file.repeats;
  results::Schedule all = own;
  all.players = named(file.players, own.players, stored.players);
  all.sequencers = named(file.sequencers, own.sequencers, stored.sequencers);
  if (!whole) all.set_repeats(std::max(own.repeats(), stored.repeats()));
  return all;
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

RunResult run_games(const Config& config, const RunOptions& options) { return Run(config, options).run(); }

std::vector<PlannedCell> planned_games(const Config& config, const RunOptions& options) {
  const results::Schedule& schedule = config.schedule;
  std::vector<PlannedCell> cells;
  for (const entrants::EntrantId& sequencer : schedule.sequencers)
    for (const entrants::EntrantId& player : schedule.players) cells.push_back({player.name, sequencer.name});
  const auto cell_of = [&](const results::GameId& id) -> PlannedCell& {
    return cells[schedule.number_of({.player = id.player, .sequencer = id.sequencer})];
  };
  std::optional<results::Store> store;
  if (!options.fresh) store.emplace(options.folder, schedule, results::Store::Access::look);
  results::Shard shard = options.shard;
  shard.whole_streams = plays_in_lockstep(config, store ? store->lockstep() : std::nullopt);
  for (std::size_t i = 0; i < schedule.games(); ++i)
    if (const results::GameId id = schedule.game(i); results::plays(shard, id)) ++cell_of(id).games;
  if (store)
    store->for_each(
        [&](const results::PlayedGame& game) {
          if (results::plays(shard, game.id)) ++cell_of(game.id).stored;
        },
        {}, results::Store::Read::brief);
  return cells;
}

}  // namespace pentocity::play
