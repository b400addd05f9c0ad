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

  /// Adds a cell; does nothing if it is in the set.
  // A bucket of the doubled table has the cells of only one old bucket, in their order. So it is enough to sort the
  // cells anew by buckets and to keep the order of equals.
  void add(Cell c) {
    if (contains(c)) return;
    board_.set(grid_->bit(c));
    const auto less = [&](Cell a, Cell b) { return bucket(a) < bucket(b); };
    cells_.insert(std::upper_bound(cells_.begin(), cells_.end(), c, less), c);
    if (4 * size() > 3 * buckets_) {
      buckets_ *= 2;
      std::stable_sort(cells_.begin(), cells_.end(), less);
    }
  }
  /// Removes a cell; does nothing if it is not in the set.
  void remove(Cell c) {
    if (!contains(c)) return;
    board_.reset(grid_->bit(c));
    cells_.erase(std::find(cells_.begin(), cells_.end(), c));
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
  Cells cells = request.cells();
  Extent size = extent(cells);
  std::vector<Cells> out;
  while (out.size() < request.rotations().size()) {
    const HashedCells table(land_grid(max_side), cells);  // of any side: only the order is wanted
    out.emplace_back(table.begin(), table.end());
    for (Cell& c : cells) c = {c.column, size.rows - 1 - c.row};
    std::swap(size.rows, size.columns);
  }
  return out;
}

/// The cells of a building in the order of a hash table, to which they are added in the order of `cells`, one of the
/// lists of cells_in_table_order(), moved to `location`.
inline HashedCells moved(const Grid& grid, const Cells& cells, Cell location) {
  return {grid, translated(cells, location)};
}

/// The neighbours of a cell on the land in the order right, left, down, up.
template <class Use>
void for_each_neighbour(const Grid& grid, Cell c, Use&& use) {
  if (c.column + 1 < grid.columns()) use(Cell{c.row, c.column + 1});
  if (c.column > 0) use(Cell{c.row, c.column - 1});
  if (c.row + 1 < grid.rows()) use(Cell{c.row + 1, c.column});
  if (c.row > 0) use(Cell{c.row - 1, c.column});
}

/// All legal sites of a request, by row and column of the location, or with `from_bottom` by them downwards, then by
/// rotation. Road access is not checked.
inline std::vector<Site> sites_by_rows(const Land& land, const Request& request, bool from_bottom = false) {
  std::vector<LandBoard> legal;
  LandBoard all;
  for (const Cells& rotation : request.rotations())
    all |= legal.emplace_back(legal_sites(land, request.type(), rotation));
  Cells locations = land.grid().cells(all);
  if (from_bottom) std::reverse(locations.begin(), locations.end());
  std::vector<Site> out;
  for (const Cell c : locations)
    for (int k = 0; k < std::ssize(legal); ++k)
      if (legal[k].test(land.grid().bit(c))) out.push_back({k, c});
  return out;
}

/// Calls `use` with the cell beyond each unit edge of a building that is placed at `location`; a cell beyond two edges
/// comes twice. Cells beyond the border come, too. `outline` is an element of Request::outlines().
template <class Use>
void for_each_edge(const Cells& outline, Cell location, Use&& use) {
  for (const Cell c : outline) use(c + location);
}

}  // namespace pentocity::players
