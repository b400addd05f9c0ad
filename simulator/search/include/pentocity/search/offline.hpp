#pragma once
// Offline play: plays a game with all requests known beforehand, by trying many moves of an ordinary player. It shows a
// score that can be reached; bound.hpp computes one that cannot be exceeded.

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "pentocity/match/game.hpp"
#include "pentocity/tournament/roster.hpp"

namespace pentocity::search {

/// How much to search.
struct OfflineSearch {
  /// About how many times the player is asked in all, for a move or for proposals; more give better games. The same
  /// work and seed give the same game, however fast the machine is and with any number of jobs.
  std::uint64_t work = 2'000'000;
  std::uint64_t seed = 0;  ///< of what is drawn at random, and of the player
  int jobs = 1;            ///< threads
  /// If this becomes true, no more moves are tried, and the rest of the best game so far is played.
  const std::atomic<bool>* interrupted = nullptr;
  /// Called after each turn has been decided, with its number and the score of the best game so far.
  std::function<void(int turn, int score)> progress = {};
};

/// The work with which a search takes some ten seconds, or, if each tried game starts a process, not too long.
std::uint64_t usual_work(const Rules& rules, const tournament::PlayerEntry& player);

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
/// Throws std::runtime_error if the requests end before the game, and what the player throws.
match::GameRecord play_offline(const Rules& rules, std::span<const Request> requests,
                               const tournament::PlayerEntry& player, const OfflineSearch& search);

}  // namespace pentocity::search
