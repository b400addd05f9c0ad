#include "pentocity/audit/audit.hpp"

#include <fmt/format.h>

#include "audit_parts.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/tournament/run.hpp"

namespace pentocity::audit {

using namespace match;

namespace {

// The config that plays a folder's schedule again.
tournament::Config config_of(const results::Schedule& schedule, const tournament::Config* given,
                             const std::string& folder) {
  tournament::Config config = tournament::config_of_schedule(schedule, given);
  if (given != nullptr) {
    config.hosting = given->hosting;
    config.hosting.confinement->limits = schedule.limits;
    config.hosting.confinement->tolerance = time_tolerance;
    config.hosting.confinement->hidden.push_back(std::filesystem::absolute(folder).string());
  }
  return config;
}

// Finds the first turn in which two traces differ, if there is one.
void compare_traces(const std::string& file, const TraceLines& expected, const TraceLines& found, Findings& out) {
  const auto differ = [&](int turn, const nlohmann::json& a, const nlohmann::json& b) {
    const auto list = match::differences(a, b);
    if (!list.empty()) out.push_back({list[0], place_of_turn(file, turn)});
    return !list.empty();
  };
  if (differ(-1, expected.header, found.header)) return;
  for (std::size_t i = 0; i < std::min(expected.turns.size(), found.turns.size()); ++i)
    if (differ(static_cast<int>(i), expected.turns[i], found.turns[i])) return;
  differ(-1, expected.end, found.end);
}

class Auditor {
 public:
  Auditor(const std::string& folder, const AuditOptions& options)
      : folder_(folder),
        options_(options),
        config_(config_of(results::read_schedule(folder), options.config, folder)),
        schedule_(config_.schedule),
        store_(folder, schedule_, results::Store::Access::look),
        traces_(folder_, schedule_, policy_of_run()) {}

  Audit run() {
    read_plan();
    audit_.games = planned_ ? planned_->size() : schedule_.scheduled();
    agreed_ = compare_with_agreed(folder_, options_, schedule_, audit_);
    compare_lockstep();
    find_secret();
    read_rows();
    const figures::Summary summary = figures::summary_of(store_);
    audit_.digest = summary.digest;
    find_traces();
    choose_games();
    check_games();
    check_summary(folder_, summary, !planned_ && audit_.rows == audit_.games, audit_);
    return std::move(audit_);
  }

 private:
  // A stored game and what is to be done about it.
  struct Task {
    results::GameId id;
    bool traced = false, play = false;
  };

  // None if there is no folder of traces, for an audit makes none.
  results::TracePolicy policy_of_run() const {
    if (!results::Folder(folder_).has(results::traces_folder)) return results::TracePolicy::none;
    return store_.notes().all_traces ? results::TracePolicy::all : results::TracePolicy::best_worst;
  }

  std::string place(const GameRow& row) const {
    return fmt::format("{}/results.sqlite: {}", folder_, name_of_game(row.player, row.sequencer, row.repeat));
  }

  void gap(const std::string& part, const std::string& why, std::size_t games = 0) {
    audit_.gaps.push_back({part, why, games});
  }

  void compare_lockstep() {
    const auto found = store_.lockstep();
    if (options_.config == nullptr || !found) return;
    const bool agreed = tournament::plays_in_lockstep(*options_.config, std::nullopt);
    if (agreed != *found)
      add(audit_.findings, folder_ + "/results.sqlite: schedule", "lockstep", fmt::format("{}", agreed),
          fmt::format("{}", *found));
  }

  // In a batch of a league, the games of its plan: of the schedule it plays these only.
  void read_plan() {
    constexpr const char* plan_file = "batch.json";
    const results::Folder folder(folder_);
    if (!folder.has(plan_file)) return;
    const std::string path = folder.path_of(plan_file);
    const auto players = results::numbers_of(schedule_.players), sequencers = results::numbers_of(schedule_.sequencers);
    try {
      planned_.emplace();
      const nlohmann::json plan = read_json(folder.read(plan_file), path);
      for (const nlohmann::json& match : plan.at("matches"))
        for (const char* side : {"a", "b"})
          planned_->insert({.player = players.at(match.at(side).get<std::string>()),
                            .sequencer = sequencers.at(match.at("sequencer").get<std::string>()),
                            .repeat = match.at("repeat").get<int>()});
    } catch (const InputError& e) {
      add(audit_.findings, path, "file", "the plan of a batch", without_path(e.what(), path));
    } catch (const std::exception&) {  // of JSON, and for a name that the schedule does not have
      add(audit_.findings, path, "file", "a plan of games of the schedule", "another one");
    }
  }

  // What the requests were drawn from, if the folder has it, in one file or in both.
  void find_secret() {
    if (!schedule_.commitment) return;
    for (const char* name : {results::secret_file, results::revealed_file}) {
      const std::string path = folder_ + "/" + name;
      if (!results::Folder(folder_).has(name)) continue;
      try {
        const Secret secret = name == results::secret_file ? results::read_secret(path) : results::read_revealed(path);
        if (secret.commitment() == *schedule_.commitment)
          config_.use(secret);
        else
          add(audit_.findings, path, "commitment", *schedule_.commitment, secret.commitment());
      } catch (const InputError& e) {
        add(audit_.findings, path, "file", "the secret of the games", without_path(e.what(), path));
      }
    }
    if (!config_.secret)
      gap("drawn again: the requests", "their secret is not revealed: `pentocity reveal` puts it into the folder");
  }
  bool knows_draws() const { return !schedule_.commitment || config_.secret; }

  // A row of a player or sequencer that the config does not name any more, or of another version.
  void other(const GameRow& row) {
    ++audit_.other_rows;
    other_traces_.insert(results::trace_name(row.sequencer, row.player, row.seed, row.repeat));
  }

  void read_rows() {
    store_.for_each(
        [&](const results::StoredGame& game) {
          tasks_.push_back({.id = game.id});
          traces_.offer(game.id, game.row.status, game.row.score);
        },
        {}, results::Store::Read::brief);
    audit_.rows = tasks_.size();
    const auto players = results::numbers_of(schedule_.players), sequencers = results::numbers_of(schedule_.sequencers);
    const auto check = [&](const GameRow& row, const std::string& key) {
      const auto tell = [&](const std::string& field, const std::string& expected, const std::string& found) {
        add(audit_.findings, place(row), field, expected, found);
      };
      const auto p = players.find(row.player), s = sequencers.find(row.sequencer);
      if (p == players.end() || s == sequencers.end()) return other(row);
      if (row.repeat < 0 || row.repeat >= schedule_.repeats())
        return tell("repeat", fmt::format("0 to {}", schedule_.repeats() - 1), std::to_string(row.repeat));
      const results::GameId id{.player = p->second, .sequencer = s->second, .repeat = row.repeat};
      const std::string own = results::game_key(schedule_.players[id.player], schedule_.sequencers[id.sequencer]);
      if (key != own) return other(row);
      if (planned_ && !planned_->contains(id)) tell("game", "one of those in batch.json", "another one");
      const auto text = [](const auto& seed) { return seed ? std::to_string(*seed) : "null"; };
      if (const auto seed = schedule_.seed_of(id); row.seed != seed) tell("seed", text(seed), text(row.seed));
    };
    store_.for_each_row(check, results::Store::Read::brief);
    note_missing();
  }

  // Games without a row: amiss if all that was agreed was to be played, while a run may still be going on otherwise.
  void note_missing() {
    if (!agreed_ || planned_) {
      if (audit_.rows < audit_.games)
        gap("there", fmt::format("so many of the {}'s {} are not stored", planned_ ? "plan" : "schedule", audit_.games),
            audit_.games - audit_.rows);
      return;
    }
    std::vector<int> rows(schedule_.players.size() * schedule_.sequencers.size());
    for (const Task& task : tasks_)
      ++rows[schedule_.number_of({.player = task.id.player, .sequencer = task.id.sequencer})];
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (const results::GameId id = schedule_.game(i); rows[i] < schedule_.repeats())
        add(audit_.findings,
            fmt::format("{}/results.sqlite: {} on {}", folder_, schedule_.players[id.player].name,
                        schedule_.sequencers[id.sequencer].name),
            "rows", std::to_string(schedule_.repeats()), std::to_string(rows[i]));
  }

  // Finds the trace of each game, traces that are missing, and files that belong to no game.
  void find_traces() {
    std::vector<std::string> strange;
    std::vector<bool> present = traces_.present([&](std::string_view name) { strange.emplace_back(name); });
    const bool any = !strange.empty() || std::ranges::find(present, true) != present.end();
    const std::vector<bool> found = present;
    for (Task& task : tasks_) {
      const std::size_t number = schedule_.number_of(task.id);
      task.traced = found[number];
      present[number] = false;
    }
    for (std::size_t i = 0; i < present.size(); ++i)
      if (present[i]) strange.push_back(results::trace_name(schedule_, schedule_.game(i)));
    std::ranges::sort(strange);
    for (const std::string& name : strange)
      if (!other_traces_.contains(name))
        add(audit_.findings, folder_ + "/traces/" + name, "file", "nothing: no stored game has a trace of this name",
            "a file");
    if (!any) return;  // as after a run with --trace none
    for (const results::GameId& id : traces_.missing(found))
      add(audit_.findings, traces_.path(id), "file", "a trace that a run with this --trace leaves", "nothing");
  }

  // Why a player or sequencer cannot be made; empty if it can.
  template <class Entry>
  std::string obstacle(const Entry& entry, std::vector<Entry> tournament::Config::* list) const {
    if (entry.entrant) return "";
    if (options_.config == nullptr)
      return fmt::format("'{}' is not built in, or of another version: --config names where it comes from", entry.name);
    const std::vector<Entry>& of_config = options_.config->*list;
    const auto agreed = std::ranges::find(of_config, entry.name, &Entry::name);
    return fmt::format("'{}' is {}", entry.name,
                       agreed == of_config.end() ? "not in the config"
                       : agreed->entrant         ? "another one in the config"
                                                 : "one whose files are not here");
  }

  // Why a game cannot be played again; empty if it can.
  std::string obstacle(const Task& game) const {
    if (!knows_draws()) return "their secret is not revealed";
    const std::string of_stream = obstacle(config_.sequencers[game.id.sequencer], &tournament::Config::sequencers);
    if (!of_stream.empty()) return of_stream + "; their requests were not checked either";
    return obstacle(config_.players[game.id.player], &tournament::Config::players);
  }

  void choose_games() {
    std::map<std::string, std::size_t> gaps;
    std::vector<std::pair<std::uint64_t, std::size_t>> drawn;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const results::GameId& id = tasks_[i].id;
      if (const std::string why = obstacle(tasks_[i]); !why.empty())
        ++gaps[why];
      else
        drawn.emplace_back(hash_bytes(audit_.digest + name_of_game(schedule_.players[id.player].name,
                                                                   schedule_.sequencers[id.sequencer].name, id.repeat)),
                           i);
    }
    for (const auto& [why, games] : gaps) gap(played_again_part, why, games);
    std::sort(drawn.begin(), drawn.end());
    const std::size_t possible = drawn.size();
    drawn.resize(std::min(possible, options_.games.value_or(possible)));
    if (drawn.size() < possible) gap(played_again_part, "--games leaves them out", possible - drawn.size());
    for (const auto& [hash, i] : drawn) tasks_[i].play = true;
    if (const auto left = std::ranges::count_if(tasks_, [](const Task& t) { return !t.traced && !t.play; }); left > 0)
      gap("replayed", "they have no trace and were not played again, so that nothing but rows tells of them",
          static_cast<std::size_t>(left));
  }

  bool interrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  void check_games() {
    constexpr std::size_t batch = 10'000;  // that many rows are held in memory
    std::mutex mutex;                      // guards the counts
    std::size_t done = 0;
    std::map<std::string, std::size_t> undecided;
    for (std::size_t begin = 0; begin < tasks_.size() && !interrupted(); begin += batch) {
      const auto tasks = std::span(tasks_).subspan(begin, std::min(batch, tasks_.size() - begin));
      std::vector<results::GameId> ids;
      for (const Task& task : tasks) ids.push_back(task.id);
      const std::vector<results::StoredGame> games = store_.games(ids);
      std::vector<PlayedAgain> found(tasks.size());
      for_each_parallel(options_.jobs, static_cast<int>(tasks.size()), [&](int i) {
        if (interrupted()) return;
        found[i] = check(tasks[i], games[i].row);
        const std::lock_guard lock(mutex);
        audit_.traces += tasks[i].traced;
        audit_.played_again += tasks[i].play;
        ++done;
        if (options_.progress) options_.progress(done, tasks_.size());
      });
      for (const PlayedAgain& game : found) {
        take(game.findings);
        audit_.limits_reached += game.reaches_limit;
        if (!game.undecided.empty()) ++undecided[game.undecided];
      }
    }
    for (const auto& [why, games] : undecided) gap("decided", why, games);
    config_.hosting.confinement->kept->check();
    audit_.interrupted = interrupted();
  }

  // Of what was found in several ways, the first.
  void take(const Findings& findings) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const AuditFinding& f : findings)
      if (seen.insert({f.where, f.field}).second) audit_.findings.push_back(f);
  }

  PlayedAgain check(const Task& task, const GameRow& row) const {
    const std::string path = traces_.path(task.id), where = place(row);
    Findings of_trace;
    const auto readable = [&](const auto& read) {
      std::optional<decltype(read())> out;
      try {
        out = read();
      } catch (const InputError& e) {
        add(of_trace, path, "file", "a whole trace", without_path(e.what(), path));
      }
      return out;
    };
    std::optional<std::string> text;
    if (task.traced) text = readable([&] { return traces_.text(task.id); });
    PlayedAgain out;
    if (task.play) out = play_again(config_, task.id, row, where, text.has_value());
    const std::string again = std::exchange(out.trace, {});
    std::optional<TraceLines> trace;
    // Where row and trace come out the same again, to the byte, there is no more to find.
    if (text && (*text != again || !out.findings.empty())) trace = readable([&] { return parse_trace(*text, path); });
    if (trace) {
      check_trace(task.id, row, path, *trace, of_trace);
      if (!again.empty()) compare_traces(path, parse_trace(again, "this game"), *trace, out.findings);
    }
    out.findings.insert(out.findings.begin(), of_trace.begin(), of_trace.end());
    if (task.play) return out;
    if (!trace) check_columns(where, schedule_, row, out.findings);
    check_use(where, schedule_.limits, row, out.findings);
    return out;
  }

  void check_trace(const results::GameId& id, const GameRow& row, const std::string& path, const TraceLines& trace,
                   Findings& out) const {
    const auto of_header = match::differences(header_line(tournament::trace_header(schedule_, id)), trace.header);
    if (!of_header.empty()) return add(out, path, of_header);  // another game's
    for (const Mismatch& m : replay_trace(trace))
      add(out, place_of_turn(path, m.turn), m.field, m.replayed, m.recorded);
    add(out, path, row_differences(row, trace));
    check_requests(id, path, trace, out);
  }

  // Only the requests of adaptive sequencers depend on the player; these are not checked.
  void check_requests(const results::GameId& id, const std::string& path, const TraceLines& trace,
                      Findings& out) const {
    if (!config_.sequencers[id.sequencer].entrant || !knows_draws()) return;
    std::unique_ptr<Sequencer> stream;
    try {
      stream = tournament::participants_of(config_, id).sequencer();
      if (!stream || stream->adaptive()) return;
    } catch (const std::exception&) {  // then so did the game; playing it again tells
      return;
    }
    audit::check_requests(path, *stream, trace, out);
  }

  const std::string folder_;
  const AuditOptions& options_;
  tournament::Config config_;
  const results::Schedule& schedule_;
  const results::Store store_;
  results::TraceFolder traces_;
  std::vector<Task> tasks_;
  std::optional<std::set<results::GameId>> planned_;
  bool agreed_ = false;  ///< it is known what was to be played
  std::set<std::string> other_traces_;
  Audit audit_;
};

}  // namespace

Audit audit_results(const std::string& folder, const AuditOptions& options) { return Auditor(folder, options).run(); }

}  // namespace pentocity::audit
