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

/// The fields in which two JSON values differ, in order. Fields with a name in `ignored` are skipped at every level.
std::vector<Difference> differences(const nlohmann::json& expected, const nlohmann::json& found,
                                    const std::vector<std::string>& ignored = {});

/// The first line of a trace as JSON.
nlohmann::json header_line(const TraceHeader& header);

/// The fields of the trace's last line, and its number of invalid moves, that differ from this row.
std::vector<Difference> row_differences(const GameRow& row, const TraceLines& trace);

/// The message without `path` and the punctuation after it, if it begins with the path.
std::string without_path(std::string_view message, const std::string& path);

/// What is wrong with the trace of a stored game, as text; empty if nothing is. `path` is its file, for messages. The
/// first line must be that of
/// `header`, and status, score and number of turns of the last line must be those of `row`. The lines between are read
/// only if these differ: the trace is then replayed. If it replays without mismatch, the row in results.sqlite must be
/// wrong: throws InputError, which names the results `folder`.
std::string trace_fault(const std::string& text, const std::string& path, const TraceHeader& header, const GameRow& row,
                        const std::string& folder);

}  // namespace pentocity::match
