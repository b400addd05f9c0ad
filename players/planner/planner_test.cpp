#include <catch2/catch.hpp>

#include "drafts.hpp"
#include "pentocity/game/roads.hpp"
#include "slow_evaluation.hpp"

namespace pentocity::planner {
namespace {

Request random_request(Pcg& random) {
  if (random.next_int(5) < 2)
    return {Building::factory, rectangle(1 + random.next_int(5), 1 + random.next_int(5))};
  const auto letters = std::string_view("FILNPTUVWXYZ");
  Cells cells = *pentomino(letters[static_cast<std::size_t>(random.next_int(12))]);
  if (random.next_int(2) == 0) cells = mirrored(cells);
  return {Building::residence, cells};
}

Weights random_weights(Pcg& random) {
  Weights weights;
  for (int f = 0; f < feature_count; ++f) weights[static_cast<Feature>(f)] = random.next_int(4001) - 2000;
  for (const Feature f : {Feature::guess_road, Feature::guess_extension, Feature::guess_new})
    weights[f] = -random.next_int(2000);
  // Parks are built only where they pay.
  for (const Feature f : {Feature::green_cell, Feature::at_green}) weights[f] = random.next_int(1000);
  return weights;
}

// Plays moves of all sorts, and calls `check` with land, evaluation and drafts before each.
template <class Check>
int play_randomly(std::uint64_t seed, Check&& check) {
  Pcg random(seed);
  Rules rules = random.next_int(2) == 0 ? Rules::report() : Rules::tournament_2016();
  rules.side = 6 + random.next_int(10);
  Land land(rules.side);
  History history(0.9);
  Evaluation evaluation;
  DraftSearch search;
  int checked = 0;
  for (int turn = 0; turn < 60; ++turn) {
    const Request request = random_request(random);
    history.add(request);
    City city(rules, land);
    const Weights weights = random_weights(random);
    evaluation.start(city, weights, history);
    const auto& drafts = search.find(city, evaluation, request, {4, 2, true});
    if (drafts.empty()) continue;
    check(rules, land, weights, history, request, drafts, city);
    ++checked;
    const Draft& draft = drafts[static_cast<std::size_t>(random.next_int(static_cast<int>(drafts.size())))];
    REQUIRE_FALSE(apply_move(rules, land, request, draft.move()).fault);
  }
  return checked;
}

TEST_CASE("planner: the value of a move is the difference of the lands' values") {
  int moves = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed)
    play_randomly(seed, [&](const Rules& rules, const Land& land, const Weights& weights, const History& history,
                            const Request& request, const std::vector<Draft>& drafts, const City& city) {
      CHECK(city.empty().board() == land.empty());
      const std::int64_t before = SlowEvaluation(rules, land, weights, history).value();
      for (const Draft& draft : drafts) {
        Land after = land;
        const Judgement judgement = apply_move(rules, after, request, draft.move());
        REQUIRE_FALSE(judgement.fault);
        const std::int64_t points = static_cast<std::int64_t>(unit) * (judgement.delta - request.size());
        INFO("seed " << seed);
        REQUIRE(draft.value == points + SlowEvaluation(rules, after, weights, history).value() - before);
        ++moves;
      }
    });
  CHECK(moves > 2000);
}

TEST_CASE("planner: an evaluation that has followed moves is as one that starts on the land they left") {
  Pcg random(5);
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    play_randomly(seed, [&](const Rules& rules, const Land& land, const Weights& weights, const History& history,
                            const Request& request, const std::vector<Draft>& drafts, const City&) {
      Land later_land = land;
      City city(rules, land);
      Evaluation following, starting;
      DraftSearch search;
      following.start(city, weights, history);
      Draft next = drafts.front();
      Request asked = request;
      for (int ahead = 0; ahead < 3; ++ahead) {
        following.build(next);
        REQUIRE_FALSE(apply_move(rules, later_land, asked, next.move()).fault);
        City fresh(rules, later_land);
        starting.start(fresh, weights, history);
        asked = random_request(random);
        const std::vector<Draft> expected = search.find(fresh, starting, asked, {4, 2, true});
        const std::vector<Draft> found = search.find(city, following, asked, {4, 2, true});
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
          CHECK(found[i].value == expected[i].value);
          CHECK(found[i].site == expected[i].site);
        }
        if (found.empty()) return;
        next = found.front();
        ++compared;
      }
    });
  CHECK(compared > 400);
}

TEST_CASE("planner: drafts come best first, each at a site of its own, with the least road that serves") {
  play_randomly(77, [](const Rules&, const Land& land, const Weights&, const History&, const Request& request,
                       const std::vector<Draft>& drafts, const City&) {
    ShortestRoads roads;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      if (i > 0) CHECK(drafts[i - 1].value >= drafts[i].value);
      for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(drafts[i].site == drafts[j].site);
      roads.find(land, road_heads(land), building_at(land, request, drafts[i].site));
      if (!drafts[i].road.empty()) CHECK(static_cast<int>(drafts[i].road.size()) == roads.length());
    }
  });
}

}  // namespace
}  // namespace pentocity::planner
