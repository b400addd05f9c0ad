#include "common/search_steps.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace pentocity::players {
namespace {

/// 12 GB with 88 bytes for each cell in the queue: 56 for the cell and its link in the list, and 32 for the cell before
/// it, of which there are about as many.
constexpr double max_queue = 1.36e8;
/// 300 seconds with 20 million steps in each.
constexpr double max_steps = 6e9;

}  // namespace

void SearchSteps::follow(const Land& land, const HashedCells& roads) {
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

SearchSteps::Cost SearchSteps::cost_to(const LandBoard& building) const {
  if (building.intersects(heads_)) return {};
  const LandBoard ends = (land_->grid().neighbours(building) - building) & found_;
  Cost least = all_;  // if no road can reach it
  ends.for_each([&](int bit) {
    if (costs_[bit].steps < least.steps) least = costs_[bit];
  });
  return least;
}

bool SearchBudget::spend(const SearchSteps::Cost& cost) {
  if (cost.queue > max_queue) throw std::runtime_error("the search for a road runs out of memory");
  steps_ += cost.steps;
  return has_time();
}

bool SearchBudget::has_time() const { return steps_ <= max_steps; }

}  // namespace pentocity::players
