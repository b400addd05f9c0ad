// The courses of games: why requests were rejected, against a slow twin; their text; their sums; folders without them.
#include "pentocity/match/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/columns.hpp"
#include "streams.hpp"

namespace course_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::results;
using nlohmann::json;
using testing::any_land;

namespace {

Cells around(const Land& land, Cell c) {
  Cells out;
  for (const Cell n : {Cell{c.row, c.column + 1}, {c.row + 1, c.column}, {c.row, c.column - 1}, {c.row - 1, c.column}})
    if (land.grid().contains(n)) out.push_back(n);
  return out;
}

int from_edge(const Land& land, Cell c) {
  return std::min({c.row, c.column, land.side() - 1 - c.row, land.side() - 1 - c.column});
}

// Is there a way from the building over empty cells that are not its own to the edge or to a road?
bool gets_road(const Rules& rules, const Land& land, const std::set<Cell>& building) {
  std::set<Cell> seen = building;
  Cells open(building.begin(), building.end());
  for (const Cell c : building)
    if (from_edge(land, c) <= (rules.road_access == RoadAccess::near_edge ? 1 : 0)) return true;
  while (!open.empty()) {
    const Cell c = open.back();
    open.pop_back();
    for (const Cell n : around(land, c)) {
      if (land.at(n) == Kind::road) return true;
      if (land.at(n) != Kind::empty || !seen.insert(n).second) continue;
      if (from_edge(land, n) == 0) return true;
      open.push_back(n);
    }
  }
  return false;
}

// Cells of the buildings of a request on a land, by what is in the way of each building: nothing, no road, or the
// other type.
std::array<std::set<Cell>, 3> slow_covered(const Rules& rules, const Land& land, const Request& request) {
  const Kind other = request.type() == Building::residence ? Kind::factory : Kind::residence;
  std::array<std::set<Cell>, 3> out;
  for (const Cells& rotation : request.rotations())
    for (int row = 0; row < land.side(); ++row)
      for (int column = 0; column < land.side(); ++column) {
        std::set<Cell> building;
        for (const Cell c : rotation) building.insert(c + Cell{row, column});
        if (!std::ranges::all_of(building,
                                 [&](Cell c) { return land.grid().contains(c) && land.at(c) == Kind::empty; }))
          continue;
        const bool touches = std::ranges::any_of(building, [&](Cell c) {
          return std::ranges::any_of(around(land, c), [&](Cell n) { return land.at(n) == other; });
        });
        out[touches ? 2 : gets_road(rules, land, building) ? 0 : 1].insert(building.begin(), building.end());
      }
  return out;
}

// The figures of a game, counted turn by turn and cell by cell.
Points slow_points(const Rules& rules, const Land& land, const std::vector<Turn>& turns) {
  std::map<std::string, int> count;
  std::array<std::set<Cell>, 3> covered;
  for (const Turn& turn : turns) {
    const bool factory = turn.request.type() == Building::factory;
    const std::string type = factory ? "factory" : "residence";
    if (turn.stands()) {
      const int bonus = turn.delta - static_cast<int>(turn.building.size());
      ++count[(factory ? "factories_" : "residences_") + std::to_string(bonus)];
      count[type + "_road"] += static_cast<int>(turn.move.road.size());
      count[type + "_park"] += static_cast<int>(turn.move.park.size());
      count[type + "_pond"] += static_cast<int>(turn.move.pond.size());
    } else {
      count["rejected_cells"] += turn.request.size();
    }
    const auto of_request = slow_covered(rules, land, turn.request);
    for (std::size_t i = 0; i < 3; ++i) covered[i].insert(of_request[i].begin(), of_request[i].end());
  }
  for (int row = 0; row < land.side(); ++row)
    for (int column = 0; column < land.side(); ++column) {
      const Cell c{row, column};
      if (land.at(c) != Kind::empty) continue;
      ++count[covered[0].contains(c)   ? "empty_open"
              : covered[1].contains(c) ? "empty_no_road"
              : covered[2].contains(c) ? "empty_other_type"
                                       : "empty_too_narrow"];
    }
  Points out{};
  for (int i = 0; i < point_cause_count; ++i) out[i] = count[std::string(name_of(static_cast<PointCause>(i)))];
  return out;
}

RejectCause slow_cause(const Rules& rules, const Land& land, const Request& request) {
  const auto covered = slow_covered(rules, land, request);
  return !covered[0].empty()   ? RejectCause::declined
         : !covered[1].empty() ? RejectCause::no_road
         : !covered[2].empty() ? RejectCause::other_type
                               : RejectCause::no_room;
}

// Buildings and parks, but no roads, and nothing empty in the outer rows: what is left empty is cut off.
Land closed_land(Pcg& random, int side) {
  Land land(side);
  const Grid& grid = land.grid();
  land.place(Kind::park, grid.rim());
  if (random.next_int(2) == 0) land.place(Kind::park, grid.neighbours(grid.rim()) & land.empty());
  grid.all().for_each([&](int bit) {
    LandBoard cell;
    cell.set(bit);
    if (land.empty().test(bit) && random.next_int(8) == 0)
      land.place(random.next_int(2) == 0 ? Kind::residence : Kind::factory, cell);
  });
  return land;
}

TEST_CASE("why a request has no place, against a slow twin", "[course]") {
  Pcg random(7);
  std::array<int, reject_cause_count> met{};
  for (int round = 0; round < 4000; ++round) {
    const Rules rules = round % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    const int side = 5 + random.next_int(6);
    const Land land = round % 5 < 2 ? closed_land(random, side) : any_land(random, side);
    const bool factory = random.next_int(2) == 0;
    const Cells shape = factory ? rectangle(1 + random.next_int(3), 1 + random.next_int(3))
                                : *pentomino("FILNPTUVWXYZ"[static_cast<std::size_t>(random.next_int(12))]);
    const Request request(factory ? Building::factory : Building::residence, shape);
    const RejectCause cause = cause_of_reject(rules, land, request);
    CAPTURE(round, land.to_string(), name_of(cause));
    REQUIRE(cause == slow_cause(rules, land, request));
    ++met[static_cast<std::size_t>(cause)];
  }
  for (int cause = 1; cause < reject_cause_count; ++cause) CHECK(met[cause] > 20);
}

TEST_CASE("why cells are empty, against a slow twin", "[course]") {
  Pcg random(11);
  Points met{};
  for (int round = 0; round < 1500; ++round) {
    const Rules rules = round % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    const int side = 5 + random.next_int(8);
    const Land land = round % 5 < 2 ? closed_land(random, side) : any_land(random, side);
    std::vector<Turn> turns;
    for (int i = random.next_int(4); i >= 0; --i)
      turns.emplace_back(random.next_int(2) == 0
                             ? Request(Building::factory, rectangle(1 + random.next_int(4), 1 + random.next_int(4)))
                             : Request(Building::residence, *pentomino("FILNPTUVWXYZ"[random.next_int(12)])));
    const Points points = points_of(rules, land, turns);
    CAPTURE(round, land.to_string());
    REQUIRE(points == slow_points(rules, land, turns));
    for (std::size_t i = 0; i < points.size(); ++i) met[i] += points[i];
  }
  for (int cause = static_cast<int>(PointCause::empty_open); cause < point_cause_count; ++cause)
    CHECK(met[cause] > 200);
}

const Column& course_column() { return *std::ranges::find(game_columns(), "course", &Column::name); }

TEST_CASE("a course as text", "[course]") {
  GameRow row;
  const auto read = [](const ColumnValue& value) {
    GameRow out;
    course_column().set(out, value);
    return out.course;
  };
  CHECK(course_column().get(row) == ColumnValue());
  CHECK_FALSE(read({}));
  Course& course = row.course.emplace();
  course.scores = {54, 101};
  course.cells = {1, 2, 3, 4, 5, 6};
  course.rejects = {0, 1, 0, 2, 9};
  course.points.fill(7);
  const auto text = std::get<std::string>(course_column().get(row));
  CHECK(text.starts_with(
      R"({"every":10,"scores":[54,101],"cells":{"empty":1,"residence":2,"factory":3,"park":4,"water":5,"road":6},)"
      R"("rejects":{"invalid":0,"declined":1,"no_road":0,"other_type":2,"no_room":9},)"
      R"("points":{"residences_0":7,"residences_2":7,)"));
  CHECK(read(text) == course);
  CHECK(json::parse(text)["points"].size() == point_cause_count);
  for (const char* wrong : {"", "x", "[]", "{}", R"({"every":5,"scores":[]})", R"({"every":10,"scores":[1.5]})",
                            R"({"every":10,"scores":[1],"cells":{},"rejects":{}})"})
    CHECK_THROWS_AS(read(wrong), InputError);
  for (std::size_t length = 0; length < text.size(); ++length) {
    CAPTURE(length);
    REQUIRE_THROWS_AS(read(text.substr(0, length)), InputError);
  }
  course.scores.clear();
  CHECK(read(course_column().get(row)) == course);
}

TEST_CASE("the sum of courses does not depend on their order", "[course]") {
  std::vector<std::pair<Course, int>> games;
  Pcg random(3);
  for (int i = 0; i < 30; ++i) {
    Course course;
    int score = 0;
    for (int k = random.next_int(9); k > 0; --k) course.scores.push_back(score += random.next_int(50));
    course.cells[1] = random.next_int(100);
    course.rejects[4] = random.next_int(4);
    games.emplace_back(course, score + 3);
  }
  CourseSummary first;
  const auto add_to = [](CourseSummary& sum, const Course& course, int score) {
    sum.add(course, score, Course::step * static_cast<int>(course.scores.size()) + score % Course::step);
  };
  for (const auto& [course, score] : games) add_to(first, course, score);
  CHECK(first.turns / Course::step == static_cast<int>(first.scores.size()));
  for (std::size_t mark = 0; mark < first.scores.size(); ++mark) {
    std::int64_t sum = 0;
    for (const auto& [course, score] : games) sum += mark < course.scores.size() ? course.scores[mark] : score;
    CHECK(first.scores[mark] == sum);
  }
  for (int round = 0; round < 50; ++round) {
    CAPTURE(round);
    for (std::size_t i = games.size(); i > 1; --i)
      std::swap(games[i - 1], games[static_cast<std::size_t>(random.next_int(static_cast<int>(i)))]);
    CourseSummary again;
    for (const auto& [course, score] : games) add_to(again, course, score);
    CHECK(again.turns == first.turns);
    CHECK(again.scores == first.scores);
    CHECK(again.cells == first.cells);
    CHECK(again.rejects == first.rejects);
  }
}

TEST_CASE("the course of a game is what its trace tells", "[course]") {
  Rules rules = Rules::report();
  rules.side = 20;
  for (const std::string player : {"naive", "jigsaw"})
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const std::string stream = seed % 2 == 0 ? "random" : "g6";
      CAPTURE(player, stream, seed);
      const PlayerSpec& spec = *std::ranges::find(builtin_players(), player, &PlayerSpec::name);
      const Options options(spec.options);
      const GameRecord record = play_game(
          rules, {[&] { return test::make_builtin(stream, seed); },
                  [&] {
                    return std::make_unique<LocalPlayer>(spec.make({.rules = rules, .seed = seed, .options = options}));
                  }});
      CHECK(record.status == Status::ok);
      const TraceLines trace = parse_trace(
          trace_text({.rules = rules, .player = player, .sequencer = stream, .seed = seed, .player_seed = {}}, record),
          "trace");
      Course expected;
      std::vector<Turn> turns;
      Land last(rules.side);
      CHECK(replay_trace(trace, [&](const Game& state, const Turn& turn) {
              turns.push_back(turn);
              last = state.land();
              if (turns.size() % Course::step == 0) expected.scores.push_back(turn.score_after);
              if (!turn.stands())
                ++expected.rejects[static_cast<std::size_t>(slow_cause(rules, state.land(), turn.request))];
              for (const Kind kind : all_kinds)
                expected.cells[static_cast<std::size_t>(kind)] = state.land().of(kind).count();
            }).empty());
      expected.points = slow_points(rules, last, turns);
      CHECK(record.course == expected);
    }
}

}  // namespace

}  // namespace course_test
