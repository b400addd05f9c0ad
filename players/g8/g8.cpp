#include <algorithm>

#include "common/road_tree.hpp"
#include "common/scan.hpp"
#include "common/search_steps.hpp"
#include "common/walks.hpp"
#include "g8/quarter.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::players {
namespace {

/// Numbers with weights, of which the one with the smallest weight comes out first. Of equal weights it is the one that
/// comes first in a binary heap like Java's PriorityQueue, whose order the program of 2016 depended on.
class Heap {
 public:
  void push(int weight, int number) {
    std::size_t at = items_.size();
    items_.push_back({weight, number});
    for (; at > 0 && weight < items_[(at - 1) / 2].weight; at = (at - 1) / 2) items_[at] = items_[(at - 1) / 2];
    items_[at] = {weight, number};
  }
  bool empty() const { return items_.empty(); }
  int pop() {
    const int first = items_.front().number;
    const Item last = items_.back();
    items_.pop_back();
    if (items_.empty()) return first;
    std::size_t at = 0;
    for (std::size_t child = 1; child < items_.size(); child = 2 * at + 1) {
      if (child + 1 < items_.size() && items_[child].weight > items_[child + 1].weight) ++child;
      if (last.weight <= items_[child].weight) break;
      items_[at] = items_[child];
      at = child;
    }
    items_[at] = last;
    return first;
  }

 private:
  struct Item {
    int weight, number;
  };
  std::vector<Item> items_;
};

/// A quarter of the land is planned by hand; everything else is packed where few edges stay open.
/// players/g8/README.md describes it.
class G8 : public Player {
 public:
  explicit G8(const PlayerSetup& setup)
      : as_submitted_(setup.options.flag("as_submitted")),
        rules_(setup.rules),
        random_(setup.seed),
        roads_(land_grid(setup.rules.side)) {
    if (rules_.side != quarter_side) return;
    left_ = planned_quarter();
    for (int row = quarter_top; row < quarter_side; ++row)
      for (int column = 0; column <= quarter_right; ++column) quarter_.set(land_grid(quarter_side).bit({row, column}));
  }

  Move play(const Request& request, const View& view) override {
    if (!budget_.has_time()) return Move::reject();
    const Land& land = view.land;
    roads_.follow(land.roads() | believed_roads_);
    tree_.grow(land, roads_);
    if (as_submitted_) steps_.follow(land, roads_);
    if (auto move = as_submitted_ ? planned_as_submitted(land, request) : planned(land, request)) return *move;
    const std::vector<Site> sites = sites_by_rows(land, request);
    for (const bool inside : {false, true})
      if (auto move = packed(land, request, sites, inside)) return *move;
    return Move::reject();
  }

 private:
  static bool matches(const Request& request, const Plots& plots) {
    const auto& rotations = request.rotations();
    return std::find(rotations.begin(), rotations.end(), plots.shape) != rotations.end();
  }
  // Leaves out the park (or pond) if the building touches one already.
  static void drop_amenities(const Land& land, const LandBoard& building, Move& move) {
    const LandBoard around = land.grid().neighbours(building);
    if (around.intersects(land.big(Kind::park))) move.park.clear();
    if (around.intersects(land.big(Kind::pond))) move.pond.clear();
  }

  // The move on the first plot for this shape where it is legal.
  std::optional<Move> planned(const Land& land, const Request& request) {
    if (request.type() != Building::residence) return std::nullopt;
    for (Plots& plots : left_) {
      if (!matches(request, plots)) continue;
      const std::vector<Cells> turns = Request(request.type(), plots.shape).rotations();
      for (auto plot = plots.plots.begin(); plot != plots.plots.end(); ++plot) {
        const auto& rotations = request.rotations();
        const auto rotation = std::find(rotations.begin(), rotations.end(), turns[plot->rotation]);
        Move move = *plot;
        move.rotation = static_cast<int>(rotation - rotations.begin());
        const LandBoard legal = legal_sites(land, request.type(), *rotation);
        if (!land.grid().test(legal, plot->location)) continue;
        const LandBoard building = building_at(land, request, {move.rotation, move.location});
        drop_amenities(land, building, move);
        if (tree_.length_to(building) == 0) move.road.clear();
        Land after = land;
        if (apply_move(rules_, after, request, move).fault) continue;
        plots.plots.erase(plot);
        for (const Cell c : HashedCells(land.grid(), move.road)) roads_.add(c);
        return move;
      }
    }
    return std::nullopt;
  }

  // The same as the program of 2016 did it. It did not check its plans against the land: roads, parks and ponds could
  // be occupied, and roads could lead nowhere. It did not tell factories from residences. It recognised a rotation by
  // the sum of its cells, which some rotations have in common. And it believed that it had built the roads of a plot
  // even if it could not use the plot.
  std::optional<Move> planned_as_submitted(const Land& land, const Request& request) {
    const Grid& grid = land.grid();
    for (Plots& plots : left_) {
      if (!matches(request, plots) || plots.plots.empty()) continue;
      Move move = std::move(plots.plots.front());
      plots.plots.erase(plots.plots.begin());
      const Cells planned = Request(request.type(), plots.shape).rotations()[move.rotation];
      const auto sum = [](const Cells& cells) {
        int out = 0;
        for (const Cell c : cells) out += 100 * c.row + c.column;
        return out;
      };
      const auto& rotations = request.rotations();
      const auto rotation = std::find_if(rotations.begin(), rotations.end(),
                                         [&](const Cells& cells) { return sum(cells) == sum(planned); });
      move.rotation = static_cast<int>(rotation - rotations.begin());
      drop_amenities(land, grid.board(translated(planned, move.location)), move);
      const LandBoard building = grid.board(translated(*rotation, move.location));
      const bool connected = grid.neighbours(building).intersects(roads_.board());
      if (connected) move.road.clear();
      for (int k = -1; k < std::ssize(rotations); ++k) {
        const int turned = k < 0 ? move.rotation : k;
        if (!grid.test(legal_sites(land, request.type(), rotations[turned]), move.location)) continue;
        move.rotation = turned;
        for (const Cell c : HashedCells(land.grid(), move.road)) roads_.add(c);
        return move;
      }
      for (const Cell c : move.road) {
        roads_.add(c);
        believed_roads_.set(grid.bit(c));
      }
      tree_.grow(land, roads_);
      return std::nullopt;
    }
    return std::nullopt;
  }

  // The move at the site inside or outside of the planned quarter that leaves the fewest open edges, if a road reaches
  // it; from outside without using the quarter.
  std::optional<Move> packed(const Land& land, const Request& request, const std::vector<Site>& sites, bool inside) {
    const Grid& grid = land.grid();
    std::vector<Site> candidates;
    for (const Site& site : sites)
      if (building_at(land, request, site).intersects(quarter_) == inside) candidates.push_back(site);
    const bool residence = request.type() == Building::residence;
    Heap heap;
    const int n = static_cast<int>(candidates.size());
    for (int i = 0; i < n; ++i) {
      const int number = residence ? n - 1 - i : i;
      heap.push(weight(land, request, candidates[number]), number);
    }
    const auto avoids_quarter = [&](const Cells& cells) {
      return std::none_of(cells.begin(), cells.end(), [&](Cell c) { return quarter_.test(grid.bit(c)); });
    };
    std::optional<Cells> road;
    Site site;
    LandBoard building;
    bool found = false;
    while (!found && !heap.empty()) {
      site = candidates[heap.pop()];
      building = building_at(land, request, site);
      if (as_submitted_ && !budget_.spend(steps_.cost_to(building))) return std::nullopt;
      road = tree_.road_to(building);
      found = road && (inside || avoids_quarter(*road));
    }
    // The program of 2016 took the last site if no other one would do.
    if (!found && !(as_submitted_ && road)) return std::nullopt;
    Move move = Move::at(site.rotation, site.location);
    for (const Cell c : HashedCells(land.grid(), *road)) roads_.add(c);
    move.road = std::move(*road);
    const LandBoard around = grid.neighbours(building);
    if (residence && !around.intersects(land.big(Kind::park)) && !around.intersects(land.big(Kind::pond))) {
      LandBoard free = land.empty() - building - grid.board(move.road);
      for (Cells* const cells : {&move.pond, &move.park}) {
        Cells walk = RandomWalks(land, building, free).draw(random_);
        if (!inside && !avoids_quarter(walk)) continue;
        free -= grid.board(walk);
        *cells = std::move(walk);
      }
    }
    return move;
  }

  // The fewer open edges, the lighter. Residences are lighter beside parks and ponds, factories beside factories; no
  // factory is placed beside a park or pond if there is another site.
  static int weight(const Land& land, const Request& request, const Site& site) {
    const Grid& grid = land.grid();
    const bool residence = request.type() == Building::residence;
    int weight = 0;
    for_each_edge(request.outlines()[site.rotation], site.location, [&](Cell c) {
      if (!grid.contains(c)) return;
      const int bit = grid.bit(c);
      if (land.empty().test(bit)) weight += 10;
      if (land.big(Kind::park).test(bit) || land.big(Kind::pond).test(bit)) weight += residence ? -3 : 100000;
      if (!residence && land.of(Kind::factory).test(bit)) weight -= 5;
    });
    return weight;
  }

  bool as_submitted_;
  const Rules& rules_;
  Pcg random_;
  std::vector<Plots> left_;  // the plots that have not been used
  LandBoard quarter_;        // all cells of the planned quarter
  LandBoard believed_roads_;
  HashedCells roads_;
  RoadTree tree_;
  SearchSteps steps_;
  SearchBudget budget_;
};

PENTOCITY_PLAYER(G8, "g8",
                 "a quarter of the land is planned by hand, the rest is packed where few edges stay open (group 8 of "
                 "2016)",
                 {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
