#pragma once
// Polyominoes and polyhexes: finite connected sets of cells, their images and their placements.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/bitboard.hpp"
#include "pentocity/core/cell.hpp"
#include "pentocity/core/grid.hpp"

namespace pentocity {

/// The cells sorted by (row, column), without repeats, moved so that the least row and the least column are 0.
/// On hexagons it is a translation of the lattice: the stagger of odd rows is made good.
Cells normalised(Cells cells, Lattice lattice = Lattice::square);

/// One more than the largest row and column of normalised cells.
struct Extent {
  int rows = 0;
  int columns = 0;
};
Extent extent(const Cells& cells);

/// Do the cells form one piece (by shared edges)? The empty set does not.
bool is_connected(const Cells& cells, Lattice lattice = Lattice::square);

/// One step of rotation: a quarter turn clockwise of squares, (r,c) -> (c,-r); a sixth of a turn clockwise of hexagons.
/// Normalised.
Cells rotated(const Cells& cells, Lattice lattice = Lattice::square);

/// The mirror image, left and right exchanged. Normalised.
Cells mirrored(const Cells& cells, Lattice lattice = Lattice::square);

/// The distinct images under rotation, the given one (normalised) first, then one rotation step after the other:
/// 1, 2 or 4 on squares; a divisor of 6 on hexagons. This is the numbering of rotations in a request.
std::vector<Cells> rotations(const Cells& cells, Lattice lattice = Lattice::square);

/// The distinct images allowed by `rotate` and `flip`; at most 8 on squares, 12 on hexagons. The given one first,
/// its rotations, then the mirrored ones.
std::vector<Cells> orientations(const Cells& cells, bool rotate, bool flip, Lattice lattice = Lattice::square);

/// The free shape's canonical image: the least of all its orientations (as sorted cell lists).
Cells canonical(const Cells& cells, Lattice lattice = Lattice::square);

/// The cells of a rectangle from (0,0) on. Empty unless rows and columns are at least 1.
Cells rectangle(int rows, int columns);

/// The pentomino of a letter in F I L N P T U V W X Y Z, in the orientation of docs/shapes.md; none for another letter.
std::optional<Cells> pentomino(char letter);
/// The letter of a pentomino in any orientation; none if the cells are no pentomino.
std::optional<char> pentomino_letter(const Cells& cells);

/// All free polyominoes (polyhexes) with this many cells, canonical images, sorted. By growing, cell by cell:
/// meant for sizes up to about 10.
std::vector<Cells> free_polyominoes(int cells, Lattice lattice = Lattice::square);

/// An orientation at a place: `cells` is the orientation translated by `offset`.
template <class Layout>
struct Placement {
  Cell offset;
  typename Layout::Board cells;
};

/// The cells moved by the translation of the lattice that takes (0,0) to `to`, in the same order. On squares a plain
/// sum; on hexagons the stagger of odd rows is kept.
Cells translated(const Cells& cells, Cell to, Lattice lattice = Lattice::square);

/// All placements of a normalised orientation whose cells lie in `free`, in order of offset.
template <class Layout>
std::vector<Placement<Layout>> placements(const Grid<Layout>& grid, const Cells& orientation,
                                          const typename Layout::Board& free) {
  std::vector<Placement<Layout>> out;
  for (int r = 0; r < grid.rows(); ++r)
    for (int c = -1; c < grid.columns(); ++c) {
      typename Layout::Board b;
      bool inside = true;
      for (const Cell x : translated(orientation, {r, c}, grid.lattice())) {
        if (!grid.test(free, x)) {
          inside = false;
          break;
        }
        b.set(grid.bit(x));
      }
      if (inside) out.push_back({{r, c}, b});
    }
  return out;
}

}  // namespace pentocity
