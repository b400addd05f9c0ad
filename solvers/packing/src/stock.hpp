#pragma once
// How many pieces and holes remain to be used: numbers of a few bits each, packed into words.

#include <optional>
#include <span>

#include "pentocity/core/bitboard.hpp"
#include "problem.hpp"

namespace pentocity::packing {

/// A number that is kept in some bits of a word: how many pieces of a kind, or how many holes, remain to be used. A
/// field of holes has one more bit above it, the guard bit, which is set as long as the number has not fallen below 0.
struct Field {
  int word = 0, shift = 0, width = 0;
  /// The number at the beginning.
  int start = 0;
  int slack = 0;  ///< the maximum that may remain at the end

  /// All bits of the field.
  std::uint64_t mask() const { return ((std::uint64_t{1} << width) - 1) << shift; }
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
FieldLayout layout_of(const Problem& problem);
/// The tables of what remains. The remaining numbers have L words, and a set of tiles at a position has M words. The
/// problem must outlive it.
template <int L, int M>
class Stock {
 public:
  using Remaining = Bitboard<L>;
  using Mask = Bitboard<M>;

  /// How many pieces of a kind a tile uses: `cost` is that number in the bits of the kind's field, and `mask` has all
  /// bits of the field.
  struct FieldCost {
    int word;
    std::uint64_t mask, cost;
  };

  explicit Stock(const Problem& problem);

  /// By list of the problem: the tiles for which there are pieces at all, and which do not reach back.
  const std::vector<Mask>& usable() const { return usable_; }
  /// The numbers of pieces and holes at the beginning.
  const Remaining& start() const { return start_; }
  /// Tells whether any pieces are counted. If not, all tiles are always available and use up nothing.
  bool counts_pieces() const { return !chunks_.empty(); }
  /// Tells whether cells may stay empty.
  bool has_holes() const { return layout_.holes.has_value(); }
  /// Tells whether tile i is of the same piece at all positions.
  bool same_tiles() const { return same_tiles_; }
  /// Tells whether every field is one bit, because each piece is used at most once and no hole is possible.
  bool single_bits() const { return single_bits_; }
  /// Tells whether all solutions end with the same numbers remaining, and there are pieces of several kinds.
  bool ends_exactly() const { return ends_exactly_; }
  /// The numbers that remain at the end of each solution, if ends_exactly().
  const Remaining& final_remaining() const { return guards_; }
  /// Tells whether a solution may end with these numbers remaining.
  bool accepts(const Remaining& remaining) const;

  /// The tiles for which enough pieces remain.
  Mask available(int position, const Remaining& remaining) const {
    Mask out = every_tile_;
    const Mask* table = places_[position].tables;
    for (const Chunk& chunk : chunks_) {
      out &= table[(remaining.words[chunk.word] >> chunk.shift) & chunk.mask];
      table += chunk.mask + 1;
    }
    return out;
  }
  /// The numbers of pieces that a tile uses, in their fields, and all bits of these fields.
  const Remaining& cost(int position, int tile) const { return places_[position].costs[tile]; }
  const Remaining& fields(int position, int tile) const { return places_[position].fields[tile]; }
  /// All bits of the field of a piece.
  Remaining every(int piece) const {
    Remaining out;
    out.words[layout_.pieces[piece].word] = layout_.pieces[piece].mask();
    return out;
  }
  /// What a hole at a position costs, in the fields of holes and limits.
  const Remaining& hole_cost(int position) const { return places_[position].hole_cost; }

  /// Subtracts or adds numbers field by field; they must fit.
  static Remaining minus(Remaining remaining, const Remaining& cost) {
    for (int i = 0; i < L; ++i) remaining.words[i] -= cost.words[i];
    return remaining;
  }
  static Remaining plus(Remaining remaining, const Remaining& cost) {
    for (int i = 0; i < L; ++i) remaining.words[i] += cost.words[i];
    return remaining;
  }
  /// Subtracts a hole at a position from `remaining`. False if that is one hole too many (`remaining` is useless then).
  bool take_hole(int position, Remaining& remaining) const {
    remaining = minus(remaining, places_[position].hole_cost);
    return (remaining & guards_) == guards_;
  }

  /// The step from what is left before a tile, or a hole, to what is left after it.
  struct Take {
    Remaining cost, guards;
    int word = 0;
    std::uint64_t mask = 0, min = 0;
    const std::vector<FieldCost>* all = nullptr;  ///< if the tile uses pieces of several kinds

    /// Subtracts the cost. Returns 1 if there was enough, else 0 (`remaining` is useless then).
    unsigned operator()(Remaining& remaining) const {
      bool enough = (remaining.words[word] & mask) >= min;
      if (all != nullptr)
        for (const FieldCost& use : *all) enough &= (remaining.words[use.word] & use.mask) >= use.cost;
      remaining = minus(remaining, cost);
      return enough & ((remaining & guards) == guards);
    }
  };
  /// The steps over a tile, or a hole, at a position, forwards and (put_back) backwards.
  Take take(int position, int tile) const {
    const auto [word, mask, cost, all] = uses_of(position, tile);
    return {places_[position].costs[tile], guards_, word, mask, cost, all};
  }
  Take take_hole(int position) const { return {places_[position].hole_cost, guards_}; }

  /// The opposite step: from what is left after a tile, or a hole, to what was left before it.
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
  PutBack put_back(int position, int tile) const {
    const auto [word, mask, cost, all] = uses_of(position, tile);
    return {places_[position].costs[tile], word, mask, (start_.words[word] & mask) - cost, all, &start_};
  }
  PutBack put_back_hole(int position) const {
    PutBack out{places_[position].hole_cost};
    out.word = layout_.holes->word;
    out.mask = layout_.holes->mask() | layout_.holes->mask() << 1;
    out.max = (start_.words[out.word] & out.mask) - (out.cost.words[out.word] & out.mask);
    return out;
  }

  /// Applies `take` to a list of remainders. Writes to `out` the results that are valid and have no bit of `useless`,
  /// and returns how many these are. If `index` is not null, it receives the indices of those that stay.
  [[gnu::always_inline]] std::size_t take_from_all(std::span<const Remaining> remainders, const Take& take,
                                                   const Remaining& useless, Remaining* out,
                                                   std::uint32_t* index) const {
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
      if (take.all == nullptr && !has_holes() && index == nullptr) {
        for (const Remaining& before : remainders) {
          const std::uint64_t remaining = before.words[0] - cost;
          out[n].words[0] = remaining;
          n += static_cast<unsigned>((before.words[0] & mask) >= min) &
               static_cast<unsigned>((remaining & useless_bits) == 0);
        }
        return n;
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
  /// What is looked up at a position.
  struct Place {
    const Mask* tables = nullptr;
    const Remaining* costs = nullptr;
    const Remaining* fields = nullptr;
    const std::vector<FieldCost>* uses = nullptr;
    Remaining hole_cost;
  };
  /// A list of tiles: of each, the pieces that it uses and all bits of their fields; and tables by number remaining, of
  /// the tiles for which that is enough.
  struct List {
    std::vector<Remaining> costs, fields;
    std::vector<std::vector<FieldCost>> uses;
    std::vector<Mask> tables;
  };
  /// Fields that are looked up together: where they are in `remaining`.
  struct Chunk {
    int word, shift;
    std::uint64_t mask;
  };

  /// How many pieces of its only kind a tile uses; if these are of several kinds, `all` of them.
  struct Uses {
    int word = 0;
    std::uint64_t mask = 0, cost = 0;
    const std::vector<FieldCost>* all = nullptr;
  };
  Uses uses_of(int position, int tile) const {
    const Place& place = places_[position];
    if (L == 1 && one_kind_each_) return {0, place.fields[tile].words[0], place.costs[tile].words[0]};
    const std::vector<FieldCost>& uses = place.uses[tile];
    if (uses.size() == 1) return {uses[0].word, uses[0].mask, uses[0].cost};
    return {.all = uses.empty() ? nullptr : &uses};
  }

  // The parts of the constructor.
  void lay_out_pieces();
  void add_list(const std::vector<Problem::Tile>& tiles);
  void add_holes(const Field& field, const std::vector<int>& costs);

  const Problem* problem_;
  FieldLayout layout_;
  bool single_bits_, ends_exactly_ = false, same_tiles_;
  bool one_kind_each_ = true;  // does each tile use pieces of one kind at most?
  std::vector<Mask> usable_;
  std::vector<List> lists_;
  std::vector<Chunk> chunks_;
  std::vector<Place> places_;  // by position, and one more for the end
  Mask every_tile_;
  Remaining start_, guards_;
};

}  // namespace pentocity::packing
