#pragma once
// What planner-fast, or planner, would do.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/game/player.hpp"

namespace pentocity::playground {

/// A move as the planner sees it.
struct Candidate {
  Move move;
  /// What the move is worth to the planner, in points: those it scores and the change of the land's value. None for
  /// moves that carry on a strip, which are not compared with others.
  std::optional<double> value;
};

/// Asks a planner about each request of a game in turn.
class Adviser {
 public:
  /// `player` is planner or planner-fast. The rules must live longer than the object.
  Adviser(const Rules& rules, const std::string& player, std::uint64_t seed);
  ~Adviser();
  /// The planner's moves for a request, at most `most`: the one that it would make, then the others with the best by
  /// its evaluation first; none if it would reject. Must be called for every request of the game once.
  std::vector<Candidate> candidates(const Request& request, const View& view, std::size_t most);

 private:
  struct Asked;
  Options options_;
  std::unique_ptr<Asked> asked_;
};

}  // namespace pentocity::playground
