// Help texts: each command has an example that works, long ones are in groups, and a wrong command line is answered
// with the help of the command that it is about.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "command.hpp"
#include "commands.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "scratch.hpp"

namespace help_test {

namespace {

using namespace pentocity::test;
namespace fs = std::filesystem;

using pentocity::app::CommandText;
using pentocity::app::OptionText;

/// All commands and subcommands.
std::vector<CommandText> commands() {
  auto out = pentocity::app::command_line()->describe();
  out.erase(out.begin());  // the program itself
  return out;
}

/// The longest name of an option; empty for a positional argument.
std::string name_of(const OptionText& option) { return option.names.empty() ? "" : option.names.back(); }

// These take minutes, or need a machine that makes boxes; only their words are checked.
const std::set<std::string> long_examples{
    "pentocity run configs/report",
    "pentocity merge results/whole results/part-0 results/part-1 --secret cup.secret",
    "pentocity adversary --player jigsaw --seed 1 --out worst.yaml",
    "pentocity adversary --player build/libmine.so --rounds 10",
    "pentocity adversary --player mine --config tournament.yaml --objective gap",
    "pentocity offline random --seed 869 --work 500000 --out best.jsonl.gz",
    "pentocity offline random --seed 869 --player mine --config tournament.yaml",
    "pentocity tune configs/tuning/planner.yaml --jobs 2",
    "pentocity league results/league collect hand-ins",
};

}  // namespace

TEST_CASE("help: every command has examples, and they are command lines of it", "[help]") {
  for (const CommandText& command : commands()) {
    INFO(command.words);
    CHECK_FALSE(command.examples.empty());
    for (const std::string& example : command.examples) {
      INFO(example);
      // The folder of a league stands before the subcommand.
      const std::string league = "pentocity league ";
      const std::string named = command.words.starts_with(league)
                                    ? league + "results/league " + command.words.substr(league.size())
                                    : command.words;
      const std::size_t begin = (example + " ").find(named + " ");
      REQUIRE(begin != example.npos);
      if (!command.subcommands.empty()) continue;  // it is one of a subcommand, which is checked there
      std::istringstream in(example.substr(begin));
      for (std::string word; in >> word;)
        if (word.starts_with("--"))
          CHECK(
              std::ranges::any_of(command.options, [&](const OptionText& option) { return name_of(option) == word; }));
    }
  }
}

TEST_CASE("help: the examples work", "[help][long]") {
  const Scratch folder;
  for (const char* name : {"configs", "docs"})
    fs::copy(fs::path(pentocity::test::sources) / name, folder / name, fs::copy_options::recursive);
  const std::string quickstart = pentocity::input::read_file(folder / "configs/quickstart.yaml");
  folder.write("configs/quickstart.yaml", std::regex_replace(quickstart, std::regex("repeats: 20"), "repeats: 3"));
  fs::create_directory(folder / "build");
  fs::copy_file(pentocity::test::examples + "/libexample_corner_player.so", folder / "build/libmine.so");
  fs::copy_file(pentocity::test::examples + "/libexample_corner_player.so", folder / "old.so");
  fs::copy_file(fs::path(pentocity::test::sources) / "docs/examples/edges.py", folder / "mine.py");
  fs::copy_file(fs::path(pentocity::test::sources) / "docs/examples/encore.py", folder / "stream.py");
  folder.write("tournament.yaml", "players: [jigsaw, {name: mine, plugin: build/libmine.so}]\nsequencers: [random]\n");
  folder.write("cup.yaml", "seed: secret\nplayers: [jigsaw]\nsequencers: [random]\n");
  folder.write("scores.csv", "sequencer,player,seed,score,status\nrandom,mine,869,100,ok\n");
  const auto run = [&](const std::string& command) {
    // The program as the shell finds it.
    return run_command("cd '" + (folder / ".") + "' && PATH=\"$(dirname '" + pentocity::test::program +
                       "'):$PATH\" && " + command + " </dev/null");
  };
  for (const char* before :
       {"pentocity run configs/quickstart.yaml",
        "pentocity run configs/quickstart.yaml --seed secret --out results/cup",
        "pentocity run tournament.yaml --repeats 2 --shard 0/2 --out results/part-0",
        "pentocity run tournament.yaml --repeats 2 --shard 1/2 --out results/part-1",
        "pentocity gerrymander export '1122|1122|3344|3344' > plan.json",
        "pentocity gerrymander sample 4 --count 9 --format lines > plans.txt", "pentocity reveal results/cup",
        "pentocity commit cup.yaml --out results/early && cp results/early/commitment.json ."})
    REQUIRE(run(before).exit_code == 0);
  std::set<std::string> done;
  for (const CommandText& command : commands())
    for (const std::string& example : command.examples) {
      if (long_examples.contains(example) || !done.insert(example).second) continue;
      fs::remove_all(folder / "mine");  // what `new` makes
      const Run result = run(example);
      if (lacks_page(result)) {
        WARN("built without the report page");
        continue;
      }
      CAPTURE(example, result.output);
      // A game against a person ends where the input does.
      CHECK(result.exit_code == (example.find("pentocity play ") != example.npos ? 3 : 0));
    }
  CHECK(done.size() > 40);
}

TEST_CASE("help: no number is out of range", "[help]") {
  int numbers = 0;
  for (const CommandText& command : commands())
    for (const OptionText& option : command.options) {
      if (!std::set<std::string>{"N", "K", "S", "P", "POINTS", "PIXELS"}.contains(option.value)) continue;
      const std::string name = name_of(option);
      if (name.empty()) continue;
      ++numbers;
      for (const char* wrong : {"-1", "x"}) {
        const std::string words = command.words.substr(std::string("pentocity").size());
        const Run run = run_command(pentocity::test::program + words + " " + name + " " + wrong + " </dev/null");
        CAPTURE(words, name, wrong, run.output);
        CHECK(run.exit_code == 2);
        CHECK(run.output.size() < 200);
        CHECK_THAT(run.output, Catch::Contains(name));
      }
    }
  CHECK(numbers > 30);
}

TEST_CASE("help: long help is in groups", "[help]") {
  constexpr std::size_t many = 10;
  for (const CommandText& command : commands()) {
    INFO(command.words);
    std::set<std::string> groups;
    std::size_t options = 0;
    for (const OptionText& option : command.options) {
      if (option.names.empty() || name_of(option) == "--help" || name_of(option) == "--read-memory") continue;
      ++options;
      groups.insert(option.heading);
    }
    if (options <= many) continue;
    CHECK(groups.size() >= 3);
    CHECK_FALSE(groups.contains("Options"));
  }
}

TEST_CASE("help: of a subcommand, with and without the folder before it", "[help]") {
  const std::string add = "Let players join";
  for (const std::string words : {"league add --help", "league weekly add --help"})
    CHECK_THAT(run_command(pentocity::test::program + " " + words).output, Catch::StartsWith(add));
  CHECK_THAT(run_command(pentocity::test::program + " league --help").output, Catch::StartsWith("A cup that goes on"));
  CHECK_THAT(run_command(pentocity::test::program + " --help").output,
             Catch::Contains("Usage: pentocity [OPTIONS] SUBCOMMAND"));
}

TEST_CASE("help: a wrong command line points to the help of its command", "[help]") {
  const auto answer = [](const std::string& arguments) {
    const Run run = run_command(pentocity::test::program + " " + arguments);
    CHECK(run.exit_code == 2);
    return run.output;
  };
  CHECK(answer("rum") == "pentocity: there is no command 'rum', did you mean 'run'? (see pentocity --help)\n");
  CHECK(answer("run --reapeats 4") ==
        "pentocity: there is no option '--reapeats', did you mean '--repeats'? (see pentocity run --help)\n");
  CHECK(answer("list player") ==
        "pentocity: there is no subcommand 'player', did you mean 'players'? (see pentocity list --help)\n");
  CHECK(answer("solve popinjay extra") == "pentocity: 'extra' is one argument too many (see pentocity solve --help)\n");
  // Of a word that is no command there is no help.
  CHECK(answer("rum --help") == "pentocity: there is no command 'rum', did you mean 'run'? (see pentocity --help)\n");
  CHECK(answer("list player --help") ==
        "pentocity: there is no subcommand 'player', did you mean 'players'? (see pentocity list --help)\n");
  CHECK(answer("reveal a b") == "pentocity: 'b' is one argument too many (see pentocity reveal --help)\n");
  CHECK_THAT(answer("comp"), Catch::Contains("did you mean 'compare'?"));
  CHECK(answer("compare naive") == "pentocity: B is missing: the second player (see pentocity compare --help)\n");
  CHECK_THAT(answer("show"), Catch::StartsWith("pentocity: TRACE is missing: recorded game, or two: files"));
  CHECK(answer("show x --turn -1") ==
        "pentocity: --turn: expected a whole number from 0, not '-1' (see pentocity show --help)\n");
  CHECK_THAT(answer("gerrymander sample 3 --seed -18446744073709551615"),
             Catch::Contains("from 0 to 9007199254740991"));
  CHECK(answer("run --repeats x") ==
        "pentocity: --repeats: expected a whole number from 1 to 1000000, not 'x' (see pentocity run --help)\n");
  CHECK(answer("run --trace best") ==
        "pentocity: --trace: expected all, best-worst, losses or none, not 'best' (see pentocity run --help)\n");
  CHECK(answer("gerrymander seats AB --ties c") ==
        "pentocity: --ties: expected nobody, a, b or half, not 'c' (see pentocity gerrymander seats --help)\n");
  CHECK_THAT(answer("compare naive naive --sequencers random"),
             Catch::Contains("two versions") && !Catch::Contains("--players"));
  for (const std::string words : {"list", "gerrymander tilings", "new player", "solve", "check sequencer"})
    CHECK_THAT(answer(words), Catch::EndsWith(" (see pentocity " + words + " --help)\n"));
}

}  // namespace help_test
