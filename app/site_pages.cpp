#include "site_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "pentocity/input/markup.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/web/fill_page.hpp"
#include "pentocity/web/site_page.hpp"

namespace pentocity::app {
namespace {

constexpr std::size_t best_shown = 5;  // players of the hall of fame on the first page
constexpr std::array<std::string_view, 4> puzzles_on_first_page{"popinjay", "meteor", "pentominoes-8x8", "courtyard"};

// A text of Markdown within a line: code stays code, and of a link its words stay, as other documents are not here.
std::string line_of_markdown(const std::string& text) {
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))"), code("`([^`]*)`");
  return std::regex_replace(std::regex_replace(markup_text(text), link, "$1"), code, "<code>$1</code>");
}

// A number of many digits with commas: 9,356.
std::string grouped(std::string digits) {
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

// The address of a file as an attribute: its name may hold percent signs, which are no escapes there.
std::string address(const std::string& file) { return std::regex_replace(markup_text(file), std::regex("%"), "%25"); }

std::string page_of(const Site& site, const std::string& file, const std::string& title, const std::string& main) {
  std::vector<std::pair<std::string, std::string>> pages{{"index.html", "Pentocity"}};
  if (site.playground) pages.emplace_back("playground.html", "Playground");
  if (!site.hall_of_fame.empty()) pages.emplace_back("hall-of-fame.html", "Hall of fame");
  pages.emplace_back("gerrymander.html", "Gerrymander");
  pages.emplace_back("puzzles.html", "Puzzles");
  if (site.documentation) pages.emplace_back("documentation/index.html", "Documentation");
  std::string nav;
  for (const auto& [to, name] : pages)
    nav += fmt::format("<a href=\"{}\"{}>{}</a>\n", to, to == file ? " aria-current=\"page\"" : "", name);
  return web::fill_html(web::site_page(), {{"title", title}, {"nav", nav}, {"main", main}});
}

// A table that can be scrolled sideways where it is wider than the window. Fields are HTML; those of the columns in
// `numbers` are set to the right.
std::string table_of(const std::string& label, const std::vector<std::string>& head,
                     const std::vector<std::vector<std::string>>& rows, const std::set<std::string>& numbers) {
  std::string out = fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n<table>\n<thead><tr>", label);
  const auto kind = [&](std::size_t i) { return numbers.contains(head[i]) ? " class=\"number\"" : ""; };
  for (std::size_t i = 0; i < head.size(); ++i)
    out += head[i].empty() ? "<td></td>" : fmt::format("<th scope=\"col\"{}>{}</th>", kind(i), head[i]);
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) out += fmt::format("<td{}>{}</td>", kind(i), row[i]);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

std::string tournaments_of(const Site& site) {
  if (site.tournaments.empty()) return "<p>No tournament is shown here yet.</p>\n";
  std::vector<std::vector<std::string>> rows;
  for (const SiteTournament& t : site.tournaments)
    rows.push_back({fmt::format("<a href=\"{}\">{}</a>", address(t.file), markup_text(t.name)),
                    t.date.empty() ? "–" : markup_text(t.date),
                    t.winners.empty() ? "–" : markup_text(fmt::format("{}", fmt::join(t.winners, ", "))),
                    t.winners.empty() ? "–" : fmt::format("{:.1f}", t.mean), grouped(std::to_string(t.players)),
                    grouped(std::to_string(t.games))});
  return "<p>Each has a page with its tables and with games to watch. The winner is the player with the highest mean "
         "score of those with a score in every game; of a league, the one with the highest rating.</p>\n" +
         table_of("Tournaments", {"Tournament", "Date", "Winner", "Mean score", "Players", "Games"}, rows,
                  {"Mean score", "Players", "Games"});
}

std::string best_of(const HallClass& hall) {
  const std::size_t player = hall.column("player"), score = hall.column("score");
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(best_shown, hall.rows.size()); ++i)
    rows.push_back(
        {std::to_string(i + 1), line_of_markdown(hall.rows[i][player]), line_of_markdown(hall.rows[i][score])});
  return table_of("The best players", {"", "Player", "Score"}, rows, {"", "Score"});
}

std::string hall_of_fame_of(const Site& site) {
  std::string main =
      "<h1>Hall of fame</h1>\n<p class=\"lead\">The known players, each on the same games of a benchmark.</p>\n";
  for (const HallClass& hall : site.hall_of_fame) {
    std::set<std::string> numbers{"", "score"};
    for (const std::string& column : hall.columns)
      if (column.starts_with("share") || column.starts_with("±")) numbers.insert(line_of_markdown(column));
    std::vector<std::string> head;
    for (const std::string& column : hall.columns) head.push_back(line_of_markdown(column));
    auto rows = hall.rows;
    for (auto& row : rows)
      for (std::string& field : row) field = line_of_markdown(field);
    main +=
        fmt::format("<section>\n<h2>{}</h2>\n<p class=\"lead\">{}</p>\n{}</section>\n", line_of_markdown(hall.heading),
                    line_of_markdown(hall.text), table_of(line_of_markdown(hall.heading), head, rows, numbers));
  }
  return main;
}

std::string picture_file(const SitePuzzle& puzzle) {
  return "puzzles/" + results::file_name_part(puzzle.puzzle.name) + ".svg";
}

std::string picture_of(const SitePuzzle& puzzle) {
  return fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"A solution of {1}\" loading=\"lazy\"></a>",
                     address(picture_file(puzzle)), markup_text(puzzle.puzzle.name));
}

std::string gallery_of(const Site& site) {
  std::string main =
      "<h1>Puzzles</h1>\n<p class=\"lead\">Fill the board with the pieces. Each picture is one solution; the command "
      "below "
      "it draws all of them, or of more than 200 the first 200.</p>\n<ul class=\"gallery\">\n";
  for (const SitePuzzle& puzzle : site.puzzles)
    main += fmt::format(
        "<li>{}\n<h2>{}</h2>\n<p>{}.</p>\n<p>{} solution{}, {} up to symmetry</p>\n"
        "<code class=\"command\">pentocity solve {} --all --format svg</code></li>\n",
        picture_of(puzzle), markup_text(puzzle.puzzle.name), markup_text(puzzle.puzzle.summary),
        grouped(puzzle.solutions), puzzle.solutions == "1" ? "" : "s", grouped(puzzle.unique),
        markup_text(puzzle.puzzle.name));
  return main + "</ul>\n";
}

std::string first_page(const Site& site) {
  std::string main =
      "<div class=\"first\">\n<div>\n<h1>Pentocity</h1>\n"
      "<p class=\"lead\">Pentocity is a packing game for programs. A program, the player, builds a town on a square of "
      "land. Requests for buildings come one at a time, and what comes next is not known; each is placed or rejected "
      "before the next one is seen. The third reject ends the game.</p>\n"
      "<p class=\"lead\">Each cell of a building scores a point, and buildings at parks and ponds score more. Here are "
      "tournaments between such players, the game itself, and puzzles that its solvers have solved.</p>\n</div>\n";
  if (site.town)
    main += fmt::format(
        "<figure><img src=\"town.svg\" alt=\"A finished land of {0} x {0} cells\">"
        "<figcaption>A town of the player {1}, on requests of the sequencer {2}: {3} points</figcaption></figure>\n",
        site.town->side, markup_text(site.town->player), markup_text(site.town->sequencer),
        grouped(std::to_string(site.town->score)));
  main += "</div>\n<section id=\"play\">\n<h2>Play</h2>\n";
  main += site.playground
              ? "<p><a href=\"playground.html\">The playground</a> is the game in the browser: build a town yourself, "
                "with hints and a strong player beside you, or watch it play.</p>\n"
              : "<p>The playground, which is the game in the browser, is not part of this site: it had not been built "
                "when the site was made.</p>\n";
  main += fmt::format("</section>\n<section id=\"tournaments\">\n<h2>Tournaments</h2>\n{}</section>\n",
                      tournaments_of(site));
  if (!site.hall_of_fame.empty())
    main += fmt::format(
        "<section id=\"hall-of-fame\">\n<h2>Hall of fame</h2>\n<p>The best of <a "
        "href=\"hall-of-fame.html\">the hall of fame</a> ({}).</p>\n{}</section>\n",
        line_of_markdown(site.hall_of_fame.front().heading), best_of(site.hall_of_fame.front()));
  main +=
      "<section id=\"gerrymander\">\n<h2>Gerrymander</h2>\n<p>Draw districts so that the smaller party wins more of "
      "them than the larger one: <a href=\"gerrymander.html\">the puzzle of the day</a>.</p>\n</section>\n"
      "<section id=\"puzzles\">\n<h2>Puzzles</h2>\n";
  main += fmt::format("<p><a href=\"puzzles.html\">{}</a>, each with a solution and the number of all solutions.</p>\n",
                      counted(site.puzzles.size(), "tiling puzzle"));
  main += "<ul class=\"gallery few\">\n";
  for (const std::string_view name : puzzles_on_first_page)
    for (const SitePuzzle& puzzle : site.puzzles)
      if (puzzle.puzzle.name == name)
        main += fmt::format("<li>{}\n<p>{}: {} solutions</p></li>\n", picture_of(puzzle), markup_text(name),
                            grouped(puzzle.solutions));
  return main + "</ul>\n</section>\n";
}

}  // namespace

SiteFiles site_pages(const Site& site) {
  SiteFiles out;
  const auto page = [&](const std::string& file, const std::string& title, const std::string& main) {
    out[file] = page_of(site, file, title, main);
  };
  page("index.html", "Pentocity", first_page(site));
  page("puzzles.html", "Puzzles – Pentocity", gallery_of(site));
  if (!site.hall_of_fame.empty()) page("hall-of-fame.html", "Hall of fame – Pentocity", hall_of_fame_of(site));
  for (const SitePuzzle& puzzle : site.puzzles) out[picture_file(puzzle)] = puzzle.svg;
  if (site.town) out["town.svg"] = site.town->svg;
  return out;
}

}  // namespace pentocity::app
