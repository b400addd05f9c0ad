#include "pentocity/core/mask.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>

#include "affine.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/solvers/puzzle.hpp"

using namespace pentocity;

namespace {

using MeteorGrid = PackedGrid<1>;
const MeteorGrid meteor(10, 5, Lattice::hex);

// The ten pieces of the meteor puzzle, in the order of their numbers; odd lines stand half a cell to the right.
constexpr const char* meteor_pieces[] = {"XXXX|...X",       "..X|..X|.XX|X..", ".XXX|X...|.X..", "XXX|.X.|..X",
                                         "X..|XX.|X.X",     "..XX|XXX.",       "XX|X.|X.|X.",    ".X.X|XXX.",
                                         "X..|X..|.XX|..X", "X.|X.|.X|XX"};
Cells piece(int number) { return cells_of_picture(meteor_pieces[number], "X", "."); }

// Each cell takes its step by itself.
template <class Layout>
std::optional<typename Layout::Board> slow_step(const Grid<Layout>& grid, const typename Layout::Board& mask,
                                                std::size_t direction) {
  typename Layout::Board out;
  for (const Cell c : grid.cells(mask)) {
    const Cell to = c + steps(grid.lattice(), c.row)[direction];
    if (!grid.contains(to)) return std::nullopt;
    out.set(grid.bit(to));
  }
  return out;
}

template <class G>
void check_steps(Pcg& random, int most_rows, int most_columns) {
  using Board = typename G::Board;
  for (int game = 0; game < 400; ++game) {
    const Lattice lattice = game % 2 == 0 ? Lattice::square : Lattice::hex;
    const G grid(1 + random.next_int(most_rows), 1 + random.next_int(most_columns), lattice);
    Board mask;
    // A few cells, so that most steps stay on the board; every tenth mask is dense.
    const int cells = game % 10 == 0 ? grid.rows() * grid.columns() : random.next_int(6);
    for (int i = 0; i < cells; ++i) mask.set(grid.bit({random.next_int(grid.rows()), random.next_int(grid.columns())}));
    Board reached;
    const int directions = static_cast<int>(steps(lattice, 0).size());
    for (int d = 0; d < directions; ++d) {
      const auto moved = stepped(grid, mask, d);
      REQUIRE(moved == slow_step(grid, mask, static_cast<std::size_t>(d)));
      if (moved) {
        int back = d ^ 1;
        if (lattice == Lattice::hex && d >= hex_step::down_left) back = 7 - d;
        REQUIRE(stepped(grid, *moved, back) == mask);
      }
      mask.for_each([&](int bit) {
        Board one;
        one.set(bit);
        if (const auto next = stepped(grid, one, d)) reached |= *next;
      });
    }
    REQUIRE(reached == grid.neighbours(mask));
  }
}

}  // namespace

TEST_CASE("steps of masks: each cell by itself, back again, and all neighbours") {
  Pcg random(7);
  check_steps<PackedGrid<1>>(random, 9, 6);
  check_steps<PackedGrid<2>>(random, 10, 11);
  check_steps<PackedGrid<1>>(random, 1, 63);
  check_steps<RowGrid>(random, 64, 64);
}

TEST_CASE("steps on the meteor board: even and odd rows, and the edge") {
  using namespace hex_step;
  const auto step = [](Cell from, int direction) -> std::optional<Cell> {
    const auto to = stepped(meteor, meteor.board(Cells{from}), direction);
    if (!to) return std::nullopt;
    return meteor.cell(to->first());
  };
  const auto all = [&](Cell from) {
    std::vector<std::optional<Cell>> out;
    for (int d = right; d <= up_right; ++d) out.push_back(step(from, d));
    return out;
  };
  using Answers = std::vector<std::optional<Cell>>;
  const std::nullopt_t off = std::nullopt;
  //                            right       left        down left   down right  up left     up right
  CHECK(all({4, 2}) == Answers{Cell{4, 3}, Cell{4, 1}, Cell{5, 1}, Cell{5, 2}, Cell{3, 1}, Cell{3, 2}});
  CHECK(all({5, 2}) == Answers{Cell{5, 3}, Cell{5, 1}, Cell{6, 2}, Cell{6, 3}, Cell{4, 2}, Cell{4, 3}});
  CHECK(all({0, 0}) == Answers{Cell{0, 1}, off, off, Cell{1, 0}, off, off});
  CHECK(all({0, 4}) == Answers{off, Cell{0, 3}, Cell{1, 3}, Cell{1, 4}, off, off});
  CHECK(all({2, 0}) == Answers{Cell{2, 1}, off, off, Cell{3, 0}, off, Cell{1, 0}});
  CHECK(all({3, 0}) == Answers{Cell{3, 1}, off, Cell{4, 0}, Cell{4, 1}, Cell{2, 0}, Cell{2, 1}});
  CHECK(all({2, 4}) == Answers{off, Cell{2, 3}, Cell{3, 3}, Cell{3, 4}, Cell{1, 3}, Cell{1, 4}});
  CHECK(all({3, 4}) == Answers{off, Cell{3, 3}, Cell{4, 4}, off, Cell{2, 4}, off});
  CHECK(all({9, 0}) == Answers{Cell{9, 1}, off, off, off, Cell{8, 0}, Cell{8, 1}});
  CHECK(all({9, 4}) == Answers{off, Cell{9, 3}, off, off, Cell{8, 4}, off});
}

TEST_CASE("the ten meteor pieces: twelve orientations each, 2,596 positions") {
  const int positions[] = {208, 254, 258, 274, 274, 298, 272, 284, 220, 254};
  const Puzzle puzzle = builtin_puzzle("meteor");
  REQUIRE(puzzle.pieces.size() == 10);
  std::set<Cells> shapes;
  for (int number = 0; number < 10; ++number) {
    const Cells shape = piece(number);
    REQUIRE(shape.size() == 5);
    REQUIRE(is_connected(shape, Lattice::hex));
    REQUIRE(normalised(shape, Lattice::hex) == shape);
    shapes.insert(canonical(shape, Lattice::hex));
    CHECK(puzzle.pieces[static_cast<std::size_t>(number)].name == std::to_string(number));
    CHECK(canonical(puzzle.pieces[static_cast<std::size_t>(number)].shape, Lattice::hex) ==
          canonical(shape, Lattice::hex));
    const auto images = orientations(shape, true, true, Lattice::hex);
    CHECK(images.size() == 12);
    int found = 0;
    for (const Cells& image : images) {
      // The twin walks with single steps from the corner wherever they lead.
      const auto corner = in_south_east_corner(meteor, image);
      REQUIRE(corner);
      std::set<MeteorGrid::Board> walked{*corner};
      std::vector<MeteorGrid::Board> open{*corner};
      while (!open.empty()) {
        const auto mask = open.back();
        open.pop_back();
        for (int d = 0; d < 6; ++d)
          if (const auto next = stepped(meteor, mask, d); next && walked.insert(*next).second) open.push_back(*next);
      }
      std::set<MeteorGrid::Board> placed;
      for (const auto& p : placements(meteor, image, meteor.all())) placed.insert(p.cells);
      CHECK(placed == walked);
      found += static_cast<int>(placed.size());
    }
    CHECK(found == positions[number]);
  }
  CHECK(shapes.size() == 10);
  CHECK(std::accumulate(std::begin(positions), std::end(positions), 0) == 2596);
}

TEST_CASE("the south-east corner is the last placement by lowest row, then by rightmost column") {
  const auto check = [](const auto& grid, const Cells& shape) {
    using Board = std::decay_t<decltype(grid.all())>;
    std::optional<Board> expected;
    std::pair<int, int> best{-1, -1};
    for (const auto& p : placements(grid, shape, grid.all())) {
      std::pair<int, int> far{-1, -1};
      for (const Cell c : grid.cells(p.cells)) far = {std::max(far.first, c.row), std::max(far.second, c.column)};
      if (far > best) {
        best = far;
        expected = p.cells;
      }
    }
    REQUIRE(in_south_east_corner(grid, shape) == expected);
    if (!expected) return 0;
    REQUIRE(in_south_east_corner(grid, grid.cells(*expected)) == expected);
    return 1;
  };
  int fitting = 0, cases = 0;
  for (const Lattice lattice : {Lattice::square, Lattice::hex})
    for (const Cells& shape : free_polyominoes(5, lattice))
      for (const Cells& image : orientations(shape, true, true, lattice))
        for (int rows = 1; rows <= 6; ++rows)
          for (int columns = 1; columns <= 5; ++columns) {
            fitting += check(PackedGrid<1>(rows, columns, lattice), image);
            ++cases;
          }
  CHECK(fitting > 1000);
  CHECK(fitting < cases);
}

TEST_CASE("images of masks: six turns and two flips come home, and all twelve are the orientations") {
  for (int number = 0; number < 10; ++number) {
    const auto start = *in_south_east_corner(meteor, piece(number));
    std::set<MeteorGrid::Board> seen;
    auto mask = start;
    for (int turn = 0; turn < 6; ++turn) {
      seen.insert(mask);
      seen.insert(*mirrored(meteor, mask));
      CHECK(mirrored(meteor, *mirrored(meteor, mask)) == mask);
      CHECK(upside_down(meteor, *upside_down(meteor, mask)) == mask);
      // Both flips are half a turn.
      auto half = mask;
      for (int i = 0; i < 3; ++i) half = *rotated(meteor, half);
      CHECK(mirrored(meteor, *upside_down(meteor, mask)) == half);
      mask = *rotated(meteor, mask);
    }
    CHECK(mask == start);
    std::set<MeteorGrid::Board> expected;
    for (const Cells& image : orientations(piece(number), true, true, Lattice::hex))
      expected.insert(*in_south_east_corner(meteor, image));
    CHECK(seen == expected);
  }
  const PackedGrid<1> row(1, 5);
  CHECK_FALSE(rotated(row, row.all()).has_value());
  CHECK(mirrored(row, row.all()) == row.all());
  CHECK(rotated(row, {}) == PackedGrid<1>::Board{});
}

TEST_CASE("upside down exchanges rows, on both lattices") {
  Pcg random(11);
  for (int game = 0; game < 500; ++game) {
    const Lattice lattice = game % 2 == 0 ? Lattice::square : Lattice::hex;
    const PackedGrid<2> grid(11, 9, lattice);
    Cells cells;
    for (int i = 0; i < 5; ++i) cells.push_back({random.next_int(5), random.next_int(5)});
    cells = normalised(cells, lattice);
    // An odd number of rows keeps the stagger when row r becomes row 10 - r.
    Cells turned;
    for (const Cell c : cells) turned.push_back({10 - c.row, c.column});
    REQUIRE(upside_down(grid, grid.board(cells)) == in_south_east_corner(grid, turned));
  }
}

TEST_CASE("pictures of masks") {
  const MeteorGrid small(3, 3, Lattice::hex);
  CHECK(picture_of(small, small.board(Cells{{0, 0}, {1, 1}, {2, 2}})) ==
        "X . .\n"
        " . X .\n"
        ". . X\n");
  const MeteorGrid square(2, 3);
  CHECK(picture_of(square, square.board(Cells{{0, 2}, {1, 0}}), '#', '-') == "--#\n#--\n");
}

TEST_CASE("orientations are the images under affine maps, made point by point") {
  for (const Lattice lattice : {Lattice::square, Lattice::hex}) {
    CHECK(twin::linear_maps(true, true, lattice).size() == (lattice == Lattice::square ? 8 : 12));
    for (const Cells& shape : free_polyominoes(5, lattice))
      for (const bool rotate : {false, true})
        for (const bool flip : {false, true}) {
          std::set<Cells> fast;
          for (const Cells& image : orientations(shape, rotate, flip, lattice)) {
            const twin::Point first = twin::point_of(image.front(), lattice);
            fast.insert(twin::cells_of(twin::Affine::translation(-first.x, -first.y)(twin::points_of(image, lattice)),
                                       lattice));
          }
          CHECK(fast == twin::images(shape, rotate, flip, lattice));
        }
  }
}
