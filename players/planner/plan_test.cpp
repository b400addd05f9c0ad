#include "plan.hpp"

#include "catch.hpp"

namespace pentocity::players::planner::plan_test {
namespace {

const std::vector<Request>& shapes() {
  static const std::vector<Request> out{{Building::residence, *pentomino('X')},
                                        {Building::residence, *pentomino('L')},
                                        {Building::factory, rectangle(1, 3)},
                                        {Building::factory, rectangle(2, 2)}};
  return out;
}

TEST_CASE("plan: its moves are legal, for requests in any rotation, and it plans what is expected") {
  Pcg random(5);
  int accepted = 0, planned = 0;
  for (int game = 0; game < 12; ++game) {
    Rules rules = game % 2 == 0 ? Rules::report() : Rules::tournament_2016();
    rules.side = 10 + random.next_int(10);
    Land land(rules.side);
    Plan plan(rules, static_cast<std::uint64_t>(game));
    plan.expect(shapes(), std::vector{0.3, 0.3, 0.3, 0.1});
    plan.anneal(20000, 0.5, 0.2);
    CHECK(plan.size() > 0);
    CHECK(plan.points() > 0);
    for (int turn = 0, rejects = 0; rejects < 3; ++turn) {
      CAPTURE(game, rules.side, turn);
      const auto shape = static_cast<ShapeNumber>(random.next_int(4));
      const auto& rotations = shapes()[shape].rotations();
      const Request request(shapes()[shape].type(), rotations[random.next_int(static_cast<int>(rotations.size()))]);
      // Now and then somebody else builds something that the plan did not mean.
      if (turn % 5 == 4) {
        const Cell at{random.next_int(rules.side), random.next_int(rules.side)};
        if (land.at(at) == Kind::empty) land.place(Kind::park, land.grid().board(Cells{at}));
      }
      planned += plan.has(shape);
      const auto move = plan.move(shape, request, land, 500);
      if (!move) {
        ++rejects;
        continue;
      }
      const Judgement judgement = apply_move(rules, land, request, *move);
      REQUIRE_FALSE(judgement.fault);
      ++accepted;
    }
  }
  CHECK(accepted > 100);
  CHECK(planned > 50);
}

TEST_CASE("plan: more changes make it worth more, and the shares are those expected") {
  const Rules rules = Rules::tournament_2016();
  int gained = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Plan plan(rules, seed);
    plan.expect(shapes(), std::vector{0.4, 0.4, 0.2, 0.0});
    plan.anneal(20000, 0.5, 0.2);
    const double before = plan.points() - plan.penalty();
    plan.anneal(200000, 0.5, 0.2);
    gained += plan.points() - plan.penalty() > before;
    CHECK(plan.penalty() < 60);
    CHECK_FALSE(plan.has(3));
  }
  CHECK(gained == 3);
}

TEST_CASE("plan: the same seed plans the same, and what was not built can be dropped") {
  const Rules rules = Rules::report();
  const Land land(rules.side);
  Plan one(rules, 7), other(rules, 7);
  for (Plan* plan : {&one, &other}) {
    plan->expect(shapes(), std::vector{0.25, 0.25, 0.25, 0.25});
    plan->anneal(5000, 0.5, 0.2);
  }
  const auto a = one.move(1, shapes()[1], land, 1000), b = other.move(1, shapes()[1], land, 1000);
  REQUIRE(a);
  REQUIRE(b);
  CHECK(a->location == b->location);
  CHECK(a->rotation == b->rotation);
  CHECK(a->road == b->road);
  CHECK(one.points() == other.points());
  one.begin(land, {});
  CHECK(one.size() == 0);
  CHECK(one.points() == 0);
}

TEST_CASE("plan: a stream is steady since its shares changed") {
  Pcg random(3);
  for (int game = 0; game < 100; ++game) {
    CAPTURE(game);
    std::vector<ShapeNumber> requests;
    for (int i = 0; i < 150; ++i) requests.push_back(static_cast<ShapeNumber>(random.next_int(4)));
    REQUIRE(steady_since(requests) == 0);
    const std::size_t change = requests.size();
    for (int i = 0; i < 60; ++i) requests.push_back(static_cast<ShapeNumber>(2 + random.next_int(4)));
    const std::size_t found = steady_since(requests);
    REQUIRE(found + 10 >= change);
    REQUIRE(found <= change + 10);
  }
  CHECK(steady_since({}) == 0);
}

}  // namespace
}  // namespace pentocity::players::planner::plan_test
