#include "pentocity/solvers/svg.hpp"

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "packing_lock.hpp"
#include "pentocity/core/picture.hpp"

using namespace pentocity;
using Tree = boost::property_tree::ptree;

namespace {

Tree parsed(const std::string& svg) {
  std::istringstream in(svg);
  Tree tree;
  read_xml(in, tree);
  return tree.get_child("svg");
}

// Twice the signed area within the loops of path data, and the number of loops.
std::pair<double, int> area_of(const std::string& path) {
  double area = 0;
  int loops = 0;
  std::vector<std::pair<double, double>> loop;
  std::istringstream in(path);
  for (char command; in >> command;) {
    if (command == 'Z') {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const auto [x, y] = loop[i];
        const auto [u, v] = loop[(i + 1) % loop.size()];
        area += x * v - u * y;
      }
      loop.clear();
      ++loops;
    } else {
      double x = 0, y = 0;
      in >> x >> y;
      loop.emplace_back(x, y);
    }
  }
  return {area / 2, loops};
}

Puzzle puzzle_of(int rows, int columns, Lattice lattice, std::vector<Piece> pieces) {
  Puzzle p;
  p.name = "a <b> & c";
  p.rows = rows;
  p.columns = columns;
  p.lattice = lattice;
  p.pieces = std::move(pieces);
  return p;
}

}  // namespace

TEST_CASE("SVG: every outline holds the area of its cells, and neighbours differ in colour") {
  const auto any = [](const char* picture) {
    return Piece{"<" + std::string(picture) + ">", cells_of_picture(picture, "X", "."), 0, std::nullopt, true, true};
  };
  Puzzle square = puzzle_of(4, 5, Lattice::square, {any("XX|X."), any("XXX|X.X")});
  square.blocked = {{0, 0}, {3, 4}};
  square.max_holes = 2;
  Puzzle hex = puzzle_of(4, 4, Lattice::hex, {any("XX|.X"), any("X.|X.|XX")});
  hex.blocked = {{1, 1}};
  hex.max_holes = 3;
  for (const Puzzle& puzzle : {square, hex}) {
    const double cell_area = puzzle.lattice == Lattice::square ? 36.0 * 36 : 36.0 * 36 * std::sqrt(3) / 2;
    const auto kinds = kinds_of(puzzle);
    const auto packings = twin::all_packings(puzzle);
    REQUIRE(packings.size() > 10);
    int wrong_area = 0, wrong_label = 0, same_colour = 0, checked = 0;
    for (const twin::Packing& packing : packings) {
      if (++checked > 200) break;
      Solution solution;
      for (const Cells& cells : packing) solution.push_back({kind_of(kinds, cells, puzzle.lattice), cells});
      const std::string svg = svg_of(puzzle, solution);
      REQUIRE(svg == svg_of(puzzle, solution));
      const Tree tree = parsed(svg);
      CHECK(tree.get<std::string>("title") == "a <b> & c");
      std::map<Cell, std::string> colour;
      std::size_t i = 0;
      for (const auto& [tag, node] : tree) {
        if (tag != "g") continue;
        const Cells& cells = solution[i].cells;
        const auto [area, loops] = area_of(node.get_child("path").get<std::string>("<xmlattr>.d"));
        wrong_area += std::abs(area - cell_area * static_cast<double>(cells.size())) > 1;
        wrong_label += node.get<std::string>("text") != placement_label(static_cast<int>(i));
        for (const Cell c : cells) colour[c] = node.get<std::string>("path.<xmlattr>.fill");
        ++i;
      }
      REQUIRE(i == solution.size());
      for (const Placed& placed : solution)
        for (const Cell c : placed.cells)
          for (const Cell step : steps(puzzle.lattice, c.row)) {
            const Cell next = c + step;
            same_colour += colour.contains(next) && colour[next] == colour[c] &&
                           !std::binary_search(placed.cells.begin(), placed.cells.end(), next);
          }
    }
    CHECK(wrong_area == 0);
    CHECK(wrong_label == 0);
    CHECK(same_colour == 0);
  }
}

TEST_CASE("SVG: a ring has an outer and an inner outline") {
  const Puzzle ring =
      puzzle_of(3, 3, Lattice::square, {{"O", cells_of_picture("XXX|X.X|XXX", "X", "."), 1, 1, true, true}});
  const Tree tree = parsed(svg_of(ring, {{0, ring.pieces[0].shape}}, Labels::kinds));
  const auto [area, loops] = area_of(tree.get<std::string>("g.path.<xmlattr>.d"));
  CHECK(loops == 2);
  CHECK(std::abs(area - 8 * 36 * 36) < 0.01);
  CHECK(tree.get<std::string>("g.text") == "O");
}
