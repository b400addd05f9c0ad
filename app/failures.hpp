#pragma once
// The report on failed games that `run` prints.

#include <map>
#include <string>
#include <tuple>

#include "pentocity/match/results.hpp"

namespace pentocity::app {

/// Collects failed games, in any order, by player, status and error.
class FailureReport {
 public:
  /// Takes a game into account; games that ended `ok` are ignored.
  void add(const match::GameRow& row);
  /// For each cause (20 at most) the number of its games, the first of them (by repeat and sequencer), and the last
  /// line that the player or sequencer wrote to its error output in that game. Empty if no game failed.
  std::string text() const;

 private:
  struct Cause {
    std::size_t games = 0;
    match::GameRow first;
  };
  std::map<std::tuple<std::string, match::Status, std::string>, Cause> causes_;
};

}  // namespace pentocity::app
