#include "jigsaw/road_of_2016.hpp"
#include "pentocity/game/parks.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/site_search.hpp"

namespace pentocity {
namespace {

/// The strategy of the 2016 report that the project began with: every building where it has the greatest contact,
/// residences towards the top left corner and factories towards the bottom right one, joined by the shortest road;
/// parks and ponds of least contact, so that others can use them. `as_submitted` plays what its authors' program really
/// did.
class Jigsaw : public Player {
 public:
  explicit Jigsaw(const PlayerSetup& setup)
      : random_(setup.seed),
        as_submitted_(setup.options.flag("as_submitted")),
        random_walks_(setup.options.integer("random_walks")) {}

  Move play(const Request& request, const View& view) override {
    const Land& land = view.land;
    const std::optional<Site> site = find_site(request, land);
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = as_submitted_ ? road_of_2016(land, search_.roads())
                              : search_.roads().choose(RoadChoice::most_contact, LandEdge::counted);
    if (request.type() == Building::residence) add_parks(land, move);
    return move;
  }

 private:
  std::optional<Site> find_site(const Request& request, const Land& land) {
    const auto choose = [&](Sites& sites) {
      sites.keep_greatest_contact();
      return first_site(sites, request.type());
    };
    return search_.find(land, request, choose, [&] {
      return !as_submitted_ || search_of_2016_succeeds(land, search_.heads(), search_.building(), search_.roads());
    });
  }

  std::optional<Site> first_site(const Sites& sites, Building type) const {
    if (type == Building::residence) return sites.first(SiteOrder::diagonals_from_top);
    // A slip in the submitted program: its comparison of diagonals was never reached for factories.
    return as_submitted_ ? sites.first(SiteOrder::rows_from_top, true) : sites.first(SiteOrder::diagonals_from_bottom);
  }

  void add_parks(const Land& land, Move& move) {
    const RowGrid& grid = land.grid();
    const LandBoard around = grid.neighbours(search_.building());
    const bool at_park = around.intersects(land.big(Kind::park)), at_pond = around.intersects(land.big(Kind::water));
    // The submitted program's walks failed next to either kind.
    if (as_submitted_ ? at_park || at_pond : at_park && at_pond) return;
    ground_.survey(land, search_.building(), move.road, as_submitted_ ? LandEdge::ignored : LandEdge::counted);
    if (!at_park) {
      const Patch park = find_patch(Kind::park);
      ground_.take(park);
      move.park.assign(park.cells.begin(), park.cells.begin() + park.size);
    }
    if (!at_pond) {
      const Patch pond = find_patch(Kind::water);
      move.water.assign(pond.cells.begin(), pond.cells.begin() + pond.size);
    }
  }

  Patch find_patch(Kind kind) {
    walks_.enumerate(ground_, kind, as_submitted_);
    if (!as_submitted_) {
      if (const auto extension = walks_.shortest_extension()) return *extension;
      const Patch walk = walks_.first_best_of(random_walks_, random_);
      const auto bar = ground_.straight_bar();
      return bar && (walk.size == 0 || bar->precedes(walk)) ? *bar : walk;
    }
    const Patch walk = walks_.best_of(random_walks_, random_);
    if (walk.size != big_size) return walk;
    const auto bar = ground_.straight_bar();
    return bar && bar->contact < walk.contact ? *bar : walk;
  }

  Pcg random_;
  bool as_submitted_;
  int random_walks_;

  SiteSearch search_;
  ParkGround ground_;
  PatchWalks walks_;
};

PENTOCITY_PLAYER(
    Jigsaw, "jigsaw", "greatest contact, shortest roads, parks and ponds of least contact (2016's group 1)",
    {"as_submitted", false, "play as the program submitted in 2016 did, where its report says otherwise"},
    {"random_walks", std::int64_t{200}, "random walks tried for each park and pond; 0 for none", {}, 0, 1e6})

}  // namespace
}  // namespace pentocity
