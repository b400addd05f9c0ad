#pragma once
// Symmetries of the two lattices, and of a set of cells.

#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::packing {

/// A distance-preserving map of the lattice to itself: an integer matrix and a translation of lattice coordinates,
/// which are (column, row) on squares and axial on hexagons, where rows slant.
class Isometry {
 public:
  constexpr Isometry() = default;
  constexpr Isometry(int qq, int qr, int rq, int rr) : qq_(qq), qr_(qr), rq_(rq), rr_(rr) {}

  Cell operator()(Cell c, Lattice lattice) const;
  /// The cells' images, sorted.
  Cells operator()(const Cells& cells, Lattice lattice) const;
  /// The map without its translation.
  Isometry linear() const { return {qq_, qr_, rq_, rr_}; }
  /// The same map, followed by the translation that takes the cell `from` to the cell `to`.
  Isometry then_translated(Cell from, Cell to, Lattice lattice) const;
  Isometry inverse() const;
  /// First `b`, then `a`.
  friend Isometry operator*(const Isometry& a, const Isometry& b);
  friend bool operator==(const Isometry&, const Isometry&) = default;

 private:
  int qq_ = 1, qr_ = 0, rq_ = 0, rr_ = 1;  // q' = qq q + qr r + q_, r' = rq q + rr r + r_
  int q_ = 0, r_ = 0;
};

/// The linear maps: 8 on squares, 12 on hexagons; the identity first.
const std::vector<Isometry>& point_group(Lattice lattice);

/// All isometries that map this set of cells (sorted, not empty) to itself; the identity first.
std::vector<Isometry> symmetries_of(const Cells& cells, Lattice lattice);

}  // namespace pentocity::packing
