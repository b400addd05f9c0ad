#include "pentocity/game/player.hpp"
#include "pentocity/helpers/site_search.hpp"

namespace pentocity::players {
namespace {

/// Diagonal by diagonal: residences from the top left corner, factories from the bottom right one, each at the first
/// site that a road can reach; shortest roads, no parks or ponds.
class Diagonal : public Player {
 public:
  explicit Diagonal(const PlayerSetup&) {}

  Move play(const Request& request, const View& view) override {
    const SiteOrder order =
        request.type() == Building::residence ? SiteOrder::diagonals_from_top : SiteOrder::diagonals_from_bottom;
    const auto site = search_.find(view.land, request, [order](const Sites& sites) { return sites.first(order); });
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = search_.roads().choose(RoadChoice::first, LandEdge::ignored);
    return move;
  }

 private:
  SiteSearch search_;
};

PENTOCITY_PLAYER(Diagonal, "diagonal",
                 "the first site, diagonal by diagonal, residences from the top left and factories from the bottom "
                 "right; no parks or ponds")

}  // namespace
}  // namespace pentocity::players
