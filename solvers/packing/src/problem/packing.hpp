#pragma once
// A puzzle as the engines need it: the cells to fill, turned so that the search is fastest; and the shapes that may
// be placed.

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"
#include "puzzle/isometry.hpp"

namespace pentocity::packing {

/// A limit on holes: the sum of `costs` over the holes of a solution must not exceed `limit`.
struct HoleLimit {
  std::vector<int> costs;  ///< by cell of the packing: 0, 1 or 2
  int limit;
};

/// The cells, shapes and counts of a puzzle. The board is turned and mirrored so that rows are short (and layers
/// small), and the pieces are ordered by shape, so that a puzzle gives the same packing however it is drawn.
struct Packing {
  /// A piece: orientations that the rules of the puzzle treat alike.
  struct Piece {
    int size;
    int min;
    std::optional<int> max;  ///< none: any number
  };
  /// An orientation of a piece, in its normal position.
  struct Shape {
    /// The index of its piece.
    int piece;
    Cells cells;
    std::string colours;  ///< as in Orientation
    int kind;             ///< index into `kinds`
  };

  Lattice lattice = Lattice::square;
  int rows = 0, columns = 0, layers = 1;
  Rounds rounds;
  Cells cells;     ///< the cells that are to be filled or left empty, sorted
  Cells required;  ///< those of them that must be filled, although others may stay empty; sorted
  std::vector<HoleLimit> hole_limits;
  std::vector<PieceKind> kinds;  ///< kinds_of(puzzle)
  std::vector<Piece> pieces;
  std::vector<Shape> shapes;
  /// Tells whether the colours of the board permit a shape on these cells, which are on the board; empty: they always
  /// do.
  std::function<bool(const Shape&, const Cells&)> colours_allow;
  /// Whether all pieces may be turned, so that every rotation maps each piece to itself, and all reflections map it to
  /// the same one; and whether all may be mirrored, too.
  bool all_turn = false, all_turn_and_flip = false;
  int min_holes = 0, max_holes = 0;
  /// A further condition on the number of uses of each piece; empty if there is none. It is needed only if entries of
  /// the puzzle share some of their orientations, but not all.
  std::function<bool(const std::vector<int>&)> counts_allowed;

  /// On a board that wraps: shapes, with where their first cells lie, that cover what another one of their piece does.
  std::set<std::pair<int, Cell>> repeated;
  /// A shape on a board that wraps, its first cell on `first`, and its colours; no cells if it overlaps itself or the
  /// colours of the board rule it out, or if it is `repeated`.
  Orientation placed(const Shape& shape, Cell first) const;

  /// Tells whether a solution may have no piece and no hole; asked where no cell is left.
  bool allows_nothing() const {
    return std::all_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.min == 0; }) &&
           min_holes == 0 && (!counts_allowed || counts_allowed(std::vector<int>(pieces.size())));
  }

  /// The index of a cell in a list of all cells of the bounding box, layer by layer and row by row.
  int index(Cell c) const { return (c.row / layer_rows * rows + c.row % layer_rows) * columns + c.column; }
  int box() const { return layers * rows * columns; }  ///< the number of these cells

  Isometry to_board;  ///< maps these cells to those of the puzzle
  /// The symmetries of the puzzle's board that map permitted pieces to permitted pieces; the identity is the first.
  std::vector<Isometry> classes;
  /// Those of them that keep the fixed placements, as maps of these cells; the identity is the first.
  std::vector<Isometry> group;
};

/// The orientations that an entry of a puzzle's list permits, sorted.
std::vector<Orientation> permitted_orientations(const Piece& piece, Lattice lattice);
/// The orientation that a linear map makes of one.
Orientation image_of(const Orientation& orientation, const Isometry& linear, Lattice lattice);

/// The packing of a puzzle; its symmetries are rotations only if that is said.
Packing packing_of(const Puzzle& puzzle, bool rotations_only = false);

/// The index of the shape that is the image of shape `shape` under g, or -1 if there is none.
int image_of_shape(const Packing& packing, int shape, const Isometry& g);

/// The cells of a packing by their places in Packing::cells. The packing must outlive it.
class CellNumbers {
 public:
  explicit CellNumbers(const Packing& packing);

  /// The number of a cell; -1 if it is none of these.
  int operator()(Cell c) const {
    const bool on_board = c.column >= 0 && c.column < packing_.columns && c.row >= 0 &&
                          c.row % layer_rows < packing_.rows && c.row / layer_rows < packing_.layers;
    return on_board ? numbers_[packing_.index(c)] : -1;
  }
  /// By number of a cell: the number of its image under a symmetry of the group; and the same for the whole group.
  std::vector<int> images(const Isometry& g) const;
  std::vector<std::vector<int>> group() const;
  /// The same for those of the group that take no cell to another layer, 12 at most; in the plane that is the group,
  /// but without translations on a board that wraps.
  std::vector<std::vector<int>> group_within_layers() const;
  /// Calls f(first cell, numbers of all cells, ascending) for each placement of a shape; the first cell is that of the
  /// shape, which need not be the first one on a board that wraps.
  template <class F>
  void for_each_placement(const Packing::Shape& shape, F&& f) const {
    std::vector<int> numbers;
    // How far its cells are from the first one, by the parities of that one's row and column: on hexagons and triangles
    // it depends on them.
    std::array<std::optional<Cells>, 4> distances;
    for (const Cell first : packing_.cells) {
      if (packing_.rounds.any()) {
        numbers.clear();
        for (const Cell c : packing_.placed(shape, first).cells) numbers.push_back((*this)(c));
        if (!numbers.empty() && std::find(numbers.begin(), numbers.end(), -1) == numbers.end()) f(first, numbers);
        continue;
      }
      auto& away = distances[first.row % 2 * 2 + first.column % 2];
      if (!away) {
        away = placed_at(shape.cells, first, packing_.lattice);
        for (Cell& c : *away) c = c - first;
      }
      numbers.clear();
      for (const Cell by : *away) {
        const int number = (*this)(first + by);
        if (number < 0) break;
        numbers.push_back(number);
      }
      if (away->empty() || numbers.size() < away->size()) continue;
      if (!packing_.colours_allow || packing_.colours_allow(shape, placed_at(shape.cells, first, packing_.lattice)))
        f(first, numbers);
    }
  }

 private:
  const Packing& packing_;
  std::vector<int> numbers_;
};

}  // namespace pentocity::packing
