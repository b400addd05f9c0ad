#pragma once
// Offline play: plays a game with all requests known beforehand, by trying many moves of an ordinary player. It shows a
// score that can be reached; bound.hpp computes one that cannot be exceeded.

#include "pentocity/entrants/roster.hpp"

namespace pentocity::search {

/// How much to search.
struct OfflineSearch {
  /// About how many times the player is asked in all, for a move or for proposals; more give better games. The same
  /// work and seed give the same game, however fast the machine is and with any number of jobs.
  std::uint64_t work = 2'000'000;
  std::uint64_t seed = 0;  ///< of what is drawn at random, and of the player
  /// The moves of a game of the player on these requests, such as its own with another seed: the game that is found is
  /// not worse than this one. Empty: there is none.
  std::vector<Move> own = {};
  int jobs = 1;  ///< threads of the search with the player
  /// How many changes of the last land of the game that was found are tried. The outcome does not depend on `jobs`.
  std::uint64_t rearrange = 0;
  /// If this becomes true, no more moves are tried, and the rest of the best game so far is played.
  const std::atomic<bool>* interrupted = nullptr;
  /// Called after each turn has been decided, with its number and the score of the best game so far.
  std::function<void(int turn, int score)> progress = {};
  /// Called now and then while the land is rearranged, with the changes tried so far and the score of the best game.
  std::function<void(std::uint64_t changes, int score)> rearranged = {};
};

/// The work with which a search takes some ten seconds, or, if each tried game starts a process, not too long.
std::uint64_t usual_work(const Rules& rules, const entrants::PlayerEntry& player);

/// Plays the requests of a sequencer that is not adaptive (as many as requests_to_fill() returns), and never worse than
/// the player alone.
///
/// A player that proposes moves (game/proposals.hpp) is searched by a beam: many games are played at the same time, and
/// after each request those are kept whose moves are worth most in the player's eyes. Their number is `work` divided by
/// the number of turns of the player's own game. Nothing is drawn at random.
///
/// With any other player, at each turn many moves are tried: the player's own, a reject, and random ones on sites with
/// a large touching perimeter, with various roads, parks and ponds. After each, the player plays the game to its end on
/// the requests that will really come. The best complete game found so far is kept, and its move at this turn is made.
/// (Playing out games and keeping the best sequence: Cazenave, "Nested Monte-Carlo Search", 2009.) A tried game in
/// which the player's process fails is not counted.
///
/// The land with which the game that was found ends is rearranged then. Since all requests are known, all roads, parks
/// and ponds can be built with the first move, so that only the last land counts. Many small changes of it are tried:
/// some cells become road, park, pond or empty; a building is moved; one more request is built, or a rejected one in
/// place of another. A change for the worse is accepted with a probability that falls in the course of the search
/// (simulated annealing: Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", 1983).
///
/// Throws std::runtime_error if the requests end before the game, and what the player throws.
match::GameRecord play_offline(const Rules& rules, std::span<const Request> requests,
                               const entrants::PlayerEntry& player, const OfflineSearch& search);

}  // namespace pentocity::search
