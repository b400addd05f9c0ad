// Pages that list everything: faults, keys of puzzles, columns and fields of results; and the worked player.
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solve.hpp"
#include "scratch.hpp"

namespace reference_docs_test {

using namespace pentocity;
using namespace pentocity::test;
using nlohmann::json;

namespace {

std::string page(const std::string& name) { return bytes_of(test::sources + "/docs/" + name); }

/// What stands between back quotes in the first cells of a page's tables.
std::set<std::string> listed(const std::string& text) {
  std::set<std::string> out;
  std::istringstream lines(text);
  static const std::regex word("`([^`]+)`");
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const std::string cell = line.substr(0, line.find(" | "));
    for (auto it = std::sregex_iterator(cell.begin(), cell.end(), word); it != std::sregex_iterator(); ++it)
      out.insert((*it)[1]);
  }
  return out;
}

Move move_of(const json& answer) {
  Move move = Move::at(answer.at("rotation"), *match::cell_of_json(answer.at("location")));
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"water", &move.pond}, {"park", &move.park}})
    *cells = *match::cells_of_json(answer.value(name, json::array()));
  return move;
}

}  // namespace

TEST_CASE("docs: each puzzle that is shown as a whole has a solution", "[docs]") {
  const std::string text = page("reference/solvers.md");
  static const std::regex block("```yaml\n([^`]*)```");
  int puzzles = 0;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), block); it != std::sregex_iterator(); ++it) {
    const std::string yaml = (*it)[1];
    CAPTURE(yaml);
    if (yaml.find("board:") == std::string::npos || yaml.find("pieces:") == std::string::npos) continue;
    ++puzzles;
    packing::SolveOptions options;
    options.jobs = 1;
    CHECK(packing::solve(packing::parse_puzzle(yaml, "puzzle"), options).solvable);
  }
  CHECK(puzzles == 9);
}

TEST_CASE("docs: each fault has an example with that fault", "[docs]") {
  Rules rules;
  rules.side = 8;
  // The short game after its turn 1.
  Land start(8);
  const Request bar(Building::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
  Move first = Move::at(0, {0, 0});
  first.pond = {{1, 0}, {1, 1}, {1, 2}, {1, 3}};
  REQUIRE_FALSE(apply_move(rules, start, bar, first).fault);
  const Request block(Building::factory, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}});
  REQUIRE_FALSE(apply_move(rules, start, block, Move::at(0, {0, 6})).fault);

  const std::string text = page("reference/rules.md");
  static const std::regex row(R"(\n\| `([a-z_]+)` \| [^\n|]* \| `(\{[^\n`]*\})`)");
  std::set<std::string> shown;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), row); it != std::sregex_iterator(); ++it) {
    const std::string name = (*it)[1];
    const json answer = json::parse((*it)[2].str());
    CAPTURE(name);
    shown.insert(name);
    if (name == "bad_answer") {
      CHECK_FALSE(answer.at("accept").is_boolean());
      continue;
    }
    Land land = start;
    const auto fault = apply_move(rules, land, bar, move_of(answer)).fault;
    REQUIRE(fault);
    CHECK(name_of(*fault) == name);
  }
  for (int fault = 0; fault <= static_cast<int>(Fault::bad_answer); ++fault)
    CHECK(shown.contains(std::string(name_of(static_cast<Fault>(fault)))));
  Land land = start;
  CHECK_FALSE(apply_move(rules, land, bar, Move::at(0, {7, 0})).fault);
}

TEST_CASE("docs: all keys of a puzzle, and puzzles that use each of them", "[docs]") {
  const std::string text = page("reference/solvers.md");
  static const std::regex block("```yaml\n((?:(?!```)[^])*)```");
  std::set<std::string> used;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), block); it != std::sregex_iterator(); ++it) {
    CAPTURE((*it)[1].str());
    CHECK_NOTHROW(packing::parse_puzzle((*it)[1], "docs"));
    for (const auto& entry : YamlNode::parse((*it)[1], "docs").entries()) {
      used.insert(entry.key);
      if (entry.key != "pieces") continue;
      for (const YamlNode& piece : entry.value.elements())
        for (const auto& of_piece : piece.entries()) used.insert(of_piece.key);
    }
  }
  // A key that is not known is refused with those that are.
  std::set<std::string> known{"name", "summary", "lattice", "board", "pieces", "holes", "fixed", "colours", "cells"};
  CHECK_THROWS_WITH(packing::parse_puzzle("zzzzzzzz: 1\n", "x"), Catch::Contains("'zzzzzzzz'"));
  for (const char* key : {"shape", "set", "name", "count", "flip", "rotate"}) known.insert(key);
  CHECK(used == known);
  const auto keys = listed(text);
  for (const std::string& key : known) CHECK(keys.contains(key));
}

TEST_CASE("docs: all columns of results.sqlite and all fields of summary.json", "[docs]") {
  const Scratch folder;
  REQUIRE(run_command(test::program +
                      " run --players naive,diagonal --sequencers random --repeats 2 --seed secret --out " +
                      (folder / "out"))
              .exit_code == 0);
  const std::string text = page("reference/results.md");
  const auto names = listed(text);
  const std::string database = bytes_of(folder / "out/results.sqlite");
  static const std::regex table(R"(CREATE TABLE (game|run) \(([^()]*))"), column(R"((?:^|, )([a-z_]+) [A-Z])");
  int columns = 0;
  for (auto it = std::sregex_iterator(database.begin(), database.end(), table); it != std::sregex_iterator(); ++it) {
    const std::string list = (*it)[2];
    for (auto c = std::sregex_iterator(list.begin(), list.end(), column); c != std::sregex_iterator(); ++c, ++columns) {
      CAPTURE((*c)[1].str());
      CHECK(names.contains((*c)[1]));
    }
  }
  CHECK(columns > 25);
  const std::function<void(const json&)> walk = [&](const json& value) {
    for (const auto& [key, inner] : value.items()) {
      if (value.is_object()) {
        CAPTURE(key);
        CHECK(text.find("`" + key + "`") != text.npos);
      }
      if (inner.is_structured()) walk(inner);
    }
  };
  walk(json::parse(bytes_of(folder / "out/summary.json")));
}

TEST_CASE("docs: the worked player scores 1,800, and falls into the trap if it is told to", "[docs][long]") {
  const Scratch folder;
  const std::string plugin = test::examples + "/libexample_town_player.so";
  folder.write("cup.yaml", "repeats: 4\nisolation: none\nsequencers: [random]\nplayers:\n  - {name: town, plugin: '" +
                               plugin + "'}\n  - {name: trap, plugin: '" + plugin + "', options: {road_cost: 1}}\n");
  const Run run =
      run_command("cd '" + (folder / ".") + "' && " + test::program + " run cup.yaml --format json 2>/dev/null");
  REQUIRE(run.exit_code == 0);
  const json cells = json::parse(run.output).at("cells");
  const double town = cells.at(0).at("score").at("mean"), trap = cells.at(1).at("score").at("mean");
  CHECK(town > 1800);
  CHECK(trap > 450);
  CHECK(trap < 650);
  CHECK(cells.at(0).at("invalid_moves") == 0);
  // As long as the page says.
  const std::string source = page("examples/town_player.cpp");
  CHECK(std::count(source.begin(), source.end(), '\n') == 60);
}

}  // namespace reference_docs_test
