#pragma once
// Moves that a player proposes for any land, with what it thinks of them: what a search needs that tries many games at
// once.

#include <span>
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
  /// Tells the request for which proposals are asked for next, and all that come after it, as far as they are known. It
  /// is called for each request before proposals for it are asked for. `coming` is not empty.
  virtual void foresee(std::span<const Request> coming) = 0;
  /// Legal moves for the first of the requests that were told last, the best first. They depend on the land and on
  /// these requests alone, so that several objects that were told the same requests propose the same.
  virtual std::vector<Proposal> propose(const Request& request, const Land& land) = 0;
};

}  // namespace pentocity::inline game
