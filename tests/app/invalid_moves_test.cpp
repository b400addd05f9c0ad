// Invalid moves and failures, as `run`, `compare`, `check` and `show` tell of them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/results/columns.hpp"
#include "scratch.hpp"

namespace invalid_moves_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::test;
using nlohmann::json;

namespace {

const std::string binary = test::program;

Run run(const std::string& arguments) { return run_command(binary + " " + arguments); }

json summary_of(const std::string& folder) { return json::parse(bytes_of(folder + "/summary.json")); }

// The player of the documents, which in turn 3 prints a line for its author.
std::string chatty_player() {
  std::string text = input::read_file(test::sources + "/docs/examples/edges.py");
  const std::string before = "        player.note(message[\"placed\"])\n";
  const std::size_t at = text.find(before);
  REQUIRE(at != std::string::npos);
  return text.insert(at, "        if message[\"turn\"] == 3:\n            print(\"thinking\", flush=True)\n");
}

std::string plugin(const std::string& name) { return test::plugins + name + ".so"; }

// The command below the first failure that is listed, without its debugger.
std::string command_in(const std::string& output) {
  static const std::regex again("again: (gdb --args )?pentocity ([^\n]*)\n");
  std::smatch match;
  REQUIRE(std::regex_search(output, match, again));
  return match[2];
}

}  // namespace

TEST_CASE("invalid moves: all of them by cause, in the table, a list and the summary, under every profile",
          "[faults][long]") {
  const Scratch scratch;
  scratch.write("chatty.py", chatty_player());
  for (const std::string profile : {"report", "tournament-2016"}) {
    CAPTURE(profile);
    const bool ends = profile == "tournament-2016";
    const std::string config = scratch.write(
        profile + ".yaml", "rules: {profile: " + profile +
                               ", side: 20}\nrepeats: 3\nsequencers: [random, g6]\nplayers:\n  - naive\n"
                               "  - {name: chatty, command: [python3, chatty.py]}\n  - {name: far, plugin: " +
                               plugin("wicked_player") + ", options: {does: far}}\n");
    const std::string out = scratch / ("of-" + profile);
    const Run played = run("run " + config + " --out " + out);
    CHECK(played.exit_code == 0);
    CHECK(std::regex_search(played.output,
                            std::regex(ends ? "\n  invalid moves +0 +6 +6\n" : "\n  invalid moves +0 +18 +18\n")));
    CHECK_THAT(played.output, Catch::Contains(ends ? "# some moves were invalid; each ended its game\n"
                                                   : "# some moves were invalid; each counted as a reject\n"));
    CHECK_THAT(played.output,
               Catch::Contains(fmt::format(
                   "Invalid moves\n  chatty: bad_answer, {} moves in 6 games{}; first on g6, repeat 0, at turn 3\n"
                   "    it answered: no JSON object: \"thinking\"\n    does it print anything else",
                   ends ? 6 : 18, ends ? " (6 ended by it)" : "")));
    CHECK_THAT(played.output, Catch::Contains("  far: site_not_buildable, "));
    CHECK_THAT(played.output,
               Catch::Contains("    it answered: {\"turn\":3,\"accept\":true,\"rotation\":0,\"location\":["));
    CHECK(played.output.find("Failed games") == std::string::npos);
    for (const json& cell : summary_of(out)["cells"]) {
      const int moves = cell["player"] == "naive" ? 0 : ends ? 3 : 9;
      CHECK(cell["faults"]["bad_answer"] == (cell["player"] == "chatty" ? moves : 0));
      CHECK(cell["faults"]["site_not_buildable"] == (cell["player"] == "far" ? moves : 0));
    }
    // What an earlier run stored is told again, and that it was not played again.
    const Run again = run("run " + config + " --out " + out);
    CHECK_THAT(again.output, Catch::Contains("  chatty: bad_answer, "));
    CHECK((again.output.find("12 of these games failed in an earlier run and were not played again") !=
           std::string::npos) == ends);
    CHECK(run("audit " + out + " --config " + config).exit_code == 0);
    CHECK_THAT(run("compare chatty naive --config " + config + " --sequencers random --out " + out).output,
               Catch::Contains(" of chatty, 0 of naive\n"));
  }
}

TEST_CASE("invalid moves: their text is read back, and nothing else is", "[faults]") {
  std::vector<Turn> turns(9, Turn(Request(Building::factory, {{0, 0}})));
  for (const int i : {2, 5, 8}) turns[i].fault = Fault::cell_occupied;
  turns[2].move.location = {3, 4};
  turns[2].move.park = {{1, 2}};
  turns[7].fault = Fault::bad_answer;
  turns[7].move.note = "no JSON object: \"\xff\"";
  GameRow row;
  row.faults = invalid_moves_in(turns);
  REQUIRE(row.faults.size() == 2);
  CHECK(row.faults[0] == InvalidMoves{Fault::cell_occupied, 3, 2,
                                      R"({"turn":2,"accept":true,"rotation":0,"location":[3,4],"park":[[1,2]]})"});
  CHECK(row.faults[1] == InvalidMoves{Fault::bad_answer, 1, 7, "no JSON object: \"\xff\""});
  const results::Column& column = *std::ranges::find(results::game_columns(), "faults", &results::Column::name);
  const auto read = [&](const results::ColumnValue& value) {
    GameRow out;
    column.set(out, value);
    return out.faults;
  };
  const auto faults = read(column.get(row));
  CHECK(faults[0] == row.faults[0]);
  CHECK(faults[1].said == "no JSON object: \"\xef\xbf\xbd\"");  // what is no UTF-8 is no JSON
  CHECK(column.get(GameRow()) == results::ColumnValue());
  CHECK(read({}).empty());
  for (const std::string text :
       {"", "{", "[]", "3", R"({"bad":{}})", R"({"bad_answer":3})", R"({"bad_answer":{"moves":"x","said":4}})"})
    CHECK_THROWS_AS(read(text), InputError);
}

TEST_CASE("run and check print a command that repeats a failure", "[faults][long]") {
  const Scratch scratch;
  scratch.write("chatty.py", chatty_player());
  const std::string config = scratch.write("cup.yaml",
                                           "rules: {side: 12}\nrepeats: 2\nsequencers: [g6, random]\nplayers:\n"
                                           "  - {name: late, plugin: " +
                                               plugin("wicked_player") +
                                               ", options: {does: throw, turn: 6}}\n"
                                               "  - {name: chatty, command: [python3, chatty.py]}\n");
  const std::string out = scratch / "out";
  const Run failed = run("run " + config + " --out " + out + " --players late --sequencers random");
  CHECK_THAT(failed.output, Catch::Contains("again: gdb --args pentocity run " + config));
  const Run late = run(command_in(failed.output));
  CHECK_THAT(late.output, Catch::Contains("turn 6: no answer, score ") &&
                              Catch::Contains("crashed: tired\\nof this, at turn 6: score "));
  const Run faulty = run("run " + config + " --out " + out + " --players chatty --sequencers random");
  CHECK_THAT(faulty.output, Catch::Contains("again: pentocity run " + config));
  CHECK_THAT(run(command_in(faulty.output)).output, Catch::Contains("turn 3: bad_answer, "));
  // With a secret, too.
  const Run secret = run("run " + config + " --seed secret --out " + (scratch / "secret") + " --players late");
  CHECK_THAT(run(command_in(secret.output)).output, Catch::Contains("turn 6: no answer"));
  // Of a player that is named by its file and given its options on the command line.
  const Run file = run("run --players naive," + plugin("wicked_player") +
                       " --option wicked:does=throw --option wicked:turn=6 --sequencers random --repeats 1 "
                       "--out " +
                       (scratch / "file"));
  CHECK_THAT(file.output, Catch::Contains("--option does=throw --option turn=6"));
  CHECK_THAT(run(command_in(file.output)).output, Catch::Contains("turn 6: no answer"));

  const Run checked = run("check player " + plugin("wicked_player") + " --games 5");
  CHECK(checked.exit_code == 0);
  const Run bad = run("check player late --games 5 --config " + config);
  CHECK(bad.exit_code == 1);
  CHECK_THAT(bad.output, Catch::Contains("        again: gdb --args pentocity check player late --config " + config +
                                         " --games 5 --game "));
  const Run repeated = run(command_in(bad.output));
  CHECK(repeated.exit_code == 1);
  CHECK_THAT(repeated.output, Catch::Contains("crashed (tired") && !Catch::Contains("again:"));
}

TEST_CASE("run names files and folders of a command that its process does not see", "[faults][long]") {
  const Scratch scratch, elsewhere;
  elsewhere.write("classes/Main.class", "");
  elsewhere.write("lib/a.jar", "");
  scratch.write("mine.py", chatty_player());
  const auto told = [&](const std::string& entry) {
    const std::string config = scratch.write(
        "cup.yaml", "rules: {side: 12}\nrepeats: 1\nsequencers: [g6]\nplayers: [{name: mine, " + entry + "}]\n");
    return run("run " + config + " --fresh --out " + (scratch / "out") + " 2>&1 >/dev/null").output;
  };
  const auto line = [](const std::string& path) {
    return "pentocity: 'mine': its command names " + path + ", which its process does not see: ";
  };
  const std::string paths = (elsewhere / "classes") + ":" + (elsewhere / "lib/a.jar");
  const std::string missing = told("command: [python3, mine.py, -cp, '" + paths + "']");
  CHECK_THAT(missing, Catch::Contains(line(elsewhere / "classes")) && Catch::Contains(line(elsewhere / "lib/a.jar")));
  CHECK_THAT(told("command: [python3, mine.py, -cp, '" + paths + "'], files: ['" + (elsewhere / "classes") + "', '" +
                  (elsewhere / "lib/a.jar") + "']"),
             !Catch::Contains("does not see"));
  CHECK_THAT(told("command: [python3, mine.py, '-Dx=/usr:/dev/null', depth=3, '/']"), !Catch::Contains("does not see"));
}

TEST_CASE("show: what an invalid move tried", "[faults][long]") {
  const Scratch scratch;
  const auto shown = [&](const std::string& move, const std::string& profile) {
    // In turn 0 a factory in the corner; in turn 1 the move, for a straight residence.
    const std::string player = scratch.write(
        "p.py",
        "import json, sys\nsys.stdin.readline()\nprint(json.dumps({'ready': True}), flush=True)\n"
        "for line in sys.stdin:\n    m = json.loads(line)\n    if 'end' in m: break\n"
        "    a = {'turn': m['turn'], 'accept': False}\n"
        "    if m['turn'] == 0: a = {'turn': 0, 'accept': True, 'rotation': 0, 'location': [0, 0], 'road': [[0, 2]],\n"
        "                            'note': 'a corner\\x1b'}\n"
        "    if m['turn'] == 1: a = dict({'turn': 1, 'accept': True, 'rotation': 0}, **" +
            move +
            ")\n"
            "    print(json.dumps(a), flush=True)\n");
    scratch.write("mix.yaml",
                  "phases: [{order: cycle, requests: [{weight: 1, factory: 2x2}, {weight: 1, residence: I}]}]\n");
    const std::string config =
        scratch.write("cup.yaml", "rules: {profile: " + profile +
                                      ", side: 8}\nseeds: [1]\nplayers: [{name: p, command: [python3, p.py]}]\n"
                                      "sequencers: [{name: m, mix: mix.yaml}]\n");
    CHECK(run("run " + config + " --fresh --trace all --out " + (scratch / "out")).exit_code == 0);
    const std::string trace = scratch / "out/traces/m__p__1__0.jsonl.gz";
    CHECK_THAT(
        run("show " + trace + " --turn 0").output,
        Catch::Contains("\nnewest:  factory (0,0) (0,1) (1,0) (1,1)") && Catch::Contains("\nnote: a corner\\x1b\n"));
    CHECK_THAT(run("run " + config + " --debug p").output,
               Catch::StartsWith("turn 0: accepted, score 4, factory XX|XX, note: a corner\\x1b\n"));
    CHECK_THAT(run("show " + (scratch / "out") + " --turn 1").output,
               Catch::StartsWith("pentocity: --turn is about one recorded game"));
    const Run r = run("show " + trace + " --turn 1");
    CHECK(r.output.find("newest:") == std::string::npos);
    CHECK(r.exit_code == 0);
    std::istringstream in(r.output);
    std::string rest;
    std::string skipped;
    std::getline(in, skipped);
    std::getline(in, skipped);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  for (const std::string profile : {"report", "tournament-2016"}) {
    CAPTURE(profile);
    const std::string touching =
        shown("{'location': [1, 2], 'park': [[3, 3], [0, 0]], 'road': [[3, 3], [4, 4], [9, 1]]}", profile);
    CHECK_THAT(touching,
               Catch::Contains("cells off the land: (9,1)\n") && Catch::Contains("x a cell that is not empty") &&
                   Catch::Contains("! a cell beside a building of the other type") && Catch::StartsWith("xF="));
    CHECK_THAT(shown("{'location': 'x'}", profile), Catch::Contains("it answered: 'location' is no cell: \""));
  }
}

}  // namespace invalid_moves_test
