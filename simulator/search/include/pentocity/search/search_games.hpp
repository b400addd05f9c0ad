#pragma once
// The games of a search, many at a time, and what a failed one counts for.

#include <span>

#include "pentocity/entrants/entrant.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::search {

/// A game of a search: a player on the stream of a sequencer and a seed.
struct SearchGame {
  const entrants::PlayerEntry* player;
  const entrants::SequencerEntry* sequencer;
  std::uint64_t seed;
};

/// How games are played and counted.
struct SearchTerms {
  Rules rules;
  results::Failures failures = results::Failures::apart;
  double cpu_seconds = 300;  ///< of a game
  int jobs = 1;              ///< threads
  /// If this becomes true, no more games are begun.
  const std::atomic<bool>* interrupted = nullptr;
};

/// Games, and how many of them failed through the player.
struct FailedGames {
  std::size_t games = 0, failed = 0;
  std::string first = {};  ///< the first that failed and how, in one line; empty if none did

  /// Adds games that were played later.
  void add(const FailedGames& later);
  /// Throws InputError, which names the player, if all of them failed: a search learns nothing from them.
  void require_any_good(const std::string& player) const;
};

/// Plays games, and adds them to `failed`. Returns what they count for, in their order: see figures::counted_score().
/// None if they were interrupted. Throws InputError if a sequencer fails, and HostFault.
std::optional<std::vector<std::optional<int>>> play_games(const std::vector<SearchGame>& games,
                                                          const SearchTerms& terms, FailedGames& failed);

/// The mean of the scores that there are; none if there is none.
std::optional<double> mean_of(std::span<const std::optional<int>> scores);

}  // namespace pentocity::search
