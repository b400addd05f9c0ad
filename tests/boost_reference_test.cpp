// Components and distances found with bits, against Boost.Graph, on thousands of random lands and boards.

#include "boost_reference.hpp"

#include <catch2/catch.hpp>

#include "lands.hpp"
#include "pentocity/core/grid.hpp"

using namespace pentocity;
using namespace pentocity::testing;

namespace {

// The cells of each distance from `sources` within `free`: rings of a flood.
template <class Layout>
std::map<Cell, int> rings(const Grid<Layout>& grid, const typename Layout::Board& sources,
                          const typename Layout::Board& free) {
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

template <class Layout>
void check(const Grid<Layout>& grid, const typename Layout::Board& free, const typename Layout::Board& sources) {
  SlowBoard slow(grid.rows(), grid.columns(), grid.lattice());
  for (const Cell c : grid.cells(free)) slow.set(c);
  const BoardGraph graph(slow);

  const auto components = graph.components();
  const auto found = grid.components(free);
  REQUIRE(found.size() == components.size());
  bool same = true;
  for (std::size_t i = 0; i < found.size(); ++i) same = same && grid.cells(found[i]) == components[i];
  REQUIRE(same);
  REQUIRE(grid.connected(free) == (components.size() <= 1));

  const auto distances = graph.distances(grid.cells(sources));
  REQUIRE(rings(grid, sources, free) == distances);
  Cells reached;
  for (const auto& [cell, steps] : distances) reached.push_back(cell);
  REQUIRE(grid.cells(grid.flood(sources, free)) == reached);
}

}  // namespace

TEST_CASE("components and distances on lands against Boost.Graph", "[game]") {
  Pcg random(67);
  for (int i = 0; i < 2000; ++i) {
    const int side = i % 50 == 0 ? 64 : i % 50 == 1 ? 50 : 4 + random.next_int(20);
    const Land land = random_land(random, side);
    const RowGrid& grid = land.grid();
    // Ways from the edge and the roads through empty cells; then what is built, from the parks.
    check(grid, land.empty(), grid.rim() | grid.neighbours(land.roads()));
    check(grid, grid.all() - land.empty(), land.of(Kind::park));
  }
}

TEST_CASE("components and distances on small boards against Boost.Graph", "[core]") {
  Pcg random(71);
  const auto on = [&](const auto& grid) {
    const auto board = [&] {
      return grid.board(random_board(random, grid.rows(), grid.columns(), grid.lattice()).cells());
    };
    const auto free = board();
    check(grid, free, board());
  };
  for (int i = 0; i < 2000; ++i) {
    const Lattice lattice = i % 2 == 0 ? Lattice::square : Lattice::hex;
    on(PackedGrid<1>(1 + random.next_int(7), 1 + random.next_int(8), lattice));
    on(PackedGrid<2>(1 + random.next_int(11), 1 + random.next_int(10), lattice));
    on(RowGrid(1 + random.next_int(12), 1 + random.next_int(12), lattice));
  }
}
