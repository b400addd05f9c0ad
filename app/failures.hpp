#pragma once
// What to tell of the games that failed.

#include <map>
#include <string>
#include <tuple>

#include "pentocity/simulator/results.hpp"

namespace pentocity {

/// Collects failed games, in any order, by player and cause.
class FailureReport {
 public:
  void add(const GameRow& row);
  /// Each cause with the number of its games and the first of them: where, and the last line that the player wrote to
  /// its error output. Empty without failures.
  std::string text() const;

 private:
  struct Cause {
    std::size_t games = 0;
    GameRow first;
  };
  std::map<std::tuple<std::string, Status, std::string>, Cause> causes_;
};

}  // namespace pentocity
