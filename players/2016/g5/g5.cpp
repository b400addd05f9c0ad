#include <algorithm>
#include <array>

#include "2016/common/hashed_cells.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::players {
namespace {

/// After so many sites of a request that no road reaches, the request is rejected.
constexpr int max_refused_sites = 500;
/// A residence is joined to a park or pond nearby with at most this many cells.
constexpr int max_extension = 4;

/// What a search from a building outwards leads to.
enum class Goal : std::uint8_t { road, amenity };

/// Sites with the maximum touching perimeter, factories from the top and residences from the bottom; one park or pond
/// for each residence, in turn. players/2016/g5/README.md describes it.
class G5 : public Player {
 public:
  explicit G5(const PlayerSetup& setup) : as_submitted_(setup.options.flag("as_submitted")) {}

  Move play(const Request& request, const View& view) override {
    const Land& land = view.land;
    const std::vector<Cells> rotations = cells_in_table_order(request);
    const bool residence = request.type() == Building::residence;
    const SiteOrder order = residence ? SiteOrder::rows_from_bottom : SiteOrder::rows_from_top;
    std::vector<Cell> refused;
    while (std::ssize(refused) < max_refused_sites) {
      sites_.find(land, request);
      for (const Cell location : refused)
        for (int k = 0; k < std::ssize(rotations); ++k) sites_.remove({k, location});
      sites_.keep_max_touching_perimeter();
      const std::optional<Site> site = sites_.first(order);
      if (!site) break;
      const HashedCells building = moved(land.grid(), rotations[site->rotation], site->location);
      Move move = Move::at(site->rotation, site->location);
      const Kind kind = next_kind_;
      if (residence) add_amenity(land, building, move);
      LandBoard amenity = land.grid().board(move.park) | land.grid().board(move.pond);
      if (auto road = route(land, building, Goal::road, amenity, land.side())) {
        move.road = std::move(*road);
        return move;
      }
      if (!as_submitted_) next_kind_ = kind;
      refused.push_back(site->location);
    }
    return Move::reject();
  }

 private:
  // Joins the residence to the nearest park or pond, or builds a new one.
  void add_amenity(const Land& land, const HashedCells& building, Move& move) {
    Kind kind = next_kind_;
    auto cells = route(land, building, Goal::amenity, {}, max_extension);
    if (cells && cells->empty()) return;
    if (cells)
      kind = joined_;
    else if (cells = new_amenity(land, building); !cells)
      return;
    (kind == Kind::park ? move.park : move.pond) = std::move(*cells);
    next_kind_ = kind == Kind::park ? Kind::pond : Kind::park;
  }

  // A group of four cells that grows from the lower right end of the building, each cell beside the one before it, as
  // far to the right as it can, else down, else up, else to the left; never on the border. If it gets stuck, it begins
  // anew beside another cell of the building.
  static std::optional<Cells> new_amenity(const Land& land, const HashedCells& building) {
    const Grid& grid = land.grid();
    const LandBoard free = land.empty() - building.board() - grid.rim();
    Cell tail = *std::max_element(building.begin(), building.end());
    for (auto next = building.begin();;) {
      Cells cells;
      while (std::ssize(cells) < big_size) {
        const std::array steps{Cell{0, 1}, Cell{1, 0}, Cell{-1, 0}, Cell{0, -1}};
        const auto step = std::find_if(steps.begin(), steps.end(), [&](Cell by) {
          return grid.test(free, tail + by) && std::find(cells.begin(), cells.end(), tail + by) == cells.end();
        });
        if (step == steps.end()) break;
        cells.push_back(tail = tail + *step);
      }
      if (std::ssize(cells) == big_size) return cells;
      if (next == building.end()) return std::nullopt;
      tail = *next++;
    }
  }

  // The cells of a way from the building to what it looks for, by a breadth-first search from the building outwards:
  // to the border or a road, around `blocked`; or to a park or pond, which joined_ then names. No cells if the building
  // touches it; no value if there is no way of at most `limit` cells.
  //
  // The program of 2016 counted the steps of its search wrongly. It took the length of the queue for the number of
  // cells of the next distance before all of these were in the queue, so the count ran ahead and long ways were missed.
  std::optional<Cells> route(const Land& land, const HashedCells& building, Goal goal, const LandBoard& blocked,
                             int limit) {
    const Grid& grid = land.grid();
    const LandBoard goals = goal == Goal::road ? land.roads() : land.big(Kind::park) | land.big(Kind::pond);
    const LandBoard free = land.empty() - blocked;
    struct Step {
      Cell cell;
      int before, distance;
    };
    std::vector<Step> queue;
    for (const Cell c : building) {
      if (goal == Goal::road && grid.test(grid.rim(), c)) return Cells();
      bool touches = false;
      for_each_neighbour(grid, c, [&](Cell n) {
        if (grid.test(goals, n)) touches = true;
        if (grid.test(free, n)) queue.push_back({n, -1, 1});
      });
      if (touches) return Cells();
    }
    LandBoard checked;
    int depth = 0, left = static_cast<int>(queue.size());
    bool deeper = false;
    for (int i = 0; i < std::ssize(queue) && (!as_submitted_ || depth < limit); ++i) {
      const Step at = queue[i];
      if (!as_submitted_ && at.distance > limit) break;
      if (--left == 0) ++depth, deeper = true;
      if (checked.test(grid.bit(at.cell))) continue;
      checked.set(grid.bit(at.cell));
      bool arrived = goal == Goal::road && grid.test(grid.rim(), at.cell);
      if (!arrived)
        for_each_neighbour(grid, at.cell, [&](Cell n) {
          if (arrived) return;
          if (grid.test(goals, n)) {
            arrived = true;
            joined_ = land.at(n);
          } else if (grid.test(free, n) && !checked.test(grid.bit(n))) {
            if (deeper) left = static_cast<int>(queue.size()) - i - 1, deeper = false;
            queue.push_back({n, i, at.distance + 1});
          }
        });
      if (!arrived) continue;
      Cells way;
      for (int k = i; k >= 0 && !building.contains(queue[k].cell); k = queue[k].before) way.push_back(queue[k].cell);
      return way;
    }
    return std::nullopt;
  }

  bool as_submitted_;
  Kind next_kind_ = Kind::pond;  // what is built next if a new amenity is needed
  Kind joined_ = Kind::park;     // what the last route() led to
  Sites sites_;
};

PENTOCITY_PLAYER(G5, "g5",
                 "sites with the maximum touching perimeter, factories from the top and residences from the bottom "
                 "(group 5 of 2016)",
                 {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
