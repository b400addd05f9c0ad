#pragma once
// What leads nowhere, seen early.

#include <algorithm>
#include <bit>
#include <boost/pending/disjoint_sets.hpp>

#include "pentocity/core/bitboard.hpp"
#include "problem/problem.hpp"

namespace pentocity::packing {

/// The bits of a tile's cells in the first word of a window.
inline std::uint64_t first_word(const Problem::Tile& tile) {
  std::uint64_t out = 0;
  for (const int offset : tile.offsets)
    if (offset >= 0 && offset < 64) out |= std::uint64_t{1} << offset;
  return out;
}

/// Calls f with the distance, in positions, to each neighbour of a cell that comes after it.
template <class F>
void for_each_distance_ahead(const Problem& problem, int position, F&& f) {
  const Lattice lattice = problem.packing->lattice;
  for (const Cell step : steps(lattice, sort_of(problem.cell_of[position], lattice)))
    if (const int by = distance(step, problem.stride, problem.layer_stride, lattice); by > 0) f(by);
}

/// Bit n, below 64: can n cells be filled with pieces and holes, judging by their sizes?
inline std::uint64_t pocket_sizes_of(const Packing& packing) {
  std::uint64_t out = 1;
  for (int n = 1; n < 64; ++n) {
    bool fits = n <= packing.max_holes;
    for (const auto& piece : packing.pieces)
      if (piece.max != 0 && piece.size <= n) fits |= out >> (n - piece.size) & 1;
    if (fits) out |= std::uint64_t{1} << n;
  }
  return out;
}

/// What can be told of boards that have no solution, from the first word of the window, the 64 positions from the one
/// to decide on. Masks of tiles have M words.
template <int M>
class Pruning {
 public:
  using Mask = Bitboard<M>;

  explicit Pruning(const Problem& problem)
      : positions_(problem.positions()),
        stride_(problem.stride),
        layer_stride_(problem.layer_stride),
        reach_(std::max(stride_, layer_stride_)),
        lattice_(problem.packing->lattice),
        places_(problem.free.size() + 1) {
    if (problem.restricted_piece >= 0) restrict_piece(problem);
    if (stride_ == 0 || reach_ >= 63) return;
    pocket_sizes_ = pocket_sizes_of(*problem.packing);
    cuts_pockets_ = pocket_sizes_ != ~std::uint64_t{0};
    cuts_single_cells_ = (pocket_sizes_ & 2) == 0;
    add_covering(problem);
    look_ahead(problem);
    connect_tails(problem);
  }

  /// Tells whether the restricted piece has no allowed placement from this position on that fits into the window.
  /// Other pieces are not looked at, because trying them costs less.
  bool restricted_is_stuck(int position, std::uint64_t filled) const {
    if (restricted_.empty()) return false;
    for (std::size_t i = first_restricted_[position]; i < restricted_.size(); ++i) {
      const int by = restricted_[i].position - position;
      // What lies beyond the window is not filled yet.
      if (by >= 64 || ((restricted_[i].cells << by) & filled) == 0) return false;
    }
    return true;
  }
  /// These tiles without those after which the first cell that stays open has no open neighbour and could never be
  /// covered. Does nothing if a piece or hole of one cell is possible. All these tiles must fit into the window.
  Mask without_isolating(int position, std::uint64_t filled, Mask tiles) const {
    Mask out = tiles;
    if (!cuts_single_cells_) return out;
    const std::vector<Mask>& covering = *places_[position].covering;
    // All tiles that fill the open cells before the next one, together.
    for (std::uint64_t before = 1; tiles.any();) {
      const int open = std::countr_one(filled | before);
      if (open >= 64 || position + open >= positions_) break;
      const std::uint64_t ahead = places_[position + open].ahead;
      if (open >= std::countl_zero(ahead)) break;  // it has neighbours beyond the word
      const Mask filling = tiles & covering[open];
      Mask isolating = tiles - filling;
      // Three steps, for no cell has more later neighbours; how many of them are open would be hard to predict.
      std::uint64_t rest = ahead << open & ~filled;
      for (int i = 0; i < 3; ++i) {
        isolating &= covering[rest == 0 ? 64 : std::countr_zero(rest)];
        rest &= rest - 1;
      }
      out -= isolating;
      tiles = filling;
      before |= std::uint64_t{1} << open;
    }
    return out;
  }
  /// Tells whether every enclosed region of open cells can be filled with pieces and holes, judging by their sizes
  /// alone.
  bool pockets_fit(int position, std::uint64_t filled) const {
    if (!cuts_pockets_) return true;
    if (lattice_ == Lattice::square) return pockets_fit_on<Lattice::square>(position, filled);
    if (lattice_ == Lattice::hex) return pockets_fit_on<Lattice::hex>(position, filled);
    if (lattice_ == Lattice::cube) return pockets_fit_on<Lattice::cube>(position, filled);
    return pockets_fit_on<Lattice::triangle>(position, filled);
  }

 private:
  /// What is looked up at a position; sets of positions from there on, as bits.
  struct Place {
    /// By bit of the window's first word: the tiles that fill it; and as the last one all tiles.
    const std::vector<Mask>* covering = nullptr;
    std::uint64_t ahead = 0;        // neighbours of the first cell that come after it
    std::uint64_t second_sort = 0;  // cells of sort 1
    std::uint64_t blocked = 0;      // positions that are not free
    // Whether the free positions from there on are connected.
    bool tail_connected = true;
  };
  /// An allowed placement of the restricted piece.
  struct Restricted {
    int position;
    std::uint64_t cells;
  };

  // The parts of the constructor.
  void add_covering(const Problem& problem) {
    for (const auto& tiles : problem.tiles) {
      auto& covering = covering_.emplace_back(65);
      covering[64].words.fill(~std::uint64_t{0});
      for (std::size_t t = 0; t < tiles.size(); ++t)
        for (std::uint64_t cells = first_word(tiles[t]); cells != 0; cells &= cells - 1)
          covering[std::countr_zero(cells)].set(static_cast<int>(t));
    }
    for (int p = 0; p < positions_; ++p) places_[p].covering = &covering_[problem.list_of[p]];
  }
  void restrict_piece(const Problem& problem) {
    for (const Problem::Allowed& a : problem.allowed)
      restricted_.push_back({a.position, first_word(problem.tiles_at(a.position)[a.tile])});
    for (int p = 0; p <= positions_; ++p)
      first_restricted_.push_back(std::lower_bound(restricted_.begin(), restricted_.end(), p,
                                                   [](const Restricted& r, int at) { return r.position < at; }) -
                                  restricted_.begin());
  }
  void look_ahead(const Problem& problem) {
    for (int p = 0; p < positions_; ++p) {
      Place& place = places_[p];
      for_each_distance_ahead(problem, p, [&](int by) { place.ahead |= std::uint64_t{1} << by; });
      for (int i = 0; i < 64; ++i) {
        if (lattice_ != Lattice::cube && sort_of({(p + i) / stride_, (p + i) % stride_}, lattice_) == 1)
          place.second_sort |= std::uint64_t{1} << i;
        if (p + i >= positions_ || !problem.free[p + i]) place.blocked |= std::uint64_t{1} << i;
      }
    }
  }
  void connect_tails(const Problem& problem) {
    boost::disjoint_sets_with_storage<> tails(problem.free.size());
    int components = 0;
    for (int p = positions_ - 1; p >= 0; --p) {
      if (problem.free[p]) {
        ++components;
        for_each_distance_ahead(problem, p, [&](int by) {
          if (p + by >= positions_ || !problem.free[p + by]) return;
          components -= tails.find_set(p) == tails.find_set(p + by) ? 0 : 1;
          tails.union_set(p, p + by);
        });
      }
      places_[p].tail_connected = components <= 1;
    }
  }

  template <Lattice lattice>
  std::uint64_t neighbours(const Place& place, std::uint64_t cells) const {
    const int s = stride_;
    const std::uint64_t across = cells << 1 | cells >> 1;
    if constexpr (lattice == Lattice::square) return across | cells << s | cells >> s;
    if constexpr (lattice == Lattice::cube)
      return across | cells << s | cells >> s | cells << layer_stride_ | cells >> layer_stride_;
    const std::uint64_t second = cells & place.second_sort, first = cells & ~place.second_sort;
    if constexpr (lattice == Lattice::triangle) return across | first << s | second >> s;
    return across | cells << s | cells >> s | first << (s - 1) | first >> (s + 1) | second << (s + 1) |
           second >> (s - 1);
  }

  // The cells of the window's first word that have one of `cells` as a later neighbour.
  template <Lattice lattice>
  std::uint64_t with_later_neighbour(const Place& place, std::uint64_t cells) const {
    const int s = stride_;
    if constexpr (lattice == Lattice::square) return cells >> 1 | cells >> s;
    if constexpr (lattice == Lattice::cube) return cells >> 1 | cells >> s | cells >> layer_stride_;
    if constexpr (lattice == Lattice::triangle) return cells >> 1 | (cells >> s & ~place.second_sort);
    return cells >> 1 | cells >> s | (cells >> (s + 1) & place.second_sort) | (cells >> (s - 1) & ~place.second_sort);
  }

  template <Lattice lattice>
  bool pockets_fit_on(int position, std::uint64_t window) const {
    const Place& place = places_[position];
    const std::uint64_t free = ~window;
    const std::uint64_t filled = window & ~place.blocked;
    // What lies behind the last filled cell hangs together: no pocket, however large.
    const int tail = 64 - std::countl_zero(filled);
    if (!places_[std::min(position + tail, positions_)].tail_connected) return true;
    std::uint64_t reached = tail < 64 ? free & ~std::uint64_t{0} << tail : 0;
    // Mostly each open cell has a later neighbour that is open, and so leads to the tail, step by step.
    if ((free & ~reached & ~with_later_neighbour<lattice>(place, free)) == 0) return true;
    for (;;) {
      const std::uint64_t next = (reached | neighbours<lattice>(place, reached)) & free;
      if (next == free) return true;
      if (next == reached) break;
      reached = next;
    }
    const std::uint64_t open = ~std::uint64_t{0} << (63 - reach_);  // may go on beyond the window
    for (std::uint64_t rest = free & ~reached; rest != 0;) {
      std::uint64_t pocket = rest & -rest;
      for (std::uint64_t next = pocket;; pocket = next) {
        next = (pocket | neighbours<lattice>(place, pocket)) & free;
        if (next == pocket) break;
      }
      if ((pocket & open) == 0 && (pocket_sizes_ >> std::popcount(pocket) & 1) == 0) return false;
      rest &= ~pocket;
    }
    return true;
  }

  int positions_, stride_, layer_stride_;  // of the problem
  int reach_;                              // how far on the last neighbour of a cell is
  Lattice lattice_;
  bool cuts_pockets_ = false, cuts_single_cells_ = false;
  std::uint64_t pocket_sizes_ = 0;  // bit n: n cells can be filled with pieces and holes, judging by their sizes
  std::vector<std::vector<Mask>> covering_;    // by list of the problem
  std::vector<Place> places_;                  // by position, and one more for the end
  std::vector<Restricted> restricted_;         // sorted by position
  std::vector<std::size_t> first_restricted_;  // by position: the index of the first of them from there on
};

}  // namespace pentocity::packing
