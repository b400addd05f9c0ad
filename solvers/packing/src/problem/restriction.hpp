#pragma once
// Restrictions by symmetry that lose no class of solutions.

#include <vector>

#include "problem/packing.hpp"

namespace pentocity::packing {

/// Conditions on solutions that reduce the search: of each class under the packing's group at least one solution meets
/// them.
struct Restriction {
  /// A placement of the restricted piece that is to be tried.
  struct Allowed {
    int shape;
    /// The first cell of the placement.
    Cell first;
    int orbit;  ///< the number of different images of the placement under the group
  };
  /// The restricted piece, which every solution has exactly once, or -1 for none; and the placements of it that are to
  /// be tried: of each orbit under the group one.
  int piece = -1;
  std::vector<Allowed> allowed;

  std::vector<HoleLimit> hole_limits;
};

/// The restriction of a piece of a packing. It is empty without symmetry, and if no piece can be restricted.
Restriction restriction_of_piece(const Packing& packing);
/// The same; but if no piece can be restricted and the number of holes is fixed, limits on holes.
Restriction restriction_of_piece_or_holes(const Packing& packing);

}  // namespace pentocity::packing
