#pragma once
// Compares two players on the same requests until the answer is statistically certain (`pentocity compare`).

#include "pentocity/statistics/sequential.hpp"
#include "pentocity/tournament/run.hpp"

namespace pentocity::tournament {

/// A round (a sequencer and a repeat) that a player lost.
struct LostRound {
  std::string sequencer;
  int repeat = 0;
  std::optional<std::uint64_t> seed;  ///< none with a secret
  int score = 0, other_score = 0;     ///< of the one who lost, and of the other

  int points() const { return other_score - score; }
};

/// The outcome of a comparison.
struct Comparison {
  std::string a, b;
  statistics::SequentialComparison::Verdict verdict = statistics::SequentialComparison::Verdict::undecided;
  bool interrupted = false;  ///< it ended without a verdict, and before all repeats were judged
  int games = 0;             ///< judged games of both players together
  /// How many of them failed.
  int failed_a = 0, failed_b = 0;
  int invalid_a = 0, invalid_b = 0;  ///< invalid moves in them
  bool paired = true;                ///< false: on an adaptive sequencer each player had requests of its own
  /// The rounds on the same requests that `a` lost to `b` by most, three at most, the greatest loss first. The folder
  /// keeps the traces of their games.
  std::vector<LostRound> losses;
  /// One value for each repeat: a's score minus b's, averaged over the sequencers.
  statistics::Sample differences;
  std::optional<statistics::Interval> interval;
  /// How many games of both players a comparison of fixed size would need; see SequentialComparison::fixed_size().
  std::optional<double> fixed_games;
  /// All games that summary.json of the folder covers (see run_games()), if there are others than those of this
  /// comparison; otherwise 0.
  std::size_t summed_up = 0;
};

/// Plays a config of two players, repeat by repeat, until there is a verdict. Games that the folder holds already are
/// used first, and `options.stored` is called for each that is judged. Repeats are judged in their order, even
/// if games end in another order, so the outcome does not depend on the number of jobs.
///
/// A repeat counts as one difference, the mean over the sequencers. This way differences between sequencers do not add
/// to the variance. A failed game has the score 0 (with the config's `failures: codes`, its code). If the sequencer
/// failed in a game, that sequencer is left out of the repeat. A config with a list of seeds has as many repeats as
/// seeds; with `seed`, there are as many as needed. Throws InputError if `a` and `b` are not the config's two players,
/// if max_games is not enough for one repeat, or as run_games() does; throws std::runtime_error if the host could not
/// play a game.
/// @param max_games of both players together; the number of repeats is rounded down
Comparison compare_players(Config config, const std::string& a, const std::string& b,
                           const statistics::SequentialComparison::Errors& errors, int max_games, RunOptions options);

/// As JSON, format `pentocity-compare/1`.
nlohmann::ordered_json to_json(const Comparison& comparison);

}  // namespace pentocity::tournament
