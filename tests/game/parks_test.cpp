// Parks and ponds: the distribution of walks against walks followed one by one, and the shortcut to the best of many
// against the exact distribution and against really walking.

#include "pentocity/helpers/parks.hpp"

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/helpers/sites.hpp"
#include "slow_jigsaw.hpp"
#include "streams.hpp"

namespace parks_test {

using namespace pentocity;
using testing::SlowLand;
using testing::SlowWalk;

namespace {

Cells cells_of(const Amenity& amenity) { return {amenity.cells.begin(), amenity.cells.begin() + amenity.size}; }

Amenity amenity_of(const Cells& cells) {
  Amenity amenity;
  for (const Cell c : cells) amenity.cells[amenity.size++] = c;
  return amenity;
}

// A building, some road cells of the same move, and the land they are to stand on.
struct Scene {
  Land land{50};
  Cells building, road;

  LandBoard board() const { return land.grid().board(building); }
};

std::optional<Scene> any_scene(Pcg& random) {
  Scene scene;
  scene.land = testing::any_land(random, testing::any_side(random));
  // Parks and ponds that walks can meet.
  const std::array letters{'F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'};
  const Request request(Building::residence, *pentomino(letters[random.next_int(12)]));
  Sites sites;
  sites.find(scene.land, request);
  const auto all = sites.list();
  if (all.empty()) return std::nullopt;
  const Site site = all[random.next_int(static_cast<int>(all.size()))];
  scene.building = scene.land.grid().cells(building_at(scene.land, request, site));
  for (const Cell c : scene.land.grid().cells(scene.land.empty() - scene.board()))
    if (random.next_int(40) == 0) scene.road.push_back(c);
  return scene;
}

bool same(const Cells& a, const Cells& b) { return testing::sorted(a) == testing::sorted(b); }

}  // namespace

TEST_CASE("walks and bars against walks followed one by one", "[game]") {
  Pcg random(307);
  ParkGround ground;
  AmenityWalks walks;
  int scenes = 0, extensions = 0, bars = 0;
  for (int round = 0; round < 1500; ++round) {
    CAPTURE(round);
    const auto scene = any_scene(random);
    if (!scene) continue;
    ++scenes;
    const SlowLand slow(scene->land);
    const LandEdge edge = random.next_int(2) == 0 ? LandEdge::ignored : LandEdge::counted;
    const bool counted = edge == LandEdge::counted;
    ground.survey(scene->land, scene->board(), scene->road, edge);
    Cells taken = scene->road;
    for (const Kind kind : {Kind::park, Kind::pond}) {
      const bool open_end = random.next_int(2) == 0, extend = random.next_int(4) > 0, max = random.next_int(2) == 0;
      const AmenityChoice choice = max ? AmenityChoice::max_touching : AmenityChoice::min_touching;
      walks.enumerate(ground, kind, {open_end, extend, choice});
      // A kind of which there is none is near nowhere.
      const auto distribution =
          SlowWalk(slow, scene->building, taken, extend ? symbol(kind) : '?', open_end).distribution();

      testing::WalkLaw fast;
      double failed = 1;
      for (const auto& [amenity, probability] : walks.outcomes()) {
        REQUIRE(amenity.touching == slow.peri_aux(cells_of(amenity), taken, counted));
        fast[cells_of(amenity)] += probability;
        failed -= probability;
      }
      if (failed > 1e-9) fast[{}] = failed;
      REQUIRE(fast.size() == distribution.size());
      for (const auto& [walk, probability] : distribution) REQUIRE(fast[walk] == Approx(probability));

      const auto bar = ground.straight_bar(choice);
      const auto slow_bar = testing::slow_best_bar(slow, scene->building, taken, counted, max);
      REQUIRE(bar.has_value() == slow_bar.has_value());
      if (bar) {
        REQUIRE(same(cells_of(*bar), *slow_bar));
        REQUIRE(bar->touching == slow.peri_aux(*slow_bar, taken, counted));
        ++bars;
      }

      const auto extension = walks.shortest_extension();
      std::optional<Cells> slow_extension;
      const auto value = [&](const Cells& c) {
        return std::pair(testing::walk_value(slow, c, taken, counted, max), testing::sorted(c));
      };
      for (const auto& [walk, probability] : distribution)
        if (!walk.empty() && walk.size() < 4 && (!slow_extension || value(walk) < value(*slow_extension)))
          slow_extension = walk;
      REQUIRE(extension.has_value() == slow_extension.has_value());
      if (extension) {
        REQUIRE(same(cells_of(*extension), *slow_extension));
        ++extensions;
      }

      // What the first amenity takes is not free for the second.
      const Amenity amenity = walks.best_of(1, random);
      ground.take(amenity);
      for (const Cell c : cells_of(amenity)) taken.push_back(c);
    }
  }
  CHECK(scenes > 600);
  CHECK(extensions > 100);
  CHECK(bars > 300);
}

TEST_CASE("amenities compare by size, touching perimeter and rows", "[game]") {
  const auto amenity = [](const Cells& cells, int touching) {
    Amenity out = amenity_of(cells);
    out.touching = touching;
    return out;
  };
  const Amenity one = amenity({{5, 5}}, 3), bar = amenity({{2, 1}, {2, 2}, {2, 3}, {2, 4}}, 1);
  CHECK(one.precedes(bar));
  CHECK(!bar.precedes(one));
  CHECK(bar.precedes(amenity({{1, 1}, {1, 2}, {1, 3}, {1, 4}}, 2)));
  CHECK(amenity({{3, 4}, {2, 4}, {2, 3}, {1, 3}}, 1).precedes(bar));
  CHECK(!bar.precedes(amenity({{2, 4}, {2, 3}, {2, 2}, {2, 1}}, 1)));
  CHECK(one.precedes(bar, AmenityChoice::max_touching));
  CHECK(!bar.precedes(amenity({{1, 1}, {1, 2}, {1, 3}, {1, 4}}, 2), AmenityChoice::max_touching));
  CHECK(amenity({{3, 4}, {2, 4}, {2, 3}, {1, 3}}, 1).precedes(bar, AmenityChoice::max_touching));
}

namespace {

// Lands on which the best of many walks is no foregone conclusion.
struct Stage {
  std::string name;
  Land land{14};
  Cells building;
  Cells road;
};
// '#' is occupied, B the building, W a pond.
Stage stage_of(const std::string& name, const std::string& picture) {
  Stage stage{name, Land(14), cells_of_picture(picture, "B", ".#W"), {}};
  stage.land.place(Kind::factory, stage.land.grid().board(cells_of_picture(picture, "#", ".BW")));
  stage.land.place(Kind::pond, stage.land.grid().board(cells_of_picture(picture, "W", ".B#")));
  LandBoard drawn;
  for (const Cell c : cells_of_picture(picture, ".#BW", "")) drawn.set(stage.land.grid().bit(c));
  stage.land.place(Kind::factory, stage.land.empty() - drawn);
  return stage;
}

// Few outcomes, so that each is likely.
std::vector<Stage> narrow_stages() {
  return {stage_of("passages",
                   "##########|"
                   "#....#...#|"
                   "#.##.#.#.#|"
                   "#.BBBBB..#|"
                   "#.##.#.#.#|"
                   "#....#...#|"
                   "##########"),
          stage_of("a passage that forks",
                   "#########|"
                   "#.......#|"
                   "####.####|"
                   "####.####|"
                   "##BBBBB##|"
                   "#########"),
          stage_of("a passage to a pond",
                   "#########|"
                   "BBBBB...#|"
                   "###..##.#|"
                   "###.###.#|"
                   "###..WW.#|"
                   "####.WW.#|"
                   "####....#")};
}

std::vector<Stage> wide_stages() {
  const Cells line = translated(*pentomino('I'), {6, 4});
  std::vector<Stage> out;
  out.push_back({"open land", Land(14), line, {}});
  out.push_back({"in a corner", Land(14), translated(*pentomino('V'), {0, 0}), {}});
  Stage room{"a room with a road", Land(14), line, {{8, 4}, {8, 5}, {9, 5}}};
  room.land.place(Kind::residence,
                  room.land.grid().board(Cells{{4, 3}, {4, 4}, {4, 6}, {4, 7}, {8, 8}, {9, 8}, {9, 9}}));
  out.push_back(room);
  Stage ponds{"ponds within reach", Land(14), line, {}};
  const Cells pond{{11, 7}, {11, 8}, {12, 7}, {12, 8}};
  ponds.land.place(Kind::pond, ponds.land.grid().board(pond));
  ponds.land.place(Kind::factory, ponds.land.grid().board(Cells{{5, 4}, {5, 5}, {5, 6}, {5, 7}, {5, 8}, {6, 9}}));
  out.push_back(ponds);
  return out;
}

std::vector<Stage> stages() {
  std::vector<Stage> out = wide_stages();
  for (Stage& stage : narrow_stages()) out.push_back(std::move(stage));
  return out;
}

std::string name_of(const Cells& cells) {
  std::string out;
  for (const Cell c : testing::sorted(cells)) out += std::to_string(100 * c.row + c.column) + " ";
  return out.empty() ? "none" : out;
}
test::Distribution by_name(const testing::AmenityDistribution& distribution) {
  test::Distribution out;
  for (const auto& [cells, probability] : distribution) out[name_of(cells)] += probability;
  return out;
}

constexpr int draws = 100'000;

test::Distribution draw(const AmenityWalks& walks, int count, bool by_rows, std::uint64_t seed) {
  Pcg random(seed);
  std::map<std::array<Cell, big_size>, int> seen;  // unused cells are (0,0)
  std::map<std::array<Cell, big_size>, int> sizes;
  for (int i = 0; i < draws; ++i) {
    const Amenity amenity = by_rows ? walks.first_best_of(count, random) : walks.best_of(count, random);
    ++seen[amenity.cells];
    sizes[amenity.cells] = amenity.size;
  }
  testing::AmenityDistribution distribution;
  for (const auto& [cells, n] : seen)
    distribution[testing::sorted(Cells(cells.begin(), cells.begin() + sizes[cells]))] += n;
  return by_name(distribution);
}

// The best of `count` walks, walked one after the other; `by_rows` decides among equals.
Cells best_by_walking(const SlowLand& land, const SlowWalk& walk, int count, bool by_rows, Pcg& random) {
  const auto any_of = [&](const Cells& cells) { return cells[random.next_int(static_cast<int>(cells.size()))]; };
  const auto better = [&](const Cells& a, const Cells& b) {
    const auto value_a = testing::walk_value(land, a, {}, false), value_b = testing::walk_value(land, b, {}, false);
    return value_a < value_b || (by_rows && value_a == value_b && testing::sorted(a) < testing::sorted(b));
  };
  Cells best;
  for (; count > 0; --count) {
    if (walk.starts().empty()) continue;
    Cells path{any_of(walk.starts())};
    auto state = SlowWalk::State::goes_on;
    while ((state = walk.state(path)) == SlowWalk::State::goes_on) path.push_back(any_of(walk.choices(path)));
    if (state == SlowWalk::State::done && better(path, best)) best = path;
  }
  return best;
}

// All that is said about the best of 200 walks holds for few walks too, where more outcomes are likely.
constexpr std::array counts{1, 20, 200};

}  // namespace

// With the fixed seeds below the least p-value of all stages and counts is far above this bound; if the distributions
// agree, one in 28 tests falls below with a probability of 0.3%.
constexpr double min_p = 1e-4;

TEST_CASE("the best of many walks is drawn from the exact distribution", "[game][long]") {
  ParkGround ground;
  AmenityWalks walks;
  std::uint64_t seed = 400;
  for (const Stage& stage : stages()) {
    const SlowLand slow(stage.land);
    ground.survey(stage.land, stage.land.grid().board(stage.building), stage.road, LandEdge::ignored);
    walks.enumerate(ground, Kind::pond, {true});
    const auto distribution = SlowWalk(slow, stage.building, stage.road, 'W', true).distribution();
    for (const int count : counts)
      for (const bool by_rows : {false, true}) {
        if (by_rows && count != 20) continue;
        INFO(stage.name << ", best of " << count << (by_rows ? ", by rows" : ""));
        const auto drawn = draw(walks, count, by_rows, ++seed);
        const auto exact = testing::best_of_walks(slow, distribution, stage.road, count, false, by_rows);
        CHECK(test::p_value(drawn, by_name(exact)) > min_p);
      }
    // The same for the walks of maximum touching perimeter.
    walks.enumerate(ground, Kind::pond, {true, true, AmenityChoice::max_touching});
    const auto drawn = draw(walks, 20, false, ++seed);
    const auto exact = testing::best_of_walks(slow, distribution, stage.road, 20, false, false, true);
    CHECK(test::p_value(drawn, by_name(exact)) > min_p);
  }
}

TEST_CASE("the test of distributions notices one weight off by 5%", "[game]") {
  ParkGround ground;
  AmenityWalks walks;
  std::uint64_t seed = 500;
  for (const Stage& stage : narrow_stages()) {
    INFO(stage.name);
    const SlowLand slow(stage.land);
    ground.survey(stage.land, stage.land.grid().board(stage.building), stage.road, LandEdge::ignored);
    walks.enumerate(ground, Kind::pond, {true});
    auto distribution = SlowWalk(slow, stage.building, stage.road, 'W', true).distribution();
    // The walk that is most often the best, made a twentieth more likely.
    const auto exact = testing::best_of_walks(slow, distribution, stage.road, 20, false, false);
    const auto favourite =
        std::max_element(exact.begin(), exact.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    for (auto& [walk, probability] : distribution)
      if (testing::sorted(walk) == favourite->first) probability *= 1.05;
    const auto wrong = testing::best_of_walks(slow, distribution, stage.road, 20, false, false);
    const auto drawn = draw(walks, 20, false, ++seed);
    CHECK(test::p_value(drawn, by_name(exact)) > min_p);
    CHECK(test::p_value(drawn, by_name(wrong)) < 1e-6);
  }
}

TEST_CASE("the best of 200 walks has the distribution of really walking 200 times", "[game][long]") {
  ParkGround ground;
  AmenityWalks walks;
  Pcg random(601);
  for (const Stage& stage : wide_stages()) {
    if (!stage.road.empty()) continue;
    INFO(stage.name);
    const SlowLand slow(stage.land);
    ground.survey(stage.land, stage.land.grid().board(stage.building), {}, LandEdge::ignored);
    walks.enumerate(ground, Kind::pond, {true});
    const SlowWalk walk(slow, stage.building, stage.road, 'W', true);
    testing::AmenityDistribution walked;
    for (int i = 0; i < 600; ++i) ++walked[testing::sorted(best_by_walking(slow, walk, 200, false, random))];
    // The shortcut's own draws stand for its distribution: 100,000 of them against 600 are as good as exact.
    CHECK(test::p_value(by_name(walked), draw(walks, 200, false, 602)) > min_p);
  }
}

}  // namespace parks_test
