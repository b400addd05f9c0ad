#include "pentocity/league/league_games.hpp"

#include <fmt/format.h>

#include "league_files.hpp"
#include "pentocity/results/trace_folder.hpp"

namespace pentocity::league {

using namespace match;

namespace {

// A batch that is over, and how many repeats those before it have.
struct PlayedBatch {
  LeagueBatch batch;
  int repeats_before = 0;
};

std::vector<PlayedBatch> played_batches(const std::string& folder, const League& league) {
  std::vector<PlayedBatch> out;
  int repeats = 0;
  for (const int number : batch_numbers(folder)) {
    if (!is_over(folder, number)) continue;
    out.push_back({read_batch(folder, number, league), repeats});
    repeats += schedule_of(out.back().batch, league).repeats();
  }
  return out;
}

std::string file_in_league(const LeagueBatch& batch, const std::string& file) {
  return fmt::format("{:04}/{}", batch.number, file);
}

}  // namespace

figures::Summary league_summary(const std::string& folder) {
  const League league = read_league(folder);
  const std::vector<bool> there = members(league);
  const std::vector<PlayedBatch> batches = played_batches(folder, league);
  if (batches.empty()) throw InputError("{}: no batch of this league is over: there is nothing to show", folder);
  figures::SummaryConfig config;
  config.rules = league.rules;
  config.repeats = batches.back().repeats_before + schedule_of(batches.back().batch, league).repeats();
  config.failures = results::Failures::zero;
  for (std::size_t i = 0; i < there.size(); ++i)
    if (there[i]) config.players.push_back(league.players[i].name);
  for (const LeagueEntry& sequencer : league.sequencers) config.sequencers.push_back(sequencer.name);
  figures::SummaryBuilder builder(config);
  for (const auto& [batch, repeats_before] : batches)
    results::Store(batch_folder(folder, batch.number), schedule_of(batch, league), results::Store::Access::look)
        .for_each([&, &players = batch.players, before = repeats_before](const results::StoredGame& game) {
          if (!there[players[game.id.player]]) return;
          GameRow row = game.row;
          row.repeat += before;
          builder.add(row);
        });
  return builder.summary();
}

results::Showcase league_showcase(const std::string& folder, std::size_t max_bytes) {
  const League league = read_league(folder);
  const std::vector<bool> there = members(league);
  std::vector<PlayedBatch> batches = played_batches(folder, league);
  std::ranges::reverse(batches);
  results::Showcase out;
  for (const auto& [batch, repeats_before] : batches) {
    std::set<std::string> shown;
    for (const int player : batch.players)
      if (there[player]) shown.insert(league.players[player].name);
    results::Showcase of_batch = results::showcase(batch_folder(folder, batch.number), max_bytes);
    out.left_out += of_batch.left_out;
    for (results::ShownGame& game : of_batch.games) {
      if (!shown.contains(game.game.player)) continue;
      max_bytes -= game.bytes_in_page();
      game.file = file_in_league(batch, game.file);
      game.game.repeat += repeats_before;
      out.games.push_back(std::move(game));
    }
  }
  return out;
}

std::map<std::string, std::vector<PlayedMatch>> latest_matches(const std::string& folder, int batches) {
  const League league = read_league(folder);
  std::map<std::string, std::vector<PlayedMatch>> out;
  std::vector<PlayedBatch> all = played_batches(folder, league);
  std::ranges::reverse(all);
  all.resize(std::min(all.size(), static_cast<std::size_t>(batches)));
  for (const PlayedBatch& played : all) {
    const LeagueBatch& batch = played.batch;
    const results::Schedule schedule = schedule_of(batch, league);
    std::map<results::GameId, GameRow> games;
    results::Store(batch_folder(folder, batch.number), schedule, results::Store::Access::look)
        .for_each([&](const results::StoredGame& game) { games.emplace(game.id, game.row); });
    for (const LeagueMatch& match : batch.matches)
      for (const auto& [own, other] : {std::pair(match.a, match.b), std::pair(match.b, match.a)}) {
        const auto mine = games.find(game_of(batch, match, own)), theirs = games.find(game_of(batch, match, other));
        if (mine == games.end() || theirs == games.end()) continue;
        const auto outcome = outcome_of(&mine->second, &theirs->second);
        if (!outcome) continue;
        out[league.players[own].name].push_back(
            {.batch = batch.number,
             .date = batch.begun,
             .version = league.players[own].version,
             .sequencer = league.sequencers[match.sequencer].name,
             .opponent = league.players[other].name,
             .score = mine->second.score,
             .other_score = theirs->second.score,
             .outcome = *outcome,
             .file = file_in_league(batch, results::trace_name(schedule, mine->first))});
      }
  }
  return out;
}

}  // namespace pentocity::league
