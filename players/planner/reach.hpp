#pragma once
// Which empty cells of a city roads can still reach, kept up to date from move to move.

#include "city.hpp"
#include "window.hpp"

namespace pentocity::players::planner {

/// What a move changes.
template <class Row>
struct Change {
  RowRange rows;                ///< these have all cells that it fills or cuts off
  const Plane<Row>* reachable;  ///< the reachable cells after it
  int cut_off = 0;              ///< the number of empty cells that are no longer reachable
};

/// The reachable cells (City::reachable) of one land, and those after a move.
template <class Row>
class Reach {
 public:
  void start(const City<Row>& city) {
    reachable_ = city.reachable();
    heads_ = Plane<Row>(city.road_heads());
  }
  const Plane<Row>& cells() const { return reachable_; }

  /// The change by a move that has been carried out on the city, with all its cells in `built` and these rows. The
  /// result is valid until the next call.
  Change<Row> after(const City<Row>& city, const Plane<Row>& built, RowRange rows);
  /// Takes the reachable cells after a move, the one of the last call of after(), as the present ones.
  void take(const Change<Row>& change) {
    if (change.reachable == &fewer_) reachable_ = fewer_;
  }
  /// Notes that a road begins to lead to this cell.
  void add_head(int cell) { heads_.set(cell); }

 private:
  // A quick test near the move: `true` means that all reachable cells that are still empty are reachable after it;
  // `false` means that this is not known.
  bool surely_all(const City<Row>& city, const Plane<Row>& built, RowRange move) const;

  // The reachable cells, those after the move that was looked at last, and City::road_heads().
  Plane<Row> reachable_, fewer_, heads_;
};

}  // namespace pentocity::players::planner
