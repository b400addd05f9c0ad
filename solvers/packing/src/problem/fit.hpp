#pragma once
// Which tiles fit at a position.
//
// A board is stored as the first position p that is not filled and a window of bits: bit i is set if position p + i is
// filled or not free. In the example of problem.hpp, with position 0 filled, p is 1, and the window begins, from bit 0
// on, with 0010001: the set bits are the guards 3 and 7. All bits beyond the end of the board are set.
//
// To find which tiles fit at p, tables are looked up by bytes of the window; each entry has a bit for each tile that it
// permits, and the AND of all entries is the result.

#include <algorithm>
#include <bit>

#include "pentocity/core/bitboard.hpp"
#include "problem/problem.hpp"

namespace pentocity::packing {

/// The board shifted down by so many bits, so that bit `by` becomes bit 0.
template <int N>
constexpr Bitboard<N> moved_down(const Bitboard<N>& b, int by) {
  Bitboard<N> out;
  if constexpr (N == 1) {
    out.words[0] = by < 64 ? b.words[0] >> by : 0;
  } else {
    const int whole = by >> 6, part = by & 63;
    for (int i = 0; i + whole < N; ++i) {
      out.words[i] = b.words[i + whole] >> part;
      if (part != 0 && i + whole + 1 < N) out.words[i] |= b.words[i + whole + 1] << (64 - part);
    }
  }
  return out;
}

/// The index of the lowest bit that is not set; 64 N if there is none.
template <int N>
constexpr int first_zero(const Bitboard<N>& b) {
  for (int i = 0; i < N; ++i)
    if (~b.words[i] != 0) return 64 * i + std::countr_one(b.words[i]);
  return 64 * N;
}

/// A vector register with N words of 64 bits.
template <int N>
struct RegisterOf {
  using Type [[gnu::vector_size(8 * N)]] = std::uint64_t;
};
template <>
struct RegisterOf<1> {
  using Type = std::uint64_t;
};

/// The tables of what fits. A window has W words of 64 bits, and a set of tiles at a position (a mask) has M words.
template <int W, int M>
class Fit {
 public:
  using Window = Bitboard<W>;
  using Mask = Bitboard<M>;

  /// @param usable by list of the problem: the tiles for which there are pieces at all; none of them reaches back
  Fit(const Problem& problem, const std::vector<Mask>& usable)
      : positions_(problem.positions()),
        chunk_count_((problem.span() + chunk_bits - 1) / chunk_bits),
        places_(problem.free.size() + 1) {
    for (std::size_t list = 0; list < usable.size(); ++list) add_list(problem.tiles[list], usable[list]);
    Window window;
    window.words.fill(~std::uint64_t{0});
    for (int p = positions_; p >= 0; --p) {
      // Nothing fits at the end, but it may be asked.
      const int list = problem.list_of[p < positions_ ? p : 0];
      if (p < positions_) {
        for (int i = W - 1; i >= 0; --i)
          window.words[i] = window.words[i] << 1 | (i > 0 ? window.words[i - 1] >> 63 : std::uint64_t{0});
        if (!problem.free[p]) window.set(0);
      }
      places_[p] = {lists_[list].tables.data(), lists_[list].cells.data(), window,
                    p < positions_ ? usable[list] : Mask{}};
    }
    for (const auto& [position, tile] : problem.forbidden) places_[position].allowed.reset(tile);
  }

  int positions() const { return positions_; }
  /// The number of bytes of a window that are looked up.
  int chunk_count() const { return chunk_count_; }
  /// The window at a position before anything is placed.
  const Window& blocked(int position) const { return places_[position].blocked; }
  /// The positions that a tile fills, relative to `position`, as bits.
  const Window& cells(int position, int tile) const { return places_[position].cells[tile]; }

  /// Sets the first position to decide and its window. The position is positions() if there is nothing to decide.
  void begin(int& position, Window& window) const {
    position = 0;
    window = places_[0].blocked;
    advance(position, window);
  }
  /// Moves on to the first position that is not filled and shifts the window accordingly. Without one, the position
  /// becomes positions() or more.
  [[gnu::always_inline]] void advance(int& position, Window& window) const {
    while (window.words[0] & 1) {
      const int by = first_zero(window);
      position += by;
      if (position >= positions_) return;
      window = moved_down(window, by) | places_[position].blocked;
    }
  }

  /// The tiles that fit into the window at a position, whether or not there are pieces for them. `Chunks` is
  /// chunk_count(), or 0 if that is not known when the program is compiled.
  template <int Chunks = 0>
  [[gnu::always_inline]] Mask fitting(int position, const Window& window) const {
    const Place& place = places_[position];
    const Mask* table = place.tables;
    // The whole mask in one register; left to itself, the compiler takes it word by word.
    auto words = std::bit_cast<MaskWords>(place.allowed);
    int rest = Chunks > 0 ? Chunks : chunk_count_;
    for (std::uint64_t word : window.words) {
      const int chunks = std::min(rest, 8);
      for (int k = 0; k < chunks; ++k, word >>= chunk_bits, table += entries)
        words &= std::bit_cast<MaskWords>(table[word & (entries - 1)]);
      rest -= chunks;
    }
    return std::bit_cast<Mask>(words);
  }

 private:
  using MaskWords = typename RegisterOf<M>::Type;
  static constexpr int chunk_bits = 8;  // wider chunks need fewer look-ups and more cache
  static constexpr std::size_t entries = std::size_t{1} << chunk_bits;
  /// What is looked up at a position.
  struct Place {
    const Mask* tables = nullptr;
    const Window* cells = nullptr;
    Window blocked;  // positions that are not free, and everything beyond the end
    Mask allowed;
  };
  /// A list of tiles: the cells of each, and tables by byte of the window, of the tiles that fit.
  struct List {
    std::vector<Window> cells;
    std::vector<Mask> tables;
  };

  void add_list(const std::vector<Problem::Tile>& tiles, const Mask& usable) {
    List& to = lists_.emplace_back();
    for (const Problem::Tile& tile : tiles) {
      Window& cells = to.cells.emplace_back();
      for (const int offset : tile.offsets)
        if (offset >= 0) cells.set(offset);
    }
    // Entries of more bits from those of fewer: one tile set less for each bit.
    to.tables.resize(entries * chunk_count_);
    for (int k = 0; k < chunk_count_; ++k) {
      Mask* const table = to.tables.data() + entries * k;
      table[0] = usable;
      for (int b = 0; b < chunk_bits; ++b) {
        Mask without = usable;
        for (std::size_t t = 0; t < tiles.size(); ++t)
          if (to.cells[t].test(k * chunk_bits + b)) without.reset(static_cast<int>(t));
        for (std::size_t x = 0; x < std::size_t{1} << b; ++x) table[x | std::size_t{1} << b] = table[x] & without;
      }
    }
  }

  int positions_, chunk_count_;
  std::vector<List> lists_;
  std::vector<Place> places_;  // by position, and one more for the end
};

}  // namespace pentocity::packing
