#pragma once
// Games whose last land is rearranged.

#include <span>

#include "beam.hpp"

namespace pentocity::search {

/// Rearranges the land with which a legal game ends, and builds more of the requests where room comes about, by
/// simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", 1983). Returns the game
/// with the highest score that was met, or the given one. Of `search` it takes what concerns this part. The outcome is
/// the same on every machine.
Line anneal(const Rules& rules, std::span<const Request> requests, const Line& game, const OfflineSearch& search);

}  // namespace pentocity::search
