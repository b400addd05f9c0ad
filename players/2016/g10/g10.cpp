#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "amenities.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/helpers/roads.hpp"

namespace pentocity::players {
namespace {

using g10::Plan;

/// The score of no move at all; a move with such a score or a lower one is not made.
constexpr int min_score = -200;
/// So many sites are tried when the plan fails.
constexpr int max_tries = 20;

/// Residences from the top beside older ones, by a score; factories on shelves from the bottom.
/// players/2016/g10/README.md describes it.
class G10 : public Player {
 public:
  explicit G10(const PlayerSetup& setup)
      : as_submitted_(setup.options.flag("as_submitted")), beside_residences_(land_grid(setup.rules.side)) {}

  Move play(const Request& request, const View& view) override {
    look_at(view.land);
    rotations_ = cells_in_table_order(request);
    std::optional<Plan> plan = request.type() == Building::residence ? best_residence(request) : on_shelf(request);
    if (plan) {
      plan->park = (plan->park & land_->empty()) - plan->building.board() - plan->road;
      plan->pond = (plan->pond & land_->empty()) - plan->building.board() - plan->road - plan->park;
      if (!is_legal(request, *plan)) plan.reset();
    }
    if (!plan) plan = first_that_fits(request);
    if (!plan) return Move::reject();
    remember(request.type(), *plan);
    const Grid& grid = land_->grid();
    Move move = Move::at(plan->site.rotation, plan->site.location);
    move.road = grid.cells(plan->road);
    move.park = grid.cells(plan->park);
    move.pond = grid.cells(plan->pond);
    return move;
  }

 private:
  // What all plans of a move need to know of the land.
  void look_at(const Land& land) {
    const Grid& grid = land.grid();
    const int side = land.side();
    if (land_ == nullptr) {
      shelves_.assign(side, 0);
      for (int c = 0; c < side; ++c) beside_residences_.add({0, c});
      for (const Cell c : grid.cells(grid.neighbours(land.of(Kind::residence)) & land.empty()))
        beside_residences_.add(c);
      for (int c = 1; c < side; ++c) beside_factories_.set(grid.bit({side - 1, c}));
    }
    land_ = &land;
    heads_ = road_heads(land);
    beside_park_ = grid.neighbours(land.of(Kind::park)) & land.empty();
    beside_pond_ = grid.neighbours(land.of(Kind::pond)) & land.empty();
    centres_ = {};
    const auto add_centre = [&](Cell c) {
      if (grid.test(land.empty(), c)) centres_.set(grid.bit(c));
    };
    const Cell centre{side / 2 - 1, side / 2 - 1};
    add_centre(centre);
    if (centres_.none()) {
      for_each_neighbour(grid, centre, add_centre);
      for (const int r : {side / 4, 3 * side / 4})
        for (const int c : {side / 4, 3 * side / 4}) add_centre({r, c});
    }
    centre_needs_road_.reset();
    ways_to_border_.clear();
  }

  void remember(Building type, const Plan& plan) {
    const Grid& grid = land_->grid();
    const LandBoard taken = plan.all();
    const HashedCells beside = g10::vacant_neighbours(grid, plan.building, land_->empty() - taken);
    if (type == Building::residence) {
      for (const Cell c : beside) beside_residences_.add(c);
      taken.for_each([&](int bit) { beside_residences_.remove(grid.cell(bit)); });
    } else {
      beside_factories_ = (beside_factories_ | beside.board()) - taken;
    }
  }

  // The cells of the road that a search from the building outwards finds first; none if none is needed or, which the
  // program of 2016 did not tell apart, if there is none.
  LandBoard road_to(const HashedCells& building) const {
    const Grid& grid = land_->grid();
    if (building.board().intersects(heads_)) return {};
    struct Step {
      Cell cell;
      int before;
    };
    boost::container::small_vector<Step, 128> queue;
    LandBoard seen = building.board();
    // The four neighbours come in the order of a hash table.
    const auto find = [&](Cell c, int before) {
      std::array<Cell, 4> around{
          Cell{c.row + 1, c.column}, {c.row - 1, c.column}, {c.row, c.column + 1}, {c.row, c.column - 1}};
      std::sort(around.begin(), around.end(), HashedCells::earlier_in_small_table);
      for (const Cell n : around)
        if (grid.test(land_->empty(), n) && !seen.test(grid.bit(n))) {
          seen.set(grid.bit(n));
          queue.push_back({n, before});
        }
    };
    for (const Cell c : building) find(c, -1);
    for (int i = 0; i < std::ssize(queue); ++i) {
      if (heads_.test(grid.bit(queue[i].cell))) {
        LandBoard road;
        for (int k = i; k >= 0; k = queue[k].before) road.set(grid.bit(queue[k].cell));
        return road;
      }
      find(queue[i].cell, i);
    }
    return {};
  }

  bool has_access(const Plan& plan) const { return plan.road.any() || plan.building.board().intersects(heads_); }

  // Tells whether the building can stand there, its road is free and leads to the border or a road, and it has access.
  bool is_legal(const Request& request, const Plan& plan) const {
    const Grid& grid = land_->grid();
    if (!land_->empty().contains(plan.road) || plan.building.board().intersects(plan.road)) return false;
    const LandBoard legal = legal_sites(*land_, request.type(), request.rotations()[plan.site.rotation]);
    if (!grid.test(legal, plan.site.location)) return false;
    if (grid.flood(plan.road & heads_, plan.road) != plan.road) return false;
    return plan.building.board().intersects(heads_ | grid.neighbours(plan.road));
  }

  // Residences. The sites are tried in the order of the cells beside older residences: each such cell as each of the
  // four corners of the building's bounding box.
  std::optional<Plan> best_residence(const Request& request) {
    std::optional<Plan> best;
    int best_score = min_score;
    std::vector<LandBoard> untried;
    for (const Cells& rotation : request.rotations()) untried.push_back(legal_sites(*land_, request.type(), rotation));
    for (const Cell start : beside_residences_)
      for (int k = 0; k < std::ssize(rotations_); ++k) {
        const Extent size = extent(rotations_[k]);
        const int up = size.rows - 1, left = size.columns - 1;
        HashedCells locations(land_->grid());
        for (const Cell by : {Cell{0, 0}, Cell{0, left}, Cell{up, 0}, Cell{up, left}})
          if (land_->grid().contains(start - by)) locations.add(start - by);
        for (const Cell location : locations) {
          const int bit = land_->grid().bit(location);
          if (!untried[k].test(bit)) continue;
          untried[k].reset(bit);
          Plan plan{.site = {k, location}, .building = moved(land_->grid(), rotations_[k], location)};
          plan.road = road_to(plan.building);
          if (!as_submitted_ && !has_access(plan)) continue;
          g10::Amenities(*land_, size, as_submitted_).add_to(plan);
          const int score = score_of(plan);
          if (score > best_score) best_score = score, best = std::move(plan);
        }
      }
    return best;
  }

  // Twice the points of a plan for a residence.
  int score_of(const Plan& plan) {
    const Grid& grid = land_->grid();
    const LandBoard taken = plan.all();
    const Cell at = plan.site.location;
    int score = plan.road.any() ? -16 : 0;
    if (taken.intersects(grid.rim())) {
      int near = 0, covered = 0;
      (grid.rim() & land_->empty()).for_each([&](int bit) {
        const Cell c = grid.cell(bit);
        if (std::abs(c.row - at.row) + std::abs(c.column - at.column) >= 10) return;
        ++near;
        covered += taken.test(bit);
      });
      if (near <= 3) score -= 32 * covered;
    }
    for (const bool pond : {false, true}) {
      const int beside = (taken & (pond ? beside_pond_ : beside_park_)).count();
      score += (beside > 0 ? 6 : 0) - beside - (pond ? plan.pond : plan.park).count();
    }
    return score + 2 * packed(taken, beside_residences_.board()) - at.row - (blocks_roads(plan) ? 128 : 0);
  }

  // The occupied neighbours of those of the cells that are among `frontier`.
  int packed(const LandBoard& cells, const LandBoard& frontier) const {
    int count = 0;
    (cells & frontier).for_each([&](int bit) {
      for_each_neighbour(land_->grid(), land_->grid().cell(bit),
                         [&](Cell n) { count += !land_->empty().test(land_->grid().bit(n)); });
    });
    return count;
  }

  // Tells whether the plan would cut off the middle of the land from the roads beside it; or, if there are none beside
  // it, whether the middle needs no new road now or cannot get one.
  bool blocks_roads(const Plan& plan) {
    if (centres_.none()) return false;
    const Grid& grid = land_->grid();
    const LandBoard beside = grid.neighbours(plan.road.any() ? plan.road : plan.building.board()) & land_->roads();
    if (beside.none()) {
      if (!centre_needs_road_) {
        centre_needs_road_ = false;
        centres_.for_each([&](int bit) {
          if (road_to(HashedCells(grid, Cells{grid.cell(bit)})).any()) centre_needs_road_ = true;
        });
      }
      return !*centre_needs_road_;
    }
    LandBoard roads = beside | plan.road;
    beside.for_each([&](int bit) { roads |= way_to_border(bit); });
    const LandBoard free = land_->empty() - roads - plan.building.board();
    return !grid.flood(grid.neighbours(roads), free).intersects(centres_);
  }

  // The road cells from this one to the border, and some more beside them.
  const LandBoard& way_to_border(int bit) {
    const auto [it, is_new] = ways_to_border_.try_emplace(bit);
    if (is_new) {
      LandBoard checked;
      follow_road(land_->grid().cell(bit), checked, it->second);
    }
    return it->second;
  }
  void follow_road(Cell c, LandBoard& checked, LandBoard& path) const {
    const Grid& grid = land_->grid();
    path.clear();
    if (grid.test(grid.rim(), c)) return path.set(grid.bit(c));
    for_each_neighbour(grid, c, [&](Cell n) {
      const int bit = grid.bit(n);
      if (!land_->roads().test(bit)) return;
      if (!checked.test(bit)) {
        checked.set(bit);
        follow_road(n, checked, path);
        path.set(grid.bit(c));
      }
      path.set(bit);
    });
  }

  // Factories. Rows are counted from the bottom. shelves_[n] is the height of the shelf whose lowest row is n, or one
  // of the marks in_shelf() and road_row(), or 0. A shelf and the next one share a row for roads between them; the row
  // above that one has none.
  int in_shelf() const { return land_->side(); }
  int road_row() const { return land_->side() + 1; }

  std::optional<Plan> on_shelf(const Request& request) {
    const Grid& grid = land_->grid();
    const int side = land_->side();
    const Extent size = extent(request.cells());
    const LandBoard legal = legal_sites(*land_, request.type(), request.cells());
    bool more = true;
    for (int n = 0; n < side && more; ++n) {
      if (shelves_[n] != size.rows && shelves_[n] != 0) continue;
      more = shelves_[n] != 0;
      const int row = side - (n + size.rows);
      int column = 0;
      while (column < side && !grid.test(land_->empty(), {row, column})) ++column;
      if (side - column < size.columns || !grid.test(legal, {row, column})) continue;
      const bool road_below = n > 0 && shelves_[n - 1] == road_row();
      if (shelves_[n] == 0) {
        shelves_[n] = size.rows;
        for (int k = n + 1; k < n + size.rows; ++k) shelves_[k] = in_shelf();
        if (n > 0 && !road_below) {
          if (n + size.rows < side)
            shelves_[n + size.rows] = road_row();
          else if (as_submitted_)
            return std::nullopt;  // the program of 2016 failed here
        }
      }
      Plan plan{.site = {0, {row, column}}, .building = moved(land_->grid(), rotations_[0], {row, column})};
      const int road = road_below ? row + size.rows : row - 1;
      if (n > 0 && road >= 0)
        for (int k = column; k < column + size.columns; ++k) plan.road.set(grid.bit({road, k}));
      plan.road -= land_->roads();
      return plan;
    }
    return std::nullopt;
  }

  // Of the first sites, residences from the top and factories from the bottom, the one that packs best.
  std::optional<Plan> first_that_fits(const Request& request) {
    const bool residence = request.type() == Building::residence;
    std::optional<Plan> best;
    int best_score = min_score, tries = 0;
    LandBoard cut_off;
    for (const Site& site : sites_by_rows(*land_, request, /*from_bottom=*/!residence)) {
      Plan plan{.site = site, .building = moved(land_->grid(), rotations_[site.rotation], site.location)};
      if (plan.building.board().intersects(cut_off)) continue;
      plan.road = road_to(plan.building);
      if (!has_access(plan)) {
        cut_off |= land_->grid().flood(plan.building.board(), land_->empty());
        continue;
      }
      if (tries++ >= max_tries) return best;
      const int score = 2 * packed(plan.all(), residence ? beside_residences_.board() : beside_factories_) -
                        (blocks_roads(plan) ? 128 : 0);
      if (score > best_score) best_score = score, best = std::move(plan);
    }
    return best;
  }

  bool as_submitted_;
  HashedCells beside_residences_;  // where residences are tried
  LandBoard beside_factories_;
  std::vector<int> shelves_;

  // Of the present move.
  const Land* land_ = nullptr;
  std::vector<Cells> rotations_;
  LandBoard heads_, beside_park_, beside_pond_;
  LandBoard centres_;  // empty cells in the middle of the land that roads should be able to reach
  std::optional<bool> centre_needs_road_;
  std::map<int, LandBoard> ways_to_border_;
};

PENTOCITY_PLAYER(G10, "g10",
                 "residences from the top beside older ones, by a score; factories on shelves from the bottom (group "
                 "10 of 2016)",
                 {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
