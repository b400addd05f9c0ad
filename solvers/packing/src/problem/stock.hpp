#pragma once
// How many pieces and holes remain to be used: numbers of a few bits each, packed into words.

#include <algorithm>
#include <optional>
#include <span>

#include "pentocity/core/bitboard.hpp"
#include "problem/problem.hpp"

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
/// Writes a number into its field, whose bits are 0, and reads it.
template <int L>
void put(Bitboard<L>& remaining, const Field& field, int value) {
  remaining.words[field.word] |= static_cast<std::uint64_t>(value) << field.shift;
}
template <int L>
int get(const Bitboard<L>& remaining, const Field& field) {
  return static_cast<int>((remaining.words[field.word] & field.mask()) >> field.shift);
}

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

  explicit Stock(const Problem& problem)
      : problem_(&problem),
        layout_(layout_of(problem)),
        single_bits_(!has_holes()),
        same_tiles_(problem.stride > 0 && problem.packing->lattice != Lattice::triangle),
        places_(problem.free.size() + 1) {
    every_tile_.words.fill(~std::uint64_t{0});
    lay_out_pieces();
    for (const auto& tiles : problem.tiles) add_list(tiles);
    for (int p = 0; p <= problem.positions(); ++p) {
      // Nothing can be placed at the end, but it may be asked.
      const List& list = lists_[problem.list_of[p < problem.positions() ? p : 0]];
      places_[p] = {list.tables.data(), list.costs.data(), list.fields.data(), list.uses.data(), {}};
    }
    if (layout_.holes) add_holes(*layout_.holes, problem.cells_at);
    for (std::size_t i = 0; i < layout_.hole_limits.size(); ++i)
      add_holes(layout_.hole_limits[i], problem.hole_limits[i].costs);
  }

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
  bool accepts(const Remaining& remaining) const {
    std::vector<int> used;
    for (const Field& field : layout_.pieces) {
      const int rest = get(remaining, field);
      if (rest > field.slack) return false;
      used.push_back(field.start - rest);
    }
    if (layout_.holes && get(remaining, *layout_.holes) > layout_.holes->slack) return false;
    return !problem_->packing->counts_allowed || problem_->packing->counts_allowed(used);
  }

  /// The tiles for which enough pieces remain.
  [[gnu::always_inline]] Mask available(int position, const Remaining& remaining) const {
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

  /// How many pieces of its only kind a tile uses; if these are of several kinds, `all` of them.
  struct Uses {
    int word = 0;
    std::uint64_t mask = 0, cost = 0;
    const std::vector<FieldCost>* all = nullptr;
  };
  /// The step from what is left before a tile, or a hole, to what is left after it.
  struct Take {
    Remaining cost, guards;
    Uses uses{};

    /// Subtracts the cost. Returns 1 if there was enough, else 0 (`remaining` is useless then).
    unsigned operator()(Remaining& remaining) const {
      bool enough = (remaining.words[uses.word] & uses.mask) >= uses.cost;
      if (uses.all != nullptr)
        for (const FieldCost& use : *uses.all) enough &= (remaining.words[use.word] & use.mask) >= use.cost;
      remaining = minus(remaining, cost);
      return enough & ((remaining & guards) == guards);
    }
  };
  /// The steps over a tile, or a hole, at a position, forwards and (put_back) backwards.
  Take take(int position, int tile) const { return {places_[position].costs[tile], guards_, uses_of(position, tile)}; }
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
      const std::uint64_t mask = take.uses.mask, min = take.uses.cost, cost = take.cost.words[0];
      const std::uint64_t useless_bits = useless.words[0];
      if (single_bits_ && take.uses.all == nullptr && index == nullptr) {
        // The piece must be there, and nothing useless beside it.
        const std::uint64_t asked = cost | useless_bits;
        for (const Remaining& before : remainders) {
          out[n].words[0] = before.words[0] ^ cost;
          n += static_cast<unsigned>((before.words[0] & asked) == cost);
        }
        return n;
      }
      if (take.uses.all == nullptr && !has_holes() && index == nullptr) {
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

  Uses uses_of(int position, int tile) const {
    const Place& place = places_[position];
    if (L == 1 && one_kind_each_) return {0, place.fields[tile].words[0], place.costs[tile].words[0]};
    const std::vector<FieldCost>& uses = place.uses[tile];
    if (uses.size() == 1) return {uses[0].word, uses[0].mask, uses[0].cost};
    return {.all = uses.empty() ? nullptr : &uses};
  }

  // The parts of the constructor.
  void lay_out_pieces() {
    int counted = 0, slack = layout_.holes ? layout_.holes->slack : 0;
    for (const Field& field : layout_.pieces) {
      slack += field.slack;
      if (field.width == 0) continue;
      put(start_, field, field.start);
      ++counted;
      single_bits_ = single_bits_ && field.width <= 1;
    }
    ends_exactly_ = counted > 1 && slack == 0 && problem_->hole_limits.empty() && !problem_->packing->counts_allowed;
    for (const auto& chunk : layout_.chunks) {
      const Field& from = layout_.pieces[chunk.front()];
      const Field& to = layout_.pieces[chunk.back()];
      chunks_.push_back({from.word, from.shift, (std::uint64_t{1} << (to.shift + to.width - from.shift)) - 1});
    }
  }
  void add_list(const std::vector<Problem::Tile>& tiles) {
    List& to = lists_.emplace_back();
    Mask usable;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      // Rows of a shape wider than the board may lie before its first cell; it never fits.
      bool is_usable = tiles[t].offsets.front() >= 0;
      Remaining& cost = to.costs.emplace_back();
      Remaining& fields = to.fields.emplace_back();
      auto& uses = to.uses.emplace_back();
      for (const auto& [piece, n] : tiles[t].pieces) {
        const Field& field = layout_.pieces[piece];
        // A kind that may not be used at all has no bits.
        is_usable = is_usable && problem_->packing->pieces[piece].max != 0 && (field.width == 0 || n <= field.start);
        if (field.width == 0 || n > field.start) continue;
        put(cost, field, n);
        fields.words[field.word] |= field.mask();
        uses.push_back({field.word, field.mask(), static_cast<std::uint64_t>(n) << field.shift});
      }
      one_kind_each_ = one_kind_each_ && uses.size() <= 1;
      if (is_usable) usable.set(static_cast<int>(t));
    }
    usable_.push_back(usable);
    for (std::size_t k = 0; k < chunks_.size(); ++k) {
      const std::size_t begin = to.tables.size();
      to.tables.resize(begin + chunks_[k].mask + 1, usable);
      for (const int piece : layout_.chunks[k]) {
        const Field& field = layout_.pieces[piece];
        std::vector<Mask> enough(std::size_t{1} << field.width, usable);  // by number left
        for (std::size_t t = 0; t < tiles.size(); ++t)
          for (int n = 0; n < get(to.costs[t], field); ++n) enough[n].reset(static_cast<int>(t));
        const int shift = field.shift - chunks_[k].shift;
        for (std::size_t x = 0; x <= chunks_[k].mask; ++x)
          to.tables[begin + x] &= enough[x >> shift & (enough.size() - 1)];
      }
    }
  }
  void add_holes(const Field& field, const std::vector<int>& costs) {
    put(start_, field, field.start);
    const Field guard{field.word, field.shift + field.width, 1, 0, 0};
    put(start_, guard, 1);
    put(guards_, guard, 1);
    // More than all that there is would reach beyond the guard bit.
    for (std::size_t p = 0; p < costs.size(); ++p)
      put(places_[p].hole_cost, field, std::min(costs[p], field.start + 1));
  }

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
