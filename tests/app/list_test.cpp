#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace list_test {

using namespace pentocity::test;
using nlohmann::json;

namespace {

json listed(const std::string& what) {
  const Run r = run_command(pentocity::test::program + " list " + what + " --format json");
  CHECK(r.exit_code == 0);
  const json list = json::parse(r.output);
  const std::string text = run_command(pentocity::test::program + " list " + what).output;
  CHECK(std::count(text.begin(), text.end(), '\n') == static_cast<std::ptrdiff_t>(list.size()));
  for (const json& item : list) {
    CHECK_THAT(text, Catch::Contains(item.at("name").get<std::string>() + " ") &&
                         Catch::Contains(item.at("summary").get<std::string>() + "\n"));
    for (const json& option : item.at("options")) {
      const std::string type = option.at("type");
      const json& value = option.at("default");
      CHECK((type == "boolean"   ? value.is_boolean()
             : type == "integer" ? value.is_number_integer()
             : type == "number"  ? value.is_number_float()
                                 : type == "string" && value.is_string()));
      CHECK_FALSE(option.at("meaning").get<std::string>().empty());
    }
  }
  return list;
}

}  // namespace

TEST_CASE("list: players and sequencers with their options", "[harness]") {
  const json players = listed("players");
  CHECK(players.size() == pentocity::builtin_players().size());
  const json sequencers = listed("sequencers");
  CHECK(sequencers.size() == pentocity::builtin_sequencers().size());
  for (const json& sequencer : sequencers) {
    const json& last = sequencer["options"].back();
    CHECK(last["name"] == "generator");
    CHECK(last["default"] == "java");
    CHECK(last["choices"] == json{"java", "pcg"});
  }
}

TEST_CASE("list: rules", "[harness]") {
  const json rules = listed("rules");
  REQUIRE(rules.size() == 2);
  const auto value = [&](std::size_t profile, const std::string& name) -> json {
    for (const json& option : rules[profile]["options"])
      if (option["name"] == name) return option["default"];
    return nullptr;
  };
  CHECK(rules[0]["name"] == "report");
  CHECK(rules[1]["name"] == "tournament-2016");
  for (const std::size_t profile : {0u, 1u}) {
    CHECK(value(profile, "side") == 50);
    CHECK(value(profile, "max_rejects") == 3);
  }
  CHECK(value(0, "on_invalid") == "skip");
  CHECK(value(1, "on_invalid") == "abort");
  CHECK(value(0, "factory_bonus") == false);
  CHECK(value(1, "factory_bonus") == true);
  CHECK(value(0, "road_access") == "contact");
  CHECK(value(1, "road_access") == "near_edge");
}

TEST_CASE("list: what there is not", "[harness]") {
  CHECK(run_command(pentocity::test::program + " list").exit_code == 2);
  const Run r = run_command(pentocity::test::program + " list player");
  CHECK(r.exit_code == 2);
  CHECK(std::count(r.output.begin(), r.output.end(), '\n') == 1);
}

}  // namespace list_test
