#pragma once
// Traces: files of format `pentocity-trace/1`, one game each, as gzipped lines of JSON. The first line says what was
// played, then follows a line for each turn, and the last line is the result.

#include <nlohmann/json_fwd.hpp>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// The first line of a trace: what was played.
struct TraceHeader {
  Rules rules;
  std::string player;
  std::string sequencer;
  std::optional<std::uint64_t> seed = 0;  ///< of the request stream; none under `seed: secret`
  /// Of the player's own random numbers; none in games of 2016 and under `seed: secret`.
  std::optional<std::uint64_t> player_seed;
  /// The player's limit of CPU time, in seconds.
  double cpu_limit_s = 300;
  std::optional<int> repeat = {};  ///< counts from 0; written only if there is no seed, to tell the games apart
};

/// The rules as JSON: the name of their profile if they equal it, else an object with every rule.
nlohmann::ordered_json to_json(const Rules& rules);
/// The rules as a JSON object with every rule.
nlohmann::ordered_json to_json_resolved(const Rules& rules);
/// Rules from JSON: the name of a profile, or an object, in which a missing rule has the profile's value (`report` if
/// no profile is named). Throws InputError, which names the key, for anything else.
Rules rules_of_json(const nlohmann::json& given);

/// A game as the text of a trace, not compressed.
std::string trace_text(const TraceHeader& header, const GameRecord& record);

/// The text of a trace in a fifth of the room, for a page that carries many: the line of a turn whose building stands
/// is a list, and the `grid` is left out (docs/reference/report-page.md). A line that is not as trace_text() writes it
/// on a land of this side stays as it is.
std::string short_trace(std::string_view text, int side);

/// The first line of a trace, with its line feed.
std::string header_text(const TraceHeader& header);

/// The line of a turn. `fatal`: it ended the game by an invalid move. `error` is the one of the game, for a turn
/// without an answer.
nlohmann::ordered_json json_of_turn(int number, const Turn& turn, bool fatal, const std::string& error);

/// The last line of a game of so many turns; `grid` is the land at its end as text. Metrics that are no whole numbers
/// are rounded to six digits after the point.
nlohmann::ordered_json json_of_end(const GameResult& result, std::size_t turns, const std::string& grid);

}  // namespace pentocity::match
