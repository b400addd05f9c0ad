#include "pentocity/helpers/layout.hpp"

#include "catch.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/search/bound.hpp"
#include "pentocity/search/offline.hpp"
#include "scratch.hpp"
#include "slow_bound.hpp"
#include "streams.hpp"

namespace pentocity::layout_test {

using namespace match;
using namespace entrants;
using namespace search;

namespace {

Request any_request(Pcg& random) {
  if (random.next_int(2) == 0) return {Building::residence, *pentomino("FILNPTUVWXYZ"[random.next_int(12)])};
  return {Building::factory, rectangle(1 + random.next_int(3), 1 + random.next_int(3))};
}

/// What a layout counts, by the rules of the game on a land that is built anew.
struct Counted {
  int points = 0, without_access = 0;
  std::string kinds;
  friend bool operator==(const Counted&, const Counted&) = default;
};
Counted count(const Rules& rules, const std::vector<Request>& requests, const Layout& layout) {
  Land land(rules.side);
  const Grid& grid = land.grid();
  std::array<LandBoard, all_kinds.size()> boards;
  Counted out;
  for (int row = 0; row < rules.side; ++row)
    for (int column = 0; column < rules.side; ++column) {
      const auto kind = layout.kind(layout.cell({row, column}));
      boards[index_of(kind)].set(grid.bit({row, column}));
      out.kinds += symbol(kind);
    }
  LandBoard& roads = boards[index_of(Kind::road)];
  roads = grid.flood(roads & grid.rim(), roads);
  for (const Kind kind : all_kinds)
    if (kind != Kind::empty) land.place(kind, boards[index_of(kind)]);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (layout.building(i).empty()) continue;
    const LandBoard building = grid.board(translated(requests[i].rotations()[layout.rotation(i)], layout.location(i)));
    if (has_access(rules, land, building))
      out.points += requests[i].size() + bonus_of(rules, land, requests[i].type(), building);
    else
      ++out.without_access;
  }
  return out;
}

TEST_CASE("layout: what is fixed stays, serves buildings and scores nothing") {
  const Rules rules = Rules::report();
  const std::vector<Request> requests{{Building::residence, *pentomino('I')}, {Building::residence, *pentomino('I')}};
  Layout layout(rules, requests);
  for (int row = 0; row < 20; ++row) layout.fix(layout.cell({row, 20}), Kind::road);
  for (int row = 10; row < 15; ++row) layout.fix(layout.cell({row, 19}), Kind::residence);
  for (int row = 16; row < 20; ++row) layout.fix(layout.cell({row, 22}), Kind::park);
  layout.take_back();
  CHECK(layout.points() == 0);
  CHECK(layout.fixed(layout.cell({12, 19})));
  CHECK_FALSE(layout.free(layout.cell({3, 20})));
  CHECK_FALSE(layout.owner(layout.cell({12, 19})));
  const int upright = requests[0].rotations()[0].back().row == 4 ? 0 : 1;
  CHECK_FALSE(layout.place(0, upright, {10, 19}));
  REQUIRE(layout.place(0, upright, {15, 21}));
  CHECK(layout.points() == 7);
  CHECK(layout.points(0) == 7);
  CHECK(layout.owner(layout.cell({15, 21})) == 0);
  layout.take_back();
  CHECK(layout.points() == 0);
  CHECK(layout.joined(layout.cell({19, 20})));
  CHECK(layout.big(layout.cell({19, 22})));
}

TEST_CASE("layout: counts as the rules do after any changes, and takes them back") {
  Pcg random(11);
  int with_access = 0, without_access = 0;
  for (int round = 0; round < 60; ++round) {
    Rules rules = round % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    rules.side = 4 + random.next_int(9);
    std::vector<Request> requests;
    for (int n = 0; n < 12; ++n) requests.push_back(any_request(random));
    Layout layout(rules, requests, {});
    Counted kept = count(rules, requests, layout);
    const auto any_cell = [&] { return Cell{random.next_int(rules.side), random.next_int(rules.side)}; };
    for (int change = 0; change < 400; ++change) {
      const auto request = static_cast<std::size_t>(random.next_int(12));
      const int cell = layout.cell(any_cell()), draw = random.next_int(10);
      if (draw == 0 && !layout.building(request).empty()) layout.remove(request);
      if (draw == 1 && layout.building(request).empty()) {
        const int rotation = random.next_int(static_cast<int>(requests[request].rotations().size()));
        layout.place(request, rotation, any_cell());
      }
      constexpr std::array kinds{Kind::empty, Kind::park, Kind::pond, Kind::road, Kind::road};
      if (draw > 1 && layout.free(cell)) layout.set(cell, kinds[static_cast<std::size_t>(random.next_int(5))]);
      const Counted now = count(rules, requests, layout);
      CAPTURE(round, change, now.kinds);
      REQUIRE(layout.points() == now.points);
      REQUIRE(layout.without_access() == now.without_access);
      with_access += now.points > 0;
      without_access += now.without_access > 0;
      if (random.next_int(8) == 0) {
        layout.take_back();
        REQUIRE(count(rules, requests, layout) == kept);
        REQUIRE(layout.points() == kept.points);
      } else if (random.next_int(4) == 0) {
        layout.keep();
        kept = now;
      }
    }
  }
  CHECK(with_access > 5000);
  CHECK(without_access > 2000);
}

TEST_CASE("offline: a land that is rearranged is legal, better, and the same with any number of jobs",
          "[threads][long]") {
  test::Scratch scratch;
  for (Rules rules : {Rules::tournament_2016(), Rules::report()}) {
    rules.side = 16;
    for (const std::string name : {"random", "g4", "starsandblocks"}) {
      CAPTURE(rules.profile, name);
      const auto requests = requests_to_fill(rules, *test::make_builtin(name, 7));
      const auto play = [&](std::uint64_t rearrange, int jobs) {
        return play_offline(rules, requests, built_in_player("planner-fast"),
                            {.work = 300, .seed = 2, .jobs = jobs, .rearrange = rearrange});
      };
      const GameRecord before = play(0, 1), after = play(300'000, 1);
      REQUIRE(after.status == Status::ok);
      CHECK(after.score > before.score);
      CHECK(after.score <= upper_bound(rules, requests).score);
      const auto text = [&](const GameRecord& game) { return trace_text({rules, "offline", name, 7, {}, 2}, game); };
      CHECK(text(play(300'000, 3)) == text(after));
      CHECK(replay_trace(read_trace(scratch.write("game.jsonl", text(after)))).empty());
      for (std::size_t i = 0; i < after.turns.size(); ++i) REQUIRE(after.turns[i].request == requests[i]);
    }
  }
}

// Beside the exact optimum, found by trying all.
TEST_CASE("offline: on small lands a rearranged land is mostly the best that there is, and never better", "[long]") {
  Pcg random(3);
  int games = 0, best = 0;
  while (games < 200) {
    Rules rules = games % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    rules.side = 4;
    rules.max_rejects = 1 + random.next_int(3);
    std::vector<Request> requests;
    for (int n = 2 + random.next_int(3); n > 0; --n) requests.push_back(any_request(random));
    const int optimum = test::EveryLand(rules, requests).best();
    // What no player can build ends the game.
    for (int n = 0; n < 2 * rules.max_rejects; ++n) requests.emplace_back(Building::factory, rectangle(5, 5));
    const GameRecord found = play_offline(rules, requests, built_in_player("naive"), {.work = 0, .rearrange = 30'000});
    CAPTURE(games, test::names_of(requests), rules.max_rejects);
    REQUIRE(found.status == Status::ok);
    REQUIRE(found.score <= optimum);
    ++games;
    best += found.score == optimum;
  }
  CHECK(best > 180);
}

}  // namespace
}  // namespace pentocity::layout_test
