#include "jigsaw/park_pieces.hpp"

namespace pentocity::players {

const Pieces<ParkPiece>& park_pieces() {
  static const Pieces<ParkPiece> pieces{{"least_perimeter", ParkPiece::least_perimeter},
                                        {"most_perimeter", ParkPiece::most_perimeter},
                                        {"none", ParkPiece::none}};
  return pieces;
}

ParkBuilder::ParkBuilder(const ParkRules& rules)
    : rules_(rules),
      walk_rules_{
          rules.as_submitted, rules.extend,
          rules.piece == ParkPiece::most_perimeter ? AmenityChoice::max_touching : AmenityChoice::min_touching} {}

void ParkBuilder::add(const Land& land, const LandBoard& building, Move& move, Pcg& random) {
  if (rules_.piece == ParkPiece::none) return;
  const Grid& grid = land.grid();
  const LandBoard around = grid.neighbours(building);
  const bool at_park = around.intersects(land.big(Kind::park)), at_pond = around.intersects(land.big(Kind::pond));
  if (rules_.complement ? at_park && at_pond : at_park || at_pond) return;
  ground_.survey(land, building, move.road, rules_.as_submitted ? LandEdge::ignored : LandEdge::counted);
  if (!at_park) {
    const Amenity park = find(Kind::park, random);
    ground_.take(park);
    move.park.assign(park.cells.begin(), park.cells.begin() + park.size);
  }
  if (!at_pond) {
    const Amenity pond = find(Kind::pond, random);
    move.pond.assign(pond.cells.begin(), pond.cells.begin() + pond.size);
  }
}

Amenity ParkBuilder::find(Kind kind, Pcg& random) {
  const AmenityChoice choice = walk_rules_.choice;
  walks_.enumerate(ground_, kind, walk_rules_);
  if (rules_.as_submitted) {
    const Amenity walk = walks_.best_of(rules_.random_walks, random);
    if (walk.size != big_size || !rules_.straight) return walk;
    const auto bar = ground_.straight_bar(choice);
    if (!bar || bar->touching == walk.touching) return walk;
    return bar->precedes(walk, choice) ? *bar : walk;
  }
  if (const auto extension = walks_.shortest_extension()) return *extension;
  const Amenity walk = walks_.first_best_of(rules_.random_walks, random);
  if (!rules_.straight) return walk;
  const auto bar = ground_.straight_bar(choice);
  return bar && (walk.size == 0 || bar->precedes(walk, choice)) ? *bar : walk;
}

}  // namespace pentocity::players
