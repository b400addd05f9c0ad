#pragma once
// A beam search over the requests of a game that are all known.

#include <span>
#include <vector>

#include "pentocity/search/offline.hpp"

namespace pentocity::search {

/// A game up to its end: its score (-1 if an invalid move ended it) and its moves.
struct Line {
  int score = -1;
  std::vector<Move> moves;
};

/// Plays many games at the same time, request by request. In each of them the moves that the player proposes are tried,
/// and a reject while it does not end the game. Of all games that come about, the `width` with the greatest sum of
/// values are kept, of games with the same land and number of rejects one. (Beam search: Lowerre, "The HARPY Speech
/// Recognition System", 1976.) Returns the game with the highest score that was met. The player
/// must have a proposer(); a move that turns out to be invalid is dropped. The outcome does not depend on `jobs`.
/// Throws std::runtime_error if the requests end before the game, and what the player throws.
Line search_by_beam(const Rules& rules, std::span<const Request> requests, const entrants::PlayerEntry& player,
                    std::size_t width, const OfflineSearch& search);

}  // namespace pentocity::search
