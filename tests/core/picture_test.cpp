#include "pentocity/core/picture.hpp"

#include "catch.hpp"
#include "pentocity/core/polyomino.hpp"
#include "slow_board.hpp"

namespace picture_test {

using namespace pentocity;
using Lines = std::vector<std::string>;

TEST_CASE("lines of a picture", "[core]") {
  CHECK(picture_lines("ab\ncd") == Lines{"ab", "cd"});
  CHECK(picture_lines("ab|cd") == Lines{"ab", "cd"});
  CHECK(picture_lines("ab\r\ncd\r\n") == Lines{"ab", "cd"});
  CHECK(picture_lines("\n  \nab \t\n\n cd\n|\n") == Lines{"ab", "", " cd"});
  CHECK(picture_lines("").empty());
  CHECK(picture_lines(" \n|\r\n").empty());
}

TEST_CASE("cells of a picture", "[core]") {
  CHECK(cells_of_picture(".X.|XXX", "X", ".") == Cells{{0, 1}, {1, 0}, {1, 1}, {1, 2}});
  CHECK(cells_of_picture("x X\nXx", "xX", ". ") == Cells{{0, 0}, {0, 2}, {1, 0}, {1, 1}});
  CHECK(cells_of_picture("...", "X", ".").empty());
  CHECK_THROWS_WITH(cells_of_picture("XX|X?", "X", ". "), Catch::Contains("'?'") && Catch::Contains("line 2") &&
                                                              Catch::Contains("column 2") && Catch::Contains("'X'"));
  CHECK_THROWS_AS(cells_of_picture("X X", "X", "."), std::invalid_argument);
}

TEST_CASE("layers of a picture", "[core]") {
  const std::vector<Lines> layers{{"ab", "c"}, {"d"}};
  for (const char* picture : {"ab|c||d", "ab\nc\n\nd\n", "\n\nab\r\nc\r\n \n|\nd\n\n"})
    CHECK(picture_layers(picture, Lattice::cube) == layers);
  CHECK(picture_layers("ab||d", Lattice::square) == std::vector<Lines>{{"ab", "", "d"}});
  CHECK(picture_layers("", Lattice::cube) == std::vector<Lines>{{}});
  CHECK(picture_of({{0, 1}, {layer_rows + 1, 0}}, 'X', '.', '|', Lattice::cube) == ".X|..||..|X.");
  CHECK_THROWS_WITH(cells_of_picture("X||X|.?", "X", ".", Lattice::cube), Catch::Contains("layer 2, line 2, column 2"));
}

TEST_CASE("pictures of cells, and back", "[core]") {
  CHECK(picture_of({{0, 1}, {1, 0}, {1, 1}}) == ".X\nXX");
  CHECK(picture_of({{0, 1}, {1, 0}, {1, 1}}, '#', ' ', '/') == " #/##");
  CHECK(picture_of({}).empty());
  Pcg random(3);
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const auto board = testing::random_board(random, 1 + random.next_int(8), 1 + random.next_int(8), Lattice::square);
    const Cells cells = normalised(board.cells());
    REQUIRE(cells_of_picture(picture_of(cells), "X", ".") == cells);
    REQUIRE(cells_of_picture(picture_of(cells, 'o', '-', '|'), "o", "-") == cells);
  }
}

}  // namespace picture_test
