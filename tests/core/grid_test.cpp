// Bitboards and grids against their slow twin, with sizes that fill words and that barely do.

#include "pentocity/core/grid.hpp"

#include <algorithm>

#include "catch.hpp"
#include "pentocity/core/row_block.hpp"
#include "slow_board.hpp"

namespace grid_test {

using namespace pentocity;
using namespace pentocity::testing;

namespace {

const Cells no_cells;  // in place of empty(): a failed test shows what is compared

struct Size {
  int rows, columns;
};

constexpr Size extremes[] = {{1, 1},   {64, 64}, {1, 64},  {64, 1},  {50, 50},   {63, 63},
                             {2, 64},  {64, 2},  {64, 63}, {65, 65}, {128, 128}, {1, 128},
                             {128, 1}, {64, 65}, {65, 1},  {96, 96}, {127, 128}};

// Calls check(grid, random) with each extreme size and many random ones.
template <class Check>
void on_many_grids(int cases, Check check) {
  Pcg random(7);
  int round = 0;
  const auto on = [&](int rows, int columns) {
    CAPTURE(round, rows, columns);
    check(Grid(rows, columns), random);
    ++round;
  };
  for (const Size size : extremes)
    for (int i = 0; i < cases / 50; ++i) on(size.rows, size.columns);
  for (int i = 0; i < 2 * cases; ++i) on(1 + random.next_int(64), 1 + random.next_int(64));
  for (int i = 0; i < cases / 10; ++i) on(1 + random.next_int(128), 1 + random.next_int(128));
}

// The cells that are in one of both and not in the other.
Cells difference(const Cells& a, const Cells& b) {
  Cells out;
  std::ranges::set_symmetric_difference(a, b, std::back_inserter(out));
  return out;
}

SlowBoard random_board(Pcg& random, const Grid& grid) {
  return testing::random_board(random, grid.rows(), grid.columns(), Lattice::square);
}

}  // namespace

TEST_CASE("grid: cells, bits and bounds", "[core]") {
  on_many_grids(1000, [](const auto& grid, Pcg& random) {
    const SlowBoard slow = random_board(random, grid);
    const auto board = grid.board(slow.cells());
    REQUIRE(grid.cells(board) == slow.cells());
    auto rim = grid.all() - grid.all();
    int count = 0;
    Cells wrong;
    for (int r = -1; r <= grid.rows(); ++r)
      for (int c = -1; c <= grid.columns(); ++c) {
        if (grid.contains({r, c}) != slow.inside({r, c}) || grid.test(board, {r, c}) != slow.at({r, c}))
          wrong.push_back({r, c});
        if (!slow.inside({r, c})) continue;
        ++count;
        if (grid.cell(grid.bit({r, c})) != Cell{r, c} || !grid.all().test(grid.bit({r, c}))) wrong.push_back({r, c});
        if (r == 0 || c == 0 || r == grid.rows() - 1 || c == grid.columns() - 1) rim.set(grid.bit({r, c}));
      }
    REQUIRE(wrong == no_cells);
    REQUIRE(grid.all().count() == count);
    REQUIRE(grid.rim() == rim);
    for (const Cell off : {Cell{-1, 0}, Cell{0, -1}, Cell{grid.rows(), 0}, Cell{0, grid.columns()}})
      REQUIRE_THROWS_AS(grid.board(Cells{off}), std::out_of_range);
  });
}

TEST_CASE("bitboard: set algebra", "[core]") {
  on_many_grids(1000, [](const auto& grid, Pcg& random) {
    const SlowBoard sa = random_board(random, grid), sb = random_board(random, grid);
    const auto a = grid.board(sa.cells()), b = grid.board(sb.cells());
    Cells both, either, one, difference;
    for (int r = 0; r < grid.rows(); ++r)
      for (int c = 0; c < grid.columns(); ++c) {
        const bool in_a = sa.at({r, c}), in_b = sb.at({r, c});
        if (in_a && in_b) both.push_back({r, c});
        if (in_a || in_b) either.push_back({r, c});
        if (in_a != in_b) one.push_back({r, c});
        if (in_a && !in_b) difference.push_back({r, c});
      }
    REQUIRE(grid.cells(a & b) == both);
    REQUIRE(grid.cells(a | b) == either);
    REQUIRE(grid.cells(a ^ b) == one);
    REQUIRE(grid.cells(a - b) == difference);
    REQUIRE(a.count() == static_cast<int>(sa.cells().size()));
    REQUIRE(a.any() == !sa.cells().empty());
    REQUIRE(a.none() == sa.cells().empty());
    REQUIRE(a.intersects(b) == !both.empty());
    REQUIRE(b.contains(a) == difference.empty());
    REQUIRE(a.first() == (sa.cells().empty() ? -1 : grid.bit(sa.cells().front())));
    REQUIRE((a == b) == (sa.cells() == sb.cells()));
    REQUIRE((a < b) != (a >= b));
    REQUIRE(((a < b) || (b < a)) == (a != b));

    auto built = a - a;  // NOLINT(misc-redundant-expression): it must be empty
    for (const Cell c : sa.cells()) built.set(grid.bit(c));
    REQUIRE(built == a);
    for (const Cell c : both) built.reset(grid.bit(c));
    REQUIRE(built == a - b);
  });
}

TEST_CASE("row block: any bit is found, with vectors of 256 bits and without", "[core]") {
  CHECK(united(RowBlock{1, 2, 4, 8}) == 15);
  CHECK(united(RowBlock{}) == 0);
  CHECK_FALSE(any(RowBlock{}));
  CHECK_FALSE(any(WideRowBlock{}));
  for (int row = 0; row < block_rows; ++row)
    for (int column = 0; column < 64; ++column) {
      CAPTURE(row, column);
      RowBlock block{};
      block[row] = std::uint64_t{1} << column;
      REQUIRE(united(block) == block[row]);
      REQUIRE(any(block));
      REQUIRE(any(WideRowBlock{block, {}}));
      REQUIRE(any(WideRowBlock{{}, block}));
    }
}

TEST_CASE("grid: shifts", "[core]") {
  on_many_grids(1000, [](const auto& grid, Pcg& random) {
    const SlowBoard slow = random_board(random, grid);
    const auto board = grid.board(slow.cells());
    // Near shifts mostly, some as far as the board is long and a little further.
    const auto distance = [&](int length) {
      const int max = random.next_int(2) == 0 ? 2 : length + 1;
      return random.next_int(2 * max + 1) - max;
    };
    const int rows = distance(grid.rows()), columns = distance(grid.columns());
    INFO("shifted by " << rows << " rows and " << columns << " columns");
    REQUIRE(difference(grid.cells(grid.shifted(board, rows, columns)), slow.shifted(rows, columns).cells()) ==
            no_cells);
  });
}

TEST_CASE("grid: neighbours", "[core]") {
  on_many_grids(1000, [](const auto& grid, Pcg& random) {
    const SlowBoard slow = random_board(random, grid);
    REQUIRE(difference(grid.cells(grid.neighbours(grid.board(slow.cells()))), slow.neighbours().cells()) == no_cells);
  });
}

TEST_CASE("grid: floods and components", "[core][long]") {
  on_many_grids(1500, [](const auto& grid, Pcg& random) {
    const SlowBoard slow = random_board(random, grid);
    const auto board = grid.board(slow.cells());

    SlowBoard seeds = slow.empty_copy();
    for (int i = random.next_int(4); i > 0; --i)
      seeds.set({random.next_int(grid.rows()), random.next_int(grid.columns())});
    REQUIRE(difference(grid.cells(grid.flood(grid.board(seeds.cells()), board)), slow.flood(seeds.cells()).cells()) ==
            Cells());

    const Cell any{random.next_int(grid.rows()), random.next_int(grid.columns())};
    REQUIRE(difference(grid.cells(grid.component(grid.bit(any), board)), slow.flood({any}).cells()) == no_cells);

    const auto expected = slow.components();
    const auto found = grid.components(board);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(difference(grid.cells(found[i]), expected[i]) == no_cells);
    REQUIRE(grid.connected(board) == (expected.size() <= 1));
    for (std::size_t i = 0; i < std::min<std::size_t>(3, found.size()); ++i) REQUIRE(grid.connected(found[i]));
  });
}

TEST_CASE("grid: floods follow a long spiral", "[core]") {
  // The worst case of a flood that works row by row: one path that winds in from the rim.
  for (const int side : {4, 7, 50, 63, 64, 65, 96, 127, 128}) {
    SlowBoard slow(side, side, Lattice::square);
    int top = 0, left = 0, bottom = side - 1, right = side - 1, column_from = 0;
    while (top <= bottom && left <= right) {
      for (int c = column_from; c <= right; ++c) slow.set({top, c});
      for (int r = top; r <= bottom; ++r) slow.set({r, right});
      if (bottom > top)
        for (int c = right; c >= left; --c) slow.set({bottom, c});
      if (right > left)
        for (int r = bottom; r >= top + 2; --r) slow.set({r, left});
      column_from = left;
      top += 2, left += 2, bottom -= 2, right -= 2;
    }
    const Grid grid(side, side);
    const auto board = grid.board(slow.cells());
    CHECK(difference(grid.cells(grid.component(grid.bit({0, 0}), board)), slow.flood({{0, 0}}).cells()) == no_cells);
    CHECK(grid.connected(board) == (slow.components().size() == 1));
    CHECK(grid.connected(board));
  }
}

TEST_CASE("grid: sizes that do not fit", "[core]") {
  CHECK_THROWS_AS(Grid(129, 64), std::invalid_argument);
  CHECK_THROWS_AS(Grid(64, 129), std::invalid_argument);
  CHECK_THROWS_AS(Grid(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(Grid(5, -1), std::invalid_argument);
  CHECK_THROWS_AS(Grid(1 << 16, (1 << 16) - 1), std::invalid_argument);
  CHECK_THROWS_WITH(Grid(8, 129), Catch::Contains("8x129"));
}

TEST_CASE("grid: a board with few words in use is the same set as one with all", "[core]") {
  // Sets that began empty or small, and the same after a cell far down was set and removed, which brings words into
  // use.
  Pcg random(11);
  for (const int side : {65, 96, 128}) {
    const Grid grid(side, side);
    for (int i = 0; i < 300; ++i) {
      CAPTURE(side, i);
      const auto random_set = [&](int rows) {
        Grid::Board b;
        for (int n = random.next_int(40); n > 0; --n) b.set(grid.bit({random.next_int(rows), random.next_int(side)}));
        return b;
      };
      const Grid::Board a = random_set(i % 2 == 0 ? side : 30), b = random_set(i % 3 == 0 ? side : 20);
      Grid::Board a_all = a, b_all = b;
      for (Grid::Board* board : {&a_all, &b_all}) {
        const int bit = grid.bit({side - 1, side - 1});
        const bool was = board->test(bit);
        board->set(bit);
        if (!was) board->reset(bit);
      }
      const auto same = [&](auto&& of) {
        const auto expected = of(a, b);
        REQUIRE(of(a_all, b) == expected);
        REQUIRE(of(a, b_all) == expected);
        REQUIRE(of(a_all, b_all) == expected);
      };
      same([](const auto& x, const auto& y) { return x | y; });
      same([](const auto& x, const auto& y) { return x & y; });
      same([](const auto& x, const auto& y) { return x ^ y; });
      same([](const auto& x, const auto& y) { return x - y; });
      same([](auto x, const auto& y) { return x |= y; });
      same([](auto x, const auto& y) { return x &= y; });
      same([](auto x, const auto& y) { return x ^= y; });
      same([](auto x, const auto& y) { return x -= y; });
      same([](const auto& x, const auto& y) { return x.intersects(y); });
      same([](const auto& x, const auto& y) { return x.contains(y); });
      same([](const auto& x, const auto& y) { return x == y; });
      same([](const auto& x, const auto& y) { return x <=> y; });
      same([](const auto& x, const auto&) { return x.count(); });
      same([](const auto& x, const auto&) { return x.any(); });
      same([](const auto& x, const auto&) { return x.first(); });
      same([&](const auto& x, const auto& y) { return grid.flood(x, x | y); });
      same([&](const auto& x, const auto&) { return grid.neighbours(x); });
      same([&](const auto& x, const auto&) { return grid.shifted(x, 1, -2); });
      REQUIRE((a_all - a).none());
      REQUIRE(a_all == a);
    }
  }
}

}  // namespace grid_test
