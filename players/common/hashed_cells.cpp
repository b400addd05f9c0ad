#include "common/hashed_cells.hpp"

#include <algorithm>

namespace pentocity::players {

// A bucket of the doubled table has the cells of only one old bucket, in their order. So it is enough to sort the cells
// anew by buckets and to keep the order of equals.
bool HashedCells::add(Cell c) {
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

void HashedCells::remove(Cell c) {
  if (!contains(c)) return;
  board_.reset(grid_->bit(c));
  cells_.erase(std::find(cells_.begin(), cells_.end(), c));
}

void HashedCells::clear() {
  for (const Cell c : cells_) board_.reset(grid_->bit(c));
  cells_.clear();
}

void HashedCells::follow(const LandBoard& cells) {
  if (board_ == cells) return;
  (board_ - cells).for_each([&](int bit) { remove(grid_->cell(bit)); });
  (cells - board_).for_each([&](int bit) { add(grid_->cell(bit)); });
}

std::vector<Cells> cells_in_table_order(const Request& request) {
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

HashedCells moved(const Grid& grid, const Cells& cells, Cell location) {
  HashedCells out(grid);
  for (const Cell c : cells) out.add(c + location);
  return out;
}

}  // namespace pentocity::players
