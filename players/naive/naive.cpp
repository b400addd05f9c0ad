#include "pentocity/game/player.hpp"
#include "pentocity/game/site_search.hpp"

namespace pentocity {
namespace {

/// Row by row: residences from the top left, factories from the bottom right, each at the first site that a road can
/// reach; shortest roads, no parks or ponds. The report of 2016 says that it scores 1600 to 1700 on `random`.
class Naive : public Player {
 public:
  explicit Naive(const PlayerSetup&) {}

  Move play(const Request& request, const View& view) override {
    const SiteOrder order =
        request.type() == Building::residence ? SiteOrder::rows_from_top : SiteOrder::rows_from_bottom;
    const auto site = search_.find(view.land, request, [order](const Sites& sites) { return sites.first(order); });
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = search_.roads().choose(RoadChoice::first, LandEdge::ignored);
    return move;
  }

 private:
  SiteSearch search_;
};

PENTOCITY_PLAYER(Naive, "naive", "row by row, residences from the top and factories from the bottom; no parks or ponds")

}  // namespace
}  // namespace pentocity
