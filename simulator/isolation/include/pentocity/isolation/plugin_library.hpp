#pragma once
// Shared libraries as players and sequencers.

#include <memory>
#include <string>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::isolation {

/// What a shared library offers; the library stays loaded as long as this lives. Its code runs: static objects are
/// made. Throws InputError, in one line without a place that calls it `shown`, if it cannot be loaded, was built for
/// another version, or offers no such thing.
template <class Spec>
std::shared_ptr<const Spec> load_plugin(const std::string& path, const std::string& shown);

extern template std::shared_ptr<const PlayerSpec> load_plugin(const std::string& path, const std::string& shown);
extern template std::shared_ptr<const SequencerSpec> load_plugin(const std::string& path, const std::string& shown);

}  // namespace pentocity::isolation
