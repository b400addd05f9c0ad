#include "pentocity/game/parks.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/site_search.hpp"

using namespace pentocity;

/// Residences from the top left corner, factories from the bottom right one, each where it touches most; a park and a
/// pond for residences.
class TownPlayer : public Player {
 public:
  explicit TownPlayer(const PlayerSetup& setup) : road_cost_(setup.options.integer("road_cost")) {}

  Move play(const Request& request, const View& view) override {
    const bool residence = request.type() == Building::residence;
    const auto site = search_.find(view.land, request, [&](Sites& sites) {
      sites.keep_cheapest([&](const Site& s) { return cost(view.land, request, s); });
      return sites.first(residence ? SiteOrder::diagonals_from_top : SiteOrder::diagonals_from_bottom);
    });
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = search_.roads().choose(RoadChoice::max_touching, LandEdge::counted);
    if (residence) add_parks(view.land, move);
    return move;
  }

 private:
  // Of all sites the cheapest one is taken. Sites that cost the maximum of int are left out.
  int cost(const Land& land, const Request& request, const Site& site) {
    const LandBoard building = building_at(land, request, site);
    if (road_cost_ == 0) return -touching_perimeter(land, building);
    roads_.find(land, search_.heads(), building);
    if (!roads_.found()) return std::numeric_limits<int>::max();
    return road_cost_ * roads_.length() - touching_perimeter(land, building);
  }

  // A park and a pond, unless the building touches one already: up to three cells that join it to an older one, or else
  // four in a straight line.
  void add_parks(const Land& land, Move& move) {
    const LandBoard around = land.grid().neighbours(search_.building());
    ground_.survey(land, search_.building(), move.road, LandEdge::counted);
    for (const auto& [kind, cells] : {std::pair{Kind::park, &move.park}, {Kind::water, &move.water}}) {
      if (around.intersects(land.big(kind))) continue;
      walks_.enumerate(ground_, kind, {});
      std::optional<Amenity> amenity = walks_.shortest_extension();
      if (!amenity) amenity = ground_.straight_bar();
      if (!amenity) continue;
      ground_.take(*amenity);  // so that the pond stays clear of the park
      cells->assign(amenity->cells.begin(), amenity->cells.begin() + amenity->size);
    }
  }

  int road_cost_;
  SiteSearch search_;
  ShortestRoads roads_;
  ParkGround ground_;
  AmenityWalks walks_;
};

PENTOCITY_PLAYER(TownPlayer, "town", "from two corners, with parks and ponds",
                 number_option("road_cost", std::int64_t{0}, "price of a road cell, in touching edges", 0, 100))
