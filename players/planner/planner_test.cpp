#include <memory>
#include <optional>

#include "catch.hpp"
#include "drafts.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/helpers/roads.hpp"
#include "slow_evaluation.hpp"

namespace pentocity::players::planner::planner_test {
namespace {

Request random_request(Pcg& random) {
  if (random.next_int(5) < 2) return {Building::factory, rectangle(1 + random.next_int(5), 1 + random.next_int(5))};
  const auto letters = std::string_view("FILNPTUVWXYZ");
  Cells cells = *pentomino(letters[random.next_int(12)]);
  if (random.next_int(2) == 0) cells = mirrored(cells);
  return {Building::residence, cells};
}

Weights random_weights(Pcg& random) {
  Weights weights;
  for (std::size_t f = 0; f < feature_count; ++f) weights[static_cast<Feature>(f)] = random.next_int(4001) - 2000;
  for (const Feature f : {Feature::guess_road, Feature::guess_extension, Feature::guess_new})
    weights[f] = -random.next_int(2000);
  // These are positive, so that parks and ponds are worth building.
  for (const Feature f : {Feature::amenity_cell, Feature::at_amenity}) weights[f] = random.next_int(1000);
  return weights;
}

// A land of this side, empty or, if it is wide, with an empty part across the two words of a row, or in a corner. The
// rest is road.
Land random_start(Pcg& random, int side) {
  Land land(side);
  if (!land.grid().wide()) return land;
  const Cell corner = random.next_int(3) == 0
                          ? Cell{side - 14, side - 16}
                          : Cell{random.next_int(side - 14), std::min(50 + random.next_int(12), side - 16)};
  LandBoard road = land.grid().all();
  for (int r = 0; r < 14; ++r)
    for (int c = 0; c < 16; ++c) road.reset(land.grid().bit(corner + Cell{r, c}));
  land.place(Kind::road, road);
  return land;
}

// Plays moves of many kinds, and calls `check` with land, evaluation and drafts before each.
template <class Row, class Check>
int play_randomly(std::uint64_t seed, Check&& check) {
  Pcg random(seed);
  Rules rules = random.next_int(2) == 0 ? Rules::report() : Rules::tournament_2016();
  rules.side = words_of_row<Row> == 1 ? 6 + random.next_int(10) : 65 + random.next_int(64);
  Land land = random_start(random, rules.side);
  History history(0.9);
  Evaluation<Row> evaluation;
  DraftSearch<Row> search;
  int checked = 0;
  for (int turn = 0; turn < 60; ++turn) {
    CAPTURE(seed, rules.side, turn);
    const Request request = random_request(random);
    history.add(request);
    City<Row> city(rules, land);
    const Weights weights = random_weights(random);
    evaluation.start(city, weights, history);
    const auto& drafts = search.find(city, evaluation, request, {.sites = 4, .amenities = 2, .alternatives = 2});
    if (drafts.empty()) continue;
    check(rules, land, weights, history, request, drafts, city);
    ++checked;
    const Draft& draft = drafts[random.next_int(static_cast<int>(drafts.size()))];
    REQUIRE_FALSE(apply_move(rules, land, request, draft.move(land.grid())).fault);
  }
  return checked;
}

TEMPLATE_TEST_CASE("planner: the value of a move is the difference of the lands' values", "[long]", NarrowRow,
                   WideRow) {
  constexpr bool wide = words_of_row<TestType> == 2;
  int moves = 0;
  for (std::uint64_t seed = 1; seed <= (wide ? 3 : 80); ++seed)
    play_randomly<TestType>(
        seed, [&](const Rules& rules, const Land& land, const Weights& weights, const History& history,
                  const Request& request, const std::vector<Draft>& drafts, const City<TestType>& city) {
          REQUIRE(city.empty().board(land.grid()) == land.empty());
          SlowEvaluation slow_before(rules, land, weights, history);
          const Points before = slow_before.value();
          for (const Draft& draft : drafts) {
            Land after = land;
            const Judgement judgement = apply_move(rules, after, request, draft.move(land.grid()));
            REQUIRE_FALSE(judgement.fault);
            const Points points = point * (judgement.delta - request.size());
            SlowEvaluation slow_after(rules, after, weights, history);
            const Points gain = points + slow_after.value() - before;
            int cut_off = 0;
            for (const Cell c : slow_before.reachable())
              cut_off += after.at(c) == Kind::empty && !slow_after.reachable().contains(c);
            REQUIRE(draft.value == gain - point * unbearable_points * std::max(0, cut_off - bearable));
            ++moves;
          }
        });
  CHECK(moves > (wide ? 50 : 2000));
}

TEMPLATE_TEST_CASE("planner: an evaluation that has followed moves is as one that starts on the land they left", "",
                   NarrowRow, WideRow) {
  Pcg random(5);
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    play_randomly<TestType>(seed,
                            [&](const Rules& rules, const Land& land, const Weights& weights, const History& history,
                                const Request& request, const std::vector<Draft>& drafts, const City<TestType>&) {
                              Land later_land = land;
                              City<TestType> city(rules, land);
                              Evaluation<TestType> following, starting;
                              DraftSearch<TestType> search;
                              const Width few{.sites = 4, .amenities = 2};
                              following.start(city, weights, history);
                              Draft next = drafts.front();
                              Request asked = request;
                              for (int ahead = 0; ahead < 3; ++ahead) {
                                following.build(next);
                                REQUIRE_FALSE(apply_move(rules, later_land, asked, next.move(land.grid())).fault);
                                City<TestType> fresh(rules, later_land);
                                starting.start(fresh, weights, history);
                                asked = random_request(random);
                                const std::vector<Draft> expected = search.find(fresh, starting, asked, few);
                                const std::vector<Draft> found = search.find(city, following, asked, few);
                                REQUIRE(found.size() == expected.size());
                                for (std::size_t i = 0; i < found.size(); ++i) {
                                  REQUIRE(found[i].value == expected[i].value);
                                  REQUIRE(found[i].site == expected[i].site);
                                }
                                if (found.empty()) return;
                                next = found.front();
                                ++compared;
                              }
                            });
  CHECK(compared > 400);
}

// Looks ahead by many short branches from the same land, as a turn does, and compares each search, which keeps what the
// others have found, with one that knows nothing, on a land that is read anew. Half of the branches begin with one of
// the `walls`, cells that become pond.
template <class Row>
int compare_searches_of_turn(const Rules& rules, const Land& land, const std::vector<int>& walls, Pcg& random) {
  History history(0.9);
  std::vector<Request> requests;
  for (int i = 0; i < 5; ++i) history.add(requests.emplace_back(random_request(random)));
  const Weights weights = random_weights(random);
  Width width{.sites = 6, .amenities = 2};
  if (random.next_int(2) == 0) width.margin = 2 * point;
  City<Row> city(rules, land);
  Evaluation<Row> evaluation;
  evaluation.start(city, weights, history);
  const auto keeping = std::make_unique<DraftSearch<Row>>(), plain = std::make_unique<DraftSearch<Row>>();  // large
  keeping->begin_turn(city, evaluation);
  int compared = 0;
  for (int branch = 0; branch < 24; ++branch) {
    Land later_land = land;
    City<Row> later_city = city;
    Evaluation<Row> later = evaluation;
    later.move_to(later_city);
    if (!walls.empty() && random.next_int(2) == 0) {
      const int cell = walls[random.next_int(static_cast<int>(walls.size()))];
      LandBoard wall;
      land.grid().clear(wall);
      wall.set(cell);
      later_land.place(Kind::pond, wall);
      later.build({.pond = {static_cast<std::uint16_t>(cell)}});
    }
    for (int ahead = 0; ahead < 4; ++ahead) {
      CAPTURE(branch, ahead);
      City<Row> fresh(rules, later_land);
      Evaluation<Row> starting;
      starting.start(fresh, weights, history);
      const Request& asked = requests[random.next_int(static_cast<int>(requests.size()))];
      const std::vector<Draft>& expected = plain->find(fresh, starting, asked, width);
      const std::vector<Draft>& found = keeping->find_in_turn(later_city, later, asked, width);
      REQUIRE(found.size() == expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        const Draft &a = found[i], &b = expected[i];
        REQUIRE((a.site == b.site && a.road == b.road && a.park == b.park && a.pond == b.pond && a.value == b.value));
        ++compared;
      }
      if (found.empty()) break;
      const Draft& next = found[random.next_int(static_cast<int>(found.size()))];
      later.build(next);
      REQUIRE_FALSE(apply_move(rules, later_land, asked, next.move(land.grid())).fault);
    }
  }
  return compared;
}

TEMPLATE_TEST_CASE("planner: what a search has kept of a turn changes none of its moves", "[long]", NarrowRow,
                   WideRow) {
  constexpr bool wide = words_of_row<TestType> == 2;
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= (wide ? 2 : 8); ++seed) {
    Pcg random(seed);
    Rules rules = seed % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    // Wide enough for what is far away not to matter.
    rules.side = wide ? 65 + random.next_int(30) : 40 + random.next_int(25);
    Land land(rules.side);
    History history(0.9);
    for (int turn = 0; turn < (wide ? 120 : 160); ++turn) {
      CAPTURE(seed, rules.side, turn);
      const Request request = random_request(random);
      history.add(request);
      City<TestType> city(rules, land);
      Evaluation<TestType> evaluation;
      evaluation.start(city, random_weights(random), history);
      DraftSearch<TestType> search;
      const auto& drafts = search.find(city, evaluation, request, {.sites = 4, .amenities = 2});
      if (drafts.empty()) break;
      REQUIRE_FALSE(apply_move(rules, land, request, drafts.front().move(land.grid())).fault);
      if (turn % 20 == 10) compared += compare_searches_of_turn<TestType>(rules, land, {}, random);
    }
  }
  CHECK(compared > (wide ? 1000 : 8000));
}

TEMPLATE_TEST_CASE("planner: nor does it where ways are cut off far away", "[long]", NarrowRow, WideRow) {
  constexpr bool wide = words_of_row<TestType> == 2;
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Pcg random(seed);
    Rules rules = seed % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    rules.side = wide ? 70 : 50;
    // A yard of empty cells within a wall with two gates, and roads around it; or two yards, each with a gate.
    Land land(rules.side);
    const Grid& grid = land.grid();
    const int rows = 6 + random.next_int(16), columns = 36, top = 3, left = wide ? 30 : 5;
    const int inner = random.next_int(2) == 0 ? 0 : columns - 9;  // the wall between two yards
    LandBoard road = grid.all(), wall;
    grid.clear(wall);
    std::vector<int> gates;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const int cell = grid.bit({top + r, left + c});
        road.reset(cell);
        if (r == 0 || c == 0 || r == rows - 1 || c == columns - 1 || c == inner) wall.set(cell);
      }
    for (const int column : {0, columns - 1}) {
      gates.push_back(grid.bit({top + 1 + random.next_int(rows - 2), left + column}));
      wall.reset(gates.back());
    }
    land.place(Kind::road, road);
    land.place(Kind::pond, wall);
    compared += compare_searches_of_turn<TestType>(rules, land, gates, random);
  }
  CHECK(compared > 2000);
}

TEST_CASE("planner: drafts come best first, no two are the same move, with the least road that serves") {
  int shared = 0;  // pairs of alternatives for one site
  play_randomly<NarrowRow>(77, [&](const Rules&, const Land& land, const Weights&, const History&,
                                   const Request& request, const std::vector<Draft>& drafts, const City<NarrowRow>&) {
    ShortestRoads roads;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      if (i > 0) CHECK(drafts[i - 1].value >= drafts[i].value);
      for (std::size_t j = 0; j < i; ++j) {
        const bool same = drafts[i].site == drafts[j].site;
        shared += same;
        CHECK_FALSE((same && drafts[i].park == drafts[j].park && drafts[i].pond == drafts[j].pond));
      }
      roads.find(land, road_heads(land), building_at(land, request, drafts[i].site));
      if (!drafts[i].road.empty()) CHECK(static_cast<int>(drafts[i].road.size()) == roads.length());
    }
  });
  CHECK(shared > 0);
}

TEST_CASE("planner: with a margin there are fewer drafts, of the same values, none further behind without shapes") {
  Pcg random(31);
  std::size_t all = 0, near = 0;
  play_randomly<NarrowRow>(78, [&](const Rules& rules, const Land& land, const Weights& weights, const History& history,
                                   const Request& request, const std::vector<Draft>&, const City<NarrowRow>&) {
    City<NarrowRow> city(rules, land);
    Evaluation<NarrowRow> evaluation;
    evaluation.start(city, weights, history);
    const Points margin = random.next_int(3 * point);
    DraftSearch<NarrowRow> search;
    const std::vector<Draft> wide = search.find(city, evaluation, request, {.sites = 12});
    const std::vector<Draft> narrow = search.find(city, evaluation, request, {.sites = 12, .margin = margin});
    REQUIRE_FALSE(narrow.empty());
    std::vector<Points> without_shapes;
    for (const Draft& draft : narrow) {
      without_shapes.push_back(evaluation.gain(draft));
      CHECK(std::any_of(wide.begin(), wide.end(), [&](const Draft& other) {
        return other.site == draft.site && other.value == draft.value && other.park == draft.park &&
               other.pond == draft.pond;
      }));
    }
    const auto [min, max] = std::minmax_element(without_shapes.begin(), without_shapes.end());
    CHECK(*max - *min <= margin);
    all += wide.size();
    near += narrow.size();
  });
  CHECK(near < all);
}

TEST_CASE("planner: the history counts shapes in any rotation, and forgets slowly") {
  History history(0.5);
  CHECK(history.share(Building::residence) == 0.5);
  CHECK(history.stars() == 0);
  const Request upright(Building::residence, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}});
  const Request lying(Building::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
  const Request cell(Building::factory, {{0, 0}});
  history.add(upright);
  history.add(lying);
  REQUIRE(history.shapes().size() == 1);
  CHECK(history.shapes()[0].times == 1.5);
  CHECK(history.shapes()[0].rotations.size() == 2);
  history.add(cell);
  REQUIRE(history.shapes().size() == 2);
  CHECK(history.shapes()[0].request == upright);  // 0.75 times 5 cells come before 1 of 1
  CHECK(history.requests() == 1.75);
  CHECK(history.shapes()[0].share == Approx(0.75 / 1.75));
  CHECK(history.share(Building::residence) == Approx(1.75 / 3.75));
  CHECK(history.stars() == 0);
  history.add({Building::residence, *pentomino('X')});
  CHECK(history.stars() == Approx(1 / 3.875));
  CHECK(history.share_of_three() == Approx(1.875 / 3.875));
  history.add({Building::factory, {{0, 0}, {0, 1}}});
  CHECK(history.mean_size() == Approx((1 * 2 + (0.5 + 0.1875) * 5 + 0.25 * 1) / 1.9375));
  CHECK(history.share_of_three() == Approx((1 + 0.5 + 0.25) / 3.9375));  // without the bars
}

TEST_CASE("planner: futures have the frequencies of the past") {
  History history(1);
  const Request bar(Building::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}), cell(Building::factory, {{0, 0}});
  for (int i = 0; i < 60; ++i) history.add(i % 4 == 0 ? cell : bar);
  const Futures futures;
  Pcg random(3);
  int bars = 0, cells = 0, others = 0;
  for (int i = 0; i < 10000; ++i) {
    const Request& request = futures.draw(history, random);
    ++(request == bar ? bars : request == cell ? cells : others);
    REQUIRE(request.is_proper());
  }
  CHECK(bars == Approx(10000 * 45 / 62.0).margin(200));
  CHECK(cells == Approx(10000 * 15 / 62.0).margin(200));
  CHECK(others == Approx(10000 * 2 / 62.0).margin(80));
}

// What is expected after these requests, by the definition: what followed the latest of the longest matches of at most
// 32 requests, or the last one again if there is none.
int expected_after(const std::vector<int>& requests) {
  const auto last = requests.end();
  for (std::ptrdiff_t length = std::min<std::ptrdiff_t>(32, std::ssize(requests) - 1); length > 0; --length) {
    const auto match = std::find_end(requests.begin(), last - 1, last - length, last);
    if (match != last - 1) return *(match + length);
  }
  return requests.back();
}

TEST_CASE("planner: the predictor expects what followed the longest match") {
  Pcg random(8);
  int foreseen = 0;
  for (int game = 0; game < 60; ++game) {
    const int shapes = 1 + random.next_int(4), cycle = 1 + random.next_int(20), faults = random.next_int(3);
    std::vector<int> requests;
    Predictor predictor;
    REQUIRE(predictor.next(3).empty());
    int hits = 0;
    for (int turn = 0; turn < 120; ++turn) {
      CAPTURE(game, turn);
      const bool again = turn >= cycle && random.next_int(20) >= faults;
      const int bar = again ? requests[turn - cycle] : random.next_int(shapes);
      hits = turn > 0 && expected_after(requests) == bar ? hits + 1 : 0;
      requests.push_back(bar);
      const Cells lying = rectangle(1, bar + 1), upright = rectangle(bar + 1, 1);
      predictor.add({Building::factory, random.next_int(2) == 0 ? lying : upright});
      REQUIRE(predictor.hits() == hits);
      foreseen = std::max(foreseen, hits);
      std::vector<int> later = requests;
      for (const Request* request : predictor.next(5)) {
        later.push_back(expected_after(later));
        REQUIRE(request->size() == later.back() + 1);
      }
      REQUIRE(later.size() == requests.size() + 5);
    }
  }
  CHECK(foreseen > 90);
}

TEST_CASE("planner: the style few is mixed into the others in proportion") {
  const WeightTable table{Options(weight_options())};
  for (std::size_t f = 0; f < feature_count; ++f) {
    const auto at = [&](Style style, double few) { return table.at(style, 0.5, few).real(static_cast<Feature>(f)); };
    CHECK(at(Style::general, 1) == at(Style::few, 0));
    CHECK(at(Style::general, 0.25) == Approx(0.75 * at(Style::general, 0) + 0.25 * at(Style::few, 0)).margin(1));
  }
}

// The moves of a game of a built-in player. `candidates` replaces the default of the option of this name.
std::vector<std::string> moves_of(const std::string& name, std::uint64_t seed, const Rules& rules,
                                  std::optional<std::int64_t> candidates = std::nullopt) {
  for (const PlayerSpec& spec : builtin_players()) {
    if (spec.name != name) continue;
    Options options(spec.options);
    if (name == "planner") options.set(spec.options, "work", std::int64_t{40});
    if (candidates) options.set(spec.options, "candidates", *candidates);
    const auto player = spec.make({rules, seed, options});
    Land land(rules.side);
    Pcg random(11);
    std::vector<std::string> moves;
    int score = 0, rejects = 0;
    for (int turn = 0; rejects < rules.max_rejects; ++turn) {
      const Request request = random_request(random);
      const Move move = player->play(request, {land, turn, score, rejects, std::nullopt});
      if (!move.accept) {
        ++rejects;
        continue;
      }
      const Judgement judgement = apply_move(rules, land, request, move);
      REQUIRE_FALSE(judgement.fault);
      score += judgement.delta;
      moves.push_back(land.to_string());
    }
    return moves;
  }
  return {};
}

TEST_CASE("planner: the same seed plays the same game, legally, on lands of all sizes", "[long]") {
  for (Rules rules : {Rules::report(), Rules::tournament_2016()})
    for (const int side : {4, 13, 20}) {
      rules.side = side;
      for (const std::string name : {"planner-fast", "planner"}) {
        const auto game = moves_of(name, 1, rules);
        CHECK_FALSE(game.empty());
        CHECK(game == moves_of(name, 1, rules));
        if (side == 20) CHECK(game != moves_of(name, 2, rules));
      }
    }
  // With one candidate nothing is played ahead, and no random number is drawn.
  const Rules rules = Rules::tournament_2016();
  const auto greedy = moves_of("planner-fast", 1, rules, 1);
  CHECK(greedy == moves_of("planner-fast", 2, rules, 1));
  CHECK(greedy != moves_of("planner-fast", 1, rules));
  Rules large = Rules::report();
  for (const int side : {64, 65}) {
    large.side = side;
    CHECK(moves_of("planner-fast", 1, large).size() > 200);
  }
}

}  // namespace
}  // namespace pentocity::players::planner::planner_test
