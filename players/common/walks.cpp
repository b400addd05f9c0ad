#include "common/walks.hpp"

#include <algorithm>

namespace pentocity::players {

RandomWalks::RandomWalks(const Land& land, const LandBoard& building, const LandBoard& free)
    : grid_(land.grid()), free_(free) {
  building.for_each([&](int bit) {
    for_each_neighbour(grid_, grid_.cell(bit), [&](Cell n) {
      if (free_.test(grid_.bit(n))) starts_.push_back(n);
    });
  });
}

Cells RandomWalks::draw(Pcg& random, const LandBoard& joined) const {
  if (starts_.empty()) return {};
  Cells walk;
  Cell tail = starts_[random.next_int(static_cast<int>(starts_.size()))];
  while (std::ssize(walk) < big_size) {
    boost::container::small_vector<Cell, 4> steps;
    bool joins = false;
    for_each_neighbour(grid_, tail, [&](Cell n) {
      if (joined.test(grid_.bit(n))) joins = true;
      if (free_.test(grid_.bit(n)) && std::find(walk.begin(), walk.end(), n) == walk.end()) steps.push_back(n);
    });
    if (!joins && steps.empty()) return {};
    walk.push_back(tail);
    if (joins) break;
    tail = steps[random.next_int(static_cast<int>(steps.size()))];
  }
  return walk;
}

Cells RandomWalks::draw_blob(Pcg& random) const {
  if (starts_.empty()) return {};
  Cells blob{starts_[random.next_int(static_cast<int>(starts_.size()))]};
  while (std::ssize(blob) <= big_size) {
    boost::container::small_vector<Cell, 16> steps;
    for (const Cell c : blob)
      for_each_neighbour(grid_, c, [&](Cell n) {
        if (free_.test(grid_.bit(n)) && std::find(blob.begin(), blob.end(), n) == blob.end()) steps.push_back(n);
      });
    if (steps.empty()) break;
    blob.push_back(steps[random.next_int(static_cast<int>(steps.size()))]);
  }
  blob.pop_back();
  return blob;
}

}  // namespace pentocity::players
