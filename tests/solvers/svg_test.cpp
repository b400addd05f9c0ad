#include "pentocity/packing/svg.hpp"

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "packing_lock.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/packing/solve.hpp"

namespace svg_test {

using namespace pentocity;
using namespace pentocity::packing;
using Tree = boost::property_tree::ptree;

namespace {

Tree parsed(const std::string& svg) {
  std::istringstream in(svg);
  Tree tree;
  read_xml(in, tree);
  return tree.get_child("svg");
}

// The signed area within the loops of path data, and the number of loops.
std::pair<double, int> area_of(const std::string& path) {
  double area = 0;
  int loops = 0;
  std::vector<std::pair<double, double>> loop;
  std::istringstream in(path);
  for (char command = 0; in >> command;) {
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
  Puzzle triangles = puzzle_of(4, 5, Lattice::triangle, {any("XXX|X"), any("XXX")});
  triangles.blocked = {{0, 0}, {2, 2}};
  triangles.max_holes = 3;
  const std::map<Lattice, double> area_on{{Lattice::square, 36 * 36},
                                          {Lattice::hex, 36 * 36 * std::sqrt(3) / 2},
                                          {Lattice::triangle, 36 * 36 * std::sqrt(3) / 4}};
  for (const Puzzle& puzzle : {square, hex, triangles}) {
    const double cell_area = area_on.at(puzzle.lattice);
    const auto kinds = kinds_of(puzzle);
    const auto packings = twin::all_packings(puzzle);
    REQUIRE(packings.size() > 10);
    int wrong_area = 0, several_loops = 0, wrong_label = 0, same_colour = 0, checked = 0;
    for (const twin::Packing& packing : packings) {
      if (++checked > 200) break;
      Solution solution;
      for (const auto& [cells, colours] : packing) solution.push_back({kind_on(puzzle, kinds, cells)->kind, cells});
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
        several_loops += loops != 1;
        wrong_label += node.get<std::string>("text") != placement_label(static_cast<int>(i));
        for (const Cell c : cells) colour[c] = node.get<std::string>("path.<xmlattr>.fill");
        ++i;
      }
      REQUIRE(i == solution.size());
      for (const Placement& placed : solution)
        for (const Cell c : placed.cells)
          for (const Cell step : steps(puzzle.lattice, sort_of(c, puzzle.lattice))) {
            const Cell next = c + step;
            same_colour += colour.contains(next) && colour[next] == colour[c] &&
                           !std::binary_search(placed.cells.begin(), placed.cells.end(), next);
          }
    }
    CHECK(wrong_area == 0);
    CHECK(several_loops == 0);
    CHECK(wrong_label == 0);
    CHECK(same_colour == 0);
  }
}

TEST_CASE("SVG: a solid is drawn layer by layer, each part of a piece with its label") {
  const Puzzle soma = builtin_puzzle("soma");
  const Solution solution = read_solution(soma, solve(soma, {}).solutions.at(0));
  const Tree tree = parsed(svg_of(soma, solution));
  std::size_t i = 0, walls = 0;
  for (const auto& [tag, node] : tree) {
    walls += tag == "path" && node.get<std::string>("<xmlattr>.fill", "#FFFFFF") != "#FFFFFF";
    if (tag != "g") continue;
    const Cells& cells = solution[i++].cells;
    std::set<int> layers;
    for (const Cell c : cells) layers.insert(c.row / layer_rows);
    double area = 0;
    std::size_t labels = 0;
    for (const auto& [part, drawn] : node) {
      labels += part == "text";
      if (part == "path" && drawn.get_optional<std::string>("<xmlattr>.fill"))
        area += area_of(drawn.get<std::string>("<xmlattr>.d")).first;
    }
    CHECK(labels == layers.size());
    CHECK(std::abs(area - 36 * 21.6 * static_cast<double>(cells.size())) < 1);
  }
  CHECK(i == 7);
  CHECK(walls == 2 * 3 * 3);  // three cubes in front and three to the right, on each layer
}

TEST_CASE("SVG: cells around a board of triangles are not drawn, blocked ones within it are") {
  Puzzle puzzle = puzzle_of(4, 7, Lattice::triangle, {{"M", Cells{{0, 0}}, 0, std::nullopt, true, true}});
  puzzle.blocked = {{0, 0}, {1, 0}, {1, 1}, {2, 3}, {3, 6}};
  const Tree tree = parsed(svg_of(puzzle, {}));
  const auto [blocked, loops] = area_of(tree.get<std::string>("path.<xmlattr>.d"));
  CHECK(loops == 1);
  CHECK(std::abs(blocked - 36 * 36 * std::sqrt(3) / 4) < 1);
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

TEST_CASE("SVG: the board fills the picture but for its margin, and touching cells differ on large boards too") {
  for (const Lattice lattice : {Lattice::square, Lattice::hex, Lattice::triangle})
    for (int columns = 3; columns <= 20; ++columns) {
      const Puzzle puzzle = puzzle_of(13, columns, lattice, {{"M", Cells{{0, 0}}, 0, std::nullopt, true, true}});
      Solution solution;
      for (int r = 0; r < puzzle.rows; ++r)
        for (int c = 0; c < columns; ++c) solution.push_back({0, Cells{{r, c}}});
      const Tree tree = parsed(svg_of(puzzle, solution));
      const auto number = [&](const char* path) { return tree.get<double>(path); };
      // The first path is the outline of the board.
      std::istringstream path(tree.get<std::string>("path.<xmlattr>.d"));
      double min_x = 1e9, min_y = 1e9, max_x = 0, max_y = 0, x = 0, y = 0;
      for (char command = 0; path >> command && command != 'Z' && path >> x >> y;) {
        min_x = std::min(min_x, x);
        min_y = std::min(min_y, y);
        max_x = std::max(max_x, x);
        max_y = std::max(max_y, y);
      }
      CHECK(min_x == Approx(10));
      CHECK(min_y == Approx(10));
      CHECK(max_x == Approx(number("<xmlattr>.width") - 10));
      CHECK(max_y == Approx(number("<xmlattr>.height") - 10));

      std::vector<std::string> colour;
      for (const auto& [tag, node] : tree)
        if (tag == "g") colour.push_back(node.get<std::string>("path.<xmlattr>.fill"));
      REQUIRE(colour.size() == solution.size());
      int same = 0;
      for (int r = 0; r < puzzle.rows; ++r)
        for (int c = 0; c < columns; ++c)
          for (const Cell step : steps(lattice, sort_of({r, c}, lattice))) {
            const Cell next = Cell{r, c} + step;
            if (next.row < 0 || next.row >= puzzle.rows || next.column < 0 || next.column >= columns) continue;
            same += colour[r * columns + c] == colour[next.row * columns + next.column];
          }
      CHECK(same == 0);
      CHECK(std::set<std::string>(colour.begin(), colour.end()).size() == 9);
    }
}

TEST_CASE("SVG: a placement that touches very many others differs from all of them") {
  Solution solution;
  for (int c = 0; c < 30; ++c) solution.push_back({0, Cells{{0, c}}});
  Cells bar;
  for (int c = 0; c < 30; ++c) bar.push_back({1, c});
  solution.push_back({1, bar});
  for (int c = 0; c < 30; ++c) solution.push_back({0, Cells{{2, c}}});
  const Puzzle puzzle =
      puzzle_of(3, 30, Lattice::square,
                {{"M", Cells{{0, 0}}, 0, std::nullopt, true, true}, {"B", normalised(bar), 1, 1, true, true}});
  std::map<std::string, int> times;
  std::string bar_colour;
  std::size_t i = 0;
  for (const auto& [tag, node] : parsed(svg_of(puzzle, solution))) {
    if (tag != "g") continue;
    const auto fill = node.get<std::string>("path.<xmlattr>.fill");
    ++times[fill];
    if (solution[i++].kind == 1) bar_colour = fill;
  }
  CHECK(times[bar_colour] == 1);
  CHECK(times.size() == 9);
}

TEST_CASE("SVG: the pictures of a sheet lie side by side, within it, and none on another") {
  for (const auto& [rows, columns] : {std::pair{3, 3}, {1, 9}, {9, 1}})
    for (std::size_t n = 1; n <= 30; ++n) {
      const Puzzle puzzle = puzzle_of(rows, columns, Lattice::square, {{"M", Cells{{0, 0}}, 1, 1, true, true}});
      const std::vector<std::string> pictures(n, svg_of(puzzle, {{0, Cells{{0, 0}}}}));
      const Tree one = parsed(pictures.front()), sheet = parsed(svg_sheet(pictures, "<all> & \"more\""));
      const auto size = [](const Tree& tree, const char* name) {
        return tree.get<double>(std::string("<xmlattr>.") + name);
      };
      CHECK(sheet.get<std::string>("title") == "<all> & \"more\"");
      std::set<std::pair<double, double>> places;
      for (const auto& [tag, node] : sheet) {
        if (tag != "g") continue;
        CHECK(node.count("svg") == 1);
        double x = -1, y = -1;
        REQUIRE(std::sscanf(node.get<std::string>("<xmlattr>.transform").c_str(), "translate(%lf %lf)", &x, &y) == 2);
        CHECK(x + size(one, "width") <= size(sheet, "width") + .01);
        CHECK(y + size(one, "height") <= size(sheet, "height") + .01);
        CHECK(std::fmod(x + .001, size(one, "width")) < .01);
        CHECK(std::fmod(y + .001, size(one, "height")) < .01);
        places.emplace(x, y);
      }
      CHECK(places.size() == n);
    }
  CHECK_THROWS_AS(svg_sheet({}, ""), std::invalid_argument);
  const std::vector<std::string> sizeless{"<svg><path width=\"3\" height=\"3\"/></svg>"};
  CHECK_THROWS_AS(svg_sheet(sizeless, ""), std::invalid_argument);
}

}  // namespace svg_test
