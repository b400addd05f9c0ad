#include "jigsaw/park_pieces.hpp"

namespace pentocity::players {

const Pieces<ParkPiece>& park_pieces() {
  static const Pieces<ParkPiece> pieces{{"least_perimeter", ParkPiece::least_perimeter},
                                        {"most_perimeter", ParkPiece::most_perimeter},
                                        {"none", ParkPiece::none}};
  return pieces;
}

void ParkBuilder::add(const Land& land, const LandBoard& building, Move& move, Pcg& random) {
  if (rules_.piece == ParkPiece::none) return;
  const LandBoard around = land.grid().neighbours(building);
  const bool at_park = around.intersects(land.big(Kind::park)), at_pond = around.intersects(land.big(Kind::pond));
  if (rules_.complement ? at_park && at_pond : at_park || at_pond) return;
  ground_.survey(land, building, move.road, rules_.as_submitted ? LandEdge::ignored : LandEdge::counted);
  const auto build = [&](Kind kind, Cells& out) {
    const Amenity amenity = find(kind, random);
    ground_.take(amenity);
    out.assign(amenity.cells.begin(), amenity.cells.begin() + amenity.size);
  };
  if (!at_park) build(Kind::park, move.park);
  if (!at_pond) build(Kind::pond, move.pond);
}

Amenity ParkBuilder::find(Kind kind, Pcg& random) {
  const AmenityChoice choice =
      rules_.piece == ParkPiece::most_perimeter ? AmenityChoice::max_touching : AmenityChoice::min_touching;
  walks_.enumerate(ground_, kind, {rules_.as_submitted, rules_.extend, choice});
  if (rules_.as_submitted) {
    const Amenity walk = walks_.best_of(rules_.random_walks, random);
    if (walk.size != big_size || !rules_.straight) return walk;
    const auto bar = ground_.straight_bar(choice);
    return bar && bar->touching != walk.touching && bar->precedes(walk, choice) ? *bar : walk;
  }
  if (const auto extension = walks_.shortest_extension()) return *extension;
  const Amenity walk = walks_.first_best_of(rules_.random_walks, random);
  if (!rules_.straight) return walk;
  const auto bar = ground_.straight_bar(choice);
  return bar && (walk.size == 0 || bar->precedes(walk, choice)) ? *bar : walk;
}

}  // namespace pentocity::players
