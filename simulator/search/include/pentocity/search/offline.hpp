#pragma once
// A player that knows all requests beforehand and takes its time: what can be reached in practice, beside what cannot
// be surpassed (bound.hpp). It wraps any online player.

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "pentocity/match/game.hpp"
#include "pentocity/tournament/roster.hpp"

namespace pentocity::search {

struct OfflineSearch {
  /// Moves that the online player is asked for altogether. It decides how good the game becomes, and the clock nothing:
  /// the same work and seed give the same game, whatever the number of jobs.
  std::uint64_t work = 2'000'000;
  std::uint64_t seed = 0;
  int jobs = 1;
  /// Set: no more search; the rest of the best game up to now is played.
  const std::atomic<bool>* interrupted = nullptr;
  /// Told now and then the turns decided, and the score of the best game up to now.
  std::function<void(int turn, int score)> progress = {};
};

/// Plays the requests of a stream that is not adaptive (as many as requests_to_fill() gives). Turn by turn it tries
/// many moves: the player's own, a reject, and others drawn at random from snug sites with various roads and parks.
/// After each the online player plays on to the end, on the very requests that will come; the move of the best end is
/// taken. The best game ever seen is never given up: its next move is always one of those tried. (Rollouts that
/// remember, as in nested Monte Carlo search: Cazenave 2009.) Throws std::runtime_error if the requests end before the
/// game, and what the player throws.
match::GameRecord play_offline(const Rules& rules, std::span<const Request> requests,
                               const tournament::PlayerEntry& player, const OfflineSearch& search);

}  // namespace pentocity::search
