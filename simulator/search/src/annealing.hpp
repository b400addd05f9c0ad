#pragma once
// Games whose last land is rearranged.

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "beam.hpp"

namespace pentocity::search {

/// How to rearrange a land.
struct Annealing {
  std::uint64_t steps = 0;                         ///< changes that are tried
  std::uint64_t seed = 0;                          ///< of what is drawn at random
  const std::atomic<bool>* interrupted = nullptr;  ///< as in OfflineSearch
  std::function<void(std::uint64_t step, int score)> progress = {};
};

/// Rearranges the land with which a legal game ends, and builds more of the requests where room comes about, by
/// simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", 1983). Returns the game
/// with the highest score that was met, or the given one. The outcome is the same on every machine.
Line anneal(const Rules& rules, std::span<const Request> requests, const Line& game, const Annealing& annealing);

}  // namespace pentocity::search
