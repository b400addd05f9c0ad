// Recorded games that come without a results folder.
#include <fmt/format.h>

#include <set>
#include <tuple>

#include "audit_parts.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/replay.hpp"

namespace pentocity::audit {

using namespace match;

namespace {

using nlohmann::json;

// One recorded game; none if something is amiss.
std::optional<SubmittedGame> check_submitted(const results::Folder& folder, const std::string& name,
                                             const tournament::Config& config, Findings& out) {
  const std::string path = folder.path_of(name);
  const results::Schedule& schedule = config.schedule;
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
  const auto sequencers = results::numbers_of(schedule.sequencers);
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

TraceAudit audit_traces(const std::string& folder, const tournament::Config& config, int jobs) {
  const results::Schedule& schedule = config.schedule;
  if (schedule.commitment)
    throw InputError("{}: the config says `seed: secret`: recorded games are compared with open seeds only", folder);
  for (const entrants::SequencerEntry& sequencer : config.sequencers)
    if (!sequencer.built_in || sequencer.make(schedule.rules.side, StreamSeed(0))->adaptive())
      throw InputError("sequencer '{}' is adaptive or not built in: its requests cannot be compared", sequencer.name);
  const results::Folder opened(folder);
  std::vector<std::string> names = opened.names();
  std::erase_if(names, [](const auto& name) { return !name.ends_with(".jsonl") && !name.ends_with(".jsonl.gz"); });
  if (names.empty()) throw InputError("{}: has neither results nor recorded games (*.jsonl.gz)", folder);
  std::vector<Findings> found(names.size());
  std::vector<std::optional<SubmittedGame>> games(names.size());
  for_each_parallel(jobs, static_cast<int>(names.size()),
                    [&](int i) { games[i] = check_submitted(opened, names[i], config, found[i]); });
  TraceAudit audit;
  audit.gaps.push_back({.part = "known: who made the moves, and with how much time", .why = "traces do not tell"});
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
    for (const entrants::SequencerEntry& sequencer : config.sequencers)
      for (int repeat = 0; repeat < schedule.repeats(); ++repeat)
        if (!seen.contains({player, sequencer.name, repeat}))
          add(audit.findings, folder, "file",
              fmt::format("a game of {} on {}, seed {}", player, sequencer.name, schedule.seeds[repeat]), "nothing");
  return audit;
}

}  // namespace pentocity::audit
