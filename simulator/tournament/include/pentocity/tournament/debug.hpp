#pragma once
// One game in this process, for a debugger.

#include <optional>

#include "pentocity/match/game.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/tournament/config.hpp"

namespace pentocity::tournament {

/// Plays the first game of a config, its first player on its first sequencer, in this thread and without limits. With a
/// trace the requests are those of the trace, and the moves too before this turn, from which the player is asked; the
/// game ends with the trace at the latest. Throws InputError for a trace that does not replay or has no such turn.
match::GameRecord debug_game(const Config& config, const std::optional<match::TraceLines>& trace, int turn);

}  // namespace pentocity::tournament
