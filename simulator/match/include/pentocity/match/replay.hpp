#pragma once
// Replays recorded games: plays the recorded moves again under the recorded rules and compares the outcome with the
// trace.

#include "pentocity/match/game.hpp"

namespace pentocity::match {

struct TraceLines;  // read_trace.hpp

/// A field of a trace that differs from what the moves and the rules give.
struct Mismatch {
  int turn = -1;      ///< from 0; -1 for a field of the first or the last line of the trace
  std::string field;  ///< such as `delta`, `building`, `metrics.giant`, `grid`
  /// The two values as text, cut to 80 characters.
  std::string recorded, replayed;
};

/// Called after each turn of a replay with the game after that turn.
using TurnObserver = std::function<void(const Game&, const Turn&)>;

/// Plays a trace again, up to and including the first turn that has a difference. The result has the differences of
/// that turn, or those of the first and last line; it is empty if everything that follows from moves and rules agrees.
/// Whether a game really ended by a crash or at a limit cannot be told from its moves; that is not checked.
std::vector<Mismatch> replay_trace(const TraceLines& trace, const TurnObserver& observe = {});

}  // namespace pentocity::match
