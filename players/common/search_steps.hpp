#pragma once
// The cost of a search that two programs of 2016 made for roads.

#include <array>
#include <cstdint>

#include "common/hashed_cells.hpp"

namespace pentocity::players {

/// Counts the steps of a breadth-first search that puts a cell into its queue whenever it meets one that it has not yet
/// taken out of it. The same cell is then in the queue many times, and the number of steps grows exponentially with the
/// length of the road. The roads that it finds are those of RoadTree. Two programs of 2016 searched like this and ran
/// out of time or memory in some games; here the steps are counted but not made.
///
/// The search is followed distance by distance. The times that a cell is taken out at the same distance are counted
/// together, at the first of them, so the counts are somewhat different from the true ones.
class SearchSteps {
 public:
  /// What a search takes.
  struct Cost {
    double steps = 0;  ///< the number of times that a cell is taken out of the queue
    double queue = 0;  ///< the maximum number of cells in the queue
  };

  /// Follows the search on a land with these roads, in whose order it begins.
  void follow(const Land& land, const HashedCells& roads);
  /// The cost of the search for the road to a building on empty cells, which ends at the first cell beside it.
  Cost cost_to(const LandBoard& building) const;

 private:
  const Land* land_ = nullptr;
  LandBoard heads_, found_;
  std::array<Cost, 64 * 64> costs_;  // up to the first time that the cell is taken out
  Cost all_;
};

/// Adds up the costs of searches in a game and tells when a program of 2016 would have failed: a search with a queue
/// longer than its memory held, or more steps than its time allowed.
class SearchBudget {
 public:
  /// Adds a search. Throws std::runtime_error if it is one too many.
  void spend(const SearchSteps::Cost& cost);

 private:
  double steps_ = 0;
};

}  // namespace pentocity::players
