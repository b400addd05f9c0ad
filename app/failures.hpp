#pragma once
// What to tell of the games that failed.

#include <map>
#include <string>
#include <tuple>

#include "pentocity/match/results.hpp"

namespace pentocity::app {

/// Collects failed games, in any order, by player and cause.
class FailureReport {
 public:
  void add(const match::GameRow& row);
  /// Each cause with the number of its games and the first of them: where, and the last line that the player wrote to
  /// its error output. Empty without failures.
  std::string text() const;

 private:
  struct Cause {
    std::size_t games = 0;
    match::GameRow first;
  };
  std::map<std::tuple<std::string, match::Status, std::string>, Cause> causes_;
};

}  // namespace pentocity::app
