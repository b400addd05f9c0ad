#include "pentocity/search/search_games.hpp"

#include <fmt/format.h>

#include "pentocity/core/parallel.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/how_it_ended.hpp"
#include "pentocity/statistics/statistics.hpp"

namespace pentocity::search {

using match::GameRecord, match::Status;

void FailedGames::add(const FailedGames& later) {
  games += later.games;
  failed += later.failed;
  if (first.empty()) first = later.first;
}

void FailedGames::require_any_good(const std::string& player) const {
  if (failed > 0 && failed == games)
    throw InputError(
        "'{}' failed in all {} games that were played together, so there is nothing to learn from them; the first {}",
        player, failed, first);
}

std::optional<std::vector<std::optional<int>>> play_games(const std::vector<SearchGame>& games,
                                                          const SearchTerms& terms, FailedGames& failed) {
  std::vector<std::optional<int>> scores(games.size());
  std::vector<std::string> failures(games.size());
  std::vector<Status> ends(games.size());
  std::atomic<bool> stop{false};
  for_each_parallel(terms.jobs, static_cast<int>(games.size()), [&](int i) {
    if (stop) return;
    const SearchGame& game = games[i];
    match::Participants participants;
    participants.sequencer = [&] { return game.sequencer->make(terms.rules.side, game.seed); };
    participants.player = [&] {
      return game.player->make(terms.rules, match::player_seed(game.seed, 0, game.player->name));
    };
    const GameRecord record = match::play_game(terms.rules, participants, {terms.cpu_seconds});
    ends[i] = record.status;
    scores[i] = figures::counted_score(terms.failures, record.status, record.score);
    if (record.status != Status::ok)
      failures[i] = fmt::format("on {}, seed {}: {}", game.sequencer->name, game.seed, how_it_ended(record));
    if (terms.interrupted != nullptr && *terms.interrupted) stop = true;
  });
  if (stop) return std::nullopt;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (ends[i] == Status::sequencer_failed)
      throw InputError("a search needs sequencers that go on to the end of each game; {}", failures[i]);
    ++failed.games;
    failed.failed += ends[i] != Status::ok;
    if (failed.first.empty()) failed.first = std::move(failures[i]);
  }
  return scores;
}

std::optional<double> mean_of(std::span<const std::optional<int>> scores) {
  std::vector<double> values;
  for (const auto& score : scores)
    if (score) values.push_back(*score);
  return values.empty() ? std::nullopt : std::optional(statistics::sample_of(values).mean);
}

}  // namespace pentocity::search
