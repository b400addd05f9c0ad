#pragma once
// A set of cells, one bit for each, of a size that is fixed when the program is compiled. The solvers of puzzles use a
// few words and number their cells in their own way. The boards of a land are GridBoards (grid_board.hpp).

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace pentocity::inline core {

/// A set of bits numbered from 0 to 64*N - 1, with the operations of sets. Every operation takes time proportional to N
/// at most (for_each also to the number of members), and none allocates memory.
template <int N>
struct Bitboard {
  static_assert(N >= 1);
  static constexpr int word_count = N;

  alignas(N >= 4 ? 32 : N >= 2 ? 16 : 8) std::array<std::uint64_t, N> words{};

  friend constexpr bool operator==(const Bitboard& a, const Bitboard& b) { return !some(a, b, differ); }
  /// Compares the words as numbers, the first word first. This is not the order of the lowest members; it is a total
  /// order for sorting and for std::set.
  friend constexpr auto operator<=>(const Bitboard& a, const Bitboard& b) { return a.words <=> b.words; }

  constexpr Bitboard& operator|=(const Bitboard& o) { return change(o, join); }
  constexpr Bitboard& operator&=(const Bitboard& o) { return change(o, meet); }
  constexpr Bitboard& operator^=(const Bitboard& o) { return change(o, differ); }
  /// Removes the members of `o` (set difference).
  constexpr Bitboard& operator-=(const Bitboard& o) { return change(o, remove); }
  friend constexpr Bitboard operator|(Bitboard a, const Bitboard& b) { return a |= b; }
  friend constexpr Bitboard operator&(Bitboard a, const Bitboard& b) { return a &= b; }
  friend constexpr Bitboard operator^(Bitboard a, const Bitboard& b) { return a ^= b; }
  friend constexpr Bitboard operator-(Bitboard a, const Bitboard& b) { return a -= b; }

  constexpr bool any() const { return some(*this, *this, join); }
  constexpr bool none() const { return !any(); }
  /// Tells whether at least one bit is a member of both.
  constexpr bool intersects(const Bitboard& o) const { return some(*this, o, meet); }
  /// Tells whether every member of `o` is a member.
  constexpr bool contains(const Bitboard& o) const { return !some(o, *this, remove); }
  /// The number of members.
  constexpr int count() const {
    int n = 0;
    for (int i = 0; i < N; ++i) n += std::popcount(words[i]);
    return n;
  }

  /// These three take a bit from 0 to 64*N - 1, which is not checked.
  constexpr bool test(int bit) const { return (words[bit >> 6] >> (bit & 63)) & 1; }
  constexpr void set(int bit) { words[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  constexpr void reset(int bit) { words[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }

  /// The lowest member, or -1 if the set is empty.
  constexpr int first() const {
    for (int i = 0; i < N; ++i)
      if (words[i] != 0) return 64 * i + std::countr_zero(words[i]);
    return -1;
  }
  /// Calls f(bit) for every member, from the lowest to the highest.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (int i = 0; i < N; ++i)
      for (std::uint64_t w = words[i]; w != 0; w &= w - 1) f(64 * i + std::countr_zero(w));
  }

 private:
  // What the operations do with a word of each set.
  static constexpr auto join = [](std::uint64_t a, std::uint64_t b) { return a | b; };
  static constexpr auto meet = [](std::uint64_t a, std::uint64_t b) { return a & b; };
  static constexpr auto differ = [](std::uint64_t a, std::uint64_t b) { return a ^ b; };
  static constexpr auto remove = [](std::uint64_t a, std::uint64_t b) { return a & ~b; };
  template <class F>
  constexpr Bitboard& change(const Bitboard& o, F f) {
    for (int i = 0; i < N; ++i) words[i] = f(words[i], o.words[i]);
    return *this;
  }
  // Tells whether f is not 0 for some word.
  template <class F>
  static constexpr bool some(const Bitboard& a, const Bitboard& b, F f) {
    std::uint64_t all = 0;
    for (int i = 0; i < N; ++i) all |= f(a.words[i], b.words[i]);
    return all != 0;
  }
};

}  // namespace pentocity::inline core
