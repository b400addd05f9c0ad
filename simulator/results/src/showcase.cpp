#include "pentocity/results/showcase.hpp"

#include <algorithm>
#include <tuple>

#include "pentocity/input/gzip.hpp"
#include "pentocity/match/trace.hpp"
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

std::string trace_in_short(const TraceFolder& traces, const GameId& id, int side) {
  std::string stored = traces.stored(id);
  try {
    return gzip(short_trace(gunzip(stored, {}), side));
  } catch (const InputError&) {  // the page tells it when the game is opened
    return stored;
  }
}

}  // namespace

std::size_t ShownGame::bytes_in_page() const {
  constexpr std::string_view others = R"({"file":"0001/","player":"","sequencer":"","seed":1234567890123456,)"
                                      R"("repeat":9999,"status":"crashed","score":99999,"trace":""},)";
  return (trace.size() + 2) / 3 * 4 + file.size() + game.player.size() + game.sequencer.size() + others.size();
}

Showcase showcase(const std::string& folder, std::size_t max_bytes) {
  const Store store(folder, read_schedule(folder), Store::Access::look);
  const Schedule& schedule = store.schedule();
  const TraceFolder traces(folder, schedule, TracePolicy::none);
  const std::vector<bool> present = traces.present();
  Showcase out;
  std::vector<std::pair<Candidate, ShownGame>> taken;
  std::size_t too_large = std::string::npos;
  for (const Candidate& game : candidates(store)) {
    if (!present[schedule.number_of(game.id)]) continue;
    const auto size = traces.size_of(game.id);
    if (!size) continue;
    if (*size >= too_large) {
      ++out.left_out;
      continue;
    }
    ShownGame shown{.file = trace_name(schedule, game.id),
                    .path = traces.path(game.id),
                    .game = {},
                    .trace = trace_in_short(traces, game.id, schedule.rules.side)};
    shown.game.player = schedule.players[game.id.player].name;
    shown.game.sequencer = schedule.sequencers[game.id.sequencer].name;
    shown.game.seed = schedule.seed_of(game.id);
    shown.game.repeat = game.id.repeat;
    shown.game.status = game.status;
    shown.game.score = game.score;
    if (shown.bytes_in_page() > max_bytes) {
      too_large = *size;
      ++out.left_out;
      continue;
    }
    max_bytes -= shown.bytes_in_page();
    taken.emplace_back(game, std::move(shown));
  }
  std::ranges::sort(taken, {}, [](const auto& game) { return game.first.place(); });
  for (auto& [_, shown] : taken) out.games.push_back(std::move(shown));
  return out;
}

}  // namespace pentocity::results
