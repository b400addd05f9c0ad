// What a failed test shows of a value.
#include "catch.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/sites.hpp"

namespace printers_test {

using namespace pentocity;

TEST_CASE("a failed test shows cells, boards, lands, moves and rules", "[tests]") {
  const auto shown = [](const auto& value) { return Catch::Detail::stringify(value); };
  CHECK(shown(Cells{{0, 1}, {2, 3}}) == "{ (0,1), (2,3) }");
  CHECK(shown(land_grid(50).board(Cells{{0, 1}, {2, 0}})) == "2 cells\n.#\n..\n#.");
  CHECK(shown(std::optional<Kind>(Kind::pond)) == "water");
  CHECK(shown(std::optional<Kind>()) == "{ }");
  CHECK(shown(std::pair(Site{1, {2, 3}}, 4)) == "{ rotation 1 at (2,3), 4 }");
  Land land(4);
  land.place(Kind::road, land.grid().board(Cells{{1, 2}}));
  CHECK(shown(land) == "a land of side 4\n....\n..=.\n....\n....");
  Move move = Move::at(1, {2, 3});
  move.road = {{0, 0}, {0, 1}};
  CHECK(shown(move) == "rotation 1 at (2,3), road [(0,0) (0,1)], pond [], park [], note ''");
  CHECK(shown(Move::reject()) == "a reject, note ''");
  CHECK(shown(Request(Building::factory, Cells{{0, 0}, {0, 1}})) == "a factory of (0,0) (0,1)");
  CHECK(shown(Rules()).starts_with("profile report, side 50, "));
}

}  // namespace printers_test
