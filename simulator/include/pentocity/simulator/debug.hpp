#pragma once
// One game in this process, for a debugger.

#include <optional>

#include "pentocity/simulator/config.hpp"
#include "pentocity/simulator/game.hpp"
#include "pentocity/simulator/trace.hpp"

namespace pentocity {

/// Plays the first game of a config, its first player on its first sequencer, in this thread and without limits. With a
/// trace the requests are those of the trace, and the moves too before this turn, from which the player is asked; the
/// game ends with the trace at the latest. Throws InputError for a trace that does not replay or has no such turn.
GameRecord debug_game(const Config& config, const std::optional<TraceLines>& trace, int turn);

}  // namespace pentocity
