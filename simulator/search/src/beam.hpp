#pragma once
// A beam search over the requests of a game that are all known.

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "pentocity/match/game.hpp"

namespace pentocity::search {

/// A game up to its end: its score (-1 if an invalid move ended it) and its moves.
struct Line {
  int score = -1;
  std::vector<Move> moves;
};

/// How to search.
struct BeamSearch {
  std::size_t width = 1;  ///< games that are kept after each request
  int jobs = 1;
  const std::atomic<bool>* interrupted = nullptr;  ///< as in OfflineSearch
  std::function<void(int turn, int score)> progress = {};
};

/// Plays many games at the same time, request by request. In each of them the moves that the player proposes are tried,
/// and a reject while it does not end the game. Of all games that come about, those with the greatest sum of values are
/// kept, of games with the same land and number of rejects one. (Beam search: Lowerre, "The HARPY Speech Recognition
/// System", 1976.) Returns the game with the highest score that was met. `make` makes the player, which must have a
/// proposer(); a move that turns out to be invalid is dropped. The outcome does not depend on `jobs`. Throws
/// std::runtime_error if the requests end before the game, and what the player throws.
Line search_by_beam(const Rules& rules, std::span<const Request> requests,
                    const std::function<std::unique_ptr<match::PlayerSession>()>& make, const BeamSearch& search);

}  // namespace pentocity::search
