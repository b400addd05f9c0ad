#pragma once
// Four rows of a land, worked on together in a 256-bit vector register, or in two if the rows are wide. The searches for
// sites and roads are written with it.

#include <array>
#include <cstdint>
#include <cstring>

#include "pentocity/core/grid.hpp"

// Where the processor has no 256-bit vectors, g++ warns that compilers pass them to functions in different ways. All
// functions here are inlined, so nothing is passed.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::inline core {

/// Four successive narrow rows. Operators such as & and << work on each of the four separately.
using RowBlock [[gnu::vector_size(32)]] = std::uint64_t;
/// Rows in a block.
inline constexpr int block_rows = 4;

/// Four successive wide rows: their columns from 0 to 63, and those from 64 to 127. The order of the rows within a
/// register is another than in memory, the same in all blocks.
struct WideRowBlock {
  RowBlock low, high;

  /// Reads, and writes, the eight words of the four rows.
  static WideRowBlock load(const void* rows) {
    std::array<RowBlock, 2> pairs;
    std::memcpy(pairs.data(), rows, sizeof pairs);
    return {__builtin_shufflevector(pairs[0], pairs[1], 0, 4, 2, 6),
            __builtin_shufflevector(pairs[0], pairs[1], 1, 5, 3, 7)};
  }
  void store(void* rows) const {
    const std::array<RowBlock, 2> pairs{__builtin_shufflevector(low, high, 0, 4, 2, 6),
                                        __builtin_shufflevector(low, high, 1, 5, 3, 7)};
    std::memcpy(rows, pairs.data(), sizeof pairs);
  }

  WideRowBlock& operator|=(const WideRowBlock& o) { return *this = *this | o; }
  WideRowBlock& operator&=(const WideRowBlock& o) { return *this = *this & o; }
  WideRowBlock& operator^=(const WideRowBlock& o) { return *this = *this ^ o; }
  friend WideRowBlock operator|(const WideRowBlock& a, const WideRowBlock& b) { return {a.low | b.low, a.high | b.high}; }
  friend WideRowBlock operator&(const WideRowBlock& a, const WideRowBlock& b) { return {a.low & b.low, a.high & b.high}; }
  friend WideRowBlock operator^(const WideRowBlock& a, const WideRowBlock& b) { return {a.low ^ b.low, a.high ^ b.high}; }
  friend WideRowBlock operator~(const WideRowBlock& b) { return {~b.low, ~b.high}; }
  /// Shifts by 0 to 127 columns.
  friend WideRowBlock operator<<(const WideRowBlock& b, std::uint64_t by) {
    if (by == 0) return b;
    if (by >= 64) return {RowBlock{}, b.low << (by - 64)};
    return {b.low << by, b.high << by | b.low >> (64 - by)};
  }
  friend WideRowBlock operator>>(const WideRowBlock& b, std::uint64_t by) {
    if (by == 0) return b;
    if (by >= 64) return {b.high >> (by - 64), RowBlock{}};
    return {b.low >> by | b.high << (64 - by), b.high >> by};
  }
};

/// The block of rows of a type.
template <class Row>
using BlockOf = std::conditional_t<words_of_row<Row> == 1, RowBlock, WideRowBlock>;

/// Reads, and writes, the four rows from `rows` on, which need not be aligned.
inline RowBlock load_block(const NarrowRow* rows) {
  RowBlock b;
  std::memcpy(&b, rows, sizeof b);
  return b;
}
inline void store_block(NarrowRow* rows, const RowBlock& b) { std::memcpy(rows, &b, sizeof b); }
inline WideRowBlock load_block(const WideRow* rows) { return WideRowBlock::load(rows); }
inline void store_block(WideRow* rows, const WideRowBlock& b) { b.store(rows); }

/// The same of a board with rows of this type. A block whose rows are not in use reads as zeros, and must not be
/// written.
template <class Row>
BlockOf<Row> load_rows(const Grid::Board& board, int row) {
  if constexpr (words_of_row<Row> == 1)
    return load_block(&board.words[row]);
  else
    return 2 * row < board.used ? WideRowBlock::load(&board.words[2 * row]) : WideRowBlock{};
}
template <class Row>
void store_rows(Grid::Board& board, int row, const BlockOf<Row>& b) {
  if constexpr (words_of_row<Row> == 1)
    store_block(&board.words[row], b);
  else
    b.store(&board.words[2 * row]);
}

/// Tells whether any bit is set.
inline bool any(const RowBlock& b) {
#ifdef __AVX2__
  using Signed [[gnu::vector_size(32)]] = long long;  // the type that the builtin takes
  return __builtin_ia32_ptestz256(reinterpret_cast<const Signed&>(b), reinterpret_cast<const Signed&>(b)) == 0;
#else
  return (b[0] | b[1] | b[2] | b[3]) != 0;
#endif
}

inline bool any(const WideRowBlock& b) { return any(b.low | b.high); }

/// For each of the four rows from `rows` on, the columns in which a cell touches a cell of the set whose rows these
/// are. The row before and the row after the four are read too. Nothing is masked: a bit can leave the land.
template <class Row>
BlockOf<Row> neighbours_of_rows(const Row* rows) {
  const BlockOf<Row> here = load_block(rows);
  return here << 1 | here >> 1 | load_block(rows - 1) | load_block(rows + 1);
}

/// Rows of a board between rows of zeros: 4 before row 0, and as many after the last one that `rows_after` can be read
/// from any row of the board.
template <class Row, int rows_after>
class PaddedRows {
 public:
  /// The place of a row, from -4 on.
  Row* at(int row) { return &rows_[row + block_rows]; }
  const Row* at(int row) const { return &rows_[row + block_rows]; }

 private:
  alignas(32) std::array<Row, columns_of<Row> + rows_after + block_rows> rows_{};
};

}  // namespace pentocity::inline core

#pragma GCC diagnostic pop
