#include "catch.hpp"
#include "lands.hpp"

namespace land_test {

using namespace pentocity;
using testing::land_of;
using testing::random_land;

TEST_CASE("lands of every side", "[game]") {
  for (int side = min_side; side <= max_side; ++side) {
    const Land land(side);
    CHECK(land.side() == side);
    CHECK(land.empty() == land.grid().all());
    CHECK(land.empty().count() == side * side);
    CHECK(&land.grid() == &land_grid(side));
    CHECK(land.to_string() == std::string(static_cast<std::size_t>(side * side), '.'));
  }
  CHECK(Land().side() == 50);
  for (const int side : {-1, 0, 3, 129, 1000000}) {
    CHECK_THROWS_AS(Land(side), std::invalid_argument);
    CHECK_THROWS_WITH(land_grid(side), Catch::Contains(std::to_string(side)));
  }
}

TEST_CASE("kinds, their names and symbols", "[game]") {
  std::string symbols;
  for (const Kind kind : all_kinds) symbols.push_back(symbol(kind));
  CHECK(symbols == ".RFPW=");
  CHECK(name_of(Kind::empty) == "empty");
  CHECK(name_of(Kind::residence) == "residence");
  CHECK(name_of(Kind::factory) == "factory");
  CHECK(name_of(Kind::park) == "park");
  CHECK(name_of(Kind::pond) == "water");
  CHECK(name_of(Kind::road) == "road");
}

TEST_CASE("what stands on a cell", "[game]") {
  const Land land = land_of(4, {{Kind::residence, {{0, 0}}},
                                {Kind::factory, {{0, 3}}},
                                {Kind::park, {{1, 1}}},
                                {Kind::pond, {{2, 2}}},
                                {Kind::road, {{3, 0}, {3, 3}}}});
  CHECK(land.to_string() == "R..F.P....W.=..=");
  CHECK(land.at({0, 0}) == Kind::residence);
  CHECK(land.at({0, 3}) == Kind::factory);
  CHECK(land.at({1, 1}) == Kind::park);
  CHECK(land.at({2, 2}) == Kind::pond);
  CHECK(land.at({3, 3}) == Kind::road);
  CHECK(land.at({1, 0}) == Kind::empty);
  for (const Cell off : {Cell{-1, 0}, Cell{0, -1}, Cell{4, 0}, Cell{0, 4}, Cell{-1000000, 1000000}})
    CHECK_THROWS_AS(land.at(off), std::out_of_range);
}

TEST_CASE("lands are values", "[game]") {
  Pcg random(59);
  const Land land = random_land(random, 20);
  Land copy = land;
  CHECK(copy == land);
  const std::string before = land.to_string();
  const int bit = copy.empty().first();
  LandBoard cell;
  cell.set(bit);
  copy.place(Kind::road, cell);
  CHECK_FALSE(copy == land);
  CHECK(land.to_string() == before);
  CHECK_FALSE(Land(4) == Land(5));
}

}  // namespace land_test
