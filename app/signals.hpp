#pragma once
// Interrupting a command by a signal.

#include <atomic>
#include <string>

namespace pentocity::app {

/// What a second signal loses where games are played and stored.
inline constexpr const char* lost_games = "the games under way have no result, and all that were stored stay";

/// Installs handlers for SIGINT and SIGTERM, and returns a flag that becomes true at the first such signal, so that
/// work under way can be finished. A second signal ends the process as usual if it comes more than half a second after
/// the first one. Both say so on standard error at once.
/// @param meanwhile what is done before the process ends, such as "the games under way are played to their end"
/// @param lost what a second signal loses
const std::atomic<bool>& stop_on_signals(const std::string& meanwhile = "what was found so far is kept",
                                         const std::string& lost = "what was under way is lost");

}  // namespace pentocity::app
