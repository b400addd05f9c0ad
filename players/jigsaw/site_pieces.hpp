#pragma once
// Pieces that choose sites.

#include <optional>

#include "jigsaw/pieces.hpp"
#include "pentocity/game/sites.hpp"

namespace pentocity::players {

/// Leaves the sites that it prefers; at least one if there is one.
using SiteStep = void (*)(const Land& land, const Request& request, Sites& sites);

/// Of what contact is counted.
enum class ContactOf : std::uint8_t { building, building_and_road, move };

/// What is greatest at a site. Contact of more than the building has no step: it is known only with the move.
struct PerimeterPiece {
  ContactOf of = ContactOf::building;
  SiteStep step = nullptr;
};
/// `edges`, `cells`: contact of the building, counted so; `none`; `with_road`, `whole_move`: contact by edges.
const Pieces<PerimeterPiece>& perimeter_pieces();

/// Where the number of separate areas of empty cells counts: not at all, before contact or after it.
enum class Components : std::uint8_t { ignored, first, second };
const Pieces<Components>& component_pieces();
/// Leaves the sites where the empty cells fall into the fewest areas.
void keep_fewest_components(const Land& land, const Request& request, Sites& sites);

/// Where factories go that have fewer cells than a residence: like the others, into the smallest areas of empty cells,
/// or in line, wherever the order says.
enum class SmallFactories : std::uint8_t { as_others, in_holes, in_line };
const Pieces<SmallFactories>& small_factory_pieces();
inline constexpr int residence_size = 5;
/// Leaves the sites in the smallest areas of empty cells.
void keep_smallest_holes(const Land& land, const Request& request, Sites& sites);

/// The one site of several that are equal so far; none if there are none.
using SiteOrderPiece = std::optional<Site> (*)(const Land& land, const Request& request, Sites& sites);
/// `diagonal`: residences from the top left corner, factories from the bottom right one. `rows`: from the top, row by
/// row. `centre`: residences nearest to the centre of the land, factories nearest to its edge; then row by row.
/// `submitted`: as `diagonal`, but factories row by row, the highest rotation first.
const Pieces<SiteOrderPiece>& site_order_pieces();

}  // namespace pentocity::players
