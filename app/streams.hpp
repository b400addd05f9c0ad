#pragma once
// Sequencers as the command line names them.

#include <string>
#include <vector>

#include "pentocity/play/config.hpp"

namespace pentocity::app {

/// What a word is that names a sequencer, for help texts.
inline constexpr const char* a_sequencer =
    "a built-in name, which `pentocity list sequencers` shows, or a file: a mix (*.yaml), a shared library (*.so), a "
    "Python file (*.py) or a program";

/// A built-in sequencer, with options of the form `key=value`, or that of a file, as for sequencer_of_word(); what is
/// not built in runs in a process of its own. Throws InputError if `source` is neither, for a wrong option, and for any
/// option with a file.
entrants::SequencerEntry find_stream(const std::string& source, const std::vector<std::string>& options = {});

/// A config with one of its sequencers alone. Throws InputError, also if it has none of this name.
play::Config config_with_sequencer(const std::string& path, const std::string& name, play::Overrides overrides = {});

}  // namespace pentocity::app
