#pragma once
// The cost of a search that two programs of 2016 made for roads.

#include <vector>

#include "common/hashed_cells.hpp"

namespace pentocity::players {

/// Counts the steps of a breadth-first search that puts a cell into its queue whenever it meets one that it has not yet
/// taken out of it. The same cell is then in the queue many times, and the number of steps grows exponentially with the
/// length of the road. The roads that it finds are those of RoadTree. Two programs of 2016 searched like this and ran
/// out of time or memory in some games; here the steps are counted but not made.
///
/// The counts are exact, although the steps are not made: What a step puts into
/// the queue depends on its cell and on which cells have been taken out before, and these change only when a cell is
/// taken out for the first time. So the queue is kept as a list of such first times, and between two of them only how
/// often each cell is there. (A cell comes into the queue for the first time only when another one is taken out for the
/// first time, so no part between two first times ever has to be split.)
class SearchSteps {
 public:
  /// What a search takes.
  struct Cost {
    double steps = 0;  ///< the number of times that a cell is taken out of the queue
    double queue = 0;  ///< the maximum number of cells that are left in it then
  };

  /// Follows the search on a land with these roads, in whose order it begins.
  void follow(const Land& land, const HashedCells& roads);
  /// The cost of the search for the road to a building on empty cells, which ends at the first cell beside it.
  Cost cost_to(const LandBoard& building) const;

 private:
  // A part of the queue.
  struct Part {
    int bit;       // a cell
    double times;  // how often it is there, in some order with the neighbouring parts that are not first times
    bool first;    // it is there for the first time, and once
  };

  const Land* land_ = nullptr;
  LandBoard heads_, found_;
  std::vector<Cost> costs_;  // by the bits of the land, up to the first time that the cell is taken out
  Cost all_;
  std::vector<Part> queue_, next_;
};

/// Adds up the costs of searches in a game and tells when a program of 2016 would have come to its end. A search with a
/// queue longer than its memory held was a crash. When the time was over, the game ended with the points made until
/// then, as if the player rejected all further requests.
class SearchBudget {
 public:
  /// Adds a search. Returns false if the time is over. Throws std::runtime_error if the search runs out of memory.
  bool spend(const SearchSteps::Cost& cost);
  /// Tells whether there is time left.
  bool has_time() const;

 private:
  double steps_ = 0;
};

}  // namespace pentocity::players
