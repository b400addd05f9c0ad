#pragma once
// Sets of cells and tables of numbers for the cells of the land, with room around them, so that a shape can be tried at
// every location without checks; and shapes as runs of cells. A cell is its bit in a LandBoard, a number. The parts of
// the planners that work on rows are templates of the row's type, NarrowRow or WideRow (pentocity/core/row.hpp).

#include <array>
#include <bit>
#include <vector>

#include "pentocity/game/land.hpp"

namespace pentocity::players::planner {

/// The row and the column of a cell, on lands with rows of this type.
template <class Row>
constexpr int row_of(int cell) {
  return cell >> std::countr_zero(static_cast<unsigned>(columns_of<Row>));
}
template <class Row>
constexpr int column_of(int cell) {
  return cell & (columns_of<Row> - 1);
}
/// More than the number of any cell.
template <class Row>
inline constexpr int max_cells = columns_of<Row> * columns_of<Row>;

/// A set of cells. There are `pad` rows of zeros before those of the land, and as many after them.
template <class Row>
class Plane {
 public:
  static constexpr int pad = 16;
  Plane() = default;
  explicit Plane(const LandBoard& board) {
    for (int r = 0; r < columns_of<Row>; ++r) (*this)[r] = board.row<Row>(r);
  }
  Row& operator[](int row) { return rows_[row + pad]; }
  Row operator[](int row) const { return rows_[row + pad]; }
  /// The place of a row, from which the following rows can be read.
  const Row* at(int row) const { return &rows_[row + pad]; }
  bool test(int cell) const { return ((*this)[row_of<Row>(cell)] >> column_of<Row>(cell)) & 1; }
  void set(int cell) { (*this)[row_of<Row>(cell)] |= Row{1} << column_of<Row>(cell); }
  void reset(int cell) { (*this)[row_of<Row>(cell)] &= ~(Row{1} << column_of<Row>(cell)); }
  LandBoard board(const Grid& grid) const {
    LandBoard out;
    grid.clear(out);
    for (int r = 0; r < grid.rows(); ++r) out.set_row<Row>(r, (*this)[r]);
    return out;
  }

 private:
  alignas(32) std::array<Row, columns_of<Row> + 2 * pad> rows_{};
};

/// A number for every cell. There are 8 more rows and 16 more columns than a land can have, so that a shape at any
/// location of the land can look beyond its last row and column.
template <class Row, class Number>
class Field {
 public:
  Number& operator[](int cell) { return values_[row_of<Row>(cell) * stride + column_of<Row>(cell)]; }
  Number operator[](int cell) const { return *at(row_of<Row>(cell), column_of<Row>(cell)); }
  /// The place of the number of this row and column, from which the following columns can be read.
  const Number* at(int row, int column) const { return &values_[row * stride + column]; }
  /// Sets all numbers, also those beyond the land.
  void fill(Number value) { values_.fill(value); }

 private:
  static constexpr int stride = columns_of<Row> + 16;
  std::array<Number, (columns_of<Row> + 8) * stride> values_{};
};

/// A run: `length` cells, at most five, side by side in one row, of which (row, column) is the first.
struct Run {
  int row = 0, column = 0, length = 1;
};
/// A shape as a list of runs.
using Runs = std::vector<Run>;

}  // namespace pentocity::players::planner
