#pragma once
// The player of 2016 and its report, read step by step from the description: two-dimensional arrays, plain loops, no
// bits. The slow twin of the helpers for players and of `jigsaw`.

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pentocity/game/land.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::testing {

inline bool holds(const Cells& cells, Cell c) { return std::find(cells.begin(), cells.end(), c) != cells.end(); }
inline Cells sorted(Cells cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

class SlowLand {
 public:
  explicit SlowLand(const Land& land) : side_(land.side()), kinds_(land.to_string()) {}

  int side() const { return side_; }
  bool inside(Cell c) const { return c.row >= 0 && c.column >= 0 && c.row < side_ && c.column < side_; }
  char at(Cell c) const { return kinds_[c.row * side_ + c.column]; }
  bool empty(Cell c) const { return inside(c) && at(c) == '.'; }
  bool road(Cell c) const { return inside(c) && at(c) == '='; }
  bool on_edge(Cell c) const { return c.row == 0 || c.column == 0 || c.row == side_ - 1 || c.column == side_ - 1; }

  /// In the grid: right, left, down, up.
  Cells neighbours(Cell c) const {
    Cells out;
    for (const Cell n : {c + Cell{0, 1}, c + Cell{0, -1}, c + Cell{1, 0}, c + Cell{-1, 0}})
      if (inside(n)) out.push_back(n);
    return out;
  }
  Cells all_cells() const {
    Cells out;
    for (int r = 0; r < side_; ++r)
      for (int c = 0; c < side_; ++c) out.push_back({r, c});
    return out;
  }
  /// Is the cell in a component of four or more cells of this kind?
  bool in_big(Cell c, char kind) const {
    if (!inside(c) || at(c) != kind) return false;
    Cells component{c};
    for (std::size_t i = 0; i < component.size(); ++i)
      for (const Cell n : neighbours(component[i]))
        if (at(n) == kind && !holds(component, n)) component.push_back(n);
    return component.size() >= 4;
  }
  bool touches_big(const Cells& cells, char kind) const {
    for (const Cell c : cells)
      for (const Cell n : neighbours(c))
        if (in_big(n, kind)) return true;
    return false;
  }

  bool buildable(const Cells& building, Building type) const {
    const char other = type == Building::residence ? 'F' : 'R';
    for (const Cell c : building) {
      if (!empty(c)) return false;
      for (const Cell n : neighbours(c))
        if (at(n) == other) return false;
    }
    return true;
  }
  /// Edges to occupied cells, the edge of the land counted, of a building not yet built.
  int peri_building(const Cells& building) const {
    int count = 0;
    for (const Cell c : building) {
      for (const Cell n : neighbours(c)) count += !empty(n);
      count += (c.row == 0) + (c.row == side_ - 1) + (c.column == 0) + (c.column == side_ - 1);
    }
    return count;
  }
  /// The same for roads, parks and ponds: cells of `also` count as occupied, the edge of the land if `edge`.
  int peri_aux(const Cells& cells, const Cells& also, bool edge) const {
    int count = 0;
    for (const Cell c : cells) {
      for (const Cell n : neighbours(c)) count += !empty(n) || holds(also, n);
      if (edge) count += (c.row == 0) + (c.row == side_ - 1) + (c.column == 0) + (c.column == side_ - 1);
    }
    return count;
  }

  bool needs_no_road(const Cells& building) const {
    for (const Cell c : building) {
      if (on_edge(c)) return true;
      for (const Cell n : neighbours(c))
        if (road(n)) return true;
    }
    return false;
  }
  /// Empty cells on the edge or next to a road.
  bool head(Cell c) const { return empty(c) && needs_no_road({c}); }

  /// Steps from the nearest head (1 at a head) over empty cells without the building; -1 where none leads.
  std::map<Cell, int> distances(const Cells& building) const {
    std::map<Cell, int> out;
    std::deque<Cell> queue;
    for (const Cell c : all_cells())
      if (head(c) && !holds(building, c)) {
        out[c] = 1;
        queue.push_back(c);
      }
    for (; !queue.empty(); queue.pop_front())
      for (const Cell n : neighbours(queue.front()))
        if (empty(n) && !holds(building, n) && !out.contains(n)) {
          out[n] = out[queue.front()] + 1;
          queue.push_back(n);
        }
    return out;
  }
  /// Cells of a shortest road; 0 if none is needed, none if none is possible.
  std::optional<int> road_length(const Cells& building) const {
    if (needs_no_road(building)) return 0;
    std::optional<int> best;
    for (const auto& [c, distance] : distances(building))
      for (const Cell n : neighbours(c))
        if (holds(building, n) && (!best || distance < *best)) best = distance;
    return best;
  }

 private:
  int side_;
  std::string kinds_;
};

/// The road search of 2016 (findShortestRoad), older roads taken row by row: the road, or none for its "null".
inline std::optional<Cells> slow_road_of_2016(const SlowLand& land, const Cells& building) {
  if (land.needs_no_road(building)) return Cells{};
  struct Node {
    Cell cell;
    int step, parent;
  };
  std::vector<Node> queue;  // nodes stay, the head moves on
  const auto seed = [&](Cell c) {
    if (land.empty(c) && !holds(building, c)) queue.push_back({c, 1, -1});
  };
  const int last = land.side() - 1;
  for (int z = 0; z <= last; ++z)
    for (const Cell c : {Cell{0, z}, Cell{z, 0}, Cell{z, last}, Cell{last, z}}) seed(c);
  for (const Cell p : land.all_cells())
    if (land.road(p))
      for (const Cell q : land.neighbours(p)) seed(q);

  std::set<Cell> visited;
  std::vector<Cells> candidates;
  std::size_t head = 0;
  bool stopped = false;
  while (head < queue.size() && !stopped) {
    const std::size_t at = head++;
    const Node node = queue[at];
    visited.insert(node.cell);
    for (const Cell x : land.neighbours(node.cell)) {
      if (holds(building, x)) {
        Cells path;
        for (int i = static_cast<int>(at); i >= 0; i = queue[i].parent) path.push_back(queue[i].cell);
        candidates.push_back(sorted(path));
      } else if (land.empty(x) && visited.insert(x).second) {
        queue.push_back({x, node.step + 1, static_cast<int>(at)});
      }
    }
    stopped = head < queue.size() && queue[head].step > node.step && !candidates.empty();
  }
  if (!stopped) return std::nullopt;
  return *std::min_element(candidates.begin(), candidates.end(), [&](const Cells& a, const Cells& b) {
    return land.peri_aux(a, {}, false) < land.peri_aux(b, {}, false);
  });
}

/// Probabilities of walks: the cells in the order walked; no cells for a walk that failed.
using WalkLaw = std::map<Cells, double>;

/// One random walk for a park ('P') or pond ('W') next to a building; `taken` are this move's cells so far.
class SlowWalk {
 public:
  SlowWalk(const SlowLand& land, const Cells& building, const Cells& taken, char kind, bool open_end)
      : land_(land), building_(building), taken_(taken), kind_(kind), open_end_(open_end) {
    for (const Cell p : building)
      for (const Cell q : land.neighbours(p))
        if (free(q)) starts_.push_back(q);
  }

  /// The list that the first cell is drawn from.
  const Cells& starts() const { return starts_; }
  bool free(Cell c) const { return land_.empty(c) && !holds(building_, c) && !holds(taken_, c); }
  /// The cells that may follow the last of the walk.
  Cells choices(const Cells& walk) const {
    Cells out;
    for (const Cell n : land_.neighbours(walk.back()))
      if (free(n) && !holds(walk, n)) out.push_back(n);
    return out;
  }
  /// Is the walk over as it stands? If so, does it count?
  enum class State { goes_on, done, failed };
  State state(const Cells& walk) const {
    for (const Cell n : land_.neighbours(walk.back()))
      if (land_.in_big(n, kind_)) return State::done;
    if (walk.size() == 4 && !open_end_) return State::done;
    if (choices(walk).empty()) return State::failed;
    return walk.size() == 4 ? State::done : State::goes_on;
  }

  WalkLaw distribution() const {
    WalkLaw out;
    if (starts_.empty()) out[{}] = 1;
    for (const Cell start : starts_) follow({start}, 1.0 / static_cast<double>(starts_.size()), out);
    return out;
  }

 private:
  void follow(const Cells& walk, double probability, WalkLaw& out) const {
    const State now = state(walk);
    if (now != State::goes_on) {
      out[now == State::done ? walk : Cells{}] += probability;
      return;
    }
    const Cells next = choices(walk);
    for (const Cell n : next) {
      Cells longer = walk;
      longer.push_back(n);
      follow(longer, probability / static_cast<double>(next.size()), out);
    }
  }

  const SlowLand& land_;
  const Cells& building_;
  const Cells& taken_;
  char kind_;
  bool open_end_;
  Cells starts_;
};

/// Probabilities of amenities, their cells sorted.
using AmenityDistribution = std::map<Cells, double>;

/// How good a walk is: fewer cells, then the smaller touching perimeter (or with `max` the larger); failed ones are
/// worst.
inline std::pair<std::size_t, int> walk_value(const SlowLand& land, const Cells& walk, const Cells& taken, bool edge,
                                              bool max = false) {
  const int touching = land.peri_aux(walk, taken, edge);
  return {walk.empty() ? 110 : walk.size(), max ? -touching : touching};
}

/// What the best of n walks is: among equal values the first that came, or (`by_rows`) the first row by row.
inline AmenityDistribution best_of_walks(const SlowLand& land, const WalkLaw& walks, const Cells& taken, int n,
                                         bool edge, bool by_rows, bool max = false) {
  std::map<std::pair<std::size_t, int>, std::map<Cells, double>> classes;
  for (const auto& [walk, probability] : walks)
    classes[walk_value(land, walk, taken, edge, max)][sorted(walk)] += probability;
  const auto all_worse = [n](double share) { return std::pow(share, n); };
  AmenityDistribution distribution;
  double worse = 1;  // share of the walks that are not better than what comes next
  for (const auto& [value, members] : classes) {
    double share = 0;
    for (const auto& [cells, probability] : members) share += probability;
    for (const auto& [cells, probability] : members) {
      if (by_rows) {
        distribution[cells] = all_worse(worse) - all_worse(std::max(0.0, worse - probability));
        worse -= probability;
      } else {
        distribution[cells] = (all_worse(worse) - all_worse(std::max(0.0, worse - share))) * probability / share;
      }
    }
    if (!by_rows) worse -= share;
  }
  if (n == 0) distribution[{}] = 1;
  return distribution;
}

/// The straight bars with one end next to the building.
inline std::vector<Cells> slow_bars(const SlowLand& land, const Cells& building, const Cells& taken) {
  std::vector<Cells> out;
  for (const Cell x : building)
    for (const Cell y : land.neighbours(x))
      for (const Cell d : {Cell{0, 1}, Cell{0, -1}, Cell{1, 0}, Cell{-1, 0}}) {
        Cells bar;
        for (Cell c = y; bar.size() < 4 && land.empty(c) && !holds(building, c) && !holds(taken, c); c = c + d)
          bar.push_back(c);
        if (bar.size() == 4) out.push_back(sorted(bar));
      }
  return out;
}

/// The bar of minimum (or with `max` of maximum) touching perimeter, then the first row by row.
inline std::optional<Cells> slow_best_bar(const SlowLand& land, const Cells& building, const Cells& taken, bool edge,
                                          bool max = false) {
  std::optional<Cells> best;
  for (const Cells& bar : slow_bars(land, building, taken)) {
    const auto value = [&](const Cells& b) { return std::pair((max ? -1 : 1) * land.peri_aux(b, taken, edge), b); };
    if (!best || value(bar) < value(*best)) best = bar;
  }
  return best;
}

}  // namespace pentocity::testing
