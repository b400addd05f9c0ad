#pragma once
// Recorded games, `pentocity-trace/1`: JSON lines, gzip.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// The first line of a trace.
struct TraceHeader {
  Rules rules;
  std::string player;
  std::string sequencer;
  std::optional<std::uint64_t> seed = 0;     ///< of the request stream; none with a secret
  std::optional<std::uint64_t> player_seed;  ///< unknown in games of 2016, and with a secret
  double cpu_limit_s = 300;
  std::optional<int> repeat = {};  ///< written where the seed is none, in whose place it stands
};

/// The rules as JSON: the profile's name, or a mapping of every rule if one differs from its profile.
nlohmann::ordered_json to_json(const Rules& rules);
/// Every rule as a mapping.
nlohmann::ordered_json to_json_resolved(const Rules& rules);
/// The inverse of both. Throws InputError, naming the key, for anything else.
Rules rules_of_json(const nlohmann::json& json);

/// A game as the text of a trace, not yet compressed.
std::string trace_text(const TraceHeader& header, const GameRecord& record);

/// Compresses as gzip, without time stamp or name: the same text gives the same bytes.
std::string gzip(const std::string& text);
/// Reads a file and unpacks it if it is gzip. Throws InputError if it cannot be read or is cut short.
std::string read_gzip_file(const std::string& path);

/// A trace as JSON: the syntax and the rules of the first line are checked, nothing else.
struct TraceLines {
  nlohmann::json header;
  Rules rules;
  std::vector<nlohmann::json> turns;
  nlohmann::json end;
};
/// Throws InputError (file and line) if the file is no trace or cut short.
TraceLines read_trace(const std::string& path);
/// The same from the text of a trace; `path` stands for the file in messages.
TraceLines parse_trace(const std::string& text, const std::string& path);

}  // namespace pentocity::match
