// Every player works everywhere: built-in ones, plugins and commands, with options, in all commands that take a player;
// and what a player declares about itself is honoured.
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/tournament/config.hpp"
#include "scratch.hpp"

namespace player_arguments_test {

using namespace pentocity;
using namespace pentocity::tournament;
using namespace pentocity::test;

namespace {

const std::string declaring = test::sources + "/tests/commands/declaring.py";
const std::string choosy = test::plugins + "choosy_player.so";
const std::string corner = test::examples + "/libexample_corner_player.so";

// Runs the program in a folder.
Run in(const Scratch& folder, const std::string& arguments) {
  return run_command("cd '" + (folder / ".") + "' && " + test::program + " " + arguments);
}

// A config with a player that is a command and declares this in its `ready`, and with these `options`.
std::string cup(const Scratch& folder, const std::string& ready, const std::string& options = "{}",
                const std::string& rules = "{side: 20}") {
  return folder.write("cup.yaml", "rules: " + rules +
                                      "\nrepeats: 1\nsequencers: [random]\nplayers:\n  - {name: mine, "
                                      "command: [python3, '" +
                                      declaring + "', '" + ready + "'], options: " + options + "}\n");
}

std::string error_of(const std::string& config) {
  try {
    load_config(config);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

const std::string depth = R"({"options": [{"name": "depth", "default": 2, "minimum": 0, "maximum": 9}]})";

}  // namespace

TEST_CASE("a command that declares its options: those of a config are checked", "[everywhere][long]") {
  const Scratch folder;
  CHECK(error_of(cup(folder, depth, "{depth: 3}")).empty());
  CHECK_THAT(error_of(cup(folder, depth, "{dept: 3}")),
             Catch::Contains("cup.yaml:5:") && Catch::EndsWith("player 'declaring' has no option 'dept', did you mean "
                                                               "'depth'?"));
  CHECK_THAT(error_of(cup(folder, depth, "{width: 3}")), Catch::EndsWith("has no option 'width'; known are depth"));
  CHECK_THAT(error_of(cup(folder, depth, "{depth: 10}")), Catch::EndsWith("option 'depth' is 10: expected 0 to 9"));
  CHECK_THAT(error_of(cup(folder, depth, "{depth: deep}")), Catch::EndsWith("takes an integer, not 'deep'"));
  CHECK_THAT(error_of(cup(folder, R"({"options": []})", "{depth: 1}")), Catch::EndsWith("takes no options"));
  // Null is what is left out.
  const std::string nulls =
      R"({"name": null, "summary": null, "sides": null, "options": [{"name": "depth", "default": 2,)"
      R"( "minimum": 0, "maximum": 9, "choices": null, "meaning": null}]})";
  CHECK(error_of(cup(folder, nulls, "{depth: 3}")).empty());
  CHECK_THAT(error_of(cup(folder, nulls, "{depth: 10}")), Catch::EndsWith("option 'depth' is 10: expected 0 to 9"));
  // Without a declaration, any will do, as before; so will all options of a command that cannot be asked.

  CHECK(error_of(cup(folder, "{}", "{anything: 12345678901, depth: 1}")).empty());
  CHECK(error_of(cup(folder, R"({"ready": false})", "{anything: 1}")).empty());
  // What is stored of a game does not change because its player begins to declare its options.
  const std::string identity = load_config(cup(folder, depth, "{depth: 3}")).players[0].made_of;
  CHECK_THAT(identity, Catch::EndsWith(R"("options":{"depth":3}})"));
}

TEST_CASE("a command that declares wrongly is told what would be right", "[everywhere][long]") {
  const Scratch folder;
  const auto error = [&](const std::string& ready) { return error_of(cup(folder, ready, "{depth: 1}")); };
  for (const auto& [ready, message] : std::vector<std::pair<std::string, std::string>>{
           {R"({"options": 3})", "'options' must be a list, not 3"},
           {R"({"options": [3]})", "expected objects with 'name' and 'default', not 3"},
           {R"({"options": [{"default": 3}]})", "is no name of an option"},
           {R"({"options": [{"name": "a"}]})", "'default' must be true or false, a number or a text"},
           {R"({"options": [{"name": "a", "default": 3, "minimum": 5}]})", "the default of option 'a' is 3"},
           {R"({"options": [{"name": "a", "default": 3, "minimum": "x"}]})", "'minimum' must be a number"},
           {R"({"options": [{"name": "a", "default": 3}, {"name": "a", "default": 3}]})", "declared twice"},
           {R"({"options": [{"name": "a", "default": "x", "choices": [1]}]})", "'choices' must be texts"},
           {R"({"sides": "all"})", "'sides': expected a list of integers"},
           {R"({"sides": []})", "'sides': expected a list of integers"},
           {R"({"sides": [3]})", "4 to 128 rows, not 3"},
           {R"({"sides": {"minimum": 9, "maximum": 8}})", "'sides' are 9 to 8"},
           {R"({"rules": "report"})", "'rules' must be a list"},
           {R"({"rules": ["raport"]})", "there are no rules 'raport'"}}) {
    CAPTURE(ready);
    CHECK_THAT(error(ready), Catch::Contains("cup.yaml:5:") && Catch::Contains(message));
  }
}

TEST_CASE("list shows any player with its options", "[everywhere]") {
  const Scratch folder;
  const Run text = in(folder, "list players " + declaring + " jigsaw --option depth=4");
  CAPTURE(text.output);
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.output, Catch::StartsWith("declaring  places a few buildings\n"
                                            "  depth = 4: integer, 0 to 9, default 2; buildings to place\n"
                                            "  taste = 0.5: number, 0 to 1\n"
                                            "  style = plain: string, one of plain, fancy\n"
                                            "jigsaw  ") &&
                              Catch::Contains("\n  random_walks = "));
  const auto json = nlohmann::json::parse(in(folder, "list players " + choosy + " --format json").output);
  CHECK(json.at(0).at("name") == "choosy");
  CHECK(json.at(0).at("sides") == nlohmann::json{17});
  CHECK(json.at(0).at("rules") == nlohmann::json{"report"});
  cup(folder, "{}", "{any: 1}");
  CHECK(in(folder, "list players --config cup.yaml").output ==
        "mine  a command that does not declare its options\n  any = 1: not declared by the player\n");
  CHECK_THAT(in(folder, "list players nobody --config cup.yaml").output,
             Catch::Contains("there is no player 'nobody'") && Catch::EndsWith("the players of cup.yaml are mine\n"));
  CHECK(in(folder, "list players ./nobody.py").output == "pentocity: there is no file './nobody.py'\n");
}

TEST_CASE("check plays the games that a player declares to play", "[everywhere][long]") {
  const Scratch folder;
  const Run plugin = in(folder, "check player " + choosy + " --games 8");
  CAPTURE(plugin.output);
  CHECK(plugin.exit_code == 0);
  CHECK_THAT(plugin.output, Catch::Contains("note    it plays side 17 under report only"));
  cup(folder, R"({"sides": {"maximum": 20}, "rules": ["report"]})");
  const Run command = in(folder, "check player mine --config cup.yaml --games 4 --option depth=1");
  CAPTURE(command.output);
  CHECK(command.exit_code == 0);
  CHECK_THAT(command.output, Catch::Contains("it plays sides 4 to 20 under report only"));
}

TEST_CASE("a run under rules that a player does not play is refused before it begins", "[everywhere]") {
  const Scratch folder;
  cup(folder, R"({"sides": [8, 9, 10, 14], "rules": ["tournament-2016"]})");
  for (const std::string command : {"run cup.yaml", "run cup.yaml --players mine"}) {
    const Run run = in(folder, command);
    CHECK(run.exit_code == 2);
    CHECK(
        run.output ==
        "pentocity: player 'mine' plays sides 8 to 10, 14 under tournament-2016 only, and not side 20 under report\n");
  }
  CHECK_FALSE(std::filesystem::exists(folder / "results"));
  CHECK(in(folder, "run --players " + choosy + " --sequencers random --repeats 1").exit_code == 2);
  CHECK(in(folder, "offline random --player " + choosy).exit_code == 2);
  CHECK(in(folder, "adversary --player naive --against " + choosy).exit_code == 2);
}

TEST_CASE("run and compare take files and options of players", "[everywhere][long]") {
  const Scratch folder;
  const std::string few = " --sequencers random --repeats 1 --format csv --out ";
  const auto score = [&](const std::string& arguments) {
    const Run run = in(folder, "run " + arguments);
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    const std::size_t line = run.output.find("\ndeclaring,random,1,1,");
    // All columns before games_per_second.
    if (line == run.output.npos) return std::string();
    std::size_t end = line;
    for (int column = 0; column < 30; ++column) end = run.output.find(',', end + 1);
    return run.output.substr(line, end - line);
  };
  const std::string two = score("--players " + declaring + few + "two");
  CHECK_FALSE(two.empty());
  CHECK(score("--players " + declaring + ",naive --option depth=2" + few + "same") == two);
  CHECK(score("--players naive," + declaring + " --option declaring:depth=5" + few + "five") != two);
  CHECK(in(folder, "run --players " + declaring + " --option dept=2" + few + "no").output ==
        "pentocity: --option: player 'declaring' has no option 'dept', did you mean 'depth'?\n");
  CHECK_THAT(in(folder, "run --players naive --option nobody:depth=2" + few + "no").output,
             Catch::Contains("no player 'nobody'"));
  CHECK_THAT(in(folder, "run --players naive --option depth" + few + "no").output, Catch::Contains("NAME=VALUE"));

  const std::string compared = " --sequencers random --repeats 2 --format json --out ";
  const Run words = in(folder, "compare " + corner + " " + declaring + compared + "words --max-games 4");
  CAPTURE(words.output);
  CHECK_THAT(words.output, Catch::Contains("\"a\": \"corner\"") && Catch::Contains("\"b\": \"declaring\""));
  folder.write("two.yaml",
               "sequencers: [random]\nplayers: [naive, {name: mine, command: [python3, '" + declaring + "']}]\n");
  const auto difference = [&](const std::string& option, const std::string& out) {
    const Run run =
        in(folder, "compare mine naive --config two.yaml --max-games 4 --format json --out " + out + option);
    CAPTURE(run.output);
    return nlohmann::json::parse(run.output.substr(run.output.find('{'))).at("mean_difference").get<double>();
  };
  CHECK(difference(" --option depth=0", "c1") < difference(" --option mine:depth=8", "c2"));
}

TEST_CASE("offline and adversary take plugins and commands", "[everywhere][long]") {
  const Scratch folder;
  cup(folder, depth);
  const Run mine = in(folder, "offline random --player mine --config cup.yaml --out best.jsonl.gz --jobs 2 --work 60");
  CAPTURE(mine.output);
  CHECK(mine.exit_code == 0);
  CHECK_THAT(mine.output, Catch::Contains("offline with mine ") && !Catch::Contains("--work is"));
  CHECK(in(folder, "replay best.jsonl.gz").exit_code == 0);
  CHECK_THAT(in(folder, "offline random --player mine --config cup.yaml --rules report").output,
             Catch::Contains("--rules: with --config the games have the rules of the config"));
  // A plugin keeps a land of its own: it must be told of the moves that others made.
  folder.write("corner.yaml", "rules: {side: 10}\nsequencers: [random]\nplayers: [{plugin: '" + corner + "'}]\n");
  const Run plugin = in(folder, "offline random --player corner --config corner.yaml --out best.jsonl.gz --work 300");
  CAPTURE(plugin.output);
  CHECK(plugin.exit_code == 0);
  CHECK(in(folder, "replay best.jsonl.gz").exit_code == 0);
  // One that fails has no game to go on with.
  folder.write("fails.yaml", "sequencers: [random]\nplayers: [{name: fails, command: [sh, -c, 'exit 3']}]\n");
  const Run fails = in(folder, "offline random --player fails --config fails.yaml");
  CHECK(fails.exit_code == 2);
  CHECK_THAT(fails.output, Catch::Contains("--work is 10000 instead of 2000000") &&
                               Catch::Contains("its own game ended crashed (exit:3)"));

  const Run adversary = in(folder, "adversary --player " + declaring +
                                       " --against mine,naive --config cup.yaml --option depth=1 --rounds 0 "
                                       "--games 1 --validation-games 1");
  CAPTURE(adversary.output);
  CHECK(adversary.exit_code == 0);
  CHECK_THAT(bytes_of(folder / "worst-for-declaring.yaml"),
             Catch::Contains(" --config cup.yaml --option depth=1 --objective score --rounds 0 ") &&
                 Catch::Contains("\nname: worst-for-declaring\n"));
}

TEST_CASE("a sequencer where a player is expected is refused in one line, and likewise a player", "[everywhere]") {
  const auto line = [](const std::string& words) {
    return run_command(test::program + " " + words + " 2>&1 | tail -1").output;
  };
  const std::string mix = test::sources + "/configs/mixes/suburbs.yaml";
  for (const auto& [command, place] : {std::pair<std::string, std::string>("adversary --player ", "pentocity: "),
                                       {"run --sequencers g6 --repeats 1 --players ", "pentocity: --players: "}}) {
    CHECK(line(command + "random") == place + "'random' is a sequencer, not a player\n");
    CHECK(line(command + mix) == place + mix + ": a mix is a sequencer, not a player\n");
    CHECK(line(command + test::sources + "/docs/examples/encore.py") ==
          "pentocity: 'encore' is a sequencer, not a player: its answer to `hello` has the key `adaptive`\n");
    CHECK_THAT(line(command + test::examples + "/libexample_encore.so"),
               Catch::Contains("has no player: it lacks the symbol pentocity_player, but has pentocity_sequencer"));
  }
  CHECK(line("sequence naive") == "pentocity: 'naive' is a player, not a sequencer\n");
}

TEST_CASE("tune tunes the options that a command declares", "[everywhere][long]") {
  const Scratch folder;
  const auto tuning = [&](const std::string& ready, const std::string& options) {
    return folder.write("tuning.yaml", "rules: {side: 20}\nplayer: {name: mine, command: [python3, '" + declaring +
                                           "', '" + ready +
                                           "']}\nevaluations: 4\npopulation: 4\n"
                                           "training: {sequencers: [random], seed: 1, repeats: 1}\n"
                                           "validation: {sequencers: [random], seed: 2, repeats: 1}\noptions: " +
                                           options + "\n");
  };
  tuning(depth, "{depth: {start: 1, scale: 1}}");
  const Run run = in(folder, "tune tuning.yaml --jobs 1");
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK_THAT(bytes_of(folder / "results/tuning/tuned.yaml"), Catch::Contains("depth: "));
  tuning(depth, "{width: {scale: 1}}");
  CHECK_THAT(in(folder, "tune tuning.yaml").output, Catch::Contains("has no option 'width'; known are depth"));
  tuning("{}", "{depth: {scale: 1}}");
  CHECK_THAT(in(folder, "tune tuning.yaml").output,
             Catch::Contains("tuning.yaml:2:") && Catch::Contains("player 'mine' declares no options"));
}

}  // namespace player_arguments_test
