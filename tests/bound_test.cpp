#include "pentocity/simulator/bound.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "lands.hpp"
#include "pentocity/simulator/game.hpp"
#include "pentocity/simulator/plan.hpp"
#include "pentocity/simulator/roster.hpp"
#include "slow_bound.hpp"
#include "streams.hpp"

namespace pentocity {
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
  if (random.next_int(2) == 0)
    return {Building::residence, *pentomino("FILNPTUVWXYZ"[static_cast<std::size_t>(random.next_int(12))])};
  return {Building::factory, rectangle(1 + random.next_int(longest), 1 + random.next_int(longest))};
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

}  // namespace
}  // namespace pentocity
