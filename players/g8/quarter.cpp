#include "g8/quarter.hpp"

#include <array>
#include <sstream>

#include "pentocity/core/picture.hpp"

namespace pentocity::players {
namespace {

// The rows of the quarter from quarter_top on. Cells with the same digit are a road, those with the same small letter a
// park, those with the same capital letter a pond.
constexpr std::string_view picture =
    "666666666666666666666|...mmm..............6|.NNm...OO..o...p....6|..NN...OO..o..ppQQQ.6|"
    "...nn..5..ooPPp.Q...6|...nn..5...PP.......6|.......5............6|555555555555555555555|"
    "....................5|....j.JJ..k...lllLL.5|.IIIj..JJkk.KK..lLL.5|.Ijjjj...k.KK.......5|"
    "....................5|111111111111111111110|.BB............GGGGG0|.BB..fC........Gi..G0|"
    "..BB.fCC.gg.M...i...0|....ffC.gg.MM...i...0|...........Mhh..ii..0|............h...00000|"
    "3333333332..h...0.HH0|.....3...2..EEE...HH0|bbbb.....2...E......0|.........2...E...ee.0|"
    ".AAA..ccc2..dd..4ee.0|AAa..Fc..2..dd..4...0|..aa.FF..2....DD4...0|...a..FF.2....DD4...0";

// For each shape its picture, and then its plots: rotation, row and column of the location, and the letters of the
// road, park and pond in the picture.
constexpr std::array lines{
    "XX.|XXX  0 48 0 Aa  2 43 6 2  0 47 10 2d  3 45 14 4Dd  1 23 13 6p  2 23 15 5n",
    "XXXX|X...  0 45 0 Ab  0 45 5 2Fc  2 48 10 Dd  1 36 12 0Mh  2 33 7 1Kk  2 27 3 5n",
    ".X.|XXX|.X.  0 36 10 1Mg  0 25 0 Nn  0 26 16 5Q",
    "XX|X.|XX  1 44 14 4Ee  0 39 2 3Bf  2 32 14 1Kl  3 27 0 n  3 27 8 5Po  2 26 18 5Q",
    ".XX|XXX  3 47 7 Fc  2 45 10 2Ed  3 36 3 1Bf  2 33 16 1Ll  2 30 12 5Kl  3 23 18 6Q",
    "XXXXX  0 43 0 b  1 36 0 B  1 36 14 1Gh  0 34 0 Ij  0 30 15 5Ll",
    "XX.|.X.|.XX  0 47 3 Fa  1 39 8 3Mg  0 30 4 5Jj",
    ".X|.X|.X|XX  0 44 18 0He  0 38 14 0Gi  0 38 0 B  0 31 18 1L  3 30 0 Ij",
    "XXX|X..|X..  0 44 4 3Ab  2 39 5 3Cg  0 31 0 I  1 30 9 5Kk  0 23 0 6Nm  2 23 10 6Po",
    ".XX|XX.|X..  0 36 8 1Cg  3 38 17 0i  1 37 17 0Gi",
    "XXX.|..XX  0 30 6 5Jk  0 23 7 6Oo",
    ".XXX|XX..  0 33 5 1Jj  2 33 11 1K  2 27 11 5Pp",
    "X..|XXX|..X  0 41 13 0Eh",
    "XXXX|.X..  0 40 3 3Cf",
    "XXXX|..X.  0 36 5 1Cf",
    "XXX|.X.|.X.  0 41 9 2Mh  2 42 10 2Eh  1 23 4 6Om  2 26 14 5Qp",
    "X..|XXX|.X.  0 47 17 0e  1 25 8 5Oo",
    ".X.|XX.|.XX  0 42 16 0He  2 25 4 5Nn",
};

Cells cells_with(char letter) {
  Cells cells = cells_of_picture(picture, {&letter, 1}, picture);
  for (Cell& c : cells) c.row += quarter_top;
  return cells;
}

}  // namespace

const std::vector<Plots>& planned_quarter() {
  static const std::vector<Plots> all = [] {
    std::vector<Plots> out;
    for (const char* const line : lines) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      Plots& plots = out.emplace_back(Plots{cells_of_picture(word, "X", "."), {}});
      Cell at;
      for (int rotation = 0; words >> rotation >> at.row >> at.column >> word;) {
        Move& plot = plots.plots.emplace_back(Move::at(rotation, at));
        for (const char letter : word)
          (letter <= '9' ? plot.road : letter <= 'Z' ? plot.pond : plot.park) = cells_with(letter);
      }
    }
    return out;
  }();
  return all;
}

}  // namespace pentocity::players
