#include "pentocity/figures/failures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/input/printable.hpp"
#include "pentocity/match/how_it_ended.hpp"

namespace pentocity::figures {

using namespace match;

namespace {

constexpr std::size_t max_causes = 20, longest_line = 160;

// The beginning of a text from outside, on one line of a terminal.
std::string beginning(std::string_view text) {
  std::size_t end = 0;
  while (end < std::min(text.size(), longest_line)) end += std::max<std::size_t>(1, character_length(text.substr(end)));
  return printable(text.substr(0, end));
}

std::string line_of(const FailureReport::Again& again, const GameRow& row) {
  const std::string command = again ? again(row) : "";
  return command.empty() ? "" : fmt::format("    again: {}\n", command);
}

// What `lines` makes of each cause, of 20 at most, under a title.
template <class Causes, class Lines>
std::string list_of(const char* title, const Causes& causes, const Lines& lines) {
  std::string out;
  std::size_t told = 0;
  for (const auto& [key, cause] : causes) {
    if (told++ == max_causes) return title + out + fmt::format("  and {} causes more\n", causes.size() - max_causes);
    out += lines(key, cause);
  }
  return out.empty() ? out : title + out;
}

// Tells whether a process that ended complained about a missing file. In its box it sees its own files only.
bool misses_file(const GameRow& row) {
  constexpr std::string_view complaints[] = {
      "ModuleNotFoundError",      "ImportError",          "FileNotFoundError",      "Cannot find module",
      "ClassNotFoundException",   "NoClassDefFoundError", "Could not find or load", "No such file",
      "cannot open shared object"};
  return row.status == Status::crashed && std::any_of(std::begin(complaints), std::end(complaints), [&](auto words) {
           return row.error_output.find(words) != std::string::npos || row.error.find(words) != std::string::npos;
         });
}

}  // namespace

bool FailureReport::Cause::add(const GameRow& row) {
  const bool comes_first =
      games++ == 0 || std::tie(row.repeat, row.sequencer) < std::tie(first.repeat, first.sequencer);
  if (comes_first) first = row;
  return comes_first;
}

void FailureReport::add(const GameRow& row) {
  for (const InvalidMoves& invalid : row.faults) {
    Moves& moves = moves_[{row.player, invalid.fault}];
    moves.moves += invalid.moves;
    moves.ended += row.status == Status::invalid && row.error.starts_with(name_of(invalid.fault));
    if (moves.add(row)) moves.in_first = invalid;
  }
  if (row.status != Status::ok && (row.status != Status::invalid || row.faults.empty()))
    causes_[{row.player, row.status, row.error}].add(row);
}

std::string FailureReport::text(const Again& again) const {
  const std::string moves = list_of("Invalid moves\n", moves_, [&](const auto& key, const Moves& m) {
    const auto& [player, fault] = key;
    std::string out = fmt::format("  {}: {}, {} in {}{}; first on {}, repeat {}, at turn {}\n    it answered: {}\n",
                                  player, name_of(fault), counted(m.moves, "move"), counted(m.games, "game"),
                                  m.ended > 0 ? fmt::format(" ({} ended by it)", m.ended) : "", m.first.sequencer,
                                  m.first.repeat, m.in_first.turn, beginning(m.in_first.said));
    if (fault == Fault::bad_answer)
      out += "    does it print anything else to standard output? Exactly one line is read for each turn\n";
    return out + line_of(again, m.first);
  });
  const std::string games = list_of("Failed games\n", causes_, [&](const auto& key, const Cause& cause) {
    const auto& [player, status, error] = key;
    const GameRow& first = cause.first;
    std::string out =
        fmt::format("  {}: {}{}{}, {}; first on {}, repeat {}, {}{}\n", player, name_of(status),
                    error.empty() ? "" : ": ", beginning(error), counted(cause.games, "game"), first.sequencer,
                    first.repeat, when_it_ended(first, static_cast<std::size_t>(first.turns)), time_of(first));
    if (const auto words = last_words(first.error_output); !words.empty())
      out += fmt::format("    {} last words: {}\n", status == Status::sequencer_failed ? "the sequencer's" : "its",
                         beginning(words));
    if (misses_file(first))
      out +=
          "    is a file missing? Its process sees its own files only; name others in its entry of the config, such as "
          "files: [helper.py]\n";
    return out + line_of(again, first);
  });
  return moves + (moves.empty() || games.empty() ? "" : "\n") + games;
}

}  // namespace pentocity::figures
