#include "pentocity/results/showcase.hpp"

#include <algorithm>
#include <tuple>

#include "pentocity/results/trace_folder.hpp"

namespace pentocity::results {

using namespace match;

namespace {

// A game that may be shown.
struct Candidate {
  int urgency = 4;
  GameId id;
  Status status;
  int score;

  auto place() const { return std::tie(id.sequencer, id.player, id.repeat); }
};

// The games of a folder, the most urgent ones first.
std::vector<Candidate> candidates(const Store& store) {
  std::vector<Candidate> games;
  store.for_each(
      [&](const StoredGame& game) {
        games.push_back({.id = game.id, .status = game.row.status, .score = game.row.score});
      },
      {}, Store::Read::brief);
  std::ranges::sort(games, {}, &Candidate::place);
  const Schedule& schedule = store.schedule();
  // The best game of each cell, and the worst.
  std::vector<std::pair<Candidate*, Candidate*>> cells(schedule.players.size() * schedule.sequencers.size());
  for (Candidate& game : games) {
    if (game.status != Status::ok) {
      game.urgency = 3;
      continue;
    }
    auto& [best, worst] = cells[schedule.number_of({.player = game.id.player, .sequencer = game.id.sequencer})];
    if (best == nullptr || game.score > best->score) best = &game;
    if (worst == nullptr || game.score < worst->score) worst = &game;
  }
  for (const auto& [best, worst] : cells) {
    if (worst != nullptr) worst->urgency = 2;
    if (best != nullptr) best->urgency = 1;
  }
  for (Candidate& game : games)
    if (game.id.repeat == 0) game.urgency = 0;
  std::ranges::stable_sort(games, {}, &Candidate::urgency);
  return games;
}

}  // namespace

Showcase showcase(const std::string& folder, std::size_t max_bytes) {
  const Store store(folder, read_schedule(folder), Store::Access::look);
  const TraceFolder traces(folder, store.schedule(), TracePolicy::none);
  const std::vector<bool> present = traces.present();
  Showcase out;
  std::vector<Candidate> taken;
  std::size_t bytes = 0;
  for (const Candidate& game : candidates(store)) {
    if (!present[store.schedule().number_of(game.id)]) continue;
    const auto size = traces.size_of(game.id);
    if (!size) continue;
    if (*size > max_bytes - bytes) {
      ++out.left_out;
    } else {
      bytes += *size;
      taken.push_back(game);
    }
  }
  std::ranges::sort(taken, {}, &Candidate::place);
  for (const Candidate& game : taken) {
    GameRow row;
    row.player = store.schedule().players[game.id.player].name;
    row.sequencer = store.schedule().sequencers[game.id.sequencer].name;
    row.seed = store.schedule().seed_of(game.id);
    row.repeat = game.id.repeat;
    row.status = game.status;
    row.score = game.score;
    out.games.push_back({trace_name(store.schedule(), game.id), std::move(row), traces.stored(game.id)});
  }
  return out;
}

}  // namespace pentocity::results
