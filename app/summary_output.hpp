#pragma once
// Printing the summary of a tournament, and options that several commands share.

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "commands.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/results/trace_folder.hpp"

namespace pentocity::app {

enum class Format : std::uint8_t { table, json, csv };

/// How wide a table on standard output may be: as the terminal is, or 100 columns if it is none.
int table_width();

/// Prints a summary to standard output. After a table comes the path of the results folder.
/// @param summed_up number of the games that summary.json of the folder covers; if these are more than `summary` has,
/// the
///   line with the path says so
void print_summary(const figures::Summary& summary, Format format, const std::string& folder,
                   std::size_t summed_up = 0);

/// The line with the path of the results folder, for a table of `shown` games.
std::string results_line(const std::string& folder, std::size_t shown, std::size_t summed_up);

/// Prints a line with the digest of the results, if `format` is `table`.
void print_digest(const figures::Summary& summary, Format format);

/// Adds an option whose value is one of a few words, each of which stands for a value of `T`.
template <class T, class Value>
Option add_choice(const Command& command, const std::string& name, Value& value,
                  const std::map<std::string, T>& choices, const std::string& meaning) {
  std::vector<std::string> words;
  for (const auto& [word, choice] : choices) words.push_back(word);
  const auto choose = [&value, choices](const std::string& word) { value = choices.at(word); };
  return command.option_taken_by(fmt::format("{} {}", name, fmt::join(words, "|")), choose, meaning)
      .check(one_of(words));
}

/// Adds the option `--format table|json|csv`.
inline void add_format(const Command& command, Format& format) {
  add_choice<Format>(command, "--format", format,
                     {{"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}},
                     "Format in which the results are printed to standard output (default: table)");
}

/// Adds the option `--trace none|all|best-worst`.
inline void add_trace_policy(const Command& command, std::optional<results::TracePolicy>& traces) {
  add_choice<results::TracePolicy>(
      command, "--trace", traces,
      {{"none", results::TracePolicy::none},
       {"all", results::TracePolicy::all},
       {"best-worst", results::TracePolicy::best_worst}},
      "Games to record move by move, in the folder traces/ of the results: none, all, or best-worst, that is for each "
      "player on each sequencer the first game, the best, the worst, and all that failed (default: as the run before "
      "in the folder; best-worst in a new one)");
}

}  // namespace pentocity::app
