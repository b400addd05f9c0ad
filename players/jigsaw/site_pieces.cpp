#include "jigsaw/site_pieces.hpp"

namespace pentocity::players {
namespace {

template <PerimeterUnit unit>
void keep_max(const Land&, const Request&, Sites& sites) {
  sites.keep_max_touching_perimeter(unit);
}

std::optional<Site> first_by_diagonals(const Land&, const Request& request, Sites& sites) {
  return sites.first(request.type() == Building::residence ? SiteOrder::diagonals_from_top
                                                           : SiteOrder::diagonals_from_bottom);
}

// The order of the submitted program. By mistake it never compared the diagonals of factories.
std::optional<Site> first_as_submitted(const Land&, const Request& request, Sites& sites) {
  return request.type() == Building::residence ? sites.first(SiteOrder::diagonals_from_top)
                                               : sites.first(SiteOrder::rows_from_top, true);
}

std::optional<Site> first_by_rows(const Land&, const Request&, Sites& sites) {
  return sites.first(SiteOrder::rows_from_top);
}

std::optional<Site> centre_or_edge(const Land& land, const Request& request, Sites& sites) {
  const int side = land.side();
  sites.keep_cheapest([&](const Site& site) {
    const auto [rows, columns] = extent(request.rotations()[site.rotation]);
    const auto [r, c] = site.location;
    if (request.type() == Building::factory) return std::min({r, c, side - rows - r, side - columns - c});
    const int down = 2 * r + rows - side, right = 2 * c + columns - side;  // twice the distance between the centres
    return down * down + right * right;
  });
  return sites.first(SiteOrder::rows_from_top);
}

}  // namespace

const Pieces<PerimeterPiece>& perimeter_pieces() {
  static const Pieces<PerimeterPiece> pieces{{"edges", {PerimeterOf::building, keep_max<PerimeterUnit::edges>}},
                                             {"cells", {PerimeterOf::building, keep_max<PerimeterUnit::cells>}},
                                             {"none", {PerimeterOf::building, nullptr}},
                                             {"with_road", {PerimeterOf::building_and_road, nullptr}},
                                             {"whole_move", {PerimeterOf::move, nullptr}}};
  return pieces;
}

void keep_fewest_components(const Land& land, const Request& request, Sites& sites) {
  sites.keep_cheapest([&](const Site& site) { return added_components(land, building_at(land, request, site)); });
}

void keep_smallest_holes(const Land& land, const Request& request, Sites& sites) {
  const std::vector<LandBoard> areas = land.grid().components(land.empty());
  sites.keep_cheapest([&](const Site& site) {
    const LandBoard building = building_at(land, request, site);
    return std::find_if(areas.begin(), areas.end(), [&](const LandBoard& area) { return area.intersects(building); })
        ->count();
  });
}

const Pieces<SiteOrderPiece>& site_order_pieces() {
  static const Pieces<SiteOrderPiece> pieces{{"diagonal", first_by_diagonals},
                                             {"rows", first_by_rows},
                                             {"centre", centre_or_edge},
                                             {"submitted", first_as_submitted}};
  return pieces;
}

}  // namespace pentocity::players
