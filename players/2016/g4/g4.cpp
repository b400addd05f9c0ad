#include <algorithm>
#include <cstdlib>

#include "2016/common/road_tree.hpp"
#include "2016/common/walks.hpp"

namespace pentocity::players {
namespace {

/// The number of random walks of which the best becomes a park, or a pond.
constexpr int walks_tried = 200;

/// Sites by weighted contacts, residences from the top left and factories from the bottom right.
/// players/2016/g4/README.md describes it.
class G4 : public TreePlayer {
 public:
  using TreePlayer::TreePlayer;

  Move play(const Request& request, const View& view) override {
    const Land& land = view.land;
    const Grid& grid = land.grid();
    roads_.follow(land.roads());
    tree_.grow(land, roads_);
    const std::optional<Site> site = best_site(land, request);
    if (!site) {
      finished_ = true;
      return Move::reject();
    }
    const LandBoard building = building_at(land, request, *site);
    Move move = Move::at(site->rotation, site->location);
    move.road = road_to(land, building);
    for (const Cell c : HashedCells(grid, move.road)) roads_.add(c);
    const LandBoard around = grid.neighbours(building);
    if (request.type() == Building::residence && !finished_ && !around.intersects(land.big(Kind::park)) &&
        !around.intersects(land.big(Kind::pond))) {
      LandBoard free = land.empty() - building - grid.board(move.road) - grid.rim();
      move.park = amenity(land, building, free, Kind::park);
      free -= grid.board(move.park);
      move.pond = amenity(land, building, free, Kind::pond);
    }
    return move;
  }

 private:
  // Of the sites that roads reach the one with the highest value; of several the one nearest to the corner, then to the
  // diagonal.
  std::optional<Site> best_site(const Land& land, const Request& request) {
    const bool residence = request.type() == Building::residence;
    std::optional<Site> best;
    // The programs of 2016 began with a value of -1, so that a factory near many residences was rejected.
    int best_value = as_submitted_ ? -1 : std::numeric_limits<int>::min();
    int best_sum = residence ? 2 * land.side() : -2, best_off = 0;
    for (const Site& site : sites_by_rows(land, request, /*from_bottom=*/!residence)) {
      const int value = value_of(land, request, site);
      if (value < best_value) continue;
      const int sum = site.location.row + site.location.column;
      const int off = std::abs(site.location.row - site.location.column);
      const bool nearer = sum != best_sum ? (residence ? sum < best_sum : sum > best_sum) : off < best_off;
      if (value == best_value && !nearer) continue;
      if (!tree_.length_to(building_at(land, request, site))) continue;
      best = site;
      best_value = value;
      best_sum = sum;
      best_off = off;
    }
    return best;
  }

  // Points for each unit edge, by what is beyond it, and once for the first of them: for a residence at others, parks
  // and ponds, for a factory at factories. Less for residences that a factory nearly touches.
  static int value_of(const Land& land, const Request& request, const Site& site) {
    const Grid& grid = land.grid();
    const bool residence = request.type() == Building::residence;
    int value = 0;
    bool first = true;
    for_each_edge(request.outlines()[site.rotation], site.location, [&](Cell c) {
      const bool inside = grid.contains(c);
      const Kind kind = inside ? land.at(c) : Kind::empty;
      if (!inside) {
        value += residence ? 2 : 1;
      } else if (kind == Kind::road) {
        value += residence ? 3 : 1;
      } else if (residence ? kind != Kind::empty : kind == Kind::factory) {
        value += residence ? 4 : 1;
        if (first) value += residence ? 7 : 3;
        first = false;
      }
    });
    if (residence) return value;
    const LandBoard building = building_at(land, request, site);
    const LandBoard near = grid.neighbours(building) | building;
    return value - 10 * ((grid.neighbours(near) - near) & land.of(Kind::residence)).count();
  }

  // Of the shortest roads the one with the most contacts to older ones.
  Cells road_to(const Land& land, const LandBoard& building) const {
    const Grid& grid = land.grid();
    Cells best;
    int most = -1;
    for (const Cells& road : tree_.shortest_roads_to(building)) {
      int contacts = 0;
      for (const Cell c : road)
        for_each_neighbour(grid, c, [&](Cell n) { contacts += land.roads().test(grid.bit(n)); });
      if (contacts > most) most = contacts, best = road;
    }
    return best;
  }

  // The best of some random walks: the shortest, and of those the one with the smallest sum of weights, by what is
  // beyond its edges; none if all fail.
  Cells amenity(const Land& land, const LandBoard& building, const LandBoard& free, Kind kind) {
    const Grid& grid = land.grid();
    const RandomWalks walks(land, building, free);
    Cells best;
    int best_weight = 0;
    for (int i = 0; i < walks_tried; ++i) {
      Cells walk = walks.draw(random_, land.big(kind));
      if (walk.empty() || (!best.empty() && walk.size() > best.size())) continue;
      int weight = 0;
      for (const Cell c : walk)
        for_each_neighbour(grid, c, [&](Cell n) {
          if (std::find(walk.begin(), walk.end(), n) != walk.end()) return;
          const Kind beyond = land.at(n);
          if (beyond == Kind::empty) weight -= 3;
          if (beyond == Kind::factory) weight += 3;
          if (beyond == Kind::park || beyond == Kind::pond) weight -= 1;
        });
      if (best.empty() || walk.size() < best.size() || weight < best_weight)
        best = std::move(walk), best_weight = weight;
    }
    return best;
  }

  bool finished_ = false;  // since the first reject no parks and ponds are built
};

PENTOCITY_PLAYER(
    G4, "g4",
    "sites by weighted contacts, residences from the top left and factories from the bottom right (group 4 "
    "of 2016)",
    {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
