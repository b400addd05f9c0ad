#include <algorithm>

#include "2016/common/road_tree.hpp"
#include "2016/common/search_steps.hpp"
#include "2016/common/walks.hpp"

namespace pentocity::players {
namespace {

/// So many sites are looked at more closely.
constexpr int finalists = 20;
/// The number of random walks among the candidates for a park or pond.
constexpr int walks_tried = 49;
/// A park or pond is built if its penalty is smaller than this.
constexpr int max_penalty = 6;
/// An area of fewer empty cells is too small for a residence.
constexpr int residence_area = 5;

/// The sites with the fewest open edges, factories from the top and residences from the bottom.
/// players/2016/g3/README.md describes it.
class G3 : public TreePlayer {
 public:
  using TreePlayer::TreePlayer;

  Move play(const Request& request, const View& view) override {
    if (!budget_.has_time()) return Move::reject();
    const Land& land = view.land;
    const Grid& grid = land.grid();
    roads_.follow(land.roads());
    tree_.grow(land, roads_);
    if (as_submitted_) steps_.follow(land, roads_);
    const std::optional<Site> site = best_site(land, request);
    if (!site || !budget_.has_time()) return Move::reject();
    Move move = Move::at(site->rotation, site->location);
    move.road = *road_to(building_at(land, request, *site));
    for (const Cell c : HashedCells(grid, move.road)) roads_.add(c);
    if (request.type() == Building::residence)
      add_amenities(land, moved(grid, cells_in_table_order(request)[site->rotation], site->location), move);
    return move;
  }

 private:
  // The road to a building; no value if there is none.
  std::optional<Cells> road_to(const LandBoard& building) {
    if (as_submitted_) budget_.spend(steps_.cost_to(building));
    return tree_.road_to(building);
  }

  // Of the sites with the lowest costs the best one with its road. (The program of 2016 took the very first site if no
  // road reached any of them.)
  std::optional<Site> best_site(const Land& land, const Request& request) {
    const Grid& grid = land.grid();
    const std::vector<Site> sites = sites_by_rows(land, request);
    std::vector<std::pair<int, int>> order;  // of each site its cost, and its number
    for (const Site& site : sites) {
      int edges = 0;
      for_each_edge(request.outlines()[site.rotation], site.location, [&](Cell c) {
        if (grid.contains(c)) edges += land.empty().test(grid.bit(c)) ? 1 : -2;
      });
      const int place = static_cast<int>(order.size());
      order.emplace_back(100 * edges + (request.type() == Building::factory ? place : -place), place);
    }
    const auto nth = [&](std::size_t n) { return order.begin() + static_cast<std::ptrdiff_t>(n); };
    std::size_t sorted = std::min<std::size_t>(finalists, order.size());
    std::partial_sort(order.begin(), nth(sorted), order.end());
    std::optional<Site> best;
    int best_cost = 0;
    LandBoard cut_off;
    for (std::size_t n = 0; n < sorted; ++n) {
      const Site& site = sites[order[n].second];
      const LandBoard building = building_at(land, request, site);
      if (as_submitted_ || !building.intersects(cut_off)) {
        if (const auto road = road_to(building)) {
          const int cost = order[n].first + 20 * static_cast<int>(road->size());
          if (!best || cost < best_cost) best = site, best_cost = cost;
        } else if (!as_submitted_) {
          cut_off |= grid.flood(building, land.empty());
        }
      }
      if (n + 1 == sorted && !best && !as_submitted_ && sorted < order.size()) {
        std::sort(nth(sorted), order.end());
        sorted = order.size();
      }
    }
    if (!best && as_submitted_ && !sites.empty() && road_to(building_at(land, request, sites.front())))
      return sites.front();
    return best;
  }

  // A pond and a park. The one that takes fewer cells comes first, or the pond if they are equal; the other one is
  // chosen anew beside it. If there is no room for one of them, it comes first and the other one is chosen anew, too.
  void add_amenities(const Land& land, const HashedCells& building, Move& move) {
    const Grid& grid = land.grid();
    const LandBoard road = grid.board(move.road);
    Cells pond = amenity(land, building, road, Kind::pond);
    Cells park = amenity(land, building, road, Kind::park);
    if (pond.empty() && park.empty()) return;
    if (!pond.empty() && pond.size() <= park.size()) {
      move.pond = std::move(pond);
      move.park = amenity(land, building, road | grid.board(move.pond), Kind::park);
    } else {
      move.park = std::move(park);
      move.pond = amenity(land, building, road | grid.board(move.park), Kind::pond);
    }
  }

  // The cells of a park or pond, or those that join the building to one: the candidate with the smallest penalty; none
  // if that is too large. `taken` are the cells that the move needs for other things.
  Cells amenity(const Land& land, const HashedCells& building, const LandBoard& taken, Kind kind) {
    const Grid& grid = land.grid();
    const LandBoard free = land.empty() - taken - building.board();
    const LandBoard beside = grid.neighbours(land.big(kind));
    if (grid.neighbours(building.board()).intersects(land.big(kind))) return {};
    const LandBoard first = grid.neighbours(building.board()) & free, second = (grid.neighbours(first) & free) - first,
                    third = (grid.neighbours(second) & free) - second;
    Cells best;
    int best_penalty = max_penalty;
    const auto consider = [&](const Cells& cells) {
      const int value = penalty(grid, free, cells);
      if (value < best_penalty) best_penalty = value, best = cells;
    };
    const auto for_each_start = [&](auto use) {
      for (const Cell c : building)
        for_each_neighbour(grid, c, [&](Cell n) {
          if (free.test(grid.bit(n))) use(n);
        });
    };
    if (first.intersects(beside)) {
      for_each_start([&](Cell c) {
        if (beside.test(grid.bit(c))) consider({c});
      });
      return best;
    }
    if (second.intersects(beside)) {
      for_each_start([&](Cell c) {
        for_each_neighbour(grid, c, [&](Cell n) {
          if (free.test(grid.bit(n)) && beside.test(grid.bit(n))) consider({c, n});
        });
      });
      return best;
    }
    // One that is three steps away is neither joined nor is another one built.
    if (third.intersects(beside)) return {};
    if (grid.neighbours(building.board()).intersects(land.big(Kind::park) | land.big(Kind::pond))) return {};
    const LandBoard open = free - grid.neighbours(taken);
    for_each_start([&](Cell c) {
      const Cells bar{c, c + Cell{-1, 0}, c + Cell{-2, 0}, c + Cell{-3, 0}};
      if (std::all_of(bar.begin(), bar.end(), [&](Cell x) { return grid.test(open, x); })) consider(bar);
    });
    const int last = land.side() - 1;
    for_each_start([&](Cell c) {
      if (c.row < 2 || c.column < 2 || c.row == last || c.column == last) return;
      const Cells block{c, c + Cell{-1, -1}, c + Cell{0, -1}, c + Cell{-1, 0}};
      if (std::all_of(block.begin(), block.end(), [&](Cell x) { return grid.test(free, x); })) consider(block);
    });
    const RandomWalks walks(land, building.board(), free);
    for (int i = 0; i < walks_tried; ++i) {
      const Cells walk = walks.draw(random_);
      // A failed walk had no penalty in 2016, so that it was the best of all, and nothing was built.
      if (walk.empty() && as_submitted_) return {};
      if (!walk.empty()) consider(walk);
    }
    return best;
  }

  // The number of cells, and more for each edge beyond which an area becomes too small for a residence.
  static int penalty(const Grid& grid, const LandBoard& free, const Cells& cells) {
    const LandBoard rest = free - grid.board(cells);
    int penalty = static_cast<int>(cells.size());
    for (const Cell c : cells)
      for_each_neighbour(grid, c, [&](Cell n) {
        if (free.test(grid.bit(n)) && has_room(grid, free, n) && !has_room(grid, rest, n)) penalty += 2;
      });
    return penalty;
  }
  // Tells whether a residence has room on this cell and free cells connected with it.
  static bool has_room(const Grid& grid, const LandBoard& free, Cell start) {
    boost::container::small_vector<Cell, 8> area{start};
    for (std::size_t i = 0; i < area.size() && area.size() < residence_area; ++i)
      for_each_neighbour(grid, area[i], [&](Cell n) {
        if (free.test(grid.bit(n)) && std::find(area.begin(), area.end(), n) == area.end()) area.push_back(n);
      });
    return area.size() >= residence_area;
  }

  SearchSteps steps_;
  SearchBudget budget_;
};

PENTOCITY_PLAYER(G3, "g3",
                 "the sites with the fewest open edges, factories from the top and residences from the bottom (group 3 "
                 "of 2016)",
                 {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
