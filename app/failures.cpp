#include "failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "pentocity/input/printable.hpp"

namespace pentocity::app {

using namespace match;

namespace {

constexpr std::size_t max_causes = 20, longest_line = 160;

// The beginning of a text from outside, on one line of a terminal.
std::string beginning(std::string_view text) {
  std::size_t end = 0;
  while (end < std::min(text.size(), longest_line)) end += std::max<std::size_t>(1, character_length(text.substr(end)));
  return printable(text.substr(0, end));
}

std::string_view last_line(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  return text.substr(text.rfind('\n') + 1);
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

bool comes_first(const GameRow& a, const GameRow& b) {
  return std::tie(a.repeat, a.sequencer) < std::tie(b.repeat, b.sequencer);
}

}  // namespace

void FailureReport::add(const GameRow& row) {
  if (row.status == Status::ok) return;
  Cause& cause = causes_[{row.player, row.status, row.error}];
  if (cause.games++ == 0 || comes_first(row, cause.first)) cause.first = row;
}

std::string FailureReport::text() const {
  std::string out;
  std::size_t told = 0;
  for (const auto& [key, cause] : causes_) {
    if (told++ == max_causes) {
      out += fmt::format("  and {} causes more\n", causes_.size() - max_causes);
      break;
    }
    const auto& [player, status, error] = key;
    const GameRow& first = cause.first;
    out += fmt::format("  {}: {}{}{}, {} {}; first on {}, repeat {}, {}\n", player, name_of(status),
                       error.empty() ? "" : ": ", beginning(error), cause.games, cause.games == 1 ? "game" : "games",
                       first.sequencer, first.repeat,
                       first.turns == 0 ? "before its first turn" : fmt::format("at turn {}", first.turns - 1));
    if (const auto words = last_line(first.error_output); !words.empty())
      out += fmt::format("    {} last words: {}\n", status == Status::sequencer_failed ? "the sequencer's" : "its",
                         beginning(words));
    if (misses_file(first))
      out +=
          "    is a file missing? Its process sees its own files only; name others in its entry of the config, such as "
          "files: [helper.py]\n";
  }
  return out.empty() ? out : "Failed games\n" + out;
}

}  // namespace pentocity::app
