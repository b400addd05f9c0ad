#pragma once
// Pieces that build parks and ponds.

#include "jigsaw/pieces.hpp"
#include "pentocity/game/parks.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::players {

/// Which walks and bars win.
enum class ParkPiece : std::uint8_t { least_perimeter, most_perimeter, none };
/// `least_perimeter`, `most_perimeter`, `none`.
const Pieces<ParkPiece>& park_pieces();

/// What is built next to residences.
struct ParkRules {
  ParkPiece piece = ParkPiece::least_perimeter;
  int random_walks = 200;
  bool extend = true;      ///< at most three cells that join what is near
  bool straight = true;    ///< straight bars of four cells
  bool complement = true;  ///< a pond where there is a park already, a park where there is a pond
  /// Walks first: what is near is extended only if they happen upon it, bars replace walks of four cells only, walks
  /// need a way on, and the edge of the land is no contact.
  bool as_submitted = false;
};

/// Adds parks and ponds to moves. Meant to be kept for a game.
class ParkBuilder {
 public:
  explicit ParkBuilder(const ParkRules& rules);
  /// Adds a park and a pond to the move that builds this residence, as far as it lacks them.
  void add(const Land& land, const LandBoard& building, Move& move, Pcg& random);

 private:
  Patch find(Kind kind, Pcg& random);

  ParkRules rules_;
  WalkRules walk_rules_;
  ParkGround ground_;
  PatchWalks walks_;
};

}  // namespace pentocity::players
