#pragma once
// The traces of a results folder as a list.

#include <string>

namespace pentocity::app {

/// The traces in a folder, or in its folder traces/, a line for each with score, status, player, sequencer and path;
/// the games of a player on a sequencer from the best to the worst. Throws InputError if there are none, or one cannot
/// be read.
std::string trace_list(const std::string& path);

}  // namespace pentocity::app
