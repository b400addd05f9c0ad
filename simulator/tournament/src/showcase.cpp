#include "pentocity/tournament/showcase.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "pentocity/input/yaml.hpp"
#include "pentocity/tournament/store.hpp"
#include "pentocity/tournament/trace_folder.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

// The extremes of a cell, as numbers of games.
struct Extremes {
  std::optional<std::size_t> best, worst;
};

}  // namespace

Showcase showcase(const std::string& folder, std::size_t max_bytes) {
  const Schedule schedule = read_schedule(folder);
  std::vector<PlayedGame> games;
  Store(folder, schedule, Store::Access::look).for_each([&](const PlayedGame& game) { games.push_back(game); });
  std::sort(games.begin(), games.end(), [](const PlayedGame& a, const PlayedGame& b) {
    return std::tie(a.id.sequencer, a.id.player, a.id.repeat) < std::tie(b.id.sequencer, b.id.player, b.id.repeat);
  });

  std::vector<Extremes> cells(schedule.players.size() * schedule.sequencers.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto& [id, row] = games[i];
    if (row.status != Status::ok) continue;
    auto& [best, worst] = cells[schedule.number_of({.player = id.player, .sequencer = id.sequencer})];
    if (!best || row.score > games[*best].row.score) best = i;
    if (!worst || row.score < games[*worst].row.score) worst = i;
  }
  std::vector<std::pair<int, std::size_t>> queue;  // by urgency
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto& [id, row] = games[i];
    const auto& [best, worst] = cells[schedule.number_of({.player = id.player, .sequencer = id.sequencer})];
    queue.emplace_back(id.repeat == 0 ? 0 : best == i ? 1 : worst == i ? 2 : row.status != Status::ok ? 3 : 4, i);
  }
  std::sort(queue.begin(), queue.end());

  Showcase out;
  std::vector<std::size_t> taken;
  std::size_t bytes = 0;
  for (const auto& [urgency, i] : queue) {
    const std::string path = folder + "/traces/" + trace_name(schedule, games[i].id);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) continue;
    if (size > max_bytes - bytes) {
      ++out.left_out;
    } else {
      bytes += static_cast<std::size_t>(size);
      taken.push_back(i);
    }
  }
  std::sort(taken.begin(), taken.end());
  for (const std::size_t i : taken) {
    const std::string name = trace_name(schedule, games[i].id);
    out.games.push_back({name, games[i].row, read_file(folder + "/traces/" + name)});
  }
  return out;
}

}  // namespace pentocity::tournament
