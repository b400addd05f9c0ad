// Polyominoes, polyhexes and polyiamonds: published counts, images against plane geometry, placements against trying
// every offset.

#include "pentocity/core/polyomino.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <set>

#include "affine.hpp"
#include "catch.hpp"
#include "pentocity/core/picture.hpp"
#include "slow_board.hpp"

namespace polyomino_test {

using namespace pentocity;
using namespace pentocity::testing;

namespace {

using Point = std::complex<double>;
const double row_height = std::sqrt(0.75);  // of hexagons of width 1

const std::vector<Lattice> lattices{Lattice::square, Lattice::hex, Lattice::triangle};

// The centre of a cell in the plane, y downwards. Triangles have sides of length 1, and the tip of (0,0) is at 0.
Point centre(Cell c, Lattice lattice) {
  if (lattice == Lattice::square) return Point(c.column, c.row);
  if (lattice == Lattice::triangle) {
    const bool up = (c.row + c.column) % 2 == 0;
    return Point(0.5 * c.column, row_height * (c.row + (up ? 2 : 1) / 3.0));
  }
  return Point(c.column + 0.5 * (c.row & 1), c.row * row_height);
}
Cell cell_at(Point p, Lattice lattice) {
  if (lattice == Lattice::square)
    return {static_cast<int>(std::lround(p.imag())), static_cast<int>(std::lround(p.real()))};
  if (lattice == Lattice::triangle)
    return {static_cast<int>(std::floor(p.imag() / row_height)), static_cast<int>(std::lround(2 * p.real()))};
  const int row = static_cast<int>(std::lround(p.imag() / row_height));
  return {row, static_cast<int>(std::lround(p.real() - 0.5 * (row & 1)))};
}

// Slides the points so that the least row is row 0, and then the least column column 0; for triangles, by whole sides
// only, so that it may be column 1.
Cells slow_normalised(std::vector<Point> points, Lattice lattice) {
  const auto slide = [&](Cell to_origin) {
    const Point by = centre(to_origin, lattice) - centre({0, 0}, lattice);
    for (Point& p : points) p -= by;
  };
  int top = 1000000;
  for (const Point p : points) top = std::min(top, cell_at(p, lattice).row);
  slide({top, lattice == Lattice::triangle ? top : 0});
  int left = 1000000;
  for (const Point p : points) left = std::min(left, cell_at(p, lattice).column);
  slide({0, lattice == Lattice::triangle && left % 2 != 0 ? left - 1 : left});
  std::set<Cell> out;
  for (const Point p : points) out.insert(cell_at(p, lattice));
  return {out.begin(), out.end()};
}

template <class Map>
Cells slow_image(const Cells& cells, Lattice lattice, Map map) {
  std::vector<Point> points;
  for (const Cell c : cells) points.push_back(map(centre(c, lattice)));
  return slow_normalised(points, lattice);
}
Cells slow_rotated(const Cells& cells, Lattice lattice) {
  // Clockwise on a page whose y grows downwards is the way angles grow.
  const Point turn = std::polar(1.0, std::acos(-1.0) / (lattice == Lattice::square ? 2 : 3));
  return slow_image(cells, lattice, [&](Point p) { return p * turn; });
}
Cells slow_mirrored(const Cells& cells, Lattice lattice) {
  return slow_image(cells, lattice, [](Point p) { return Point(-p.real(), p.imag()); });
}

// A connected set of cells somewhere near the origin, in random order, some cells twice.
Cells random_polyomino(Pcg& random, int size, Lattice lattice) {
  Cells out{{random.next_int(21) - 10, random.next_int(21) - 10}};
  while (static_cast<int>(out.size()) < size) {
    const Cell from = out[random.next_int(static_cast<int>(out.size()))];
    Cell to{from.row + random.next_int(3) - 1, from.column + random.next_int(3) - 1};
    if (lattice == Lattice::cube) to.row += (random.next_int(3) - 1) * layer_rows;
    if (adjacent(from, to, lattice) && std::find(out.begin(), out.end(), to) == out.end()) out.push_back(to);
  }
  if (random.next_int(4) == 0) out.push_back(out.front());
  for (std::size_t i = out.size() - 1; i > 0; --i) std::swap(out[i], out[random.next_int(static_cast<int>(i) + 1)]);
  return out;
}

struct Counts {
  std::size_t free, one_sided, fixed;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.free << " free, " << c.one_sided << " one-sided, " << c.fixed << " fixed";
}

Counts count_polyominoes(int size, Lattice lattice) {
  Counts counts{};
  for (const Cells& shape : free_polyominoes(size, lattice)) {
    const std::size_t images = orientations(shape, true, true, lattice).size();
    ++counts.free;
    counts.one_sided += images / rotations(shape, lattice).size();
    counts.fixed += images;
  }
  return counts;
}

}  // namespace

TEST_CASE("published counts of polyominoes", "[core]") {
  const auto check = [](Lattice lattice, const std::vector<Counts>& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      CAPTURE(lattice, i + 1);
      REQUIRE(count_polyominoes(static_cast<int>(i) + 1, lattice) == counts[i]);
    }
  };
  // Golomb, Polyominoes; OEIS A000105, A000988, A001168.
  const std::vector<Counts> squares{{1, 1, 1},    {1, 1, 2},     {2, 2, 6},       {5, 7, 19},
                                    {12, 18, 63}, {35, 60, 216}, {108, 196, 760}, {369, 704, 2725}};
  check(Lattice::square, squares);
  // OEIS A000228, A006535, A001207.
  const std::vector<Counts> hexes{{1, 1, 1},     {1, 1, 3},      {3, 3, 11},      {7, 10, 44},
                                  {22, 33, 186}, {82, 147, 814}, {333, 620, 3652}};
  check(Lattice::hex, hexes);
  // OEIS A000577, A006534, A001420.
  const std::vector<Counts> triangles{{1, 1, 2},    {1, 1, 3},     {1, 1, 6},      {3, 4, 14},       {4, 6, 36},
                                      {12, 19, 94}, {24, 43, 250}, {66, 120, 675}, {160, 307, 1838}, {448, 866, 5053}};
  check(Lattice::triangle, triangles);
  // OEIS A038119, A000162, A001931.
  const std::vector<Counts> cubes{{1, 1, 1}, {1, 1, 3}, {2, 2, 15}, {7, 8, 86}, {23, 29, 534}, {112, 166, 3481}};
  check(Lattice::cube, cubes);
  CHECK(free_polyominoes(0).empty());
}

TEST_CASE("images of polycubes are those of space geometry", "[core]") {
  Pcg random(12);
  for (int i = 0; i < 500; ++i) {
    CAPTURE(i);
    const Cells shape = random_polyomino(random, 1 + random.next_int(9), Lattice::cube);
    const Cells normal = normalised(shape, Lattice::cube);
    const Box box = bounding_box(normal, Lattice::cube);
    REQUIRE(is_connected(shape, Lattice::cube));
    REQUIRE(normalised(translated(shape, {5 * layer_rows - 3, 7}, Lattice::cube), Lattice::cube) == normal);
    REQUIRE(cells_of_picture(picture_of(normal, 'X', '.', '|', Lattice::cube), "X", ".", Lattice::cube) == normal);
    for (const bool flip : {false, true}) {
      const auto found = orientations(shape, true, flip, Lattice::cube);
      REQUIRE(found.front() == normal);
      // The twin moves the first cell to (0,0), and not the corner of the box.
      std::set<Cells> images;
      for (const Cells& image : twin::images(shape, true, flip, Lattice::cube))
        images.insert(normalised(image, Lattice::cube));
      REQUIRE(std::set<Cells>(found.begin(), found.end()) == images);
      REQUIRE(found.size() == images.size());
      for (const Cells& image : found) {
        const Box other = bounding_box(image, Lattice::cube);
        REQUIRE(other.layers * other.rows * other.columns == box.layers * box.rows * box.columns);
      }
    }
  }
}

TEST_CASE("images of polyominoes are those of plane geometry", "[core]") {
  Pcg random(11);
  for (const Lattice lattice : lattices)
    for (int i = 0; i < 3000; ++i) {
      CAPTURE(lattice, i);
      const Cells shape = random_polyomino(random, 1 + random.next_int(9), lattice);
      const Cells normal = normalised(shape, lattice);
      REQUIRE(normal == slow_image(shape, lattice, [](Point p) { return p; }));
      REQUIRE(normalised(normal, lattice) == normal);
      REQUIRE(rotated(shape, lattice) == slow_rotated(shape, lattice));
      REQUIRE(mirrored(shape, lattice) == slow_mirrored(shape, lattice));
      REQUIRE(is_connected(shape, lattice));

      // Every image, each once, the given one first, in steps of rotation.
      const int full_turn = lattice == Lattice::square ? 4 : 6;
      std::vector<Cells> turned{normal};
      for (int k = 1; k < full_turn; ++k) turned.push_back(slow_rotated(turned.back(), lattice));
      REQUIRE(slow_rotated(turned.back(), lattice) == normal);
      const std::set<Cells> distinct(turned.begin(), turned.end());
      const auto found = rotations(shape, lattice);
      REQUIRE(found.size() == distinct.size());
      REQUIRE(full_turn % static_cast<int>(found.size()) == 0);
      REQUIRE(std::equal(found.begin(), found.end(), turned.begin()));

      std::set<Cells> all = distinct;
      for (const Cells& image : turned) all.insert(slow_mirrored(image, lattice));
      const auto images = orientations(shape, true, true, lattice);
      REQUIRE(images.front() == normal);
      REQUIRE(images.size() == all.size());
      REQUIRE(std::set<Cells>(images.begin(), images.end()) == all);
      REQUIRE(std::equal(found.begin(), found.end(), images.begin()));
      REQUIRE(canonical(shape, lattice) == *all.begin());

      REQUIRE(orientations(shape, false, false, lattice) == std::vector<Cells>{normal});
      const Cells mirror = slow_mirrored(shape, lattice);
      REQUIRE(orientations(shape, false, true, lattice) ==
              (mirror == normal ? std::vector<Cells>{normal} : std::vector<Cells>{normal, mirror}));

      const Extent e = extent(normal);
      int rows = 0, columns = 0;
      for (const Cell c : normal) rows = std::max(rows, c.row + 1), columns = std::max(columns, c.column + 1);
      REQUIRE(e.rows == rows);
      REQUIRE(e.columns == columns);
    }
}

TEST_CASE("rotations are numbered by quarter turns clockwise", "[core]") {
  // (r,c) -> (c, R-r) with R the largest row; 1, 2 or 4 by symmetry.
  const auto quarter_turn = [](const Cells& cells) {
    const int last = extent(cells).rows - 1;
    Cells out;
    for (const Cell c : cells) out.push_back({c.column, last - c.row});
    std::sort(out.begin(), out.end());
    return out;
  };
  std::set<std::size_t> sizes;
  for (int size = 1; size <= 6; ++size)
    for (const Cells& free : free_polyominoes(size))
      for (const Cells& shape : orientations(free, true, true)) {
        const auto turns = rotations(shape);
        const Cells once = quarter_turn(shape), twice = quarter_turn(once);
        REQUIRE(turns.size() == (once == shape ? 1 : twice == shape ? 2 : 4));
        REQUIRE(turns[0] == shape);
        for (std::size_t k = 1; k < turns.size(); ++k) REQUIRE(turns[k] == quarter_turn(turns[k - 1]));
        sizes.insert(turns.size());
      }
  CHECK(sizes == std::set<std::size_t>{1, 2, 4});

  const auto turns = rotations(cells_of_picture("###|.#.|.#.", "#", "."));
  REQUIRE(turns.size() == 4);
  CHECK(picture_of(turns[1], '#', '.', '|') == "..#|###|..#");
  CHECK(picture_of(turns[2], '#', '.', '|') == ".#.|.#.|###");
  CHECK(picture_of(turns[3], '#', '.', '|') == "#..|###|#..");
}

TEST_CASE("connectedness of cells", "[core]") {
  CHECK_FALSE(is_connected({}));
  CHECK(is_connected({{-5, 7}}));
  CHECK_FALSE(is_connected({{0, 0}, {1, 1}}));
  CHECK(is_connected({{0, 0}, {1, 1}, {0, 1}}));
  // In rows below, hexagon (0,0) touches (1,-1) and (1,0); (1,0) touches (2,0) and (2,1).
  CHECK(is_connected({{0, 0}, {1, -1}}, Lattice::hex));
  CHECK(is_connected({{0, 0}, {1, 0}}, Lattice::hex));
  CHECK_FALSE(is_connected({{0, 0}, {1, 1}}, Lattice::hex));
  CHECK(is_connected({{1, 0}, {2, 1}}, Lattice::hex));
  CHECK_FALSE(is_connected({{1, 0}, {2, -1}}, Lattice::hex));
  CHECK(is_connected({{-1, 0}, {0, 1}}, Lattice::hex));
  // Triangle (0,0) stands on (1,0), and (0,1) has (-1,1) on it.
  CHECK(is_connected({{0, 0}, {1, 0}}, Lattice::triangle));
  CHECK_FALSE(is_connected({{0, 1}, {1, 1}}, Lattice::triangle));
  CHECK(is_connected({{0, 1}, {-1, 1}}, Lattice::triangle));

  Pcg random(5);
  for (int i = 0; i < 4000; ++i) {
    CAPTURE(i);
    const Lattice lattice = lattices[static_cast<std::size_t>(i) % lattices.size()];
    const SlowBoard board = random_board(random, 1 + random.next_int(4), 1 + random.next_int(4), lattice);
    REQUIRE(is_connected(board.cells(), lattice) == (board.components().size() == 1));
  }
}

TEST_CASE("translations keep shapes", "[core]") {
  Pcg random(13);
  for (const Lattice lattice : lattices)
    for (int i = 0; i < 2000; ++i) {
      CAPTURE(lattice, i);
      const Cells shape = random_polyomino(random, 1 + random.next_int(6), lattice);
      Cell to{random.next_int(41) - 20, random.next_int(41) - 20};
      if (lattice == Lattice::triangle && (to.row + to.column) % 2 != 0) ++to.row;
      const Cells moved = translated(shape, to, lattice);
      REQUIRE(moved.size() == shape.size());
      for (std::size_t k = 0; k < shape.size(); ++k)
        REQUIRE(cell_at(centre(shape[k], lattice) + centre(to, lattice) - centre({0, 0}, lattice), lattice) ==
                moved[k]);
      REQUIRE(normalised(moved, lattice) == normalised(shape, lattice));
    }
  CHECK(translated({{0, 0}}, {3, -4}, Lattice::hex) == Cells{{3, -4}});
}

TEST_CASE("the twelve pentominoes by letter", "[core]") {
  std::set<Cells> shapes;
  for (const char letter : std::string("FILNPTUVWXYZ")) {
    const auto cells = pentomino(letter);
    REQUIRE(cells);
    CHECK(normalised(*cells) == *cells);
    shapes.insert(canonical(*cells));
  }
  const auto all = free_polyominoes(5);
  CHECK(shapes == std::set<Cells>(all.begin(), all.end()));
  for (const char letter : std::string("AfBx1\n")) CHECK_FALSE(pentomino(letter));
}

}  // namespace polyomino_test
