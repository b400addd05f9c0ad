#include "reach.hpp"

#include <algorithm>

namespace pentocity::players::planner {
namespace {

// The rows near a move, from 1 on, with an empty row on each side.
template <class Row>
struct Vicinity {
  std::array<Row, columns_of<Row> + 2> free, around, seen;  // free cells; those around the move; those seen so far
  int rows;
  bool complete = false;  // all rows of `seen` have complete runs

  // Adds to a row of `seen` what is connected with it and with the rows beside it.
  bool grow(int i) {
    Row s = (seen[i] | seen[i - 1] | seen[i + 1]) & free[i];
    if (s == 0 || (complete && s == seen[i])) return false;
    // Completes the runs of the row, as Grid::fill_row() does.
    Row w = free[i];
    s |= w & ~(w + s);
    for (int by = 1; by < columns_of<Row>; by *= 2) {
      s |= w & (s >> by);
      w &= w >> by;
    }
    const bool more = s != seen[i];
    seen[i] = s;
    return more;
  }

  // Tells whether all cells around are connected with those seen at first.
  bool sees_all() {
    complete = false;
    for (bool changed = true; changed;) {
      Row missing = 0;
      for (int i = 1; i <= rows; ++i) missing |= around[i] & ~seen[i];
      if (missing == 0) return true;
      changed = false;
      for (int i = 1; i <= rows; ++i) changed |= grow(i);
      complete = true;
      for (int i = rows; i >= 1; --i) changed |= grow(i);
    }
    return false;
  }
};

}  // namespace

template <class Row>
bool Reach<Row>::surely_all(const City<Row>& city, const Plane<Row>& built, RowRange move) const {
  // Looks only at rows near the move. All reachable cells that stay empty remain reachable in two cases. First, if each
  // cell around the move's cells is connected there with a head: whoever came through the move's cells can turn to that
  // head. Second, if all cells around are connected there with each other, so that every way through the move's cells
  // can go around them, and the move covers no head.
  constexpr int about = 4;
  const int from = std::max(0, move.first - about);
  Vicinity<Row> near;
  near.rows = std::min(city.side() - 1, move.last + about) - from + 1;
  near.free[0] = near.free[near.rows + 1] = near.seen[0] = near.seen[near.rows + 1] = 0;
  bool lost_heads = false;
  int start = 0;  // the first row with cells around
  for (int i = 1; i <= near.rows; ++i) {
    const int r = from + i - 1;
    near.free[i] = city.empty()[r] & reachable_[r];
    const Row thick = built[r - 1] | built[r] | built[r + 1];
    near.around[i] = (thick | thick << 1 | thick >> 1) & near.free[i];
    near.seen[i] = heads_[r] & near.free[i];
    lost_heads = lost_heads || (built[r] & heads_[r]) != 0;
    if (start == 0 && near.around[i] != 0) start = i;
  }
  if (start == 0 || near.sees_all()) return true;
  if (lost_heads) return false;
  near.seen.fill(0);
  near.seen[start] = near.around[start] & -near.around[start];
  return near.sees_all();
}

template <class Row>
Change<Row> Reach<Row>::after(const City<Row>& city, const Plane<Row>& built, RowRange rows) {
  Change<Row> change{rows, &reachable_};
  if (surely_all(city, built, rows)) return change;
  fewer_ = city.reachable();
  change.reachable = &fewer_;
  for (int r = 0; r < city.side(); ++r)
    if (const Row lost = reachable_[r] & ~fewer_[r] & city.empty()[r]; lost != 0) {
      change.rows = {std::min(change.rows.first, r), std::max(change.rows.last, r)};
      change.cut_off += count_cells(lost);
    }
  return change;
}

template class Reach<NarrowRow>;
template class Reach<WideRow>;

}  // namespace pentocity::players::planner
