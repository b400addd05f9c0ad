#include "greatest_losses.hpp"

#include <atomic>
#include <thread>

#include "pentocity/core/parallel.hpp"

namespace pentocity::tournament {

using namespace match;
using results::GameId;

namespace {

constexpr std::size_t most_of_a_player = 3;

}  // namespace

std::set<GameId> greatest_losses(const results::Schedule& schedule, std::span<const std::optional<GameEnd>> ends) {
  const auto stored = std::ranges::count_if(ends, [](const auto& end) { return end.has_value(); });
  if (schedule.commitment || static_cast<std::size_t>(stored) < schedule.scheduled()) return {};
  const Config config = config_of_schedule(schedule);
  struct Loss {
    int points;
    GameId lost, won;
  };
  std::vector<std::vector<Loss>> losses(config.players.size());
  for (int s = 0; s < std::ssize(config.sequencers); ++s) {
    if (!config.sequencers[s].entrant || is_adaptive(config, config.sequencers[s])) continue;
    for (int repeat = 0; repeat < schedule.repeats(); ++repeat) {
      std::vector<std::pair<int, GameId>> round;
      for (int p = 0; p < std::ssize(config.players); ++p) {
        const GameId id{.player = p, .sequencer = s, .repeat = repeat};
        const auto& end = ends[schedule.number_of(id)];
        if (end && std::get<Status>(*end) == Status::ok && config.players[p].entrant)
          round.emplace_back(std::get<1>(*end), id);
      }
      if (round.empty()) continue;
      const auto [best, winner] = *std::ranges::max_element(round, {}, &std::pair<int, GameId>::first);
      for (const auto& [score, id] : round)
        if (score < best) losses[id.player].push_back({best - score, id, winner});
    }
  }
  std::set<GameId> out;
  for (std::vector<Loss>& of : losses) {
    std::ranges::stable_sort(of, std::greater(), &Loss::points);
    for (const Loss& loss : std::span(of).first(std::min(of.size(), most_of_a_player)))
      out.insert({loss.lost, loss.won});
  }
  return out;
}

std::size_t record_again(const results::Store& store, std::span<const GameId> games, results::TraceFolder& traces) {
  const results::Schedule& schedule = store.schedule();
  const Config config = config_of_schedule(schedule);
  const std::vector<results::StoredGame> stored = store.games(games);
  std::atomic<std::size_t> written{0};
  const auto threads = std::max(1u, std::thread::hardware_concurrency());
  for_each_parallel(static_cast<int>(threads), static_cast<int>(stored.size()), [&](int i) {
    const auto& [id, row] = stored[static_cast<std::size_t>(i)];
    if (!config.players[id.player].entrant || !config.sequencers[id.sequencer].entrant) return;
    const GameRecord record = play_game(schedule.rules, participants_of(config, id), {schedule.limits.time});
    if (record.status != row.status || record.score != row.score || std::ssize(record.turns) != row.turns) return;
    traces.write(id, trace_header(schedule, id), record);
    ++written;
  });
  traces.sync();
  return written;
}

}  // namespace pentocity::tournament
