// Puzzle files, good and bad.

#include "pentocity/packing/puzzle.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/solution.hpp"

namespace puzzle_test {

using namespace pentocity;
using namespace pentocity::packing;

namespace {

const std::string domino = "pieces: [{shape: XX, count: any}]\n";

std::string fault_of(const std::string& yaml) {
  try {
    parse_puzzle(yaml, "p.yaml");
  } catch (const InputError& e) {
    const std::string what = e.what();
    CHECK(what.find('\n') == std::string::npos);
    return what;
  }
  return "none";
}

}  // namespace

TEST_CASE("puzzle: what a file says, and what it leaves out") {
  const Puzzle puzzle = parse_puzzle(
      "name: x\nsummary: y\nlattice: hex\nboard: |\n  ..#\n  ...\npieces:\n  - {shape: 'X|X', name: D, count: {max: "
      "2}}\n"
      "  - {shape: X, count: 1, flip: false, rotate: false}\nholes: {max: 3}\n",
      "p.yaml");
  CHECK(puzzle.name == "x");
  CHECK(puzzle.summary == "y");
  CHECK(puzzle.lattice == Lattice::hex);
  CHECK(puzzle.rows == 2);
  CHECK(puzzle.columns == 3);
  CHECK(puzzle.blocked == Cells{{0, 2}});
  CHECK(puzzle.area() == 5);
  REQUIRE(puzzle.pieces.size() == 2);
  CHECK(puzzle.pieces[0].name == "D");
  CHECK(puzzle.pieces[0].min == 0);
  CHECK(puzzle.pieces[0].max == 2);
  CHECK(puzzle.pieces[0].flip);
  CHECK(puzzle.pieces[1].name == "2");
  CHECK_FALSE(puzzle.pieces[1].rotate);
  CHECK(puzzle.min_holes == 0);
  CHECK(puzzle.max_holes == 3);

  CHECK(parse_puzzle("board: 10x10\npieces: [{shape: XXXX, count: 11}]\n", "p").min_holes == 56);
  CHECK(parse_puzzle("board: 2x2\n" + domino, "p").max_holes == 0);
}

TEST_CASE("puzzle: all pictures of a shape are the same shape") {
  const Puzzle lines =
      parse_puzzle("board: 9x9\npieces:\n  - shape: |\n      XXXXX\n      X....\n      XX...\nholes: 73\n", "p");
  const Puzzle bars = parse_puzzle("board: 9x9\npieces: [{shape: 'xxxxx|x|xx'}]\n", "p");
  CHECK(lines.pieces[0].shape == bars.pieces[0].shape);
  CHECK(lines.pieces[0].shape.size() == 8);
}

TEST_CASE("puzzle: triangles point up and down in turn, from the top left of each picture") {
  const auto shape = [](const std::string& picture) {
    return parse_puzzle(
               "lattice: triangle\nboard: 8x8\nholes: {max: 128}\npieces: [{shape: '" + picture + "', count: any}]\n",
               "p")
        .pieces[0]
        .shape;
  };
  // A row, begun with either letter; X leaves it to the rule.
  CHECK(shape("AVA") == Cells{{0, 0}, {0, 1}, {0, 2}});
  CHECK(shape("VAV") == Cells{{0, 1}, {0, 2}, {0, 3}});
  CHECK(shape("XXX") == shape("AVA"));
  CHECK(shape(".XXX") == shape("VAV"));
  CHECK(shape("..XXX") == shape("AVA"));
  CHECK(shape("XVX") == shape("AVA"));
  // The hexagon: three above its middle, of which the middle one points down, and three below.
  CHECK(shape("AVA|VAV") == Cells{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}});
  CHECK(orientations(shape("AVA|VAV"), true, true, Lattice::triangle).size() == 1);
  CHECK(orientations(shape("AVAV|V"), true, true, Lattice::triangle).size() == 12);

  const Puzzle board = parse_puzzle("lattice: triangle\nboard: '#.A#|.A.A'\npieces: [{shape: X, count: any}]\n", "p");
  CHECK(board.rows == 2);
  CHECK(board.columns == 4);
  CHECK(board.blocked == Cells{{0, 0}, {0, 3}});
  // A parallelogram leans to the right; the first cell of each row points up.
  for (const auto& [size, picture] : std::map<std::string, std::string>{{"1x1", ".."},
                                                                        {"1x3", "......"},
                                                                        {"2x1", "##..|#..#"},
                                                                        {"2x2", "##....|#....#"},
                                                                        {"3x2", "##....|#....#|....##"}}) {
    const auto blocked = [&](const std::string& drawn) {
      const Puzzle puzzle =
          parse_puzzle("lattice: triangle\nboard: '" + drawn + "'\npieces: [{shape: X, count: any}]\n", "p");
      return std::tuple(puzzle.rows, puzzle.columns, puzzle.blocked);
    };
    CHECK(blocked(size) == blocked(picture));
  }
}

TEST_CASE("puzzle: letters are colours") {
  const Puzzle puzzle = parse_puzzle(
      "board: 'r.G|*#b'\npieces: [{shape: 'xr|.g', count: {max: 1}}, {shape: X, count: any}]\nholes: {max: "
      "2}\ncolours: {r: rb}\n",
      "p");
  CHECK(puzzle.colours == "r.g..b");
  CHECK(puzzle.required == Cells{{0, 2}, {1, 0}});
  CHECK(puzzle.pieces[0].colours == ".rg");
  CHECK(puzzle.pieces[1].colours.empty());
  for (const auto& [of_piece, on] : std::map<char, std::string>{{'r', "rb."}, {'g', "g."}, {'.', "rgb."}})
    for (const char of_board : {'r', 'g', 'b', '.'})
      CHECK(puzzle.permits(of_piece, of_board) == (on.find(of_board) != std::string::npos));
  const Puzzle holed =
      parse_puzzle("board: 'rr.|g#g'\npieces: [{shape: X, count: 3}]\nholes: {r: 1, g: 1}\ncells: 'a b c d e'\n", "p");
  CHECK(holed.min_holes == 2);
  CHECK(holed.max_holes == 2);
  CHECK(holed.required == Cells{{0, 2}});
  CHECK(holed.holes_by_colour == std::map<char, int>{{'r', 1}, {'g', 1}});
  CHECK(holed.cell_names == std::vector<std::string>{"a", "b", "c", "d", "", "e"});
  CHECK_FALSE(shows_colours(parse_puzzle("board: 'rgr|grg'\npieces: [{shape: rg, count: any}]\n", "p")));
  CHECK(shows_colours(parse_puzzle("board: 'rg.|gr.'\npieces: [{shape: rg, count: any}]\n", "p")));
}

TEST_CASE("puzzle: solids are drawn in layers") {
  const std::string pieces = "pieces: [{shape: 'XX|X.||X.', flip: true, name: Y}, {shape: X||X}]\nholes: 1\n";
  const Puzzle lines = parse_puzzle("lattice: cube\nboard: |\n  ..\n  .#\n\n\n  ..\n  *.\n" + pieces, "p");
  const Puzzle line = parse_puzzle("lattice: cube\nboard: '..|.#||..|*.'\n" + pieces, "p");
  for (const Puzzle& puzzle : {lines, line}) {
    CHECK(puzzle.size() == "2x2x2");
    CHECK(puzzle.blocked == Cells{{1, 1}});
    CHECK(puzzle.required == Cells{{layer_rows + 1, 0}});
    CHECK(puzzle.area() == 7);
    CHECK(puzzle.index({layer_rows + 1, 0}) == 6);
    CHECK(puzzle.place_of({layer_rows + 1, 0}) == "layer 2, row 2, column 1");
    CHECK(puzzle.pieces[0].shape == Cells{{0, 0}, {0, 1}, {1, 0}, {layer_rows, 0}});
    CHECK(puzzle.pieces[0].flip);
    CHECK_FALSE(puzzle.pieces[1].flip);  // a solid has no other side
  }
}

TEST_CASE("puzzle: sets of pieces have as many as is known") {
  struct Known {
    std::string lattice, set;
    std::size_t free, one_sided;
  };
  // OEIS A000105 and A000988, A000228 and A006535, A000577 and A006534, A038119 and A000162.
  const std::vector<Known> known{
      {"square", "monominoes", 1, 1},      {"square", "dominoes", 1, 1},        {"square", "trominoes", 2, 2},
      {"square", "tetrominoes", 5, 7},     {"square", "pentominoes", 12, 18},   {"square", "hexominoes", 35, 60},
      {"square", "heptominoes", 108, 196}, {"square", "octominoes", 369, 704},  {"hex", "trihexes", 3, 3},
      {"hex", "tetrahexes", 7, 10},        {"hex", "pentahexes", 22, 33},       {"hex", "hexahexes", 82, 147},
      {"triangle", "tetriamonds", 3, 4},   {"triangle", "pentiamonds", 4, 6},   {"triangle", "hexiamonds", 12, 19},
      {"triangle", "heptiamonds", 24, 43}, {"triangle", "octiamonds", 66, 120}, {"cube", "tetracubes", 7, 8},
      {"cube", "pentacubes", 23, 29},      {"cube", "hexacubes", 112, 166},     {"cube", "pentominoes", 12, 12}};
  for (const auto& [lattice, set, free, one_sided] : known) {
    CAPTURE(set);
    const auto pieces = [&](const std::string& entry) {
      const std::string size = lattice == "cube" ? "9x9x9" : "16x16";
      return parse_puzzle("lattice: " + lattice + "\nboard: " + size + "\npieces: [" + entry + "]\n", "p").pieces;
    };
    const auto several = pieces("{set: " + set + ", flip: true, count: {max: 1}}");
    CHECK(several.size() == free);
    CHECK(pieces("{set: one-sided " + set + ", count: {max: 1}}").size() == one_sided);
    CHECK(pieces("{set: " + set + ", flip: false, count: {max: 1}}").size() == one_sided);
    CHECK(std::all_of(several.begin(), several.end(), [](const Piece& p) { return p.flip && p.rotate && p.max == 1; }));
  }
  const Puzzle word = parse_puzzle("board: 6x10\npieces: pentominoes\n", "p");
  std::string names;
  for (const Piece& piece : word.pieces) names += piece.name;
  std::sort(names.begin(), names.end());
  CHECK(names == "FILNPTUVWXYZ");
  CHECK(parse_puzzle("board: 9x7\npieces: [pentominoes, {shape: XXX, name: 3}]\n", "p").pieces.size() == 13);
}

TEST_CASE("puzzle: the built-in ones and their pieces") {
  CHECK(builtin_puzzles().size() >= 8);
  for (const Puzzle& puzzle : builtin_puzzles()) {
    CHECK_FALSE(puzzle.summary.empty());
    CHECK(builtin_puzzle(puzzle.name).pieces.size() == puzzle.pieces.size());
  }
  const auto orientations_of = [](bool flip, bool rotate) {
    std::size_t sum = 0;
    for (const Piece& piece : builtin_puzzle("gerrymander-5x5").pieces)
      sum += orientations(piece.shape, rotate, flip).size();
    return sum;
  };
  CHECK(orientations_of(true, true) == 63);
  const Puzzle meteor = builtin_puzzle("meteor");
  CHECK(meteor.pieces.size() == 10);
  for (const Piece& piece : meteor.pieces) CHECK(orientations(piece.shape, true, true, Lattice::hex).size() == 12);
}

TEST_CASE("puzzle: whatever is wrong is one line that says where") {
  CHECK(fault_of("board: 2x2\n" + domino) == "none");
  CHECK_THAT(fault_of("board: ##.\n" + domino),
             Catch::Contains("'board' has no value (what begins with # is a comment"));
  CHECK_THAT(fault_of("board: ['##.', '...']\n" + domino),
             Catch::Contains("or a picture of '.' free") && Catch::EndsWith("not a list"));
  CHECK(fault_of("board: 3x3\nholes: {min: 1}\n" + domino) == "none");
  const std::map<std::string, std::vector<std::string>> faults{
      {"board: 2x2\npieces: []\n", {"p.yaml:2:", "there are no pieces"}},
      {"board: 6x10\npieces: pentominos\n", {"p.yaml:2:9:", "lattice square", "did you mean 'pentominoes'?"}},
      {"board: 6x10\npieces: [hexiamonds]\n", {"p.yaml:2:10:", "lattice square", "no set of pieces"}},
      {"board: 3x3\npieces: [{set: hexominoes}]\n", {"p.yaml:2:16:", "of hexominoes is larger than the board"}},
      {"board: 6x10\npieces: [{set: pentominoes, name: A}]\n", {"p.yaml:2:", "name"}},
      {"board: 2x2\n", {"p.yaml:1:", "pieces"}},
      {"pieces: [{shape: XX}]\n", {"p.yaml:1:", "board"}},
      {"board: 2x2\npieces: [{shape: XX, count: 0}]\n", {"there are no pieces"}},
      {"board: 2x2\npieces: [{shape: '..'}]\n", {"p.yaml:2:18:", "empty"}},
      {"board: 2x2\npieces: [{shape: ''}]\n", {"p.yaml:2:18:", "empty"}},
      {"board: 4x4\npieces: [{shape: 'X.X'}]\n", {"p.yaml:2:18:", "not connected"}},
      {"lattice: hex\nboard: 4x4\npieces: [{shape: 'X..|..X'}]\n", {"p.yaml:3:18:", "not connected", "half a cell"}},
      {"board: 2x9\npieces: [{shape: 'XXX|XXX|XXX'}]\n", {"p.yaml:2:18:", "larger than the board", "2x9"}},
      {"board: 2x5\npieces: [{shape: XXXXX, rotate: false, name: I}, {shape: 'X|X|X|X|X', rotate: false}]\n",
       {"larger than the board"}},
      {"board: 3x3\npieces: [{shape: XX, count: 5}]\n", {"the area cannot fit", "5 x 2", "9"}},
      {"board: 3x3\npieces: [{shape: XX, count: 3}]\nholes: 4\n",
       {"p.yaml:3:", "3 x 2 = 6", "4 cells stay empty", "10", "9"}},
      {"board: 3x3\npieces: [{shape: XX, count: 3}]\nholes: 2\n", {"3 x 2 = 6", "2", "8", "9"}},
      {"board: 3x3\n" + domino, {"the area cannot fit", "9 cells"}},
      {"board: 3x3\nholes: {}\n" + domino, {"p.yaml:2:8:", "needs min or max"}},
      {"board: 2x2\nholles: 2\n" + domino, {"p.yaml:2:1:", "holles", "holes"}},
      {"board: 2x2\npieces: [{shap: XX}]\n", {"p.yaml:2:", "shap", "shape"}},
      {"board: 65x2\n" + domino, {"p.yaml:1:8:", "65x2", "1 to 64 rows"}},
      {"board: 0x2\n" + domino, {"p.yaml:1:8:", "0x2"}},
      {"board: 2 by 2\n" + domino, {"p.yaml:1:8:", "rows x columns"}},
      {"board: '..|...'\n" + domino, {"row 2", "3 cells", "2"}},
      {"board: '##|##'\n" + domino, {"every cell of the board is blocked"}},
      {"lattice: round\nboard: 2x2\n" + domino, {"p.yaml:1:10:", "square, hex, triangle or cube"}},
      {"lattice: cube\nboard: 2x2\n" + domino, {"p.yaml:2:8:", "layers x rows x columns, like 3x3x3"}},
      {"board: 2x2x2\n" + domino, {"p.yaml:1:8:", "2x2x2 is a solid", "lattice: cube"}},
      {"lattice: cube\nboard: 65x1x1\n" + domino, {"p.yaml:2:8:", "65x1x1", "1 to 64 layers"}},
      {"lattice: cube\nboard: 64x64x2\n" + domino, {"p.yaml:2:8:", "up to 4096 cells"}},
      {"lattice: cube\nboard: '..|..||..'\n" + domino, {"p.yaml:2:8:", "layer 2", "1 row, the first has 2"}},
      {"lattice: cube\nboard: '..|..||...|..'\n" + domino, {"p.yaml:2:8:", "layer 2, row 1", "3 cells", "2"}},
      {"lattice: cube\nboard: 3x3x3\npieces: [{shape: X||.X}]\n", {"p.yaml:3:18:", "not connected", "faces", "||"}},
      {"lattice: cube\nboard: 3x3x3\npieces: [{shape: XX||Y}]\n", {"p.yaml:3:18:", "'Y' in layer 2, line 1, column 1"}},
      {"lattice: cube\nboard: 1x3x3\npieces: [{shape: 'XX|X.||X.'}]\n",
       {"p.yaml:3:18:", "larger than the board: 1x3x3"}},
      {"lattice: cube\nboard: 1x2x2\n" + domino + "fixed: '11|22||33|44'\n", {"p.yaml:4:", "4 rows"}},
      {"lattice: cube\nboard: 2x1x2\n" + domino + "fixed: '1.||1.|..'\n", {"p.yaml:4:", "3 rows", "2, in 2 layers"}},
      {"lattice: triangle\nboard: 4x4\npieces: [{shape: '.X|.X'}]\n",
       {"p.yaml:3:18:", "not connected", "top left one of the picture points up"}},
      {"lattice: triangle\nboard: 4x4\npieces: [{shape: 'AVV'}]\n", {"p.yaml:3:18:", "line 1, column 3", "take turns"}},
      {"lattice: triangle\nboard: 4x4\npieces: [{shape: 'AV|AV'}]\n", {"p.yaml:3:18:", "line 2, column 1"}},
      {"lattice: triangle\nboard: '.AV|...'\n" + domino, {"p.yaml:2:8:", "top left cell", "column of #"}},
      {"lattice: triangle\nboard: '.V-|...'\n" + domino, {"p.yaml:2:8:", "A and V"}},
      {"lattice: triangle\nboard: 0x3\n" + domino, {"p.yaml:2:8:", "0x3", "at least 1"}},
      {"lattice: triangle\nboard: 4x99999999999\n" + domino, {"p.yaml:2:8:", "64 cells wide"}},
      {"lattice: triangle\nboard: 20x30\n" + domino, {"p.yaml:2:8:", "64 cells wide"}},
      {"board: 2x2\npieces: [{shape: AV}]\n", {"p.yaml:2:18:", "'A'"}},
      {"board: 2x2\npieces: [{shape: XX, count: some}]\n", {"p.yaml:2:", "'count' must be"}},
      {"board: 2x2\npieces: [{shape: XX, count: {min: 3, max: 2}}]\n", {"p.yaml:2:"}},
      {"board: 2x2\npieces: [{shape: XX, count: -1}]\n", {"p.yaml:2:"}},
      {"board: 2x2\npieces: [{shape: XX, flip: maybe}]\n", {"p.yaml:2:", "flip"}},
      {"board: 2x2\npieces: [{shape: XQ}]\n", {"p.yaml:2:18:", "Q"}},
      {"board: 2x2\npieces: [{shape: XX, name: A}, {shape: X, name: A}]\nholes: 1\n", {"two different shapes"}},
      {"board: 2x2\n" + domino + "fixed: ['11|22|33']\n", {"p.yaml:3:", "3 rows"}},
      {"board: 2x2\n" + domino + "fixed: ['11|.#']\n",
       {"p.yaml:3:", "'fixed' has # at row 2, column 2, which is not blocked"}},
      {"board: 8x8\npieces: one-sided octominoes\n", {"p.yaml:2:9:", "the pieces cover 704 x 8, more than 64"}},
      {"board: 2x2\n" + domino + "fixed: ['12|2.']\n", {"fixed placement '1'", "no permitted piece"}},
      {"board: 2x2\n" + domino + "fixed: ['11|..', '.1|.1']\n", {"row 1, column 2", "covered already"}},
      {"board: 2x2\npieces: [{shape: XX, count: 1}]\nholes: 2\nfixed: ['11|22']\n", {"one piece 1 too many"}},
      {"board: '**|*.'\nholes: 2\n" + domino, {"p.yaml:2:8:", "2 cells stay empty, and only 1 of the board's 4 may"}},
      {"board: rg\npieces: [{shape: rg}]\ncolours: {rg: r}\n", {"p.yaml:3:11:", "'rg' is no colour", "one letter"}},
      {"board: rg\npieces: [{shape: rg}]\ncolours: {a: r}\n", {"p.yaml:3:11:", "'a' is no colour"}},
      {"board: rg\npieces: [{shape: rg}]\ncolours: {r: rX}\n", {"p.yaml:3:14:", "'X' is no colour"}},
      {"board: 1x2\npieces: [{shape: rg}]\nfixed: '11'\n", {"p.yaml:3:8:", "'fixed' does not tell colours"}},
      {"board: 1x2\npieces: [{shape: rg, name: 'p:r'}]\n", {"p.yaml:2:", "the name p:r has a ':'"}},
      {"board: rrg\npieces: [{shape: X, count: 2}]\nholes: {b: 1}\n", {"p.yaml:3:9:", "no cell of the board", "'b'"}},
      {"board: rrg\npieces: [{shape: X, count: 2}]\nholes: {r: 3}\n", {"p.yaml:3:"}},
      {"board: rrg\npieces: [{shape: X, count: 2}]\nholes: {r: 1, min: 1}\n", {"p.yaml:3:15:", "'min'"}},
      {"board: 1x2\npieces: [{shape: XX}]\ncells: one\n", {"p.yaml:3:8:", "1 word", "2 cells"}},
      {"board: [1\n", {"p.yaml:"}},
      {"", {"p.yaml"}},
      {"- 1\n", {"p.yaml"}},
  };
  for (const auto& [yaml, parts] : faults) {
    const std::string fault = fault_of(yaml);
    INFO(yaml);
    CHECK(fault != "none");
    for (const std::string& part : parts) CHECK_THAT(fault, Catch::Contains(part));
  }
  CHECK_THROWS_WITH(find_puzzle("popinjai"), Catch::Contains("popinjay"));
  CHECK_THROWS_AS(find_puzzle("/no/such/file.yaml"), InputError);
}

}  // namespace puzzle_test
