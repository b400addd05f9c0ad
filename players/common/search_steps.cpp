#include "common/search_steps.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace pentocity::players {
namespace {

/// 12 GB with 56 bytes for each cell in the queue.
constexpr double max_queue = 2.1e8;
/// 300 seconds with 20 million steps in each.
constexpr double max_steps = 6e9;

}  // namespace

void SearchSteps::follow(const Land& land, const HashedCells& roads) {
  const Grid& grid = land.grid();
  land_ = &land;
  heads_ = land.empty() & (grid.rim() | grid.neighbours(roads.board()));
  found_ = {};
  all_ = {};
  std::vector<double> times(64 * 64, 0), next_times(64 * 64, 0);
  std::vector<int> level, next;
  const auto put = [&](Cell c, double count) {
    const int bit = grid.bit(c);
    if (!land.empty().test(bit) || found_.test(bit)) return;
    if (next_times[bit] == 0) next.push_back(bit);
    next_times[bit] += count;
  };
  const int last = land.side() - 1;
  for (int z = 0; z <= last; ++z)
    for (const Cell c : {Cell{0, z}, Cell{z, 0}, Cell{z, last}, Cell{last, z}}) put(c, 1);
  for (const Cell road : roads) for_each_neighbour(grid, road, [&](Cell c) { put(c, 1); });
  while (!next.empty()) {
    level.swap(next);
    times.swap(next_times);
    next.clear();
    double size = 0;
    for (const int bit : level) size += times[bit];
    all_.queue = std::max(all_.queue, size);
    for (const int bit : level) {
      if (!found_.test(bit)) {
        found_.set(bit);
        costs_[bit] = all_;
      }
      all_.steps += times[bit];
      for_each_neighbour(grid, grid.cell(bit), [&](Cell c) { put(c, times[bit]); });
      times[bit] = 0;
    }
  }
}

SearchSteps::Cost SearchSteps::cost_to(const LandBoard& building) const {
  if (building.intersects(heads_)) return {};
  const LandBoard ends = (land_->grid().neighbours(building) - building) & found_;
  Cost least = all_;
  ends.for_each([&](int bit) {
    if (costs_[bit].steps < least.steps) least = costs_[bit];
  });
  return least;
}

void SearchBudget::spend(const SearchSteps::Cost& cost) {
  if (cost.queue > max_queue) throw std::runtime_error("the search for a road runs out of memory");
  steps_ += cost.steps;
  if (steps_ > max_steps) throw std::runtime_error("the searches for roads run out of time");
}

}  // namespace pentocity::players
