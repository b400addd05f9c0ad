// Components and distances found with bits, against Boost.Graph, on thousands of random lands and boards.

#include "boost_reference.hpp"

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/core/grid.hpp"

namespace boost_reference_test {

using namespace pentocity;
using namespace pentocity::testing;

namespace {

// The cells of each distance from `sources` within `free`: rings of a flood.
std::map<Cell, int> rings(const Grid& grid, const Grid::Board& sources, const Grid::Board& free) {
  std::map<Cell, int> out;
  auto seen = sources & free;
  auto ring = seen;
  for (int distance = 0; ring.any(); ++distance) {
    for (const Cell c : grid.cells(ring)) out[c] = distance;
    ring = (grid.neighbours(ring) & free) - seen;
    seen |= ring;
  }
  return out;
}

void check(const Grid& grid, const Grid::Board& free, const Grid::Board& sources) {
  SlowBoard slow(grid.rows(), grid.columns(), Lattice::square);
  for (const Cell c : grid.cells(free)) slow.set(c);
  const BoardGraph graph(slow);

  const auto components = graph.components();
  const auto found = grid.components(free);
  REQUIRE(found.size() == components.size());
  for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(grid.cells(found[i]) == components[i]);
  REQUIRE(grid.connected(free) == (components.size() <= 1));

  const auto distances = graph.distances(grid.cells(sources));
  REQUIRE(rings(grid, sources, free) == distances);
  Cells reached;
  for (const auto& [cell, steps] : distances) reached.push_back(cell);
  REQUIRE(grid.cells(grid.flood(sources, free)) == reached);
}

}  // namespace

TEST_CASE("components and distances on lands against Boost.Graph", "[game][long]") {
  Pcg random(67);
  for (int i = 0; i < 2000; ++i) {
    const int side = i % 50 == 0   ? 64
                     : i % 50 == 2 ? 65 + random.next_int(64)
                     : i % 50 == 1 ? 50
                                   : 4 + random.next_int(20);
    CAPTURE(i, side);
    const Land land = random_land(random, side);
    const Grid& grid = land.grid();
    // Ways from the edge and the roads through empty cells; then what is built, from the parks.
    check(grid, land.empty(), grid.rim() | grid.neighbours(land.roads()));
    check(grid, grid.all() - land.empty(), land.of(Kind::park));
  }
}

TEST_CASE("components and distances on small boards against Boost.Graph", "[core]") {
  Pcg random(71);
  const auto on = [&](const Grid& grid) {
    CAPTURE(grid.rows(), grid.columns());
    const auto board = [&] {
      return grid.board(random_board(random, grid.rows(), grid.columns(), Lattice::square).cells());
    };
    const auto free = board();
    check(grid, free, board());
  };
  for (int i = 0; i < 4000; ++i) {
    CAPTURE(i);
    on(Grid(1 + random.next_int(12), 1 + random.next_int(12)));
  }
}

}  // namespace boost_reference_test
