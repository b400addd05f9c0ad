#pragma once
// Sets of cells in the order of a hash table. Several programs of 2016 took the first of equally good cells, roads or
// parks that they met when they went through a hash table. To make the same choice, a player goes through its cells in
// the same order.

#include <boost/container/small_vector.hpp>
#include <vector>

#include "pentocity/game/land.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::players {

/// A set of cells of a land, in the order of a Java HashSet whose elements have the hash code
/// 100 * row + column. The table has a number of buckets that is a power of two, at first 16. It is doubled when more
/// than three quarters as many cells are in the set; it never shrinks. A cell belongs into the bucket of its hash code
/// modulo the number of buckets. The cells of one bucket have the order in which they were added.
class HashedCells {
 public:
  using List = boost::container::small_vector<Cell, 24>;

  explicit HashedCells(const Grid& grid) : grid_(&grid) {}
  /// Adds the cells in their order.
  template <class Range>
  HashedCells(const Grid& grid, const Range& cells) : HashedCells(grid) {
    for (const Cell c : cells) add(c);
  }

  /// Adds a cell. Returns false if it was in the set before.
  bool add(Cell c);
  /// Removes a cell; does nothing if it is not in the set.
  void remove(Cell c);
  /// Removes all cells; the number of buckets stays.
  void clear();
  /// Makes this the set of these cells: removes the others, and adds those that are missing, by row and column.
  void follow(const LandBoard& cells);

  bool contains(Cell c) const { return grid_->test(board_, c); }
  const LandBoard& board() const { return board_; }
  /// Tells whether `a` belongs into an earlier bucket than `b` in a table of 16 buckets, which a set of up to twelve
  /// cells has.
  static bool earlier_in_small_table(Cell a, Cell b) {
    return ((100 * a.row + a.column) & 15) < ((100 * b.row + b.column) & 15);
  }
  bool empty() const { return cells_.empty(); }
  int size() const { return static_cast<int>(cells_.size()); }
  /// The cells in the order of the table.
  List::const_iterator begin() const { return cells_.begin(); }
  List::const_iterator end() const { return cells_.end(); }

 private:
  int bucket(Cell c) const { return (100 * c.row + c.column) & (buckets_ - 1); }

  const Grid* grid_;
  LandBoard board_;
  List cells_;
  int buckets_ = 16;
};

/// For each rotation of a request its cells in the order in which the programs of 2016 went through them.
std::vector<Cells> cells_in_table_order(const Request& request);

/// The cells of a building in the order of a hash table, to which they are added in the order of `cells`, one of the
/// lists of cells_in_table_order(), moved to `location`.
HashedCells moved(const Grid& grid, const Cells& cells, Cell location);

/// The neighbours of a cell on the land in the order right, left, down, up.
template <class Use>
void for_each_neighbour(const Grid& grid, Cell c, Use&& use) {
  if (c.column + 1 < grid.columns()) use(Cell{c.row, c.column + 1});
  if (c.column > 0) use(Cell{c.row, c.column - 1});
  if (c.row + 1 < grid.rows()) use(Cell{c.row + 1, c.column});
  if (c.row > 0) use(Cell{c.row - 1, c.column});
}

}  // namespace pentocity::players
