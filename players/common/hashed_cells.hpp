#pragma once
// Sets of cells in the order of a hash table. Several programs of 2016 took the first of equally good cells, roads or
// parks that they met when they went through a hash table. To make the same choice, a player goes through its cells in
// the same order. And sites in the order of a scan, with the cells beside them.

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <vector>

#include "pentocity/helpers/sites.hpp"

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
  // A bucket of the doubled table has the cells of only one old bucket, in their order. So it is enough to sort the
  // cells anew by buckets and to keep the order of equals.
  bool add(Cell c) {
    const int bit = grid_->bit(c);
    if (board_.test(bit)) return false;
    board_.set(bit);
    const auto less = [&](Cell a, Cell b) { return bucket(a) < bucket(b); };
    cells_.insert(std::upper_bound(cells_.begin(), cells_.end(), c, less), c);
    if (4 * size() > 3 * buckets_) {
      buckets_ *= 2;
      std::stable_sort(cells_.begin(), cells_.end(), less);
    }
    return true;
  }
  /// Removes a cell; does nothing if it is not in the set.
  void remove(Cell c) {
    if (!contains(c)) return;
    board_.reset(grid_->bit(c));
    cells_.erase(std::find(cells_.begin(), cells_.end(), c));
  }
  /// Removes all cells; the number of buckets stays.
  void clear() {
    for (const Cell c : cells_) board_.reset(grid_->bit(c));
    cells_.clear();
  }
  /// Makes this the set of these cells: removes the others, and adds those that are missing, by row and column.
  void follow(const LandBoard& cells) {
    if (board_ == cells) return;
    (board_ - cells).for_each([&](int bit) { remove(grid_->cell(bit)); });
    (cells - board_).for_each([&](int bit) { add(grid_->cell(bit)); });
  }

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
inline std::vector<Cells> cells_in_table_order(const Request& request) {
  int rows = 0, columns = 0;
  for (const Cell c : request.cells()) rows = std::max(rows, c.row), columns = std::max(columns, c.column);
  std::vector<Cells> out;
  for (std::size_t k = 0; k < request.rotations().size(); ++k) {
    HashedCells table(land_grid(max_side));  // of any side: only the order is wanted
    for (const Cell c : request.cells())
      table.add(k == 0   ? c
                : k == 1 ? Cell{c.column, rows - c.row}
                : k == 2 ? Cell{rows - c.row, columns - c.column}
                         : Cell{columns - c.column, c.row});
    out.emplace_back(table.begin(), table.end());
  }
  return out;
}

/// The cells of a building in the order of a hash table, to which they are added in the order of `cells`, one of the
/// lists of cells_in_table_order(), moved to `location`.
inline HashedCells moved(const Grid& grid, const Cells& cells, Cell location) {
  HashedCells out(grid);
  for (const Cell c : cells) out.add(c + location);
  return out;
}

/// The neighbours of a cell on the land in the order right, left, down, up.
template <class Use>
void for_each_neighbour(const Grid& grid, Cell c, Use&& use) {
  if (c.column + 1 < grid.columns()) use(Cell{c.row, c.column + 1});
  if (c.column > 0) use(Cell{c.row, c.column - 1});
  if (c.row + 1 < grid.rows()) use(Cell{c.row + 1, c.column});
  if (c.row > 0) use(Cell{c.row - 1, c.column});
}

/// All legal sites of a request, by row and column of the location, then by rotation. Road access is not checked.
inline std::vector<Site> sites_by_rows(const Land& land, const Request& request) {
  std::vector<LandBoard> legal;
  for (const Cells& rotation : request.rotations()) legal.push_back(legal_sites(land, request.type(), rotation));
  std::vector<Site> out;
  LandBoard all;
  for (const LandBoard& board : legal) all |= board;
  all.for_each([&](int bit) {
    for (std::size_t k = 0; k < legal.size(); ++k)
      if (legal[k].test(bit)) out.push_back({static_cast<int>(k), land.grid().cell(bit)});
  });
  return out;
}

/// Calls `use` with the cell beyond each unit edge of a building that is placed at `location`; a cell beyond two edges
/// comes twice. Cells beyond the border come, too. `outline` is an element of Request::outlines().
template <class Use>
void for_each_edge(const Cells& outline, Cell location, Use&& use) {
  for (const Cell c : outline) use(c + location);
}

}  // namespace pentocity::players
