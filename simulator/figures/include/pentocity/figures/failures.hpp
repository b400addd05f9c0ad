#pragma once
// The lists of invalid moves and of failed games that are told after games.

#include <functional>
#include <map>
#include <tuple>

#include "pentocity/match/game.hpp"

namespace pentocity::figures {

/// Collects invalid moves and failed games, in any order: the moves by player and fault, the games by player, status
/// and error.
class FailureReport {
 public:
  /// The command that plays a game again; empty: none is shown.
  using Again = std::function<std::string(const match::GameRow& game)>;

  /// Takes a game into account.
  void add(const match::GameRow& row);
  /// Two lists, without those that are empty: invalid moves, and games that failed for other reasons. For each cause
  /// (20 of a list at most) they say how often it occurred and where first (by repeat and sequencer). With an invalid
  /// move stands what the player answered, with a failed game the last line that the player or sequencer wrote to its
  /// error output, and with both the command that plays the first game again.
  std::string text(const Again& again = {}) const;

 private:
  struct Cause {
    std::size_t games = 0;
    match::GameRow first;

    /// Counts a game; returns whether it is the first.
    bool add(const match::GameRow& row);
  };
  struct Moves : Cause {
    std::size_t moves = 0, ended = 0;
    match::InvalidMoves in_first;
  };

  std::map<std::pair<std::string, Fault>, Moves> moves_;
  std::map<std::tuple<std::string, match::Status, std::string>, Cause> causes_;
};

}  // namespace pentocity::figures
