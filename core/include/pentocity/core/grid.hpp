#pragma once
// Geometry over bitboards: which bit is which cell, what lies next to what, floods and connected components.
//
// Two layouts share one Grid. In both, the bit of (row, column) is row * stride + column.
//   PackedLayout<N>  rows one after the other in N words, with one guard column that is never set, so that a
//                    sideways shift falls into the guard instead of the next row (as in draughts programs of the
//                    1950s);
//   RowLayout        one word a row, up to 64x64: no guard is needed, bits that leave a word are gone.

#include <cassert>
#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/core/bitboard.hpp"
#include "pentocity/core/cell.hpp"

namespace pentocity {

template <int N>
struct PackedLayout {
  using Board = Bitboard<N>;
  int stride = 1;

  static constexpr int stride_for(int columns) { return columns + 1; }
  /// Does a board of this size fit, its guards included?
  static constexpr bool fits(int rows, int columns) {
    return rows >= 1 && columns >= 1 && rows <= 64 * N && columns < 64 * N && rows * (columns + 1) <= 64 * N;
  }
  /// Moves every bit by `rows` and `columns` (at most one guard's width sideways is safe before masking).
  constexpr Board shifted(const Board& b, int rows, int columns) const {
    const int by = rows * stride + columns;
    return by >= 0 ? up(b, by) : down(b, -by);
  }

 private:
  static constexpr Board up(const Board& b, int by) {
    Board out;
    const int whole = by >> 6, part = by & 63;
    for (int i = N - 1; i >= whole; --i) {
      out.words[i] = b.words[i - whole] << part;
      if (part != 0 && i > whole) out.words[i] |= b.words[i - whole - 1] >> (64 - part);
    }
    return out;
  }
  static constexpr Board down(const Board& b, int by) {
    Board out;
    const int whole = by >> 6, part = by & 63;
    for (int i = 0; i + whole < N; ++i) {
      out.words[i] = b.words[i + whole] >> part;
      if (part != 0 && i + whole + 1 < N) out.words[i] |= b.words[i + whole + 1] << (64 - part);
    }
    return out;
  }
};

struct RowLayout {
  using Board = Bitboard<64>;
  static constexpr int stride = 64;

  static constexpr int stride_for(int) { return 64; }
  static constexpr bool fits(int rows, int columns) { return rows >= 1 && columns >= 1 && rows <= 64 && columns <= 64; }
  static constexpr Board shifted(const Board& b, int rows, int columns) {
    Board out;
    if (columns <= -64 || columns >= 64) return out;
    const int first = rows > 0 ? rows : 0, last = rows > 0 ? 64 : 64 + rows;
    if (columns >= 0)
      for (int r = first; r < last; ++r) out.words[r] = b.words[r - rows] << columns;
    else
      for (int r = first; r < last; ++r) out.words[r] = b.words[r - rows] >> -columns;
    return out;
  }
};

/// A board of rows x columns cells, square or hex, over a layout. Immutable and cheap to copy.
template <class Layout>
class Grid {
 public:
  using Board = typename Layout::Board;

  /// Throws std::invalid_argument if the layout cannot hold that many rows and columns.
  Grid(int rows, int columns, Lattice lattice = Lattice::square) : rows_(rows), columns_(columns), lattice_(lattice) {
    if (!Layout::fits(rows, columns))
      throw std::invalid_argument("a board of " + std::to_string(rows) + "x" + std::to_string(columns) +
                                  " cells does not fit this bitboard");
    if constexpr (requires { layout_.stride = 1; }) layout_.stride = Layout::stride_for(columns);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        all_.set(bit({r, c}));
        (r % 2 == 0 ? even_ : odd_).set(bit({r, c}));
        if (r == 0 || c == 0 || r == rows - 1 || c == columns - 1) rim_.set(bit({r, c}));
      }
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Lattice lattice() const { return lattice_; }
  int stride() const { return layout_.stride; }

  /// All cells of the board.
  const Board& all() const { return all_; }
  /// The cells in the first and last row and column.
  const Board& rim() const { return rim_; }
  /// The cells of the even rows (parity 0) or of the odd ones (1).
  const Board& rows_of_parity(int parity) const { return parity == 0 ? even_ : odd_; }

  bool contains(Cell c) const { return c.row >= 0 && c.column >= 0 && c.row < rows_ && c.column < columns_; }
  /// The bit of a cell; the cell must be on the board.
  int bit(Cell c) const { return c.row * layout_.stride + c.column; }
  Cell cell(int bit) const { return {bit / layout_.stride, bit % layout_.stride}; }
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

  /// Every cell moved by `rows` and `columns`; cells that leave the board vanish. A translation of the coordinates:
  /// on hexagons it keeps shapes only for an even number of rows.
  Board shifted(Board b, int rows, int columns) const {
    if (columns != 0 && layout_.stride <= columns_ + 1) b &= columns_that_stay(columns);
    return layout_.shifted(b, rows, columns) & all_;
  }

  /// The cells next to at least one cell of `b` (which may include cells of `b`).
  Board neighbours(const Board& b) const {
    if constexpr (std::is_same_v<Layout, RowLayout>)
      if (lattice_ == Lattice::square) return square_neighbours(b);
    Board out = layout_.shifted(b, 0, 1) | layout_.shifted(b, 0, -1);
    if (lattice_ == Lattice::square) {
      out |= layout_.shifted(b, 1, 0) | layout_.shifted(b, -1, 0);
    } else {
      const Board even = b & even_, odd = b & odd_;
      out |= layout_.shifted(b, 1, 0) | layout_.shifted(b, -1, 0);
      out |= layout_.shifted(even, 1, -1) | layout_.shifted(even, -1, -1);
      out |= layout_.shifted(odd, 1, 1) | layout_.shifted(odd, -1, 1);
    }
    return out & all_;
  }

  /// The cells of `within` that a path inside `within` joins to a cell of `seeds` (itself in `within`).
  Board flood(const Board& seeds, const Board& within) const {
    Board reached = seeds & within;
    if (reached.none()) return reached;
    if constexpr (std::is_same_v<Layout, RowLayout>) {
      if (lattice_ == Lattice::square) return sweep(reached, within);
    }
    for (;;) {
      const Board next = (reached | neighbours(reached)) & within;
      if (next == reached) return reached;
      reached = next;
    }
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
  Board columns_that_stay(int columns) const {
    Board out;
    for (int r = 0; r < rows_; ++r)
      for (int c = 0; c < columns_; ++c)
        if (c + columns >= 0 && c + columns < columns_) out.set(bit({r, c}));
    return out;
  }

  // In one pass over the rows, where the general way makes four.
  Board square_neighbours(const Board& b) const {
    Board out;
    const auto row = [&](int r) { return b.words[r] << 1 | b.words[r] >> 1; };
    out.words[0] = (row(0) | b.words[1]) & all_.words[0];
    for (int r = 1; r < 63; ++r) out.words[r] = (row(r) | b.words[r - 1] | b.words[r + 1]) & all_.words[r];
    out.words[63] = (row(63) | b.words[62]) & all_.words[63];
    return out;
  }

  // All cells of `w` in the horizontal runs that hold a cell of `s`; s is a subset of w. Upwards the carry of an
  // addition runs through the ones of w; downwards a doubling fill.
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
  Lattice lattice_;
  Layout layout_;
  Board all_, rim_, even_, odd_;
};

/// A board of at most 64 (one word) or 128 (two words) bits, a guard column included.
template <int N>
using PackedGrid = Grid<PackedLayout<N>>;
/// A board of up to 64x64 cells, one word a row: the land.
using RowGrid = Grid<RowLayout>;

}  // namespace pentocity
