#pragma once
// A set of cells of a Grid, one bit for each. grid.hpp says which bit is which cell.

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>

#include "pentocity/core/row.hpp"

namespace pentocity::inline core {

/// A set of bits numbered from 0 to 16,383, with the operations of sets. It is one type for boards of all sizes, and a
/// small board costs what it did if there were no large ones: only the words in use, `used` of them, are copied or
/// looked at. A new set has the first 64 words in use, which is all that a board of up to 64 rows and columns needs.
/// More come into use when a bit beyond them is set. None of the operations allocates memory.
class GridBoard {
 public:
  static constexpr int small_words = 64, max_words = 256;

  GridBoard() { clear(); }
  GridBoard(const GridBoard& o) { copy(o); }
  GridBoard& operator=(const GridBoard& o) {
    if (this != &o) copy(o);
    return *this;
  }
  ~GridBoard() = default;

  friend bool operator==(const GridBoard& a, const GridBoard& b) { return !some(a, b, differ); }
  /// Compares the words as numbers, the first word first. This is not the order of the lowest members; it is a total
  /// order for sorting and for std::set.
  friend std::strong_ordering operator<=>(const GridBoard& a, const GridBoard& b) {
    for (int i = 0; i < max_words; ++i)
      if (const auto order = a.word(i) <=> b.word(i); order != 0) return order;
    return std::strong_ordering::equal;
  }

  GridBoard& operator|=(const GridBoard& o) { return change(o, join); }
  GridBoard& operator&=(const GridBoard& o) { return change(o, meet); }
  GridBoard& operator^=(const GridBoard& o) { return change(o, differ); }
  /// Removes the members of `o` (set difference).
  GridBoard& operator-=(const GridBoard& o) { return change(o, remove); }
  friend GridBoard operator|(const GridBoard& a, const GridBoard& b) { return combined(a, b, join); }
  friend GridBoard operator&(const GridBoard& a, const GridBoard& b) { return combined(a, b, meet); }
  friend GridBoard operator^(const GridBoard& a, const GridBoard& b) { return combined(a, b, differ); }
  friend GridBoard operator-(const GridBoard& a, const GridBoard& b) { return combined(a, b, remove); }

  bool any() const { return some(*this, *this, join); }
  bool none() const { return !any(); }
  /// Tells whether at least one bit is a member of both.
  bool intersects(const GridBoard& o) const { return some(*this, o, meet); }
  /// Tells whether every member of `o` is a member.
  bool contains(const GridBoard& o) const { return !some(o, *this, remove); }
  /// The number of members.
  int count() const {
    int n = 0;
    for (int i = 0; i < small_words; ++i) n += std::popcount(words[i]);
    for (int i = small_words; i < used; ++i) n += std::popcount(words[i]);
    return n;
  }

  /// These three take a bit from 0 to 16,383, which is not checked.
  bool test(int bit) const { return (word(bit >> 6) >> (bit & 63)) & 1; }
  void set(int bit) {
    if (bit >> 6 >= used) [[unlikely]]
      use((bit >> 6) + 1);
    words[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  }
  void reset(int bit) {
    if (bit >> 6 < used) words[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63));
  }

  /// The lowest member, or -1 if the set is empty.
  int first() const {
    for (int i = 0; i < used; ++i)
      if (words[i] != 0) return 64 * i + std::countr_zero(words[i]);
    return -1;
  }
  /// Calls f(bit) for every member, from the lowest to the highest.
  template <class F>
  void for_each(F&& f) const {
    for (int i = 0, end = used; i < end; ++i)
      for (std::uint64_t w = words[i]; w != 0; w &= w - 1) f(64 * i + std::countr_zero(w));
  }

  /// The bits 64 * i to 64 * i + 63, for any word from 0 to 255, in use or not.
  std::uint64_t word(int i) const { return i < used ? words[i] : 0; }
  /// A row of a board whose rows are of this type. A wide row is two words, the lower columns first.
  template <class Row>
  Row row(int r) const {
    if constexpr (words_of_row<Row> == 1) {
      return words[r];
    } else {
      return 2 * r < used ? words[2 * r] | static_cast<Row>(words[2 * r + 1]) << 64 : 0;
    }
  }
  /// Sets a row; a wide one must be in use.
  template <class Row>
  void set_row(int r, Row value) {
    words[words_of_row<Row> * r] = static_cast<std::uint64_t>(value);
    if constexpr (words_of_row<Row> == 2) words[2 * r + 1] = static_cast<std::uint64_t>(value >> 64);
  }

  /// Removes all members.
  void clear() {
    used = small_words;
    for_each_block([&](int i) { block(i) = Block{}; });
  }
  /// Brings the first `count` words, and perhaps some after them, into use.
  void use(int count);

  /// The words in use, from 64 to 256, a multiple of 16. The others are not initialised, and count as zeros.
  int used;
  alignas(32) std::array<std::uint64_t, max_words> words;

 private:
  friend class Grid;
  struct Unset {};
  explicit GridBoard(Unset) : used(small_words) {}

  // Four words, which are cleared and copied at once: for memset and memcpy compilers take half as many.
  using Block [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;
  Block& block(int i) { return reinterpret_cast<Block&>(words[i]); }
  const Block& block(int i) const { return reinterpret_cast<const Block&>(words[i]); }
  template <class F>
  static void for_each_block(F&& f) {
#pragma GCC unroll 16
    for (int i = 0; i < small_words; i += 4) f(i);
  }

  bool small() const { return used == small_words; }
  static bool both_small(const GridBoard& a, const GridBoard& b) { return (a.used | b.used) == small_words; }
  void copy(const GridBoard& o) {
    used = o.used;
    for_each_block([&](int i) { block(i) = o.block(i); });
    if (!small()) [[unlikely]]
      std::memcpy(words.data() + small_words, o.words.data() + small_words, (used - small_words) * sizeof words[0]);
  }
  // What the operations do with a word of each set.
  static constexpr auto join = [](std::uint64_t a, std::uint64_t b) { return a | b; };
  static constexpr auto meet = [](std::uint64_t a, std::uint64_t b) { return a & b; };
  static constexpr auto differ = [](std::uint64_t a, std::uint64_t b) { return a ^ b; };
  static constexpr auto remove = [](std::uint64_t a, std::uint64_t b) { return a & ~b; };
  // `f` gives 0 for two zeros, so words that neither set uses need no look. The words that every set uses come first,
  // in a loop of known length.
  template <class F>
  GridBoard& change(const GridBoard& o, F f) {
    for (int i = 0; i < small_words; ++i) words[i] = f(words[i], o.words[i]);
    if (!both_small(*this, o)) [[unlikely]] {
      use(o.used);
      for (int i = small_words; i < used; ++i) words[i] = f(words[i], o.word(i));
    }
    return *this;
  }
  template <class F>
  static GridBoard combined(const GridBoard& a, const GridBoard& b, F f) {
    GridBoard out{Unset()};
    for (int i = 0; i < small_words; ++i) out.words[i] = f(a.words[i], b.words[i]);
    if (!both_small(a, b)) [[unlikely]] {
      out.use(a.used > b.used ? a.used : b.used);
      for (int i = small_words; i < out.used; ++i) out.words[i] = f(a.word(i), b.word(i));
    }
    return out;
  }
  // Tells whether f is not 0 for some word.
  template <class F>
  static bool some(const GridBoard& a, const GridBoard& b, F f) {
    std::uint64_t all = 0;
    for (int i = 0; i < small_words; ++i) all |= f(a.words[i], b.words[i]);
    if (!both_small(a, b)) [[unlikely]]
      for (int i = small_words; i < (a.used > b.used ? a.used : b.used); ++i) all |= f(a.word(i), b.word(i));
    return all != 0;
  }
};

}  // namespace pentocity::inline core
