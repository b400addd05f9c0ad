#pragma once
// Solutions of a packing puzzle and their text form.

#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// What is one kind in a solution: the shapes that the entries of a puzzle may take, entries that can take a common
/// orientation being the same kind.
struct Kind {
  std::string name;                 ///< of its first entry
  std::vector<Cells> orientations;  ///< permitted ones, normalised, sorted
  std::vector<int> entries;         ///< indices into Puzzle::pieces
};

/// The kinds of a puzzle, in order of their first entry.
std::vector<Kind> kinds_of(const Puzzle& puzzle);

/// The kind whose permitted orientations include these cells (translated anyhow), or -1.
int kind_of(const std::vector<Kind>& kinds, const Cells& cells, Lattice lattice);

/// May these numbers of pieces of one kind, one number for each of its orientations, be chosen from its entries?
bool counts_allowed(const Puzzle& puzzle, const Kind& kind, const std::vector<int>& used_per_orientation);

/// A piece on the board.
struct Placed {
  int kind = 0;  ///< index into kinds_of(puzzle)
  Cells cells;   ///< sorted
  friend auto operator<=>(const Placed&, const Placed&) = default;
};
/// A set of placed pieces, in order of first cell.
using Solution = std::vector<Placed>;

enum class Labels { placements, kinds };

/// The labels of a solution's text, one for each cell, and '|' between rows.
std::vector<std::string_view> split_labels(std::string_view text);

/// Row by row, joined by `separator`: '.' hole, '#' blocked, otherwise a label for each placement in order of first
/// cell, or the name of its kind (in brackets if it is longer than a character).
std::string solution_text(const Puzzle& puzzle, const Solution& solution, Labels labels = Labels::placements,
                          char separator = '|');
/// The same with the puzzle's kinds at hand.
std::string solution_text(const Puzzle& puzzle, const std::vector<Kind>& kinds, const Solution& solution, Labels labels,
                          char separator = '|');

}  // namespace pentocity::packing
