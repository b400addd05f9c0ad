#include "pentocity/match/trace_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "pentocity/input/json_text.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;

// A key of what lies at a path. One that is no plain word, such as the path of a file, stands in quotes.
std::string path_of(const std::string& path, const std::string& key) {
  const bool plain =
      std::ranges::all_of(key, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
  return !plain ? fmt::format("{}[{}]", path, text_of_json(json(key))) : path.empty() ? key : path + "." + key;
}

// Whether it is a metric that what an earlier version wrote does not have.
bool is_added(const std::string& key) {
  return std::ranges::any_of(metric_infos, [&](const MetricInfo& m) { return m.added && m.name == key; });
}

void compare(const json& expected, const json& found, const std::string& path, const std::vector<std::string>& ignored,
             std::vector<Difference>& out) {
  const auto counts = [&](const std::string& key) { return std::ranges::find(ignored, key) == ignored.end(); };
  if (expected.is_object() && found.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      if (!counts(key)) continue;
      if (found.contains(key))
        compare(value, found.at(key), path_of(path, key), ignored, out);
      else if (!is_added(key))
        out.push_back({.field = path_of(path, key), .expected = excerpt_of_json(value), .found = "nothing"});
    }
    for (const auto& [key, value] : found.items())
      if (counts(key) && !expected.contains(key))
        out.push_back({.field = path_of(path, key), .expected = "nothing", .found = excerpt_of_json(value)});
  } else if (expected.is_array() && found.is_array() && expected.size() == found.size() &&
             std::ranges::any_of(expected, &json::is_object)) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      compare(expected[i], found[i], fmt::format("{}[{}]", path, i), ignored, out);
  } else if (expected != found) {
    out.push_back({.field = path, .expected = excerpt_of_json(expected), .found = excerpt_of_json(found)});
  }
}

}  // namespace

std::vector<Difference> differences(const json& expected, const json& found, const std::vector<std::string>& ignored) {
  std::vector<Difference> out;
  compare(expected, found, "", ignored, out);
  return out;
}

json header_line(const TraceHeader& header) { return parse_json(header_text(header)); }

std::vector<Difference> row_differences(const GameRow& row, const TraceLines& trace) {
  json expected = parse_json(text_of_json(json_of_end(row, row.turns, ""))), found = trace.end;
  expected["invalid_moves"] = row.invalid_moves;
  found["invalid_moves"] =
      std::ranges::count_if(trace.turns, [](const json& turn) { return turn.contains("invalid"); });
  return differences(expected, found, {"end", "grid"});
}

std::string without_path(std::string_view message, const std::string& path) {
  if (message.starts_with(path)) message.remove_prefix(path.size());
  const std::size_t begin = message.find_first_not_of(": ");
  return std::string(begin == message.npos ? message : message.substr(begin));
}

}  // namespace pentocity::match
