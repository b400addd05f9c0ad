// `pentocity site`: whole or not at all, the same bytes again, links that lead somewhere, and no folder of others
// touched.
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "hall_of_fame.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/web/report_page.hpp"
#include "scratch.hpp"

namespace {

using namespace pentocity;
using namespace pentocity::test;
using Catch::Contains;
namespace fs = std::filesystem;

// Runs the program in a folder without playground and hall of fame, unless the test puts them there.
Run pentocity_in(const Scratch& folder, const std::string& arguments) {
  return run_command("cd '" + (folder / ".") + "' && " PENTOCITY_BINARY " " + arguments);
}

std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) out[fs::relative(entry.path(), folder).string()] = bytes_of(entry.path());
  return out;
}

std::string unescaped(std::string address) {
  for (std::size_t at = address.find('%'); at != address.npos; at = address.find('%', at + 1))
    address.replace(at, 3, 1, static_cast<char>(std::stoi(address.substr(at + 1, 2), nullptr, 16)));
  return address;
}

void check_links(const std::map<std::string, std::string>& files) {
  static const std::regex link("(href|src)=\"([^\"#]+)(#[^\"]*)?\"");
  for (const char* page : {"index.html", "puzzles.html", "hall-of-fame.html"}) {
    if (!files.contains(page)) continue;
    const std::string& text = files.at(page);
    for (auto it = std::sregex_iterator(text.begin(), text.end(), link); it != std::sregex_iterator(); ++it) {
      const std::string to = (*it)[2];
      if (to == "data:,") continue;
      INFO(page << " " << to);
      CHECK(files.contains(unescaped(to)));
    }
  }
}

void play(const Scratch& folder, const std::string& out, const std::string& players = "naive,diagonal") {
  REQUIRE(pentocity_in(folder, "run --players '" + players + "' --sequencers random --repeats 2 --out '" + out + "'")
              .exit_code == 0);
}

}  // namespace

TEST_CASE("site: puzzles only, and the same bytes again", "[site]") {
  const Scratch folder;
  const Run run = pentocity_in(folder, "site a");
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("a/index.html: ") && Contains("no playground"));
  const auto files = files_in(folder / "a");
  check_links(files);
  CHECK_FALSE(files.contains("playground.html"));
  CHECK_FALSE(files.contains("hall-of-fame.html"));
  CHECK_THAT(files.at("index.html"), Contains("had not been built") && Contains("No tournament is shown"));
  CHECK_THAT(files.at("gerrymander.html"), Contains("<!DOCTYPE html>"));
  const std::string& gallery = files.at("puzzles.html");
  for (const packing::Puzzle& puzzle : packing::builtin_puzzles()) {
    CHECK_THAT(gallery, Contains("pentocity solve " + puzzle.name + " --all"));
    CHECK_THAT(files.at("puzzles/" + puzzle.name + ".svg"), Contains("<svg"));
  }
  CHECK_THAT(gallery, Contains("9,356 solutions, 2,339 up to symmetry") && Contains("8 solutions, 1 up to symmetry"));
  CHECK(pentocity_in(folder, "site b/c/").exit_code == 0);
  CHECK(files_in(folder / "b/c") == files);
  CHECK(pentocity_in(folder, "site a").exit_code == 0);
  CHECK(files_in(folder / "a") == files);
  CHECK_FALSE(fs::exists(folder / "a.tmp"));
}

TEST_CASE("site: tournaments, hall of fame and playground", "[site]") {
  if (web::report_page().empty()) return;  // built without Node.js
  const Scratch folder;
  play(folder, "cup");
  play(folder, "x/cup", "naive");
  play(folder, "<b>&\"100%");
  folder.write("docs/research/hall-of-fame.md",
               bytes_of(fs::path(PENTOCITY_SOURCE_DIR) / "docs/research/hall-of-fame.md"));
  folder.write("build/playground/playground.html", "<!DOCTYPE html><title>the playground</title>");
  folder.write("build/documentation/html/index.html", "<a href=\"search/all.js\">");
  folder.write("build/documentation/html/search/all.js", "0");
  const Run run = pentocity_in(folder, "site out cup x/cup '<b>&\"100%'");
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  const auto files = files_in(folder / "out");
  check_links(files);
  CHECK(files.at("playground.html") == "<!DOCTYPE html><title>the playground</title>");
  CHECK(files.at("documentation/index.html") == "<a href=\"search/all.js\">");
  CHECK(files.at("documentation/search/all.js") == "0");
  CHECK_THAT(files.at("index.html"), Contains("<a href=\"documentation/index.html\">Documentation</a>"));
  for (const char* page : {"tournaments/cup.html", "tournaments/cup-2.html", "tournaments/%3Cb%3E%26%22100%25.html"})
    CHECK(files.contains(page));
  CHECK(pentocity_in(folder, "report cup").exit_code == 0);
  CHECK(files.at("tournaments/cup.html") == bytes_of(folder / "cup/report.html"));
  const std::string& index = files.at("index.html");
  const auto summary = nlohmann::json::parse(bytes_of(folder / "cup/summary.json"));
  const auto& players = summary["players"];
  const auto& best = players[0]["mean"] > players[1]["mean"] ? players[0] : players[1];
  const std::regex row("<td><a href=\"tournaments/cup\\.html\">cup</a></td><td>20\\d\\d-\\d\\d-\\d\\d</td><td>" +
                       best["player"].get<std::string>() + "</td><td class=\"number\">(\\d+\\.\\d)</td>" +
                       "<td class=\"number\">2</td><td class=\"number\">4</td>");
  std::smatch match;
  REQUIRE(std::regex_search(index, match, row));
  CHECK(std::stod(match[1]) == Approx(best["mean"].get<double>()).margin(.051));
  CHECK_THAT(index, Contains("&lt;b&gt;&amp;&quot;100%") && !Contains("<b>&"));
  CHECK_THAT(index, Contains("src=\"town.svg\"") && Contains("planner-fast"));
  CHECK(files.at("hall-of-fame.html").find("planner-fast with a look ahead") != std::string::npos);
  CHECK(files.at("hall-of-fame.html").find("](") == std::string::npos);
  CHECK(nlohmann::json::parse(files.at("site.json"))["files"].size() == files.size());
}

TEST_CASE("site: a folder of others is left alone, and a site is replaced as a whole", "[site][long]") {
  const Scratch folder;
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const Run run = pentocity_in(folder, "site " + arguments);
    CAPTURE(arguments, run.output);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
    CHECK_THAT(run.output, Contains(why));
  };
  folder.write("mine/letter.txt", "dear");
  refused("mine", "mine: holds letter.txt");
  CHECK(files_in(folder / "mine").size() == 1);
  folder.write("file", "");
  refused("file", "file: is no folder");
  folder.write("other/site.json", "{}");
  folder.write("other/index.html", "");
  refused("other", "index.html, which is not of a site");
  fs::create_directory(folder / "empty");
  CHECK(pentocity_in(folder, "site empty").exit_code == 0);

  REQUIRE(pentocity_in(folder, "site out").exit_code == 0);
  const auto before = files_in(folder / "out");
  // What is wrong with the input is said before anything is written.
  refused("out nowhere", "nowhere: there is no such folder");
  refused("out --hall-of-fame nothing.md", "nothing.md");
  refused("out --hall-of-fame mine/letter.txt", "is no hall of fame");
  refused("out --documentation mine", "mine: holds no index.html");
  refused("out --playground mine/letter.txt", "is no page");
  refused("new nowhere", "nowhere");
  CHECK_FALSE(fs::exists(folder / "new"));
  CHECK(files_in(folder / "out") == before);
  // What an earlier call that was killed left behind goes; anything else stays.
  folder.write("out.tmp/site.json.tmp", "{");
  CHECK(pentocity_in(folder, "site out").exit_code == 0);
  folder.write("out.tmp/letter.txt", "dear");
  refused("out", "out.tmp: holds letter.txt");
  fs::remove_all(folder / "out.tmp");
  // A page that is no more is gone.
  if (!web::report_page().empty()) {
    play(folder, "cup");
    REQUIRE(pentocity_in(folder, "site out cup").exit_code == 0);
    CHECK(fs::exists(folder / "out/tournaments/cup.html"));
    refused("out cup ./cup", "./cup: this folder is named twice");
    REQUIRE(pentocity_in(folder, "site out").exit_code == 0);
    CHECK(files_in(folder / "out") == before);
  }
  // A link to a site stays a link.
  fs::create_directory_symlink("out", folder / "link");
  REQUIRE(pentocity_in(folder, "site link").exit_code == 0);
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(files_in(folder / "out") == before);
  folder.write("out/puzzles/letter.txt", "dear");
  refused("out", "out: holds puzzles/letter.txt");
}

TEST_CASE("site: the hall of fame is read as its script writes it", "[site]") {
  const auto classes = app::read_hall_of_fame(
      bytes_of(fs::path(PENTOCITY_SOURCE_DIR) / "docs/research/hall-of-fame.md"), "hall-of-fame.md");
  REQUIRE(classes.size() == 3);
  CHECK(classes[0].heading == "Public class");
  CHECK(classes[0].rows.size() == 15);
  CHECK(classes[0].rows[0][classes[0].column("player")] == "planner");
  CHECK_THAT(classes[1].text, Contains("half the width"));
  const auto wrong = [](const std::string& text) {
    try {
      app::read_hall_of_fame(text, "h.md");
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK_THAT(wrong(""), Contains("h.md: is no hall of fame"));
  CHECK_THAT(wrong("## A\n"), Contains("the class 'A' needs a table"));
  CHECK(wrong("## A\n| player | score |\n|---|---|\n| x |\n") == "h.md:4: the table has 2 columns, and this row has 1");
  CHECK(wrong("## A\n| player | score |\n|---|---|\n| x | 1 |\n").empty());
}
