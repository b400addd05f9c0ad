#include "pentocity/tournament/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <tuple>

#include "columns.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/match/trace_check.hpp"
#include "pentocity/tournament/files.hpp"
#include "pentocity/tournament/identities.hpp"
#include "pentocity/tournament/secret_file.hpp"
#include "pentocity/tournament/store.hpp"
#include "pentocity/tournament/tournament.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

using nlohmann::json;
using Findings = std::vector<AuditFinding>;

// The maximum number of fields that are reported if the summary does not agree with the rows.
constexpr std::size_t max_of_summary = 10;
// What summaries of earlier versions lack, and what they count otherwise where a player is incomplete or alone.
constexpr std::array later_in_summaries{"failures", "unplayed", "missing", "rank", "winners"};
constexpr std::array other_in_summaries{"streams_won", "rounds_won", "winner"};
// The limit of CPU time of games that are played again in this process. It is never reached, because this machine may
// be slower than the one of the run.
constexpr double patience_seconds = 1e9;

std::string name_of_game(std::string_view player, std::string_view sequencer, int repeat) {
  return fmt::format("{} on {}, repeat {}", player, sequencer, repeat);
}

std::string place_of_turn(const std::string& file, int turn) {
  return turn >= 0 ? fmt::format("{}: turn {}", file, turn) : file;
}

// Removes the members of these names from all objects in a value.
void remove_members(json& value, std::span<const char* const> names) {
  if (value.is_object())
    for (const char* name : names) value.erase(name);
  if (value.is_structured())
    for (json& part : value) remove_members(part, names);
}

void add(Findings& out, const std::string& where, std::string_view field, const std::string& expected,
         const std::string& found) {
  out.push_back({.where = where, .field = std::string(field), .expected = expected, .found = found});
}

void add(Findings& out, const std::string& where, const std::vector<Difference>& differences) {
  for (const Difference& d : differences) add(out, where, d.field, d.expected, d.found);
}

// The entry of this very identity in a config, else the one that the identity names by itself.
template <class Entry>
Entry entry_of(const Entrant& entrant, const std::vector<Entry>* of_config,
               std::optional<Entry> (*of_identity)(const Entrant&)) {
  if (of_config != nullptr)
    for (const Entry& entry : *of_config)
      if (entry.name == entrant.name && entry.identity == entrant.identity) return entry;
  Entry none;
  none.name = entrant.name;
  return of_identity(entrant).value_or(none);
}

// The config that plays a schedule. Players and sequencers that cannot be made again have no `make`.
Config config_of(const Schedule& schedule, const Config* given, const std::string& folder) {
  Config config;
  if (given != nullptr) {
    config.hosting = given->hosting;
    config.hosting.confinement->limits = schedule.limits;
    config.hosting.confinement->hidden.push_back(std::filesystem::absolute(folder).string());
  }
  config.schedule = schedule;
  for (const Entrant& e : schedule.players)
    config.players.push_back(entry_of<PlayerEntry>(e, given ? &given->players : nullptr, player_of_identity));
  for (const Entrant& e : schedule.sequencers)
    config.sequencers.push_back(
        entry_of<SequencerEntry>(e, given ? &given->sequencers : nullptr, sequencer_of_identity));
  return config;
}

// The first turn in which two traces differ; none if they are the same text.
std::optional<AuditFinding> first_difference(const std::string& file, const TraceLines& expected,
                                             const TraceLines& found) {
  const auto of_lines = [&](int turn, const json& a, const json& b) -> std::optional<AuditFinding> {
    const auto list = differences(a, b);
    if (list.empty()) return std::nullopt;
    return AuditFinding{.where = place_of_turn(file, turn),
                        .field = list[0].field,
                        .expected = list[0].expected,
                        .found = list[0].found};
  };
  if (const auto finding = of_lines(-1, expected.header, found.header)) return finding;
  for (std::size_t i = 0; i < std::min(expected.turns.size(), found.turns.size()); ++i)
    if (const auto finding = of_lines(static_cast<int>(i), expected.turns[i], found.turns[i])) return finding;
  return of_lines(-1, expected.end, found.end);
}

// Checks whether the requests of a trace are those of a stream that is not adaptive, up to the first that is not.
void check_requests(const std::string& file, Sequencer& stream, const TraceLines& trace, Findings& out) {
  for (int number = 0; number < static_cast<int>(trace.turns.size()); ++number) {
    json expected = "none: the stream has come to its end";
    try {
      const Request request = stream.next(number, nullptr);
      expected = {{"type", name_of(request.type())}, {"cells", json_of_cells(request.cells())}};
    } catch (const std::exception&) {
    }
    const auto list = differences(expected, trace.turns[number].value("request", json()));
    for (const Difference& d : list)
      add(out, place_of_turn(file, number), d.field.empty() ? "request" : "request." + d.field, d.expected, d.found);
    if (!list.empty()) return;  // what comes after follows from it
  }
}

class Auditor {
 public:
  Auditor(const std::string& folder, const AuditOptions& options)
      : folder_(folder),
        traces_folder_(folder + "/traces"),
        options_(options),
        config_(config_of(read_schedule(folder), options.config, folder)),
        schedule_(config_.schedule),
        store_(folder, schedule_, Store::Access::look),
        traces_(folder_, schedule_, policy_of_run()) {}

  Audit run() {
    audit_.games = schedule_.games();
    find_secret();
    read_rows();
    summary_ = store_.summary();
    audit_.digest = summary_.digest;
    find_traces();
    choose_games();
    check_games();
    check_summary();
    return std::move(audit_);
  }

 private:
  // A stored game and what is to be done about it.
  struct Task {
    GameId id;
    Status status = Status::ok;
    bool traced = false, play = false;
  };

  // None if there is no folder of traces, for an audit makes none.
  TracePolicy policy_of_run() const {
    if (!Folder(folder_).has(traces_folder)) return TracePolicy::none;
    return store_.notes().all_traces ? TracePolicy::all : TracePolicy::best_worst;
  }

  std::string file(const std::string& trace) const { return traces_folder_ + "/" + trace; }
  std::string place(const GameRow& row) const {
    return fmt::format("{}/results.sqlite: {}", folder_, name_of_game(row.player, row.sequencer, row.repeat));
  }
  const PlayerEntry& player(const GameId& id) const { return config_.players[id.player]; }
  const SequencerEntry& sequencer(const GameId& id) const { return config_.sequencers[id.sequencer]; }

  // What the requests were drawn from, if the folder has it, in one file or in both.
  void find_secret() {
    if (!schedule_.commitment) return;
    for (const char* name : {secret_file, revealed_file}) {
      const std::string path = folder_ + "/" + name;
      if (!Folder(folder_).has(name)) continue;
      try {
        const Secret secret = name == secret_file ? read_secret(path) : read_revealed(path);
        if (secret.commitment() == *schedule_.commitment)
          config_.use(secret);
        else
          add(audit_.findings, path, "commitment", *schedule_.commitment, secret.commitment());
      } catch (const InputError& e) {
        add(audit_.findings, path, "file", "the secret of the games", without_path(e.what(), path));
      }
    }
  }
  bool knows_draws() const { return !schedule_.commitment || config_.secret; }

  // A row of a player or sequencer that the config does not name any more, or of another version.
  void other(const GameRow& row) {
    ++audit_.other_rows;
    other_traces_.insert(trace_name(row.sequencer, row.player, row.seed, row.repeat));
  }

  void read_rows() {
    store_.for_each(
        [&](const PlayedGame& game) {
          tasks_.push_back({.id = game.id, .status = game.row.status});
          traces_.offer(game.id, game.row.status, game.row.score);
        },
        {}, Store::Read::brief);
    audit_.rows = tasks_.size();
    const auto players = numbers_of(schedule_.players), sequencers = numbers_of(schedule_.sequencers);
    const auto check = [&](const GameRow& row, const std::string& key) {
      const auto tell = [&](const std::string& field, const std::string& expected, const std::string& found) {
        add(audit_.findings, place(row), field, expected, found);
      };
      const auto p = players.find(row.player), s = sequencers.find(row.sequencer);
      if (p == players.end() || s == sequencers.end()) return other(row);
      if (row.repeat < 0 || row.repeat >= schedule_.repeats())
        return tell("repeat", fmt::format("0 to {}", schedule_.repeats() - 1), std::to_string(row.repeat));
      const GameId id{.player = p->second, .sequencer = s->second, .repeat = row.repeat};
      const std::string own = game_key(schedule_.players[id.player], schedule_.sequencers[id.sequencer]);
      if (key != own) return other(row);
      const auto text = [](const auto& seed) { return seed ? std::to_string(*seed) : "null"; };
      if (const auto seed = schedule_.seed_of(id); row.seed != seed) tell("seed", text(seed), text(row.seed));
    };
    store_.for_each_row(check, Store::Read::brief);
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
      if (present[i]) strange.push_back(trace_name(schedule_, schedule_.game(i)));
    std::ranges::sort(strange);
    for (const std::string& name : strange)
      if (!other_traces_.contains(name))
        add(audit_.findings, file(name), "file", "nothing: no stored game has a trace of this name", "a file");
    if (!any) return;  // as after a run with --trace none
    for (const GameId& id : traces_.missing(found))
      add(audit_.findings, traces_.path(id), "file", "a trace that a run with this --trace leaves", "nothing");
  }

  void check_summary() {
    const Folder folder(folder_);
    const std::string path = folder.path_of(summary_file);
    if (!folder.has(summary_file)) {
      if (audit_.rows == audit_.games) add(audit_.findings, path, "file", "the summary of the rows", "nothing");
      return;
    }
    json found;
    try {
      found = read_json(folder.read(summary_file), path);
    } catch (const InputError& e) {
      return add(audit_.findings, path, "file", "the summary of the rows", without_path(e.what(), path));
    }
    json expected = read_json(json_text(summary_), path);
    std::vector<std::string> ignored{"games_per_second"};
    if (found.is_object() && !found.contains("failures")) {
      remove_members(expected, later_in_summaries);
      if (summary_.players.size() == 1 || std::ranges::any_of(summary_.players, [](const auto& p) { return !p.rank; }))
        ignored.insert(ignored.end(), other_in_summaries.begin(), other_in_summaries.end());
    }
    auto list = differences(expected, found, ignored);
    const std::size_t all = list.size();
    list.resize(std::min(all, max_of_summary));
    add(audit_.findings, path, list);
    if (all > list.size())
      add(audit_.findings, path, "fields", "those of the rows", fmt::format("{} more that differ", all - list.size()));
  }

  // Why a game cannot be played again; empty if it can.
  std::string obstacle(const Task& game) const {
    const auto made_anew = [](const std::string& name) {
      return fmt::format("'{}' is not built in, or of another version: --config names where it comes from", name);
    };
    if (!knows_draws())
      return fmt::format("their secret is not in {}, so their requests were not checked either", folder_);
    if (!player(game.id).make) return made_anew(player(game.id).name);
    if (!sequencer(game.id).make) return made_anew(sequencer(game.id).name);
    for (const std::string& name : {player(game.id).name, sequencer(game.id).name})
      if (changed_.contains(name))
        return fmt::format("'{}' sees other files now than it did then, such as a module beside its program", name);
    if (game.status == Status::timeout) return "a limit of time ended them: when, depends on the machine";
    return "";
  }

  // Players and sequencers that are not what played, although their identities are the same.
  template <class Entry>
  void note_changed(const std::vector<Entry>& entries, const std::vector<Entrant>& entrants) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (const auto then = store_.notes().seen.find(seen_key(entrants[i]));
          entries[i].seen && then != store_.notes().seen.end() && entries[i].seen() != then->second)
        changed_.insert(entrants[i].name);
  }

  void choose_games() {
    note_changed(config_.players, schedule_.players);
    note_changed(config_.sequencers, schedule_.sequencers);
    std::map<std::string, std::size_t> gaps;
    std::vector<std::pair<std::uint64_t, std::size_t>> drawn;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const GameId& id = tasks_[i].id;
      if (const std::string why = obstacle(tasks_[i]); !why.empty())
        ++gaps[why];
      else
        drawn.emplace_back(hash_bytes(audit_.digest + name_of_game(schedule_.players[id.player].name,
                                                                   schedule_.sequencers[id.sequencer].name, id.repeat)),
                           i);
    }
    for (const auto& [why, games] : gaps) audit_.gaps.push_back({why, games});
    std::sort(drawn.begin(), drawn.end());
    drawn.resize(std::min(drawn.size(), options_.games.value_or(drawn.size())));
    for (const auto& [hash, i] : drawn) tasks_[i].play = true;
  }

  bool interrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  void check_games() {
    constexpr std::size_t batch = 10'000;  // that many rows are held in memory
    std::erase_if(tasks_, [](const Task& task) { return !task.traced && !task.play; });
    std::mutex mutex;  // guards the counts
    std::size_t done = 0;
    for (std::size_t begin = 0; begin < tasks_.size() && !interrupted(); begin += batch) {
      const auto tasks = std::span(tasks_).subspan(begin, std::min(batch, tasks_.size() - begin));
      std::vector<GameId> ids;
      for (const Task& task : tasks) ids.push_back(task.id);
      const std::vector<PlayedGame> games = store_.games(ids);
      std::vector<Findings> found(tasks.size());
      for_each_parallel(options_.jobs, static_cast<int>(tasks.size()), [&](int i) {
        if (interrupted()) return;
        found[i] = check(tasks[i], games[i].row);
        const std::lock_guard lock(mutex);
        audit_.traces += tasks[i].traced;
        audit_.played_again += tasks[i].play;
        ++done;
        if (options_.progress) options_.progress(done, tasks_.size());
      });
      for (const Findings& list : found) audit_.findings.insert(audit_.findings.end(), list.begin(), list.end());
    }
    config_.hosting.confinement->kept->check();
    audit_.interrupted = interrupted();
  }

  Findings check(const Task& task, const GameRow& row) const {
    Findings out;
    std::optional<TraceLines> trace;
    const std::string path = traces_.path(task.id);
    if (task.traced) trace = read(task.id, out);
    if (trace) check_trace(task.id, row, path, *trace, out);
    if (task.play) play_again(task.id, row, path, trace, out);
    return out;
  }

  std::optional<TraceLines> read(const GameId& id, Findings& out) const {
    const std::string path = traces_.path(id);
    try {
      return parse_trace(traces_.text(id), path);
    } catch (const InputError& e) {
      add(out, path, "file", "a whole trace", without_path(e.what(), path));
      return std::nullopt;
    }
  }

  void check_trace(const GameId& id, const GameRow& row, const std::string& path, const TraceLines& trace,
                   Findings& out) const {
    const auto of_header = differences(header_line(trace_header(schedule_, id)), trace.header);
    if (!of_header.empty()) return add(out, path, of_header);  // another game's
    for (const Mismatch& m : replay_trace(trace))
      add(out, place_of_turn(path, m.turn), m.field, m.replayed, m.recorded);
    add(out, path, row_differences(row, trace));
    check_requests(id, path, trace, out);
  }

  // Only the requests of adaptive sequencers depend on the player; these are not checked.
  void check_requests(const GameId& id, const std::string& path, const TraceLines& trace, Findings& out) const {
    if (!sequencer(id).make || !knows_draws()) return;
    std::unique_ptr<Sequencer> stream;
    try {
      stream = participants_of(config_, id).sequencer();
      if (!stream || stream->adaptive()) return;
    } catch (const std::exception&) {  // then so did the game; playing it again tells
      return;
    }
    tournament::check_requests(path, *stream, trace, out);
  }

  void play_again(const GameId& id, const GameRow& stored, const std::string& path,
                  const std::optional<TraceLines>& trace, Findings& out) const {
    GameRecord record = play_game(schedule_.rules, participants_of(config_, id), {patience_seconds});
    const std::string text = trace ? trace_text(trace_header(schedule_, id), record) : "";
    const GameRow row = game_row(schedule_, id, std::move(record));
    for (const Column& column : game_columns()) {
      if (column.later && std::holds_alternative<std::monostate>(column.get(stored))) continue;
      const std::string expected = word_of(column.get(row)), found = word_of(column.get(stored));
      if (column.deterministic && expected != found) add(out, place(stored), column.name, expected, found);
    }
    if (!trace) return;
    const auto finding = first_difference(path, parse_trace(text, "this game"), *trace);
    const auto same = [&](const AuditFinding& f) { return f.where == finding->where && f.field == finding->field; };
    if (finding && std::none_of(out.begin(), out.end(), same)) out.push_back(*finding);
  }

  const std::string folder_, traces_folder_;
  const AuditOptions& options_;
  Config config_;
  const Schedule& schedule_;
  const Store store_;
  TraceFolder traces_;
  Summary summary_;
  std::vector<Task> tasks_;
  std::set<std::string> other_traces_;
  std::set<std::string> changed_;  ///< names of players and sequencers that see other files than they did
  Audit audit_;
};

}  // namespace

Audit audit_results(const std::string& folder, const AuditOptions& options) { return Auditor(folder, options).run(); }

namespace {

nlohmann::ordered_json to_json(const Findings& findings) {
  auto out = nlohmann::ordered_json::array();
  for (const AuditFinding& f : findings)
    out.push_back({{"where", f.where}, {"field", f.field}, {"expected", f.expected}, {"found", f.found}});
  return out;
}

// One recorded game; none if something is amiss.
std::optional<SubmittedGame> check_submitted(const Folder& folder, const std::string& name, const Config& config,
                                             Findings& out) {
  const std::string path = folder.path_of(name);
  const Schedule& schedule = config.schedule;
  const std::size_t before = out.size();
  TraceLines trace;
  try {
    trace = parse_trace(gunzip(folder.read(name), path), path);
  } catch (const InputError& e) {
    add(out, path, "file", "a whole trace", without_path(e.what(), path));
    return std::nullopt;
  }
  const auto text = [](const json& object, const char* key) {
    const json value = object.value(key, json());
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  SubmittedGame game{
      .file = path, .player = text(trace.header, "player"), .sequencer = text(trace.header, "sequencer")};
  if (game.player.empty()) add(out, path, "player", "a name", "none");
  if (!(trace.rules == schedule.rules))
    add(out, path, "rules", text_of_json(match::to_json(schedule.rules)), text_of_json(match::to_json(trace.rules)));
  const auto sequencers = numbers_of(schedule.sequencers);
  const auto sequencer = sequencers.find(game.sequencer);
  if (sequencer == sequencers.end()) add(out, path, "sequencer", "one of the config's", game.sequencer);
  const auto seed = uint64_of_json(trace.header.value("seed", json()));
  const auto repeat = seed ? std::ranges::find(schedule.seeds, *seed) : schedule.seeds.end();
  if (repeat == schedule.seeds.end())
    add(out, path, "seed", "one of the config's", text_of_json(trace.header.value("seed", json())));
  for (const Mismatch& m : replay_trace(trace)) add(out, place_of_turn(path, m.turn), m.field, m.replayed, m.recorded);
  const auto status = status_of_name(text(trace.end, "status"));
  const auto score = int_of_json(trace.end.value("score", json()));
  if (!status || !score) add(out, path, "end", "a status and a score", text_of_json(trace.end));
  if (out.size() > before) return std::nullopt;
  game.seed = *seed, game.status = *status, game.score = *score;
  game.repeat = static_cast<int>(repeat - schedule.seeds.begin());
  const auto stream = config.sequencers[sequencer->second].make(schedule.rules.side, StreamSeed(*seed));
  check_requests(path, *stream, trace, out);
  return out.size() > before ? std::nullopt : std::optional(game);
}

}  // namespace

TraceAudit audit_traces(const std::string& folder, const Config& config, int jobs) {
  const Schedule& schedule = config.schedule;
  if (schedule.commitment)
    throw InputError("{}: the config says `seed: secret`: recorded games are compared with open seeds only", folder);
  for (const SequencerEntry& sequencer : config.sequencers)
    if (!sequencer.built_in || sequencer.make(schedule.rules.side, StreamSeed(0))->adaptive())
      throw InputError("sequencer '{}' is adaptive or not built in: its requests cannot be compared", sequencer.name);
  const Folder opened(folder);
  std::vector<std::string> names = opened.names();
  std::erase_if(names,
                [](const std::string& name) { return !name.ends_with(".jsonl") && !name.ends_with(".jsonl.gz"); });
  if (names.empty()) throw InputError("{}: has neither results nor recorded games (*.jsonl.gz)", folder);
  std::vector<Findings> found(names.size());
  std::vector<std::optional<SubmittedGame>> games(names.size());
  for_each_parallel(jobs, static_cast<int>(names.size()),
                    [&](int i) { games[i] = check_submitted(opened, names[i], config, found[i]); });
  TraceAudit audit;
  std::map<std::tuple<std::string, std::string, int>, std::string> seen;
  std::set<std::string> players;
  for (std::size_t i = 0; i < names.size(); ++i) {
    audit.findings.insert(audit.findings.end(), found[i].begin(), found[i].end());
    if (!games[i]) continue;
    players.insert(games[i]->player);
    const auto [it, fresh] =
        seen.try_emplace({games[i]->player, games[i]->sequencer, games[i]->repeat}, games[i]->file);
    if (fresh)
      audit.games.push_back(*games[i]);
    else
      add(audit.findings, games[i]->file, "file", "another game than " + it->second, "the same sequencer and seed");
  }
  for (const std::string& player : players)
    for (const SequencerEntry& sequencer : config.sequencers)
      for (int repeat = 0; repeat < schedule.repeats(); ++repeat)
        if (!seen.contains({player, sequencer.name, repeat}))
          add(audit.findings, folder, "file",
              fmt::format("a game of {} on {}, seed {}", player, sequencer.name, schedule.seeds[repeat]), "nothing");
  return audit;
}

nlohmann::ordered_json to_json(const TraceAudit& audit) {
  using Json = nlohmann::ordered_json;
  Json games = Json::array();
  for (const SubmittedGame& game : audit.games)
    games.push_back({{"file", game.file},
                     {"player", game.player},
                     {"sequencer", game.sequencer},
                     {"seed", game.seed},
                     {"repeat", game.repeat},
                     {"status", name_of(game.status)},
                     {"score", game.score}});
  return {{"format", "pentocity-trace-audit/1"}, {"games", std::move(games)}, {"findings", to_json(audit.findings)}};
}

std::string text_of(const AuditFinding& f) {
  return fmt::format("{}: {}: expected {}, found {}", f.where, f.field, f.expected, f.found);
}

nlohmann::ordered_json to_json(const Audit& audit) {
  using Json = nlohmann::ordered_json;
  Json gaps = Json::array();
  for (const AuditGap& gap : audit.gaps) gaps.push_back({{"why", gap.why}, {"games", gap.games}});
  return {{"format", "pentocity-audit/1"},
          {"games", audit.games},
          {"rows", audit.rows},
          {"traces", audit.traces},
          {"played_again", audit.played_again},
          {"other_rows", audit.other_rows},
          {"not_played_again", std::move(gaps)},
          {"findings", to_json(audit.findings)},
          {"digest", audit.digest}};
}

}  // namespace pentocity::tournament
