#pragma once
// Four rows of a land, a 64-bit word each, worked on together in a 256-bit vector register. The searches for sites and
// roads are written with it.

#include <array>
#include <cstdint>
#include <cstring>

#include "pentocity/core/grid.hpp"

// Where the processor has no 256-bit vectors, g++ warns that compilers pass them to functions in different ways. All
// functions here are inlined, so nothing is passed.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::inline core {

/// Four successive rows, one word each. Operators such as & and << work on each of the four words separately.
using RowBlock [[gnu::vector_size(32)]] = std::uint64_t;
/// Rows in a block.
inline constexpr int block_rows = 4;

/// Reads, and writes, the four words from `rows` on, which need not be aligned.
inline RowBlock load_block(const std::uint64_t* rows) {
  RowBlock b;
  std::memcpy(&b, rows, sizeof b);
  return b;
}
inline void store_block(std::uint64_t* rows, const RowBlock& b) { std::memcpy(rows, &b, sizeof b); }

/// Tells whether any bit is set.
inline bool any(const RowBlock& b) {
#ifdef __AVX2__
  using Signed [[gnu::vector_size(32)]] = long long;  // the type that the builtin takes
  return __builtin_ia32_ptestz256(reinterpret_cast<const Signed&>(b), reinterpret_cast<const Signed&>(b)) == 0;
#else
  return (b[0] | b[1] | b[2] | b[3]) != 0;
#endif
}

/// For each of the four rows from `rows` on, the columns in which a cell touches a cell of the set whose rows these
/// are. The row before and the row after the four are read too. Nothing is masked: a bit can leave the land.
inline RowBlock neighbours_of_rows(const std::uint64_t* rows) {
  const RowBlock here = load_block(rows);
  return here << 1 | here >> 1 | load_block(rows - 1) | load_block(rows + 1);
}

/// The 64 rows of a board between rows of zeros: 4 zero rows, 64 rows, 68 zero rows. So a block can be read from any
/// row from -4 to 128, which is as far as a shape on the land can reach.
class PaddedRows {
 public:
  PaddedRows() = default;
  explicit PaddedRows(const Grid::Board& board) {
    for (int r = 0; r < 64; r += block_rows) store_block(at(r), load_block(&board.words[r]));
  }
  /// The place of a row, from -4 to 131.
  std::uint64_t* at(int row) { return &rows_[row + block_rows]; }
  const std::uint64_t* at(int row) const { return &rows_[row + block_rows]; }

 private:
  alignas(32) std::array<std::uint64_t, 2 * 64 + 2 * block_rows> rows_{};
};

}  // namespace pentocity::inline core

#pragma GCC diagnostic pop
