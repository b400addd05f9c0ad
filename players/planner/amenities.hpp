#pragma once
// The second part of the search: parks and ponds beside a building, ranked by estimates.

#include <array>
#include <cstdint>
#include <vector>

#include "ranking.hpp"

namespace pentocity::players::planner {

/// Evaluation::edges_of(), computed once for each cell until the next call of forget(). In between it must be asked for
/// one kind only.
template <class Row>
class EdgeMemo {
 public:
  void forget() { ++time_; }
  Points of(const Evaluation<Row>& evaluation, Kind kind, int cell) {
    if (times_[cell] != time_) {
      times_[cell] = time_;
      values_[cell] = evaluation.edges_of(kind, cell);
    }
    return values_[cell];
  }

 private:
  std::array<Points, max_cells<Row>> values_;
  std::array<std::uint32_t, max_cells<Row>> times_{};  // a value is valid if its time is time_
  std::uint32_t time_ = 0;
};

/// Tells whether two lists have the same cells, in any order.
bool same_cells(const CellList<4>& a, const CellList<4>& b);

/// The search for the amenities of a building.
template <class Row>
class AmenitySearch {
 public:
  AmenitySearch();

  /// A possible park or pond and its estimated value.
  struct Amenity {
    CellList<4> cells;
    Points value;
  };
  /// The `count` parks (or ponds) beside the draft's building that have the best estimates, the best first. The city is
  /// changed during the search and is the same afterwards. The list is valid until the next call.
  const std::vector<Amenity>& find(City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks,
                                   const Draft& draft, Kind kind, std::size_t count);

 private:
  // Notes all tetrominoes of free cells that have this cell and none of `done`, of which `free` is the window.
  void note_tetrominoes(int start, std::uint64_t free);
  // Notes all extensions of at most three cells that begin with `path` and this cell. `value` is the estimate of
  // `path`.
  void extend(int cell, CellList<4>& path, Points value);
  // Inserts a park (or pond) into best_ if it is one of the best.
  void note(const CellList<4>& cells, Points value);
  // The empty cells of the 7x7 cells around a cell, as in Tetromino::window, without those of `without`.
  std::uint64_t window_around(int cell, const Plane<Row>& without) const;
  Points edges_of(int cell) { return memo_.of(*evaluation_, kind_, cell); }

  // A tetromino, in one orientation, that covers the cell (0,0). A window is the 7x7 cells around (0,0) as bits, row by
  // row from bit 0 on; every such tetromino fits in.
  struct Tetromino {
    std::uint64_t window = 0;
    std::array<int, 3> others = {};  ///< its other cells, as differences of cell numbers
    int inner_edges = 0;             ///< number of pairs of its cells that touch
  };
  std::vector<Tetromino> tetrominoes_;  // all, in all orientations, with each of their cells at (0,0)

  // Of the present call of find().
  City<Row>* city_ = nullptr;
  const Evaluation<Row>* evaluation_ = nullptr;
  const Distances<Row>* distances_ = nullptr;
  Kind kind_ = Kind::park;
  std::size_t count_ = 0;
  std::vector<Amenity> best_;
  EdgeMemo<Row> memo_;
};

}  // namespace pentocity::players::planner
