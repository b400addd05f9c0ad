#pragma once
// Single random walks beside a building, from which several programs of 2016 chose their parks and ponds.

#include <algorithm>

#include "2016/common/hashed_cells.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::players {

/// Draws random walks from a building over free cells.
class RandomWalks {
 public:
  /// The walks go over `free`, which must not have cells of the building. They begin at the free cell beyond one of the
  /// building's unit edges, all such edges equally likely.
  RandomWalks(const Land& land, const LandBoard& building, const LandBoard& free) : grid_(land.grid()), free_(free) {
    building.for_each([&](int bit) {
      for_each_neighbour(grid_, grid_.cell(bit), [&](Cell n) {
        if (free_.test(grid_.bit(n))) starts_.push_back(n);
      });
    });
  }

  /// A walk of four cells, each of whose steps leads to one of the free cells beside it that it has not visited, all
  /// equally likely. The walk fails and is empty if it has no further step, even after its fourth cell. If one of its
  /// cells touches `joined`, it ends there, with one to four cells.
  Cells draw(Pcg& random, const LandBoard& joined = {}) const {
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
  /// Four cells that grow like a blob: each further one is drawn from the free cells beside all those before it, where
  /// a cell beside several of them is so much more likely. Cells for which there is no room are left out, and so is the
  /// last one unless a further cell has room beside the others.
  Cells draw_blob(Pcg& random) const {
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

 private:
  const Grid& grid_;
  const LandBoard& free_;
  Cells starts_;
};

}  // namespace pentocity::players
