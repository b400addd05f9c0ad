#pragma once
// Geometry over bitboards: which bit is which cell, what lies next to what, floods and connected components.
//
// Each row is a word of its own, so that no guard bits are needed: what is shifted out of a word is gone.

#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/core/bitboard.hpp"
#include "pentocity/core/cell.hpp"

namespace pentocity::inline core {

/// A board of up to 64x64 square cells, one 64-bit word a row; the bit of (row, column) is row * 64 + column.
/// Immutable and cheap to copy.
class Grid {
 public:
  using Board = Bitboard<64>;
  static constexpr int stride = 64;

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
  /// The cells in the first and last row and column.
  const Board& rim() const { return rim_; }

  bool contains(Cell c) const { return c.row >= 0 && c.column >= 0 && c.row < rows_ && c.column < columns_; }
  /// The bit of a cell; the cell must be on the board.
  int bit(Cell c) const { return c.row * stride + c.column; }
  Cell cell(int bit) const { return {bit / stride, bit % stride}; }
  bool test(const Board& b, Cell c) const { return contains(c) && b.test(bit(c)); }

  /// The cells as bits. Throws std::out_of_range if one is not on the board.
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
  /// The cells of a board, sorted by (row, column).
  Cells cells(const Board& b) const {
    Cells out;
    b.for_each([&](int i) { out.push_back(cell(i)); });
    return out;
  }

  /// Every cell moved by `rows` and `columns`; cells that leave the board vanish.
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

  /// The cells next to at least one cell of `b` (which may include cells of `b`).
  Board neighbours(const Board& b) const {
    Board out;
    const auto row = [&](int r) { return b.words[r] << 1 | b.words[r] >> 1; };
    out.words[0] = (row(0) | b.words[1]) & all_.words[0];
    for (int r = 1; r < 63; ++r) out.words[r] = (row(r) | b.words[r - 1] | b.words[r + 1]) & all_.words[r];
    out.words[63] = (row(63) | b.words[62]) & all_.words[63];
    return out;
  }

  /// The cells of `within` that a path inside `within` joins to a cell of `seeds` (itself in `within`).
  Board flood(const Board& seeds, const Board& within) const {
    Board reached = seeds & within;
    if (reached.none()) return reached;
    return sweep(reached, within);
  }

  /// The connected component of `within` that holds the cell of this bit (empty if the bit is not in `within`).
  Board component(int bit, const Board& within) const {
    Board seed;
    seed.set(bit);
    return flood(seed, within);
  }

  /// All connected components of `b`, in order of their first cell.
  std::vector<Board> components(Board b) const {
    std::vector<Board> out;
    for (int i = b.first(); i >= 0; i = b.first()) {
      out.push_back(component(i, b));
      b -= out.back();
    }
    return out;
  }

  /// Is `b` empty or one connected piece?
  bool connected(const Board& b) const { return b.none() || component(b.first(), b) == b; }

 private:
  // All cells of `w` in the horizontal runs that hold a cell of `s`, a subset of w. With w = 01110110 and s = 00100000,
  // w + s = 10010110: the carry turns the ones of w from s upwards to zeros, and w & ~(w + s) = 01100000 has them. What
  // lies below s in its run is filled by shifts of 1, 2, 4, ... places that stay within w: 01110000.
  static std::uint64_t fill_row(std::uint64_t s, std::uint64_t w) {
    if (s == 0) return 0;
    s |= w & ~(w + s);
    for (int by = 1; by < 64; by *= 2) {
      s |= w & (s >> by);
      w &= w >> by;
    }
    return s;
  }

  // Row sweeps down and up until nothing changes: a few passes on the lands that occur. Only rows `first` to `last`
  // hold reached cells, and only they and the next ones are looked at.
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
