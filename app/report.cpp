#include "pentocity/figures/beside.hpp"
#include "pentocity/figures/plan.hpp"
#include "pentocity/input/json_csv.hpp"
#include "pentocity/league/league.hpp"
#include "report_data.hpp"
#include "summary_output.hpp"
#include "terminal.hpp"

namespace pentocity::app {
namespace {

struct ReportArguments {
  std::string folder, beside, out, format = "html", rows;
  std::vector<std::string> tables;
  int megabytes = 4;
  StudyAim aim;
};

void print_table(const ReportArguments& a) {
  if (!a.beside.empty())
    return fmt::print("{}", table_text(side_by_side(a.folder, a.beside), table_width(), shows_colours(STDOUT_FILENO)));
  const Summary summary = summary_of_folder(a.folder);
  fmt::print("{}\n{}\nmade by: {}\n", table_text(summary, table_width(), shows_colours(STDOUT_FILENO)),
             pairs_text(summary, table_width(), shows_colours(STDOUT_FILENO)), making_of(summary, a.folder));
}

// What `csv` prints.
std::string csv_of(const ReportArguments& a) {
  const std::string rows = a.rows.empty() ? "cells" : a.rows;
  if (a.beside.empty()) return csv_of_rows(a.folder, rows);
  const ordered_json both = to_json(side_by_side(a.folder, a.beside));
  if (!both.contains(rows))
    throw InputError("--rows {}: expected cells, pairs, players or sequencers with --beside", rows);
  return csv_of_json(both[rows]);
}

// As the tables of a paper.
void print_paper(const ReportArguments& a) {
  if (!a.beside.empty()) throw InputError("--beside: expected --format html, json, csv or table");
  const Summary summary = summary_of_folder(a.folder);
  const bool latex = a.format == "latex";
  fmt::print("{}\n{}made by: {}\n", paper_text(summary, latex ? Markup::latex : Markup::markdown, a.tables),
             latex ? "% " : "", making_of(summary, a.folder));
}

void write_page(const ReportArguments& a, const std::string& beside) {
  const Report page = report_of(a.folder, static_cast<std::size_t>(a.megabytes) * 1'000'000, beside);
  const std::string usual = "report.html", out = a.out.empty() ? a.folder + "/" + usual : a.out;
  if (a.out.empty())
    Folder(a.folder).write(usual, page.html, OnDisk::later);
  else
    write_file(a.out, page.html, OnDisk::later);
  fmt::print("{}: {:.1f} MB, {} games to replay{}\n", out, static_cast<double>(page.html.size()) / 1e6,
             page.games.games.size(), page.games.left_out > 0 ? fmt::format(", {} left out", page.games.left_out) : "");
}

void report(const ReportArguments& a) {
  if (!a.out.empty() && (a.format != "html" || a.aim.delta > 0))
    throw InputError("--out names the page that --format html writes; all else is printed");
  if (!a.rows.empty() && a.format != "csv") throw InputError("--rows says what --format csv prints, and needs it");
  for (const std::string& table : a.tables)
    if (std::ranges::find(paper_tables, table) == paper_tables.end())
      throw InputError("--tables {}: expected some of {}", table, fmt::join(paper_tables, ","));
  const bool paper = a.format == "latex" || a.format == "markdown", plan = a.aim.delta > 0;
  if (!a.tables.empty() && !paper)
    throw InputError("--tables says what --format latex and markdown print, and needs one of them");
  if ((a.format == "table" || paper || plan) && league::is_league(a.folder))
    throw InputError(
        "{}: is a league: `pentocity league {} table` prints its ratings, and --format html, json and csv have its "
        "games",
        a.folder, shell_word(a.folder));
  if (plan)
    return fmt::print("{}", plan_text(summary_of_folder(a.folder), a.aim, table_width(), shows_colours(STDOUT_FILENO)));
  if (a.format == "table") return print_table(a);
  if (a.format == "csv") return fmt::print("{}", csv_of(a));
  if (paper) return print_paper(a);
  if (a.format == "json" && a.beside.empty()) return fmt::print("{}\n", text_of_json(summary_of(a.folder), 1));
  const std::string beside =
      a.beside.empty() ? "null" : text_of_json(to_json(side_by_side(a.folder, a.beside)), 1) + '\n';
  if (a.format == "json") return fmt::print("{}", beside);
  write_page(a, beside);
}

}  // namespace

void add_report(const Command& app) {
  const auto [command, a] = app.command(report, "report",
                                        "Write a web page with the results of a run and recorded games to watch, as "
                                        "one HTML file; or print the tables of the results");
  command.file("folder DIR", a.folder, "Results folder, as `pentocity run` writes it, or the folder of a league");
  const Option beside = command.file(
      "--beside DIR", a.beside,
      "Other results folder, such as one that `pentocity import` made: the same tables of both, side by side, "
      "and how far each figure is from the other one in standard errors");
  const Option format = command.choice(
      "--format csv|html|json|latex|markdown|table", a.format,
      "html (the default) writes the page; the others print to standard output: table, latex and markdown the "
      "tables, csv the rows that --rows names, json what the page shows of both folders, or without --beside the "
      "summary");
  command.choice(
      "--rows bounds|cells|courses|pairs|players|ratings|sequencers", a.rows,
      "What each line of --format csv is about: a player on a sequencer, with its scores (cells, the default), with "
      "the sums of its games' courses (courses) or with the mean upper bound (bounds); a player; a pair of players; a "
      "sequencer; or the rating of a player of a league (ratings)");
  command
      .option(
          "--tables scores,standings,lands,causes,pairs", a.tables,
          "Which tables --format latex or markdown prints, each by itself: the scores with the interval of each mean, "
          "the standings, what is on the finished lands, the points by cause, or the pairs of players (default: all, "
          "of which all but the pairs are one table)")
      .offers([] { return std::vector<std::string>(paper_tables.begin(), paper_tables.end()); });
  command.file("-o,--out FILE", a.out, "HTML file to write (default: report.html in the results folder)");
  command.number("--megabytes N", a.megabytes, {1, 1000},
                 "Maximum size of the file in MB (default: 4); recorded games that do not fit are left out, the most "
                 "telling ones last");
  const Option plan = command.number(
      "--plan POINTS", a.aim.delta, {1e-3, 1e6},
      "Take the results as a pilot, and print how many repeats find a difference of so many points between "
      "each two players");
  plan.excludes(beside);
  plan.excludes(format);
  command
      .number("--power P", a.aim.power, {0.5, 0.9999},
              "With --plan: the probability that such a difference is found (default: 0.8)")
      .needs(plan);
  command.footer({"pentocity report results/quickstart", "pentocity report results/quickstart --format latex",
                  "pentocity report results/quickstart --format latex --tables scores,pairs",
                  "pentocity report results/quickstart --plan 10",
                  "pentocity report results/cup --beside results/quickstart --format table"},
                 "The page needs no server: open it in a browser.");
}

}  // namespace pentocity::app
