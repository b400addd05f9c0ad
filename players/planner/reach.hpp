#pragma once
// Which empty cells of a city roads can still reach, kept up to date from move to move.

#include <algorithm>

#include "city.hpp"
#include "window.hpp"

namespace pentocity::players::planner {

/// The rows and the columns of some cells.
struct Box {
  RowRange rows{columns_of<WideRow>, -1}, columns = rows;  ///< no cell

  void add(int row, int column) {
    rows = {std::min(rows.first, row), std::max(rows.last, row)};
    columns = {std::min(columns.first, column), std::max(columns.last, column)};
  }
  /// Tells whether a cell is in the box or at most so many rows and columns beside it.
  bool within(int by, int row, int column) const {
    return row >= rows.first - by && row <= rows.last + by && column >= columns.first - by &&
           column <= columns.last + by;
  }
  /// Adds another box and so many rows and columns on all its sides.
  void add(const Box& other, int by) {
    add(other.rows.first - by, other.columns.first - by);
    add(other.rows.last + by, other.columns.last + by);
  }
};

/// What a move changes.
template <class Row>
struct Change {
  Box box;                                ///< of the cells that it fills or cuts off
  const Plane<Row>* reachable = nullptr;  ///< the reachable cells after it
  int cut_off = 0;                        ///< the number of empty cells that are no longer reachable
  /// Whether all this follows from the kinds of the cells at most `about` rows and columns away from the box, and from
  /// which of them were reachable before. So does by how much the move changes each count of the evaluation: which
  /// cells five rows away a shape can cover depends on cells four rows further, and what these touch.
  bool local = true;
  static constexpr int about = 10;
};

/// The reachable cells (City::reachable) of one land, and those after a move.
template <class Row>
class Reach {
 public:
  void start(const City<Row>& city) { reachable_ = city.reachable(); }
  const Plane<Row>& cells() const { return reachable_; }

  /// The change by a move that has been carried out on the city, with all its cells in `built` and in this box. The
  /// result is valid until the next call.
  Change<Row> after(const City<Row>& city, const Plane<Row>& built, const Box& box);
  /// Takes the reachable cells after a move, the one of the last call of after(), as the present ones.
  void take(const Change<Row>& change) {
    if (change.reachable == &fewer_) reachable_ = fewer_;
  }

 private:
  // Finds the change by looking only near the move; false if that does not tell it.
  bool look_near(const City<Row>& city, const Plane<Row>& built, Change<Row>& change);

  // Notes that these cells of a row, if any, are no longer reachable.
  void cut_off(int row, Row lost, Change<Row>& change);

  Plane<Row> reachable_, fewer_;  // the reachable cells, and those after the move that was looked at last
};

}  // namespace pentocity::players::planner
