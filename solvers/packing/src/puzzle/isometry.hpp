#pragma once
// Symmetries of the lattices.

#include <array>
#include <tuple>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// A map of a lattice to itself that keeps distances: an integer matrix and a translation in the lattice's coordinates
/// (axial()). On squares these are (column, row). On hexagons and triangles the second axis is slanted, so that all
/// rows are alike. On cubes they are (column, row, layer); in the plane the third stays as it is.
///
/// On a board that wraps, images are taken modulo its sides, and so are the maps themselves.
class Isometry {
 public:
  using Vector = std::array<int, 3>;
  using Matrix = std::array<Vector, 3>;  ///< by rows

  constexpr Isometry() = default;
  /// The linear map of this matrix.
  constexpr explicit Isometry(const Matrix& matrix) : matrix_(matrix) {}

  /// The image of a cell.
  Cell operator()(Cell c, Lattice lattice) const;
  /// The images of cells, sorted.
  Cells operator()(const Cells& cells, Lattice lattice) const;
  /// The same map without its translation.
  Isometry linear() const { return Isometry(matrix_); }
  /// This map followed by the translation that moves the cell `from` to the cell `to`; on triangles both must point in
  /// the same direction.
  Isometry then_translated(Cell from, Cell to, Lattice lattice) const;
  Isometry inverse() const;
  /// Is it a rotation, with or without a move, and no reflection?
  bool is_rotation() const { return determinant() > 0; }
  /// The same map, if the board of its images wraps after so many columns and rows; 0: it does not.
  Isometry on(Rounds rounds) const;
  Rounds rounds() const { return {rounds_[0], rounds_[1]}; }
  /// The map that applies first `b` and then `a`.
  friend Isometry operator*(const Isometry& a, const Isometry& b);
  friend bool operator==(const Isometry& a, const Isometry& b) {
    return a.matrix_ == b.matrix_ && a.translation_ == b.translation_;
  }
  friend bool operator<(const Isometry& a, const Isometry& b) {
    return std::tie(a.matrix_, a.translation_) < std::tie(b.matrix_, b.translation_);
  }

 private:
  int determinant() const;  // 1, or -1 of a reflection
  Matrix matrix_{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector translation_{};
  Vector rounds_{};  // of the images; 0: none
};

/// The maps without translation: 8 on squares, 12 on hexagons and triangles, 48 on cubes. The identity is the first.
const std::vector<Isometry>& point_group(Lattice lattice);

}  // namespace pentocity::packing
