#pragma once
// The geometry of a board of square cells whose sets of cells are bitboards: which bit is which cell, neighbours, moved
// sets, and connected areas.
//
// Each row has a 64-bit word of its own. A step to the left or right is a shift of the word; it never carries a cell
// into another row, and what leaves a narrower board is masked out with all().

#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/core/bitboard.hpp"
#include "pentocity/core/cell.hpp"

namespace pentocity::inline core {

/// A board of 1 to 64 rows and columns. Cell (row, column) is bit 64 * row + column, that is bit `column` of word
/// `row`. A Grid never changes. The sets of cells that it is given (`Board`) must lie on the board, unless said
/// otherwise.
class Grid {
 public:
  using Board = Bitboard<64>;
  static constexpr int stride = 64;  ///< bits from a cell to the cell below it

  /// Throws std::invalid_argument unless there are 1 to 64 rows and columns.
  Grid(int rows, int columns) : rows_(rows), columns_(columns) {
    if (rows < 1 || columns < 1 || rows > stride || columns > stride)
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

  /// All cells of the board.
  const Board& all() const { return all_; }
  /// The cells in the first or last row or column: those that touch the border.
  const Board& rim() const { return rim_; }

  bool contains(Cell c) const { return c.row >= 0 && c.column >= 0 && c.row < rows_ && c.column < columns_; }
  /// The bit of a cell, which must be on the board, and the cell of a bit.
  int bit(Cell c) const { return c.row * stride + c.column; }
  Cell cell(int bit) const { return {bit / stride, bit % stride}; }
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
    Board out;
    if (columns <= -64 || columns >= 64) return out;
    const int first = rows > 0 ? rows : 0, last = rows > 0 ? 64 : 64 + rows;
    if (columns >= 0)
      for (int r = first; r < last; ++r) out.words[r] = b.words[r - rows] << columns;
    else
      for (int r = first; r < last; ++r) out.words[r] = b.words[r - rows] >> -columns;
    return out & all_;
  }

  /// The cells of the board that share a side with at least one cell of `b`. A cell of `b` is among them if another
  /// cell of `b` touches it.
  Board neighbours(const Board& b) const {
    Board out;
    const auto row = [&](int r) { return b.words[r] << 1 | b.words[r] >> 1; };
    out.words[0] = (row(0) | b.words[1]) & all_.words[0];
    for (int r = 1; r < 63; ++r) out.words[r] = (row(r) | b.words[r - 1] | b.words[r + 1]) & all_.words[r];
    out.words[63] = (row(63) | b.words[62]) & all_.words[63];
    return out;
  }

  /// The cells of `within` that can be reached from those cells of `seeds` that are in `within`, by steps to touching
  /// cells of `within`. The starting cells are included; cells of `seeds` outside of `within` are ignored.
  Board flood(const Board& seeds, const Board& within) const {
    Board reached = seeds & within;
    if (reached.none()) return reached;
    return sweep(reached, within);
  }

  /// The connected area of `within` that has the cell of this bit; empty if the bit is not in `within`.
  Board component(int bit, const Board& within) const {
    Board seed;
    seed.set(bit);
    return flood(seed, within);
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
  static std::uint64_t fill_row(std::uint64_t s, std::uint64_t w) {
    if (s == 0) return 0;
    s |= w & ~(w + s);
    for (int by = 1; by < 64; by *= 2) {
      s |= w & (s >> by);
      w &= w >> by;
    }
    return s;
  }

  // The flood from `reached`, a nonempty subset of `within`: passes over the rows, down and up in turn, until nothing
  // changes. In a pass each row is reached from the row before, and its runs are filled. A flood takes about as many
  // passes as its ways turn between up and down. Only the rows `first` to `last`, which have reached cells, and the row
  // on each side of them are looked at.
  Board sweep(Board reached, const Board& within) const {
    int first = reached.first() / 64, last = first;
    for (int r = first; r < rows_; ++r) {
      if (reached.words[r] == 0) continue;
      reached.words[r] = fill_row(reached.words[r], within.words[r]);
      last = r;
    }
    bool changed = true;
    const auto pull = [&](int row, int from) {
      const std::uint64_t more = reached.words[from] & within.words[row] & ~reached.words[row];
      if (more == 0) return;
      reached.words[row] = fill_row(reached.words[row] | more, within.words[row]);
      changed = true;
    };
    while (changed) {
      changed = false;
      for (int r = first + 1; r < rows_ && r <= last + 1; ++r) {
        pull(r, r - 1);
        if (r > last && reached.words[r] != 0) last = r;
      }
      for (int r = last - 1; r >= 0 && r >= first - 1; --r) {
        pull(r, r + 1);
        if (r < first && reached.words[r] != 0) first = r;
      }
    }
    return reached;
  }

  int rows_, columns_;
  Board all_, rim_;
};

using RowGrid [[deprecated("it is called Grid")]] = Grid;

}  // namespace pentocity::inline core
