#include "pentocity/search/bound.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command.hpp"
#include "pentocity/game/sites.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/tournament/roster.hpp"
#include "pentocity/tournament/schedule.hpp"
#include "scratch.hpp"
#include "slow_bound.hpp"
#include "streams.hpp"

namespace pentocity {

using namespace match;
using namespace tournament;
using namespace search;

namespace {

Rules any_rules(Pcg& random, int side) {
  Rules rules = random.next_int(2) == 0 ? Rules::report() : Rules::tournament_2016();
  rules.side = side;
  if (random.next_int(3) == 0) rules.factory_bonus = !rules.factory_bonus;
  if (random.next_int(3) == 0)
    rules.road_access = random.next_int(2) == 0 ? RoadAccess::contact : RoadAccess::near_edge;
  rules.max_rejects = 1 + random.next_int(4);
  return rules;
}

Request any_request(Pcg& random, int longest) {
  if (random.next_int(2) == 0) return {Building::residence, *pentomino("FILNPTUVWXYZ"[random.next_int(12)])};
  return {Building::factory, rectangle(1 + random.next_int(longest), 1 + random.next_int(longest))};
}

/// w of docs/upper-bound.md: a shape's cells at most so far from a road cell beside it or from the next one.
int min_near_road(const Cells& cells, int depth) {
  const std::set<Cell> own(cells.begin(), cells.end());
  const auto far = [&](Cell a, Cell b) {
    return std::max(std::abs(a.row - b.row), std::abs(a.column - b.column)) > depth;
  };
  int min = static_cast<int>(cells.size());
  for (const Cell cell : cells)
    for (const Cell to_road : steps(Lattice::square, 0))
      for (const Cell onwards : steps(Lattice::square, 0)) {
        const Cell road = cell + to_road, next = road + onwards;
        if (own.contains(road) || own.contains(next)) continue;
        int near = 0;
        for (const Cell c : cells) near += !far(c, road) || !far(c, next);
        min = std::min(min, near);
      }
  return min;
}

/// A land full of buildings, roads, parks and ponds, and what docs/upper-bound.md counts on it.
struct CountedLand {
  int buildings = 0;  // with road access under near_edge
  int bonuses = 0, groups = 0, resorts = 0, edge = 0;
  int hosts = 0, behind_parks = 0;
  int roads = 0;
  std::array<int, 5> near_roads{};  // w of depths 1 to 5, added up

  CountedLand(Pcg& random, int side) {
    Land land(side);
    const Grid& grid = land.grid();
    std::vector<std::pair<Building, LandBoard>> built;
    const auto any_cell = [&] { return Cell{random.next_int(side), random.next_int(side)}; };
    // Short roads, bars of parks and ponds, and buildings, wherever there is room, in any order.
    const int wish = random.next_int(4);
    for (int n = side * side; n > 0; --n) {
      const int draw = random.next_int(6);
      if (draw < 3 + (wish == 0)) {
        const Request request = any_request(random, 3);
        const auto& rotations = request.rotations();
        const Cells& rotation = rotations[random.next_int(static_cast<int>(rotations.size()))];
        const LandBoard sites = legal_sites(land, request.type(), rotation);
        if (sites.none()) continue;
        int skip = random.next_int(sites.count());
        if (random.next_int(2) == 0) skip = 0;
        Cell at;
        sites.for_each([&](int bit) {
          if (skip-- == 0) at = grid.cell(bit);
        });
        const LandBoard cells = grid.board(translated(rotation, at));
        land.place(kind_of(request.type()), cells);
        built.emplace_back(request.type(), cells);
        continue;
      }
      const Kind kind = draw == 3 ? Kind::road : draw == 4 ? Kind::park : Kind::water;
      const Cell from = random.next_int(3) == 0 ? Cell{0, random.next_int(side)} : any_cell();
      const bool down = random.next_int(2) == 0;
      LandBoard cells;
      for (int k = 1 + random.next_int(6); k > 0; --k) {
        const Cell c = from + (down ? Cell{k, 0} : Cell{0, k});
        if (grid.contains(c) && land.empty().test(grid.bit(c))) cells.set(grid.bit(c));
      }
      land.place(kind, cells);
    }
    // Roads that lead nowhere are none.
    const LandBoard joined = grid.flood(land.roads() & grid.rim(), land.roads());
    roads = joined.count();
    std::vector<LandBoard> all_groups;
    for (const Kind kind : {Kind::park, Kind::water})
      for (const LandBoard& group : grid.components(land.big(kind))) all_groups.push_back(group);
    for (const LandBoard& group : all_groups) {
      ++groups;
      resorts += group.count();
      for (const Cell c : grid.cells(group))
        edge += (c.row == 0) + (c.column == 0) + (c.row == side - 1) + (c.column == side - 1);
    }
    std::set<std::size_t> host_numbers;
    for (const auto& [type, cells] : built) {
      const LandBoard around = grid.neighbours(cells);
      const bool touches = around.intersects(joined) || cells.intersects(grid.rim());
      if (!touches) {
        const LandBoard before = around & grid.rim();
        if (before.none()) continue;  // no access at all
        if (before.intersects(land.empty() | (land.roads() - joined) | (land.of(Kind::park) - land.big(Kind::park)) |
                              (land.of(Kind::water) - land.big(Kind::water)))) {
          // Counted to the roads.
        } else if (before.intersects(land.buildings())) {
          for (std::size_t i = 0; i < built.size(); ++i)
            if (built[i].second.intersects(before)) host_numbers.insert(i);
        } else {
          ++behind_parks;
        }
      }
      ++buildings;
      for (int depth = 1; depth <= 5; ++depth) near_roads[depth - 1] += min_near_road(grid.cells(cells), depth);
      bonuses += around.intersects(land.big(Kind::park)) + around.intersects(land.big(Kind::water));
    }
    hosts = static_cast<int>(host_numbers.size());
  }
};

TEST_CASE("upper bound: edges, the map and roads, counted on random lands") {
  Pcg random(5);
  int met = 0, hidden = 0;
  for (int i = 0; i < 6000; ++i) {
    const int side = 4 + random.next_int(12);
    const CountedLand land(random, side);
    CAPTURE(i, side, land.buildings, land.bonuses, land.groups, land.hosts, land.behind_parks, land.roads);
    const int edges = 2 * land.resorts + 2 * land.groups - land.edge;
    REQUIRE(land.bonuses <= edges);
    for (int depth = 1; depth <= 5; ++depth) {
      const int inner = std::max(0, side - 2 * depth - 2);
      const int room = side * side - inner * inner + 2 * depth * land.roads;
      const int taken = land.near_roads[depth - 1] + land.behind_parks;
      REQUIRE(taken <= room);
    }
    if (land.buildings < 2 || land.groups == 0) continue;
    const int planar = land.buildings + 2 * land.groups - 2 + land.hosts + land.behind_parks;
    REQUIRE(land.bonuses <= planar);
    met += land.bonuses == planar;
    hidden += land.hosts + land.behind_parks > 0;
  }
  CHECK(met > 10);
  CHECK(hidden > 1000);
}

TEST_CASE("upper bound: no land is worth more, on small lands by trying all") {
  Pcg random(7);
  int met = 0;
  for (int round = 0; round < 600; ++round) {
    const int side = 4 + (round % 3 == 0);
    const Rules rules = any_rules(random, side);
    std::vector<Request> requests;
    for (int n = 2 + random.next_int(3); n > 0; --n) requests.push_back(any_request(random, side - 1));
    // On 5 x 5 cells only crowded lands are few enough.
    int area = 0;
    for (const Request& request : requests) area += request.size();
    if (side == 5 && (area < 13 || area > 20)) continue;
    const int best = test::EveryLand(rules, requests).best(), bound = upper_bound(rules, requests).score;
    CAPTURE(round, test::names_of(requests), rules.factory_bonus, rules.max_rejects);
    REQUIRE(best <= bound);
    met += best == bound;
  }
  // If it were far off here, this would say little.
  CHECK(met > 100);
}

// What players get under all kinds of rules, on small lands and on the usual one.
TEST_CASE("upper bound: no game of any player is above it") {
  Pcg random(11);
  const auto& streams = builtin_sequencers();
  for (int i = 0; i < 400; ++i) {
    const int side = i % 40 == 0 ? 50 : 4 + random.next_int(22);
    const Rules rules = any_rules(random, side);
    const SequencerSpec& spec = streams[random.next_int(static_cast<int>(streams.size()))];
    const SequencerEntry stream = built_in_sequencer(spec.name);
    const std::uint64_t seed = random();
    for (const std::string player : {"naive", "diagonal", "jigsaw", "lanes"}) {
      const GameRecord record = play_game(
          rules, {[&] { return stream.make(side, seed); }, [&] { return built_in_player(player).make(rules, seed); }});
      std::vector<Request> requests;
      for (const Turn& turn : record.turns) requests.push_back(turn.request);
      const int recorded = upper_bound(rules, requests).score;
      CAPTURE(i, side, rules.profile, spec.name, player);
      REQUIRE(record.score <= recorded);
      if (record.adaptive) continue;
      // What is yet to come raises it, if anything.
      const auto all = requests_to_fill(rules, *stream.make(side, seed));
      REQUIRE(all.size() + 1 >= requests.size());
      REQUIRE(recorded <= upper_bound(rules, all).score);
    }
  }
}

TEST_CASE("upper bound: the figures of one game") {
  const Rules rules = Rules::tournament_2016();
  const UpperBound bound = upper_bound(rules, requests_to_fill(rules, *test::make_builtin("random", 869)));
  CHECK(bound.score == bound.area + 2 * bound.bonuses);
  CHECK(bound.area + bound.roads + bound.resorts == 2500);
  CHECK(bound.bonuses <= 2 * bound.earners);
  // Narrow limits, so that a weaker bound would be noticed.
  CHECK(bound.score >= 3200);
  CHECK(bound.score <= 3270);
  Rules strict = rules;
  strict.road_access = RoadAccess::contact;
  const int by_touching_perimeter =
      upper_bound(strict, requests_to_fill(rules, *test::make_builtin("random", 869))).score;
  CHECK(by_touching_perimeter < bound.score - 100);
}

TEST_CASE("upper bound: many rejects let a player choose") {
  Rules rules = Rules::report();
  rules.side = 10;
  const auto requests = requests_to_fill(rules, *test::make_builtin("random", 1));
  int before = 0;
  for (const int rejects : {1, 3, 9, 10, 40, 1'000'000}) {
    rules.max_rejects = rejects;
    const int score = upper_bound(rules, requests).score;
    CHECK(score >= before);
    before = score;
  }
}

// A folder of games and traces through the command.
TEST_CASE("bound: the command judges folders and traces alike") {
  test::Scratch scratch;
  const std::string program(PENTOCITY_BINARY), folder = scratch / "games";
  const auto run = test::run_command(
      program + " run --players naive,jigsaw --sequencers g6,nemesis --repeats 2 --trace all --out " + folder);
  REQUIRE(run.exit_code == 0);
  const auto table = test::run_command(program + " bound " + folder);
  INFO(table.output);
  CHECK(table.exit_code == 0);
  CHECK_THAT(table.output, Catch::Contains("requests of 'nemesis' cannot be made again"));
  const auto games = test::run_command(program + " bound --format json " + folder + "/traces/g6__*");
  CHECK(games.exit_code == 0);
  const auto json = nlohmann::json::parse(games.output);
  CHECK(json["format"] == "pentocity-bound/1");
  REQUIRE(json["games"].size() == 4);
  const Rules rules = Rules::report();
  const int expected = upper_bound(rules, requests_to_fill(rules, *test::make_builtin("g6", 0))).score;
  for (const auto& game : json["games"]) {
    CHECK(game["bound"] == expected);
    CHECK(game["requests"] == "stream");
  }
  const auto adaptive = test::run_command(program + " bound " + folder + "/traces/nemesis__*");
  CHECK(adaptive.exit_code == 0);
  CHECK_THAT(adaptive.output, Catch::Contains("of 4 games only the recorded requests are known"));
  CHECK(test::run_command(program + " bound " + folder + "/nothing").exit_code == 2);
}

}  // namespace
}  // namespace pentocity
