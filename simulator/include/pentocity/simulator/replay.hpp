#pragma once
// Replays recorded games: the recorded moves again, under the recorded rules, every field compared.

#include <string>
#include <vector>

#include "pentocity/simulator/trace.hpp"

namespace pentocity {

/// A field that is not what the moves and the rules make it.
struct Mismatch {
  int turn = -1;      ///< -1: the header or the last line
  std::string field;  ///< such as `delta`, `building`, `metrics.giant`, `grid`
  std::string recorded, replayed;
};

/// Plays a trace again. Empty: it agrees in every field. Throws InputError if the file is no trace or cut short.
std::vector<Mismatch> replay_trace(const std::string& path);

}  // namespace pentocity
