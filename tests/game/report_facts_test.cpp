// Small facts of the report of 2016.

#include <cstdlib>
#include <set>

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/helpers/sites.hpp"

namespace report_facts_test {

using namespace pentocity;

TEST_CASE("figure 2: a touching perimeter of 5 by edges, of 3 by cells", "[game]") {
  // The U closes round a cell, which is next to three of its edges.
  const Land land = testing::land_of(12, {{Kind::road, {{5, 5}, {7, 5}, {7, 6}}}});
  const Request u(Building::residence, {{5, 4}, {6, 4}, {6, 5}, {6, 6}, {5, 6}});
  CHECK(touching_perimeter(land, land.grid().board(translated(u.cells(), {5, 4}))) == 5);
  for (const PerimeterUnit unit : {PerimeterUnit::edges, PerimeterUnit::cells}) {
    Sites sites;
    sites.find(land, u);
    sites.keep({{0, {5, 4}}});
    CHECK(sites.keep_max_touching_perimeter(unit) == (unit == PerimeterUnit::edges ? 5 : 3));
  }
}

TEST_CASE("figure 3: a building leaves the empty cells in three components", "[game]") {
  // A room; across it, and from there to the wall.
  Land land(7);
  const Grid& grid = land.grid();
  land.place(Kind::road, grid.rim());
  const LandBoard bar = grid.board(Cells{{3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 5}});
  CHECK(grid.components(land.empty()).size() == 1);
  CHECK(added_components(land, bar) == 1);
  const LandBoard stem = grid.board(Cells{{4, 3}, {5, 3}});
  CHECK(added_components(land, bar | stem) == 2);
  CHECK(grid.components(land.empty() - bar - stem).size() == 3);
}

TEST_CASE("a tetromino lies along a pentomino in 240 to 316 ways, not in 840", "[game]") {
  std::size_t min = 1000, max = 0;
  for (const Cells& pentomino : free_polyominoes(5)) {
    std::set<Cells> ways;
    for (const Cells& tetromino : free_polyominoes(4))
      for (const Cells& orientation : orientations(tetromino, true, true))
        for (int r = -5; r <= 6; ++r)
          for (int c = -5; c <= 6; ++c) {
            const Cells cells = translated(orientation, {r, c});
            bool overlaps = false, touches = false;
            for (const Cell x : cells)
              for (const Cell y : pentomino) {
                const int distance = std::abs(x.row - y.row) + std::abs(x.column - y.column);
                overlaps = overlaps || distance == 0;
                touches = touches || distance == 1;
              }
            if (touches && !overlaps) ways.insert(cells);
          }
    min = std::min(min, ways.size());
    max = std::max(max, ways.size());
  }
  CHECK(min == 240);
  CHECK(max == 316);
}

}  // namespace report_facts_test
