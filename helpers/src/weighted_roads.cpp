#include "pentocity/helpers/weighted_roads.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <limits>
#include <stdexcept>

#include "pentocity/helpers/roads.hpp"

namespace pentocity::inline helpers {

std::optional<Cells> cheapest_road(const Land& land, const LandBoard& building, const RoadCost& cost) {
  const Grid& grid = land.grid();
  const LandBoard heads = road_heads(land);
  if (building.intersects(heads)) return Cells{};

  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                      boost::property<boost::edge_weight_t, double>>;
  // A vertex for each free cell, and a last one that leads to all heads; an edge costs what the cell it leads to costs.
  const LandBoard free = land.empty() - building;
  const Cells cells = grid.cells(free);
  const std::size_t source = cells.size();
  std::vector<std::size_t> vertex_of(grid.bits());
  Graph graph(cells.size() + 1);
  std::vector<double> costs;
  for (std::size_t v = 0; v < cells.size(); ++v) {
    vertex_of[grid.bit(cells[v])] = v;
    costs.push_back(cost(cells[v]));
    if (!(costs.back() >= 0)) throw std::invalid_argument("the cost of a road must not be negative");
  }
  for (std::size_t v = 0; v < cells.size(); ++v) {
    if (heads.test(grid.bit(cells[v]))) boost::add_edge(source, v, costs[v], graph);
    for (const Cell step : steps(Lattice::square, cells[v].row)) {
      if (!grid.test(free, cells[v] + step)) continue;
      const std::size_t to = vertex_of[grid.bit(cells[v] + step)];
      boost::add_edge(v, to, costs[to], graph);
    }
  }
  std::vector<std::size_t> before(boost::num_vertices(graph));
  std::vector<double> total(boost::num_vertices(graph));
  boost::dijkstra_shortest_paths(graph, source, boost::predecessor_map(before.data()).distance_map(total.data()));

  constexpr double unreached = std::numeric_limits<double>::max();
  std::size_t best = source;
  (grid.neighbours(building) & free).for_each([&](int bit) {
    const std::size_t v = vertex_of[bit];
    if (total[v] < (best == source ? unreached : total[best])) best = v;
  });
  if (best == source) return std::nullopt;
  Cells road;
  for (std::size_t v = best; v != source; v = before[v]) road.push_back(cells[v]);
  std::reverse(road.begin(), road.end());
  return road;
}

}  // namespace pentocity::inline helpers
