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
  /// For each cause (20 at most) the number of its games and the first of them, with the last line that it wrote to its
  /// error output. Empty if no game failed.
  std::string text() const;

 private:
  struct Cause {
    std::size_t games = 0;
    match::GameRow first;
  };
  std::map<std::tuple<std::string, match::Status, std::string>, Cause> causes_;
};

}  // namespace pentocity::app
