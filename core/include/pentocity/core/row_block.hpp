#pragma once
// Four rows of a land, worked on together in a 256-bit vector register, or in two if the rows are wide. The searches
// for sites and roads are written with it.

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

/// Four successive wide rows: their columns from 0 to 63, and those from 64 to 127.
struct WideRowBlock {
  RowBlock low, high;

  /// Reads, and writes, the eight words of the four rows.
  static WideRowBlock load(const void* rows) {
    // Each half by itself: from an array of both, g++ makes a copy in memory first, which the next instruction waits
    // for.
    RowBlock first, second;
    std::memcpy(&first, rows, sizeof first);
    std::memcpy(&second, static_cast<const char*>(rows) + sizeof first, sizeof second);
    return {__builtin_shufflevector(first, second, 0, 2, 4, 6), __builtin_shufflevector(first, second, 1, 3, 5, 7)};
  }
  void store(void* rows) const {
    const RowBlock first = __builtin_shufflevector(low, high, 0, 4, 1, 5),
                   second = __builtin_shufflevector(low, high, 2, 6, 3, 7);
    std::memcpy(rows, &first, sizeof first);
    std::memcpy(static_cast<char*>(rows) + sizeof first, &second, sizeof second);
  }

  WideRowBlock& operator|=(const WideRowBlock& o) { return *this = *this | o; }
  WideRowBlock& operator&=(const WideRowBlock& o) { return *this = *this & o; }
  WideRowBlock& operator^=(const WideRowBlock& o) { return *this = *this ^ o; }
  friend WideRowBlock operator|(const WideRowBlock& a, const WideRowBlock& b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend WideRowBlock operator&(const WideRowBlock& a, const WideRowBlock& b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend WideRowBlock operator^(const WideRowBlock& a, const WideRowBlock& b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }
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
  if constexpr (words_of_row<Row> == 1) {
    return load_block(&board.words[row]);
  } else {
    static constexpr std::array<std::uint64_t, 2 * block_rows> zeros{};
    return WideRowBlock::load(2 * row < board.used ? &board.words[2 * row] : zeros.data());
  }
}
template <class Row>
void store_rows(Grid::Board& board, int row, const BlockOf<Row>& b) {
  if constexpr (words_of_row<Row> == 1)
    store_block(&board.words[row], b);
  else
    b.store(&board.words[2 * row]);
}

/// The bits that are set in any of the four rows.
inline std::uint64_t united(const RowBlock& b) {
  const auto half = __builtin_shufflevector(b, b, 0, 1) | __builtin_shufflevector(b, b, 2, 3);
  return half[0] | half[1];
}

/// Tells whether any bit is set.
inline bool any(const RowBlock& b) {
#ifdef __AVX2__  // one instruction, which makes planner-fast 2% faster; g++ 12 does not find it by itself
  using Signed [[gnu::vector_size(32)]] = long long;  // the type that the builtin takes
  return __builtin_ia32_ptestz256(reinterpret_cast<const Signed&>(b), reinterpret_cast<const Signed&>(b)) == 0;
#else
  return united(b) != 0;
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

/// Rows of a board between rows of zeros: 4 before row 0, and `rows_after` after the last row that a board can have.
/// The first words of all rows lie together, and so do the second words of wide ones; a place is that of a row's first
/// word.
template <class Row, int rows_after>
class PaddedRows {
 public:
  /// The place of a row, from -4 on.
  const std::uint64_t* at(int row) const { return &words_[row + block_rows]; }
  /// The four rows from a place on.
  static BlockOf<Row> load(const std::uint64_t* at) {
    if constexpr (words_of_row<Row> == 1)
      return load_block(at);
    else
      return {load_block(at), load_block(at + rows)};
  }
  /// The four rows from this one on, and what touches them (neighbours_of_rows).
  BlockOf<Row> block(int row) const { return load(at(row)); }
  BlockOf<Row> neighbours(int row) const {
    const BlockOf<Row> here = block(row);
    return here << 1 | here >> 1 | block(row - 1) | block(row + 1);
  }
  void set_block(int row, const BlockOf<Row>& b) {
    std::uint64_t* to = &words_[row + block_rows];
    if constexpr (words_of_row<Row> == 1) {
      store_block(to, b);
    } else {
      store_block(to, b.low);
      store_block(to + rows, b.high);
    }
  }

 private:
  static constexpr int rows = block_rows + columns_of<Row> + rows_after;
  alignas(32) std::array<std::uint64_t, words_of_row<Row> * rows> words_{};
};

}  // namespace pentocity::inline core

#pragma GCC diagnostic pop
