#include <algorithm>
#include <array>

#include "2016/common/road_tree.hpp"
#include "2016/common/walks.hpp"

namespace pentocity::players {
namespace {

/// The scan ends when so large a share of all sites in a row was no better than the best one before them.
constexpr double patience_factory = 0.5, patience_residence = 0.6;
/// The number of random blobs tried for a pond, and for a park.
constexpr int blobs = 10;

/// A scan over all sites that keeps the best so far and ends after many in a row that are no better.
/// players/2016/g2/README.md describes it.
class G2 : public TreePlayer {
 public:
  explicit G2(const PlayerSetup& setup) : TreePlayer(setup), parks_(roads_), ponds_(roads_) {}

  Move play(const Request& request, const View& view) override {
    const Land& land = view.land;
    const Grid& grid = land.grid();
    roads_.follow(land.roads());
    parks_.follow(land.of(Kind::park));
    ponds_.follow(land.of(Kind::pond));
    tree_.grow(land, roads_);
    rotations_ = cells_in_table_order(request);
    std::vector<Site> sites = sites_by_rows(land, request);
    const bool residence = request.type() == Building::residence;
    if (!residence) std::reverse(sites.begin(), sites.end());
    std::optional<Site> site = scan(land, request, sites);
    const bool scanned = site.has_value();
    if (!scanned) site = last_with_road(land, request, sites);
    if (!site) return Move::reject();
    const LandBoard building = building_at(land, request, *site);
    Move move = Move::at(site->rotation, site->location);
    move.road = *tree_.road_to(building);
    if (residence && scanned) {
      if (!as_submitted_) look(land, request, *site);
      const LandBoard road = grid.board(move.road);
      move.pond = amenity(land, building, road, {}, Kind::pond, looked_.at_pond);
      move.park = amenity(land, building, road, grid.board(move.pond), Kind::park, looked_.at_park);
    }
    for (const Cell c : HashedCells(grid, move.road)) roads_.add(c);
    for (const Cell c : HashedCells(grid, move.pond)) ponds_.add(c);
    for (const Cell c : HashedCells(grid, move.park)) parks_.add(c);
    return move;
  }

 private:
  struct Look {
    int value = 0;
    bool at_road = false, at_pond = false, at_park = false;
  };

  // The site that the scan ends with; no value if it finds none. Every site with a higher value than the best one
  // before it is taken if a road reaches it. (In 2016 also the sites that no road reaches raised the bar.)
  std::optional<Site> scan(const Land& land, const Request& request, const std::vector<Site>& sites) {
    const bool residence = request.type() == Building::residence;
    const double patience = (residence ? patience_residence : patience_factory) * static_cast<double>(sites.size());
    std::optional<Site> best;
    int best_value = 0, without = 0;
    for (const Site& site : sites) {
      look(land, request, site);
      if (looked_.value > best_value) {
        const bool reached = looked_.at_road || tree_.length_to(building_at(land, request, site));
        if (reached) best = site;
        if (reached || as_submitted_) best_value = looked_.value, without = 0;
        // It is looked at a second time, which counts as no improvement.
        if (!reached) continue;
      }
      if (++without > patience && (residence || best)) break;
    }
    return best;
  }

  // The value of a site, which is the number of edges at occupied cells or beyond the upper or left border, with one
  // more for the first park and the first pond, and for factories one less for roads. (In 2016 every edge at a park
  // counted one more until a pond was met, and every edge at a pond until a park was met.)
  void look(const Land& land, const Request& request, const Site& site) {
    static constexpr std::array<Cell, 4> steps{Cell{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    const Grid& grid = land.grid();
    const bool residence = request.type() == Building::residence;
    looked_ = {};
    // The order of the cells matters only for the slip of 2016.
    Cells cells = translated(rotations_[site.rotation], site.location);
    if (as_submitted_ && residence) std::stable_sort(cells.begin(), cells.end(), HashedCells::earlier_in_small_table);
    for (const Cell x : cells)
      for (const Cell step : steps) {
        const Cell c = x + step;
        if (!grid.contains(c)) {
          if (c.row < 0 || c.column < 0 || !as_submitted_) ++looked_.value;
          continue;
        }
        const int bit = grid.bit(c);
        if (land.empty().test(bit)) continue;
        ++looked_.value;
        const bool road = land.roads().test(bit), park = land.big(Kind::park).test(bit),
                   pond = land.big(Kind::pond).test(bit);
        if (residence && park && !(as_submitted_ ? looked_.at_pond : looked_.at_park)) ++looked_.value;
        if (residence && pond && !(as_submitted_ ? looked_.at_park : looked_.at_pond)) ++looked_.value;
        if (!residence && road && !looked_.at_road) --looked_.value;
        looked_.at_road |= road;
        looked_.at_park |= park;
        looked_.at_pond |= pond;
      }
  }

  // The last site by rows that a road reaches.
  std::optional<Site> last_with_road(const Land& land, const Request& request, std::vector<Site> sites) const {
    if (request.type() == Building::residence) std::reverse(sites.begin(), sites.end());
    for (const Site& site : sites)
      if (tree_.length_to(building_at(land, request, site))) return site;
    return std::nullopt;
  }

  // The cells of a pond or park: the way from the nearest one, if it has at most four cells, or the best of some random
  // blobs, which must be better than that way. None if nothing scores a point. (In 2016 ways to ponds were scored as if
  // to parks.)
  Cells amenity(const Land& land, const LandBoard& building, const LandBoard& road, const LandBoard& pond, Kind kind,
                bool touches) {
    const Grid& grid = land.grid();
    const LandBoard taken = building | road | pond;
    const LandBoard &of_kind = land.big(kind), big = land.big(Kind::park) | land.big(Kind::pond);
    way_.grow(land, kind == Kind::pond ? ponds_ : parks_, taken);
    int best_score = touches ? 100 : 0;
    bool reaches = false;
    Cells best;
    if (auto way = way_.road_to(building); way && std::ssize(*way) <= big_size) {
      const LandBoard board = grid.board(*way);
      if (!board.intersects(taken)) {
        reaches = grid.neighbours(board).intersects(of_kind);
        const int value = score(land, *way, building, road, as_submitted_ ? land.big(Kind::park) : of_kind);
        if (value > best_score) best_score = value, best = std::move(*way);
      }
    }
    if (!reaches) best_score = 0;
    if (grid.neighbours(building).intersects(big)) return best;
    const LandBoard free = land.empty() - taken;
    const RandomWalks walks(land, building, free);
    for (int i = 0; i < blobs; ++i) {
      Cells blob = walks.draw_blob(random_);
      const int value = score(land, blob, building, road, of_kind);
      if (value > best_score) best_score = value, best = std::move(blob);
    }
    return best;
  }

  // A point for each edge at the building and for each at `good`, less one for each edge at the move's road and for
  // each at occupied cells that are no parks or ponds.
  static int score(const Land& land, const Cells& cells, const LandBoard& building, const LandBoard& road,
                   const LandBoard& good) {
    const Grid& grid = land.grid();
    const LandBoard big = land.big(Kind::park) | land.big(Kind::pond);
    int score = 0;
    for (const Cell c : cells)
      for_each_neighbour(grid, c, [&](Cell n) {
        if (std::find(cells.begin(), cells.end(), n) != cells.end()) return;
        const int bit = grid.bit(n);
        if (building.test(bit))
          ++score;
        else if (land.empty().test(bit))
          score -= road.test(bit);
        else
          score += good.test(bit) - !big.test(bit);
      });
    return score;
  }

  HashedCells parks_, ponds_;
  RoadTree way_;
  std::vector<Cells> rotations_;
  Look looked_;  // at the site that was looked at last
};

PENTOCITY_PLAYER(
    G2, "g2",
    "a scan over all sites that keeps the best so far and ends after many in a row that are no better (group 2 "
    "of 2016)",
    {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
