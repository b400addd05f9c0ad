#pragma once
// Bradley-Terry ratings from rounds in which every player meets every other on the same task.

#include <optional>
#include <span>
#include <vector>

#include "pentocity/statistics/statistics.hpp"

namespace pentocity::statistics {

/// One player's result in a round. The higher one wins a match, equal ones draw.
struct Standing {
  int player = 0;  ///< from 0
  int result = 0;
};
using Round = std::vector<Standing>;

struct Rating {
  double elo = 0;
  std::optional<Interval> interval;  ///< 95%; none below two rounds with a match
};

/// The strengths s that make the matches most likely if i beats j with probability 1 / (1 + 10^((s_j - s_i) / 400)),
/// their mean 0 (Bradley and Terry 1952); a draw is half a win and half a loss.
///
/// One round in which everybody draws with everybody is added, so that a player who wins or loses every match has a
/// finite rating, and players who never met have a common scale (an addition of the kind that Conner and Grant proposed
/// in 2000).
///
/// A round's matches hang together: one good game wins them all. So the intervals come from the sandwich estimator with
/// rounds as clusters (Liang and Zeger 1986; Varin, Reid and Firth, "An overview of composite likelihood methods",
/// 2011), the added round among them, and Student's t with a degree of freedom less than there are rounds; but they are
/// never narrower than those of independent matches, as the sandwich is for a player whose rounds are all alike.
/// @return one rating a player; all 0 if nobody met anybody
std::vector<Rating> bradley_terry(int players, std::span<const Round> rounds);

}  // namespace pentocity::statistics
