#pragma once
// Ratings from matches of two, and the choice of the next matches.

#include "pentocity/statistics/rating.hpp"
#include "pentocity/statistics/strengths.hpp"

namespace pentocity::statistics {

/// How often player `a` won against player `b`, lost and drew, in independent matches. Players are numbered from 0.
struct Meeting {
  int a = 0, b = 0;
  int wins = 0, losses = 0, draws = 0;
};

/// A match that is to be played.
struct ChosenMatch {
  int a = 0, b = 0;
  int stream = 0;

  friend bool operator==(const ChosenMatch&, const ChosenMatch&) = default;
};

/// Rates players by their matches, and chooses the matches that tell most about the ratings. Ratings are strengths as
/// in bradley_terry(), with two differences: the mean is 0 over the players who are present, and the added matches, in
/// which each two players draw, weigh so little that each player has one of them in all.
///
/// The next match is the one of which most is expected for the player whose rating is least certain. For this player i
/// the opponent j is chosen with whom the variance of i's rating is expected to fall most. By a match of i and j the
/// covariance C of the strengths falls by w C d d' C / (1 + w d' C d), where d has 1 at i and -1 at j, and w is p(1 -
/// p) for the probability p that i wins (a D-optimal design step for one contrast; Fedorov, "Theory of Optimal
/// Experiments", 1972). So the opponents are of about equal strength, and their own ratings are well known.
///
/// Of the streams, that one is chosen on which the two have played least, each stream being an equal part of what a
/// rating is about: the variance of a mean over streams falls most where the counts are lowest.
///
/// The choice depends on the arguments alone. It takes time in proportion to the square of the number of players.
class Matchmaker {
 public:
  /// @param meetings any two players once at most
  /// @param played for each player, the number of its matches on each stream; all of the same length
  /// @param present the players among whom matches are chosen; they also have the mean rating 0. At least two
  Matchmaker(std::span<const Meeting> meetings, std::vector<std::vector<int>> played, std::vector<bool> present);

  /// One for each player; the interval (95%, approximately) is none for a player without a match. The variance is that
  /// of the sandwich estimator with matches as clusters, as in bradley_terry(), and never below that of the model.
  const std::vector<Rating>& ratings() const { return ratings_; }
  /// Chooses a match, and counts on it from then on as if it had been played.
  ChosenMatch next();

 private:
  std::vector<std::vector<int>> played_;
  std::vector<int> on_stream_;  ///< matches of all players
  std::vector<std::size_t> present_;
  Vector strength_, centre_;  ///< `centre_` is the mean of those who are present, as weights
  Matrix covariance_{0};
  Vector with_mean_;  ///< the covariance of each strength with the mean
  std::vector<Rating> ratings_;
};

}  // namespace pentocity::statistics
