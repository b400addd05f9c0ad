#pragma once
// Reads values of the game from JSON that may be wrong or hostile. A function returns a whole value or none.

#include <nlohmann/json_fwd.hpp>

#include "pentocity/game/options.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::match {

/// A JSON integer as an int; none for any other JSON, or if it does not fit.
std::optional<int> int_of_json(const nlohmann::json& json);
/// A JSON integer of at least 0; none for any other JSON.
std::optional<std::uint64_t> uint64_of_json(const nlohmann::json& json);
/// A list of two integers, row and column; none for any other JSON. The cell need not be on a land.
std::optional<Cell> cell_of_json(const nlohmann::json& json);
/// A list of such pairs; none for any other JSON.
std::optional<Cells> cells_of_json(const nlohmann::json& json);
/// A JSON boolean, string, integer (up to 2^63 - 1) or other number as the value of an option; none for any other JSON.
/// Larger integers become floating-point numbers.
std::optional<OptionValue> option_of_json(const nlohmann::json& json);

/// A list of pairs [row, column].
nlohmann::ordered_json json_of_cells(const Cells& cells);
/// The same as text, at the end of `out`.
void append_cells(std::string& out, const Cells& cells);
/// The fields `type` and `cells` of a request as text, at the end of `out`.
void append_request(std::string& out, const Request& request);
/// A move as a player in another language answers with it (docs/reference/protocol.md), without its note.
nlohmann::ordered_json json_of_answer(int turn, const Move& move);

/// JSON as text on one line, for messages: cut to 80 characters, and bytes that are no UTF-8 are replaced.
std::string excerpt_of_json(const nlohmann::json& json);

}  // namespace pentocity::match
