// Pages that list everything: faults, keys of puzzles, columns and fields of results; and the worked player.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/results/promises.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/tournament/commitment.hpp"
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

/// What matches a pattern in a text, which must outlive it.
auto matches(const std::string& text, const std::regex& pattern) {
  return std::ranges::subrange(std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator());
}

/// The texts of all files below a folder of the project whose names end so, with their paths.
std::map<std::string, std::string> texts_below(const std::string& folder, const std::set<std::string>& extensions) {
  std::map<std::string, std::string> out;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test::sources + "/" + folder))
    if (extensions.contains(file.path().extension())) out[file.path()] = bytes_of(file.path());
  return out;
}

Move move_of(const json& answer) {
  Move move = Move::at(answer.at("rotation"), *match::cell_of_json(answer.at("location")));
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"water", &move.pond}, {"park", &move.park}})
    *cells = *match::cells_of_json(answer.value(name, json::array()));
  return move;
}

/// Something of each kind in the table of bounds that is larger than it may be, and what is said of it.
class Beyond {
 public:
  using Said = std::function<std::string()>;
  std::map<std::string, Said> all() {
    return {
        {"`player.yaml`", handed_in([this](const std::string& p) { says(p, std::string(65'536, '#') + "\n"); })},
        {"options of an entry, or that a player declares",
         [this] {
           scratch_.write("declares.py",
                          "import json\ninput()\nprint(json.dumps({'ready': True, 'options': [{'name': "
                          "'k%d' % i, 'default': 1} for i in range(1001)]}), flush=True)\n");
           const std::string said = run_command(program + " list players " + (scratch_ / "declares.py")).output;
           CHECK_THAT(said, Catch::Contains("'options' has 1001 elements"));
           return run_of("{player: naive, options: {" + listed("k{}: 1, ", 1'001) + "}}");
         }},
        {"words of a `command` or of `build`",
         [this] {
           const std::string words = "[python3, ./p.py" + listed(", w{}", 1'000) + "]";
           const std::string said =
               handed_in([&](const std::string& p) { says(p, "{command: [./p.py], build: " + words + "}"); })();
           if (!said.empty()) CHECK_THAT(said, Catch::Contains("has 1002 elements"));
           return run_of("{command: " + words + "}");
         }},
        {"`files` of an entry",
         [this] { return run_of("{command: [python3, ./p.py], files: [" + listed("f{}, ", 2'001) + "]}"); }},
        {"name of a player", [this] { return run_of("{player: naive, name: " + std::string(101, 'n') + "}"); }},
        {"files that are handed in, or that a build leaves",
         [this] {
           const std::string left = handed_in([&](const std::string& p) {
             says(p, "{command: [./p.py], build: [sh, -c, 'for i in $(seq 2001); do : >f$i; done']}");
           })();
           if (isolation::makes_boxes()) CHECK_THAT(left, Catch::Contains("it left more than 2000"));
           return handed_in([&](const std::string& p) { sparse(p + "/table", (64 << 20) + 1); })();
         }},
        {"names in a folder that is handed in, and below it, those included that are left out",
         handed_in([this](const std::string& p) {
           for (int i = 0; i <= 20'000; ++i) scratch_.write(fmt::format("{}/.git/../.{}", p, i), "");
         })},
        {"path of such a file",
         handed_in([this](const std::string& p) { scratch_.write(p + "/" + std::string(251, 'n'), ""); })},
        {"folders in each other that are handed in",
         handed_in([this](const std::string& p) { scratch_.write(p + "/" + listed("d/", 31) + "x", ""); })},
        {"why a player that was handed in does not play",
         [this] {
           const std::string said =
               handed_in([&](const std::string& p) { says(p, "command: [../" + std::string(9'000, 'x') + "]"); })();
           if (said.empty()) return said;
           const std::size_t begin = said.find("player.yaml:");
           CHECK(said.find("...\n") - begin == 1'000);
           return "1000" + said;
         }},
        {"the file for its author",
         [this] {
           handed_in([&](const std::string& p) {
             says(p, "{command: [./p.py], build: [python3, -c, 'print(\"\\x01\" * 60000); exit(1)']}");
           })();
           const std::string file = scratch_ / "in/eve.txt";
           return std::filesystem::exists(file)
                      ? std::to_string(std::filesystem::file_size(file) - std::string_view("...\n").size())
                      : "";
         }},
        {"message of the compiler of Java",
         [this] {
           if (run_command("command -v javac").exit_code != 0) return std::string("2000");
           const std::string name(9'000, 'x');
           scratch_.write("java/Player.java", "package java; public class Player { " + name + " x; }");
           const std::string said = run_of("{java: ./java}");
           CHECK(said.find(std::string(1'800, 'x') + "...") != std::string::npos);
           return said.size() < 2'200 ? "2000" : said;
         }},
        {"line of a player or sequencer",
         [this] {
           played("print(json.dumps({'turn': t, 'accept': False, 'note': 'x' * 2_000_000}), flush=True)");
           return run_command(program + " export " + (scratch_ / "out") + " --format jsonl").output + "1 MiB";
         }},
        {"error output of a game that is kept",
         [this] {
           played("print('e' * 100_000, file=sys.stderr, flush=True); sys.exit(1)");
           const std::string rows = run_command(program + " export " + (scratch_ / "out") + " --format jsonl").output;
           return std::to_string(json::parse(rows)["stderr"].get<std::string>().size());
         }},
        {"file in YAML",
         [this] {
           return said_of([this] { YamlNode::load(sparse("big.yaml", (2 << 20) + 1)); }) +
                  said_of([] { YamlNode::parse("[" + listed("1,", 1'000'001) + "]", "many"); }) +
                  said_of([] { YamlNode::parse(std::string(66, '[') + std::string(66, ']'), "deep"); });
         }},
        {"text in JSON",
         [] {
           return said_of([] { read_json(std::string(51, '[') + std::string(51, ']'), "deep"); }) +
                  said_of([] { read_ordered_json("{" + listed("\"{}\": 1, ", 5'001) + "\"x\": 1}", "many"); });
         }},
        {"`commitment.json`, `roster.json`, `disqualified.json`",
         [this] {
           sparse("promises/roster.json", (16 << 20) + 1);
           sparse("promises/commitment.json", (16 << 20) + 1);
           sparse("promises/disqualified.json", (16 << 20) + 1);
           CHECK_THAT(said_of([this] { results::disqualifications_of_folder(scratch_ / "promises"); }),
                      Catch::Contains("16777216"));
           const auto roster = said_of([this] { results::roster_of_folder(scratch_ / "promises"); });
           CHECK_THAT(roster, Catch::Contains("16777216"));
           return said_of([this] { results::commitment_of_folder(scratch_ / "promises"); });
         }},
        {"`secret`, `revealed.json`",
         [this] { return said_of([this] { results::read_draw(sparse("secret", (1 << 16) + 1)); }); }},
        {"number of an author, or the line of a commitment",
         [this] { return said_of([this] { tournament::published_line(sparse("number", 1'025)); }); }},
        {"puzzle of BurrTools",
         [this] { return run_command(program + " solve " + sparse("p.xmpuzzle", (1 << 26) + 1)).output; }},
        {"puzzle in Knuth's format",
         [this] { return run_command(program + " solve " + sparse("p.dlx", (1 << 28) + 1)).output; }},
        {"text in a field of `results.sqlite`",
         [this] {
           played("sys.exit(1)");
           sqlite3* database = nullptr;
           REQUIRE(sqlite3_open((scratch_ / "out/results.sqlite").c_str(), &database) == SQLITE_OK);
           CHECK(sqlite3_exec(database, "UPDATE game SET stderr = printf('%.*c', 67108865, 'x')", nullptr, nullptr,
                              nullptr) == SQLITE_OK);
           sqlite3_close(database);
           const Run run = run_command(program + " export " + (scratch_ / "out") + " --format jsonl");
           CHECK(run.exit_code == 2);
           CHECK_THAT(run.output, Catch::Contains("too big"));
           return std::string("67108864");
         }},
        {"any other file", [this] { return said_of([this] { read_file(sparse("large", (1LL << 30) + 1)); }); }},
    };
  }

 private:
  /// So many texts of this pattern, one after the other, with their numbers.
  static std::string listed(const std::string& pattern, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += fmt::format(fmt::runtime(pattern), i);
    return out;
  }
  static std::string said_of(const std::function<void()>& f) {
    try {
      f();
    } catch (const InputError& e) {
      return e.what();
    }
    return "nothing";
  }
  /// A file of so many bytes, which take no room.
  std::string sparse(const std::string& name, std::int64_t size) const {
    const std::string path = scratch_.write(name, "");
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size));
    return path;
  }
  void says(const std::string& folder, const std::string& text) const { scratch_.write(folder + "/player.yaml", text); }
  std::string run_of(const std::string& entry) const {
    const std::string config = scratch_.write("c.yaml", "players: [" + entry + "]\nsequencers: [random]\n");
    return run_command(program + " run " + config + " --dry-run --out " + (scratch_ / "out")).output;
  }
  /// A run of a player in Python that does this with its first request.
  void played(const std::string& answer) const {
    scratch_.write(
        "p.py", "import json, sys\ninput()\nprint('{\"ready\":true}', flush=True)\nt = json.loads(input())['turn']\n" +
                    answer + "\n");
    scratch_.write("c.yaml", "rules: tournament-2016\nplayers: [{command: [python3, ./p.py]}]\nsequencers: [random]\n");
    std::filesystem::remove_all(scratch_ / "out");
    run_command(program + " run " + (scratch_ / "c.yaml") + " --repeats 1 --out " + (scratch_ / "out"));
  }
  /// Hands in a player, in a folder that `fill` completes, to a league. Where no boxes can be made, nothing is handed
  /// in.
  Said handed_in(const std::function<void(const std::string& folder)>& fill) {
    return [this, fill] {
      if (!isolation::makes_boxes()) return std::string();
      std::filesystem::remove_all(scratch_ / "in");
      std::filesystem::remove_all(scratch_ / "cup");
      scratch_.write("in/eve/p.py", "");
      fill("in/eve");
      run_command(program + " league " + (scratch_ / "cup") + " add naive diagonal --sequencers random");
      return run_command(program + " league " + (scratch_ / "cup") + " collect " + (scratch_ / "in") + " --games 1")
          .output;
    };
  }

  const Scratch scratch_;
};

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
  CHECK(puzzles == 10);
}

TEST_CASE("docs: rules.md has each rule, with its value in each rule set", "[docs]") {
  const std::string text = page("reference/rules.md");
  const std::vector<OptionSpec> report = rule_options(Rules::report()), old = rule_options(Rules::tournament_2016());
  for (std::size_t i = 0; i < report.size(); ++i) {
    const auto shown = [](const OptionSpec& rule) {
      const std::string value = to_string(rule.fallback);
      return std::holds_alternative<std::int64_t>(rule.fallback) ? value : "`" + value + "`";
    };
    const std::size_t row = text.find("\n| `" + report[i].name + "` | ");
    CAPTURE(report[i].name);
    REQUIRE(row != text.npos);
    CHECK_THAT(text.substr(row + 1, text.find('\n', row + 1) - row - 1),
               Catch::EndsWith(" | " + shown(report[i]) + " | " + shown(old[i]) + " |"));
  }
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
  std::set<std::string> known{"name",   "summary", "lattice", "board",   "wrap",
                              "pieces", "holes",   "fixed",   "colours", "cells"};
  CHECK_THROWS_WITH(packing::parse_puzzle("zzzzzzzz: 1\n", "x"), Catch::Contains("'zzzzzzzz'"));
  for (const char* key : {"shape", "set", "name", "count", "flip", "rotate"}) known.insert(key);
  CHECK(used == known);
  const auto keys = listed(text);
  for (const std::string& key : known) CHECK(keys.contains(key));
}

TEST_CASE("docs: each bound of what others may write holds", "[docs]") {
  const std::string text = page("reference/formats.md"), section = text.substr(text.find("\n## Bounds\n") + 1);
  std::istringstream lines(section.substr(0, section.find("\n## ")));
  Beyond beyond;
  auto all = beyond.all();
  static const std::regex row("\\| (.+) \\| (.+) \\|"), number("[0-9][0-9,]*");
  for (std::string line; std::getline(lines, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row) || cells[1] == "what") continue;
    CAPTURE(line);
    const auto test = all.extract(cells[1]);
    REQUIRE_FALSE(test.empty());
    const std::string said = test.mapped()(), bounds = cells[2];
    if (said.empty()) continue;  // of what is handed in, without boxes
    for (auto it = std::sregex_iterator(bounds.begin(), bounds.end(), number); it != std::sregex_iterator(); ++it) {
      std::string bound = it->str();
      std::erase(bound, ',');
      CHECK_THAT(said, Catch::Contains(bound));
    }
  }
  for (const auto& [name, test] : all) FAIL_CHECK("the table does not name: " << name);
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

TEST_CASE("docs: each key that a file in YAML may have stands in the documents", "[docs]") {
  static const std::regex list(R"(check_keys\(\{([^}]*)\})"), quoted("\"([a-z_]+)\""), key("[`{\\s]([a-z_]+)[`:]");
  std::set<std::string> documented;
  for (const char* room : {"docs/reference", "docs/how-to"})
    for (const auto& [path, text] : texts_below(room, {".md"}))
      for (const std::smatch& match : matches(text, key)) documented.insert(match[1]);
  int keys = 0;
  for (const char* layer : {"sequencers", "simulator", "solvers"})
    for (const auto& [path, code] : texts_below(layer, {".cpp"}))
      for (const std::smatch& call : matches(code, list)) {
        const std::string names = call[1];
        for (const std::smatch& name : matches(names, quoted)) {
          CAPTURE(path, name[1].str());
          CHECK(documented.contains(name[1]));
          ++keys;
        }
      }
  CHECK(keys > 80);
}

TEST_CASE("docs: players and their options that documents, configs and the playground name exist", "[docs]") {
  static const std::regex set(R"(player: ?([a-z0-9-]+), options: ?\{([a-z_]+):)"), quoted("'([a-z-]+)'"),
      offered("(RIVAL|PLANNERS) = ([^;]+)");
  std::map<std::string, std::set<std::string>> known;
  for (const PlayerSpec& spec : builtin_players()) {
    std::set<std::string>& names = known[spec.name];
    for (const OptionSpec& option : spec.options) names.insert(option.name);
  }
  int options = 0, players = 0;
  for (const char* folder : {"configs", "docs", "web/playground"})
    for (const auto& [path, text] : texts_below(folder, {".md", ".yaml", ".js"})) {
      CAPTURE(path);
      for (const std::smatch& match : matches(text, set)) {
        CAPTURE(match.str());
        const auto player = known.find(match[1]);
        if (player == known.end()) continue;  // one that the document writes
        CHECK(player->second.contains(match[2]));
        ++options;
      }
      for (const std::smatch& match : matches(text, offered)) {
        const std::string names = match[2];
        for (const std::smatch& name : matches(names, quoted)) {
          CAPTURE(name[1].str());
          CHECK(known.contains(name[1]));
          ++players;
        }
      }
    }
  CHECK(options > 20);
  CHECK(players == 4);
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
