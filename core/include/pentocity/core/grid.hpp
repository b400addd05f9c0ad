#pragma once
// The geometry of a board of square cells whose sets of cells are bitboards: which bit is which cell, neighbours, moved
// sets, and connected areas.
//
// Each row has a 64-bit word of its own, or two on boards with more than 64 rows or columns. A step to the left or
// right is a shift of the row; it never carries a cell into another row, and what leaves a narrower board is masked out
// with all().

#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/core/grid_board.hpp"

namespace pentocity::inline core {

/// A board of 1 to 128 rows and columns. Cell (row, column) is bit 64 * row + column; on a wide board, which has more
/// than 64 rows or columns, it is bit 128 * row + column. A Grid never changes. The sets of cells that it is given
/// (`Board`) must lie on the board, unless said otherwise.
class Grid {
 public:
  using Board = GridBoard;
  static constexpr int max_rows = 128;  ///< the maximum number of rows, and of columns

  /// Throws std::invalid_argument unless there are 1 to 128 rows and columns.
  Grid(int rows, int columns) : rows_(rows), columns_(columns), shift_(rows > 64 || columns > 64 ? 7 : 6) {
    if (rows < 1 || columns < 1 || rows > max_rows || columns > max_rows)
      throw std::invalid_argument("a board of " + std::to_string(rows) + "x" + std::to_string(columns) +
                                  " cells does not fit this bitboard");
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        all_.set(bit({r, c}));
        if (r == 0 || c == 0 || r == rows - 1 || c == columns - 1) rim_.set(bit({r, c}));
      }
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  /// Tells whether the rows of the boards are WideRow and not NarrowRow.
  bool wide() const { return shift_ != 6; }
  /// Bits from a cell to the cell below it: 64, or 128 if wide().
  int stride() const { return 1 << shift_; }
  /// More than the bit of any cell.
  int bits() const { return rows_ << shift_; }
  /// Removes all cells from a set, and brings all words of this board into use in it (GridBoard).
  void clear(Board& b) const {
    b.clear();
    if (wide()) [[unlikely]]
      b.use(all_.used);
  }

  /// All cells of the board.
  const Board& all() const { return all_; }
  /// The cells in the first or last row or column: those that touch the border.
  const Board& rim() const { return rim_; }

  bool contains(Cell c) const { return c.row >= 0 && c.column >= 0 && c.row < rows_ && c.column < columns_; }
  /// The bit of a cell, which must be on the board, and the cell of a bit.
  int bit(Cell c) const { return (c.row << shift_) + c.column; }
  Cell cell(int bit) const { return {bit >> shift_, bit & (stride() - 1)}; }
  /// Tells whether the cell is on the board and in `b`.
  bool test(const Board& b, Cell c) const { return contains(c) && b.test(bit(c)); }

  /// The set of these cells. Throws std::out_of_range if one is not on the board.
  Board board(std::span<const Cell> cells) const {
    Board b;
    for (const Cell c : cells) {
      if (!contains(c))
        throw std::out_of_range("cell (" + std::to_string(c.row) + "," + std::to_string(c.column) +
                                ") is off the board");
      b.set(bit(c));
    }
    return b;
  }
  /// The members of a set as a list, sorted by row and column.
  Cells cells(const Board& b) const {
    Cells out;
    b.for_each([&](int i) { out.push_back(cell(i)); });
    return out;
  }

  /// The set moved down by `rows` and to the right by `columns` (up and left if negative). Cells that leave the board
  /// are dropped.
  Board shifted(const Board& b, int rows, int columns) const {
    return with_row_type(wide(), [&](auto row) { return shifted_rows<decltype(row)>(b, rows, columns); });
  }

  /// The cells of the board that share a side with at least one cell of `b`. A cell of `b` is among them if another
  /// cell of `b` touches it.
  Board neighbours(const Board& b) const {
    if (wide()) [[unlikely]]
      return wide_neighbours(b);
    Board out{Board::Unset()};
    const auto row = [&](int r) { return b.words[r] << 1 | b.words[r] >> 1; };
    out.words[0] = (row(0) | b.words[1]) & all_.words[0];
    for (int r = 1; r < 63; ++r) out.words[r] = (row(r) | b.words[r - 1] | b.words[r + 1]) & all_.words[r];
    out.words[63] = (row(63) | b.words[62]) & all_.words[63];
    return out;
  }

  /// The cells of row `r` that neighbours() has, as a row; columns beyond the board may be among them.
  template <class Row>
  Row row_neighbours(const Board& b, int r) const {
    const Row here = b.row<Row>(r);
    Row out = here << 1 | here >> 1;
    if (r > 0) out |= b.row<Row>(r - 1);
    if (r + 1 < rows_) out |= b.row<Row>(r + 1);
    return out;
  }

  /// The cells of `within` that can be reached from those cells of `seeds` that are in `within`, by steps to touching
  /// cells of `within`. The starting cells are included; cells of `seeds` outside of `within` are ignored.
  Board flood(const Board& seeds, const Board& within) const {
    Board reached = seeds & within;
    if (reached.none()) return reached;
    if (wide()) [[unlikely]]
      return wide_sweep(reached, within);
    return sweep<NarrowRow>(reached, within);
  }

  /// The connected area of `within` that has the cell of this bit; empty if the bit is not in `within`.
  Board component(int bit, const Board& within) const {
    Board seed;
    if (!within.test(bit)) return seed;
    seed.set(bit);
    if (wide()) [[unlikely]]
      return wide_sweep(seed, within);
    return sweep<NarrowRow>(seed, within);
  }

  /// All connected areas of `b`, in the order of their first cells (by row, then column).
  std::vector<Board> components(Board b) const {
    std::vector<Board> out;
    for (int i = b.first(); i >= 0; i = b.first()) {
      out.push_back(component(i, b));
      b -= out.back();
    }
    return out;
  }

  /// Tells whether `b` is one connected area or empty.
  bool connected(const Board& b) const { return b.none() || component(b.first(), b) == b; }

 private:
  // One row: those runs of `w` (ones side by side) in which `s`, a subset of w, has a bit, complete. For example with
  // eight bits, the highest on the left, w = 01110110 and s = 00100000: the run on the left is returned, 01110000.
  //   w + s         = 10010110   the carry clears the run from the bit of s on to the left
  //   w & ~(w + s)  = 01100000   so this is the run from the bit of s on to the left
  //   the loop      : 01110000   adds the rest of the run on the right, by shifts of 1, 2, 4, ... places within w
  template <class Row>
  static Row fill_row(Row s, Row w) {
    if (s == 0) return 0;
    s |= w & ~(w + s);
    for (int by = 1; by < columns_of<Row>; by *= 2) {
      s |= w & (s >> by);
      w &= w >> by;
    }
    return s;
  }

  // The flood from `reached`, a nonempty subset of `within`: passes over the rows, down and up in turn, until nothing
  // changes. In a pass each row is reached from the row before, and its runs are filled. A flood takes about as many
  // passes as its ways turn between up and down. Only the rows `first` to `last`, which have reached cells, and the row
  // on each side of them are looked at.
  template <class Row>
  Board sweep(Board reached, const Board& within) const {
    const auto put = [&](int r, Row row) { reached.set_row(r, fill_row(row, within.row<Row>(r))); };
    if constexpr (words_of_row<Row> == 2) reached.use(all_.used);
    int first = cell(reached.first()).row, last = first;
    for (int r = first; r < rows_; ++r) {
      if (reached.row<Row>(r) == 0) continue;
      put(r, reached.row<Row>(r));
      last = r;
    }
    bool changed = true;
    const auto pull = [&](int row, int from) {
      const Row more = reached.row<Row>(from) & within.row<Row>(row) & ~reached.row<Row>(row);
      if (more == 0) return;
      put(row, reached.row<Row>(row) | more);
      changed = true;
    };
    while (changed) {
      changed = false;
      for (int r = first + 1; r < rows_ && r <= last + 1; ++r) {
        pull(r, r - 1);
        if (r > last && reached.row<Row>(r) != 0) last = r;
      }
      for (int r = last - 1; r >= 0 && r >= first - 1; --r) {
        pull(r, r + 1);
        if (r < first && reached.row<Row>(r) != 0) first = r;
      }
    }
    return reached;
  }

  template <class Row>
  Board shifted_rows(const Board& b, int rows, int columns) const {
    Board out;
    clear(out);
    if (columns <= -columns_of<Row> || columns >= columns_of<Row>) return out;
    for (int r = rows > 0 ? rows : 0; r < rows_ && r - rows < rows_; ++r) {
      const Row row = b.row<Row>(r - rows);
      out.set_row<Row>(r, (columns >= 0 ? row << columns : row >> -columns) & all_.row<Row>(r));
    }
    return out;
  }
  Board wide_neighbours(const Board& b) const;
  Board wide_sweep(const Board& reached, const Board& within) const;

  int rows_, columns_, shift_;
  Board all_, rim_;
};

}  // namespace pentocity::inline core
