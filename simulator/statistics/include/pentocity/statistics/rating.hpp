#pragma once
// Bradley-Terry ratings: strengths of players computed from rounds, in each of which every player meets every other.

#include "pentocity/statistics/statistics.hpp"

namespace pentocity::statistics {

/// One player's result in a round. In a match of two players the higher result wins; equal results are a draw.
struct RoundResult {
  int player = 0;  ///< number of the player, from 0
  int result = 0;
};
/// The results of a round, a player at most once.
using Round = std::vector<RoundResult>;

/// A player's rating, in Elo points.
struct Rating {
  double elo = 0;
  std::optional<Interval> interval;  ///< 95%, approximately; none below two rounds with a match
};

/// The strengths s, with mean 0, that make the observed matches most likely if player i beats player j with probability
/// 1 / (1 + 10^((s_j - s_i) / 400)) (Bradley and Terry 1952). A draw is half a win and half a loss. For example, a
/// player 100 points above another wins 64% of their matches.
///
/// One round in which all players draw with each other is added. So a player who wins or loses every match has a finite
/// rating, and players who never met are on one scale (similar to an addition that Conner and Grant proposed in 2000).
///
/// The matches of a round are not independent: one good game wins all of them. The intervals therefore come from the
/// sandwich estimator with rounds as clusters (Liang and Zeger 1986; Varin, Reid and Firth, "An overview of composite
/// likelihood methods", 2011), the added round among them, and Student's t with one degree of freedom less than there
/// are rounds with a match (not counting the added one). They are never narrower than those of independent matches,
/// because the sandwich estimate is too small for a player whose rounds are all alike.
/// @return one rating for each player; all are 0, without intervals, if there is no match
std::vector<Rating> bradley_terry(int players, std::span<const Round> rounds);

}  // namespace pentocity::statistics
