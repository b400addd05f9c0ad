#pragma once
// Mixes: sequencers that are described in a YAML file instead of code. docs/how-to/adding-a-sequencer.md lists the keys
// of such a file and says how its requests are drawn.

#include <string>

#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {

/// Reads and checks the text of a mix. `path` is the name of its file: messages show it, and without folder and
/// extension it is the name of a mix that has no key `name`. The sequencers that the result makes are not adaptive.
/// Throws InputError, with file, line and column, for the first thing that is wrong.
SequencerFile parse_mix(const std::string& text, const std::string& path);

}  // namespace pentocity::sequencers
