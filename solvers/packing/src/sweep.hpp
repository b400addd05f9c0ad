#pragma once
// The tables of the engines, both of which always decide the first undecided cell.
//
// The cells are numbered by positions, row after row. After each row comes a guard position, which is never free, so
// that no shape can reach from one row into the next. Example: on a board of 2 rows and 3 columns, the first row has
// the positions 0, 1, 2 and the guard 3, and the second one 4, 5, 6 and the guard 7.
//
// A board is stored as the first position p that is not filled and a window of bits: bit i is set if position p + i is
// filled or not free. In the example, with position 0 filled, p is 1, and the window begins, from bit 0 on, with
// 0010001: the set bits are the guards 3 and 7. All bits beyond the end of the board are set.
//
// To find which items fit at p, tables are looked up by bytes of the window and of the remaining numbers of pieces;
// each entry has a bit for each item that it permits, and the AND of all entries is the result.

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "packing.hpp"
#include "pentocity/core/bitboard.hpp"

namespace pentocity::packing {

/// A shape on the board: the index of the shape and the row and column of its first cell.
struct IndexedPlacement {
  std::uint16_t shape;
  std::uint16_t row, column;

  friend bool operator==(const IndexedPlacement&, const IndexedPlacement&) = default;
};

/// A problem in positions, not yet divided into machine words.
struct SweepInput {
  /// Something that may be placed with its first cell at a position: a shape, or an orbit of placements
  /// (quotient_input()).
  struct Item {
    /// The positions that it fills, relative to the first one, ascending; the first is 0.
    std::vector<int> offsets;
    std::vector<std::pair<int, int>> pieces;  ///< the pieces that it uses, and how many of each
    int shape = 0;                            ///< the shape of the packing
  };
  /// An item that may be placed at a position, and the size of its orbit; see Restriction::Allowed.
  struct Allowed {
    int position, item, orbit;
  };

  const Packing* packing = nullptr;
  std::vector<bool> free;     ///< by position: may it be filled?
  std::vector<Cell> cell_of;  ///< by position
  std::vector<int> class_of;  ///< by position: the index in `items` of the list that holds there
  std::vector<std::vector<Item>> items;
  /// By position: how many cells stay empty if there is a hole; more than may, if that must not be.
  std::vector<int> cells_at;
  /// The restricted piece, whose placements are only those in `allowed`, or -1. These are sorted by position and item.
  int restricted_piece = -1;
  std::vector<Allowed> allowed;
  std::vector<Restriction::HoleLimit> hole_limits;  ///< as in Restriction, costs by position
  /// The distance between rows in positions; 0 if positions are not the cells of a board.
  int stride = 0;
};

/// The problem of a packing.
SweepInput sweep_input(const Packing& packing, const Restriction& restriction);
/// The problem of finding the solutions that the symmetry g maps to themselves. Its positions are the orbits of cells
/// under the powers of g, and its items the orbits of placements.
SweepInput quotient_input(const Packing& packing, const Isometry& g);

/// A number that is kept in some bits of a word: how many pieces of a kind, or how many holes, remain to be used. A
/// field of holes has one more bit above it, the guard bit, which is set as long as the number has not fallen below 0.
struct Field {
  int word = 0, shift = 0, width = 0;
  /// The number at the beginning.
  int start = 0;
  int slack = 0;  ///< the maximum that may remain at the end
};
/// The fields of a problem.
struct FieldLayout {
  std::vector<Field> pieces;             ///< by kind; width 0: its number is not counted
  std::vector<std::vector<int>> chunks;  ///< kinds whose fields are looked up together, at most 8 bits
  std::optional<Field> holes;            ///< the remaining number of holes
  std::vector<Field> hole_limits;        ///< what remains of each limit on holes
  int words = 0;
};
/// The fields that a problem needs.
FieldLayout layout_of(const SweepInput& input);

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

/// The tables of a problem. A window has W words of 64 bits, the remaining numbers of pieces and holes (called
/// remaining) have L words, and a set of items at a position (a mask) has M words. The input must outlive it.
template <int W, int L, int M>
class Sweep {
 public:
  using Window = Bitboard<W>;
  using Remaining = Bitboard<L>;
  using Mask = Bitboard<M>;

  /// How many pieces of a kind an item uses: `cost` is that number in the bits of the kind's field, and `mask` has all
  /// bits of the field.
  struct FieldCost {
    int word;
    std::uint64_t mask, cost;
  };

  /// Tells whether W, L and M suffice for this problem.
  static bool fits(const SweepInput& input);
  /// fits(input) must be true.
  explicit Sweep(const SweepInput& input);

  int positions() const { return positions_; }
  /// Tells whether cells may stay empty.
  bool has_holes() const { return has_holes_; }

  /// Sets the first position to decide and its window. The position is positions() if there is nothing to decide.
  void begin(int& position, Window& window) const {
    position = 0;
    window = places_[0].blocked;
    advance(position, window);
  }
  /// The window at a position before anything is placed.
  const Window& blocked(int position) const { return places_[position].blocked; }
  /// The numbers of pieces and holes at the beginning.
  const Remaining& start() const { return start_; }

  /// The items that fit into the window at a position, whether or not there are pieces for them. `Chunks` is
  /// chunk_count(), or 0 if that is not known when the program is compiled.
  template <int Chunks = 0>
  [[gnu::always_inline]] Mask fitting(int position, const Window& window) const {
    const Place& place = places_[position];
    const Mask* table = place.window_tables;
    if constexpr (W == 1) {
      const std::uint64_t word = window.words[0];
      // The whole mask in one register; left to itself, the compiler takes it word by word.
      auto words = std::bit_cast<MaskWords>(place.allowed);
      const auto look_up = [&]<int K>(std::integral_constant<int, K>) {
        words &= std::bit_cast<MaskWords>(table[(K << chunk_bits) + (word >> (K * chunk_bits) & 255)]);
      };
      switch (Chunks > 0 ? Chunks : chunk_count_) {
        case 8:
          look_up(std::integral_constant<int, 7>());
          [[fallthrough]];
        case 7:
          look_up(std::integral_constant<int, 6>());
          [[fallthrough]];
        case 6:
          look_up(std::integral_constant<int, 5>());
          [[fallthrough]];
        case 5:
          look_up(std::integral_constant<int, 4>());
          [[fallthrough]];
        case 4:
          look_up(std::integral_constant<int, 3>());
          [[fallthrough]];
        case 3:
          look_up(std::integral_constant<int, 2>());
          [[fallthrough]];
        case 2:
          look_up(std::integral_constant<int, 1>());
          [[fallthrough]];
        default:
          look_up(std::integral_constant<int, 0>());
      }
      return std::bit_cast<Mask>(words);
    }
    Mask out = place.allowed;
    int rest = chunk_count_;
    for (std::uint64_t word : window.words) {
      const int chunks = std::min(rest, 8);
      for (int k = 0; k < chunks; ++k, word >>= chunk_bits, table += std::size_t{1} << chunk_bits)
        out &= table[word & ((1u << chunk_bits) - 1)];
      rest -= chunks;
    }
    return out;
  }
  /// The number of bytes of a window that are looked up.
  int chunk_count() const { return chunk_count_; }
  /// The items for which enough pieces remain.
  Mask available(int position, const Remaining& remaining) const {
    Mask out = every_item_;
    const Mask* table = places_[position].remaining_tables;
    for (const RemainingChunk& chunk : remaining_chunks_) {
      out &= table[(remaining.words[chunk.word] >> chunk.shift) & chunk.mask];
      table += chunk.mask + 1;
    }
    return out;
  }
  /// Tells whether any pieces are counted. If not, all items are always available and use up nothing.
  bool counts_pieces() const { return !remaining_chunks_.empty(); }
  /// The step from what is left before an item, or a hole, to what is left after it.
  struct Take {
    Remaining cost, guards;
    int word = 0;
    std::uint64_t mask = 0, min = 0;
    const std::vector<FieldCost>* all = nullptr;  ///< if the item uses pieces of several kinds

    /// Subtracts the cost. Returns 1 if there was enough, else 0 (`remaining` is useless then).
    unsigned operator()(Remaining& remaining) const {
      bool enough = (remaining.words[word] & mask) >= min;
      if (all != nullptr)
        for (const FieldCost& use : *all) enough &= (remaining.words[use.word] & use.mask) >= use.cost;
      remaining = minus(remaining, cost);
      return enough & ((remaining & guards) == guards);
    }
  };
  /// The steps over an item, or a hole, at a position, forwards and (put_back) backwards.
  Take take(int position, int item) const {
    const Place& place = places_[position];
    Take out{place.costs[item], guards_};
    if (L == 1 && one_kind_each_) {
      out.mask = place.fields[item].words[0];
      out.min = out.cost.words[0];
      return out;
    }
    const std::vector<FieldCost>& uses = place.uses[item];
    if (uses.size() == 1)
      out.word = uses[0].word, out.mask = uses[0].mask, out.min = uses[0].cost;
    else if (!uses.empty())
      out.all = &uses;
    return out;
  }
  Take take_hole(int position) const { return {places_[position].hole_cost, guards_}; }

  /// The opposite step: from what is left after an item, or a hole, to what was left before it.
  struct PutBack {
    Remaining cost;
    int word = 0;
    std::uint64_t mask = 0, max = 0;
    const std::vector<FieldCost>* all = nullptr;
    const Remaining* start = nullptr;

    /// Adds the cost. Returns false if there would be more than at the beginning (`remaining` is useless then).
    bool operator()(Remaining& remaining) const {
      bool room = (remaining.words[word] & mask) <= max;
      if (all != nullptr)
        for (const FieldCost& use : *all)
          room &= (remaining.words[use.word] & use.mask) + use.cost <= (start->words[use.word] & use.mask);
      remaining = plus(remaining, cost);
      return room;
    }
  };
  PutBack put_back(int position, int item) const {
    const Place& place = places_[position];
    PutBack out{place.costs[item]};
    if (L == 1 && one_kind_each_) {
      out.mask = place.fields[item].words[0];
      out.max = (start_.words[0] & out.mask) - out.cost.words[0];
      return out;
    }
    const std::vector<FieldCost>& uses = place.uses[item];
    if (uses.size() == 1) {
      out.word = uses[0].word;
      out.mask = uses[0].mask;
      out.max = (start_.words[out.word] & out.mask) - uses[0].cost;
    } else if (!uses.empty()) {
      out.all = &uses;
      out.start = &start_;
    }
    return out;
  }
  PutBack put_back_hole(int position) const {
    PutBack out{places_[position].hole_cost};
    out.word = hole_field_.word;
    out.mask = hole_field_.mask;
    out.max = (start_.words[out.word] & out.mask) - (out.cost.words[out.word] & out.mask);
    return out;
  }
  /// All bits of the fields of the pieces that an item uses.
  const Remaining& fields(int position, int item) const { return places_[position].fields[item]; }
  /// The positions that an item fills, relative to `position`, as bits.
  const Window& cells(int position, int item) const { return places_[position].cells[item]; }
  /// The numbers of pieces that an item uses, in their fields.
  const Remaining& cost(int position, int item) const { return places_[position].costs[item]; }

  /// Moves on to the first position that is not filled and shifts the window accordingly. Without one, the position
  /// becomes positions() or more.
  void advance(int& position, Window& window) const {
    while (window.words[0] & 1) {
      const int by = first_zero(window);
      position += by;
      if (position >= positions_) return;
      window = moved_down(window, by) | places_[position].blocked;
    }
  }

  /// Subtracts or adds numbers field by field; they must fit.
  static Remaining minus(Remaining remaining, const Remaining& cost) {
    for (int i = 0; i < L; ++i) remaining.words[i] -= cost.words[i];
    return remaining;
  }
  static Remaining plus(Remaining remaining, const Remaining& cost) {
    for (int i = 0; i < L; ++i) remaining.words[i] += cost.words[i];
    return remaining;
  }
  /// What a hole at a position costs, in the fields of holes and limits.
  const Remaining& hole_cost(int position) const { return places_[position].hole_cost; }
  /// Subtracts a hole at a position from `remaining`. False if that is one hole too many (`remaining` is useless then).
  bool take_hole(int position, Remaining& remaining) const {
    remaining = minus(remaining, places_[position].hole_cost);
    return (remaining & guards_) == guards_;
  }

  /// The shape and cell of an item at a position.
  IndexedPlacement placement(int position, int item) const {
    const auto p = static_cast<std::size_t>(position);
    const auto c = static_cast<std::size_t>(input_->class_of[p]);
    const Cell cell = input_->cell_of[p];
    return {static_cast<std::uint16_t>(input_->items[c][item].shape), static_cast<std::uint16_t>(cell.row),
            static_cast<std::uint16_t>(cell.column)};
  }

  /// Tells whether item i is of the same piece at all positions.
  bool same_items() const { return same_items_; }
  /// Tells whether every field is one bit, because each piece is used at most once and no hole is possible.
  bool single_bits() const { return single_bits_; }
  /// Tells whether all solutions end with the same numbers remaining, and there are pieces of several kinds.
  bool ends_exactly() const { return ends_exactly_; }
  /// The numbers that remain at the end of each solution, if ends_exactly().
  const Remaining& final_remaining() const { return guards_; }
  /// The position before which this share (0 to 1) of the free positions lies.
  int position_at(double share) const;

  /// Tells whether a solution may end with these numbers remaining.
  bool accepts(const Remaining& remaining) const;
  /// The size of the orbit of a placement of the restricted piece; 1 for other items.
  std::uint64_t orbit(int position, int item) const;
  /// The field of the restricted piece if it has no allowed placement from this position on that fits into the window,
  /// else no bits. Other pieces are not looked at, because trying them costs less.
  Remaining impossible(int position, const Window& window) const {
    if (restricted_.empty()) return {};
    for (std::size_t i = first_restricted_[position]; i < restricted_.size(); ++i) {
      const int by = restricted_[i].position - position;
      // What lies beyond the window is not filled yet.
      if (by >= 64 || ((restricted_[i].cells << by) & window.words[0]) == 0) return {};
    }
    return restricted_field_;
  }
  /// These items without those after which the first cell that stays open has no open neighbour and could never be
  /// covered. Does nothing if a piece or hole of one cell is possible. All these items must fit into the window.
  Mask without_isolating(int position, const Window& window, Mask items) const {
    Mask out = items;
    if (!cuts_single_cells_) return out;
    const std::uint64_t filled = window.words[0];
    const std::vector<Mask>& covering = *places_[position].covering;
    // All items that fill the open cells before the next one, together.
    for (std::uint64_t before = 1; items.any();) {
      const int open = std::countr_one(filled | before);
      if (open >= 64 || position + open >= positions_) break;
      const std::uint64_t ahead = places_[position + open].ahead;
      if (open >= std::countl_zero(ahead)) break;  // it has neighbours beyond the word
      const Mask filling = items & covering[open];
      Mask isolating = items - filling;
      // Three steps, for no cell has more later neighbours; how many of them are open would be hard to predict.
      std::uint64_t rest = ahead << open & ~filled;
      for (int i = 0; i < 3; ++i) {
        isolating &= covering[rest == 0 ? 64 : std::countr_zero(rest)];
        rest &= rest - 1;
      }
      out -= isolating;
      items = filling;
      before |= std::uint64_t{1} << open;
    }
    return out;
  }
  /// Tells whether every enclosed region of open cells in the first word of the window can be filled with pieces and
  /// holes, judging by their sizes alone.
  bool pockets_fit(int position, const Window& window) const {
    if (!cuts_pockets_) return true;
    if (lattice_ == Lattice::square) return pockets_fit_on<Lattice::square>(position, window);
    if (lattice_ == Lattice::hex) return pockets_fit_on<Lattice::hex>(position, window);
    return pockets_fit_on<Lattice::triangle>(position, window);
  }

  /// Applies `take` to a list of remainders. Writes to `out` the results that are valid and have no bit of `useless`,
  /// and returns how many these are. If `index` is not null, it receives the indices of those that stay.
  std::size_t advance_all(std::span<const Remaining> remainders, const Take& take, const Remaining& useless,
                          Remaining* out, std::uint32_t* index) const {
    std::size_t n = 0;
    // Without branches: which ones stay is hard to predict.
    if constexpr (L == 1) {
      const std::uint64_t mask = take.mask, min = take.min, cost = take.cost.words[0];
      const std::uint64_t useless_bits = useless.words[0];
      if (single_bits_ && take.all == nullptr && index == nullptr) {
        // The piece must be there, and nothing useless beside it.
        const std::uint64_t asked = cost | useless_bits;
        for (const Remaining& before : remainders) {
          out[n].words[0] = before.words[0] ^ cost;
          n += static_cast<unsigned>((before.words[0] & asked) == cost);
        }
        return n;
      }
      if (take.all == nullptr && !has_holes_) {
        if (index == nullptr) {
          for (const Remaining& before : remainders) {
            const std::uint64_t remaining = before.words[0] - cost;
            out[n].words[0] = remaining;
            n += static_cast<unsigned>((before.words[0] & mask) >= min) &
                 static_cast<unsigned>((remaining & useless_bits) == 0);
          }
          return n;
        }
      }
    }
    for (std::uint32_t i = 0; i < remainders.size(); ++i) {
      Remaining remaining = remainders[i];
      const unsigned stays = take(remaining) & !remaining.intersects(useless);
      out[n] = remaining;
      if (index != nullptr) index[n] = i;
      n += stays;
    }
    return n;
  }

 private:
  // All that a search looks up at a position, in one place of memory.
  struct alignas(64) Place {
    const Mask* window_tables = nullptr;
    const Mask* remaining_tables = nullptr;
    const Window* cells = nullptr;
    const Remaining* costs = nullptr;
    const Remaining* fields = nullptr;
    Window blocked;  // positions that are not free, and everything beyond the end
    Remaining hole_cost;
    Mask allowed;
    const std::vector<FieldCost>* uses = nullptr;
    const std::vector<Mask>* covering = nullptr;
    std::uint64_t ahead = 0;        // neighbours of the first cell that come after it, as bits of a window
    std::uint64_t second_sort = 0;  // the bits of the window's first word that are cells of sort 1
  };
  using MaskWords = typename RegisterOf<M>::Type;
  using Items = std::vector<SweepInput::Item>;
  static constexpr int chunk_bits = 8;  // wider chunks need fewer look-ups and more cache
  /// The tables of a list of items.
  struct Class {
    Mask every_item;
    std::vector<Window> cells;
    std::vector<Remaining> costs, fields;      ///< by item: the pieces that it uses, and all bits of their fields
    std::vector<std::vector<FieldCost>> uses;  ///< by item: the pieces that it uses
    std::vector<Mask> window_tables, remaining_tables;
    /// By bit of the window's first word: the items that fill it; and as the last one all items.
    std::vector<Mask> covering;
  };

  // The parts of the constructor, in their order.
  void block_positions();                                          // Place::blocked
  void lay_out_pieces();                                           // the fields of pieces, and how they are looked up
  void lay_out_holes();                                            // the fields of holes, with their guard bits
  Class class_of(const Items& items);                              // the tables of a list of items
  void add_window_tables(Class& to) const;                         // by byte of the window: the items that fit
  void add_remaining_tables(Class& to, const Items& items) const;  // by number remaining: the items with enough pieces
  void fill_places();                                              // where each position finds its tables
  void restrict_piece();                                           // only the allowed placements of that piece
  void prepare_cuts();                                             // for without_isolating() and pockets_fit()

  template <Lattice lattice>
  std::uint64_t neighbours(const Place& place, std::uint64_t cells) const {
    const int s = stride_;
    const std::uint64_t across = cells << 1 | cells >> 1;
    if constexpr (lattice == Lattice::square) return across | cells << s | cells >> s;
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
    if constexpr (lattice == Lattice::triangle) return cells >> 1 | (cells >> s & ~place.second_sort);
    return cells >> 1 | cells >> s | (cells >> (s + 1) & place.second_sort) | (cells >> (s - 1) & ~place.second_sort);
  }

  template <Lattice lattice>
  bool pockets_fit_on(int position, const Window& window) const {
    const Place& place = places_[position];
    const std::uint64_t free = ~window.words[0];
    const std::uint64_t filled = window.words[0] & ~place.blocked.words[0];
    // What lies behind the last filled cell hangs together: no pocket, however large.
    const int tail = 64 - std::countl_zero(filled);
    if (!tail_connected_[std::min(position + tail, positions_)]) return true;
    std::uint64_t reached = tail < 64 ? free & ~std::uint64_t{0} << tail : 0;
    // Mostly each open cell has a later neighbour that is open, and so leads to the tail, step by step.
    if ((free & ~reached & ~with_later_neighbour<lattice>(place, free)) == 0) return true;
    for (;;) {
      const std::uint64_t next = (reached | neighbours<lattice>(place, reached)) & free;
      if (next == free) return true;
      if (next == reached) break;
      reached = next;
    }
    const std::uint64_t open = ~std::uint64_t{0} << (63 - stride_);  // may go on beyond the window
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

  /// Fields that are looked up together: where they are in `remaining`.
  struct RemainingChunk {
    int word, shift;
    std::uint64_t mask;
  };

  const SweepInput* input_;
  FieldLayout layout_;
  int positions_;
  int chunk_count_;
  bool has_holes_, ends_exactly_ = false, single_bits_ = false;
  bool same_items_;
  bool one_kind_each_ = true;  // does each item use pieces of one kind at most?
  FieldCost hole_field_{};     // the field of holes with its guard bit; without a cost
  std::vector<Class> classes_;
  std::vector<RemainingChunk> remaining_chunks_;
  std::vector<Place> places_;  // by position, and one more for the end
  Mask every_item_;
  Remaining start_, guards_;
  struct Restricted {
    int position;
    std::uint64_t cells;
  };
  std::vector<Restricted> restricted_;         // the allowed placements of the restricted piece
  std::vector<std::size_t> first_restricted_;  // by position: the index of the first of them from there on
  Remaining restricted_field_;
  bool cuts_pockets_ = false, cuts_single_cells_ = false;
  Lattice lattice_;
  int stride_;  // of the input
  // By position: are the free positions from there on connected?
  std::vector<bool> tail_connected_;
  std::uint64_t pocket_sizes_ = 0;  // bit n: n cells can be filled with pieces and holes, judging by their sizes
};

}  // namespace pentocity::packing
