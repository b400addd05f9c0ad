#pragma once
// What planner-fast, or planner, would do, and why.

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

/// What a move does to the land, so far as it can be told in numbers.
struct Effects {
  std::optional<Fault> fault;
  int points = 0;                   ///< all points of the move
  bool park = false, pond = false;  ///< whether the building gets the bonus
  int edges = 0,
      touching = 0;  ///< the unit edges of the building, and how many of them touch what is built or the border
  int cut_off = 0;   ///< empty cells that roads could reach before the move, and cannot after it
  int lost = 0;      ///< cells of roads, parks and ponds that it builds, which score nothing
};
Effects effects_of(const Rules& rules, const Land& land, const Request& request, const Move& move);

}  // namespace pentocity::playground
