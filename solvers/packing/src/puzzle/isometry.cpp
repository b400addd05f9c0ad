#include "puzzle/isometry.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace pentocity::packing {
namespace {

Isometry::Vector coordinates(Cell c, Lattice lattice) {
  const Axial a = axial(c, lattice);
  return {a.q, a.r, a.layer};
}

Isometry::Vector product(const Isometry::Matrix& matrix, const Isometry::Vector& v) {
  Isometry::Vector out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[i] += matrix[i][j] * v[j];
  return out;
}

// Modulo the rounds.
Isometry::Vector reduced(Isometry::Vector v, const Isometry::Vector& rounds) {
  for (int i = 0; i < 3; ++i)
    if (rounds[i] > 0) v[i] = (v[i] % rounds[i] + rounds[i]) % rounds[i];
  return v;
}

// The rounds of the images.
Isometry::Vector rounds_after(const Isometry::Matrix& matrix, const Isometry::Vector& rounds) {
  Isometry::Vector out = product(matrix, rounds);
  for (int& round : out) round = std::abs(round);
  return out;
}

// All products of these turns, the identity first; then each of them after the reflection.
std::vector<Isometry> generated(std::span<const Isometry> turns, const Isometry& flip) {
  std::vector<Isometry> group{Isometry{}};
  for (std::size_t i = 0; i < group.size(); ++i)
    for (const Isometry& turn : turns)
      if (const Isometry next = turn * group[i]; std::find(group.begin(), group.end(), next) == group.end())
        group.push_back(next);
  const std::size_t rotations = group.size();
  for (std::size_t i = 0; i < rotations; ++i) group.push_back(group[i] * flip);
  return group;
}

}  // namespace

Cell Isometry::operator()(Cell c, Lattice lattice) const {
  const Vector image = product(matrix_, coordinates(c, lattice));
  const auto [q, r, layer] =
      reduced({image[0] + translation_[0], image[1] + translation_[1], image[2] + translation_[2]}, rounds_);
  return from_axial({q, r, layer}, lattice);
}

Cells Isometry::operator()(const Cells& cells, Lattice lattice) const {
  Cells out;
  out.reserve(cells.size());
  for (const Cell c : cells) out.push_back((*this)(c, lattice));
  std::sort(out.begin(), out.end());
  return out;
}

Isometry Isometry::then_translated(Cell from, Cell to, Lattice lattice) const {
  const Vector before = coordinates(from, lattice), after = coordinates(to, lattice);
  Isometry out = *this;
  for (int i = 0; i < 3; ++i) out.translation_[i] += after[i] - before[i];
  out.translation_ = reduced(out.translation_, rounds_);
  return out;
}

Isometry Isometry::on(Rounds rounds) const {
  Isometry out = *this;
  out.rounds_ = {rounds.columns, rounds.rows, 0};
  out.translation_ = reduced(translation_, out.rounds_);
  return out;
}

int Isometry::determinant() const {
  const auto& [a, b, c] = matrix_;
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

Isometry Isometry::inverse() const {
  // The linear map as often as is left of a whole round.
  Isometry out;
  while (out * linear() != Isometry{}) out = out * linear();
  const Vector back = product(out.matrix_, translation_);
  out.rounds_ = rounds_after(out.matrix_, rounds_);
  out.translation_ = reduced({-back[0], -back[1], -back[2]}, out.rounds_);
  return out;
}

Isometry operator*(const Isometry& a, const Isometry& b) {
  Isometry out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      out.matrix_[i][j] = 0;
      for (int k = 0; k < 3; ++k) out.matrix_[i][j] += a.matrix_[i][k] * b.matrix_[k][j];
    }
  out.translation_ = product(a.matrix_, b.translation_);
  for (int i = 0; i < 3; ++i) out.translation_[i] += a.translation_[i];
  out.rounds_ = a.rounds_ != Isometry::Vector{} ? a.rounds_ : rounds_after(a.matrix_, b.rounds_);
  out.translation_ = reduced(out.translation_, out.rounds_);
  return out;
}

const std::vector<Isometry>& point_group(Lattice lattice) {
  using M = Isometry::Matrix;
  static constexpr Isometry quarter(M{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}), flip(M{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}),
      tip(M{{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}});
  // Triangles are turned about a corner.
  static constexpr Isometry sixth(M{{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}}),
      slanted_flip(M{{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}});
  static const auto square = generated(std::array{quarter}, flip);
  static const auto hex_or_triangle = generated(std::array{sixth}, slanted_flip);
  static const auto cube = generated(std::array{quarter, tip}, flip);
  return lattice == Lattice::square ? square : lattice == Lattice::cube ? cube : hex_or_triangle;
}

}  // namespace pentocity::packing
