#include "pentocity/match/trace_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/shell_word.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;

void compare(const json& expected, const json& found, const std::string& path, const std::vector<std::string>& ignored,
             std::vector<Difference>& out) {
  // A key that is no plain word, such as the path of a file, stands in quotes.
  const auto inner = [&](const std::string& key) {
    const bool plain =
        std::ranges::all_of(key, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
    return !plain ? fmt::format("{}[{}]", path, text_of_json(json(key))) : path.empty() ? key : path + "." + key;
  };
  const auto counts = [&](const std::string& key) { return std::ranges::find(ignored, key) == ignored.end(); };
  if (expected.is_object() && found.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      if (!counts(key)) continue;
      if (found.contains(key))
        compare(value, found.at(key), inner(key), ignored, out);
      else
        out.push_back({.field = inner(key), .expected = excerpt_of_json(value), .found = "nothing"});
    }
    for (const auto& [key, value] : found.items())
      if (counts(key) && !expected.contains(key))
        out.push_back({.field = inner(key), .expected = "nothing", .found = excerpt_of_json(value)});
  } else if (expected.is_array() && found.is_array() && expected.size() == found.size() &&
             std::ranges::any_of(expected, &json::is_object)) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      compare(expected[i], found[i], fmt::format("{}[{}]", path, i), ignored, out);
  } else if (expected != found) {
    out.push_back({.field = path, .expected = excerpt_of_json(expected), .found = excerpt_of_json(found)});
  }
}

// The first line of a trace and the last one: what game it is and how it ended. If the first line is the expected one,
// it is not read, and `header` is null.
struct TraceEnds {
  json header, end;
};

TraceEnds ends_of(std::string_view text, std::string_view expected_header) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t first = text.find('\n');
  if (first == text.npos) throw InputError("no trace: it has no lines");
  const bool expected = text.substr(0, first + 1) == expected_header;
  TraceEnds ends{expected ? json() : parse_json(text.substr(0, first)), parse_json(text.substr(text.rfind('\n') + 1))};
  if (!expected && !ends.header.is_object()) throw InputError("no trace: its first line is no JSON object");
  if (!ends.end.is_object() || !ends.end.contains("end")) throw InputError("cut short: the line of the end is missing");
  return ends;
}

}  // namespace

std::vector<Difference> differences(const json& expected, const json& found, const std::vector<std::string>& ignored) {
  std::vector<Difference> out;
  compare(expected, found, "", ignored, out);
  return out;
}

json header_line(const TraceHeader& header) { return parse_json(header_text(header)); }

std::vector<Difference> row_differences(const GameRow& row, const TraceLines& trace) {
  std::string end;
  append_end(end, row, row.turns, "");
  json expected = parse_json(end), found = trace.end;
  expected["invalid_moves"] = row.invalid_moves;
  found["invalid_moves"] =
      std::ranges::count_if(trace.turns, [](const json& turn) { return turn.contains("invalid"); });
  return differences(expected, found, {"end", "grid"});
}

std::string trace_fault(const std::string& text, const std::string& path, const TraceHeader& header, const GameRow& row,
                        const std::string& folder) {
  std::vector<Difference> list;
  try {
    const TraceEnds ends = ends_of(text, header_text(header));
    const auto told = [](const Difference& d) {
      return fmt::format("{} is {} instead of {}", d.field, d.found, d.expected);
    };
    if (!ends.header.is_null())
      if (const auto others = differences(header_line(header), ends.header); !others.empty()) return told(others[0]);
    const json expected = {{"status", name_of(row.status)}, {"score", row.score}, {"turns", row.turns}};
    for (const auto& [field, value] : expected.items())
      for (const Difference& d : differences(value, ends.end.value(field, json())))
        list.push_back({.field = field, .expected = d.expected, .found = d.found});
    if (list.empty()) return "";
    if (!replay_trace(parse_trace(text, path)).empty()) return told(list[0]);
  } catch (const InputError& e) {
    return without_path(e.what(), path);
  }
  throw InputError(
      "{0}/results.sqlite: the game of {1} on {2}, repeat {3}, has {4} {5}, but {6} in its trace, whose moves make it "
      "so: somebody altered the row; `pentocity audit {7}` tells what else does not fit",
      folder, row.player, row.sequencer, row.repeat, list[0].field, list[0].expected, list[0].found,
      shell_word(folder));
}

std::string without_path(std::string_view message, const std::string& path) {
  if (message.starts_with(path)) message.remove_prefix(path.size());
  const std::size_t begin = message.find_first_not_of(": ");
  return std::string(begin == message.npos ? message : message.substr(begin));
}

}  // namespace pentocity::match
