#pragma once
// A row of a board as one number, whose bit c is column c. Algorithms on rows are templates of the type of a row: lands
// of up to 64 columns have rows of one word, and cost nothing for the wider ones, whose rows have two.

#include <bit>
#include <cstdint>
#include <type_traits>

namespace pentocity::inline core {

/// A row of up to 64 columns.
using NarrowRow = std::uint64_t;
/// A row of up to 128 columns.
__extension__ typedef unsigned __int128 WideRow;  // NOLINT(modernize-use-using): only a typedef may be an extension

/// The number of columns that a row has room for, and of 64-bit words in it.
template <class Row>
inline constexpr int columns_of = 8 * sizeof(Row);
template <class Row>
inline constexpr int words_of_row = sizeof(Row) / sizeof(std::uint64_t);

/// The number of cells in a row.
constexpr int count_cells(NarrowRow row) { return std::popcount(row); }
constexpr int count_cells(WideRow row) {
  return std::popcount(static_cast<std::uint64_t>(row)) + std::popcount(static_cast<std::uint64_t>(row >> 64));
}

/// The column of the first, and of the last, cell of a row, which must have one.
constexpr int first_column(NarrowRow row) { return std::countr_zero(row); }
constexpr int first_column(WideRow row) {
  const auto low = static_cast<std::uint64_t>(row);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(row >> 64));
}
constexpr int last_column(NarrowRow row) { return 63 - std::countl_zero(row); }
constexpr int last_column(WideRow row) {
  const auto high = static_cast<std::uint64_t>(row >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : last_column(static_cast<NarrowRow>(row));
}

/// Calls f(row) with a zero of the type that the rows of a board have: NarrowRow, or WideRow if `wide`.
template <class F>
constexpr decltype(auto) with_row_type(bool wide, F&& f) {
  if (wide) [[unlikely]]
    return f(WideRow{});
  return f(NarrowRow{});
}

}  // namespace pentocity::inline core
