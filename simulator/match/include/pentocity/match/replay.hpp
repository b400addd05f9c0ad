#pragma once
// Replays recorded games: the recorded moves again, under the recorded rules, every field compared.

#include <functional>
#include <string>
#include <vector>

#include "pentocity/match/trace.hpp"

namespace pentocity::match {

/// A field that is not what the moves and the rules make it.
struct Mismatch {
  int turn = -1;      ///< -1: the header or the last line
  std::string field;  ///< such as `delta`, `building`, `metrics.giant`, `grid`
  std::string recorded, replayed;
};

/// Called after each turn of a replay, with the game as it then stands.
using TurnObserver = std::function<void(const Game&, const Turn&)>;

/// Plays a trace again, up to and including the first turn that differs. Empty: it agrees in every field.
std::vector<Mismatch> replay_trace(const TraceLines& trace, const TurnObserver& observe = {});

}  // namespace pentocity::match
