#include "pentocity/figures/scores.hpp"
#include "summary_output.hpp"

namespace pentocity::app {
namespace {

struct ImportArguments {
  std::string file, folder, score_column = "score", rules = "report", format = "table";
  Failures failures = Failures::apart;
  Fresh fresh = Fresh::no;
};

void import_scores(const ImportArguments& a) {
  const Rules rules = rules_of_option(a.rules);
  const PublishedScores scores = read_scores(a.file, a.score_column);
  if (scores.lost > 0)
    tell("{}: {} of {} games have no score and are left out", a.file, scores.lost, scores.games.size() + scores.lost);
  print_summary(store_scores(scores, rules, a.failures, a.folder, a.fresh), a.format, a.folder);
}

}  // namespace

void add_import(const Command& app) {
  const auto [command, a] =
      app.command(import_scores, "import",
                  "Turn a table of published scores (CSV) into a results folder, and print the mean scores");
  command.file(
      "scores SCORES.csv", a.file,
      "CSV file with the columns sequencer, player, seed, score and perhaps status. A failed game has a status other "
      "than ok, or the score -1 (timeout) or -2 (crashed). A game with a blank score is left out");
  command.file("folder OUT", a.folder, "Results folder to write, or to add to");
  command.option("--score-column NAME", a.score_column, "Name of the column with the scores (default: score)");
  command.choice("--failures apart|codes|zero", a.failures, {Failures::apart, Failures::codes, Failures::zero},
                 "How failed games count in the means: not at all (apart, the default), as 0 (zero), or as -1 for a "
                 "timeout and -2 for any other failure (codes)");
  add_rules(command, a.rules,
            "Set of rules by which the games were played, to be recorded: report (the default) or tournament-2016");
  add_summary_format(command, a.format);
  add_fresh(command, a.fresh, "Delete the results in the folder first");
  command.footer({"pentocity import scores.csv results/published --failures codes"});
}

}  // namespace pentocity::app
