#pragma once
// Request streams as the command line names them.

#include <string>
#include <vector>

#include "pentocity/tournament/roster.hpp"

namespace pentocity::app {

/// A built-in sequencer with options as `key=value`, or the YAML file of a mix. A built-in name stays one even where a
/// file has it too. Throws InputError if it is neither, or for a bad option.
tournament::SequencerEntry find_stream(const std::string& source, const std::vector<std::string>& options = {});

}  // namespace pentocity::app
