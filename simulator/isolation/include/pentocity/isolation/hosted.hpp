#pragma once
// The code that runs in the process of an isolated C++ player or sequencer (a plugin or a built-in one) and speaks for
// it. And players and sequencers from shared libraries.

#include <nlohmann/json_fwd.hpp>

#include "pentocity/game/played_games.hpp"
#include "pentocity/isolation/channel.hpp"

namespace pentocity::isolation {

/// Plays one game of a C++ player or sequencer, as a program that exchanges lines (guest/lines.hpp) on the file
/// descriptors `in` and `out`. What it throws is the last line, {"failed": "why"}; the function itself throws nothing.
/// For Task::describe it only writes what a plugin declares.
///
/// `participant` is a JSON object: "role" ("player" or "sequencer"), and either "built_in" (a name) or "plugin" (the
/// path for messages) with "file" (the absolute path).
void serve_participant(const nlohmann::json& participant, const StartOrder& order, int in, int out);

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
