#pragma once
// The choices of those options of the player `jigsaw` that decide at which site a building is placed: `perimeter`,
// `components`, `small_factories` and `site_order`.

#include <optional>

#include "jigsaw/pieces.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::players {

/// A step of the choice: it keeps those sites that it prefers, at least one if there are any.
using SiteStep = void (*)(const Land& land, const Request& request, Sites& sites);

/// What the touching perimeter is measured on: the building, the building with its road, or everything that the move
/// builds.
enum class PerimeterOf : std::uint8_t { building, building_and_road, move };

/// Which touching perimeter is maximised, and the step that keeps the sites with the maximum. There is no step if the
/// touching perimeter does not matter, nor if it is measured on more than the building, because then the moves for all
/// sites must be made first.
struct PerimeterPiece {
  PerimeterOf of = PerimeterOf::building;
  SiteStep step = nullptr;
};
/// `edges`, `cells`: the touching perimeter of the building, in unit edges or in touched cells. `none`: the touching
/// perimeter does not matter. `with_road`, `whole_move`: the touching perimeter of the building with its road, or of
/// the whole move, in unit edges.
const Pieces<PerimeterPiece>& perimeter_pieces();

/// The step of the option `components`, taken before the touching perimeter is compared (`first`) or after it
/// (`second`): keeps the sites after which there are the fewest connected areas of empty cells.
void keep_fewest_components(const Land& land, const Request& request, Sites& sites);

/// The number of cells of a residence.
inline constexpr int residence_size = 5;
/// The step for the word `in_holes` of the option `small_factories`: keeps the sites that lie in connected areas of the
/// minimum number of empty cells.
void keep_smallest_holes(const Land& land, const Request& request, Sites& sites);

/// Chooses one of several sites that are equally good so far; no value if there are none. It may narrow down `sites`.
using SiteOrderPiece = std::optional<Site> (*)(const Land& land, const Request& request, Sites& sites);
/// `diagonal`: residences nearest to the top left corner, factories nearest to the bottom right one (the orders
/// diagonals_from_top and diagonals_from_bottom of sites.hpp). `rows`: from the top, row by row. `centre`: residences
/// nearest to the centre of the land, factories nearest to its border, equals row by row. `submitted`: as `diagonal`,
/// but factories from the top, row by row, and of several rotations the one with the maximum number; the program of
/// 2016 did so by mistake.
const Pieces<SiteOrderPiece>& site_order_pieces();

}  // namespace pentocity::players
