#pragma once
// Does a trace fit what else is known of its game?

#include <string>
#include <vector>

#include "pentocity/simulator/results.hpp"
#include "pentocity/simulator/trace.hpp"

namespace pentocity {

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

/// The first line and the last one of a trace: what game it is and how it ended.
struct TraceEnds {
  nlohmann::json header, end;
};
/// Throws InputError if the file is no whole trace. What is between the two lines is unpacked, but not read.
TraceEnds read_trace_ends(const std::string& path);

}  // namespace pentocity
