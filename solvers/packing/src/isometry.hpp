#pragma once
// Symmetries of the lattices.

#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::packing {

/// A map of a lattice to itself that keeps distances: an integer matrix and a translation in the lattice's coordinates.
/// On squares these are (column, row). On hexagons and triangles they are axial coordinates: the second axis is
/// slanted, so that all rows are alike.
class Isometry {
 public:
  constexpr Isometry() = default;
  /// The linear map q' = qq q + qr r, r' = rq q + rr r.
  constexpr Isometry(int qq, int qr, int rq, int rr) : qq_(qq), qr_(qr), rq_(rq), rr_(rr) {}

  /// The image of a cell.
  Cell operator()(Cell c, Lattice lattice) const;
  /// The images of cells, sorted.
  Cells operator()(const Cells& cells, Lattice lattice) const;
  /// The same map without its translation.
  Isometry linear() const { return {qq_, qr_, rq_, rr_}; }
  /// This map followed by the translation that moves the cell `from` to the cell `to`; on triangles both must point in
  /// the same direction.
  Isometry then_translated(Cell from, Cell to, Lattice lattice) const;
  Isometry inverse() const;
  /// The map that applies first `b` and then `a`.
  friend Isometry operator*(const Isometry& a, const Isometry& b);
  friend bool operator==(const Isometry&, const Isometry&) = default;

 private:
  int qq_ = 1, qr_ = 0, rq_ = 0, rr_ = 1;  // q' = qq_ q + qr_ r + q_, r' = rq_ q + rr_ r + r_
  int q_ = 0, r_ = 0;
};

/// The maps without translation: 8 on squares, 12 on hexagons and triangles. The identity is the first.
const std::vector<Isometry>& point_group(Lattice lattice);

}  // namespace pentocity::packing
