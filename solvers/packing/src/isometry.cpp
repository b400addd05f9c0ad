#include "isometry.hpp"

#include <algorithm>

namespace pentocity::packing {

Cell Isometry::operator()(Cell c, Lattice lattice) const {
  const auto [q, r] = axial(c, lattice);
  return from_axial({qq_ * q + qr_ * r + q_, rq_ * q + rr_ * r + r_}, lattice);
}

Cells Isometry::operator()(const Cells& cells, Lattice lattice) const {
  Cells out;
  out.reserve(cells.size());
  for (const Cell c : cells) out.push_back((*this)(c, lattice));
  std::sort(out.begin(), out.end());
  return out;
}

Isometry Isometry::then_translated(Cell from, Cell to, Lattice lattice) const {
  const Axial before = axial(from, lattice), after = axial(to, lattice);
  Isometry out = *this;
  out.q_ += after.q - before.q;
  out.r_ += after.r - before.r;
  return out;
}

Isometry Isometry::inverse() const {
  const int d = qq_ * rr_ - qr_ * rq_;  // 1 or -1
  Isometry out(d * rr_, -d * qr_, -d * rq_, d * qq_);
  out.q_ = -(out.qq_ * q_ + out.qr_ * r_);
  out.r_ = -(out.rq_ * q_ + out.rr_ * r_);
  return out;
}

Isometry operator*(const Isometry& a, const Isometry& b) {
  Isometry out(a.qq_ * b.qq_ + a.qr_ * b.rq_, a.qq_ * b.qr_ + a.qr_ * b.rr_, a.rq_ * b.qq_ + a.rr_ * b.rq_,
               a.rq_ * b.qr_ + a.rr_ * b.rr_);
  out.q_ = a.qq_ * b.q_ + a.qr_ * b.r_ + a.q_;
  out.r_ = a.rq_ * b.q_ + a.rr_ * b.r_ + a.r_;
  return out;
}

const std::vector<Isometry>& point_group(Lattice lattice) {
  const auto generated = [](const Isometry& turn, const Isometry& flip, int turns) {
    std::vector<Isometry> group;
    for (Isometry g : {Isometry{}, flip})
      for (int i = 0; i < turns; ++i, g = turn * g) group.push_back(g);
    return group;
  };
  static const auto square = generated({0, -1, 1, 0}, {-1, 0, 0, 1}, 4);
  // Triangles are turned about a corner.
  static const auto hex_or_triangle = generated({0, -1, 1, 1}, {-1, -1, 0, 1}, 6);
  return lattice == Lattice::square ? square : hex_or_triangle;
}

}  // namespace pentocity::packing
