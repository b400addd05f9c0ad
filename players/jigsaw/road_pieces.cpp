#include "jigsaw/road_pieces.hpp"

#include <algorithm>

#include "pentocity/helpers/weighted_roads.hpp"

namespace pentocity::players {
namespace {

// The place of a head in the queue with which the search begins, as a number; the lowest comes first. See
// road_of_2016().
int queue_place(const Land& land, Cell head) {
  const int last = land.side() - 1;
  const auto place = [](int along, int which) { return 4 * along + which; };
  constexpr int after_border = 1 << 20;
  int best = 2 * after_border;
  if (head.row == 0) best = std::min(best, place(head.column, 0));
  if (head.column == 0) best = std::min(best, place(head.row, 1));
  if (head.column == last) best = std::min(best, place(head.row, 2));
  if (head.row == last) best = std::min(best, place(head.column, 3));
  for (int direction = 0; direction < 4; ++direction) {
    const Cell road = head - steps(Lattice::square, 0)[direction];
    if (land.grid().test(land.roads(), road))
      best = std::min(best, after_border + place(land.grid().bit(road), direction));
  }
  return best;
}

// Tells whether a cell that touches one of `level` is in `within` but not in `except`. Mostly one of the first rows has
// such a cell.
bool leads_to_others(const Grid& grid, const LandBoard& level, const LandBoard& within, const LandBoard& except) {
  return with_row_type(grid.wide(), [&](auto zero) {
    using Row = decltype(zero);
    for (int r = 0; r < grid.rows(); ++r)
      if ((grid.row_neighbours<Row>(level, r) & within.row<Row>(r) & ~except.row<Row>(r)) != 0) return true;
    return false;
  });
}

Cells snuggest(const Land&, const LandBoard&, const ShortestRoads& shortest) {
  return shortest.choose(RoadChoice::max_touching, LandEdge::counted);
}

Cells first_found(const Land&, const LandBoard&, const ShortestRoads& shortest) {
  return shortest.choose(RoadChoice::first, LandEdge::ignored);
}

Cells submitted(const Land& land, const LandBoard&, const ShortestRoads& shortest) {
  return road_of_2016(land, shortest);
}

// The cheapest road if a cell costs 1, and 1 more for each of its four sides at which there is no building.
Cells clinging(const Land& land, const LandBoard& building, const ShortestRoads& shortest) {
  if (shortest.length() == 0) return {};
  const LandBoard buildings = land.buildings();
  return *cheapest_road(land, building, [&](Cell c) {
    int cost = 5;
    for (const Cell step : steps(Lattice::square, 0)) cost -= land.grid().test(buildings, c + step);
    return cost;
  });
}

constexpr int shortest_twig = 4;

// Adds a branch of `length` cells, which begins one step beyond `from`, and the branches at its end: two of
// `next_length` cells at right angles to it, and so on.
void grow(Cells& tree, Cell from, Cell step, int length, int next_length) {
  Cell at = from;
  for (int i = 0; i < length; ++i) tree.push_back(at = at + step);
  if (next_length < shortest_twig) return;
  const Cell aside{step.column, step.row};
  // The branches become shorter after every second fork.
  const int after = length == next_length ? next_length / 2 : next_length;
  grow(tree, at, aside, next_length, after);
  grow(tree, at, {-aside.row, -aside.column}, next_length, after);
}

}  // namespace

Cells road_tree(int side) {
  Cells tree;
  grow(tree, {-1, side / 2}, {1, 0}, side / 2, side / 4);
  std::sort(tree.begin(), tree.end());
  tree.erase(std::unique(tree.begin(), tree.end()), tree.end());
  return tree;
}

const Pieces<RoadPiece>& road_pieces() {
  static const Pieces<RoadPiece> pieces{{"perimeter", snuggest},
                                        {"shortest", first_found},
                                        {"clinging", clinging},
                                        {"prebuilt", snuggest},
                                        {"submitted", submitted}};
  return pieces;
}

bool search_of_2016_succeeds(const Land& land, const LandBoard& heads, const LandBoard& building,
                             const ShortestRoads& roads) {
  if (roads.length() == 0) return true;
  const Grid& grid = land.grid();
  // If two heads touch, the first one in the queue adds the other a second time, so that the queue is not empty when
  // the building is reached.
  if (roads.length() == 1 && leads_to_others(grid, heads, heads, building)) return true;  // the building covers no head
  LandBoard unseen = land.empty() - heads;
  LandBoard level = heads;
  for (int i = 1; i < roads.length(); ++i) {
    level = grid.neighbours(level) & unseen;
    unseen -= level;
  }
  return leads_to_others(grid, level, unseen, building);
}

Cells road_of_2016(const Land& land, const ShortestRoads& roads) {
  if (roads.length() == 0) return {};
  const Grid& grid = land.grid();
  // Only the cells of shortest roads are put into the queue. The other cells would not change the order of these.
  struct Node {
    Cell cell;
    int touching, parent;
    int place;  // of a head
  };
  std::vector<Node> queue;
  queue.reserve(32);
  roads.starts().for_each([&](int bit) {
    const Cell head = grid.cell(bit);
    queue.push_back({head, touching_perimeter(land, bit, LandEdge::ignored), -1, queue_place(land, head)});
  });
  std::sort(queue.begin(), queue.end(), [](const Node& a, const Node& b) { return a.place < b.place; });
  std::size_t begin = 0;
  LandBoard visited;
  for (int distance = roads.length() - 1; distance >= 1; --distance) {
    const std::size_t end = queue.size();
    for (std::size_t i = begin; i < end; ++i)
      for (const Cell step : steps(Lattice::square, 0)) {
        const Cell to = queue[i].cell + step;
        if (!grid.test(roads.ring(distance), to) || visited.test(grid.bit(to))) continue;
        visited.set(grid.bit(to));
        queue.push_back({to, queue[i].touching + touching_perimeter(land, grid.bit(to), LandEdge::ignored),
                         static_cast<int>(i), 0});
      }
    begin = end;
  }
  const auto best = std::min_element(queue.begin() + static_cast<std::ptrdiff_t>(begin), queue.end(),
                                     [](const Node& a, const Node& b) { return a.touching < b.touching; });
  Cells road;
  road.reserve(roads.length());
  for (int i = static_cast<int>(best - queue.begin()); i >= 0; i = queue[i].parent) road.push_back(queue[i].cell);
  return road;
}

}  // namespace pentocity::players
