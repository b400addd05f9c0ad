#pragma once
// Polyominoes and polyhexes: finite connected sets of cells, and their images.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::inline core {

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

/// All free polyominoes (polyhexes) with this many cells, canonical images, sorted. By growing, cell by cell:
/// meant for sizes up to about 10.
std::vector<Cells> free_polyominoes(int cells, Lattice lattice = Lattice::square);

/// The cells moved by the translation of the lattice that takes (0,0) to `to`, in the same order. On squares a plain
/// sum; on hexagons the stagger of odd rows is kept.
Cells translated(const Cells& cells, Cell to, Lattice lattice = Lattice::square);

}  // namespace pentocity::inline core
