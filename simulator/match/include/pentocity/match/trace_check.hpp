#pragma once
// Does a trace fit what else is known of its game?

#include <string>
#include <vector>

#include "pentocity/match/results.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::match {

/// A field of some JSON that is not what was expected.
struct Difference {
  std::string field;  ///< such as `metrics.road` or `cells[3].games`
  std::string expected, found;
};

/// The fields in which two values differ, in order, without those of the names `ignored`.
std::vector<Difference> differences(const nlohmann::json& expected, const nlohmann::json& found,
                                    const std::vector<std::string>& ignored = {});

/// The first line of a trace.
nlohmann::json header_line(const TraceHeader& header);

/// What of a last line, and of the number of invalid moves, is not this row's.
std::vector<Difference> row_differences(const GameRow& row, const TraceLines& trace);

/// A message less the path that it begins with.
std::string without_path(std::string_view message, const std::string& path);

/// What is wrong with the trace of a stored game, in words; empty if it is whole, and tells of this game and of how its
/// row says that it ended. Of a sound trace only the first and the last line are read. Throws InputError if it is sound
/// and its game ended otherwise than its row in `folder` says.
std::string trace_fault(const std::string& path, const TraceHeader& header, const GameRow& row,
                        const std::string& folder);

}  // namespace pentocity::match
