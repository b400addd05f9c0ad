#include "pentocity/search/bound.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace pentocity::search {
namespace {

// The quantities are those of docs/upper-bound.md, which has the proof of each line.
constexpr int max_depth = 5;
using Depths = std::array<int, max_depth>;  // of the depths 1 to 5

// The minimum that a shape takes up, wherever it stands.
struct Demand {
  Depths near_road{};  // cells at most so far from the road that it touches, or from a road or edge next to that
  Depths at_edge{};    // cells in its first rows or columns, seen from the side with the fewest
  int as_host = 0;     // cells in its first row, seen from a side where something fits below one of them; 0: none
};

int cells_near(const Cells& cells, Cell a, Cell b, int distance) {
  const auto near = [&](Cell c, Cell to) {
    return std::abs(c.row - to.row) <= distance && std::abs(c.column - to.column) <= distance;
  };
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](Cell c) { return near(c, a) || near(c, b); }));
}

int cells_in_first_rows(const Cells& cells, int rows) {
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](Cell c) { return c.row < rows; }));
}

bool overhangs(const Cells& cells) {
  return std::any_of(cells.begin(), cells.end(), [&](Cell c) {
    return c.row == 0 && !std::binary_search(cells.begin(), cells.end(), c + Cell{1, 0});
  });
}

Demand demand_of(const Request& request) {
  const Cells& cells = request.cells();
  const std::set<Cell> roads(request.outlines().front().begin(), request.outlines().front().end());
  Demand demand;
  for (int depth = 1; depth <= max_depth; ++depth) {
    int near = request.size(), first = request.size();
    for (const Cell road : roads)
      for (const Cell step : steps(Lattice::square, 0))
        if (!std::binary_search(cells.begin(), cells.end(), road + step))
          near = std::min(near, cells_near(cells, road, road + step, depth));
    Cells turned = cells;
    for (int quarter = 0; quarter < 4; ++quarter, turned = rotated(turned))
      first = std::min(first, cells_in_first_rows(turned, depth));
    demand.near_road[depth - 1] = near;
    demand.at_edge[depth - 1] = first;
  }
  for (const Cells& turned : request.rotations()) {
    const int first = cells_in_first_rows(turned, 1);
    if (overhangs(turned) && (demand.as_host == 0 || first < demand.as_host)) demand.as_host = first;
  }
  return demand;
}

// Whole numbers, sorted by counting.
class Tally {
 public:
  void add(int value) {
    if (value >= static_cast<int>(counts_.size())) counts_.resize(static_cast<std::size_t>(value) + 1);
    ++counts_[value];
    ++number_;
    sum_ += value;
  }
  int number() const { return number_; }
  int sum() const { return sum_; }
  int sum_of_minimums(int number) const {
    int sum = 0;
    for (int value = 0; value < static_cast<int>(counts_.size()) && number > 0; ++value) {
      const int here = std::min(number, counts_[value]);
      sum += here * value;
      number -= here;
    }
    return sum;
  }
  // All of them, if there are not so many.
  int sum_of_greatest(int number) const { return sum_ - sum_of_minimums(std::max(0, number_ - number)); }
  // The most of them that add up to no more than this.
  int fit(int room) const {
    int fitting = 0;
    for (int value = 1; value < static_cast<int>(counts_.size()); ++value) {
      const int here = std::min(counts_[value], room / value);
      fitting += here;
      room -= here * value;
    }
    return fitting;
  }

 private:
  std::vector<int> counts_;
  int number_ = 0, sum_ = 0;
};

// Cells of the outermost layers of a land.
int layers(int side, int number) {
  const int inner = std::max(0, side - 2 * number);
  return side * side - inner * inner;
}

// A way to use the first row under the rule near_edge: with so many cells of parks there.
struct EdgeUse {
  int parks = 0;  // cells
  int extra = 0;  // buildings behind them, and hosts of such buildings
  int roads = 0;  // that are needed in the least, anywhere
};

// Sums over the requests up to now, and what they imply.
class Ledger {
 public:
  explicit Ledger(const Rules& rules) : rules_(rules), near_edge_(rules.road_access == RoadAccess::near_edge) {}

  void add(const Request& request) {
    auto& known = demands_[request.cells()];
    if (!known) known = demand_of(request);
    for (std::size_t d = 0; d < max_depth; ++d) {
      near_road_[d].add(known->near_road[d]);
      at_edge_[d].add(known->at_edge[d]);
    }
    if (known->as_host > 0) as_host_.add(known->as_host);
    (earns(request) ? earning_ : other_).add(request.size());
  }
  bool earns(const Request& request) const { return rules_.factory_bonus || request.type() == Building::residence; }

  const Tally& earning() const { return earning_; }
  const Tally& other() const { return other_; }

  /// All ways to use the first row that may be best, if so many requests were rejected.
  std::vector<EdgeUse> edge_uses(int rejects) const {
    const int second_row = max_second_row(), first_layer = layers(rules_.side, 1);
    Depths open{};  // cells that need roads
    for (int depth = 1; depth <= max_depth; ++depth) {
      const Tally& demand = near_road_[index(depth)];
      open[index(depth)] = demand.sum() - demand.sum_of_greatest(rejects) - layers(rules_.side, depth + near_edge_);
    }
    std::vector<EdgeUse> uses;
    for (int parks = 0; parks <= std::min(second_row, first_layer); ++parks) {
      const int hosts = near_edge_ ? as_host_.fit(first_layer - parks) : 0;
      EdgeUse use{.parks = parks, .extra = std::min(second_row, parks + hosts)};
      for (int depth = 1; depth <= max_depth; ++depth)
        use.roads = std::max(use.roads, (std::max(0, open[index(depth)] + parks) + 2 * depth - 1) / (2 * depth));
      uses.push_back(use);
    }
    return uses;
  }

 private:
  static std::size_t index(int depth) { return static_cast<std::size_t>(depth - 1); }
  // Buildings that have road access only because the edge is two cells away, at most.
  int max_second_row() const {
    if (!near_edge_) return 0;
    int max = std::numeric_limits<int>::max();
    for (int depth = 1; depth <= max_depth; ++depth)
      max = std::min(max, at_edge_[index(depth)].fit(layers(rules_.side, depth + 1) - layers(rules_.side, 1)));
    return max;
  }

  const Rules& rules_;
  bool near_edge_;
  std::map<Cells, std::optional<Demand>> demands_;
  std::array<Tally, max_depth> near_road_, at_edge_;
  Tally as_host_;
  Tally earning_, other_;  // sizes
};

// The most bonuses of `earning` buildings on so many cells left for parks and ponds.
int max_bonuses(int earning, int resorts, const EdgeUse& edge) {
  const int groups = resorts / big_size;
  if (earning == 0 || groups == 0) return 0;
  return std::min(
      {earning + 2 * groups - 2 + edge.extra, 2 * resorts + 2 * groups - edge.parks, std::min(2, groups) * earning});
}

}  // namespace

UpperBound upper_bound(const Rules& rules, std::span<const Request> requests) {
  // If many rejects are allowed, not every number n of requests is tried: a game with n requests and k rejects counts
  // as one with a few requests more, which are rejected, too.
  constexpr int few_rejects = 8;
  const int cells = rules.side * rules.side;
  const int stride = 1 + (rules.max_rejects - 1) / few_rejects, max_rejects = rules.max_rejects - 1 + stride - 1;
  UpperBound best;
  Ledger ledger(rules);
  for (std::size_t n = 1; n <= requests.size(); ++n) {
    ledger.add(requests[n - 1]);
    if (n % static_cast<std::size_t>(stride) != 0 && n < requests.size()) continue;
    const Tally &earning = ledger.earning(), &other = ledger.other();
    const std::vector<EdgeUse> uses = ledger.edge_uses(max_rejects);
    for (int of_earning = 0; of_earning <= std::min(max_rejects, earning.number()); ++of_earning) {
      const int earners = earning.number() - of_earning;
      const int others = std::max(0, other.number() - (max_rejects - of_earning));
      const int max_area = std::min(cells, earning.sum_of_greatest(earners) + other.sum());
      int area = earning.sum_of_minimums(earners) + other.sum_of_minimums(others);
      for (area = std::max(area, best.score - 2 * bonus * earners + 1); area <= max_area; ++area)
        for (const EdgeUse& edge : uses) {
          const int resorts = cells - edge.roads - area;
          if (resorts < 0) break;
          const int bonuses = max_bonuses(earners, resorts, edge);
          if (area + bonus * bonuses > best.score)
            best = {.score = area + bonus * bonuses,
                    .earners = earners,
                    .area = area,
                    .bonuses = bonuses,
                    .roads = edge.roads,
                    .resorts = resorts};
        }
    }
  }
  return best;
}

std::vector<Request> requests_to_fill(const Rules& rules, Sequencer& sequencer) {
  std::vector<Request> out;
  Tally sizes;
  while (sizes.sum() - sizes.sum_of_greatest(rules.max_rejects - 1) <= rules.side * rules.side) {
    out.push_back(sequencer.next(static_cast<int>(out.size()), nullptr));
    sizes.add(out.back().size());
  }
  return out;
}

}  // namespace pentocity::search
