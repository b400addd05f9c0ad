#pragma once
// Four rows of a land at once, in one vector register: the unit of work of the bit-parallel code.

#include <cstdint>
#include <cstring>

// Without 256-bit vectors g++ notes that passing them differs between compilers; all functions here are inlined.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity {

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
  return __builtin_ia32_ptestz256(reinterpret_cast<const long long [[gnu::vector_size(32)]]&>(b),
                                  reinterpret_cast<const long long [[gnu::vector_size(32)]]&>(b)) == 0;
#else
  return (b[0] | b[1] | b[2] | b[3]) != 0;
#endif
}

/// The rows with each cell's bit moved by `columns` towards higher (positive) or lower columns.
inline RowBlock shift_columns(const RowBlock& b, int columns) { return columns >= 0 ? b << columns : b >> -columns; }

}  // namespace pentocity

#pragma GCC diagnostic pop
