#pragma once
// Single random walks beside a building, from which several programs of 2016 chose their parks and ponds.

#include "common/hashed_cells.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::players {

/// Draws random walks from a building over free cells.
class RandomWalks {
 public:
  /// The walks go over `free`, which must not have cells of the building. They begin at the free cell beyond one of the
  /// building's unit edges, all such edges equally likely.
  RandomWalks(const Land& land, const LandBoard& building, const LandBoard& free);

  /// A walk of four cells, each of whose steps leads to one of the free cells beside it that it has not visited, all
  /// equally likely. The walk fails and is empty if it has no further step, even after its fourth cell. If one of its
  /// cells touches `joined`, it ends there, with one to four cells.
  Cells draw(Pcg& random, const LandBoard& joined = {}) const;
  /// Four cells that grow like a blob: each further one is drawn from the free cells beside all those before it, where
  /// a cell beside several of them is so much more likely. Cells for which there is no room are left out, and so is the
  /// last one unless a further cell has room beside the others.
  Cells draw_blob(Pcg& random) const;

 private:
  const Grid& grid_;
  const LandBoard& free_;
  Cells starts_;
};

}  // namespace pentocity::players
