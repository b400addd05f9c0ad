#pragma once
// The keys of a config that say how games are played, not by whom.

#include "pentocity/play/config.hpp"

namespace pentocity::play {

/// Reads rules, seeds, beacon, limits, isolation and `failures` of a config file. Throws InputError, with the place.
void read_terms(const input::YamlNode& root, const Overrides& overrides, Config& config);

}  // namespace pentocity::play
