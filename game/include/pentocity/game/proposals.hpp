#pragma once
// Moves that a player proposes for any land, with what it thinks of them: what a search needs that tries many games at
// once.

#include <vector>

#include "pentocity/game/land.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::inline game {

/// A move, and what it is worth in the eyes of the player that proposes it.
struct Proposal {
  Move move;
  double value = 0;  ///< the points that it scores and the change of the land's worth, in points
};

/// A player can be derived from this class, too. Such a player can be asked for several moves, and for lands that are
/// not those of one game. An object that plays a game is not asked for proposals, and the other way round.
class Proposer {
 public:
  virtual ~Proposer() = default;
  /// Tells the next request. It is called for all requests in order, each before proposals for it are asked for.
  virtual void meet(const Request& request) = 0;
  /// Legal moves for the request that was told last, the best first. They depend on the land and on the requests so far
  /// alone, so that several objects that were told the same requests propose the same.
  virtual std::vector<Proposal> propose(const Request& request, const Land& land) = 0;
};

}  // namespace pentocity::inline game
