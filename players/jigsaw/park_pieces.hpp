#pragma once
// The choices of the option `parks` of the player `jigsaw`, and the class that adds parks and ponds to its moves.

#include "jigsaw/pieces.hpp"
#include "pentocity/game/request.hpp"
#include "pentocity/helpers/parks.hpp"

namespace pentocity::players {

/// Which of the possible parks and ponds is built: the one with the minimum or maximum touching perimeter, or none at
/// all. (In the options of `jigsaw` the touching perimeter is called `perimeter`, as in the 2016 paper.)
enum class ParkPiece : std::uint8_t { least_perimeter, most_perimeter, none };
/// The words of the option: `least_perimeter`, `most_perimeter`, `none`.
const Pieces<ParkPiece>& park_pieces();

/// How parks and ponds are built beside residences.
struct ParkRules {
  ParkPiece piece = ParkPiece::least_perimeter;
  int random_walks = 200;  ///< the number of random walks of which the best is taken, for each park and pond
  bool extend = true;      ///< join a park or pond nearby to the residence with at most three cells, if possible
  bool straight = true;    ///< try straight bars of four cells, too
  bool complement = true;  ///< give a residence that touches a park or a pond already the other one, too
  /// Do as the program submitted in 2016 did. The best of the random walks is taken first, so that a park or pond
  /// nearby is extended only if a walk happens to touch it. A straight bar is taken instead only if the walk has four
  /// cells and the bar has the smaller touching perimeter (the larger one with `most_perimeter`). A walk must leave a
  /// free cell beside its end (WalkRules::open_end). The border does not count in the touching perimeter.
  bool as_submitted = false;
};

/// Adds parks and ponds to moves. One object can serve all moves of a game.
class ParkBuilder {
 public:
  explicit ParkBuilder(const ParkRules& rules) : rules_(rules) {}
  /// Adds a park and a pond to the move that builds this residence, except for what the residence touches already, what
  /// has no room, and what the rules leave out. `move.road` must be complete; its cells are not used.
  void add(const Land& land, const LandBoard& building, Move& move, Pcg& random);

 private:
  // The cells of a new park (Kind::park) or pond (Kind::pond), or of an extension; size 0 if there are none.
  Amenity find(Kind kind, Pcg& random);

  ParkRules rules_;
  ParkGround ground_;
  AmenityWalks walks_;
};

}  // namespace pentocity::players
