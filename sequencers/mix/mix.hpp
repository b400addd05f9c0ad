#pragma once
// `mix`: a request stream described in YAML, no code needed. docs/adding-a-sequencer.md has its keys and its draws.

#include <string>

#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {

/// Checks the text of a mix; `path` stands for its file in messages, and its stem is the default name. The streams are
/// not adaptive. Throws InputError, with file, line and column, for whatever is wrong.
SequencerFile parse_mix(const std::string& text, const std::string& path);

}  // namespace pentocity::sequencers
