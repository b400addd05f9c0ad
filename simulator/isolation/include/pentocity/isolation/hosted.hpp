#pragma once
// The code that runs in the process of an isolated C++ player or sequencer (a plugin or a built-in one): it makes the
// object and lets it answer messages that arrive over pipes. And players and sequencers from shared libraries.

#include <nlohmann/json_fwd.hpp>

#include "pentocity/game/played_games.hpp"
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

/// Option values as a JSON object.
nlohmann::json options_json(const Options& options);

/// Loads the shared library at `path` and returns the player or sequencer that it offers. The library stays loaded as
/// long as the result lives. Loading runs code of the library: it constructs its static objects. Throws InputError,
/// with a message of one line that calls the library `shown`, if it cannot be loaded, was built for another version of
/// Pentocity, offers no player (or sequencer), or offers a sequencer with an option `generator`, which all sequencers
/// have already.
template <class Spec>
std::shared_ptr<const Spec> load_plugin(const std::string& path, const std::string& shown);

/// The games that the player of a shared library declares to play, for a path that load_plugin() takes. Throws
/// InputError as load_plugin() does, and if the declaration is wrong.
PlayedGames games_of_plugin(const std::string& path, const std::string& shown);

}  // namespace pentocity::isolation
