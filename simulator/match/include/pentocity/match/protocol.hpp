#pragma once
// The protocol of lines (docs/reference/protocol.md): what is said to players and sequencers in other languages, and
// what their answers mean. Any line is either understood or refused. By which way lines travel is no matter here.

#include <nlohmann/json_fwd.hpp>

#include "pentocity/game/played_games.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::match {

/// The maximum number of bytes of an answer of a player or sequencer.
inline constexpr std::size_t longest_message = 1 << 20;

/// The most options that a player or sequencer may declare, or an entry may set.
inline constexpr std::size_t max_options = 1'000;

/// What a player or sequencer says about itself.
struct Description {
  std::string name, summary;  ///< of a command they may be empty
  /// No value if it does not say which options it has, as commands may.
  std::optional<std::vector<OptionSpec>> options;
  PlayedGames plays = {};  ///< of a player
};

// What is said. Messages that are text have no line feed at their end. `seen` is the land as far as it has been told,
// and becomes the present one.

/// The first message to a player. `options` is a JSON object that is passed on unchanged. Limits are in seconds: of a
/// game, and of a move.
nlohmann::ordered_json hello_to_player(const nlohmann::json& options, const Rules& rules, std::uint64_t seed,
                                       double game_seconds, double move_seconds);
/// The message of a turn. `cpu_left` is in seconds.
std::string turn_to_player(const Request& request, const View& view, double cpu_left, Land& seen);
/// The last message to a player.
std::string farewell_to_player(Status status, int score, const std::string& error);
/// The first message to a sequencer, with options likewise.
nlohmann::ordered_json hello_to_sequencer(const nlohmann::json& options, int side, std::uint64_t seed);
/// The message of a turn; without a land if the sequencer does not see it.
std::string turn_to_sequencer(int turn, const Land* land, Land& seen);

// What is answered.

/// Why its author has failed, if a line says so in place of an answer: the text in {"failed": "why"}.
std::optional<std::string> failure_of_line(const std::string& line);
/// The first answer, an object that says that its author is ready; null for any other line.
nlohmann::json ready_of_line(const std::string& line);
/// What is wrong with such another line.
std::string no_handshake(const std::string& line);
/// What a player declares in its first answer. Throws InputError, with a message for the player's author, if a
/// declaration is wrong.
Description description_of_ready(const nlohmann::json& answer);
/// The player's move for this turn. A member that is null is taken as absent. Throws UnreadableAnswer, which quotes the
/// beginning of the line, if it is no answer for this turn. Whether the move is legal is not checked.
Move move_of_line(const std::string& line, int turn);
/// A sequencer's request for this turn, read in the same way. Cells that are not connected are refused; whether the
/// request is proper (Request::is_proper) is not checked.
Request request_of_line(const std::string& line, int turn);

// What is written, before it is an answer.

/// Takes the first line from what was written, without its line feed; none if none has ended. Before index `searched`
/// there is no line feed. Throws UnreadableAnswer, and drops what was written, if a line is longer than
/// longest_message.
std::optional<std::string> take_line(std::string& written, std::size_t& searched);
/// Says what is wrong with such output in which no line has ended in time. `held_back`: it came only when the input was
/// closed.
std::string what_ails(const std::string& written, bool held_back);
/// What may be wrong with a command that writes an answer too late, or none.
inline constexpr const char* late_answer = "too slow, or not flushed, as in Python by print(..., flush=True)";

/// Bytes of error output that are kept: the last ones.
inline constexpr std::size_t kept_errors = 64 << 10;
/// Appends to error output and keeps its end.
void add_errors(std::string& errors, std::string_view more);
/// Appends a line to error output, unless it is empty.
void add_error_line(std::string& errors, const std::string& line);
/// The same as text: what is not UTF-8 is replaced.
std::string text_of_errors(const std::string& errors);

}  // namespace pentocity::match
