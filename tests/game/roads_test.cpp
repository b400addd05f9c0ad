// Shortest roads, bit-parallel, against Boost.Graph and plain loops; cheapest roads against Bellman and Ford's way.

#include "pentocity/helpers/roads.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/helpers/sites.hpp"
#include "pentocity/helpers/weighted_roads.hpp"
#include "slow_jigsaw.hpp"

namespace roads_test {

using namespace pentocity;
using testing::holds;
using testing::SlowLand;

namespace {

// Some building on empty cells, not only a legal one; none if the land is full.
std::optional<LandBoard> any_building(Pcg& random, const Land& land) {
  const Cells empty = land.grid().cells(land.empty());
  if (empty.empty()) return std::nullopt;
  Cells cells{empty[random.next_int(static_cast<int>(empty.size()))]};
  for (int tries = 0; tries < 12 && cells.size() < 5; ++tries) {
    const Cell next =
        cells[random.next_int(static_cast<int>(cells.size()))] + steps(Lattice::square, 0)[random.next_int(4)];
    if (land.grid().test(land.empty(), next) && !holds(cells, next)) cells.push_back(next);
  }
  return land.grid().board(cells);
}

// Distances from the heads over free cells, by Boost.Graph: 1 at a head, 0 where none leads.
std::vector<int> graph_distances(const Land& land, const LandBoard& heads, const LandBoard& free) {
  const Grid& grid = land.grid();
  const auto vertex = [&](Cell c) { return static_cast<std::size_t>(grid.bit(c)); };
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(static_cast<std::size_t>(grid.bits() + 1));
  const std::size_t source = boost::num_vertices(graph) - 1;
  for (const Cell c : grid.cells(free)) {
    if (grid.test(heads, c)) boost::add_edge(source, vertex(c), graph);
    for (const Cell step : steps(Lattice::square, c.row))
      if (grid.test(free, c + step)) boost::add_edge(vertex(c), vertex(c + step), graph);
  }
  std::vector<int> distances(boost::num_vertices(graph));
  boost::breadth_first_search(
      graph, source,
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(distances.data(), boost::on_tree_edge()))));
  return distances;
}

// The shortest road whose cells have the least sum of weights, and of several the one that a plain breadth-first search
// finds first.
template <class Weight>
Cells slow_road(const SlowLand& land, const Cells& building, const Weight& weight) {
  struct Way {
    Cell before;
    int length, weight;
  };
  std::map<Cell, Way> ways;
  Cells queue;
  for (const Cell c : land.all_cells())
    if (land.head(c)) {
      ways[c] = {c, 1, weight(c)};
      queue.push_back(c);
    }
  std::optional<Cell> end;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Cell at = queue[i];
    const Way way = ways[at];
    if (end && way.length > ways[*end].length) break;
    for (const Cell n : land.neighbours(at)) {
      if (holds(building, n) && (!end || way.weight < ways[*end].weight)) end = at;
      if (holds(building, n) || !land.empty(n)) continue;
      const Way next{at, way.length + 1, way.weight + weight(n)};
      const auto [known, is_new] = ways.emplace(n, next);
      if (is_new)
        queue.push_back(n);
      else if (next.length == known->second.length && next.weight < known->second.weight)
        known->second = next;
    }
  }
  Cells road{end.value()};
  while (ways[road.back()].before != road.back()) road.push_back(ways[road.back()].before);
  std::reverse(road.begin(), road.end());
  return road;
}

bool leads_to(const SlowLand& land, const Cells& road, const Cells& building) {
  if (!land.head(road.front())) return false;
  for (std::size_t i = 0; i < road.size(); ++i) {
    if (!land.empty(road[i]) || holds(building, road[i])) return false;
    if (i > 0 && !holds(land.neighbours(road[i]), road[i - 1])) return false;
  }
  const Cells ends = land.neighbours(road.back());
  return std::any_of(ends.begin(), ends.end(), [&](Cell c) { return holds(building, c); });
}

}  // namespace

TEST_CASE("shortest roads against Boost.Graph and plain loops", "[game][long]") {
  Pcg random(211);
  ShortestRoads roads;
  int found = 0, cut_off = 0, long_ones = 0, choices = 0;
  for (int round = 0; round < 1500; ++round) {
    const Land land = testing::any_land(random, testing::any_side(random));
    CAPTURE(round, land.side());
    const auto building = any_building(random, land);
    if (!building) continue;
    const Grid& grid = land.grid();
    const SlowLand slow(land);
    const Cells cells = grid.cells(*building);

    const LandBoard heads = road_heads(land);
    if (round % 10 == 0)
      for (const Cell c : slow.all_cells()) REQUIRE(grid.test(heads, c) == slow.head(c));
    if (round % 10 == 0) {
      LandBoard reached;
      for (const auto& [c, distance] : slow.distances({})) reached.set(grid.bit(c));
      REQUIRE(reachable(land) == reached);
    }
    roads.find(land, heads, *building);
    const auto length = slow.road_length(cells);
    REQUIRE(roads.found() == length.has_value());
    REQUIRE(reachable(land).intersects(*building) == length.has_value());
    if (!length) {
      REQUIRE(roads.seen() == grid.flood(*building, land.empty()));
      REQUIRE(!roads.seen().intersects(heads));
      ++cut_off;
      continue;
    }
    REQUIRE(roads.length() == *length);
    if (*length == 0) {
      REQUIRE(roads.choose(RoadChoice::first, LandEdge::ignored).empty());
      continue;
    }
    ++found;
    long_ones += *length > 3;

    // The cells of all shortest roads, ring by ring: those that are as far from the heads as they should be.
    const auto distances = graph_distances(land, heads, land.empty() - *building);
    const auto from_building = graph_distances(land, grid.neighbours(*building), land.empty() - *building);
    LandBoard level = roads.starts();
    for (int distance = *length; distance >= 1; --distance) {
      LandBoard expected;
      (land.empty() - *building).for_each([&](int bit) {
        if (distances[bit] == *length + 1 - distance && from_building[bit] == distance) expected.set(bit);
      });
      REQUIRE(level == expected);
      if (distance > 1) level = grid.neighbours(level) & roads.ring(distance - 1);
    }

    REQUIRE(roads.choose(RoadChoice::first, LandEdge::ignored) == slow_road(slow, cells, [](Cell) { return 0; }));
    for (const LandEdge edge : {LandEdge::ignored, LandEdge::counted}) {
      const auto touching = [&](Cell c) { return slow.peri_aux({c}, {}, edge == LandEdge::counted); };
      const Cells min = slow_road(slow, cells, touching);
      const Cells max = slow_road(slow, cells, [&](Cell c) { return -touching(c); });
      REQUIRE(roads.choose(RoadChoice::min_touching, edge) == min);
      REQUIRE(roads.choose(RoadChoice::max_touching, edge) == max);
      choices += slow.peri_aux(min, {}, edge == LandEdge::counted) < slow.peri_aux(max, {}, edge == LandEdge::counted);
    }
  }
  CHECK(found > 400);
  CHECK(cut_off > 40);
  CHECK(long_ones > 50);
  CHECK(choices > 120);
}

TEST_CASE("cheapest roads", "[game]") {
  Pcg random(223);
  int found = 0, dearer_than_short = 0;
  for (int round = 0; round < 400; ++round) {
    const Land land = testing::patchy_land(random, 4 + random.next_int(14));
    CAPTURE(round, land.side());
    const auto building = any_building(random, land);
    if (!building) continue;
    const Grid& grid = land.grid();
    const SlowLand slow(land);
    const Cells cells = grid.cells(*building);
    std::map<Cell, double> costs;
    for (const Cell c : slow.all_cells()) costs[c] = random.next_int(10) == 0 ? 0 : random.next_double() * 9;

    const auto road = cheapest_road(land, *building, [&](Cell c) { return costs.at(c); });
    const auto length = slow.road_length(cells);
    REQUIRE(road.has_value() == length.has_value());
    if (!road || *length == 0) {
      REQUIRE((!road || road->empty()));
      continue;
    }
    ++found;
    REQUIRE(leads_to(slow, *road, cells));
    double cost = 0;
    for (const Cell c : *road) cost += costs.at(c);

    // Relax every cell until nothing improves.
    std::map<Cell, double> totals;
    for (bool improved = true; improved;) {
      improved = false;
      for (const Cell c : slow.all_cells()) {
        if (!slow.empty(c) || holds(cells, c)) continue;
        double best = slow.head(c) ? 0 : std::numeric_limits<double>::infinity();
        for (const Cell n : slow.neighbours(c))
          if (totals.contains(n)) best = std::min(best, totals[n]);
        if (std::isinf(best) || (totals.contains(c) && totals[c] <= best + costs[c])) continue;
        totals[c] = best + costs[c];
        improved = true;
      }
    }
    double min = std::numeric_limits<double>::infinity();
    for (const Cell c : cells)
      for (const Cell n : slow.neighbours(c))
        if (totals.contains(n)) min = std::min(min, totals[n]);
    REQUIRE(cost == Approx(min));
    dearer_than_short += road->size() > static_cast<std::size_t>(*length);

    // Where every cell costs the same, the cheapest is the shortest; where all cost too much, there is none.
    REQUIRE(cheapest_road(land, *building, [](Cell) { return 1; })->size() == static_cast<std::size_t>(*length));
    REQUIRE(!cheapest_road(land, *building, [](Cell) { return std::numeric_limits<double>::infinity(); }));
  }
  CHECK(found > 80);
  CHECK(dearer_than_short > 15);
  const Land land(9);
  const LandBoard middle = land.grid().board(Cells{{4, 4}});
  CHECK_THROWS_AS(cheapest_road(land, middle, [](Cell) { return -1; }), std::invalid_argument);
  CHECK_THROWS_AS(cheapest_road(land, middle, [](Cell) { return std::nan(""); }), std::invalid_argument);
}

}  // namespace roads_test
