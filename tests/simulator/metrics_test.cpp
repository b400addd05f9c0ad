#include "pentocity/match/metrics.hpp"

#include <deque>
#include <set>

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/match/game.hpp"

namespace metrics_test {

using namespace pentocity;
using namespace pentocity::match;
using testing::land_of;
using testing::random_land;

namespace {

bool is_amenity(Kind kind) { return kind == Kind::park || kind == Kind::pond; }

// Cells on the land in the order right, down, left, up.
Cells around(const Land& land, Cell c) {
  Cells out;
  for (const Cell n : {Cell{c.row, c.column + 1}, {c.row + 1, c.column}, {c.row, c.column - 1}, {c.row - 1, c.column}})
    if (land.grid().contains(n)) out.push_back(n);
  return out;
}

Cells all_cells(const Land& land) { return land.grid().cells(land.grid().all()); }

bool touches_green(const Land& land, Cell c) {
  for (const Cell n : around(land, c))
    if (is_amenity(land.at(n))) return true;
  return false;
}

int slow_perimeter(const Land& land) {
  std::set<Cell> marked;
  int pairs = 0;
  for (const Cell start : all_cells(land)) {
    if (land.at(start) == Kind::empty || marked.contains(start)) continue;
    std::deque<Cell> queue{start};
    marked.insert(start);
    while (!queue.empty()) {
      const Cell x = queue.front();
      queue.pop_front();
      for (const Cell y : around(land, x)) {
        if (marked.contains(y)) continue;
        if (land.at(y) == Kind::empty) {
          ++pairs;
          if (is_amenity(land.at(x))) marked.insert(y);
        } else {
          marked.insert(y);
          queue.push_back(y);
        }
      }
    }
  }
  return pairs;
}

Metrics slow_measure(const Land& land, int score) {
  Metrics m;
  for (const Cell c : all_cells(land)) {
    const Kind kind = land.at(c);
    m.empty += kind == Kind::empty;
    m.road += kind == Kind::road;
    m.building += kind == Kind::residence || kind == Kind::factory;
    m.resort += is_amenity(kind);
    if (kind != Kind::empty) continue;
    m.extendable += touches_green(land, c);
    for (const Cell n : around(land, c)) m.exposed_edges += land.at(n) != Kind::empty;
  }
  if (m.resort != 0) m.utility = static_cast<double>(score - m.building) / m.resort;
  m.perimeter = slow_perimeter(land);

  std::set<Cell> seen;
  for (const Cell start : all_cells(land)) {
    if (land.at(start) != Kind::empty || seen.contains(start)) continue;
    Cells region{start};
    seen.insert(start);
    for (std::size_t i = 0; i < region.size(); ++i)
      for (const Cell n : around(land, region[i]))
        if (land.at(n) == Kind::empty && seen.insert(n).second) region.push_back(n);
    if (static_cast<int>(region.size()) <= m.giant) continue;
    m.giant = static_cast<int>(region.size());
    m.giant_perimeter = m.giant_extendable = 0;
    for (const Cell c : region) {
      m.giant_extendable += touches_green(land, c);
      for (const Cell n : around(land, c)) m.giant_perimeter += land.at(n) != Kind::empty;
    }
  }
  return m;
}

}  // namespace

TEST_CASE("metrics against a slow twin", "[metrics]") {
  Pcg random(23);
  int undercounted = 0;
  for (int i = 0; i < 1500; ++i) {
    const int side = i < 1000     ? 4 + random.next_int(9)
                     : i < 1450   ? 13 + random.next_int(40)
                     : i % 3 == 0 ? 65 + random.next_int(64)
                                  : 64 - i % 2;
    CAPTURE(i, side);
    const Land land = random_land(random, side);
    const int score = random.next_int(3000);
    const Metrics m = measure(land, score);
    REQUIRE(m == slow_measure(land, score));
    REQUIRE(m.empty + m.road + m.building + m.resort == side * side);
    REQUIRE(m.perimeter <= m.exposed_edges);
    undercounted += m.perimeter < m.exposed_edges;
  }
  CHECK(undercounted > 1000);
}

TEST_CASE("metrics of an empty and of a full land", "[metrics]") {
  for (const int side : {4, 50, 64, 65, 128}) {
    Metrics expected;
    expected.empty = expected.giant = side * side;
    CHECK(measure(Land(side), 0) == expected);

    Land full(side);
    full.place(Kind::pond, full.empty());
    expected = {};
    expected.resort = side * side;
    expected.utility = 0;
    CHECK(measure(full, 0) == expected);
  }
}

TEST_CASE("a game without a turn has the metrics of an empty land, and none counts", "[metrics]") {
  const auto nobody = [](const std::string& why) {
    return [why]() -> std::nullptr_t { throw std::runtime_error(why); };
  };
  const GameRecord game =
      play_game(Rules::report(), {.sequencer = nobody("no requests"), .player = nobody("no player")});
  CHECK(game.status != Status::ok);
  CHECK(game.turns.empty());
  CHECK(game.metrics == measure(Land(Rules::report().side), 0));
  CHECK_FALSE(GameRow{static_cast<const GameResult&>(game)}.measured());
}

TEST_CASE("each metric has a name and a summary of its own, and all that is measured is known", "[metrics]") {
  const Metrics m = measure(land_of(4, {{Kind::park, {{0, 0}}}}), 0);
  std::set<std::string_view> words;
  for (const MetricInfo& metric : metric_infos) {
    CAPTURE(metric.name);
    CHECK(words.insert(metric.name).second);
    CHECK(words.insert(metric.summary).second);
    CHECK(value_of(metric, m));
  }
  CHECK(value_of(metric_infos[0], m) == 15);
}

TEST_CASE("utility is bonus points per cell of parks and ponds", "[metrics]") {
  const Land land = land_of(
      4, {{Kind::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}}}, {Kind::park, {{1, 1}, {1, 2}, {1, 3}, {2, 3}}}});
  CHECK(measure(land, 7).utility == 0.5);
  CHECK_FALSE(measure(land_of(4, {{Kind::factory, {{0, 0}}}}), 1).utility);
}

TEST_CASE("the recorded perimeter depends on what the walk meets first", "[metrics]") {
  // An empty cell between a road, seen first, and a park: both count. The other way round the park hides the road.
  const Land road_first = land_of(4, {{Kind::road, {{0, 0}}}, {Kind::park, {{0, 2}}}});
  CHECK(measure(road_first, 0).perimeter == 5);
  CHECK(measure(road_first, 0).exposed_edges == 5);
  const Land park_first = land_of(4, {{Kind::park, {{0, 0}}}, {Kind::road, {{0, 2}}}});
  CHECK(measure(park_first, 0).perimeter == 4);
  CHECK(measure(park_first, 0).exposed_edges == 5);
}

TEST_CASE("of equal giants the first by rows counts", "[metrics]") {
  // Two halves of eight cells; the upper one touches four built cells twice over, the park lies in the lower one.
  const Land land = land_of(
      5, {{Kind::road, {{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {0, 0}, {0, 1}}}, {Kind::park, {{4, 3}, {4, 4}}}});
  const Metrics m = measure(land, 0);
  CHECK(m.giant == 8);
  CHECK(m.giant_perimeter == 8);
  CHECK(m.giant_extendable == 0);
  CHECK(m.extendable == 3);
}

}  // namespace metrics_test
