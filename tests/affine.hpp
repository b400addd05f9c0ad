#pragma once
// Affine maps of the lattice, made one point at a time: the slow twin of the orientations and placements in core.

#include <set>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::twin {

/// A point of the lattice in coordinates in which every symmetry and translation is affine: (row, column) on squares;
/// the axes "along a row" and "down to the right" on hexagons. A triangle is the point at its centre. In y, down, the
/// unit is a third of a triangle's height, and cell (0,0) has its tip at 0. Across, in half sides from that tip, the
/// centre is at its column, which is 2 x + y. On cubes z is the layer, and elsewhere 0.
struct Point {
  int x, y, z = 0;
  friend auto operator<=>(const Point&, const Point&) = default;
};
using Points = std::set<Point>;

inline Point point_of(Cell c, Lattice lattice) {
  if (lattice == Lattice::square) return {c.row, c.column};
  if (lattice == Lattice::cube) {
    int layer = 0;
    for (; c.row >= layer_rows / 2; c.row -= layer_rows) ++layer;
    for (; c.row < -layer_rows / 2; c.row += layer_rows) --layer;
    return {c.row, c.column, layer};
  }
  if (lattice == Lattice::triangle) {
    const bool up = (c.row + c.column) % 2 == 0;
    const int y = 3 * c.row + (up ? 2 : 1);
    return {(c.column - y) / 2, y};
  }
  // The row above starts half a cell further left for every two rows: one whole column less.
  int x = c.column;
  for (int r = c.row; r >= 2; r -= 2) --x;
  for (int r = c.row; r < 0; r += 2) ++x;
  return {x, c.row};
}

inline Cell cell_of(Point p, Lattice lattice) {
  if (lattice == Lattice::square) return {p.x, p.y};
  if (lattice == Lattice::cube) return {p.z * layer_rows + p.x, p.y};
  if (lattice == Lattice::triangle) {
    int row = 0, y = p.y;
    for (; y >= 3; y -= 3) ++row;
    for (; y < 0; y += 3) --row;
    return {row, 2 * p.x + p.y};
  }
  int column = p.x;
  for (int r = p.y; r >= 2; r -= 2) ++column;
  for (int r = p.y; r < 0; r += 2) --column;
  return {p.y, column};
}

/// x' = a x + b y + c + g z, y' = d x + e y + f + h z, z' = i x + j y + k z + l.
struct Affine {
  int a = 1, b = 0, c = 0;
  int d = 0, e = 1, f = 0;
  int g = 0, h = 0;
  int i = 0, j = 0, k = 1, l = 0;
  friend auto operator<=>(const Affine&, const Affine&) = default;

  Point operator()(Point p) const {
    return {a * p.x + b * p.y + g * p.z + c, d * p.x + e * p.y + h * p.z + f, i * p.x + j * p.y + k * p.z + l};
  }
  Points operator()(const Points& points) const {
    Points out;
    for (const Point p : points) out.insert((*this)(p));
    return out;
  }
  /// First `inner`, then this.
  Affine after(const Affine& inner) const {
    // Where it takes the origin and the ends of the axes.
    const auto image = [&](Point p) { return (*this)(inner(p)); };
    const Point o = image({0, 0, 0}), x = image({1, 0, 0}), y = image({0, 1, 0}), z = image({0, 0, 1});
    return {x.x - o.x, y.x - o.x, o.x,       x.y - o.y, y.y - o.y, o.y,
            z.x - o.x, z.y - o.y, x.z - o.z, y.z - o.z, z.z - o.z, o.z};
  }
  /// From one point to the other.
  static Affine translation(Point from, Point to) {
    return {1, 0, to.x - from.x, 0, 1, to.y - from.y, 0, 0, 0, 0, 1, to.z - from.z};
  }
};

/// Can a translation of the lattice bring one point to the other? Centres of triangles that point up and down differ by
/// a third of the way.
inline bool alike(Point a, Point b, Lattice lattice) { return lattice != Lattice::triangle || (a.y - b.y) % 3 == 0; }

/// A quarter turn of squares or a sixth of a turn of hexagons, or of triangles around a tip. There, with half sides
/// across h = 2 x + y: h' = (h - y) / 2 and y' = (3 h + y) / 2.
inline Affine turn(Lattice lattice) {
  if (lattice == Lattice::triangle) return {-1, -1, 0, 3, 2, 0};
  return lattice == Lattice::hex ? Affine{0, -1, 0, 1, 1, 0} : Affine{0, 1, 0, -1, 0, 0};
}
/// Cubes turned about another axis: rows to layers.
inline Affine tip() { return {0, 0, 0, 0, 1, 0, 1, 0, -1, 0, 0, 0}; }
/// Left and right exchanged.
inline Affine mirror(Lattice lattice) {
  const bool slanted = lattice == Lattice::hex || lattice == Lattice::triangle;
  return slanted ? Affine{-1, -1, 0, 0, 1, 0} : Affine{1, 0, 0, 0, -1, 0};
}

/// The maps that fix the origin: the group that the allowed ones of turn and mirror generate, up to 8, 12 or 48.
inline std::vector<Affine> linear_maps(bool rotate, bool flip, Lattice lattice) {
  std::set<Affine> group{Affine{}};
  for (std::size_t before = 0; before != group.size();) {
    before = group.size();
    for (const Affine& g : std::set<Affine>(group)) {
      if (rotate) group.insert(turn(lattice).after(g));
      if (rotate && lattice == Lattice::cube) group.insert(tip().after(g));
      if (flip) group.insert(mirror(lattice).after(g));
    }
  }
  return {group.begin(), group.end()};
}

/// Is it no reflection? That is so if the determinant is positive.
inline bool is_rotation(const Affine& m) {
  return m.a * (m.e * m.k - m.h * m.j) - m.b * (m.d * m.k - m.h * m.i) + m.g * (m.d * m.j - m.e * m.i) > 0;
}

inline Points points_of(const Cells& cells, Lattice lattice) {
  Points out;
  for (const Cell c : cells) out.insert(point_of(c, lattice));
  return out;
}
inline Cells cells_of(const Points& points, Lattice lattice) {
  std::set<Cell> out;
  for (const Point p : points) out.insert(cell_of(p, lattice));
  return {out.begin(), out.end()};
}

/// The cell to which images() moves a first cell: (0,0), or (0,1) for a triangle that points down.
inline Cell home(Point first, Lattice lattice) {
  return alike(first, point_of({0, 0}, lattice), lattice) ? Cell{0, 0} : Cell{0, 1};
}

/// The points moved so that the cell that is first, by row, then column, comes home.
inline Cells at_home(const Points& points, Lattice lattice) {
  const Point first = point_of(cells_of(points, lattice).front(), lattice),
              to = point_of(home(first, lattice), lattice);
  return cells_of(Affine::translation(first, to)(points), lattice);
}

/// The distinct images of a shape up to translation, each at home.
inline std::set<Cells> images(const Cells& shape, bool rotate, bool flip, Lattice lattice) {
  std::set<Cells> out;
  for (const Affine& map : linear_maps(rotate, flip, lattice))
    out.insert(at_home(map(points_of(shape, lattice)), lattice));
  return out;
}

/// An image (as of images()) moved so that its first cell is `to`; no cells if that is a triangle that points the other
/// way.
inline Cells moved(const Cells& image, Cell to, Lattice lattice) {
  const Point from = point_of(image.front(), lattice), p = point_of(to, lattice);
  if (!alike(from, p, lattice)) return {};
  return cells_of(Affine::translation(from, p)(points_of(image, lattice)), lattice);
}

}  // namespace pentocity::twin
