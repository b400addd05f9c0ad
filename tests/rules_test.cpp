// The rules case by case, under both profiles. rules_model_test.cpp compares them with a model on random games.

#include "pentocity/game/rules.hpp"

#include <climits>

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/core/picture.hpp"

namespace rules_test {

using namespace pentocity;
using testing::land_of;

namespace {

const Rules report = Rules::report();
const Rules tournament = Rules::tournament_2016();
const std::vector<Rules> both{report, tournament};

Request residence(std::string_view picture) { return {Building::residence, cells_of_picture(picture, "#", ".")}; }
Request factory(int rows, int columns) {
  Cells cells;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) cells.push_back({r, c});
  return {Building::factory, cells};
}
const Request bar = residence("#####");

struct Structures {
  Cells road = {}, pond = {}, park = {};
};
Move build(Cell location, const Structures& structures = {}, int rotation = 0) {
  return {true, rotation, location, structures.road, structures.pond, structures.park, {}};
}

// Expects a move to stand and to give so many points.
void expect(const Rules& rules, const Land& land, const Request& request, const Move& move, int points) {
  INFO("rules " << rules.profile);
  Land after = land;
  const Judgement judgement = apply_move(rules, after, request, move);
  CHECK((judgement.fault ? name_of(*judgement.fault) : "").empty());
  CHECK(judgement.delta == points);
}

// Expects a fault, and what it leaves on the land.
void expect(const Rules& rules, const Land& land, const Request& request, const Move& move, Fault fault,
            const Land& left) {
  INFO("rules " << rules.profile);
  Land after = land;
  const Judgement judgement = apply_move(rules, after, request, move);
  CHECK((judgement.fault ? name_of(*judgement.fault) : "none") == name_of(fault));
  CHECK(judgement.delta == 0);
  CHECK(after.to_string() == left.to_string());
}
void expect(const Rules& rules, const Land& land, const Request& request, const Move& move, Fault fault) {
  expect(rules, land, request, move, fault, land);
}

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

TEST_CASE("access of a single cell without roads", "[game]") {
  for (const int side : {4, 5, 50, 63, 64, 65, 96, 127, 128}) {
    const Land land(side);
    int wrong = 0;
    for (int r = 0; r < side; ++r)
      for (int c = 0; c < side; ++c) {
        const int to_edge = std::min({r, c, side - 1 - r, side - 1 - c});
        LandBoard cell;
        cell.set(land.grid().bit({r, c}));
        wrong += has_access(report, land, cell) != (to_edge == 0);
        wrong += has_access(tournament, land, cell) != (to_edge <= 1);
      }
    CHECK(wrong == 0);
  }
  const Land land(50);
  for (const Rules& rules : both) expect(rules, land, factory(1, 1), build({0, 0}), 1);
  expect(tournament, land, factory(1, 1), build({1, 1}), 1);
  expect(report, land, factory(1, 1), build({1, 1}), Fault::no_road_access, land_of(50, {{Kind::factory, {{1, 1}}}}));
  for (const Rules& rules : both)
    expect(rules, land, factory(1, 1), build({2, 2}), Fault::no_road_access, land_of(50, {{Kind::factory, {{2, 2}}}}));
}

TEST_CASE("a residence in row 1 below an occupied row 0", "[game]") {
  const Land land = land_of(50, {{Kind::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}}}});
  expect(tournament, land, bar, build({1, 2}), 5);
  Land left = land;
  left.place(Kind::residence, left.grid().board(Cells{{1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}}));
  expect(report, land, bar, build({1, 2}), Fault::no_road_access, left);
}

TEST_CASE("access through a road", "[game]") {
  const Land land = land_of(50, {{Kind::road, {{0, 10}, {1, 10}, {2, 10}, {3, 10}}}});
  for (const Rules& rules : both) {
    expect(rules, land, factory(1, 1), build({3, 11}), 1);                               // beside an older road
    expect(rules, land, factory(1, 1), build({4, 10}), 1);                               // at its end
    expect(rules, land, bar, build({3, 11}), 5);                                         // with one of five cells
    expect(rules, land, bar, build({5, 12}, {.road = {{4, 10}, {5, 10}, {5, 11}}}), 5);  // a road built with it
    for (const Cell diagonal : {Cell{4, 11}, Cell{4, 9}})
      expect(rules, land, factory(1, 1), build(diagonal), Fault::no_road_access, [&] {
        Land left = land;
        left.place(Kind::factory, left.grid().board(Cells{diagonal}));
        return left;
      }());
  }
}

TEST_CASE("roads reach the edge of the land or an older road", "[game]") {
  const Land land(50);
  const Cell corner{49, 0};  // of a factory that has access anyway
  for (const Rules& rules : both) {
    const auto stands = [&](const Land& before, const Cells& road) {
      expect(rules, before, factory(1, 1), build(corner, {.road = road}), 1);
    };
    const auto fails = [&](const Land& before, const Cells& road) {
      Land left = before;
      left.place(Kind::road, left.grid().board(road));
      expect(rules, before, factory(1, 1), build(corner, {.road = road}), Fault::roads_disconnected, left);
    };
    stands(land, {{0, 5}});
    fails(land, {{1, 5}});
    stands(land, {{1, 5}, {0, 5}});
    for (const Cell rim : {Cell{0, 0}, Cell{0, 49}, Cell{49, 49}, Cell{20, 0}, Cell{20, 49}, Cell{49, 20}})
      stands(land, {rim});
    for (const Cell next : {Cell{1, 1}, Cell{1, 48}, Cell{48, 48}, Cell{20, 1}, Cell{20, 48}, Cell{48, 20}})
      fails(land, {next});
    stands(land, {{2, 5}, {0, 5}, {1, 5}, {1, 5}});       // any order, cells twice
    fails(land, {{0, 5}, {1, 6}});                        // corners do not touch
    fails(land, {{0, 5}, {1, 5}, {30, 30}});              // one group of two
    stands(land, {{0, 5}, {49, 30}, {48, 30}, {20, 0}});  // three groups, each at the edge
    const Land older = land_of(50, {{Kind::road, {{0, 5}, {1, 5}}}, {Kind::residence, {{1, 6}}}});
    stands(older, {{2, 5}});
    stands(older, {{3, 6}, {2, 6}, {2, 5}});
    fails(older, {{2, 6}});
    fails(older, {{2, 5}, {4, 5}});
  }
}

TEST_CASE("bonus for ponds and parks", "[game]") {
  const Land land(50);
  const Cells three{{1, 0}, {1, 1}, {1, 2}}, four{{1, 0}, {1, 1}, {1, 2}, {1, 3}};
  const auto with_pond = [](const Cells& cells) { return land_of(50, {{Kind::pond, cells}}); };

  for (const Rules& rules : both) {
    expect(rules, with_pond(three), bar, build({0, 0}), 5);
    expect(rules, with_pond(four), bar, build({0, 0}), 7);
    expect(rules, land_of(50, {{Kind::park, three}}), bar, build({0, 0}), 5);
    expect(rules, land_of(50, {{Kind::park, four}}), bar, build({0, 0}), 7);
    // Built with the move, or made big by it, near the building or at its other end.
    expect(rules, land, bar, build({0, 0}, {.pond = four}), 7);
    expect(rules, land, bar, build({0, 0}, {.park = four}), 7);
    expect(rules, with_pond(three), bar, build({0, 0}, {.pond = {{1, 3}}}), 7);
    expect(rules, with_pond(three), bar, build({0, 0}, {.pond = {{2, 1}}}), 7);
    expect(rules, with_pond(three), bar, build({0, 0}, {.park = {{1, 3}}}), 5);
    expect(rules, with_pond({{2, 0}, {2, 1}, {2, 2}, {2, 3}}), bar, build({0, 0}), 5);  // does not touch
    expect(rules, with_pond({{2, 0}, {2, 1}, {2, 2}, {2, 3}}), bar, build({0, 0}, {.pond = {{1, 3}}}), 7);
    expect(rules, with_pond({{1, 5}, {1, 6}, {1, 7}, {2, 7}}), bar, build({0, 0}), 5);  // touches diagonally
    // Two ponds of two: nothing, unless the move joins them.
    const Land pairs = with_pond({{1, 0}, {2, 0}, {1, 2}, {2, 2}});
    expect(rules, pairs, bar, build({0, 0}), 5);
    expect(rules, pairs, bar, build({0, 0}, {.pond = {{2, 1}}}), 7);
    // Two big ponds count once, a pond and a park twice.
    expect(rules, with_pond({{1, 0}, {2, 0}, {3, 0}, {4, 0}, {1, 2}, {2, 2}, {3, 2}, {4, 2}}), bar, build({0, 0}), 7);
    expect(rules, with_pond({{1, 0}, {2, 0}, {3, 0}, {4, 0}}), bar,
           build({0, 0}, {.park = {{1, 2}, {2, 2}, {3, 2}, {4, 2}}}), 9);
    // Water and park do not merge.
    expect(rules, with_pond({{1, 0}, {1, 1}}), bar, build({0, 0}, {.park = {{1, 2}, {1, 3}}}), 5);
    // A square of four is four.
    expect(rules, with_pond({{1, 0}, {1, 1}, {2, 0}, {2, 1}}), bar, build({0, 0}), 7);
  }

  const Land amenity =
      land_of(50, {{Kind::pond, {{2, 0}, {3, 0}, {4, 0}, {5, 0}}}, {Kind::park, {{0, 3}, {0, 4}, {0, 5}, {0, 6}}}});
  expect(tournament, amenity, factory(2, 3), build({0, 0}), 10);
  expect(report, amenity, factory(2, 3), build({0, 0}), 6);
  Rules mixed = report;
  mixed.factory_bonus = true;
  expect(mixed, amenity, factory(2, 3), build({0, 0}), 10);
  mixed = tournament;
  mixed.factory_bonus = false;
  expect(mixed, amenity, factory(2, 3), build({0, 0}), 6);
}

TEST_CASE("residences keep off factories", "[game]") {
  const Land works = land_of(50, {{Kind::factory, {{0, 5}}}});
  const Land homes = land_of(50, {{Kind::residence, {{0, 5}}}});
  const Land others = land_of(50, {{Kind::road, {{0, 5}}}, {Kind::park, {{1, 0}}}, {Kind::pond, {{1, 1}}}});
  for (const Rules& rules : both) {
    expect(rules, works, bar, build({0, 0}), Fault::site_not_buildable);
    expect(rules, homes, factory(1, 5), build({0, 0}), Fault::site_not_buildable);
    expect(rules, works, factory(1, 5), build({0, 0}), 5);
    expect(rules, homes, bar, build({0, 0}), 5);
    expect(rules, others, bar, build({0, 0}), 5);
    expect(rules, others, factory(1, 5), build({0, 0}), 5);
    expect(rules, works, factory(1, 1), build({0, 6}), 1);
    // Cells that touch diagonally do not count.
    const Land diagonal = land_of(50, {{Kind::factory, {{1, 5}}}});
    expect(rules, diagonal, bar, build({0, 0}), 5);
    expect(rules, land_of(50, {{Kind::residence, {{1, 5}}}}), factory(1, 5), build({0, 0}), 5);
  }
}

TEST_CASE("a site lies on the land and is empty", "[game]") {
  const Land land(50);
  const int far = INT_MAX;
  for (const Rules& rules : both) {
    for (const Cell off : {Cell{-1, 0}, Cell{0, -1}, Cell{50, 0}, Cell{0, 46}, Cell{0, 50}, Cell{far, far},
                           Cell{-far - 1, -far - 1}, Cell{0, far}, Cell{far, 0}, Cell{0, -far - 1}, Cell{-far - 1, 0}})
      expect(rules, land, bar, build(off), Fault::site_not_buildable);
    expect(rules, land, bar, build({0, 45}), 5);
    expect(rules, land, bar, build({45, 49}, {}, 1), 5);
    expect(rules, land, bar, build({46, 49}, {}, 1), Fault::site_not_buildable);
    for (const Kind kind : {Kind::residence, Kind::park, Kind::pond, Kind::road})
      expect(rules, land_of(50, {{kind, {{0, 4}}}}), bar, build({0, 0}), Fault::site_not_buildable);
    // The corner of the bounding box is no cell of the building, and may be taken.
    const Request plus = residence(".#.|###|.#.");
    expect(rules, land_of(50, {{Kind::factory, {{4, 0}}}}), plus, build({0, 0}), 5);
    expect(rules, land_of(50, {{Kind::road, {{0, 0}}}}), plus, build({0, 0}), 5);
    // On its own park: the site, not an overlap.
    expect(rules, land, bar, build({0, 0}, {.park = {{0, 4}, {0, 5}}}), Fault::site_not_buildable,
           land_of(50, {{Kind::park, {{0, 4}, {0, 5}}}}));
  }
}

TEST_CASE("sides that fill their rows have no guard bits", "[game]") {
  for (const int side : {64, 128}) {
    const Land land(side);
    const int last = side - 1;
    for (const Rules& rules : both) {
      expect(rules, land, bar, build({last, last - 4}), 5);
      expect(rules, land, bar, build({last, last - 3}), Fault::site_not_buildable);
      expect(rules, land, bar, build({0, last - 3}), Fault::site_not_buildable);
      // The end of one row does not touch the beginning of the next.
      expect(rules, land_of(side, {{Kind::factory, {{11, 0}}}}), factory(1, 1), build({10, last}), 1);
      expect(rules, land_of(side, {{Kind::residence, {{11, 0}}}}), factory(1, 1), build({10, last}), 1);
      expect(rules, land_of(side, {{Kind::pond, {{11, 0}, {12, 0}, {13, 0}, {14, 0}}}}), bar, build({10, last - 4}), 5);
      expect(rules, land_of(side, {{Kind::pond, {{10, 0}, {11, 0}, {9, last}, {8, last}}}}), bar, build({12, 0}), 5);
      expect(rules, land, factory(1, 1), build({0, 0}, {.road = {{last, last}, {last - 1, last}, {0, last}}}), 1);
      expect(rules, land, factory(1, 1), build({0, 0}, {.road = {{last - 1, last - 1}}}), Fault::roads_disconnected,
             land_of(side, {{Kind::road, {{last - 1, last - 1}}}}));
    }
  }
}

TEST_CASE("the two words of a wide row are one row", "[game]") {
  for (const Rules& rules : both) {
    // A factory over the columns 62 to 66; what touches it, or would have to, on the other side of column 63.
    const Land land = land_of(100, {{Kind::factory, {{0, 62}, {0, 63}, {0, 64}, {0, 65}, {0, 66}}}});
    expect(rules, land, bar, build({1, 64}), Fault::site_not_buildable);
    expect(rules, land, bar, build({0, 67}), Fault::site_not_buildable);
    expect(rules, land, bar, build({0, 68}), 5);
    expect(rules, land_of(100, {{Kind::pond, {{9, 60}, {9, 61}, {9, 62}, {9, 63}}}}), bar,
           build({9, 64}, {.road = {{8, 64}, {7, 64}, {6, 64}, {5, 64}, {4, 64}, {3, 64}, {2, 64}, {1, 64}, {0, 64}}}),
           7);
    expect(rules, Land(100), factory(1, 1), build({0, 0}, {.road = {{0, 63}, {1, 63}, {1, 64}, {1, 65}}}), 1);
    expect(rules, Land(100), factory(1, 1), build({0, 0}, {.road = {{1, 65}}}), Fault::roads_disconnected,
           land_of(100, {{Kind::road, {{1, 65}}}}));
  }
}

TEST_CASE("rotations that there are", "[game]") {
  const Land land(50);
  for (const Rules& rules : both) {
    for (const int rotation : {-1, 2, 3, 4, INT_MAX, INT_MIN})
      expect(rules, land, bar, build({0, 0}, {.pond = {{5, 5}}}, rotation), Fault::bad_rotation);
    expect(rules, land, factory(3, 3), build({0, 0}, {}, 1), Fault::bad_rotation);
    expect(rules, land, residence("###|.#.|.#."), build({0, 0}, {}, 3), 5);
    expect(rules, land, residence("###|.#.|.#."), build({0, 0}, {}, 4), Fault::bad_rotation);
  }
  Land after = land;
  const Judgement judgement = apply_move(report, after, residence("##.|.#.|.##"), build({2, 47}, {}, 1));
  CHECK(judgement.building == Cells{{2, 49}, {3, 47}, {3, 48}, {3, 49}, {4, 47}});
  CHECK(after == land_of(50, {{Kind::residence, judgement.building}}));
}

TEST_CASE("structures stand on empty cells of the land", "[game]") {
  const Land land = land_of(50, {{Kind::park, {{9, 9}}}, {Kind::road, {{0, 20}}}, {Kind::factory, {{30, 30}}}});
  const auto each = [](const Cells& cells) {
    return std::vector<Structures>{{.road = cells}, {.pond = cells}, {.park = cells}};
  };
  for (const Rules& rules : both) {
    for (const Cell off : {Cell{-1, 0}, Cell{0, -1}, Cell{50, 0}, Cell{0, 50}, Cell{INT_MAX, 0}, Cell{0, INT_MIN},
                           Cell{0, 64}, Cell{64, 0}})
      for (const Structures& structures : each({off}))
        expect(rules, land, bar, build({0, 0}, structures), Fault::cell_off_land);
    for (const Cell taken : {Cell{9, 9}, Cell{0, 20}, Cell{30, 30}})
      for (const Structures& structures : each({taken}))
        expect(rules, land, bar, build({0, 0}, structures), Fault::cell_occupied);
    // A cell twice in one list counts once.
    Land after = land;
    CHECK_FALSE(apply_move(rules, after, bar, build({0, 0}, {.park = {{40, 40}, {40, 40}, {40, 41}, {40, 40}}})).fault);
    CHECK(after.of(Kind::park).count() == 3);
    // They need not touch anything, nor be of a piece.
    expect(rules, land, bar, build({0, 0}, {.pond = {{20, 20}}, .park = {{25, 25}, {27, 27}}}), 5);
  }
}

TEST_CASE("structures of a move do not overlap", "[game]") {
  const Land land(50);
  for (const Rules& rules : both) {
    expect(rules, land, bar, build({0, 0}, {.pond = {{5, 5}}, .park = {{6, 6}, {5, 5}}}), Fault::cells_overlap,
           land_of(50, {{Kind::pond, {{5, 5}}}}));
    expect(rules, land, bar, build({0, 0}, {.road = {{0, 9}}, .pond = {{0, 9}}}), Fault::cells_overlap,
           land_of(50, {{Kind::pond, {{0, 9}}}}));
    expect(rules, land, bar, build({0, 0}, {.road = {{0, 9}}, .pond = {{3, 3}}, .park = {{0, 9}}}),
           Fault::cells_overlap, land_of(50, {{Kind::pond, {{3, 3}}}, {Kind::park, {{0, 9}}}}));
  }
}

TEST_CASE("a move is judged step by step, the steps before a fault stay", "[game]") {
  // Water, park, road, connection of roads, site, access. Each move here has a fault in its step and in all later ones.
  const Land land = land_of(50, {{Kind::factory, {{10, 10}}}});
  const Cells taken{{10, 10}}, off{{-1, 0}}, loose{{30, 30}}, pond{{20, 20}}, park{{21, 21}};
  const Cell bad_site{48, 48}, inland{25, 25};
  const auto left = [&](std::vector<std::pair<Kind, Cells>> stands) {
    stands.emplace_back(Kind::factory, taken);
    return land_of(50, stands);
  };
  for (const Rules& rules : both) {
    expect(rules, land, bar, build(bad_site, {.road = off, .pond = off, .park = off}, 2), Fault::bad_rotation, land);
    expect(rules, land, bar, build(bad_site, {.road = off, .pond = taken, .park = off}), Fault::cell_occupied, land);
    expect(rules, land, bar, build(bad_site, {.road = taken, .pond = off, .park = taken}), Fault::cell_off_land, land);
    expect(rules, land, bar, build(bad_site, {.road = off, .pond = pond, .park = taken}), Fault::cell_occupied,
           left({{Kind::pond, pond}}));
    expect(rules, land, bar, build(bad_site, {.road = taken, .pond = pond, .park = pond}), Fault::cells_overlap,
           left({{Kind::pond, pond}}));
    expect(rules, land, bar, build(bad_site, {.road = off, .pond = pond, .park = park}), Fault::cell_off_land,
           left({{Kind::pond, pond}, {Kind::park, park}}));
    expect(rules, land, bar, build(bad_site, {.road = loose, .pond = pond, .park = park}), Fault::roads_disconnected,
           left({{Kind::pond, pond}, {Kind::park, park}, {Kind::road, loose}}));
    expect(rules, land, bar, build(bad_site, {.road = {{0, 9}}, .pond = pond, .park = park}), Fault::site_not_buildable,
           left({{Kind::pond, pond}, {Kind::park, park}, {Kind::road, {{0, 9}}}}));
    expect(rules, land, factory(1, 1), build(inland, {.road = {{0, 9}}, .pond = pond, .park = park}),
           Fault::no_road_access,
           left({{Kind::pond, pond}, {Kind::park, park}, {Kind::road, {{0, 9}}}, {Kind::factory, {inland}}}));
    // Within one list: off the land, then occupied, then overlapping, in any order of the cells.
    expect(rules, land, bar, build({0, 0}, {.park = {{10, 10}, {50, 0}}}), Fault::cell_off_land, land);
    expect(rules, land, bar, build({0, 0}, {.pond = pond, .park = {{20, 20}, {10, 10}}}), Fault::cell_occupied,
           left({{Kind::pond, pond}}));
  }
}

}  // namespace rules_test
