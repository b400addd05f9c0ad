#include "odometer.hpp"

#include <string>

#include "catch.hpp"
#include "packing_lock.hpp"
#include "pentocity/core/picture.hpp"

namespace odometer_test {

using namespace pentocity;
using namespace pentocity::packing;

namespace {

// Every operation is followed by a look at the class invariant.
struct Watched {
  twin::PackingLock& lock;
  int operations = 0, violations = 0;

  void down() { lock.down(), look(); }
  void right() { lock.right(), look(); }
  void left() { lock.left(), look(); }
  bool done() const { return lock.done(); }
  bool successful() const { return lock.successful(); }
  void look() {
    ++operations;
    violations += !lock.invariant();
  }
};

Puzzle puzzle_of(int rows, int columns, std::vector<Piece> pieces, Lattice lattice = Lattice::square) {
  Puzzle p;
  p.name = "test";
  p.rows = rows;
  p.columns = columns;
  p.lattice = lattice;
  p.pieces = std::move(pieces);
  return p;
}
Piece piece_of(const char* picture, int min, std::optional<int> max, bool flip = true, bool rotate = true) {
  return {"p", cells_of_picture(picture, "X", "."), min, max, flip, rotate};
}
const Piece dominoes = piece_of("XX", 0, std::nullopt);

std::size_t count(const Puzzle& puzzle) {
  twin::PackingLock lock(puzzle);
  Watched watched{lock};
  std::set<twin::Packing> found;
  twin::turn_through(watched, [&] { found.insert(lock.packing()); });
  CHECK(watched.violations == 0);
  CHECK(watched.operations > 0);
  return found.size();
}

}  // namespace

TEST_CASE("the odometer turns through every combination, in order") {
  // Three dials of 0, 1, 2; the lock opens where the sum is 3.
  struct Dials {
    std::vector<int> dials;
    void down() { dials.push_back(0); }
    void right() { ++dials.back(); }
    void left() { dials.pop_back(); }
    bool done() const { return dials.back() == 3 || dials.size() > 3; }
    bool successful() const { return dials.size() == 3 && dials[0] + dials[1] + dials[2] == 3; }
  } lock;
  std::string opened;
  twin::turn_through(lock, [&] {
    for (const int d : lock.dials) opened += std::to_string(d);
    opened += ' ';
  });
  CHECK(opened == "012 021 102 111 120 201 210 ");
  CHECK(lock.dials.empty());

  struct Open {
    void down() { FAIL("an open lock has no dial to turn"); }
    void right() {}
    void left() {}
    bool done() const { return true; }
    bool successful() const { return true; }
  } open;
  int times = 0;
  twin::turn_through(open, [&] { ++times; });
  CHECK(times == 1);
}

TEST_CASE("the odometer counts known tilings, its invariant kept throughout") {
  CHECK(count(puzzle_of(2, 10, {dominoes})) == 89);
  CHECK(count(puzzle_of(4, 4, {dominoes})) == 36);
  CHECK(count(puzzle_of(4, 6, {dominoes})) == 281);
  CHECK(count(puzzle_of(3, 3, {dominoes})) == 0);
  Puzzle holed = puzzle_of(3, 3, {dominoes});
  holed.blocked = {{0, 0}};
  CHECK(count(holed) == 4);
  holed.blocked = {{0, 1}};
  CHECK(count(holed) == 0);
  // Matchings of the 3x3 grid graph by number of edges: 1, 12, 44, 56, 18.
  Puzzle matchings = puzzle_of(3, 3, {dominoes});
  matchings.max_holes = 9;
  CHECK(count(matchings) == 131);
  matchings.min_holes = matchings.max_holes = 5;
  CHECK(count(matchings) == 44);
  // One-sided pieces and pieces that may not turn.
  CHECK(count(puzzle_of(2, 4, {piece_of("X.|X.|XX", 0, std::nullopt)})) == 2);
  CHECK(count(puzzle_of(2, 4, {piece_of("X.|X.|XX", 0, std::nullopt, false)})) == 1);
  CHECK(count(puzzle_of(4, 4, {piece_of("XX", 0, std::nullopt, true, false)})) == 1);
  // Two entries of one shape are not told apart.
  CHECK(count(puzzle_of(2, 3, {piece_of("XX", 1, 1), piece_of("X|X", 2, 2)})) == 3);
  // Two staggered rows of n hexagons are a strip of 2n, each next to the two before it.
  CHECK(count(puzzle_of(2, 4, {dominoes}, Lattice::hex)) == 5);
  // A row of triangles is a strip, and two are a strip too where they touch at one cell; six around a point are a ring.
  CHECK(count(puzzle_of(1, 4, {dominoes}, Lattice::triangle)) == 1);
  CHECK(count(puzzle_of(2, 2, {dominoes}, Lattice::triangle)) == 1);
  CHECK(count(puzzle_of(2, 3, {dominoes}, Lattice::triangle)) == 2);
  Puzzle given = puzzle_of(2, 10, {dominoes});
  given.fixed = {Cells{{0, 0}, {0, 1}}};
  CHECK(count(given) == 34);
}

TEST_CASE("the odometer counts the 4006 tilings of 5x5 with pentominoes", "[long]") {
  CHECK(twin::all_packings(builtin_puzzle("gerrymander-5x5")).size() == 4006);
}

}  // namespace odometer_test
