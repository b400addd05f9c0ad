#include "pentocity/packing/verify.hpp"

#include <map>

#include "catch.hpp"
#include "packing_lock.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/user_error.hpp"

namespace verify_test {

using namespace pentocity;
using namespace pentocity::packing;

namespace {

Piece piece_of(const char* name, const char* picture, int min, std::optional<int> max, bool flip = true,
               bool rotate = true) {
  return {name, cells_of_picture(picture, "X", "."), min, max, flip, rotate};
}
Puzzle puzzle_of(int rows, int columns, std::vector<Piece> pieces) {
  Puzzle p;
  p.name = "test";
  p.rows = rows;
  p.columns = columns;
  p.pieces = std::move(pieces);
  return p;
}

Verdict verdict_of(const Puzzle& puzzle, const std::string& text) {
  const auto boards = read_boards(puzzle, text, "text");
  REQUIRE(boards.size() == 1);
  return Verifier(puzzle).check(boards[0]);
}
std::string fault_of(const Puzzle& puzzle, const std::string& text) {
  return verdict_of(puzzle, text).fault.value_or("none");
}
std::string unreadable(const Puzzle& puzzle, const std::string& text) {
  try {
    read_boards(puzzle, text, "file");
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

const Puzzle dominoes = puzzle_of(2, 3, {piece_of("D", "XX", 0, std::nullopt)});

}  // namespace

TEST_CASE("verify reads boards however they are written") {
  const std::vector<std::string> expected{"1", "2", "2", "1", ".", "#"};
  for (const char* text : {"122|1.#", "122|1.#\n", "122\n1.#\n", "\n\n122\n1.#\n\n\n", "1 2 2\n1 . #", "1 2 2|1 . #",
                           "122\r\n1.#\r\n", "112222\n11. ##\n", "112222|11. ##", "[1]22|1.#"}) {
    const auto boards = read_boards(dominoes, text, "text");
    REQUIRE(boards.size() == 1);
    if (text[0] == '[')
      CHECK(boards[0].labels == std::vector<std::string>{"[1]", "2", "2", "1", ".", "#"});
    else
      CHECK(boards[0].labels == expected);
  }
  // A hole at the end of a doubled row is a trailing blank, which editors cut off.
  CHECK(read_boards(dominoes, "1122. \n1122.\n", "text")[0].labels ==
        std::vector<std::string>{"1", "2", ".", "1", "2", "."});
  CHECK(read_boards(dominoes, "äöü|[12] [x y]z", "text")[0].labels ==
        std::vector<std::string>{"ä", "ö", "ü", "[12]", "[x y]", "z"});

  const auto list = read_boards(
      dominoes, "3 solutions found\n122\n133\n\n112\n332\n1 solution\n1 2 3|1 2 3\n2 solutions, 1 up to symmetry\n",
      "text");
  REQUIRE(list.size() == 3);
  CHECK(list[0].line == 2);
  CHECK(list[1].line == 5);
  CHECK(list[2].line == 8);
  const Puzzle row = puzzle_of(1, 3, {piece_of("I", "XXX", 1, 1)});
  CHECK(read_boards(row, "111\n222\n\n333", "text").size() == 3);
}

TEST_CASE("verify reads the layers of solids") {
  Puzzle solid = puzzle_of(2, 2, {piece_of("V", "XX|X.", 2, 2)});
  solid.lattice = Lattice::cube;
  solid.layers = 2;
  solid.max_holes = 2;
  const std::vector<std::string> expected{"1", "2", "1", "1", "2", "2", ".", "."};
  for (const char* text :
       {"12|11||22|..", "12\n11\n\n22\n..\n", "12\n11\n22\n..", "1122\n1111\n\n2222\n. . \n\n1 solution"}) {
    const auto boards = read_boards(solid, text, "text");
    REQUIRE(boards.size() == 1);
    CHECK(boards[0].labels == expected);
    CHECK_FALSE(Verifier(solid).check(boards[0]).fault);
  }
  CHECK(read_boards(solid, "12|11||22|..\n12\n11\n\n22\n..\n\n12\n11\n\n22\n..\n", "text").size() == 3);
  CHECK_THAT(unreadable(solid, "12\n11\n\n22\n"),
             Catch::Contains("a board of 3 rows, but puzzle test has 4, in 2 layers"));
  CHECK(fault_of(solid, "21|11||2.|2.") == "none");
  CHECK(fault_of(solid, "11|12||2.|.2") ==
        "the 3 cells of label '2' from layer 1, row 2, column 2 on are not connected");
}

TEST_CASE("verify refuses what is no board, in one line") {
  CHECK(unreadable(dominoes, "122\n133\n144\n") == "file:1: a board of 3 rows, but puzzle test has 2");
  CHECK(unreadable(dominoes, "122\n133\n\n111\n") == "file:4: a board of 1 row, but puzzle test has 2");
  CHECK(unreadable(dominoes, "1222|1333") == "file:1: row 1 of the board has 4 cells, but puzzle test has 3 columns");
  CHECK(unreadable(dominoes, "\n122\n12") == "file:2: row 2 of the board has 2 cells, but puzzle test has 3 columns");
  CHECK(unreadable(dominoes, "12[3|123") == "file:1: row 1 of the board has no cells that can be read");
  CHECK(unreadable(dominoes, "122|1\x1b.") == "file:1: row 2 of the board has no cells that can be read");
  CHECK(unreadable(dominoes, "12[\t]|122") == "file:1: row 1 of the board has no cells that can be read");
  CHECK(unreadable(dominoes, "|") != "none");
  CHECK(unreadable(dominoes, "solutions:\n") != "none");
  CHECK(unreadable(dominoes, std::string("\0\xff\xfe|", 4)) != "none");
  CHECK(read_boards(dominoes, "", "file").empty());
  CHECK(read_boards(dominoes, "\n \n", "file").empty());
}

TEST_CASE("verify says what is wrong with a board") {
  CHECK(fault_of(dominoes, "122|133") == "none");
  CHECK(fault_of(dominoes, "112|133") == "the 3 cells of label '1' from row 1, column 1 on are no permitted piece");
  CHECK(fault_of(dominoes, "123|214") == "the 2 cells of label '1' from row 1, column 1 on are not connected");
  CHECK(fault_of(dominoes, "122|1..") == "2 cells are empty, and the puzzle asks for 0");
  CHECK(fault_of(dominoes, "122|1##") == "the cell in row 2, column 2 is in play and drawn as '#'");

  Puzzle blocked = dominoes;
  blocked.blocked = {{0, 1}, {1, 1}};
  CHECK(fault_of(blocked, "1#2|1#2") == "none");
  CHECK(fault_of(blocked, "1.2|1#2") == "the cell in row 1, column 2 is blocked and drawn as '.'");

  Puzzle holes = dominoes;
  holes.max_holes = 2;
  CHECK(fault_of(holes, "122|1..") == "none");
  CHECK(fault_of(holes, "...|.11") == "4 cells are empty, and the puzzle asks for 0 to 2");

  holes.required = {{1, 1}};
  CHECK(fault_of(holes, "122|1..") == "the cell in row 2, column 2 is empty, and must not be");
  CHECK(fault_of(holes, ".22|.11") == "none");
  holes.required.clear();

  holes.min_holes = 2;
  CHECK(fault_of(holes, "122|133") == "0 cells are empty, and the puzzle asks for 2");

  const Puzzle two = puzzle_of(2, 3, {piece_of("D", "XX", 1, 1), piece_of("M", "X", 0, 4)});
  CHECK(fault_of(two, "112|345") == "none");
  CHECK(fault_of(two, "112|334") == "piece D is there 2 times, and the puzzle asks for 1");
  CHECK(fault_of(two, "123|456") == "piece D is there 0 times, and the puzzle asks for 1");
  const Puzzle some = puzzle_of(2, 3, {piece_of("D", "XX", 1, std::nullopt), piece_of("M", "X", 0, 2)});
  CHECK(fault_of(some, "122|344") == "none");
  CHECK(fault_of(some, "112|345") == "piece M is there 4 times, and the puzzle asks for 0 to 2");

  const Puzzle upright = puzzle_of(2, 3, {piece_of("D", "X|X", 3, 3, true, false)});
  CHECK(fault_of(upright, "123|123") == "none");
  CHECK(fault_of(upright, "122|133") == "the 2 cells of label '2' from row 1, column 2 on are no permitted piece");

  Puzzle fixed = dominoes;
  fixed.fixed = {Cells{{0, 1}, {0, 2}}};
  CHECK(fault_of(fixed, "122|133") == "none");
  CHECK(fault_of(fixed, "123|123") == "the fixed piece at row 1, column 2 is missing");

  // Blocked cells have no colour, but they are not empty.
  const Puzzle by_colour =
      parse_puzzle("board: 'rr.|..#'\npieces: [{shape: X, count: any}]\nholes: {r: 1, '.': 1}\n", "p");
  CHECK(fault_of(by_colour, "1.2|.3#") == "none");
  CHECK(fault_of(by_colour, "123|..#") == "2 cells of colour . are empty, and the puzzle asks for 1");
}

TEST_CASE("verify: a label may be the name of a kind if it says enough") {
  const Puzzle mixed = puzzle_of(2, 4, {piece_of("D", "XX", 0, std::nullopt), piece_of("M", "X", 0, std::nullopt)});
  CHECK(fault_of(mixed, "DMDD|DMMM") == "none");
  CHECK(verdict_of(mixed, "DMDD|DMMM").solution == verdict_of(mixed, "1233|1456").solution);
  const Verdict unclear = verdict_of(mixed, "DDMM|DDMM");
  CHECK_FALSE(unclear.readable);
  CHECK(unclear.fault == "label 'D' does not tell which cells belong together; label each piece apart");
  CHECK(fault_of(mixed, "DDMD|DMMM") == "the 4 cells of label 'D' cannot be cut into pieces D");
  CHECK(fault_of(mixed, "DDMx|DMMM").starts_with("the 3 cells of label 'D'"));
  const Puzzle named = puzzle_of(2, 3, {piece_of("long name", "XXX", 2, 2)});
  CHECK(fault_of(named, "[long name][long name][long name]|[long name][long name][long name]") == "none");
  // A chessboard without two opposite corners has no tiling, but a search for one has no end: it is given up.
  Puzzle large = puzzle_of(16, 16, {piece_of("D", "XX", 0, std::nullopt)});
  large.blocked = {{0, 0}, {15, 15}};
  std::string text = "#" + std::string(15, 'D');
  for (int r = 1; r < 15; ++r) text += '|' + std::string(16, 'D');
  CHECK_FALSE(verdict_of(large, text + '|' + std::string(15, 'D') + '#').readable);
}

TEST_CASE("verify agrees with the list of all solutions, on right boards and on spoilt ones") {
  Puzzle holed = puzzle_of(3, 4, {piece_of("L", "X.|X.|XX", 1, 2), piece_of("D", "XX", 0, 2, true, false)});
  holed.max_holes = 3;
  Puzzle hex = puzzle_of(3, 4, {piece_of("V", "XX|.X", 2, 2, false), piece_of("I", "XX", 0, 3)});
  hex.lattice = Lattice::hex;
  hex.blocked = {{1, 1}};
  hex.min_holes = 1;
  hex.max_holes = 2;
  Puzzle triangles = puzzle_of(3, 5, {piece_of("V", "XXX", 2, 3), piece_of("D", "XX", 0, 3)});
  triangles.lattice = Lattice::triangle;
  triangles.blocked = {{0, 0}, {1, 2}};
  triangles.min_holes = 1;
  triangles.max_holes = 2;
  Puzzle fixed = puzzle_of(4, 4, {piece_of("D", "XX", 4, 4), piece_of("S", "XX|XX", 0, 2), piece_of("d", "X|X", 0, 2)});
  fixed.fixed = {Cells{{3, 2}, {3, 3}}};
  Pcg random(5);
  for (const Puzzle& puzzle : {holed, hex, triangles, fixed}) {
    const auto packings = twin::all_packings(puzzle);
    REQUIRE(packings.size() >= 4);
    const Verifier verifier(puzzle);
    std::size_t spoilt_right = 0, spoilt_wrong = 0;
    for (const twin::Packing& packing : packings) {
      DrawnBoard board;
      board.labels.assign(puzzle.rows * puzzle.columns, ".");
      const auto at = [&](Cell c) -> std::string& { return board.labels[c.row * puzzle.columns + c.column]; };
      for (const Cell c : puzzle.blocked) at(c) = "#";
      char label = 'k';
      for (const auto& [cells, colours] : packing) {
        for (const Cell c : cells) at(c) = label;
        ++label;
      }
      const Verdict verdict = verifier.check(board);
      CAPTURE(puzzle.rows, puzzle.lattice, board.labels);
      REQUIRE_FALSE(verdict.fault);
      twin::Packing seen;
      for (const Placement& placed : verdict.solution) seen.insert({placed.cells});
      REQUIRE((seen == packing));

      // One or two cells get another label, or two labels change places.
      for (int spoil = 0; spoil < 20; ++spoil) {
        DrawnBoard other = board;
        for (int times = 1 + random.next_int(2); times > 0; --times) {
          std::string& cell = other.labels[random.next_int(static_cast<int>(other.labels.size()))];
          std::string& another = other.labels[random.next_int(static_cast<int>(other.labels.size()))];
          if (random.next_int(2) == 0)
            cell = another;
          else
            std::swap(cell, another);
        }
        std::map<std::string, Cells> regions;
        bool blocked_kept = true;
        for (int r = 0; r < puzzle.rows; ++r)
          for (int c = 0; c < puzzle.columns; ++c) {
            const std::string& l = other.labels[r * puzzle.columns + c];
            blocked_kept &= (l == "#") == std::binary_search(puzzle.blocked.begin(), puzzle.blocked.end(), Cell{r, c});
            if (l != "." && l != "#") regions[l].push_back({r, c});
          }
        twin::Packing partition;
        for (const auto& [l, cells] : regions) partition.insert({cells});
        const bool is_solution = blocked_kept && packings.contains(partition);
        (is_solution ? spoilt_right : spoilt_wrong) += 1;
        CAPTURE(other.labels);
        REQUIRE(verifier.check(other).fault.has_value() != is_solution);
      }
    }
    CHECK(spoilt_right > 0);
    CHECK(spoilt_wrong > 0);
  }
}

}  // namespace verify_test
