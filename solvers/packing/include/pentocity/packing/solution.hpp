#pragma once
// Solutions of packing puzzles, and their text form.

#include <string>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// A kind of pieces: entries of a puzzle's list that cannot be told apart in a solution. Entries belong to one kind if
/// they can take a common orientation, directly or by way of other entries.
struct PieceKind {
  std::string name;                 ///< the name of its first entry
  std::vector<Cells> orientations;  ///< the orientations that any of its entries permits, in normal position, sorted
  std::vector<int> entries;         ///< indices into Puzzle::pieces
};

/// The kinds of a puzzle, in the order of their first entries.
std::vector<PieceKind> kinds_of(const Puzzle& puzzle);

/// The index of the kind that has these cells, anywhere on the board, as an orientation; -1 if there is none.
int kind_of(const std::vector<PieceKind>& kinds, const Cells& cells, Lattice lattice);

/// An orientation, which is in normal position, with its first cell moved to `first`; sorted. Empty on triangles if
/// that cell points in the other direction.
Cells placed_at(const Cells& orientation, Cell first, Lattice lattice);

/// Tells whether a solution may use `used_per_orientation[i]` pieces in the i-th orientation of this kind, for all i.
/// It may if they can be taken from the kind's entries, each of which has a minimum, a maximum and its own permitted
/// orientations.
bool counts_allowed(const Puzzle& puzzle, const PieceKind& kind, const std::vector<int>& used_per_orientation);

/// A piece on the board.
struct Placement {
  int kind = 0;  ///< index into kinds_of(puzzle)
  Cells cells;   ///< sorted
  friend auto operator<=>(const Placement&, const Placement&) = default;
};
/// All pieces of a solution, in the order of their first cells.
using Solution = std::vector<Placement>;

/// The labels of a solution's text: a different one for each placement, or the name of its kind.
enum class Labels { placements, kinds };

/// A solution as text, row by row, with `separator` between rows and twice between layers: '.' is a hole, '#' a blocked
/// cell, and any other cell has the label of its placement or the name of its kind (in brackets if it is longer than
/// one character).
std::string solution_text(const Puzzle& puzzle, const Solution& solution, Labels labels = Labels::placements,
                          char separator = '|');

}  // namespace pentocity::packing
