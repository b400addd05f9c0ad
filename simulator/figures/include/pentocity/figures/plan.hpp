#pragma once
// The plan of a study: how many repeats a tournament needs, judged by a pilot of the same players and sequencers.

#include "pentocity/figures/summary.hpp"

namespace pentocity::figures {

/// What a study is to find.
struct StudyAim {
  double delta = 0;    ///< a difference of two players' mean scores, in points, above 0
  double power = 0.8;  ///< the probability that it is found, from 0.5 to below 1
};

/// A pair of players in the plan of a study.
struct PlannedPair {
  std::string a, b;
  /// The standard deviation of a's score less b's, averaged over the sequencers that are not adaptive, from repeat to
  /// repeat.
  double deviation = 0;
  /// How many repeats find the difference, if it is there, by the p-value of these two (see PairSummary::p_value) at
  /// PairSummary::level, divided by the number of all pairs: the first step of statistics::holm().
  double repeats = 0;
};

/// Plans a study by the deviations in the games of a pilot, for each two of its players. Throws InputError unless each
/// two have two games in which both have a score that counts, on each sequencer that is not adaptive.
std::vector<PlannedPair> planned_pairs(const Summary& pilot, const StudyAim& aim);

/// The plan as a table for people, with the greatest number of repeats below it. Lines and colours as in table_text().
std::string plan_text(const Summary& pilot, const StudyAim& aim, int width, bool colour);

}  // namespace pentocity::figures
