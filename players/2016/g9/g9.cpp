#include <algorithm>
#include <array>

#include "2016/common/road_tree.hpp"

namespace pentocity::players {
namespace {

/// When this many moves have been scored at the end of a row, the scan stops.
constexpr int enough_moves = 20;
/// A residence is joined to a park or pond nearby with at most this many cells.
constexpr int max_extension = 3;

/// Scores every site of the first rows, with its road, park and pond, and takes the one with the maximum score.
/// players/2016/g9/README.md describes it.
class G9 : public TreePlayer {
 public:
  using TreePlayer::TreePlayer;

  Move play(const Request& request, const View& view) override {
    const Land& land = view.land;
    const bool residence = request.type() == Building::residence;
    roads_.follow(land.roads());
    tree_.grow(land, roads_);
    rotations_ = cells_in_table_order(request);
    best_.reset();
    int moves = 0, row = -1;
    for (const Site& site : sites_by_rows(land, request, /*from_bottom=*/!residence)) {
      // The rows before this one are done.
      if (site.location.row != row && moves >= enough_moves && (!residence || site.location.row > lowest_)) break;
      row = site.location.row;
      moves += consider(land, request.type(), site);
    }
    if (!best_) return Move::reject();
    if (residence) lowest_ = std::max(lowest_, best_->move.location.row);
    for (const Cell c : HashedCells(land.grid(), best_->move.road)) roads_.add(c);
    return best_->move;
  }

 private:
  struct Plan {
    Move move;
    HashedCells building;
    LandBoard road = {};
  };

  // Scores the moves at a site and keeps the best one so far; of equally good ones the last. Returns their number. A
  // residence has two moves, without and with a park and a pond. (The program of 2016 built the park and the pond in
  // either case, whichever of the two had the better score.)
  int consider(const Land& land, Building type, const Site& site) {
    Plan plan{.move = Move::at(site.rotation, site.location),
              .building = moved(land.grid(), rotations_[site.rotation], site.location)};
    auto road = tree_.road_to(plan.building.board());
    if (!road) return 0;
    plan.road = land.grid().board(*road);
    plan.move.road = std::move(*road);
    const int bare = score(land, type, plan);
    if (type == Building::factory || !as_submitted_) keep(bare, plan);
    if (type == Building::factory) return 1;
    add_amenities(land, plan);
    const int full = score(land, type, plan);
    keep(as_submitted_ ? std::max(bare, full) : full, plan);
    return 2;
  }
  void keep(int score, const Plan& plan) {
    if (best_ && score < best_score_) return;
    best_score_ = score;
    best_ = plan;
  }

  // Points for a move: the better, the more.
  static int score(const Land& land, Building type, const Plan& plan) {
    const Grid& grid = land.grid();
    const LandBoard& building = plan.building.board();
    const LandBoard park = grid.board(plan.move.park), pond = grid.board(plan.move.pond);
    const LandBoard around = grid.neighbours(building) - building;
    const LandBoard all_roads = land.roads() | plan.road;
    int score = 10 * plan.building.size();
    if (type == Building::residence) {
      score -= 10 * ((around & (land.empty() | land.roads())) - park - pond).count();
      if (around.intersects(land.big(Kind::pond) | pond)) score += 20;
      if (around.intersects(land.big(Kind::park) | park)) score += 20;
      score -= 5 * static_cast<int>(plan.move.park.size() + plan.move.pond.size());
    } else {
      score -= 10 * ((around & land.empty()) - plan.road).count();
      score -= 5 * (around & (land.of(Kind::pond) | land.of(Kind::park))).count();
      score += 5 * (around & land.of(Kind::factory)).count();
    }
    const LandBoard built = building | plan.road | park | pond;
    score -= 5 * static_cast<int>(plan.move.road.size());
    score -= 2 * (around & all_roads).count();
    score -= 5 * (built & grid.rim()).count();
    score -= 5 * (grid.neighbours(plan.road) & (land.of(Kind::pond) | land.of(Kind::park) | pond | park)).count();
    // The cells beside it that roads cannot reach any more: ever dearer, the more they are.
    const LandBoard free = land.empty() - built;
    const LandBoard open = grid.flood(grid.rim() | grid.neighbours(all_roads), free);
    const int cut_off = grid.flood(grid.neighbours(built), free - open).count();
    return score - (1 << std::min(cut_off, 20));
  }

  void add_amenities(const Land& land, Plan& plan) const {
    const LandBoard around = land.grid().neighbours(plan.building.board());
    LandBoard taken = plan.building.board() | plan.road;
    for (const Kind kind : {Kind::park, Kind::pond}) {
      if (around.intersects(land.big(kind))) continue;
      Cells cells = extension(land, plan.building, taken, kind);
      if (cells.empty()) cells = bar(land, plan, taken);
      taken |= land.grid().board(cells);
      (kind == Kind::park ? plan.move.park : plan.move.pond) = std::move(cells);
    }
  }

  // The cells that join the building to the nearest park or pond; none if that takes too many.
  static Cells extension(const Land& land, const HashedCells& building, const LandBoard& taken, Kind kind) {
    const Grid& grid = land.grid();
    const LandBoard free = land.empty() - taken, beside = grid.neighbours(land.big(kind));
    struct Step {
      Cell cell;
      int before;
    };
    boost::container::small_vector<Step, 64> queue;
    LandBoard seen;
    const auto find = [&](Cell c, int before) {
      if (!free.test(grid.bit(c)) || seen.test(grid.bit(c))) return;
      seen.set(grid.bit(c));
      queue.push_back({c, before});
    };
    for (const Cell c : building) for_each_neighbour(grid, c, [&](Cell n) { find(n, -1); });
    std::size_t at = 0;
    for (int distance = 1; distance <= max_extension; ++distance)
      for (const std::size_t end = queue.size(); at < end; ++at) {
        const Cell c = queue[at].cell;
        if (beside.test(grid.bit(c))) {
          Cells cells;
          for (int k = static_cast<int>(at); k >= 0; k = queue[k].before) cells.push_back(queue[k].cell);
          return cells;
        }
        for_each_neighbour(grid, c, [&](Cell n) { find(n, static_cast<int>(at)); });
      }
    return {};
  }

  // A straight bar of four cells, one end of which touches the building; none if there is no room. The best one has
  // many empty cells and few roads around it. (The program of 2016 gave all of them the same score, by a slip, and took
  // the last one in its hash table of bars.)
  Cells bar(const Land& land, const Plan& plan, const LandBoard& taken) const {
    const Grid& grid = land.grid();
    const LandBoard free = land.empty() - taken;
    HashedCells ends(land.grid());
    for (const Cell c : plan.building)
      for_each_neighbour(grid, c, [&](Cell n) {
        if (free.test(grid.bit(n))) ends.add(n);
      });
    struct Bar {
      std::array<Cell, 4> cells;
      int hash;
    };
    boost::container::small_vector<Bar, 48> bars;
    for (const Cell end : ends)
      for (const Cell step : {Cell{-1, 0}, Cell{0, 1}, Cell{1, 0}, Cell{0, -1}}) {
        Bar bar{.cells = {end, end + step, end + step + step, end + step + step + step}, .hash = 0};
        bool fits = true;
        for (const Cell c : bar.cells) {
          fits = fits && grid.test(free, c);
          bar.hash += 100 * c.row + c.column;
        }
        std::sort(bar.cells.begin(), bar.cells.end());
        if (fits && std::none_of(bars.begin(), bars.end(), [&](const Bar& b) { return b.cells == bar.cells; }))
          bars.push_back(bar);
      }
    if (bars.empty()) return {};
    int buckets = 16;
    while (4 * static_cast<int>(bars.size()) > 3 * buckets) buckets *= 2;
    std::stable_sort(bars.begin(), bars.end(),
                     [&](const Bar& a, const Bar& b) { return a.hash % buckets < b.hash % buckets; });
    const Bar* best = &bars.back();
    if (!as_submitted_) {
      const LandBoard roads = land.roads() | plan.road;
      int best_score = -1000;
      for (const Bar& bar : bars) {
        const LandBoard board = grid.board(bar.cells);
        const LandBoard around = grid.neighbours(board) - board;
        const int score = 10 * (around & land.empty() & free).count() - 5 * (around & roads).count();
        if (score >= best_score) best = &bar, best_score = score;
      }
    }
    return {best->cells.begin(), best->cells.end()};
  }

  std::vector<Cells> rotations_;
  int lowest_ = 0;  // the lowest row of the locations of residences
  std::optional<Plan> best_;
  int best_score_ = 0;
};

PENTOCITY_PLAYER(G9, "g9",
                 "scores every site of the first rows with its road, park and pond, and takes the best one (group 9 of "
                 "2016)",
                 {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
