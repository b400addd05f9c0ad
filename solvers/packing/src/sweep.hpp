#pragma once
// The tables of the engines that always decide the first undecided cell.
//
// Positions are cells in scan order, one after the other in a row and row after row, with a guard position after each
// row that is never free, so that no shape can leave its row. A board is a window of bits: bit i tells whether position
// p + i is filled, p being the first position that is not. What may be placed there is one AND of a few tables, indexed
// by chunks of the window and by chunks of a word that says which pieces are left.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "packing.hpp"
#include "pentocity/core/bitboard.hpp"

namespace pentocity::packing {

/// A shape with its first cell.
struct Placing {
  std::uint16_t shape;
  std::uint16_t row, column;

  friend bool operator==(const Placing&, const Placing&) = default;
};

/// A problem in positions, without word sizes.
struct SweepInput {
  /// Something that may be placed with its first cell at a position.
  struct Item {
    std::vector<int> offsets;                 ///< from that position, ascending, the first is 0
    std::vector<std::pair<int, int>> pieces;  ///< (kind, how many of it)
    int shape = 0;                            ///< of the packing
  };
  struct Allowed {
    int position, item, orbit;
  };

  const Packing* packing = nullptr;
  std::vector<bool> free;     ///< by position
  std::vector<Cell> cell_of;  ///< by position
  std::vector<int> class_of;  ///< by position: which list of items holds there
  std::vector<std::vector<Item>> items;
  std::vector<int> cells_at;  ///< by position: the cells that a hole there leaves empty
  int restricted_piece = -1;  ///< whose placements are `allowed` alone, ascending
  std::vector<Allowed> allowed;
  std::vector<Restriction::HoleLimit> hole_limits;  ///< as in Restriction, costs by position
  int stride = 0;                                   ///< between rows, or 0 if positions are no rows of a board
};

/// The packing's own cells.
SweepInput sweep_input(const Packing& packing, const Restriction& restriction);
/// The orbits of cells under the powers of g; items are the orbits of placements. Its solutions are those of the
/// packing that g maps to themselves.
SweepInput quotient_input(const Packing& packing, const Isometry& g);

/// How many pieces of each kind and how many holes are left: fields of a few words. Fields of holes have a guard bit
/// above them, which stays set until they fall below 0.
struct Field {
  int word = 0, shift = 0, width = 0;
  int start = 0;
  int slack = 0;  ///< the most that may remain in the end
};
struct FieldLayout {
  std::vector<Field> pieces;             ///< by kind; width 0: not counted
  std::vector<std::vector<int>> chunks;  ///< kinds whose fields are looked up together
  std::optional<Field> holes;            ///< in all
  std::vector<Field> hole_limits;
  int words = 0;
};
FieldLayout layout_of(const SweepInput& input);

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

template <int N>
constexpr int first_zero(const Bitboard<N>& b) {
  for (int i = 0; i < N; ++i)
    if (~b.words[i] != 0) return 64 * i + std::countr_one(b.words[i]);
  return 64 * N;
}

/// So many words side by side.
template <int N>
struct RegisterOf {
  using Type [[gnu::vector_size(8 * N)]] = std::uint64_t;
};
template <>
struct RegisterOf<1> {
  using Type = std::uint64_t;
};

/// The tables: W words for a window, L for what is left, M for the items of a position.
template <int W, int L, int M>
class Sweep {
 public:
  using Window = Bitboard<W>;
  using Left = Bitboard<L>;
  using Mask = Bitboard<M>;

  /// Pieces of a kind, in the place of their field.
  struct FieldCost {
    int word;
    std::uint64_t mask, cost;
  };

  static bool fits(const SweepInput& input);
  /// `fits` must hold.
  explicit Sweep(const SweepInput& input);

  const SweepInput& input() const { return *input_; }
  int positions() const { return positions_; }
  bool has_holes() const { return has_holes_; }

  /// The first position and window; positions() if there is nothing to decide.
  void begin(int& position, Window& window) const {
    position = 0;
    window = places_[0].blocked;
    advance(position, window);
  }
  const Left& start() const { return start_; }

  /// The items that fit into the window, whatever is left. `Chunks` is chunk_count(), or 0 if it is not known when
  /// compiling.
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
  int chunk_count() const { return chunk_count_; }
  /// The items for which enough pieces are left.
  Mask available(int position, const Left& left) const {
    Mask out = every_item_;
    const Mask* table = places_[position].left_tables;
    for (const LeftChunk& chunk : left_chunks_) {
      out &= table[(left.words[chunk.word] >> chunk.shift) & chunk.mask];
      table += chunk.mask + 1;
    }
    return out;
  }
  /// Are any pieces counted? If not, all items are available and cost nothing.
  bool counts_pieces() const { return !left_chunks_.empty(); }
  /// Takes the pieces of an item, or a hole; 0 if there are not so many, otherwise 1.
  struct Take {
    Left cost, guards;
    int word = 0;
    std::uint64_t mask = 0, least = 0;
    const std::vector<FieldCost>* all = nullptr;  ///< if the item has pieces of several kinds

    unsigned operator()(Left& left) const {
      bool enough = (left.words[word] & mask) >= least;
      if (all != nullptr)
        for (const FieldCost& use : *all) enough &= (left.words[use.word] & use.mask) >= use.cost;
      left = minus(left, cost);
      return enough & ((left & guards) == guards);
    }
  };
  Take take(int position, int item) const {
    const Place& place = places_[position];
    const std::vector<FieldCost>& uses = place.uses[item];
    Take out{place.costs[item], guards_};
    if (uses.size() == 1)
      out.word = uses[0].word, out.mask = uses[0].mask, out.least = uses[0].cost;
    else if (!uses.empty())
      out.all = &uses;
    return out;
  }
  Take take_hole(int position) const { return {places_[position].hole_cost, guards_}; }

  /// Puts the pieces of an item back, or a hole; false if there would be more than at the start.
  struct PutBack {
    Left cost;
    int word = 0;
    std::uint64_t mask = 0, most = 0;
    const std::vector<FieldCost>* all = nullptr;
    const Left* start = nullptr;

    bool operator()(Left& left) const {
      bool room = (left.words[word] & mask) <= most;
      if (all != nullptr)
        for (const FieldCost& use : *all)
          room &= (left.words[use.word] & use.mask) + use.cost <= (start->words[use.word] & use.mask);
      left = plus(left, cost);
      return room;
    }
  };
  PutBack put_back(int position, int item) const {
    const Place& place = places_[position];
    const std::vector<FieldCost>& uses = place.uses[item];
    PutBack out{place.costs[item]};
    if (uses.size() == 1) {
      out.word = uses[0].word;
      out.mask = uses[0].mask;
      out.most = (start_.words[out.word] & out.mask) - uses[0].cost;
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
    out.most = (start_.words[out.word] & out.mask) - (out.cost.words[out.word] & out.mask);
    return out;
  }
  /// The fields of an item's pieces.
  Left fields(int position, int item) const {
    Left out;
    for (const FieldCost& use : places_[position].uses[item]) out.words[use.word] |= use.mask;
    return out;
  }
  const Window& cells(int position, int item) const { return places_[position].cells[item]; }
  const Left& cost(int position, int item) const { return places_[position].costs[item]; }

  /// Steps over the filled positions at the front of the window.
  void advance(int& position, Window& window) const {
    while (window.words[0] & 1) {
      const int by = first_zero(window);
      position += by;
      if (position >= positions_) return;
      window = moved_down(window, by) | places_[position].blocked;
    }
  }

  static Left minus(Left left, const Left& cost) {
    for (int i = 0; i < L; ++i) left.words[i] -= cost.words[i];
    return left;
  }
  static Left plus(Left left, const Left& cost) {
    for (int i = 0; i < L; ++i) left.words[i] += cost.words[i];
    return left;
  }
  /// Leaves the first position empty; false if there are not so many holes.
  const Left& hole_cost(int position) const { return places_[position].hole_cost; }
  bool take_hole(int position, Left& left) const {
    left = minus(left, places_[position].hole_cost);
    return (left & guards_) == guards_;
  }

  Placing placing(int position, int item) const {
    const auto p = static_cast<std::size_t>(position);
    const auto c = static_cast<std::size_t>(input_->class_of[p]);
    const Cell cell = input_->cell_of[p];
    return {static_cast<std::uint16_t>(input_->items[c][item].shape), static_cast<std::uint16_t>(cell.row),
            static_cast<std::uint16_t>(cell.column)};
  }

  /// Is the list of items the same at all positions?
  bool same_items() const { return input_->stride > 0; }
  /// Is each kind of piece used at most once, and no hole possible, so that every field is one bit?
  bool single_bits() const { return single_bits_; }
  /// Do all solutions end with the same left, and are there pieces of several kinds to tell?
  bool ends_exactly() const { return ends_exactly_; }
  const Left& final_left() const { return guards_; }
  /// The position before which that part of the free cells lies.
  int position_at(double share) const;

  /// May a solution end with that left?
  bool accepts(const Left& left) const;
  /// The size of a placement's orbit if it is of the restricted piece, otherwise 1.
  std::uint64_t orbit(int position, int item) const;
  /// The fields of the pieces that every solution needs and for which there is no room from that position on. (Looks at
  /// the restricted piece only, the others being cheaper to try.)
  Left impossible(int position, const Window& window) const {
    if (restricted_.empty()) return {};
    for (std::size_t i = first_restricted_[position]; i < restricted_.size(); ++i) {
      const int by = restricted_[i].position - position;
      // What lies beyond the window is not filled yet.
      if (by >= 64 || ((restricted_[i].cells << by) & window.words[0]) == 0) return {};
    }
    return restricted_field_;
  }
  /// The items without those that leave a cell by itself which is then the first open one, if no piece or hole is so
  /// small. The items must fit.
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
      for (std::uint64_t rest = ahead << open & ~filled; rest != 0; rest &= rest - 1)
        isolating &= covering[std::countr_zero(rest)];
      out -= isolating;
      items = filling;
      before |= std::uint64_t{1} << open;
    }
    return out;
  }
  /// Can all that is enclosed be filled by pieces and holes of these sizes? Looks at the window's first word.
  bool pockets_fit(int position, const Window& window) const {
    if (!cuts_pockets_) return true;
    const Place& place = places_[position];
    const std::uint64_t free = ~window.words[0];
    const std::uint64_t filled = window.words[0] & ~place.blocked.words[0];
    // What lies behind the last filled cell hangs together: no pocket, however large.
    const int tail = 64 - std::countl_zero(filled);
    if (!tail_connected_[std::min(position + tail, positions_)]) return true;
    std::uint64_t reached = tail < 64 ? free & ~std::uint64_t{0} << tail : 0;
    for (;;) {
      const std::uint64_t next = (reached | neighbours(place, reached)) & free;
      if (next == free) return true;
      if (next == reached) break;
      reached = next;
    }
    const std::uint64_t open = ~std::uint64_t{0} << (63 - input_->stride);  // may go on beyond the window
    for (std::uint64_t rest = free & ~reached; rest != 0;) {
      std::uint64_t pocket = rest & -rest;
      for (std::uint64_t next = pocket;; pocket = next) {
        next = (pocket | neighbours(place, pocket)) & free;
        if (next == pocket) break;
      }
      if ((pocket & open) == 0 && (pocket_sizes_ >> std::popcount(pocket) & 1) == 0) return false;
      rest &= ~pocket;
    }
    return true;
  }

  /// What becomes of a list of lefts, without those that have no pieces for it or have a bit of `useless` then; `index`
  /// (if not null) tells of which ones.
  std::size_t advance_all(std::span<const Left> lefts, const Take& take, const Left& useless, Left* out,
                          std::uint32_t* index) const {
    std::size_t n = 0;
    // Without branches: which ones stay is hard to predict.
    if constexpr (L == 1) {
      if (take.all == nullptr && !has_holes_) {
        const std::uint64_t mask = take.mask, least = take.least, cost = take.cost.words[0];
        const std::uint64_t useless_bits = useless.words[0];
        if (index == nullptr) {
          for (const Left& before : lefts) {
            const std::uint64_t left = before.words[0] - cost;
            out[n].words[0] = left;
            n += static_cast<unsigned>((before.words[0] & mask) >= least) &
                 static_cast<unsigned>((left & useless_bits) == 0);
          }
          return n;
        }
      }
    }
    for (std::uint32_t i = 0; i < lefts.size(); ++i) {
      Left left = lefts[i];
      const unsigned stays = take(left) & !left.intersects(useless);
      out[n] = left;
      if (index != nullptr) index[n] = i;
      n += stays;
    }
    return n;
  }

 private:
  // What a search looks up at a position, side by side.
  struct alignas(64) Place {
    const Mask* window_tables = nullptr;
    const Mask* left_tables = nullptr;
    const Window* cells = nullptr;
    const Left* costs = nullptr;
    Window blocked;  // no free position, and everything beyond the end
    Left hole_cost;
    Mask allowed;
    const std::vector<FieldCost>* uses = nullptr;
    const std::vector<Mask>* covering = nullptr;
    std::uint64_t ahead = 0;     // neighbours of the first cell that come after it
    std::uint64_t odd_rows = 0;  // of the window's first word
  };
  using MaskWords = typename RegisterOf<M>::Type;
  static constexpr int chunk_bits = 8;  // wider chunks need fewer look-ups and more cache
  struct Class {
    Mask every_item;
    std::vector<Window> cells;
    std::vector<Left> costs;
    std::vector<std::vector<FieldCost>> uses;  ///< by item
    std::vector<Mask> window_tables, left_tables;
    std::vector<Mask> covering;  ///< by bit of the window's first word
  };
  std::uint64_t neighbours(const Place& place, std::uint64_t cells) const {
    const int s = input_->stride;
    std::uint64_t out = cells << 1 | cells >> 1 | cells << s | cells >> s;
    if (hex_) {
      const std::uint64_t odd = cells & place.odd_rows, even = cells & ~place.odd_rows;
      out |= even << (s - 1) | even >> (s + 1) | odd << (s + 1) | odd >> (s - 1);
    }
    return out;
  }

  struct LeftChunk {
    int word, shift;
    std::uint64_t mask;
  };

  const SweepInput* input_;
  FieldLayout layout_;
  int positions_;
  int chunk_count_ = 0;
  bool has_holes_, ends_exactly_ = false, single_bits_ = false;
  FieldCost hole_field_{};  // with its guard; no cost
  std::vector<Class> classes_;
  std::vector<LeftChunk> left_chunks_;
  std::vector<Place> places_;  // by position, and one for the end
  Mask every_item_;
  Left start_, guards_;
  struct Restricted {
    int position;
    std::uint64_t cells;
  };
  std::vector<Restricted> restricted_;         // allowed placements of the restricted piece
  std::vector<std::size_t> first_restricted_;  // by position: the first of them from there on
  Left restricted_field_;
  bool cuts_pockets_ = false, cuts_single_cells_ = false, hex_ = false;
  std::vector<bool> tail_connected_;  // by position: the free positions from there on
  std::uint64_t pocket_sizes_ = 0;    // bit n: a pocket of n cells can be filled
};

}  // namespace pentocity::packing
