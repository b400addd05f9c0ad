#pragma once
// A player or sequencer of C++, a plugin or built in, that lives in a process of its own: that process's part.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pentocity/game/options.hpp"
#include "pentocity/isolation/channel.hpp"

namespace pentocity::isolation {

/// Makes the side that `side` describes ({"role","options", and "built_in", or "plugin" for messages and
/// "file" for its absolute path}) for one game and serves
/// it, reading from file `in` and writing to file `out`, until `in` ends; or tells what a plugin offers. `context` is
/// what the game gives: the rules as JSON of a player, the land's side of a sequencer. Returns when it is done; what
/// the side throws is reported to the other end.
void serve_side(const nlohmann::json& side, const StartOrder& order, const nlohmann::json& context, int in, int out);

/// Options as JSON, and back into the declared types. The second throws what Options::set() throws.
nlohmann::json options_json(const Options& options);
Options options_of_json(const nlohmann::json& values, const std::vector<OptionSpec>& declared);

/// Declared options as JSON, and back. Throws nlohmann::json::exception or std::invalid_argument for other JSON.
nlohmann::json declared_json(const std::vector<OptionSpec>& declared);
std::vector<OptionSpec> declared_of_json(const nlohmann::json& list);

}  // namespace pentocity::isolation
