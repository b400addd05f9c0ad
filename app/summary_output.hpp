#pragma once
// Printing the summary of a tournament, and options that several commands share.

#include "commands.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/results/trace_folder.hpp"

namespace pentocity::app {

/// How wide a table on standard output may be: as the terminal is, or 100 columns if it is none.
int table_width();

/// How the results of a folder were made (results::making_text()), and whether all of the summary's games have been
/// played. Throws UserError if the folder cannot be read.
std::string making_of(const figures::Summary& summary, const std::string& folder);

/// Prints a summary to standard output. After a table come the path of the results folder and how they were made.
/// @param summed_up number of the games that summary.json of the folder covers; if these are more than `summary` has,
/// the
///   line with the path says so
void print_summary(const figures::Summary& summary, const std::string& format, const std::string& folder,
                   std::size_t summed_up = 0);

/// The line with the path of the results folder, for a table of `shown` games.
std::string results_line(const std::string& folder, std::size_t shown, std::size_t summed_up);

/// Prints a line with the digest of the results, if `format` is `table`.
void print_digest(const figures::Summary& summary, const std::string& format);

/// Adds the option `--format table|json|csv`.
inline void add_summary_format(const Command& command, std::string& format) {
  command.choice("--format csv|json|table", format,
                 "Format in which the results are printed to standard output (default: table)");
}

/// Adds the option `--trace`.
inline void choose_traces(const Command& command, std::optional<results::TracePolicy>& traces,
                          const std::string& meaning) {
  using results::TracePolicy;
  command.choice("--trace all|best-worst|none", traces, {TracePolicy::all, TracePolicy::best_worst, TracePolicy::none},
                 meaning);
}
/// The same for the folder of a run.
inline void add_trace_policy(const Command& command, std::optional<results::TracePolicy>& traces) {
  using results::TracePolicy;
  command.choice(
      "--trace all|best-worst|losses|none", traces,
      {TracePolicy::all, TracePolicy::best_worst, TracePolicy::losses, TracePolicy::none},
      "Games to record move by move, in the folder traces/ of the results: none, all, or best-worst, that is "
      "for each player on each sequencer the first game, the best, the worst, and all that failed; losses "
      "records these, and both games of the three rounds that each built-in player lost by most, which are "
      "played again for it (default: as the run before in the folder; losses in a new one)");
}

/// Adds the options `--fresh`, whose help is `meaning`, and `--delete-all`.
inline void add_fresh(const Command& command, results::Fresh& fresh, const std::string& meaning) {
  using results::Fresh;
  command.flag_taken_by("--fresh", [&fresh] { fresh = Fresh::own; }, meaning);
  command.flag_taken_by(
      "--delete-all", [&fresh] { fresh = Fresh::all; },
      "As --fresh, also if games of players or sequencers go that are not part of this, or a revealed secret");
}

}  // namespace pentocity::app
