// `pentocity export` and `pentocity gerrymander sample --format json`: data for other programs.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace export_test {

using namespace pentocity::test;
using nlohmann::json;

namespace {

const std::string binary = pentocity::test::program;

Run run(const std::string& arguments) { return run_command(binary + " " + arguments); }

std::string plugin(const std::string& name) { return pentocity::test::plugins + name + ".so"; }

}  // namespace

TEST_CASE("export: every game as CSV and as lines of JSON", "[export]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml",
                                           "rules: {side: 12}\nrepeats: 3\nsequencers: [random]\nplayers:\n  - naive\n"
                                           "  - {name: 'a, \"b\"', plugin: " +
                                               plugin("wicked_player") +
                                               ", options: {does: throw, one_in: 2}}\n"
                                               "  - {name: far, plugin: " +
                                               plugin("wicked_player") + ", options: {does: far}}\n");
  const std::string out = scratch / "out";
  CHECK(run("run " + config + " --out " + out).exit_code == 0);
  const Run lines = run("export " + out + " --format jsonl");
  CHECK(lines.exit_code == 0);
  std::vector<json> games;
  std::istringstream in(lines.output);
  for (std::string line; std::getline(in, line);) games.push_back(json::parse(line));
  REQUIRE(games.size() == 9);
  const json summary = json::parse(bytes_of(out + "/summary.json"));
  for (const json& cell : summary["cells"]) {
    int found = 0;
    for (const json& game : games) {
      if (game["player"] != cell["player"]) continue;
      const int repeat = game["repeat"];
      const json value = cell["score"]["values"][repeat];
      CHECK(value == (game["status"] == "ok" ? game["score"] : json()));
      CHECK(game["seed"] == summary["seeds"][repeat]);
      CHECK(game["error"].is_null() == (game["status"] == "ok"));
      CHECK(game["faults"].is_null() == (game["player"] != "far"));
      if (game["player"] == "far") CHECK(game["faults"]["site_not_buildable"]["moves"] == 3);
      ++found;
    }
    CHECK(found == 3);
  }
  // The same as CSV, on standard output or in a file.
  const std::string file = scratch / "games.csv";
  CHECK(run("export " + out + " -o " + file).output.empty());
  const std::string csv = bytes_of(file);
  CHECK(run("export " + out).output == csv);
  CHECK(csv.starts_with("player,sequencer,repeat,seed,status,score,empty,road,"));
  CHECK_THAT(csv, Catch::Contains("\n\"a, \"\"b\"\"\",random,0,"));
  CHECK(csv.substr(0, csv.find('\n')).ends_with(",stderr,key"));
  const Run none = run("export " + (scratch / "none"));
  CHECK(none.exit_code == 2);
  CHECK(none.output == "pentocity: " + (scratch / "none") + ": there is no such folder\n");
  CHECK(run("export " + out + " >/dev/full").exit_code == 2);
}

namespace {

// The results of two players on small lands.
std::string eight_repeats(const Scratch& scratch) {
  const std::string config =
      scratch.write("cup.yaml", "{rules: {side: 8}, repeats: 8, sequencers: [random, g6], players: [naive, diagonal]}");
  CHECK(run("run " + config + " --out " + scratch / "out").exit_code == 0);
  return scratch / "out";
}

}  // namespace

TEST_CASE("report --plan plans a study by a pilot", "[export]") {
  const Scratch scratch;
  const std::string out = eight_repeats(scratch);
  const Run plan = run("report " + out + " --plan 3 --power 0.9");
  CHECK_THAT(plan.output, Catch::Contains("difference of 3 points with a power of 90%") &&
                              Catch::Contains("naive less diagonal") && Catch::Contains("pilot of 8 repeats"));
  CHECK_THAT(run("report " + out + " --plan 2 --format csv").output, Catch::Contains("--format excludes --plan"));
  CHECK_THAT(run("report " + out + " --power 0.9").output, Catch::Contains("--power requires --plan"));
}

TEST_CASE("report --tables prints the tables of a paper that are named", "[export]") {
  const Scratch scratch;
  const std::string out = eight_repeats(scratch);
  const Run causes = run("report " + out + " --format latex --tables causes,pairs");
  CHECK_THAT(causes.output, Catch::Contains("\\emph{points by cause, mean of a game}") &&
                                Catch::Contains("p corrected for 1 pair}") && !Catch::Contains("mean score"));
  const auto said = [&](const std::string& options) {
    const Run wrong = run("report " + out + options);
    CHECK(wrong.exit_code == 2);
    return wrong.output;
  };
  CHECK(said(" --tables scores") ==
        "pentocity: --tables says what --format latex and markdown print, and needs one of them\n");
  CHECK(said(" --format latex --tables score") ==
        "pentocity: --tables score: expected some of scores,standings,lands,causes,pairs\n");
}

TEST_CASE("report --format csv prints the rows of each list", "[export]") {
  const Scratch scratch;
  const std::string config =
      scratch.write("cup.yaml", "{rules: {side: 8}, repeats: 2, sequencers: [random, g6], players: [naive, diagonal]}");
  const std::string out = scratch / "out", other = scratch / "other";
  CHECK(run("run " + config + " --out " + out).exit_code == 0);
  CHECK(run("run " + config + " --players naive --repeats 1 --out " + other).exit_code == 0);
  const auto csv = [&](const std::string& options) { return run("report " + out + " --format csv" + options).output; };
  const auto holds = [&](const std::string& options, const std::string& header, const std::string& first_row,
                         int rows) {
    const std::string text = csv(options);
    INFO(text);
    CHECK(text.starts_with(header));
    CHECK(text.substr(text.find('\n') + 1).starts_with(first_row));
    CHECK(std::ranges::count(text, '\n') == rows + 1);
  };
  CHECK(csv("") == csv(" --rows cells"));
  holds(" --rows cells", "player,sequencer,games,status.ok,", "naive,random,2,2,", 4);
  holds(" --rows players", "player,mean,ci95.0,ci95.1,", "naive,", 2);
  holds(" --rows pairs", "a,b,sequencer,", "naive,diagonal,,", 3);
  holds(" --rows sequencers", "sequencer,adaptive,mean,winner,winners\n", "random,false,", 2);
  holds(" --rows courses", "player,sequencer,games,every,scores,final_scores,turns,cells.empty,", "naive,random,2,10,",
        4);
  holds(" --rows bounds", "player,sequencer,games,score,bound,percent\n", "naive,g6,2,", 4);
  holds(" --beside " + other, "player,sequencer,here,there,difference,standard_error,deviation\n", "naive,random,", 2);
  holds(" --rows players --beside " + other, "player,here,there,", "naive,", 1);
  const json summary = json::parse(bytes_of(out + "/summary.json"));
  for (const json& course : summary["courses"])
    CHECK(course["turns"].get<std::size_t>() / course["every"].get<std::size_t>() == course["scores"].size());
  const auto said = [&](const std::string& options) {
    const Run wrong = run("report " + out + " --format csv " + options);
    CHECK(wrong.exit_code == 2);
    return wrong.output;
  };
  CHECK(said("--rows ratings") ==
        "pentocity: " + out + ": is no league: --rows players has the ratings of its players\n");
  CHECK(said("--rows bounds --beside " + other) ==
        "pentocity: --rows bounds: expected cells, pairs, players or sequencers with --beside\n");
}

TEST_CASE("gerrymander sample --format json", "[cli]") {
  const std::string command = "gerrymander sample 5 --count 4 --seed 9";
  const json sample = json::parse(run(command + " --format json").output);
  CHECK(sample["format"] == "pentocity-sample/1");
  CHECK(sample["plans"] == "4006");
  CHECK(sample["rows"] == 5);
  CHECK(sample["seed"] == 9);
  std::string text;
  for (const json& plan : sample["sample"]) text += plan.get<std::string>() + "\n";
  CHECK(text == run(command).output);
  CHECK(sample["sample"].size() == 4);
}

}  // namespace export_test
