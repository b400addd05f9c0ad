#pragma once
// The cost of a search that two programs of 2016 made for roads.

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "2016/common/hashed_cells.hpp"

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
  void follow(const Land& land, const HashedCells& roads) {
    const Grid& grid = land.grid();
    land_ = &land;
    heads_ = land.empty() & (grid.rim() | grid.neighbours(roads.board()));
    found_ = {};
    all_ = {};
    next_.clear();
    costs_.resize(grid.bits());
    LandBoard known;                           // the cells that have come into the queue
    std::vector<double> times(costs_.size());  // in the last part of the queue
    std::vector<int> last_part;
    double size = 0;
    const auto end_part = [&] {
      for (const int bit : last_part) next_.push_back({bit, times[bit], false}), times[bit] = 0;
      last_part.clear();
    };
    const auto put = [&](Cell c, double count) {
      const int bit = grid.bit(c);
      if (!land.empty().test(bit) || found_.test(bit)) return;
      size += count;
      if (!known.test(bit)) {
        known.set(bit);
        end_part();
        next_.push_back({bit, 1, true});
        return;
      }
      if (times[bit] == 0) last_part.push_back(bit);
      times[bit] += count;
    };
    const int last = land.side() - 1;
    for (int z = 0; z <= last; ++z)
      for (const Cell c : {Cell{0, z}, Cell{z, 0}, Cell{z, last}, Cell{last, z}}) put(c, 1);
    for (const Cell road : roads) for_each_neighbour(grid, road, [&](Cell c) { put(c, 1); });
    // One distance after the other.
    for (end_part(); !next_.empty(); end_part()) {
      queue_.swap(next_);
      next_.clear();
      for (const Part& part : queue_) {
        all_.steps += part.times;
        size -= part.times;
        all_.queue = std::max(all_.queue, size);
        if (part.first) found_.set(part.bit), costs_[part.bit] = all_;
        for_each_neighbour(grid, grid.cell(part.bit), [&](Cell c) { put(c, part.times); });
      }
    }
  }
  /// The cost of the search for the road to a building on empty cells, which ends at the first cell beside it.
  Cost cost_to(const LandBoard& building) const {
    if (building.intersects(heads_)) return {};
    Cost least = all_;  // if no road can reach it
    ((land_->grid().neighbours(building) - building) & found_).for_each([&](int bit) {
      if (costs_[bit].steps < least.steps) least = costs_[bit];
    });
    return least;
  }

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
  bool spend(const SearchSteps::Cost& cost) {
    if (cost.queue > max_queue) throw std::runtime_error("the search for a road runs out of memory");
    steps_ += cost.steps;
    return has_time();
  }
  /// Tells whether there is time left.
  bool has_time() const { return steps_ <= max_steps; }

 private:
  // 12 GB with 88 bytes for each cell in the queue: 56 for the cell and its link in the list, and 32 for the cell
  // before it, of which there are about as many.
  static constexpr double max_queue = 1.36e8;
  // 300 seconds with 20 million steps in each.
  static constexpr double max_steps = 6e9;

  double steps_ = 0;
};

}  // namespace pentocity::players
