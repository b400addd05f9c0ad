#include "pentocity/game/player.hpp"
#include "pentocity/helpers/site_search.hpp"

namespace pentocity::players {
namespace {

/// Row by row from the top left: the first site that a road can reach, the shortest road, no parks or ponds. The 2016
/// paper gives 1600 to 1700 on `random` for it.
class Naive : public Player {
 public:
  explicit Naive(const PlayerSetup&) {}

  Move play(const Request& request, const View& view) override {
    const auto site =
        search_.find(view.land, request, [](const Sites& sites) { return sites.first(SiteOrder::rows_from_top); });
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = search_.roads().choose(RoadChoice::first, LandEdge::ignored);
    return move;
  }

 private:
  SiteSearch search_;
};

PENTOCITY_PLAYER(Naive, "naive",
                 "the first site, row by row from the top left, that a road can reach; no parks or ponds")

}  // namespace
}  // namespace pentocity::players
