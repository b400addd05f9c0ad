// The schedule of a results folder, read from JSON that others may have written.
#include "pentocity/results/schedule.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "pentocity/input/user_error.hpp"

namespace schedule_test {

using namespace pentocity;
using namespace pentocity::results;
using match::stream_seeds;
using nlohmann::json;

namespace {

json some_schedule() {
  Schedule schedule;
  schedule.seed = 7;
  schedule.seeds = stream_seeds(7, 2);
  schedule.players = {{"one", "naive"}};
  schedule.sequencers = {{"random", "random"}};
  return json::parse(to_json(schedule).dump());
}

}  // namespace

TEST_CASE("A schedule read back is the schedule written", "[schedule]") {
  json written = some_schedule();
  CHECK(json(to_json(schedule_of_json(written))) == written);
  written.erase("seed");
  written["seeds"] = {18446744073709551615u, 0};
  CHECK(json(to_json(schedule_of_json(written))) == written);
}

TEST_CASE("A schedule with a number that is no whole number is refused", "[schedule]") {
  for (const char* place : {"/repeats", "/seed", "/limits/memory"})
    for (const json& value : {json(2.15e25), json(1.5), json(-1), json("2"), json(nullptr), json(json::array({1}))}) {
      INFO(place << " " << value);
      json schedule = some_schedule();
      schedule[json::json_pointer(place)] = value;
      CHECK_THROWS_AS(schedule_of_json(schedule), InputError);
    }
  json schedule = some_schedule();
  schedule.erase("seed");
  schedule["seeds"] = {1, 2.15e25};
  CHECK_THROWS_AS(schedule_of_json(schedule), InputError);
}

}  // namespace schedule_test
