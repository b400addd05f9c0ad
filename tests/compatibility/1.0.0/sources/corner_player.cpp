#include "pentocity/game/player.hpp"
#include "pentocity/game/site_search.hpp"

namespace {

using namespace pentocity;

/// Where a building touches most; of such sites the one nearest to the top left corner. The first of the shortest
/// roads.
class CornerPlayer : public Player {
 public:
  explicit CornerPlayer(const PlayerSetup&) {}

  Move play(const Request& request, const View& view) override {
    const auto choose = [](Sites& sites) {
      sites.keep_max_touching_perimeter();
      return sites.first(SiteOrder::diagonals_from_top);
    };
    const auto site = search_.find(view.land, request, choose);
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = search_.roads().choose(RoadChoice::first, LandEdge::ignored);
    return move;
  }

 private:
  SiteSearch search_;
};

PENTOCITY_PLAYER(CornerPlayer, "corner", "snug, and near the top left corner")

}  // namespace
