// The documents keep their word: code is that of the files they name, commands print what they show, links lead
// somewhere.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/yaml.hpp"

namespace docs_test {

namespace {

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

/// "... `docs/examples/x.cpp`:" names the file that the block shows.
std::optional<std::string> named_file(const Block& block) {
  static const std::regex pattern("`([^` ]+)`:$");
  std::smatch match;
  if (!std::regex_search(block.intro, match, pattern) || !fs::is_regular_file(root / match[1].str()))
    return std::nullopt;
  return match[1].str();
}

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
    const auto file = named_file(block);
    if (file) {
      CHECK(block.text == pentocity::input::read_file((root / *file).string()));
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
  // output.
  const fs::path folder = fs::temp_directory_path() / ("pentocity-docs-" + std::to_string(::getpid()));
  fs::create_directory(folder);
  for (const char* name : {"configs", "docs"}) fs::create_directory_symlink(root / name, folder / name);
  int run = 0;
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
  }
  fs::remove_all(folder);
  CHECK(run > 0);
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
