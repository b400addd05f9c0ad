// The commands that messages and helps name between backticks: that they exist, and that those which can be copied as
// they stand work.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "catch.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "scratch.hpp"

namespace hints_test {

namespace {

using namespace pentocity::test;
using pentocity::app::CommandText;

// What stands between backticks in a text and begins with `pentocity `.
std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> out;
  const std::regex command("`pentocity ([^`]+)`");
  for (std::sregex_iterator it(text.begin(), text.end(), command), end; it != end; ++it)
    out.push_back(std::regex_replace((*it)[1].str(), std::regex("\n"), " "));
  return out;
}

// Those in the sources of the program, with the pieces of a string joined.
std::vector<std::string> commands_in_sources() {
  std::vector<std::string> out;
  for (const char* folder : {"app", "simulator", "solvers", "input"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sources + "/" + folder)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string text =
          std::regex_replace(pentocity::read_file(entry.path().string()), std::regex(R"re((\\n)?"\s*\n\s*")re"), "");
      std::ranges::move(commands_in(text), std::back_inserter(out));
    }
  return out;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST_CASE("hints: the commands and options that messages name exist", "[hints]") {
  const auto all = pentocity::app::command_line()->describe();
  const auto find = [&](const std::string& words) { return std::ranges::find(all, words, &CommandText::words); };
  const std::vector<std::string> hints = commands_in_sources();
  CHECK(hints.size() >= 18);
  for (const std::string& hint : hints) {
    CAPTURE(hint);
    std::vector<std::string> words = words_of(hint);
    if (words[0] == "COMMAND" || words[0].starts_with("--")) continue;
    if (words[0] == "league" && words[1] != "add") words.erase(words.begin() + 1);  // its folder
    std::string name = "pentocity " + words[0];
    const auto command = find(name);
    REQUIRE(command != all.end());
    auto last = command;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (const auto sub = find(name + " " + words[i]); sub != all.end()) {
        last = sub;
        name += " " + words[i];
        continue;
      }
      const std::string option = words[i].substr(0, words[i].find('='));
      if (!option.starts_with("--") || option == "--help") continue;
      CAPTURE(option);
      CHECK(std::ranges::any_of(last->options,
                                [&](const auto& known) { return std::ranges::count(known.names, option) > 0; }));
    }
  }
}

// Runs a command in a folder, and then what the last hint of its output says.
void check_hint(const Scratch& folder, const std::string& arguments, const std::string& added = "") {
  const auto in_folder = [&](const std::string& line) {
    return run_command("cd '" + (folder / ".") + "' && " + program + " " + line + " 2>&1");
  };
  const Run first = in_folder(arguments);
  CAPTURE(arguments, first.output);
  const auto hints = commands_in(first.output);
  REQUIRE(!hints.empty());
  const Run second = in_folder(hints.back() + added);
  CAPTURE(hints.back(), second.output);
  CHECK(second.exit_code == 0);
}

TEST_CASE("hints: what a message says to type next works", "[hints][long]") {
  const Scratch folder;
  const auto ready = [&](const std::string& arguments) {
    REQUIRE(run_command("cd '" + (folder / ".") + "' && " + program + " " + arguments + " 2>&1").exit_code == 0);
  };
  ready("run --players naive --sequencers random --repeats 2 --out cup");
  check_hint(folder, "render cup -o x.svg");
  check_hint(folder, "show cup --turn 3");
  check_hint(folder, "run --players naive --sequencers random --repeats 1 --seed secret --out 'secret cup'");
  // The folder's name is no word of a shell as it stands.
  check_hint(folder, "league week table", " naive diagonal --sequencers random --rules report");
  ready("league lonely add naive --sequencers random");
  check_hint(folder, "league lonely play", " diagonal");
  folder.write("t.yaml",
               "player: planner-fast\nseed: 1\nevaluations: 4\npopulation: 4\n"
               "options:\n  sites: {start: 2, scale: 1, min: 1, max: 3}\n"
               "training: {sequencers: [random], seed: 2, repeats: 4, games: 1}\n"
               "validation: {sequencers: [random], seed: 3, repeats: 2}\n");
  check_hint(folder, "tune t.yaml --jobs 2", " --max-games 2 || true");
  // One that is interrupted.
  folder.write("long.yaml", "players: [planner]\nsequencers: [random]\nrepeats: 500\n");
  const Run stopped =
      run_command("cd '" + (folder / ".") + "' && timeout -s INT 6 " + program + " run long.yaml --jobs 1 2>&1");
  CAPTURE(stopped.output);
  const auto hints = commands_in(stopped.output);
  REQUIRE(!hints.empty());
  CHECK(run_command("cd '" + (folder / ".") + "' && " + program + " " + hints.back()).exit_code == 0);
}

}  // namespace

}  // namespace hints_test
