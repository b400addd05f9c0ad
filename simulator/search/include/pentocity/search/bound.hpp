#pragma once
// How many points anybody could have scored on the same requests: an upper bound, by counting what every land has to
// have. docs/upper-bound.md proves it.

#include <span>
#include <vector>

#include "pentocity/game/request.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::search {

/// The bound, and the land that attains it on paper: what a player of that score would have to come close to.
struct UpperBound {
  int score = 0;
  int earners = 0;  ///< buildings that can get bonuses
  int area = 0;     ///< their cells
  int bonuses = 0;  ///< parks and ponds next to buildings that count
  int roads = 0;    ///< cells
  int resorts = 0;  ///< cells of parks and ponds
};

/// No game under these rules on these requests, in this order, has a higher score at the end of them or before. Takes
/// some milliseconds for the requests of a game.
UpperBound upper_bound(const Rules& rules, std::span<const Request> requests);

/// The first requests of a stream that is not adaptive, as many as a game can possibly come to: the bound on these
/// holds for the endless stream. Throws what the sequencer throws.
std::vector<Request> requests_to_fill(const Rules& rules, Sequencer& sequencer);

}  // namespace pentocity::search
