#pragma once
// Sequencers as the command line names them.

#include <string>
#include <vector>

#include "pentocity/tournament/roster.hpp"

namespace pentocity::app {

/// A built-in sequencer, with options of the form `key=value`, or the sequencer that the YAML file of a mix describes.
/// If a file has the name of a built-in sequencer, the built-in one is meant. Throws InputError if `source` is neither,
/// for a wrong option, and for any option with a mix.
tournament::SequencerEntry find_stream(const std::string& source, const std::vector<std::string>& options = {});

}  // namespace pentocity::app
