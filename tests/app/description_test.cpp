// Pages for man, made from the command line, complete, and right for the programs that read them; what shells complete.
#include "description.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace description_test {

namespace {

using namespace pentocity::app;
using namespace pentocity::test;
using Catch::Contains;

std::vector<CommandText> commands() { return command_line()->describe(); }

bool has(const std::string& program) { return run_command("command -v " + program).exit_code == 0; }

const std::string scripts = sources + "/app/completion/";
const std::string path = "PATH=" + std::string(program).substr(0, std::string(program).rfind('/')) + ":$PATH ";

/// The words that bash offers for the last of these, one a line, sorted.
std::string offered(const Scratch& folder, const std::string& words) {
  const std::string line = "COMP_WORDS=(pentocity " + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pentocity; ";
  const Run run = run_command("cd '" + (folder / ".") + "' && " + path + "bash -c 'source " + scripts +
                              "pentocity.bash; " + line + "printf \"%s\\n\" \"${COMPREPLY[@]}\" | LC_ALL=C sort'");
  CHECK(run.exit_code == 0);
  return run.output;
}

}  // namespace

TEST_CASE("description: every command and option of the help, with its values", "[description]") {
  const auto all = commands();
  CHECK(all.front().words == "pentocity");
  CHECK(all.size() > 30);
  for (const CommandText& command : all) {
    INFO(command.words);
    std::string words = command.words.substr(std::string("pentocity").size());
    if (words.starts_with(" league ")) words.insert(std::string(" league").size(), " folder");
    const Run help = run_command(pentocity::test::program + words + " --help");
    CHECK(help.exit_code == 0);
    // Whatever begins a line of the help, or follows a comma there, and looks like an option is one.
    std::set<std::string> in_help, described;
    std::istringstream lines(help.output);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find_first_not_of(' ');
      if (begin == line.npos || begin == 0 || begin > 4 || line[begin] != '-') continue;
      std::istringstream names(line.substr(begin, line.find(' ', begin) - begin));
      for (std::string name; std::getline(names, name, ',');) in_help.insert(name);
    }
    for (const OptionText& option : command.options) {
      described.insert(option.names.begin(), option.names.end());
      CHECK_FALSE(option.meaning.empty());
      CHECK((option.names.empty() || !option.heading.empty()));
      CHECK(option.range.find(':') == option.range.npos);
    }
    CHECK(described == in_help);
    CHECK((command.words == "pentocity" || !command.examples.empty()));
    for (const std::string& sub : command.subcommands)
      CHECK(std::any_of(all.begin(), all.end(),
                        [&](const auto& other) { return other.words == command.words + " " + sub; }));
  }
}

TEST_CASE("description: a short meaning ends where the first thing has been said", "[description]") {
  CHECK(short_meaning("Number of threads (default: one for each core)") == "Number of threads");
  CHECK(short_meaning("After a run with `seed: secret`, publish it; or not") ==
        "After a run with `seed: secret`, publish it");
  CHECK(short_meaning("At 2.5 points. More") == "At 2.5 points");
  CHECK(short_meaning("a `b") == "a `b");
}

TEST_CASE("manual: a page for each command, with its options, that groff takes without a warning",
          "[description][long]") {
  const auto all = commands();
  const auto pages = manual_pages(all, "1.2.3");
  CHECK(pages.size() == all.size());
  const Scratch folder;
  const bool groff = has("groff");
  if (!groff) WARN("no groff: the pages are not set");
  for (const CommandText& command : all) {
    std::string name = command.words;
    std::replace(name.begin(), name.end(), ' ', '-');
    INFO(name);
    REQUIRE(pages.contains(name + ".1"));
    const std::string file = folder.write(name + ".1", pages.at(name + ".1"));
    if (!groff) continue;
    CHECK(run_command("groff -man -ww -z -K utf8 -T utf8 " + file).output.empty());
    const std::string text = run_command("groff -man -K utf8 -T ascii -P -cbou " + file).output;
    CHECK_THAT(text, Contains(command.words) && Contains("1.2.3"));
    for (const OptionText& option : command.options)
      for (const std::string& option_name : option.names) CHECK_THAT(text, Contains(option_name));
    for (const std::string& example : command.examples) CHECK_THAT(text, Contains(example));
  }
}

TEST_CASE("manual: words that roff would take for its own stay", "[description]") {
  if (!has("groff")) return;
  const std::vector<CommandText> strange{{"p", ".br `a` isn't \\fB -x\n'in", {}, {}, "", {"p 'a\\b' --c .d"}}};
  const Scratch folder;
  const std::string file = folder.write("p.1", manual_pages(strange, "1").at("p.1"));
  CHECK(run_command("groff -man -ww -z -T ascii " + file).output.empty());
  CHECK_THAT(run_command("groff -man -T ascii -P -cbou " + file).output,
             Contains(".br `a` isn't \\fB -x\n") && Contains("'in\n") && Contains("p 'a\\b' --c .d\n"));
}

TEST_CASE("completion: bash offers what may follow", "[description]") {
  const Scratch folder;
  folder.write("cup.yaml", "");
  folder.write("results/summary.json", "");
  CHECK(offered(folder, "re") == "render\nreplay\nreport\nreveal\n");
  CHECK(offered(folder, "solve --fo") == "--format\n");
  CHECK(offered(folder, "solve --format \"\"") == "benchmark\njson\nsvg\ntext\n");
  CHECK(offered(folder, "solve --format = s") == "svg\n");
  CHECK(offered(folder, "solve --format =") == "benchmark\njson\nsvg\ntext\n");
  CHECK(offered(folder, "solve popin") == "popinjay\n");
  CHECK(offered(folder, "solve --jobs \"\"") == "\n");
  CHECK(offered(folder, "solve --al") == "--all\n");  // of a group of options
  CHECK(offered(folder, "run cup") == "cup.yaml\n");
  CHECK(offered(folder, "run --players naive,diag") == "naive,diagonal\n");
  CHECK(offered(folder, "run --sequencers tail") == "tailheavy\n");
  CHECK(offered(folder, "run --players cup") == "cup.yaml\n");
  CHECK(offered(folder, "run --anew tan") == "tanks\n");
  CHECK(offered(folder, "run --rules \"\"") == "report\ntournament-2016\n");
  CHECK(offered(folder, "check sequencer tail") == "tailheavy\n");
  CHECK(offered(folder, "report res") == "results\n");
  CHECK(offered(folder, "gerrymander se") == "seats\n");
  CHECK(offered(folder, "gerrymander seats --ties h") == "half\n");
  CHECK(offered(folder, "list sequ") == "sequencers\n");
  CHECK(offered(folder, "league results ta") == "table\n");
  CHECK(offered(folder, "--ver") == "--version\n");
  // Each option of each command, by its beginning.
  for (const CommandText& command : commands()) {
    const std::string rest = command.words.substr(std::string("pentocity").size());
    std::set<std::string> names;
    for (const OptionText& option : command.options) names.insert(option.names.begin(), option.names.end());
    std::string expected;
    for (const std::string& name : names) expected += name + "\n";
    INFO(command.words);
    CHECK(offered(folder, rest + " -") == expected);
  }
}

TEST_CASE("completion: the program says what a word may become, what that means, and whether files may stand there",
          "[description]") {
  const auto asked = [](const std::string& words) { return run_command(program + (" --complete " + words)); };
  CHECK(asked("solve --format=s").output == "--format=svg\t\n");
  CHECK(asked("solve --format=s").exit_code == 1);
  CHECK(asked("run --players=naive,diag").output == "--players=naive,diagonal\t\n");
  CHECK(asked("run --players=naive,diag").exit_code == 0);
  CHECK(asked("gerrymander se").output.starts_with("seats\t"));
  CHECK(asked("gerrymander se").output.size() > 10);
  CHECK(asked("").output == asked("''").output);
}

TEST_CASE("completion: zsh and fish can read their scripts", "[description]") {
  if (has("zsh")) CHECK(run_command("zsh -n " + scripts + "_pentocity").output.empty());
  if (!has("fish")) return;
  const Scratch folder;
  folder.write("cup.yaml", "");
  const auto complete = [&](const std::string& line) {
    return run_command("cd '" + (folder / ".") + "' && " + path + "HOME=. fish --no-config -c 'source " + scripts +
                       "pentocity.fish; complete -C \"" + line + "\"' | cut -f 1 | LC_ALL=C sort")
        .output;
  };
  CHECK(complete("pentocity re") == "render\nreplay\nreport\nreveal\n");
  CHECK(complete("pentocity solve --format ") == "benchmark\njson\nsvg\ntext\n");
  CHECK(complete("pentocity gerrymander se") == "seats\n");
  CHECK(complete("pentocity solve popin") == "popinjay\n");
  CHECK(complete("pentocity run cu") == "cup.yaml\n");
}

}  // namespace description_test
