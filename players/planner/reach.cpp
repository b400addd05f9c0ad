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

  // Sees all that is connected with the cells seen at first, or stops when it has seen all cells around, and tells
  // whether it has.
  bool sees_all() {
    complete = false;
    for (bool changed = true; changed;) {
      if (misses() == 0) return true;
      changed = false;
      for (int i = 1; i <= rows; ++i) changed |= grow(i);
      complete = true;
      for (int i = rows; i >= 1; --i) changed |= grow(i);
    }
    return false;
  }
  // The columns of the cells around that have not been seen.
  Row misses() const {
    Row missing = 0;
    for (int i = 1; i <= rows; ++i) missing |= around[i] & ~seen[i];
    return missing;
  }
};

}  // namespace

template <class Row>
bool Reach<Row>::look_near(const City<Row>& city, const Plane<Row>& built, Change<Row>& change) {
  // Of what a cell in the outermost columns touches, one column more is looked at.
  constexpr int rows_about = 4, columns_about = Change<Row>::about - 1;
  const int from = std::max(0, change.box.rows.first - rows_about);
  const int left = std::max(0, change.box.columns.first - columns_about),
            right = std::min(city.side() - 1, change.box.columns.last + columns_about);
  const Row columns = ~Row{0} >> (columns_of<Row> - 1 - right + left) << left;
  Vicinity<Row> near;
  near.rows = std::min(city.side() - 1, change.box.rows.last + rows_about) - from + 1;
  near.free[0] = near.free[near.rows + 1] = near.seen[0] = near.seen[near.rows + 1] = 0;
  bool lost_heads = false;
  int start = 0;  // the first row with cells around
  for (int i = 1; i <= near.rows; ++i) {
    const int r = from + i - 1;
    near.free[i] = city.empty()[r] & reachable_[r] & columns;
    const Row thick = built[r - 1] | built[r] | built[r + 1];
    near.around[i] = (thick | thick << 1 | thick >> 1) & near.free[i];
    const Row heads = city.heads(r);
    near.seen[i] = heads & near.free[i];
    lost_heads = lost_heads || (built[r] & heads) != 0;
    if (start == 0 && near.around[i] != 0) start = i;
  }
  // All reachable cells that stay empty remain reachable in two cases. First, if each cell around the move's cells is
  // connected there with a head: whoever came through the move's cells can turn to that head.
  if (start == 0 || near.sees_all()) return true;
  // Second, if all cells around are connected there with each other, so that every way through the move's cells can go
  // around them, and the move covers no head.
  const auto from_heads = near.seen;
  if (!lost_heads) {
    near.seen.fill(0);
    near.seen[start] = near.around[start] & -near.around[start];
    if (near.sees_all()) return true;
  }
  // Otherwise, what is connected with the cells around that no head there reaches is cut off if it ends there.
  for (int i = 1; i <= near.rows; ++i) near.seen[i] = near.around[i] & ~from_heads[i];
  near.around = near.free;
  near.sees_all();
  const Row ends = Row{1} << left | Row{1} << right;
  if ((near.seen[1] | near.seen[near.rows]) != 0) return false;
  for (int i = 1; i <= near.rows; ++i)
    if ((near.seen[i] & ends) != 0) return false;
  fewer_ = reachable_;
  for (int i = 1; i <= near.rows; ++i) cut_off(from + i - 1, near.seen[i] & ~city.edge()[from + i - 1], change);
  return true;
}

template <class Row>
void Reach<Row>::cut_off(int row, Row lost, Change<Row>& change) {
  if (lost == 0) return;
  fewer_[row] &= ~lost;
  change.reachable = &fewer_;
  change.box.add(row, first_column(lost));
  change.box.add(row, last_column(lost));
  change.cut_off += count_cells(lost);
}

template <class Row>
Change<Row> Reach<Row>::after(const City<Row>& city, const Plane<Row>& built, const Box& box) {
  Change<Row> change{box, &reachable_};
  if (look_near(city, built, change)) return change;
  change.local = false;
  fewer_ = reachable_;
  const Plane<Row> left = city.reachable();
  for (int r = 0; r < city.side(); ++r) cut_off(r, reachable_[r] & ~left[r] & city.empty()[r], change);
  return change;
}

template class Reach<NarrowRow>;
template class Reach<WideRow>;

}  // namespace pentocity::players::planner
