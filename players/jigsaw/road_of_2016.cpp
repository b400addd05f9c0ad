#include "jigsaw/road_of_2016.hpp"

#include <algorithm>
#include <array>

namespace pentocity::players {
namespace {

// The place of a head in the queue with which the search begins; the lowest comes first. See road_of_2016().
using QueuePlace = std::array<int, 3>;
QueuePlace queue_place(const Land& land, Cell head) {
  const int last = land.side() - 1;
  if (head.row == 0 || head.column == 0 || head.row == last || head.column == last) {
    QueuePlace best{0, last + 1, 0};
    if (head.row == 0) best = std::min(best, {0, head.column, 0});
    if (head.column == 0) best = std::min(best, {0, head.row, 1});
    if (head.column == last) best = std::min(best, {0, head.row, 2});
    if (head.row == last) best = std::min(best, {0, head.column, 3});
    return best;
  }
  QueuePlace best{2, 0, 0};
  int direction = 0;
  for (const Cell step : steps(Lattice::square, 0)) {
    const Cell road = head - step;
    if (land.grid().test(land.roads(), road)) best = std::min(best, {1, land.grid().bit(road), direction});
    ++direction;
  }
  return best;
}

}  // namespace

bool search_of_2016_succeeds(const Land& land, const LandBoard& heads, const LandBoard& building,
                             const ShortestRoads& roads) {
  if (roads.length() == 0) return true;
  const Grid& grid = land.grid();
  // If two heads touch, the first one in the queue adds the other a second time, so that the queue is not empty when
  // the building is reached.
  if (roads.length() == 1 && grid.neighbours(heads).intersects(heads)) return true;
  LandBoard unseen = land.empty() - heads;
  LandBoard level = heads;
  for (int i = 0; i < roads.length(); ++i) {
    level = grid.neighbours(level) & unseen;
    unseen -= level;
  }
  return !building.contains(level);
}

Cells road_of_2016(const Land& land, const ShortestRoads& roads) {
  if (roads.length() == 0) return {};
  const Grid& grid = land.grid();
  // Only the cells of shortest roads are put into the queue. The other cells would not change the order of these.
  struct Node {
    Cell cell;
    int touching, parent;
  };
  std::vector<Node> queue;
  roads.starts().for_each([&](int bit) {
    queue.push_back({grid.cell(bit), touching_perimeter(land, bit, LandEdge::ignored), -1});
  });
  std::sort(queue.begin(), queue.end(),
            [&](const Node& a, const Node& b) { return queue_place(land, a.cell) < queue_place(land, b.cell); });
  std::size_t begin = 0;
  LandBoard visited;
  for (int distance = roads.length() - 1; distance >= 1; --distance) {
    const std::size_t end = queue.size();
    for (std::size_t i = begin; i < end; ++i)
      for (const Cell step : steps(Lattice::square, 0)) {
        const Cell to = queue[i].cell + step;
        if (!grid.test(roads.ring(distance), to) || visited.test(grid.bit(to))) continue;
        visited.set(grid.bit(to));
        queue.push_back(
            {to, queue[i].touching + touching_perimeter(land, grid.bit(to), LandEdge::ignored), static_cast<int>(i)});
      }
    begin = end;
  }
  const auto best = std::min_element(queue.begin() + static_cast<std::ptrdiff_t>(begin), queue.end(),
                                     [](const Node& a, const Node& b) { return a.touching < b.touching; });
  Cells road;
  for (int i = static_cast<int>(best - queue.begin()); i >= 0; i = queue[i].parent) road.push_back(queue[i].cell);
  return road;
}

}  // namespace pentocity::players
