#pragma once
// Plays one game in this process, so that a debugger can follow it.

#include <optional>

#include "pentocity/match/game.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/play/config.hpp"

namespace pentocity::play {

/// Plays the first player of a config on its first sequencer, in repeat 0, in this thread and without limits. With a
/// trace, the requests and the rules are those of the trace, and the moves before turn `turn` as well; from that turn
/// on the player is asked. The game ends where the trace ends, unless it is over before. Without a trace `turn` must be
/// 0. Throws InputError if the trace does not replay or has no such turn.
match::GameRecord debug_game(const Config& config, const std::optional<match::TraceLines>& trace, int turn);

}  // namespace pentocity::play
