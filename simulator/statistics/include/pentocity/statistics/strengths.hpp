#pragma once
// The model behind ratings: strengths on a logarithmic scale, of which the differences decide the chances of a match
// (Bradley and Terry 1952).

#include <cstddef>
#include <numbers>
#include <vector>

namespace pentocity::statistics {

/// Elo points of one unit of strength.
inline constexpr double elo_points = 400 / std::numbers::ln10;

/// A square matrix.
class Matrix {
 public:
  explicit Matrix(std::size_t side, double value = 0) : side_(side), values_(side * side, value) {}
  double& operator()(std::size_t i, std::size_t j) { return values_[i * side_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values_[i * side_ + j]; }
  std::size_t side() const { return side_; }

 private:
  std::size_t side_;
  std::vector<double> values_;
};

using Vector = std::vector<double>;

/// The lower Cholesky factor of a symmetric positive definite matrix.
Matrix cholesky(Matrix a);
/// The vector x with factor * (factor transposed) * x = b.
Vector solve(const Matrix& factor, Vector b);

/// The probability that a player of one strength beats a player of another.
double win_probability(double strength, double other);

/// Wins (draws half) of the row's player against the column's, and how often the two met.
struct Matches {
  Matrix wins, met;
};

/// Fisher's information. It is singular along (1, ..., 1); that direction is filled up, for the mean is fixed.
Matrix information(const Matches& matches, const Vector& strength);
/// The strengths, with mean 0, that make the matches most likely. Every two players must be joined by a chain of
/// matches that neither side of it has won all.
Vector most_likely(const Matches& matches);

}  // namespace pentocity::statistics
