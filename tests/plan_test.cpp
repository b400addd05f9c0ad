// The plan of a results folder, read from JSON that others may have written.
#include "pentocity/tournament/plan.hpp"

#include <catch2/catch.hpp>

#include "pentocity/input/yaml.hpp"

using namespace pentocity;
using namespace pentocity::input;
using namespace pentocity::tournament;
using nlohmann::json;

namespace {

json some_plan() {
  Plan plan;
  plan.seed = 7;
  plan.seeds = stream_seeds(7, 2);
  plan.players = {{"one", "naive"}};
  plan.sequencers = {{"random", "random"}};
  return json::parse(to_json(plan).dump());
}

}  // namespace

TEST_CASE("A plan read back is the plan written", "[plan]") {
  json written = some_plan();
  CHECK(json(to_json(plan_of_json(written))) == written);
  written.erase("seed");
  written["seeds"] = {18446744073709551615u, 0};
  CHECK(json(to_json(plan_of_json(written))) == written);
}

TEST_CASE("A plan with a number that is no whole number is refused", "[plan]") {
  for (const char* place : {"/repeats", "/seed", "/limits/memory"})
    for (const json& value : {json(2.15e25), json(1.5), json(-1), json("2"), json(nullptr), json(json::array({1}))}) {
      INFO(place << " " << value);
      json plan = some_plan();
      plan[json::json_pointer(place)] = value;
      CHECK_THROWS_AS(plan_of_json(plan), InputError);
    }
  json plan = some_plan();
  plan.erase("seed");
  plan["seeds"] = {1, 2.15e25};
  CHECK_THROWS_AS(plan_of_json(plan), InputError);
}
