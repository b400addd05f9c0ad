// Pictures of lands, and which games a report takes along.
#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/game/palette.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/showcase.hpp"
#include "pentocity/tournament/run.hpp"
#include "pentocity/web/pages.hpp"
#include "scratch.hpp"

namespace render_test {

namespace {

using namespace pentocity;
using namespace pentocity::web;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::tournament;
using namespace pentocity::results;
using test::run_command;
namespace fs = std::filesystem;

// A small tournament of one's own.
RunResult play(const std::string& folder, TracePolicy traces, int repeats, const std::string& rules = "report") {
  Overrides overrides;
  overrides.players = {"jigsaw", "naive"};
  overrides.sequencers = {"random", "g2"};
  overrides.repeats = repeats;
  RunOptions options;
  options.folder = folder;
  options.traces = traces;
  return run_games(config_of_names(rules, overrides), options);
}

std::string first_trace(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder + "/traces")) names.insert(entry.path().string());
  return *names.begin();
}

/// Pixels of a PNG, 3 bytes each, and its width.
std::pair<std::vector<std::uint8_t>, int> pixels_of(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) != 0);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) != 0);
  CHECK(image.width == image.height);
  return {pixels, static_cast<int>(image.width)};
}

TEST_CASE("render: each cell of a PNG has the colour of its kind", "[cli]") {
  const test::Scratch scratch;
  play(scratch / "cup", TracePolicy::best_worst, 2);
  const std::string trace = first_trace(scratch / "cup"), grid = read_trace(trace).end["grid"];
  for (const int cell : {4, 12, 31}) {
    const std::string out = scratch / "land.png";
    REQUIRE(run_command(fmt::format("{} render {} -o {} --cell {}", test::program, trace, out, cell)).exit_code == 0);
    const auto [pixels, width] = pixels_of(test::bytes_of(out));
    CHECK(width == 50 * cell + 2 * (cell / 2));
    std::map<char, std::set<std::array<int, 3>>> colours;
    for (int i = 0; i < 2500; ++i) {
      // The middle of a cell; lines are on its edges.
      const int x = cell / 2 + i % 50 * cell + cell / 2, y = cell / 2 + i / 50 * cell + cell / 2;
      const std::uint8_t* at = pixels.data() + std::ptrdiff_t{3} * (y * width + x);
      colours[grid[i]].insert({at[0], at[1], at[2]});
    }
    std::set<std::array<int, 3>> all;
    for (const auto& [kind, set] : colours) {
      CHECK(set.size() == 1);
      all.insert(set.begin(), set.end());
    }
    CHECK(all.size() == colours.size());
    CHECK(colours.size() == 6);
  }
}

TEST_CASE("render: an SVG has every cell of every kind and every building", "[cli]") {
  const test::Scratch scratch;
  play(scratch / "cup", TracePolicy::best_worst, 2);
  const std::string trace = first_trace(scratch / "cup"), out = scratch / "land.svg";
  const TraceLines lines = read_trace(trace);
  REQUIRE(run_command(test::program + " render " + trace + " -o " + out).exit_code == 0);
  const std::string svg = test::bytes_of(out);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  std::string drawn(2500, '.');
  const std::map<std::string, char> kinds{
      {"residence", 'R'}, {"factory", 'F'}, {"park", 'P'}, {"water", 'W'}, {"road", '='}};
  const std::regex area(R"re(<path id="([a-z]+)"[^>]* d="([^"]*)")re"), run("M(\\d+) (\\d+)h(\\d+)v1h-(\\d+)z");
  for (std::sregex_iterator it(svg.begin(), svg.end(), area), end; it != end; ++it) {
    const std::string path = (*it)[2];
    std::size_t length = 0;
    for (std::sregex_iterator part(path.begin(), path.end(), run); part != end; ++part) {
      CHECK((*part)[3] == (*part)[4]);
      for (std::size_t i = 0; i < std::stoul((*part)[3]); ++i)
        drawn[50 * std::stoul((*part)[2]) + std::stoul((*part)[1]) + i] = kinds.at((*it)[1]);
      length += static_cast<std::size_t>(part->length());
    }
    CHECK(length == path.size());
  }
  CHECK(drawn == lines.end["grid"].get<std::string>());
  const std::regex outline(R"re(<path d="[^"]*"/>)re");
  CHECK(std::distance(std::sregex_iterator(svg.begin(), svg.end(), outline), {}) == lines.end["accepted"].get<int>());
  CHECK(svg.find("newest") == std::string::npos);

  // The colours are those of the report page on light ground, and differ in a picture in grey.
  std::vector<double> greys;
  const std::string page(report_page());
  const std::regex fill(R"re((?:id="([a-z]+)"|<rect)[^>]* fill="(#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))")re");
  for (std::sregex_iterator it(svg.begin(), svg.end(), fill), end; it != end; ++it) {
    const std::string kind = (*it)[1].matched ? (*it)[1].str() : "empty", colour = (*it)[2];
    const auto part = [&](std::size_t group) { return std::stoi((*it)[group], nullptr, 16); };
    greys.push_back(.2126 * part(3) + .7152 * part(4) + .0722 * part(5));
    const std::string variable = "--" + kind + ": ";
    if (!page.empty())
      CHECK_THAT(page, Catch::Contains(variable + colour) || Catch::Contains(variable + "light-dark(" + colour));
  }
  std::sort(greys.begin(), greys.end());
  REQUIRE(greys.size() == 6);
  for (std::size_t i = 1; i < greys.size(); ++i) CHECK(greys[i] - greys[i - 1] > 22);

  // At a turn: what the trace says was built until then, the building's outline of that turn once more.
  REQUIRE(run_command(test::program + " render " + trace + " --turn 20 -o " + out).exit_code == 0);
  const std::string early = test::bytes_of(out);
  CHECK(std::distance(std::sregex_iterator(early.begin(), early.end(), outline), {}) == 21);
  CHECK(early.find("<path id=\"newest\"") != std::string::npos);
}

TEST_CASE("show: the colours are close to those of pictures, and differ in grey", "[cli]") {
  const test::Scratch scratch;
  play(scratch / "cup", TracePolicy::best_worst, 1);
  const auto shown = run_command(test::program + " show --color always " + first_trace(scratch / "cup"));
  // A cube of 6 x 6 x 6 colours, then 24 greys.
  const auto rgb_of = [](int colour) {
    const auto level = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
    if (colour >= 232) return std::array{8 + 10 * (colour - 232), 8 + 10 * (colour - 232), 8 + 10 * (colour - 232)};
    return std::array{level((colour - 16) / 36), level((colour - 16) / 6 % 6), level((colour - 16) % 6)};
  };
  std::map<std::string, std::array<int, 3>> pictures;
  for (const Kind kind : all_kinds) {
    const auto rgb = static_cast<int>(kind_colours[index_of(kind)].rgb);
    pictures[std::string(name_of(kind))] = {rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff};
  }
  std::vector<double> greys;
  const std::regex entry("\x1b\\[48;5;(\\d+)m  \x1b\\[0m ([a-z]+)");
  for (std::sregex_iterator it(shown.output.begin(), shown.output.end(), entry), end; it != end; ++it) {
    const auto rgb = rgb_of(std::stoi((*it)[1])), picture = pictures.at((*it)[2]);
    for (int i = 0; i < 3; ++i) CHECK(std::abs(rgb[i] - picture[i]) < 55);
    greys.push_back(.2126 * rgb[0] + .7152 * rgb[1] + .0722 * rgb[2]);
  }
  std::sort(greys.begin(), greys.end());
  REQUIRE(greys.size() >= 5);
  for (std::size_t i = 1; i < greys.size(); ++i) CHECK(greys[i] - greys[i - 1] > 22);
}

TEST_CASE("render: bad input is one line", "[cli]") {
  const test::Scratch scratch;
  play(scratch / "cup", TracePolicy::best_worst, 1);
  const std::string trace = first_trace(scratch / "cup");
  for (const std::string& arguments :
       {trace + " -o " + (scratch / "land.jpg"), trace + " -o " + (scratch / "land"), trace,
        trace + " --turn 100000 -o " + (scratch / "land.svg"), trace + " -o " + (scratch / "none/land.svg"),
        trace + " --cell 3 -o " + (scratch / "land.png"), scratch / "no.jsonl -o land.svg"}) {
    const test::Run run = run_command(test::program + " render " + arguments);
    CAPTURE(arguments, run.output);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
  CHECK(!fs::exists(scratch / "land.svg"));
}

TEST_CASE("a showcase has the first repeat of each cell first, then the best and worst, and keeps to its room",
          "[report]") {
  const test::Scratch scratch;
  const RunResult result = play(scratch / "cup", TracePolicy::all, 6);
  REQUIRE(result.summary);
  const Showcase all = showcase(scratch / "cup", std::size_t{1} << 30);
  CHECK(all.games.size() == 24);
  CHECK(all.left_out == 0);
  CHECK(std::is_sorted(all.games.begin(), all.games.end(), [](const ShownGame& a, const ShownGame& b) {
    const auto key = [](const ShownGame& g) {
      return std::tuple(g.game.sequencer != "random", g.game.player != "jigsaw", g.game.repeat);
    };
    return key(a) < key(b);
  }));
  std::size_t bytes = 0;
  for (const ShownGame& shown : all.games) {
    bytes += shown.bytes_in_page();
    CHECK(gunzip(shown.trace, "page") == short_trace(read_gzip_file(scratch / "cup/traces/" + shown.file), 50));
  }
  CHECK(bytes / 24 * 600 < 3'000'000);  // so that a page of 4 MB has room for 600 with the summary of as many more

  std::set<std::pair<std::string, int>> seen;
  for (std::size_t room = bytes; room > 0; room -= std::min(room, bytes / 24)) {
    const Showcase some = showcase(scratch / "cup", room);
    std::size_t used = 0;
    for (const ShownGame& shown : some.games) used += shown.bytes_in_page();
    CHECK(used <= room);
    CHECK(some.games.size() + some.left_out == 24);
    // With room for as many, each cell's first repeat, its best and its worst are among them.
    if (some.games.size() >= 8)
      CHECK(std::ranges::count(some.games, 0, [](const ShownGame& shown) { return shown.game.repeat; }) == 4);
    if (some.games.size() < 12) continue;
    for (const CellSummary& cell : result.summary->cells)
      for (const double extreme : {cell.max, cell.min})
        CHECK(std::any_of(some.games.begin(), some.games.end(), [&](const ShownGame& shown) {
          return shown.game.player == cell.player && shown.game.sequencer == cell.sequencer &&
                 shown.game.score == extreme;
        }));
  }
}

TEST_CASE("a showcase does without traces that are gone, and takes damaged ones as they are", "[report]") {
  const test::Scratch scratch;
  play(scratch / "cup", TracePolicy::best_worst, 2);
  const Showcase whole = showcase(scratch / "cup", 1 << 30);
  const std::size_t games = whole.games.size();
  const std::string file = whole.games.back().file, path = scratch / "cup/traces/" + file;
  fs::resize_file(path, fs::file_size(path) / 2);
  CHECK(showcase(scratch / "cup", 1 << 30).games.back().trace == test::bytes_of(path));
  fs::remove(first_trace(scratch / "cup"));
  CHECK(showcase(scratch / "cup", 1 << 30).games.size() == games - 1);
  fs::remove_all(scratch / "cup/traces");
  CHECK(showcase(scratch / "cup", 1 << 30).games.empty());
  CHECK_THROWS_AS(showcase(scratch / "none", 1), InputError);
}

TEST_CASE("report: one line for what is no results folder", "[cli][report]") {
  const test::Scratch scratch;
  play(scratch / "cup", TracePolicy::best_worst, 1);
  const auto refused = [&](const std::string& arguments) {
    const test::Run run = run_command(test::program + " report " + arguments);
    CAPTURE(arguments, run.output);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
    CHECK(run.output.starts_with("pentocity: "));
  };
  refused(scratch / "none");
  fs::create_directories(scratch / "empty");
  refused(scratch / "empty");
  const test::Run run = run_command(test::program + " report " + (scratch / "cup"));
  if (report_page().empty()) {
    CHECK(run.exit_code == 2);
    CHECK(run.output.find("Node.js") != std::string::npos);
    return;
  }
  CHECK(run.exit_code == 0);
  CHECK(run.output.starts_with((scratch / "cup/report.html") + ": "));
  const std::string page = test::bytes_of(scratch / "cup/report.html");
  // What is no list in summary.json stands as it is; the tests of the pages read the lists, which are columns.
  auto others = nlohmann::ordered_json::parse(test::bytes_of(scratch / "cup/summary.json"));
  for (const char* list : {"cells", "players", "sequencers", "head_to_head", "courses"})
    if (!others[list].empty()) others.erase(list);
  CHECK(page.find("\"others\":" + others.dump()) != std::string::npos);
  // The games tell what the page says, not a file that is made of them.
  fs::create_directories(scratch / "broken");
  fs::copy(scratch / "cup", scratch / "broken/cup", fs::copy_options::recursive);
  scratch.write("broken/cup/summary.json", "</script>");
  CHECK(run_command(test::program + " report " + (scratch / "broken/cup")).exit_code == 0);
  CHECK(test::bytes_of(scratch / "broken/cup/report.html") == page);
  // The same results, the same bytes.
  run_command(test::program + " report " + (scratch / "cup") + " -o " + (scratch / "again.html"));
  CHECK(test::bytes_of(scratch / "again.html") == page);
}

}  // namespace

}  // namespace render_test
