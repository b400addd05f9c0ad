// The rules' names and profiles, and moves with numbers beyond all bounds. rules_model_test.cpp judges everything else
// on random games.

#include "pentocity/game/rules.hpp"

#include <climits>

#include "catch.hpp"

namespace rules_test {

using namespace pentocity;

namespace {

const Rules report = Rules::report();
const Rules tournament = Rules::tournament_2016();

}  // namespace

TEST_CASE("the two profiles", "[game]") {
  CHECK(report.profile == "report");
  CHECK(report.side == 50);
  CHECK(report.max_rejects == 3);
  CHECK(report.on_invalid == OnInvalid::skip);
  CHECK_FALSE(report.factory_bonus);
  CHECK(report.road_access == RoadAccess::contact);
  CHECK(tournament.profile == "tournament-2016");
  CHECK(tournament.side == 50);
  CHECK(tournament.max_rejects == 3);
  CHECK(tournament.on_invalid == OnInvalid::abort);
  CHECK(tournament.factory_bonus);
  CHECK(tournament.road_access == RoadAccess::near_edge);
  CHECK(Rules::of_profile("report") == report);
  CHECK(Rules::of_profile("tournament-2016") == tournament);
  CHECK_FALSE(Rules::of_profile("tournament"));
  CHECK_FALSE(Rules::of_profile(""));
}

TEST_CASE("names of faults", "[game]") {
  const std::vector<std::string> names{"bad_rotation",       "cell_off_land",      "cell_occupied",  "cells_overlap",
                                       "roads_disconnected", "site_not_buildable", "no_road_access", "bad_answer"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(name_of(static_cast<Fault>(i)) == names[i]);
    CHECK(fault_of_name(names[i]) == static_cast<Fault>(i));
  }
  CHECK_FALSE(fault_of_name("bad"));
  CHECK_FALSE(fault_of_name(""));
}

TEST_CASE("rotations and cells beyond all bounds are faults", "[game]") {
  const Request bar(Building::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
  const auto fault_of = [&](const Move& move) {
    Land land(50);
    const Judgement judgement = apply_move(report, land, bar, move);
    CHECK(land == Land(50));
    return judgement.fault;
  };
  for (const int rotation : {INT_MAX, INT_MIN}) CHECK(fault_of(Move::at(rotation, {0, 0})) == Fault::bad_rotation);
  for (const Cell off : {Cell{INT_MAX, INT_MAX}, Cell{INT_MIN, INT_MIN}, Cell{0, INT_MAX}, Cell{INT_MAX, 0},
                         Cell{0, INT_MIN}, Cell{INT_MIN, 0}}) {
    CHECK(fault_of(Move::at(0, off)) == Fault::site_not_buildable);
    for (Cells Move::* const cells : {&Move::road, &Move::pond, &Move::park}) {
      Move move = Move::at(0, {0, 0});
      move.*cells = {off};
      CHECK(fault_of(move) == Fault::cell_off_land);
    }
  }
}

}  // namespace rules_test
