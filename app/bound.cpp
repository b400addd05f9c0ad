#include "pentocity/search/bound.hpp"

#include <map>

#include "commands.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/input/name_of_total.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::app {

using search::requests_to_fill, search::upper_bound;

namespace {

// A game and its bound.
struct BoundedGame {
  std::string player, sequencer;
  std::optional<std::uint64_t> seed;
  int score = 0, bound = 0;
  bool whole_stream = true;  // or only the requests that the game came to
};

// What the requests of a folder are drawn from; none if its seeds are open.
std::optional<Secret> secret_of(const std::string& folder, const Schedule& schedule) {
  if (!schedule.commitment) return std::nullopt;
  auto secret = secret_of_folder(folder);
  if (!secret)
    throw InputError("{0}: its requests are drawn from a secret that is not there: expected {0}/{1} or {0}/{2}", folder,
                     secret_file, revealed_file);
  if (secret->commitment() != *schedule.commitment)
    throw InputError("{}: its secret is not what its games were drawn from (commitment {}, not {})", folder,
                     secret->commitment(), *schedule.commitment);
  return secret;
}

// What is left out of the games of a source.
struct LeftOut {
  std::size_t failed = 0;            // such games have no score
  std::vector<std::string> unknown;  // streams
};

// The games of a results folder.
LeftOut read_folder(const std::string& folder, std::vector<BoundedGame>& games) {
  const Schedule schedule = read_schedule(folder);
  const std::optional<Secret> secret = secret_of(folder, schedule);
  // Of streams that can be asked again, each counted once; none if they are adaptive.
  std::map<std::pair<std::string, std::uint64_t>, std::optional<int>> bounds;
  const auto bound_of = [&](const SequencerEntry& entry, const StreamSeed& seed) {
    const auto [it, fresh] = bounds.try_emplace({entry.identity(), seed.seed});
    if (fresh)
      if (const auto sequencer = entry.make(schedule.rules.side, seed); !sequencer->adaptive())
        it->second = upper_bound(schedule.rules, requests_to_fill(schedule.rules, *sequencer)).score;
    return it->second;
  };
  const std::optional<Draw> draw =
      secret ? std::optional<Draw>(std::in_place, *secret, schedule.derivation) : std::nullopt;
  std::vector<std::optional<SequencerEntry>> entries;
  for (const EntrantId& entrant : schedule.sequencers) entries.push_back(sequencer_of_identity(entrant));
  std::vector<StoredGame> played;
  Store(folder, schedule, Store::Access::look).for_each([&](const StoredGame& game) { played.push_back(game); });
  std::ranges::sort(played, [](const StoredGame& a, const StoredGame& b) { return a.id < b.id; });
  LeftOut out;
  for (const auto& [id, row] : played) {
    if (row.status != Status::ok) {
      ++out.failed;
      continue;
    }
    const auto& entry = entries[id.sequencer];
    if (const auto bound = entry ? bound_of(*entry, draw ? draw->stream(row.repeat, entry->draws_as)
                                                         : StreamSeed(row.seed.value_or(0)))
                                 : std::nullopt)
      games.push_back({row.player, row.sequencer, row.seed, row.score, *bound});
    else if (std::ranges::find(out.unknown, row.sequencer) == out.unknown.end())
      out.unknown.push_back(row.sequencer);
  }
  return out;
}

// A recorded game.
LeftOut read_game(const std::string& file, std::vector<BoundedGame>& games) {
  const TraceLines trace = read_trace(file);
  std::vector<Request> asked;
  const auto mismatches = replay_trace(trace, [&](const Game&, const Turn& turn) { asked.push_back(turn.request); });
  if (!mismatches.empty()) throw InputError(file + ": this recording does not agree with its rules (see replay)");
  if (word_in(trace.end, "status") != name_of(Status::ok)) return {.failed = 1, .unknown = {}};
  BoundedGame game{.player = word_in(trace.header, "player"),
                   .sequencer = word_in(trace.header, "sequencer"),
                   .seed = uint64_of_json(trace.header.value("seed", nlohmann::json())),
                   .score = int_of_json(trace.end.value("score", nlohmann::json())).value_or(0),
                   .whole_stream = false};
  const std::vector<std::string> names = sequencer_names();
  const bool secret = trace.header.contains("repeat");
  if (!secret && std::ranges::find(names, game.sequencer) != names.end()) {
    const auto sequencer = built_in_sequencer(game.sequencer).make(trace.rules.side, game.seed.value_or(0));
    if (!sequencer->adaptive()) {
      auto stream = requests_to_fill(trace.rules, *sequencer);
      game.whole_stream = std::ranges::mismatch(asked, stream).in1 == asked.end();
      if (game.whole_stream) asked = std::move(stream);
    }
  }
  game.bound = upper_bound(trace.rules, asked).score;
  games.push_back(std::move(game));
  return {};
}

// Means by sequencer and player, in order of appearance, and of each player over all sequencers.
struct Row {
  std::optional<std::string> sequencer;  // none: all
  std::string player;
  int games = 0;
  double score = 0, bound = 0, percent = 0;
};

std::vector<Row> rows_of(const std::vector<BoundedGame>& games) {
  std::vector<Row> rows;
  const auto add = [&](const std::optional<std::string>& sequencer, const BoundedGame& game) {
    auto row =
        std::ranges::find_if(rows, [&](const Row& r) { return r.sequencer == sequencer && r.player == game.player; });
    if (row == rows.end()) row = rows.insert(rows.end(), {sequencer, game.player});
    ++row->games;
    row->score += game.score, row->bound += game.bound;
    row->percent += game.bound == 0 ? 100 : 100.0 * game.score / game.bound;
  };
  for (const BoundedGame& game : games) add(game.sequencer, game);
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) { return a.sequencer < b.sequencer; });
  for (const BoundedGame& game : games) add(std::nullopt, game);
  for (Row& row : rows) row.score /= row.games, row.bound /= row.games, row.percent /= row.games;
  return rows;
}

void print_table(const std::vector<BoundedGame>& games) {
  fmt::print("{:<24} {:<24} {:>7} {:>9} {:>9} {:>8}\n", "sequencer", "player", "games", "score", "bound", "percent");
  std::vector<std::string> sequencers;
  for (const BoundedGame& game : games) sequencers.push_back(game.sequencer);
  const std::string all = name_of_total("all", sequencers);
  for (const Row& row : rows_of(games))
    fmt::print("{:<24} {:<24} {:>7} {:>9.1f} {:>9.1f} {:>8.1f}\n", row.sequencer.value_or(all), row.player, row.games,
               row.score, row.bound, row.percent);
  const auto recorded = std::ranges::count_if(games, [](const BoundedGame& g) { return !g.whole_stream; });
  if (recorded > 0)
    fmt::print("of {} games only the recorded requests are known: nobody could score more on these\n", recorded);
}

ordered_json cells_of(const std::vector<BoundedGame>& games) {
  auto cells = ordered_json::array();
  for (const Row& row : rows_of(games))
    if (row.sequencer)
      cells.push_back({{"player", row.player},
                       {"sequencer", *row.sequencer},
                       {"games", row.games},
                       {"score", row.score},
                       {"bound", row.bound},
                       {"percent", row.percent}});
  return cells;
}

ordered_json json_of(const std::vector<BoundedGame>& games) {
  auto list = ordered_json::array();
  for (const BoundedGame& game : games)
    list.push_back({{"player", game.player},
                    {"sequencer", game.sequencer},
                    {"seed", or_null(game.seed)},
                    {"score", game.score},
                    {"bound", game.bound},
                    {"requests", game.whole_stream ? "stream" : "recorded"}});
  return {{"format", "pentocity-bound/1"},
          {"version", search::bound_version},
          {"cells", cells_of(games)},
          {"games", std::move(list)}};
}

struct BoundArguments {
  std::vector<std::string> sources;
  std::string format = "table";
};

int bound(const BoundArguments& a) {
  std::vector<BoundedGame> games;
  for (const std::string& source : a.sources) {
    const LeftOut left_out =
        std::filesystem::is_directory(source) ? read_folder(source, games) : read_game(source, games);
    for (const std::string& name : left_out.unknown)
      tell("{}: the requests of '{}' cannot be made again: name recorded games (traces) instead", source, name);
    if (left_out.failed > 0)
      tell("{}: {} failed, and {} no score to compare with a bound", source, counted(left_out.failed, "game"),
           left_out.failed == 1 ? "has" : "have");
  }
  if (a.format == "json")
    print_json(json_of(games));
  else
    print_table(games);
  return std::ranges::all_of(games, [](const BoundedGame& g) { return g.score <= g.bound; }) ? exit_done : exit_no;
}

}  // namespace

ordered_json bounds_of_folder(const std::string& folder) {
  std::vector<BoundedGame> games;
  try {
    read_folder(folder, games);
  } catch (const InputError&) {  // its secret is not there
    return nullptr;
  }
  return games.empty() ? ordered_json() : cells_of(games);
}

void add_bound(const Command& app) {
  const auto [command, a] = app.command(
      bound, "bound", "Compare scores with an upper bound, which no player can exceed on the same requests");
  command.footer({"pentocity bound results/quickstart"},
                 "For each player on each sequencer it prints the mean score, the mean upper bound, and the score in "
                 "percent of the bound (docs/background/upper-bound.md). Exit code 1 if a score is above its bound.");
  command.file("games DIR|TRACE", a.sources, "Results folders, or recorded games (*.jsonl.gz or *.jsonl)");
  command.choice("--format table|json", a.format, "Format of the output: table or json (default: table)");
}

}  // namespace pentocity::app
