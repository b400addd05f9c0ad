#pragma once
// Polyominoes (squares joined side by side), polyhexes (hexagons), polyiamonds (triangles) and polycubes, and how to
// move, turn and mirror them. All functions take `Lattice::square` unless told otherwise.

#include <optional>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::inline core {

/// The cells moved so that the minimum row and the minimum column (on cubes also the minimum layer) are 0, sorted and
/// without repeats.
/// The shape stays the same on hexagons too: a move by an odd number of rows takes into account that odd rows are
/// shifted by half a cell. On triangles the minimum column is 0 or 1, whichever keeps the shape: a cell that points up
/// stays one that points up.
Cells normalised(Cells cells, Lattice lattice = Lattice::square);

/// Rows and columns of the bounding box of normalised cells in the plane.
struct Extent {
  int rows = 0;
  int columns = 0;
};
Extent extent(const Cells& cells);

/// The sides of the bounding box of normalised cells; in the plane it has one layer. All are 0 without cells.
struct Box {
  int layers = 0;
  int rows = 0;
  int columns = 0;
};
Box bounding_box(const Cells& cells, Lattice lattice);

/// Tells whether the cells are connected by shared sides, on cubes by shared faces; false if there are no cells.
bool is_connected(const Cells& cells, Lattice lattice = Lattice::square);

/// The shape turned clockwise by one step, normalised: by a quarter turn on squares, (r,c) to (c,-r), and by a sixth of
/// a turn on hexagons and triangles; on cubes by a quarter turn of each layer.
Cells rotated(const Cells& cells, Lattice lattice = Lattice::square);

/// The mirror image, with left and right (of each layer) exchanged, normalised.
Cells mirrored(const Cells& cells, Lattice lattice = Lattice::square);

/// The rotations of a shape, each different one once, all normalised: the shape as given, then each further one turned
/// by one more step clockwise. There are 1, 2 or 4 on squares, and 1, 2, 3 or 6 on hexagons and triangles. The
/// rotations of a request are numbered in this order, from 0. On cubes there are up to 24, in some fixed order.
std::vector<Cells> rotations(const Cells& cells, Lattice lattice = Lattice::square);

/// The orientations of a shape, each different one once, all normalised: the shape as given, with `rotate` also its
/// rotations; then, with `flip`, the mirror image and, with `rotate`, also its rotations. At most 8 on squares, 12 on
/// hexagons and triangles, and 48 on cubes.
std::vector<Cells> orientations(const Cells& cells, bool rotate, bool flip, Lattice lattice = Lattice::square);

/// One list of cells that stands for all orientations of a shape, mirrored or not: of their sorted lists of cells the
/// one that comes first in lexicographic order.
Cells canonical(const Cells& cells, Lattice lattice = Lattice::square);

/// The cells of a rectangle whose top left cell is (0,0), sorted; with layers, those of a box of cubes, layer after
/// layer. Empty unless all sides are at least 1.
Cells rectangle(int rows, int columns, int layers = 1);

/// The pentomino of one of the letters F I L N P T U V W X Y Z, in the orientation that docs/reference/shapes.md shows;
/// no value for any other character.
std::optional<Cells> pentomino(char letter);

/// All polyominoes, polyhexes, polyiamonds or polycubes with this many cells, each once for all its orientations, in
/// the form of canonical(), sorted. Empty if `cells` is below 1. They are made from those with one cell less by adding
/// a cell in all ways. Their number grows two- to sixfold with each cell, so this is meant for up to about 10 cells.
std::vector<Cells> free_polyominoes(int cells, Lattice lattice = Lattice::square);

/// The cells moved so that (0,0) comes to `to`, in the same order. On squares and cubes `to` is added to each cell; on
/// hexagons the shift of odd rows is taken into account, so that the shape stays the same. On triangles `to` must point
/// up, as (0,0) does.
Cells translated(const Cells& cells, Cell to, Lattice lattice = Lattice::square);

}  // namespace pentocity::inline core
