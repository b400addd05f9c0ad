// A player by the names that 1.0.0 still took, with a warning.
#include "pentocity/game/parks.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/site_search.hpp"

namespace {

using namespace pentocity;

class FormerPlayer : public Player {
 public:
  explicit FormerPlayer(const PlayerSetup& setup) : margin_(setup.options.integer("margin")) {}

  Move play(const Request& request, const View& view) override {
    const auto choose = [this](Sites& sites) {
      sites.keep_greatest_contact(ContactUnit::edges);
      return margin_ >= 0 ? sites.first(SiteOrder::diagonals_from_top) : std::nullopt;
    };
    const auto site = search_.find(view.land, request, choose);
    if (!site) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = search_.roads().choose(RoadChoice::most_contact, LandEdge::ignored);
    return move;
  }

 private:
  SiteSearch search_;
  int margin_;
};

[[maybe_unused]] int other_names(const RowGrid& grid, const Land& land, const Patch& patch, const ContactCounts& counts,
                                 PatchWalks*) {
  const bool least = patch.precedes(patch, PatchChoice::least_contact);
  return grid.rows() + contact(land, land.buildings()) + contact(land, 0, LandEdge::counted) + counts.at({0, 0}) +
         least;
}

const OptionSpec margin{.name = "margin", .fallback = std::int64_t{2}, .meaning = "a number", .least = 0, .most = 9};

PENTOCITY_PLAYER(FormerPlayer, "former", "snug, by the names of an earlier version", margin)

}  // namespace
