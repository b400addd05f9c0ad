#pragma once
// Reading traces (trace.hpp).

#include <nlohmann/json.hpp>

#include "pentocity/game/rules.hpp"

namespace pentocity::match {

/// The lines of a trace as JSON. The rules have been read from the first line; the other fields have not been checked.
struct TraceLines {
  nlohmann::json header;
  Rules rules;
  std::vector<nlohmann::json> turns;
  nlohmann::json end;
};
/// Reads a trace. Throws InputError, with file and line, if it is no trace, is cut short, or has lines after its end.
TraceLines read_trace(const std::string& path);
/// The same from the decompressed text; `path` names the file in messages.
TraceLines parse_trace(const std::string& text, const std::string& path);

}  // namespace pentocity::match
