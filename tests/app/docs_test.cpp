// The documents keep their word: code is that of the files they name, commands print what they show, links lead
// somewhere.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/game/palette.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/yaml.hpp"
#include "scratch.hpp"

namespace docs_test {

namespace {

using namespace pentocity;
using namespace pentocity::test;
namespace fs = std::filesystem;
const fs::path root = pentocity::test::sources;

std::vector<fs::path> documents() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(root))
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

/// A fenced block.
struct Block {
  std::string where;  // file:line
  std::string language;
  std::string intro;  // the last line of text before it
  std::string text;
};

std::vector<Block> blocks_of(const fs::path& document) {
  std::vector<Block> out;
  std::optional<Block> open;
  std::string intro;
  std::ifstream in(document);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const bool fence = line.rfind("```", 0) == 0;
    if (open && fence) {
      out.push_back(*open);
      open.reset();
    } else if (open) {
      open->text += line + "\n";
    } else if (fence) {
      open = {fs::relative(document, root).string() + ":" + std::to_string(number), line.substr(3), intro, ""};
      intro.clear();
    } else if (!line.empty()) {
      intro = line;
    }
  }
  CHECK_FALSE(open);
  return out;
}

std::vector<Block> all_blocks() {
  std::vector<Block> out;
  for (const fs::path& document : documents())
    for (Block& block : blocks_of(document)) out.push_back(std::move(block));
  return out;
}

/// "... `docs/examples/x.cpp`:" names the file of a folder that the block shows.
std::optional<fs::path> named_file(const Block& block, const fs::path& folder) {
  static const std::regex pattern("`([^` ]+)`:$");
  std::smatch match;
  if (!std::regex_search(block.intro, match, pattern) || !fs::is_regular_file(folder / match[1].str()))
    return std::nullopt;
  return folder / match[1].str();
}

/// A text on one line.
std::string on_one_line(const std::string& text) { return std::regex_replace(text, std::regex("\\s+"), " "); }

/// Is the text what was expected, where a line "..." stands for any lines?
bool shows(const std::string& text, const std::string& expected) {
  const auto lines_of = [](const std::string& all) {
    std::vector<std::string> out;
    std::istringstream in(all);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  };
  const std::vector<std::string> lines = lines_of(text), wanted = lines_of(expected);
  const std::function<bool(std::size_t, std::size_t)> match = [&](std::size_t i, std::size_t k) {
    if (k == wanted.size()) return i == lines.size();
    if (wanted[k] == "...") return match(i, k + 1) || (i < lines.size() && match(i + 1, k));
    return i < lines.size() && lines[i] == wanted[k] && match(i + 1, k + 1);
  };
  return match(0, 0);
}

}  // namespace

TEST_CASE("code in the documents is that of the files they name") {
  int shown = 0;
  for (const Block& block : all_blocks()) {
    INFO(block.where);
    const auto file = named_file(block, root);
    if (file) {
      CHECK(block.text == pentocity::input::read_file(file->string()));
      ++shown;
    } else {
      // C++ is shown from files that are compiled, and nowhere else.
      CHECK(block.language != "cpp");
      if (block.language == "yaml") CHECK_NOTHROW(pentocity::input::YamlNode::parse(block.text, block.where));
    }
  }
  CHECK(shown > 0);
}

TEST_CASE("commands in the documents print what they show", "[long]") {
  // A line "$ pentocity ..." is run in a folder with the project's configs and documents; the lines after it, up to the
  // next command, are what it prints. A line "..." stands for any number of lines; no lines at all stand for any
  // output. A block may also show a file that a command before it has written.
  const fs::path folder = fs::temp_directory_path() / ("pentocity-docs-" + std::to_string(::getpid()));
  fs::create_directory(folder);
  for (const char* name : {"configs", "docs"}) fs::create_directory_symlink(root / name, folder / name);
  int run = 0, written = 0;
  for (const Block& block : all_blocks()) {
    std::istringstream lines(block.text);
    std::string command, expected;
    const auto check = [&] {
      static const std::regex program("^\\$ (build/release/)?pentocity ");
      if (!std::regex_search(command, program)) return;
      INFO(block.where << ": " << command);
      const std::string call = std::regex_replace(command, program, pentocity::test::program + " ");
      const Run result = run_command("cd '" + folder.string() + "' && " + call);
      if (lacks_page(result)) {
        WARN("built without the report page");
        return;
      }
      CAPTURE(result.output);
      CHECK(result.exit_code == 0);
      if (!expected.empty()) CHECK(shows(result.output, expected));
      ++run;
    };
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("$ ", 0) == 0) {
        check();
        command = line;
        expected.clear();
      } else {
        expected += line + "\n";
      }
    }
    check();
    INFO(block.where);
    if (const auto file = named_file(block, folder)) {
      CHECK(block.text == pentocity::input::read_file(file->string()));
      ++written;
    }
  }
  fs::remove_all(folder);
  CHECK(run > 0);
  CHECK(written > 0);
}

namespace {

/// The mean of a figure over a player's cells of a summary, as the documents write it.
std::string figure_of(const nlohmann::json& summary, const std::string& player, const std::string& sequencer,
                      const nlohmann::json::json_pointer& figure) {
  double sum = 0;
  int cells = 0;
  for (const auto& cell : summary.at("cells"))
    if (cell.at("player") == player && (sequencer.empty() || cell.at("sequencer") == sequencer)) {
      sum += cell.at(figure).get<double>();
      ++cells;
    }
  std::string text = std::to_string(std::lround(sum / cells));
  if (text.size() > 3) text.insert(text.size() - 3, ",");
  return text;
}

}  // namespace

TEST_CASE("the first player scores what its page says", "[long]") {
  const Scratch scratch;
  const fs::path document = root / "docs/first-steps/player.md";
  const std::string page = on_one_line(pentocity::input::read_file(document.string()));
  const std::string program = pentocity::test::program;
  REQUIRE(run_command("cd " + (scratch / "") + " && " + program + " new player mine").exit_code == 0);
  const std::string in_folder = "cd " + (scratch / "mine") + " && ";
  const auto take = [&](const std::string& example, const std::string& name) {
    fs::create_directory(scratch / "mine/build");
    fs::copy_file(fmt::format("{}/libexample_{}.so", pentocity::test::examples, example),
                  scratch / fmt::format("mine/build/{}.so", name));
  };
  take("corner_player", "libmine");
  take("town_player", "libtown_player");
  const auto played = [&](const std::string& what, const std::string& out) {
    const Run run =
        run_command(in_folder + program + " run " + what + " --out " + out + " --format json --trace none 2>/dev/null");
    REQUIRE(run.exit_code == 0);
    return pentocity::parse_json(run.output);
  };
  const auto summary = played(
      "--players build/libmine.so,build/libtown_player.so,naive,jigsaw,planner-fast --sequencers random,tailheavy,g1 "
      "--repeats 20",
      "games");
  const auto mean = [&](const std::string& player, const std::string& sequencer) {
    return figure_of(summary, player, sequencer, "/score/mean"_json_pointer);
  };
  const auto says = [&](const std::string& text) { CHECK_THAT(page, Catch::Contains(text)); };
  says(fmt::format(
      "scores {} points on `random` where `naive` has {}, `jigsaw` {} and `planner-fast` {} (means of 20 games each "
      "under `report`)",
      mean("corner", "random"), mean("naive", "random"), mean("jigsaw", "random"), mean("planner-fast", "random")));
  says(fmt::format(
      "It has {} points on average on `random`, {} on `tailheavy` and {} on `g1` (20 games each under `report`)",
      mean("town", "random"), mean("town", "tailheavy"), mean("town", "g1")));
  for (const Block& block : blocks_of(document))
    if (block.text.find("trap") != std::string::npos) scratch.write("mine/trap.yaml", block.text);
  const auto trap = played("trap.yaml", "trap");
  says(fmt::format("`trap` has {} points on average, and leaves {} of the 2,500 cells empty",
                   figure_of(trap, "trap", "", "/score/mean"_json_pointer),
                   figure_of(trap, "trap", "", "/metrics/empty"_json_pointer)));
  const Run compared = run_command(in_folder + program + " compare mine naive --config tournament.yaml 2>/dev/null");
  says(on_one_line(compared.output.substr(0, compared.output.find("\ntest of fixed size"))));
}

TEST_CASE("pictures of puzzles in the documents are as the program draws them", "[long]") {
  // Each is of a file of docs/puzzles, or of a built-in puzzle. `scripts/pictures puzzles` makes them anew.
  const std::string page = pentocity::input::read_file((root / "docs/first-steps/puzzles.md").string());
  int drawn = 0;
  for (const auto& entry : fs::directory_iterator(root / "docs/pictures/puzzles")) {
    const std::string name = entry.path().stem().string();
    INFO(name);
    const fs::path file = root / "docs/puzzles" / (name + ".yaml");
    const std::string puzzle = fs::exists(file) ? file.string() : name;
    const Run result = run_command(pentocity::test::program + " solve '" + puzzle + "' --format svg");
    CHECK(result.exit_code == 0);
    CHECK((result.output == pentocity::input::read_file(entry.path().string())));
    CHECK(page.find("pictures/puzzles/" + name + ".svg") != std::string::npos);
    ++drawn;
  }
  CHECK(drawn >= 12);
}

TEST_CASE("links in the documents lead somewhere") {
  static const std::regex link("[^\\[]\\]\\(([^)# ]+)(#[^)]*)?\\)");
  for (const fs::path& document : documents()) {
    const std::string text = pentocity::input::read_file(document.string());
    for (auto it = std::sregex_iterator(text.begin(), text.end(), link); it != std::sregex_iterator(); ++it) {
      const std::string target = (*it)[1];
      if (target.find("://") != std::string::npos) continue;
      INFO(document << ": " << target);
      CHECK(fs::exists(document.parent_path() / target));
    }
  }
}

TEST_CASE("functions and members that comments name exist") {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string> names;              // in code
  std::vector<std::set<std::string>> each;  // the same, by file
  std::vector<std::pair<std::string, std::string>> comments;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = entry.path().lexically_relative(root);
    static const std::set<std::string> others{"build", "docs", ".git", "node_modules"};
    if (others.contains(path.begin()->string()) || (path.extension() != ".cpp" && path.extension() != ".hpp")) continue;
    std::set<std::string>& own = each.emplace_back();
    std::istringstream lines(input::read_file(entry.path().string()));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t comment = line.starts_with("//") ? 0 : std::min(line.find(" //"), line.size());
      for (std::size_t i = 0, begin = 0; i <= comment; ++i) {
        if (i < comment && is_letter(line[i])) continue;
        if (begin < i) own.insert(line.substr(begin, i - begin));
        begin = i + 1;
      }
      if (comment < line.size()) comments.emplace_back(path.string(), line.substr(comment));
    }
    names.insert(own.begin(), own.end());
  }
  REQUIRE(comments.size() > 5'000);
  // `name()`, `Class::name()` and `Class::name`; what other libraries have is written with their namespaces.
  static const std::regex named("([A-Za-z]\\w*::)*~?([A-Za-z]\\w*)(\\(\\))?");
  std::size_t checked = 0;
  for (const auto& [file, comment] : comments) {
    if (comment.find("::") == comment.npos && comment.find("()") == comment.npos) continue;
    for (auto it = std::sregex_iterator(comment.begin(), comment.end(), named); it != std::sregex_iterator(); ++it) {
      std::string of = (*it)[1];
      const std::string name = (*it)[2];
      if ((of.empty() && !(*it)[3].matched) || comment.substr(it->position(0)).starts_with("std::") ||
          it->str().starts_with("YAML::"))
        continue;
      if (!of.empty()) of.resize(of.size() - 2);
      CAPTURE(file, comment, it->str());
      ++checked;
      const bool together = std::ranges::any_of(
          each, [&](const auto& in) { return in.contains(name) && (of.empty() || in.contains(of)); });
      CHECK(together);
    }
  }
  CHECK(checked > 500);
}

TEST_CASE("all that is read of a game stands with its bound in architecture.md") {
  const std::string text = input::read_file((root / "docs/background/architecture.md").string()),
                    begin = "\n### What is read of a game\n";
  const std::string section = text.substr(text.find(begin) + begin.size());
  std::map<std::string, int> listed, found;  // by file and calls
  static const std::regex row("\\| `(\\w+\\.cpp)` \\| (`.+`) \\| (\\d+) \\| .+ \\| .+ \\|"), word("`(\\w+)`");
  std::map<std::string, std::string> with;  // of calls that stand in one row, the row's
  std::istringstream lines(section.substr(0, section.find("\n## ")));
  for (std::string line; std::getline(lines, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    const std::string calls = cells[2];
    listed[fmt::format("{} {}", cells[1].str(), calls)] += std::stoi(cells[3]);
    for (auto it = std::sregex_iterator(calls.begin(), calls.end(), word); it != std::sregex_iterator(); ++it)
      with[fmt::format("{} {}", cells[1].str(), (*it)[1].str())] = calls;
  }
  // Any call by which a process can read, also those that nobody makes so far; a variable that one of them opens, too.
  static const std::regex call(
      "\\b(p?readv?2?|readlink(?:at)?|read_symlink|recv(?:msg|from|mmsg)?|getline|fgetc|fgets|fread|fscanf|getdents64|"
      "readdir|fopen|[lf]?(?:get|list)xattr|f?statv?fs|read_file|text_of_kernel_file|lines_of_kernel_file|"
      "process_vm_readv|sendfile|splice|copy_file_range|(?:(?:recursive_)?directory_iterator|i?fstream)(?: \\w+)?)"
      "[({](?!\\))");
  for (const auto& entry : fs::recursive_directory_iterator(root / "simulator/isolation/src")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp" || entry.path().parent_path().filename() == "files") continue;
    const std::string source =
        std::regex_replace(input::read_file(entry.path().string()), std::regex("//[^\n]*|\nstd::[^\n]*\\) \\{"), "");
    for (auto it = std::sregex_iterator(source.begin(), source.end(), call); it != std::sregex_iterator(); ++it) {
      const std::string its = (*it)[1].str().substr(0, (*it)[1].str().find(' ')),
                        row_of = with[fmt::format("{} {}", name, its)];
      ++found[fmt::format("{} {}", name, row_of.empty() ? "`" + its + "`" : row_of)];
    }
  }
  const auto text_of = [](const std::map<std::string, int>& calls) {
    std::string out;
    for (const auto& [where, times] : calls) out += fmt::format("{} {}\n", where, times);
    return out;
  };
  CHECK(text_of(found) == text_of(listed));
  CHECK(listed.size() > 20);
}

TEST_CASE("each page is in the list of its room, and each room in that of all") {
  for (const fs::path& document : documents()) {
    const bool room = document.filename() == "README.md";
    const fs::path list = (room ? document.parent_path().parent_path() : document.parent_path()) / "README.md";
    if (!document.string().starts_with((root / "docs").string())) continue;
    INFO(document << " in " << list);
    CHECK(pentocity::input::read_file(list.string())
              .find("(" + fs::relative(document, list.parent_path()).string() + ")") != std::string::npos);
  }
}

TEST_CASE("documents and notebooks name the colours of the pictures") {
  const auto word = [](Kind kind) { return std::string(kind_colours[index_of(kind)].word); };
  const auto capital = [&](Kind kind) {
    std::string text = word(kind);
    text[0] = static_cast<char>(std::toupper(text[0]));
    return text;
  };
  const auto holds = [](const char* file, const std::string& text) {
    INFO(file);
    CHECK_THAT(pentocity::input::read_file((root / file).string()), Catch::Contains(text));
  };
  std::ifstream rules(root / "docs/reference/rules.md");
  std::map<std::string, std::string> rows;  // of the table, by the first cell
  for (std::string line; std::getline(rules, line);)
    if (line.starts_with("| `")) rows.emplace(line.substr(0, 7), line);
  for (const Kind kind : all_kinds)
    CHECK_THAT(rows[fmt::format("| `{}` |", symbol(kind))], Catch::EndsWith("| " + word(kind) + " |"));
  holds("README.md",
        fmt::format("{} are *residences*, {} *factories*, {} *parks*, {} *ponds*, {} *roads*; {} cells are empty.",
                    capital(Kind::residence), word(Kind::factory), word(Kind::park), word(Kind::pond), word(Kind::road),
                    word(Kind::empty)));
  holds("python/notebooks/write_a_player.ipynb",
        fmt::format("{} are residences, {} are factories, and {} are roads.", capital(Kind::residence),
                    word(Kind::factory), word(Kind::road)));
}

TEST_CASE("CITATION.cff is as version 1.2.0 of its format demands") {
  const auto cff = pentocity::input::YamlNode::load((root / "CITATION.cff").string());
  cff.check_keys({"abstract",
                  "authors",
                  "cff-version",
                  "commit",
                  "contact",
                  "date-released",
                  "doi",
                  "identifiers",
                  "keywords",
                  "license",
                  "license-url",
                  "message",
                  "preferred-citation",
                  "references",
                  "repository",
                  "repository-artifact",
                  "repository-code",
                  "title",
                  "type",
                  "url",
                  "version"});
  CHECK(cff.at("cff-version").text() == "1.2.0");
  for (const char* text : {"message", "title", "license"}) CHECK_FALSE(cff.at(text).text().empty());
  CHECK(cff.at("type").text() == "software");
  CHECK(std::regex_match(cff.at("date-released").text(), std::regex("\\d{4}-\\d\\d-\\d\\d")));
  CHECK_THAT(cff.at("repository-code").text(), Catch::StartsWith("https://"));
  if (const auto doi = cff.find("doi")) CHECK(std::regex_match(doi->text(), std::regex("10\\.\\d{4,9}/.+")));
  REQUIRE_FALSE(cff.at("authors").elements().empty());
  for (const auto& author : cff.at("authors").elements()) CHECK_FALSE(author.at("name").text().empty());
  // A list that is there has an element, and none twice.
  for (const char* list : {"keywords", "identifiers", "references", "contact"})
    if (const auto there = cff.find(list)) {
      std::set<std::string> texts;
      for (const auto& element : there->elements()) CHECK(texts.insert(element.raw()).second);
      CHECK_FALSE(texts.empty());
    }
}

TEST_CASE("files that name the version name the program's") {
  const std::string version = run_command(pentocity::test::program + " --version").output;
  for (const auto& [file, line] :
       {std::pair("pyproject.toml", "version = \"(.*)\""), {"CITATION.cff", "version: (.*)"}}) {
    INFO(file);
    std::ifstream in(root / file);
    std::smatch match;
    std::string text;
    while (std::getline(in, text) && !std::regex_match(text, match, std::regex(line))) {
    }
    REQUIRE(match.size() == 2);
    CHECK(version.find(match[1].str()) != std::string::npos);
  }
}

}  // namespace docs_test
