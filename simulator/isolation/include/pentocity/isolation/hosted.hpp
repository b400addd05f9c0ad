#pragma once
// The code that runs in the process of an isolated C++ player or sequencer (a plugin or a built-in one): it makes the
// object and lets it answer messages that arrive over pipes.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "pentocity/game/options.hpp"
#include "pentocity/isolation/channel.hpp"

namespace pentocity::isolation {

/// Makes a player or sequencer for one game and answers the frames (frames.hpp) that arrive on file descriptor `in` on
/// file descriptor `out`, until `in` is closed. For Task::describe it sends the plugin's description instead.
/// Exceptions are sent to the other end as frames; the function itself throws nothing.
///
/// `participant` is a JSON object: "role" ("player" or "sequencer"), "options" (name to value), and either "built_in"
/// (a name) or "plugin" (the path for messages) with "file" (the absolute path). `context` is, for a player, the rules
/// as a JSON object; for a sequencer, the number of rows of the land.
void serve_participant(const nlohmann::json& participant, const StartOrder& order, const nlohmann::json& context,
                       int in, int out);

/// Option values as a JSON object, and back into the declared types. options_of_json() skips values that are no scalar,
/// and throws std::invalid_argument for an undeclared name or a wrong value.
nlohmann::json options_json(const Options& options);
Options options_of_json(const nlohmann::json& values, const std::vector<OptionSpec>& declared);

/// Declarations of options as a JSON list, and back. declared_of_json() throws nlohmann::json::exception or
/// std::invalid_argument for JSON that is no such list.
nlohmann::json declared_json(const std::vector<OptionSpec>& declared);
std::vector<OptionSpec> declared_of_json(const nlohmann::json& list);

}  // namespace pentocity::isolation
