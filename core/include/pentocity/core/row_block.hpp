#pragma once
// Four rows of a land at once, in one vector register: the unit of work of the bit-parallel code.

#include <array>
#include <cstdint>
#include <cstring>

#include "pentocity/core/grid.hpp"

// Without 256-bit vectors g++ notes that passing them differs between compilers; all functions here are inlined.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::inline core {

/// Four successive rows, one word each. The operators of integers work on each word.
using RowBlock [[gnu::vector_size(32)]] = std::uint64_t;
/// Rows in a block.
inline constexpr int block_rows = 4;

/// The rows from `rows` on; any alignment.
inline RowBlock load_block(const std::uint64_t* rows) {
  RowBlock b;
  std::memcpy(&b, rows, sizeof b);
  return b;
}
inline void store_block(std::uint64_t* rows, const RowBlock& b) { std::memcpy(rows, &b, sizeof b); }

/// Is any bit set?
inline bool any(const RowBlock& b) {
#ifdef __AVX2__
  using Signed [[gnu::vector_size(32)]] = long long;  // as the builtin wants them
  return __builtin_ia32_ptestz256(reinterpret_cast<const Signed&>(b), reinterpret_cast<const Signed&>(b)) == 0;
#else
  return (b[0] | b[1] | b[2] | b[3]) != 0;
#endif
}

/// The cells next to those of a block of rows, and of the row before and the row after.
inline RowBlock neighbours_of_rows(const std::uint64_t* rows) {
  const RowBlock here = load_block(rows);
  return here << 1 | here >> 1 | load_block(rows - 1) | load_block(rows + 1);
}

/// 64 rows between rows of zeros, so that blocks can be read and written beyond both ends: a block before the first
/// row, and after the last one 64 rows, as many as any shape on the land has, and a block.
class PaddedRows {
 public:
  PaddedRows() = default;
  explicit PaddedRows(const Grid::Board& board) {
    for (int r = 0; r < 64; r += block_rows) store_block(at(r), load_block(&board.words[r]));
  }
  std::uint64_t* at(int row) { return &rows_[row + block_rows]; }
  const std::uint64_t* at(int row) const { return &rows_[row + block_rows]; }

 private:
  alignas(32) std::array<std::uint64_t, 2 * 64 + 2 * block_rows> rows_{};
};

}  // namespace pentocity::inline core

#pragma GCC diagnostic pop
