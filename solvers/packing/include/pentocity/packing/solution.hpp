#pragma once
// Solutions of packing puzzles, and their text form.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// A piece in one orientation.
struct Orientation {
  Cells cells;          ///< in normal position: see normalised()
  std::string colours;  ///< of each cell, '.' for none; empty if no cell has one
  friend auto operator<=>(const Orientation&, const Orientation&) = default;
};

/// A kind of pieces: entries of a puzzle's list that cannot be told apart in a solution. Entries belong to one kind if
/// they can take a common orientation, directly or by way of other entries.
struct PieceKind {
  std::string name;                       ///< the name of its first entry
  std::vector<Orientation> orientations;  ///< those that any of its entries permits, sorted
  std::vector<int> entries;               ///< indices into Puzzle::pieces
  int min = 0;                            ///< how often they must be used, all together
  std::optional<int> max = 0;             ///< and may be used; none: any number of times
};

/// The kinds of a puzzle, in the order of their first entries.
std::vector<PieceKind> kinds_of(const Puzzle& puzzle);

/// A kind, and one of its orientations: indices into kinds_of(puzzle) and PieceKind::orientations; and the colours of
/// the cells that it covers, as in Orientation.
struct OrientedKind {
  int kind, orientation;
  std::string colours;
};
/// Which kind covers these cells of the board, in which orientation; none if no kind may. `colours` are those of the
/// cells, '.' for none; if they are empty, any will do.
std::optional<OrientedKind> kind_on(const Puzzle& puzzle, const std::vector<PieceKind>& kinds, const Cells& cells,
                                    const std::string& colours = {});

/// Whether the colours of a solution's pieces must be told: two placements that the puzzle permits cover the same cells
/// and differ in colours. The texts of solutions show them then.
bool shows_colours(const Puzzle& puzzle);

/// An orientation, which is in normal position, with its first cell moved to `first`; sorted. Empty on triangles if
/// that cell points in the other direction.
Cells placed_at(const Cells& orientation, Cell first, Lattice lattice);

/// Moves cells behind edges that meet onto the board, and sorts them with their colours. False if two are one.
bool bring_onto_board(Orientation& cells, Rounds rounds);
/// An orientation with its first cell moved to `first`, as it lies on the board. Without cells if it cannot lie there.
Orientation placed_on(const Puzzle& puzzle, const Orientation& orientation, Cell first);
/// Calls f(index of an orientation of the kind, the same as it lies on the board) for each placement of which `first`
/// is the first cell on the board. Where edges meet, several orientations can be the same placement: that is one.
template <class F>
void for_each_placement_from(const Puzzle& puzzle, const PieceKind& kind, Cell first, F&& f) {
  std::vector<Orientation> seen;
  for (int o = 0; o < static_cast<int>(kind.orientations.size()); ++o) {
    const Orientation& orientation = kind.orientations[o];
    const std::size_t anchors = puzzle.rounds().any() ? orientation.cells.size() : 1;
    for (std::size_t i = 0; i < anchors; ++i) {
      Orientation placed = placed_on(puzzle, orientation, first + orientation.cells[0] - orientation.cells[i]);
      if (placed.cells.empty() || placed.cells[0] != first) continue;
      if (puzzle.rounds().is_met_by(orientation.cells)) {
        if (std::find(seen.begin(), seen.end(), placed) != seen.end()) continue;
        seen.push_back(placed);
      }
      f(o, placed);
    }
  }
}

/// Tells whether a solution may use `used_per_orientation[i]` pieces in the i-th orientation of this kind, for all i.
/// It may if they can be taken from the kind's entries, each of which has a minimum, a maximum and its own permitted
/// orientations.
bool counts_allowed(const Puzzle& puzzle, const PieceKind& kind, const std::vector<int>& used_per_orientation);

/// A piece on the board.
struct Placement {
  int kind = 0;           ///< index into kinds_of(puzzle)
  Cells cells;            ///< sorted
  std::string colours{};  ///< of the cells, as in Orientation
  friend auto operator<=>(const Placement&, const Placement&) = default;
};
/// All pieces of a solution, in the order of their first cells.
using Solution = std::vector<Placement>;

/// The labels of a solution's text: a different one for each placement, or the name of its kind.
enum class Labels { placements, kinds };

/// A label with the colour of a cell, as texts show it: `[1:r]` if piece 1 is of colour r there. Without a colour ('.')
/// it is the label itself.
std::string label_with_colour(const std::string& label, char colour);
/// The opposite: what a label says without brackets, and the colour. `[62:r]` is `62` and r, `[62]` is `62` and '.'.
std::pair<std::string, char> label_and_colour(std::string_view label);

/// The label of each cell in a solution's text, by Puzzle::index().
std::vector<std::string> labels_of_text(std::string_view text);
/// What has one label on a board.
struct Region {
  std::string label;    ///< without the colour of a cell
  Cells cells;          ///< sorted
  std::string colours;  ///< of the cells, '.' for none; empty if the labels do not tell them
};
/// The regions of a board that are neither holes nor blocked, in the order of their first cells.
/// @param labels of each cell, by Puzzle::index()
/// @param with_colours whether the labels tell colours, as label_with_colour() does
std::vector<Region> regions_of(const Puzzle& puzzle, const std::vector<std::string>& labels, bool with_colours);
/// The solution of a text that solution_text() wrote, or solve(), with Labels::placements.
Solution read_solution(const Puzzle& puzzle, std::string_view text);

/// A solution as text, row by row, with `separator` between rows and twice between layers: '.' is a hole, '#' a blocked
/// cell, and any other cell has the label of its placement or the name of its kind (in brackets if it is longer than
/// one character). If shows_colours(), colours are told as in label_with_colour().
std::string solution_text(const Puzzle& puzzle, const Solution& solution, Labels labels = Labels::placements,
                          char separator = '|');

}  // namespace pentocity::packing
