#pragma once
// Parsing the lines of players and sequencers in other languages. Any line is either understood or refused.

#include "pentocity/isolation/participants.hpp"

namespace pentocity::isolation {

/// The beginning of a line as a JSON text of ASCII characters, for messages.
std::string quoted(const std::string& line);

/// A sequencer's request for this turn, from its line of JSON, read as move_of_line() does. Cells that are not
/// connected are refused; whether the request is proper (Request::is_proper) is not checked.
Request request_of_line(const std::string& line, int turn);

/// What a player declares in its answer to `hello`, an object of JSON (docs/reference/protocol.md). Throws InputError,
/// with a message for the player's author, if a declaration is wrong.
Description description_of_ready(const nlohmann::json& answer);

}  // namespace pentocity::isolation
