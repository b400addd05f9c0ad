#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/tournament/beside.hpp"
#include "pentocity/tournament/files.hpp"
#include "pentocity/tournament/league.hpp"
#include "pentocity/tournament/store.hpp"
#include "report_data.hpp"
#include "summary_output.hpp"

namespace pentocity::app {
namespace {

enum class ReportFormat : std::uint8_t { html, table, json };

struct Arguments {
  std::string folder, beside, out;
  int megabytes = 4;
  ReportFormat format = ReportFormat::html;
};

// The summary of all games of a league, with its ratings and their history.
std::string summary_of_league(const std::string& folder) {
  auto summary = to_json(league_summary(folder));
  const auto league = to_json(league_table(folder), league_history(folder));
  for (auto& player : summary["players"])
    for (const auto& row : league["players"])
      if (row["player"] == player["player"])
        for (const char* key : {"rating", "rating_ci95"}) player[key] = row[key];
  summary["league"] = league;
  return summary.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string summary_of(const std::string& folder) {
  if (is_league(folder)) return summary_of_league(folder);
  const std::string file = folder + "/summary.json";
  if (!std::filesystem::is_directory(folder)) throw InputError(fmt::format("{}: there is no such folder", folder));
  if (!std::filesystem::exists(file))
    throw InputError(
        fmt::format("{}: there is no summary.json: no results, or a run that is not complete (`run --serve` shows one "
                    "under way, and `export` prints its games)",
                    folder));
  std::string summary = read_file(file);
  if (!nlohmann::json::accept(summary)) throw InputError(fmt::format("{}: is no JSON", file));
  return summary;
}

int print_table(const Arguments& a) {
  if (!a.beside.empty()) {
    fmt::print("{}", table_text(side_by_side(a.folder, a.beside), terminal_width(), is_terminal()));
    return exit_done;
  }
  const Summary summary = summary_of_folder(a.folder);
  fmt::print("{}\n{}", table_text(summary, terminal_width(), is_terminal()),
             pairs_text(summary, terminal_width(), is_terminal()));
  return exit_done;
}

// A league's games lie in its batches, each a results folder of its own.
std::string run_of(const std::string& folder) {
  const std::string name = std::filesystem::canonical(folder).filename().string();
  if (is_league(folder)) return run_json(name, "");
  const Store store(folder, read_schedule(folder), Store::Access::look);
  return run_json(name, store.notes().date, bounds_of_folder(folder));
}

int report(const Arguments& a) {
  if (a.format == ReportFormat::table) return print_table(a);
  const std::string summary = summary_of(a.folder);
  const std::string beside = a.beside.empty() ? "null" : to_json(side_by_side(a.folder, a.beside)).dump(1) + '\n';
  if (a.format == ReportFormat::json) {
    fmt::print("{}", a.beside.empty() ? summary : beside);
    return exit_done;
  }
  const std::size_t max = static_cast<std::size_t>(a.megabytes) * 1'000'000;
  // Room for games in base64, 4 bytes for 3; what the page and the names of the games take is seen when they are there.
  const std::string run = run_of(a.folder);
  Showcase games;
  std::string html;
  for (std::size_t room = max;; room -= std::min(room, html.size() - max)) {
    if (!is_league(a.folder)) games = showcase(a.folder, room / 4 * 3);  // the games of a league lie in its batches
    html = report_html(summary, games_json(games, false), run, beside);
    if (html.size() <= max || room == 0) break;
  }
  const std::string out = a.out.empty() ? a.folder + "/report.html" : a.out;
  write_file(out, html, OnDisk::later);
  fmt::print("{}: {:.1f} MB, {} games to replay{}\n", out, static_cast<double>(html.size()) / 1e6, games.games.size(),
             games.left_out > 0 ? fmt::format(", {} left out", games.left_out) : "");
  return exit_done;
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  const auto [command, a] =
      add_command(app, exit_code, report, "report",
                  "Write a web page with the results of a run and recorded games to watch, as one HTML file; or print "
                  "the tables of the results");
  option(command, "folder DIR", a.folder, "Results folder, as `pentocity run` writes it, or the folder of a league")
      ->required();
  option(
      command, "--beside DIR", a.beside,
      "Other results folder, such as one that `pentocity import` made: the same tables of both, side by side, and how "
      "far each figure is from the other one in standard errors");
  add_choice<ReportFormat>(
      command, "--format", a.format,
      {{"html", ReportFormat::html}, {"table", ReportFormat::table}, {"json", ReportFormat::json}},
      "html (the default) writes the page; table prints the tables instead, and json what the page shows of both "
      "folders, or without --beside the summary");
  option(command, "-o,--out FILE", a.out, "HTML file to write (default: report.html in the results folder)");
  option(command, "--megabytes N", a.megabytes,
         "Maximum size of the file in MB (default: 4); recorded games that do not fit are left out, the most "
         "telling ones last")
      ->check(number_from(1, 1000));
  command.footer(
      "The page needs no server: open it in a browser.\n"
      "Example: pentocity report results/quickstart\n"
      "         pentocity report results/cup --beside results/quickstart --format table");
}

}  // namespace pentocity::app
