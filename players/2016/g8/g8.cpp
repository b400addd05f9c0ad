#include <algorithm>
#include <array>
#include <sstream>

#include "2016/common/road_tree.hpp"
#include "2016/common/search_steps.hpp"
#include "2016/common/walks.hpp"
#include "pentocity/core/picture.hpp"

namespace pentocity::players {
namespace {

/// The quarter fits a land of this side only.
constexpr int quarter_side = 50;
/// The rows from this one to the lowest, and the columns from the leftmost up to this one, are the quarter.
constexpr int quarter_top = 22, quarter_right = 20;

/// The plots of a shape, in the order in which they are used: each as the move that builds on it, but with the rotation
/// of the shape as listed, in quarter turns clockwise.
struct Plots {
  Cells shape;
  std::vector<Move> plots;
};

// The rows of the quarter from quarter_top on. Cells with the same digit are a road, those with the same small letter a
// park, those with the same capital letter a pond.
constexpr std::string_view picture =
    "666666666666666666666|...mmm..............6|.NNm...OO..o...p....6|..NN...OO..o..ppQQQ.6|"
    "...nn..5..ooPPp.Q...6|...nn..5...PP.......6|.......5............6|555555555555555555555|"
    "....................5|....j.JJ..k...lllLL.5|.IIIj..JJkk.KK..lLL.5|.Ijjjj...k.KK.......5|"
    "....................5|111111111111111111110|.BB............GGGGG0|.BB..fC........Gi..G0|"
    "..BB.fCC.gg.M...i...0|....ffC.gg.MM...i...0|...........Mhh..ii..0|............h...00000|"
    "3333333332..h...0.HH0|.....3...2..EEE...HH0|bbbb.....2...E......0|.........2...E...ee.0|"
    ".AAA..ccc2..dd..4ee.0|AAa..Fc..2..dd..4...0|..aa.FF..2....DD4...0|...a..FF.2....DD4...0";

// For each shape its picture, and then its plots: rotation, row and column of the location, and the letters of the
// road, park and pond in the picture.
constexpr std::array lines{
    "XX.|XXX  0 48 0 Aa  2 43 6 2  0 47 10 2d  3 45 14 4Dd  1 23 13 6p  2 23 15 5n",
    "XXXX|X...  0 45 0 Ab  0 45 5 2Fc  2 48 10 Dd  1 36 12 0Mh  2 33 7 1Kk  2 27 3 5n",
    ".X.|XXX|.X.  0 36 10 1Mg  0 25 0 Nn  0 26 16 5Q",
    "XX|X.|XX  1 44 14 4Ee  0 39 2 3Bf  2 32 14 1Kl  3 27 0 n  3 27 8 5Po  2 26 18 5Q",
    ".XX|XXX  3 47 7 Fc  2 45 10 2Ed  3 36 3 1Bf  2 33 16 1Ll  2 30 12 5Kl  3 23 18 6Q",
    "XXXXX  0 43 0 b  1 36 0 B  1 36 14 1Gh  0 34 0 Ij  0 30 15 5Ll",
    "XX.|.X.|.XX  0 47 3 Fa  1 39 8 3Mg  0 30 4 5Jj",
    ".X|.X|.X|XX  0 44 18 0He  0 38 14 0Gi  0 38 0 B  0 31 18 1L  3 30 0 Ij",
    "XXX|X..|X..  0 44 4 3Ab  2 39 5 3Cg  0 31 0 I  1 30 9 5Kk  0 23 0 6Nm  2 23 10 6Po",
    ".XX|XX.|X..  0 36 8 1Cg  3 38 17 0i  1 37 17 0Gi",
    "XXX.|..XX  0 30 6 5Jk  0 23 7 6Oo",
    ".XXX|XX..  0 33 5 1Jj  2 33 11 1K  2 27 11 5Pp",
    "X..|XXX|..X  0 41 13 0Eh",
    "XXXX|.X..  0 40 3 3Cf",
    "XXXX|..X.  0 36 5 1Cf",
    "XXX|.X.|.X.  0 41 9 2Mh  2 42 10 2Eh  1 23 4 6Om  2 26 14 5Qp",
    "X..|XXX|.X.  0 47 17 0e  1 25 8 5Oo",
    ".X.|XX.|.XX  0 42 16 0He  2 25 4 5Nn",
};

Cells cells_with(char letter) { return translated(cells_of_picture(picture, {&letter, 1}, picture), {quarter_top, 0}); }

// The plots of all 18 one-sided pentominoes.
const std::vector<Plots>& planned_quarter() {
  static const std::vector<Plots> all = [] {
    std::vector<Plots> out;
    for (const char* const line : lines) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      Plots& plots = out.emplace_back(Plots{cells_of_picture(word, "X", "."), {}});
      Cell at;
      for (int rotation = 0; words >> rotation >> at.row >> at.column >> word;) {
        Move& plot = plots.plots.emplace_back(Move::at(rotation, at));
        for (const char letter : word)
          (letter <= '9' ? plot.road : letter <= 'Z' ? plot.pond : plot.park) = cells_with(letter);
      }
    }
    return out;
  }();
  return all;
}

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
/// players/2016/g8/README.md describes it.
class G8 : public TreePlayer {
 public:
  explicit G8(const PlayerSetup& setup) : TreePlayer(setup), rules_(setup.rules) {
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
        if (!land.grid().test(legal_sites(land, request.type(), *rotation), plot->location)) continue;
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
      if (grid.neighbours(building).intersects(roads_.board())) move.road.clear();
      for (int k = -1; k < std::ssize(rotations); ++k) {
        const int turned = k < 0 ? move.rotation : k;
        if (!grid.test(legal_sites(land, request.type(), rotations[turned]), move.location)) continue;
        move.rotation = turned;
        for (const Cell c : HashedCells(land.grid(), move.road)) roads_.add(c);
        return move;
      }
      for (const Cell c : move.road) roads_.add(c);
      believed_roads_ |= grid.board(move.road);
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
    if (residence) std::reverse(candidates.begin(), candidates.end());
    Heap heap;
    for (int i = 0; i < std::ssize(candidates); ++i) heap.push(weight(land, request, candidates[i]), i);
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

  const Rules& rules_;
  std::vector<Plots> left_;  // the plots that have not been used
  LandBoard quarter_;        // all cells of the planned quarter
  LandBoard believed_roads_;
  SearchSteps steps_;
  SearchBudget budget_;
};

PENTOCITY_PLAYER(G8, "g8",
                 "a quarter of the land is planned by hand, the rest is packed where few edges stay open (group 8 of "
                 "2016)",
                 {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
