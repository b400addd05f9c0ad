#pragma once
// A set of cells as bits. One word holds a puzzle board, two hold 10x10, sixty-four hold the land; the same
// operations serve all of them. Which bit is which cell is the Grid's affair (grid.hpp).

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace pentocity::inline core {

/// A set of at most 64*N bits with set algebra. All operations take time proportional to N and never allocate.
template <int N>
struct Bitboard {
  static_assert(N >= 1);
  static constexpr int word_count = N;

  alignas(N >= 4 ? 32 : N >= 2 ? 16 : 8) std::array<std::uint64_t, N> words{};

  friend constexpr bool operator==(const Bitboard& a, const Bitboard& b) {
    std::uint64_t differences = 0;
    for (int i = 0; i < N; ++i) differences |= a.words[i] ^ b.words[i];
    return differences == 0;
  }
  /// An arbitrary but fixed total order.
  friend constexpr auto operator<=>(const Bitboard& a, const Bitboard& b) { return a.words <=> b.words; }

  constexpr Bitboard& operator|=(const Bitboard& o) {
    for (int i = 0; i < N; ++i) words[i] |= o.words[i];
    return *this;
  }
  constexpr Bitboard& operator&=(const Bitboard& o) {
    for (int i = 0; i < N; ++i) words[i] &= o.words[i];
    return *this;
  }
  constexpr Bitboard& operator^=(const Bitboard& o) {
    for (int i = 0; i < N; ++i) words[i] ^= o.words[i];
    return *this;
  }
  /// Set difference: removes the members of `o`.
  constexpr Bitboard& operator-=(const Bitboard& o) {
    for (int i = 0; i < N; ++i) words[i] &= ~o.words[i];
    return *this;
  }
  friend constexpr Bitboard operator|(Bitboard a, const Bitboard& b) { return a |= b; }
  friend constexpr Bitboard operator&(Bitboard a, const Bitboard& b) { return a &= b; }
  friend constexpr Bitboard operator^(Bitboard a, const Bitboard& b) { return a ^= b; }
  friend constexpr Bitboard operator-(Bitboard a, const Bitboard& b) { return a -= b; }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < N; ++i) all |= words[i];
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  constexpr bool intersects(const Bitboard& o) const {
    std::uint64_t all = 0;
    for (int i = 0; i < N; ++i) all |= words[i] & o.words[i];
    return all != 0;
  }
  /// Is every member of `o` a member?
  constexpr bool contains(const Bitboard& o) const {
    std::uint64_t missing = 0;
    for (int i = 0; i < N; ++i) missing |= o.words[i] & ~words[i];
    return missing == 0;
  }
  constexpr int count() const {
    int n = 0;
    for (int i = 0; i < N; ++i) n += std::popcount(words[i]);
    return n;
  }

  constexpr bool test(int bit) const { return (words[bit >> 6] >> (bit & 63)) & 1; }
  constexpr void set(int bit) { words[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  constexpr void reset(int bit) { words[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }

  /// The lowest bit, or -1 of the empty set.
  constexpr int first() const {
    for (int i = 0; i < N; ++i)
      if (words[i] != 0) return 64 * i + std::countr_zero(words[i]);
    return -1;
  }
  /// Calls f(bit) for every member, lowest first.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (int i = 0; i < N; ++i)
      for (std::uint64_t w = words[i]; w != 0; w &= w - 1) f(64 * i + std::countr_zero(w));
  }
};

}  // namespace pentocity::inline core
