#pragma once
// The tables of the engines, all of which always decide the first undecided cell.

#include "fit.hpp"
#include "pruning.hpp"
#include "stock.hpp"

namespace pentocity::packing {

/// The tables of a problem. A window has W words of 64 bits, the remaining numbers of pieces and holes (called
/// remaining) have L words, and a set of tiles at a position (a mask) has M words. The problem must outlive them.
template <int W, int L, int M>
struct Tables {
  using Window = Bitboard<W>;
  using Remaining = Bitboard<L>;
  using Mask = Bitboard<M>;

  /// Tells whether W, L and M suffice for this problem.
  static bool hold(const Problem& problem) {
    return problem.span() <= 64 * W && layout_of(problem).words <= L &&
           std::all_of(problem.tiles.begin(), problem.tiles.end(),
                       [](const auto& tiles) { return tiles.size() <= 64 * M; });
  }
  /// hold(problem) must be true.
  explicit Tables(const Problem& of) : problem(of), stock(of), fit(of, stock.usable()), pruning(of) {}

  int positions() const { return fit.positions(); }
  /// The tiles that fit at a position and for which enough pieces remain.
  Mask choices(int position, const Window& window, const Remaining& remaining) const {
    return fit.fitting(position, window) & stock.available(position, remaining);
  }
  /// Places a tile at a position, and moves on to the first position that is not filled then.
  void place(int tile, int& position, Window& window) const {
    window |= fit.cells(position, tile);
    fit.advance(position, window);
  }
  /// Leaves a position empty, and moves on.
  void leave_empty(int& position, Window& window) const {
    window.set(0);
    fit.advance(position, window);
  }
  /// If the restricted piece has no place any more (Pruning::restricted_is_stuck()), the bits of its field: nothing
  /// may remain there.
  Remaining impossible(int position, const Window& window) const {
    return pruning.restricted_is_stuck(position, window.words[0]) ? stock.every(problem.restricted_piece) : Remaining{};
  }

  const Problem& problem;
  Stock<L, M> stock;
  Fit<W, M> fit;
  Pruning<M> pruning;
};

/// A hash of all bits; it goes on from the hash of what comes before them.
template <int N>
std::size_t hash(const Bitboard<N>& b, std::uint64_t h = 0) {
  for (const std::uint64_t word : b.words) {
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

/// A tile that was placed.
struct PlacedTile {
  int position, tile;
};

/// The placements of tiles that were placed.
template <class Tiles>
std::vector<IndexedPlacement> placements_of(const Problem& problem, const Tiles& tiles) {
  std::vector<IndexedPlacement> out;
  for (const PlacedTile& placed : tiles) out.push_back(problem.placement(placed.position, placed.tile));
  return out;
}

}  // namespace pentocity::packing
