// `pentocity site`: whole or not at all, the same bytes again, links that lead somewhere, and no folder of others
// touched.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/web/pages.hpp"
#include "scratch.hpp"

namespace site_test {

namespace {

using namespace pentocity;
using namespace pentocity::test;
using Catch::Contains;
namespace fs = std::filesystem;

// Runs the program in a folder without playground and hall of fame, unless the test puts them there.
Run pentocity_in(const Scratch& folder, const std::string& arguments) {
  return run_command("cd '" + (folder / ".") + "' && " + test::program + " " + arguments);
}

std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) out[fs::relative(entry.path(), folder).string()] = bytes_of(entry.path());
  return out;
}

// What the first page and those beside it are drawn from; all of them hold the same.
nlohmann::json site_data(const std::map<std::string, std::string>& files, const std::string& page = "index.html") {
  const std::string& text = files.at(page);
  const auto data = [&](const std::string& id) {
    const std::string mark = "id=\"pentocity-" + id + "\">";
    const auto from = text.find(mark) + mark.size();
    return nlohmann::json::parse(text.substr(from, text.find("</script>", from) - from));
  };
  CHECK(data("page") == page);
  return data("site");
}

void check_links(const std::map<std::string, std::string>& files) {
  const nlohmann::json site = site_data(files);
  CHECK(site_data(files, "puzzles.html") == site);
  for (const auto& [file, name] : site["pages"].items()) CHECK(files.contains(file.substr(0, file.find('#'))));
  for (const auto& tournament : site["tournaments"]) CHECK(files.contains(tournament["file"]));
  for (const auto& game : site["games"]) CHECK(files.contains(game["page"]));
  for (const auto& puzzle : site["puzzles"]) {
    CHECK(files.contains(puzzle["picture"]));
    CHECK(files.at(puzzle["picture"]) != files.at(puzzle["solution"]));
  }
  CHECK(files.contains("town.svg") == !site["town"].is_null());
}

void play(const Scratch& folder, const std::string& out, const std::string& players = "naive,diagonal") {
  REQUIRE(pentocity_in(folder, "run --players '" + players + "' --sequencers random --repeats 2 --out '" + out + "'")
              .exit_code == 0);
}

}  // namespace

TEST_CASE("site: puzzles only, and the same bytes again", "[site]") {
  if (web::site_page().empty()) return;  // built without Node.js
  const Scratch folder;
  const Run run = pentocity_in(folder, "site a");
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("a/index.html: ") && Contains("no playground"));
  const auto files = files_in(folder / "a");
  check_links(files);
  CHECK_FALSE(files.contains("playground.html"));
  CHECK_FALSE(files.contains("hall-of-fame.html"));
  CHECK_THAT(files.at("gerrymander.html"), Contains("<!DOCTYPE html>"));
  const auto site = site_data(files);
  CHECK(site["tournaments"].empty());
  std::map<std::string, std::pair<std::string, std::string>> counts;
  for (const auto& puzzle : site["puzzles"]) counts[puzzle["name"]] = {puzzle["solutions"], puzzle["unique"]};
  for (const packing::Puzzle& puzzle : packing::builtin_puzzles()) {
    CHECK(counts.contains(puzzle.name));
    CHECK_THAT(files.at("puzzles/" + puzzle.name + ".svg"), Contains("<svg"));
  }
  CHECK(counts["pentominoes-6x10"] == std::pair<std::string, std::string>("9356", "2339"));
  CHECK(counts["popinjay"] == std::pair<std::string, std::string>("8", "1"));
  CHECK(pentocity_in(folder, "site b/c/").exit_code == 0);
  CHECK(files_in(folder / "b/c") == files);
  CHECK(pentocity_in(folder, "site a").exit_code == 0);
  CHECK(files_in(folder / "a") == files);
  CHECK_FALSE(fs::exists(folder / "a.tmp"));
}

TEST_CASE("site: tournaments, hall of fame and playground", "[site]") {
  if (web::site_page().empty()) return;  // built without Node.js
  const Scratch folder;
  play(folder, "cup");
  play(folder, "x/cup", "naive");
  play(folder, "<b>&\"100%");
  folder.write("docs/research/hall-of-fame.md", bytes_of(fs::path(test::sources) / "docs/research/hall-of-fame.md"));
  folder.write("build/playground/playground.html", "<!DOCTYPE html><title>the playground</title><body>its");
  folder.write("build/documentation/html/index.html", "<a href=\"search/all.js\">");
  folder.write("build/documentation/html/search/all.js", "0");
  const Run run = pentocity_in(folder, "site out cup x/cup '<b>&\"100%'");
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  const auto files = files_in(folder / "out");
  check_links(files);
  const std::string navigation = files.at("playground.html");
  CHECK(navigation.starts_with("<!DOCTYPE html><title>the playground</title><body>\n<style>nav.site "));
  CHECK(navigation.ends_with("</script>its"));
  for (const char* room : {"#play\">Play<", "#puzzle\">Puzzles<", "#watch\">Watch a player<"})
    CHECK_THAT(navigation, Contains(std::string("<a href=\"playground.html") + room));
  CHECK_THAT(files.at("puzzles.html"), Contains("<a href=\"puzzles.html\" aria-current=\"page\">Gallery</a>"));
  CHECK(files.at("documentation/index.html") == "<a href=\"search/all.js\">");
  CHECK(files.at("documentation/search/all.js") == "0");
  for (const char* page : {"tournaments/cup.html", "tournaments/cup-2.html", "tournaments/%3Cb%3E%26%22100%25.html"})
    CHECK(files.contains(page));
  CHECK(pentocity_in(folder, "report cup").exit_code == 0);
  // The report as it is, with the way to the other pages, and what browsers show of it.
  std::string report = files.at("tournaments/cup.html");
  const auto take_out = [&](const std::string& begin, const std::string& end) {
    const auto from = report.find(begin);
    REQUIRE(from != report.npos);
    const std::string taken = report.substr(from, report.find(end, from) - from);
    report.erase(from, taken.size());
    return taken;
  };
  CHECK_THAT(take_out("\n<style>nav.site ", "\n<noscript>"), Contains("<a href=\"../index.html\">Pentocity</a>"));
  CHECK_THAT(take_out("<link rel=\"manifest\" href=\"../manifest.json\">", "</head>"), !Contains("og:"));
  CHECK(report == bytes_of(folder / "cup/report.html"));
  const auto site = site_data(files, "hall-of-fame.html");
  CHECK(site["pages"].size() == 8);
  CHECK(site["games"].size() == 2);
  const auto summary = nlohmann::json::parse(bytes_of(folder / "cup/summary.json"));
  const auto& players = summary["players"];
  const auto& best = players[0]["mean"] > players[1]["mean"] ? players[0] : players[1];
  const auto cup = std::ranges::find_if(site["tournaments"], [](const auto& one) { return one["name"] == "cup"; });
  REQUIRE(cup != site["tournaments"].end());
  CHECK((*cup)["winners"] == nlohmann::json::array({best["player"]}));
  CHECK((*cup)["mean"] == best["mean"]);
  CHECK((*cup)["players"] == 2);
  CHECK((*cup)["games"] == 4);
  CHECK(std::regex_match((*cup)["date"].get<std::string>(), std::regex("20\\d\\d-\\d\\d-\\d\\d")));
  CHECK_THAT(files.at("index.html"), !Contains("<b>&"));
  CHECK_THAT(site["hall_of_fame"].get<std::string>(), Contains("planner-fast with a look ahead"));
  CHECK(nlohmann::json::parse(files.at("site.json"))["files"].size() == files.size());
}

TEST_CASE("site: with its address, pages say what a link to them shows", "[site]") {
  if (web::site_page().empty()) return;  // built without Node.js
  const Scratch folder;
  play(folder, "cup");
  REQUIRE(pentocity_in(folder, "site out cup --url https://example.org/towns/").exit_code == 0);
  const auto files = files_in(folder / "out");
  CHECK_THAT(files.at("index.html"), Contains("<link rel=\"canonical\" href=\"https://example.org/towns/\">"));
  CHECK_THAT(files.at("tournaments/cup.html"),
             Contains("<meta property=\"og:url\" content=\"https://example.org/towns/tournaments/cup.html\">") &&
                 Contains("<meta property=\"og:image\" content=\"https://example.org/towns/town.png\">"));
  CHECK(files.contains("town.png"));
  for (const char* wrong : {"example.org/", "https://example.org/towns", "https://a/\"><script>/"}) {
    const Run run = pentocity_in(folder, fmt::format("site other --url '{}'", wrong));
    CHECK(run.exit_code != 0);
    CHECK_THAT(run.output, Contains("--url") && Contains("expected an address such as https://example.org/pentocity/"));
  }
  CHECK_FALSE(fs::exists(folder / "other"));
}

TEST_CASE("site: a folder of others is left alone, and a site is replaced as a whole", "[site][long]") {
  if (web::site_page().empty()) return;  // built without Node.js
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
  play(folder, "cup");
  REQUIRE(pentocity_in(folder, "site out cup").exit_code == 0);
  CHECK(fs::exists(folder / "out/tournaments/cup.html"));
  refused("out cup ./cup", "./cup: this folder is named twice");
  REQUIRE(pentocity_in(folder, "site out").exit_code == 0);
  CHECK(files_in(folder / "out") == before);
  // A link to a site stays a link.
  fs::create_directory_symlink("out", folder / "link");
  REQUIRE(pentocity_in(folder, "site link").exit_code == 0);
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(files_in(folder / "out") == before);
  folder.write("out/puzzles/letter.txt", "dear");
  refused("out", "out: holds puzzles/letter.txt");
}

}  // namespace site_test
