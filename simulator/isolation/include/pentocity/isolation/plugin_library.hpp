#pragma once
// Players and sequencers from shared libraries.

#include <memory>
#include <string>

#include "pentocity/game/played_games.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::isolation {

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

extern template std::shared_ptr<const PlayerSpec> load_plugin(const std::string& path, const std::string& shown);
extern template std::shared_ptr<const SequencerSpec> load_plugin(const std::string& path, const std::string& shown);

}  // namespace pentocity::isolation
