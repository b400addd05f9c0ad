#pragma once
// Compares a trace with what else is known about its game.

#include "pentocity/match/trace.hpp"

namespace pentocity::match {

struct TraceLines;  // read_trace.hpp

/// A field of a JSON value that differs from what was expected.
struct Difference {
  std::string field;  ///< such as `metrics.road`, `cells[3].games` or `files["ada/ada.py"]`
  /// The two values as text, cut to 80 characters; `nothing` for a missing field.
  std::string expected, found;
};

/// The fields in which two JSON values differ, in order. Fields with a name in `ignored` are skipped at every level,
/// as are metrics that were added and are not found.
std::vector<Difference> differences(const nlohmann::json& expected, const nlohmann::json& found,
                                    const std::vector<std::string>& ignored = {});

/// The first line of a trace as JSON.
nlohmann::json header_line(const TraceHeader& header);

/// The fields of the trace's last line, and its number of invalid moves, that differ from this row.
std::vector<Difference> row_differences(const GameRow& row, const TraceLines& trace);

/// The message without `path` and the punctuation after it, if it begins with the path.
std::string without_path(std::string_view message, const std::string& path);

}  // namespace pentocity::match
