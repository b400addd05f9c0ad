#pragma once
// An upper bound: a score that no player can exceed on the same requests. It counts the cells that any land needs for
// buildings, roads, parks and ponds; docs/background/upper-bound.md has the proof.

#include "pentocity/game/sequencer.hpp"
#include "pentocity/search/inequalities.hpp"

namespace pentocity::search {

/// An upper bound, and the numbers of buildings and cells with which the computation reaches it. There need not be a
/// land with these numbers.
struct UpperBound {
  int score = 0;
  /// Placed buildings of the types that can get bonuses.
  int earners = 0;
  int area = 0;       ///< cells of all placed buildings
  int bonuses = 0;    ///< the number of bonuses, 2 points each
  int roads = 0;      ///< cells
  int amenities = 0;  ///< cells that remain for parks and ponds
};

/// The version of the bound. It is raised when upper_bound() gives other numbers, so that shares of it which were
/// published can be told apart.
inline constexpr int bound_version = 1;

/// A score that no game under these rules exceeds if it meets these requests in this order and ends within them. Takes
/// some milliseconds for the requests of a game.
UpperBound upper_bound(const Rules& rules, std::span<const Request> requests);
/// The same by other inequalities, for tests.
UpperBound upper_bound(const Rules& rules, std::span<const Request> requests, const Inequalities& proof);

/// The first requests of a sequencer that is not adaptive, as many as a game can possibly reach: even without its
/// `max_rejects - 1` largest ones they have more cells than the land. The upper bound on these requests therefore holds
/// for the endless stream. Throws what the sequencer throws.
std::vector<Request> requests_to_fill(const Rules& rules, Sequencer& sequencer);

}  // namespace pentocity::search
