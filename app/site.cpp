#include <fcntl.h>

#include <cerrno>
#include <cmath>
#include <cstdio>  // renameat2, in glibc
#include <map>
#include <regex>
#include <set>
#include <system_error>

#include "land_picture.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/league/league_games.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/packing/svg.hpp"
#include "pentocity/web/pages.hpp"
#include "report_data.hpp"

namespace pentocity::app {
namespace {

namespace fs = std::filesystem;
// Contents of files by their paths, relative to the folder of a site.
using SiteFiles = std::map<std::string, std::string>;

constexpr const char* default_playground = "build/playground/playground.html";
constexpr const char* default_documentation = "build/documentation/html";
constexpr const char* default_hall_of_fame = "docs/research/hall-of-fame.md";
constexpr const char* list_file = "site.json";  // names all files of a site, and tells that a folder is one
constexpr const char* town_picture = "town.png";
constexpr const char* icon_file = "icon.svg";
constexpr const char* manifest_file = "manifest.json";
constexpr const char* offline_file = "offline.js";
constexpr const char* list_format = "pentocity-site/1";

struct SiteArguments {
  std::string out;
  std::vector<std::string> results;
  std::string playground, hall_of_fame, documentation, url;
  int megabytes = 4;
};

// What an option names; without the option, the usual file or folder if it is there, else none.
std::string chosen(const std::string& given, const char* usual) {
  return given.empty() && fs::exists(usual) ? usual : given;
}

// The files of the folder that scripts/documentation made, below documentation/.
SiteFiles documentation_of(const std::string& folder) {
  if (!fs::is_regular_file(folder + "/index.html"))
    throw InputError("{}: holds no index.html: expected the folder that scripts/documentation writes", folder);
  SiteFiles files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files["documentation/" + fs::relative(entry.path(), folder).string()] = read_file(entry.path().string());
  return files;
}

// What the head of a page holds between two marks, or nothing.
std::string between(const std::string& page, std::string_view begin, std::string_view end) {
  const auto from = page.find(begin), to = page.find(end, from);
  return from == page.npos || to == page.npos ? "" : page.substr(from + begin.size(), to - from - begin.size());
}

// A page with what browsers, and those who send a link to it, show of it: its icon, what is needed to keep the site
// where it is served by http, and with the address of the site a title, a description and a picture (Open Graph).
std::string with_head(std::string page, const std::string& file, const std::string& url, bool picture) {
  const auto head = page.find("</head>");
  if (head == page.npos) return page;
  const auto to = [&](const char* other) {
    return fs::path(other).lexically_relative(fs::path(file).parent_path()).string();
  };
  std::string lines = fmt::format("<link rel=\"manifest\" href=\"{}\">\n", to(manifest_file));
  if (page.find("rel=\"icon\"") == page.npos) lines += fmt::format("<link rel=\"icon\" href=\"{}\">\n", to(icon_file));
  lines += fmt::format(
      "<script>if (location.protocol.startsWith('http') && navigator.serviceWorker) "
      "navigator.serviceWorker.register('{}').catch(() => {{}});</script>\n",
      to(offline_file));
  if (!url.empty()) {
    const auto property = [&](const char* name, const std::string& text) {
      if (!text.empty()) lines += fmt::format("<meta property=\"og:{}\" content=\"{}\">\n", name, text);
    };
    const std::string own = url + (file == "index.html" ? "" : file);
    lines += fmt::format("<link rel=\"canonical\" href=\"{}\">\n", own);
    property("type", "website");
    property("url", own);
    property("title", between(page, "<title>", "</title>"));
    property("description", between(page, "<meta name=\"description\" content=\"", "\">"));
    if (picture) property("image", url + town_picture);
  }
  return page.insert(head, lines);
}

// A page with the menu of the site, the same on each; `file` is its own path. The playground takes over the entries of
// its rooms, which are those with an address of their own.
std::string with_menu(std::string page, const std::string& file, const ordered_json& pages) {
  const auto body = page.find('>', page.find("<body"));
  if (body == page.npos) return page;
  std::string links;
  for (const auto& [other, name] : pages.items()) {
    const bool is_here = other == file || (file.starts_with("documentation/") && other.starts_with("documentation/"));
    links += fmt::format("<a href=\"{}\"{}>{}</a>\n",
                         fs::path(other).lexically_relative(fs::path(file).parent_path()).string(),
                         is_here ? " aria-current=\"page\"" : "", name.get<std::string>());
  }
  page.insert(
      body + 1,
      // One line, which can be moved sideways on a phone: the page may have a menu of its own below it.
      "\n<style>nav.site { display: flex; flex-wrap: nowrap; white-space: nowrap; overflow-x: auto; gap: 4px 20px; "
      "padding: 8px 16px; margin: 0; font: 1rem/1.5 system-ui, sans-serif; border-bottom: 1px solid #8886 } "
      "nav.site a { color: inherit; text-decoration: none; padding: 4px 0 } nav.site a:hover { text-decoration: "
      "underline } nav.site a[aria-current] { font-weight: 700; text-decoration: underline; text-underline-offset: "
      "5px; "
      "text-decoration-thickness: 2px }</style>\n<nav class=\"site\" aria-label=\"Site\">\n" +
          links +
          "</nav>\n<script>for (const one of document.querySelectorAll('nav.site [aria-current]')) "
          "one.parentNode.scrollLeft = one.offsetLeft + one.offsetWidth + 40 - one.parentNode.clientWidth;</script>");
  return page;
}

// What the pages show of a puzzle. Pictures of its empty board and of a solution are put into `files`.
ordered_json solved(const packing::Puzzle& puzzle, SiteFiles& files) {
  packing::SolveOptions options;
  const auto first = packing::solve(puzzle, options);
  options.task = packing::Task::count;
  const auto count = packing::solve(puzzle, options);
  const std::string part = "puzzles/" + file_name_part(puzzle.name);
  const std::string picture = part + ".svg", solution = part + "-solution.svg";
  files[picture] = packing::svg_of(puzzle, {});
  files[solution] = packing::svg_of(puzzle, packing::read_solution(puzzle, first.solutions.at(0)));
  return {{"name", puzzle.name},
          {"summary", puzzle.summary},
          {"picture", picture},
          {"solution", solution},
          {"lattice", std::string(packing::lattice_name(puzzle.lattice))},
          {"solutions", count.count.value()},
          {"unique", count.unique.value()}};
}

// A name for the report page that no other one has.
std::string page_file(const std::string& name, const SiteFiles& others) {
  const std::string part = "tournaments/" + file_name_part(name);
  std::string file = part + ".html";
  for (int n = 2; others.contains(file); ++n) file = fmt::format("{}-{}.html", part, n);
  return file;
}

// What the pages show of a tournament. `winners` are those of the first rank, which is by the mean score, and in a
// league by the rating; `mean` is theirs, 0 in a league where the leader has no score that counts.
ordered_json tournament_of(const Report& report, const std::string& file) {
  const auto summary = parse_json(report.summary);
  auto winners = ordered_json::array();
  double mean = 0;
  std::size_t games = 0;
  for (const auto& player : summary.at("players")) {
    if (player.at("rank") != 1) continue;
    if (player.at("mean").is_number()) mean = player["mean"];
    winners.push_back(player.at("player").get<std::string>());
  }
  for (const auto& cell : summary.at("cells")) games += cell.at("games").get<std::size_t>();
  return {{"name", report.name}, {"date", report.date}, {"file", file},
          {"winners", winners},  {"mean", mean},        {"players", summary["players"].size()},
          {"games", games}};
}

// The land of a winner of the tournament, a file `town.svg`, and what the first page says of it: of those games that
// the report shows, the one nearest to the mean. Null if there is none.
ordered_json town_of(const Report& report, const ordered_json& tournament, SiteFiles& files) {
  const auto& winners = tournament["winners"];
  const ShownGame* nearest = nullptr;
  const auto distance = [&](const ShownGame& shown) {
    return std::abs(shown.game.score - tournament["mean"].get<double>());
  };
  for (const ShownGame& shown : report.games.games)
    if (std::find(winners.begin(), winners.end(), shown.game.player) != winners.end() &&
        shown.game.status == Status::ok && (nearest == nullptr || distance(shown) < distance(*nearest)))
      nearest = &shown;
  if (nearest == nullptr) return nullptr;
  const LandPicture picture = land_picture(read_trace(nearest->path), nearest->path, -1);
  if (!picture.mismatches.empty()) return nullptr;
  files["town.svg"] = svg_of(picture, false);
  files[town_picture] = png_of(picture, false, 12);
  return {{"player", nearest->game.player},
          {"sequencer", nearest->game.sequencer},
          {"side", picture.land.side()},
          {"score", nearest->game.score}};
}

// Pages by their paths, and what they show.
using People = std::vector<std::pair<std::string, ordered_json>>;

// What the page of a player shows of its matches; `recorded` are the files of the games that the report has.
ordered_json shown_matches(const std::vector<league::PlayedMatch>& matches, const std::set<std::string>& recorded) {
  auto out = ordered_json::array();
  for (const league::PlayedMatch& match : matches)
    out.push_back({{"batch", match.batch},
                   {"date", match.date},
                   {"version", match.version},
                   {"sequencer", match.sequencer},
                   {"opponent", match.opponent},
                   {"score", match.score},
                   {"other_score", match.other_score},
                   {"outcome", match.outcome},
                   {"file", recorded.contains(match.file) ? ordered_json(match.file) : ordered_json()}});
  return out;
}

// The pages of the players of a league, the highest rating first.
People people_of(const std::string& folder, const Report& report, const std::string& report_file) {
  constexpr int batches = 7;  // whose matches are shown: of a week, if one is played each night
  const league::LeagueTable table = league::league_table(folder);
  const ordered_json standing = to_json(table, league::league_history(folder));
  auto matches = league::latest_matches(folder, batches);
  std::set<std::string> recorded;
  for (const ShownGame& shown : report.games.games) recorded.insert(shown.file);
  People out;
  for (const ordered_json& player : standing["players"]) {
    const std::string name = player["player"];
    auto history = ordered_json::array(), versions = ordered_json::array();
    for (const ordered_json& one : standing["history"])
      if (one["player"] == name) history.push_back(one);
    for (const league::LeaguePlayer& one : table.league.players)
      if (one.name == name) versions.push_back({{"version", one.version}, {"joined", one.joined}});
    out.emplace_back(fmt::format("players/{}/{}.html", fs::path(report_file).stem().string(), file_name_part(name)),
                     ordered_json{{"league", report.name},
                                  {"report", report_file},
                                  {"standing", player},
                                  {"of", standing["players"].size()},
                                  {"history", history},
                                  {"versions", versions},
                                  {"batches", batches},
                                  {"matches", shown_matches(matches[name], recorded)}});
  }
  return out;
}

// The report pages of the folders, put into `files`, and `people`, the pages of the players of leagues; gives
// `tournaments`, the latest first, `games`, of each player the best one that a report shows, and `town`, of the latest.
ordered_json tournaments_of(const SiteArguments& a, SiteFiles& files, People& people) {
  std::vector<ordered_json> tournaments;
  ordered_json town, games = ordered_json::object();
  std::string latest;  // date of the town's tournament
  std::set<fs::path> seen;
  for (const std::string& folder : a.results) {
    const Report report = report_of(folder, static_cast<std::size_t>(a.megabytes) * 1'000'000);
    if (!seen.insert(fs::canonical(folder)).second) throw InputError("{}: this folder is named twice", folder);
    const std::string file = page_file(report.name, files);
    files[file] = report.html;
    tournaments.push_back(tournament_of(report, file));
    for (const ShownGame& shown : report.games.games)
      if (auto& best = games[shown.game.player];
          shown.game.status == Status::ok && (best.is_null() || best["score"] < shown.game.score))
        best = {{"page", file}, {"file", shown.file}, {"score", shown.game.score}};
    if (league::is_league(folder))
      for (auto& [page, player] : people_of(folder, report, file)) {
        tournaments.back()["people"].push_back({{"file", page}, {"standing", player["standing"]}});
        people.emplace_back(page, std::move(player));
      }
    if (!town.is_null() && report.date <= latest) continue;
    if (auto found = town_of(report, tournaments.back(), files); !found.is_null()) {
      town = std::move(found);
      latest = report.date;
    }
  }
  std::ranges::stable_sort(tournaments, [](const auto& x, const auto& y) { return x["date"] > y["date"]; });
  return {{"tournaments", tournaments}, {"games", games}, {"town", town}};
}

SiteFiles files_of(const SiteArguments& a) {
  SiteFiles files;
  // The pages that the navigation names. Those of the site itself get their contents last.
  ordered_json pages{{"index.html", "Pentocity"}};
  if (const std::string file = chosen(a.playground, default_playground); !file.empty()) {
    const std::string& page = files["playground.html"] = read_file(file);
    if (!page.starts_with("<!DOCTYPE html>"))
      throw InputError("{}: is no page: expected what scripts/build-playground writes", file);
    pages["playground.html#play"] = "Play";
    pages["playground.html#puzzle"] = "Puzzles";
    pages["playground.html#watch"] = "Watch a player";
  }
  files["gerrymander.html"] = web::gerrymander_page();
  pages["gerrymander.html"] = "Gerrymander";
  pages["puzzles.html"] = "Gallery";
  ordered_json hall_of_fame;
  if (const std::string file = chosen(a.hall_of_fame, default_hall_of_fame); !file.empty()) {
    const std::string text = read_file(file);
    if (text.find("\n## ") == text.npos || text.find("| player | score |") == text.npos)
      throw InputError("{}: is no hall of fame: expected what scripts/hall-of-fame writes, a table for each class",
                       file);
    hall_of_fame = text;
    pages["hall-of-fame.html"] = "Hall of fame";
  }
  if (const std::string folder = chosen(a.documentation, default_documentation); !folder.empty()) {
    files.merge(documentation_of(folder));
    pages["documentation/index.html"] = "Documentation";
  }
  People people;
  ordered_json site = tournaments_of(a, files, people);
  site["hall_of_fame"] = hall_of_fame;
  for (const packing::Puzzle& puzzle : packing::builtin_puzzles()) site["puzzles"].push_back(solved(puzzle, files));
  site["pages"] = pages;
  const std::string data = text_of_json(site);
  for (const auto& [file, name] : pages.items())
    if (file.ends_with(".html") && !files.contains(file))
      files[file] = filled_page("site", web::site_page(), {{"page", ordered_json(file).dump()}, {"site", data}});
  for (const auto& [file, player] : people)
    files[file] = filled_page("site", web::site_page(),
                              {{"page", ordered_json(file).dump()},
                               {"site", text_of_json(ordered_json{{"pages", pages}, {"player", player}})}});
  for (auto& [file, text] : files)
    if (file.ends_with(".html"))
      text = with_menu(with_head(std::move(text), file, a.url, files.contains(town_picture)), file, pages);
  files[icon_file] = web::icon();
  // For a browser that puts the site among its user's programs.
  const auto icons = ordered_json::array({{{"src", icon_file}, {"sizes", "any"}, {"type", "image/svg+xml"}}});
  const ordered_json manifest{
      {"name", "Pentocity"}, {"start_url", "index.html"}, {"display", "browser"}, {"icons", icons}};
  files[manifest_file] = text_of_json(manifest, 1) + "\n";
  files[offline_file] = web::offline_worker();
  return files;
}

// Throws UserError if the folder holds something that is not of a site that this command wrote.
void check_is_site(const std::string& folder) {
  if (!fs::is_directory(folder)) throw InputError("{}: is no folder", folder);
  if (fs::is_empty(folder)) return;
  std::set<std::string> own{list_file};
  if (fs::is_regular_file(folder + "/" + list_file)) {
    const auto list = parse_json(read_file(folder + "/" + list_file));
    if (list.is_object() && list.value("format", nlohmann::json()) == list_format)
      for (const auto& file : list.value("files", nlohmann::json::array()))
        if (file.is_string()) own.insert(file);
  }
  for (const std::string& file : std::set(own)) own.insert(file + ".tmp");  // of an earlier call that was killed
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const std::string file = fs::relative(entry.path(), folder).string();
    if (!own.contains(file))
      throw InputError("{}: holds {}, which is not of a site that this command wrote: name another folder", folder,
                       file);
  }
}

// Writes all files into a folder beside, which then takes the place of the folder.
void write_folder(const std::string& name, const SiteFiles& files) {
  std::vector<std::string> names{list_file};
  for (const auto& [file, contents] : files) names.push_back(file);
  std::sort(names.begin(), names.end());
  const std::string list = text_of_json(ordered_json{{"format", list_format}, {"files", names}}, 1);
  const bool exists = fs::exists(fs::symlink_status(name));
  const std::string folder = exists ? fs::canonical(name).string() : name;
  const std::string fresh = folder + ".tmp";
  if (exists) check_is_site(folder);
  if (fs::exists(fs::symlink_status(fresh))) {
    check_is_site(fresh);
    fs::remove_all(fresh);
  }
  make_folder(fresh);
  try {
    write_file(fresh + "/" + list_file, list + "\n", OnDisk::later);
    for (const auto& [file, contents] : files) {
      const fs::path path = fs::path(fresh) / file;
      make_folder(path.parent_path().string());
      write_file(path.string(), contents, OnDisk::later);
    }
    Folder(fresh).sync_files();
    const unsigned flags = exists ? RENAME_EXCHANGE : RENAME_NOREPLACE;
    if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, folder.c_str(), flags) != 0)
      throw UserError("{}: cannot be replaced: {}", name, std::generic_category().message(errno));
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(fresh, ignored);
    throw;
  }
  if (exists) fs::remove_all(fresh);
}

void site(const SiteArguments& a) {
  std::string out = fs::path(a.out).lexically_normal().string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  // Before the work, and once more before the folder is replaced.
  if (fs::exists(fs::symlink_status(out))) check_is_site(fs::canonical(out).string());
  const SiteFiles files = files_of(a);
  std::size_t bytes = 0;
  for (const auto& [file, contents] : files) bytes += contents.size();
  write_folder(out, files);
  fmt::print("{}/index.html: {}, {:.1f} MB{}\n", out, counted(files.size() + 1, "file"),
             static_cast<double>(bytes) / 1e6,
             files.contains("playground.html") ? "" : "; no playground, as scripts/build-playground has not built it");
}

}  // namespace

void add_site(const Command& app) {
  const auto [command, a] = app.command(
      site, "site",
      "Write a folder of web pages to host: tournaments, players, hall of fame, playground, puzzles, documentation");
  command.file(
      "out OUT", a.out,
      "Folder to write. One that holds an earlier site is replaced; one that holds anything else is left alone");
  command.file(
      "[results DIR]", a.results,
      "Results folders, as `pentocity run` writes them, and folders of leagues; each gets a report page, and each "
      "player of a league a page");
  command.file(
      "--playground FILE", a.playground,
      fmt::format("Page that scripts/build-playground made (default: {}, if it is there)", default_playground));
  command.file("--hall-of-fame FILE", a.hall_of_fame,
               fmt::format("Page that scripts/hall-of-fame made (default: {}, if it is there)", default_hall_of_fame));
  command.file(
      "--documentation DIR", a.documentation,
      fmt::format("Folder that scripts/documentation made (default: {}, if it is there)", default_documentation));
  command
      .option("--url URL", a.url,
              "Address where the site will be hosted: a link to one of its pages then shows title, text and picture")
      .check([](const std::string& url) {
        static const std::regex address("https?://[A-Za-z0-9._~:/%@+-]+/");
        return std::regex_match(url, address) ? "" : "expected an address such as https://example.org/pentocity/";
      });
  command.number("--megabytes N", a.megabytes, {1, 1000},
                 "Maximum size of each report page in MB (default: 4); recorded games that do not fit are left out");
  command.footer({"pentocity site www results/quickstart"},
                 "The pages need no server and load nothing from elsewhere: any web server can offer the folder, below "
                 "any path, and index.html can be opened as a file.");
}

}  // namespace pentocity::app
