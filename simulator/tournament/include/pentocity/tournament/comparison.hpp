#pragma once
// Two players against each other on the same requests, until the answer is certain.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pentocity/statistics/sequential.hpp"
#include "pentocity/tournament/tournament.hpp"

namespace pentocity::tournament {

/// The outcome of a comparison, of the games that were judged.
struct Comparison {
  std::string a, b;
  statistics::SequentialComparison::Verdict verdict = statistics::SequentialComparison::Verdict::undecided;
  bool interrupted = false;  ///< before there was a verdict
  int games = 0;             ///< of both together
  int failed_a = 0, failed_b = 0;
  bool paired = true;              ///< false: an adaptive sequencer gave each player requests of its own
  statistics::Sample differences;  ///< a's score less b's, by repeat, each the mean over the sequencers
  std::optional<statistics::Interval> interval;
  /// Games of a comparison of fixed size (see SequentialComparison::fixed_size).
  std::optional<double> fixed_games;
};

/// Plays a config of two players, repeat by repeat, until there is a verdict, the folder's games included. Repeats are
/// judged in their order, whatever the order in which games end, so the outcome does not depend on the number of jobs.
///
/// A repeat's difference is the mean over the sequencers, so that sequencers that differ from each other are no noise.
/// A failed game counts as 0 (or, with the config's `failures: codes`, as its code): it is meant to lose. A game that
/// the sequencer failed is left out with the other player's. A listed seed is one repeat; `seed` is good for any
/// number.
/// @param max_games of both players together; the last whole repeat within is the last
/// Throws InputError if `a` and `b` are not the config's two players, if max_games allows no repeat, or as run_games.
Comparison compare_players(Config config, const std::string& a, const std::string& b,
                           const statistics::SequentialComparison::Errors& errors, int max_games, RunOptions options);

/// `pentocity-compare/1`.
nlohmann::ordered_json to_json(const Comparison& comparison);

}  // namespace pentocity::tournament
