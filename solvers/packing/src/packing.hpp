#pragma once
// A puzzle as the engines see it: the region that is left to fill, seen from the side that suits the search best; the
// shapes that may go there; and what may be assumed about a solution without losing a class under symmetry.

#include <functional>
#include <optional>
#include <vector>

#include "isometry.hpp"
#include "pentocity/core/cell.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// Cells, shapes and counts. The board is turned and mirrored so that rows are short, and pieces are ordered by shape,
/// so that the same puzzle drawn another way becomes the same packing.
struct Packing {
  /// Pieces that the rules of the puzzle do not tell apart.
  struct Piece {
    int size;
    int min;
    std::optional<int> max;  ///< none: any number
  };
  /// An orientation of a piece, normalised.
  struct Shape {
    int piece;
    Cells cells;
  };

  Lattice lattice = Lattice::square;
  int rows = 0, columns = 0;
  Cells cells;  ///< to fill or to leave empty, sorted
  std::vector<Piece> pieces;
  std::vector<Shape> shapes;
  bool all_turn_and_flip = false;  ///< so that every symmetry maps each piece to itself
  int min_holes = 0, max_holes = 0;
  /// Further condition on the number of pieces used of each kind; empty: none. Only for entries that share some but not
  /// all orientations.
  std::function<bool(const std::vector<int>&)> counts_allowed;

  Isometry to_board;              ///< takes these cells to those of the puzzle
  std::vector<Isometry> classes;  ///< symmetries of the puzzle's board and permitted pieces; the identity first
  std::vector<Isometry> group;    ///< those that keep the fixed placements, on these cells; the identity first
};

Packing packing_of(const Puzzle& puzzle);

/// The image of shape s under g: the index of a shape, or -1.
int image_of_shape(const Packing& packing, int shape, const Isometry& g);

/// What is assumed of a solution so that of each class under the packing's group at least one is found.
struct Restriction {
  struct Allowed {
    int shape;
    Cell first;
    int orbit;  ///< size of the placement's orbit
  };
  /// A piece that every solution has once, and the placements to consider, of each orbit the first in scan order.
  int piece = -1;
  std::vector<Allowed> allowed;

  /// Sums over the holes of a solution that must not exceed a limit.
  struct HoleLimit {
    std::vector<int> costs;  ///< 0, 1 or 2, by cell of the packing
    int limit;
  };
  std::vector<HoleLimit> hole_limits;
};

/// No restriction for a packing without symmetry; limits on holes only if asked for.
Restriction restriction_of(const Packing& packing, bool limit_holes);

}  // namespace pentocity::packing
