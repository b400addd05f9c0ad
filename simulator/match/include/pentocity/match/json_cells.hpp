#pragma once
// Values of the game in JSON that others wrote: each is read whole or not at all.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "pentocity/game/options.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::match {

/// JSON from strangers; discarded if it is none, or nests deeper than anything of ours: copying and printing it take
/// stack for each level.
nlohmann::json parse_json(std::string_view text);

/// A JSON integer as an int; none if it is no such thing.
std::optional<int> int_of_json(const nlohmann::json& json);
/// A JSON integer of at least 0; none if it is no such thing.
std::optional<std::uint64_t> uint64_of_json(const nlohmann::json& json);
/// A pair of ints, row and column; none if it is no such thing.
std::optional<Cell> cell_of_json(const nlohmann::json& json);
/// The cells of an array of pairs; none if it is no such thing.
std::optional<Cells> cells_of_json(const nlohmann::json& json);
/// A scalar as an option's value; none for what no option can be.
std::optional<OptionValue> option_of_json(const nlohmann::json& json);

nlohmann::json json_of_cells(const Cells& cells);

}  // namespace pentocity::match
