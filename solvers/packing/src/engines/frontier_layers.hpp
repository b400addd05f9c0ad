#pragma once
// The partial boards of the engine `frontier`, layer by layer.

#include <bit>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "engines/engine.hpp"

namespace pentocity::packing {

// How solutions are counted: not at all, or up to some size. The functions, for those that count, return false on
// overflow.
struct NoCount {};
using Count64 = std::uint64_t;
__extension__ using Count128 = unsigned __int128;
template <class Count>
bool add(Count& to, const Count& n) {
  if constexpr (!std::is_same_v<Count, BigCount>) return !__builtin_add_overflow(to, n, &to);
  to += n;
  return true;
}
template <class Count>
bool multiply(Count& to, const Count& n) {
  if constexpr (!std::is_same_v<Count, BigCount>) return !__builtin_mul_overflow(to, n, &to);
  to *= n;
  return true;
}

/// A layer has the boards with one first undecided position. A board is a region to fill, told by its window, with what
/// is left of the pieces and holes: a member of the region's family. Boards are numbered, from 1, layer after layer.
namespace frontier {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr int hole = -1;
/// A pass looks after so many regions whether it is to stop, and whether there is memory left.
constexpr std::uint64_t regions_between_checks = 1024;

/// How a region is reached.
struct Edge {
  std::uint32_t from;      ///< the region it comes from; none: this is the empty board
  std::uint16_t position;  ///< of that region
  std::int16_t tile;       ///< that was placed there, or `hole`
};
/// What is known of the members of a family that are not listed yet.
template <int L>
struct Bound {
  Bitboard<L> max;   ///< no member of the family has a bit that is not set here
  Bitboard<L> each;  ///< every member has these
};
/// A board found from the end: the region may be filled with what is left.
template <int L, class Count>
struct Return {
  Bitboard<L> remaining;
  std::uint32_t region;
  std::uint32_t after;  ///< the board that follows; none: this is the end
  std::int16_t tile;
  [[no_unique_address]] Count count;
};
/// The lists of ranges are by their ends: of region r from end[r - 1] (0 for the first one) to end[r].
inline std::uint32_t begin_of(const std::vector<std::uint32_t>& ends, std::uint32_t i) {
  return i == 0 ? 0 : ends[i - 1];
}

/// How a region was reached, with its window.
template <int W>
struct Arrival {
  Bitboard<W> window;
  Edge edge;
};
/// Arrivals, in blocks that stay where they are, so that a long list grows without a copy of itself. Its blocks come
/// from those that other lists have given back.
template <int W>
class Arrivals {
 public:
  static constexpr std::size_t block_size = std::bit_floor(std::size_t{1 << 16} / sizeof(Arrival<W>));
  using Block = std::unique_ptr<Arrival<W>[]>;
  using Blocks = std::vector<Block>;

  /// Writes an arrival behind the last one, and keeps it if `counts` is 1; otherwise it is 0.
  [[gnu::always_inline]] void add(const Arrival<W>& arrival, unsigned counts, Blocks& spare) {
    if (next_ == end_) add_block(spare);
    *next_ = arrival;
    next_ += counts;
  }
  std::size_t size() const { return blocks_.size() * block_size - static_cast<std::size_t>(end_ - next_); }
  std::size_t bytes() const { return bytes(blocks_); }
  static std::size_t bytes(const Blocks& blocks) { return blocks.size() * block_size * sizeof(Arrival<W>); }
  /// Calls f(number, arrival) for all, in order.
  template <class F>
  void for_each(F&& f) const {
    const std::size_t n = size();
    for (std::size_t i = 0; i < n; ++i) f(i, blocks_[i / block_size][i % block_size]);
  }
  /// Removes all.
  void give_back(Blocks& spare) {
    std::move(blocks_.begin(), blocks_.end(), std::back_inserter(spare));
    blocks_.clear();
    next_ = end_ = nullptr;
  }

 private:
  [[gnu::noinline]] void add_block(Blocks& spare) {
    if (spare.empty()) spare.emplace_back(new Arrival<W>[block_size]);
    blocks_.push_back(std::move(spare.back()));
    spare.pop_back();
    next_ = blocks_.back().get();
    end_ = next_ + block_size;
  }

  Blocks blocks_;
  Arrival<W>*next_ = nullptr, *end_ = nullptr;  // where the next one is written, and the end of the last block
};

template <int W, int L, class Count>
struct Layer {
  Arrivals<W> arrivals;
  std::vector<Edge> edges;                    ///< region after region
  std::vector<std::uint32_t> edges_end;       ///< by region
  std::vector<Bound<L>> bounds;               ///< by region
  std::vector<Return<L, Count>> returns;      ///< below the meeting
  std::vector<Bitboard<L>> remainders;        ///< family after family
  std::vector<std::uint32_t> remainders_end;  ///< by region
  std::vector<Count> counts;                  ///< by remainder
  std::vector<std::uint32_t> index;           ///< a hash table of remainders, for find(); empty: it is not made
  std::uint32_t first_board = 0;              ///< the number of the first remainder
  int cells_before = 0;                       ///< how many cells lie before this position
  int last_child = -1;                        ///< the last layer that is reached from here

  std::span<const Bitboard<L>> family(std::uint32_t region) const {
    const std::uint32_t from = begin_of(remainders_end, region);
    return {remainders.data() + from, remainders_end[region] - from};
  }
  std::span<const Edge> edges_of(std::uint32_t region) const {
    const std::uint32_t from = begin_of(edges_end, region);
    return {edges.data() + from, edges_end[region] - from};
  }
  std::size_t bytes() const {
    return arrivals.bytes() + remainders.size() * (sizeof(Bitboard<L>) + sizeof(Count)) + edges.size() * sizeof(Edge) +
           bounds.size() * sizeof(Bound<L>) + returns.capacity() * sizeof(Return<L, Count>) +
           (remainders_end.size() + edges_end.size() + index.size()) * sizeof(std::uint32_t);
  }

  /// The number of a remainder; none if the region's family does not have it.
  std::uint32_t find(std::uint32_t region, const Bitboard<L>& remaining) const {
    const std::uint32_t begin = begin_of(remainders_end, region), end = remainders_end[region];
    if (!index.empty()) {
      const std::size_t mask = index.size() - 1;
      for (std::size_t slot = slot_of(region, remaining);; ++slot) {
        const std::uint32_t i = index[slot & mask];
        if (i == none || (i >= begin && i < end && remainders[i] == remaining)) return i;
      }
    }
    if constexpr (L == 1) {
      // Mostly there is none. Without an early end the loop becomes vector code.
      std::uint64_t equal = 0;
      for (std::uint64_t i = begin; i < end; ++i)
        equal |= static_cast<std::uint64_t>(remainders[i].words[0] == remaining.words[0]);
      if (equal == 0) return none;
    }
    for (std::uint32_t i = begin; i < end; ++i)
      if (remainders[i] == remaining) return i;
    return none;
  }
  /// Whether an index makes find() faster: if families are large.
  bool is_worth_index() const { return index.empty() && remainders.size() > 64 * remainders_end.size(); }
  std::size_t size_of_index() const { return std::bit_ceil(2 * remainders.size()); }
  void make_index() {
    index.assign(size_of_index(), none);
    for (std::uint32_t region = 0, i = 0; region < remainders_end.size(); ++region)
      for (; i < remainders_end[region]; ++i) {
        std::size_t slot = slot_of(region, remainders[i]);
        while (index[slot & (index.size() - 1)] != none) ++slot;
        index[slot & (index.size() - 1)] = i;
      }
  }

 private:
  static std::size_t slot_of(std::uint32_t region, const Bitboard<L>& remaining) {
    return hash(remaining, (region + 1) * std::uint64_t{0x9E3779B97F4A7C15});
  }
};

/// The families of the layer at work, gathered one after the other; for the last one a hash table finds equal members.
/// Boards of another family stay in it and are told by their numbers, which are smaller.
template <int L, class Count>
class Families {
 public:
  using Remaining = Bitboard<L>;
  static constexpr bool counting = !std::is_same_v<Count, NoCount>;

  /// The number of the next board.
  std::uint32_t next_board() const { return next_board_; }
  std::size_t bytes() const {
    return remainders_.size() * (sizeof(Remaining) + sizeof(Count)) + slots_.size() * sizeof(std::uint32_t);
  }
  /// If there is no memory for so many bytes more, to grow throws std::bad_alloc.
  void allow(std::size_t more) { may_grow_by_ = more; }

  void begin_family() {
    begin_ = end_;
    first_board_ = next_board_;
  }
  /// The family at work.
  std::span<const Remaining> family() const { return {remainders_.data() + begin_, end_ - begin_}; }
  template <class Layer>
  void end_family(Layer& here, std::uint32_t region) {
    here.remainders_end[region] = static_cast<std::uint32_t>(end_);
  }
  /// Moves the families to their layer.
  template <class Layer>
  void keep(Layer& here) {
    const auto n = static_cast<std::ptrdiff_t>(end_);
    here.remainders.assign(remainders_.begin(), remainders_.begin() + n);
    if constexpr (counting)
      here.counts.assign(std::move_iterator(counts_.begin()), std::move_iterator(counts_.begin() + n));
    end_ = 0;
  }

  /// Room for so many members behind the last one, to be written and then added, with their counts. They must differ.
  Remaining* room(std::size_t n) {
    if (remainders_.size() < end_ + n) grow(2 * (end_ + n));
    return remainders_.data() + end_;
  }
  void add_written(std::size_t n) {
    end_ += n;
    next_board_ += static_cast<std::uint32_t>(n);
  }
  Count& count_of_written(std::size_t i) { return counts_[end_ + i]; }

  /// Makes room for so many members that add() gets.
  void reserve(std::size_t more) {
    room(more);
    const std::size_t n = end_ - begin_;
    if (slots_.size() >= 2 * (n + more)) return;
    std::size_t size = 64;
    while (size < 4 * (n + more)) size *= 2;
    slots_.assign(size, 0);
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t slot = hash(remainders_[begin_ + i]) & (size - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
      slots_[slot] = first_board_ + static_cast<std::uint32_t>(i);
    }
  }
  /// Adds a member, or its count to that of an equal one. Returns the number of the board.
  std::uint32_t add(const Remaining& remaining, const Count& count, bool& overflow) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash(remaining);; ++slot) {
      std::uint32_t& board = slots_[slot & mask];
      if (board < first_board_) {
        remainders_[end_] = remaining;
        if constexpr (counting) counts_[end_] = count;
        ++end_;
        return board = next_board_++;
      }
      const std::size_t index = begin_ + (board - first_board_);
      if (remainders_[index] == remaining) {
        if constexpr (counting) overflow |= !packing::add(counts_[index], count);
        return board;
      }
    }
  }

 private:
  // The old list is freed when the new one has been filled.
  void grow(std::size_t size) {
    if (size * sizeof(Remaining) + (size - counts_.size()) * sizeof(Count) > may_grow_by_) throw std::bad_alloc();
    remainders_.resize(size);
    if constexpr (counting) counts_.resize(size);
  }

  std::size_t may_grow_by_ = std::numeric_limits<std::size_t>::max();
  std::vector<Remaining> remainders_;
  std::vector<Count> counts_;
  std::size_t begin_ = 0, end_ = 0;  // of the family at work
  std::uint32_t first_board_ = 1, next_board_ = 1;
  std::vector<std::uint32_t> slots_;
};

/// All layers, with what the passes ask about their edges.
template <int W, int L, int M, class CountType>
struct Layers {
  using Count = CountType;
  using Window = Bitboard<W>;
  using Remaining = Bitboard<L>;
  using Layer = frontier::Layer<W, L, Count>;
  using Tables = packing::Tables<W, L, M>;
  using Stock = packing::Stock<L, M>;
  static constexpr bool counting = !std::is_same_v<Count, NoCount>;

  explicit Layers(const Tables& its_tables)
      : tables(its_tables), by_position(static_cast<std::size_t>(its_tables.positions()) + 1) {
    for (int p = 0; p < tables.positions(); ++p)
      by_position[p + 1].cells_before = by_position[p].cells_before + (tables.problem.free[p] ? 1 : 0);
  }

  Layer& operator[](int position) { return by_position[position]; }
  const Layer& operator[](int position) const { return by_position[position]; }

  typename Stock::Take take_over(const Edge& edge) const {
    return edge.tile == hole ? tables.stock.take_hole(edge.position) : tables.stock.take(edge.position, edge.tile);
  }
  typename Stock::PutBack return_over(const Edge& edge) const {
    return edge.tile == hole ? tables.stock.put_back_hole(edge.position)
                             : tables.stock.put_back(edge.position, edge.tile);
  }
  /// Tells whether it may be a member of a family with this bound.
  bool allows(const Bound<L>& bound, const Remaining& remaining) const {
    return !tables.stock.single_bits() || (bound.max.contains(remaining) && remaining.contains(bound.each));
  }
  /// A board's count, multiplied by the orbit of the tile of an edge.
  Count times_orbit(Count count, const Edge& edge) {
    if constexpr (counting)
      overflow |= !multiply(count, Count{edge.tile == hole ? 1 : tables.problem.orbit({edge.position, edge.tile})});
    return count;
  }
  /// How a pass goes on, as seen now and then: complete if it does.
  Outcome check(const Control& control) const {
    if (control.stopped()) return Outcome::stopped;
    return overflow ? Outcome::gave_up : Outcome::complete;
  }
  /// Tells whether there is memory left, if this share (0 to 1) of the work is done, and `others` bytes are held
  /// besides. If there is none, says how much would be wanted.
  bool is_room_left(const Effort& effort, std::size_t others, double share, Families<L, Count>& families) const {
    std::size_t bytes = others + families.bytes();
    for (const Layer& layer : by_position) bytes += layer.bytes();
    const bool out = bytes <= effort.max_bytes;
    if (out)
      families.allow(effort.max_bytes - bytes);
    else if (effort.bytes_wanted != nullptr)
      *effort.bytes_wanted = static_cast<double>(bytes) / share;
    return out;
  }
  /// Makes find() fast in the layers before the meeting from which edges come to this position. False if there is no
  /// memory for that.
  bool make_indices(int position, const Effort& effort, std::size_t others, double share,
                    Families<L, Count>& families) {
    for (int from = 0; from < std::min(position, meeting); ++from) {
      Layer& there = by_position[from];
      if (there.last_child < position || !there.is_worth_index()) continue;
      if (!is_room_left(effort, others + there.size_of_index() * sizeof(std::uint32_t), share, families)) return false;
      there.make_index();
    }
    return true;
  }
  int cells_before(int position) const { return by_position[position].cells_before; }
  int cells() const { return cells_before(tables.positions()); }
  /// Which part of both passes is done before a position, and on the way back behind it.
  double share_done(int before) const { return static_cast<double>(cells_before(before)) / cells_of_both(); }
  double share_done_back(int from) const {
    return static_cast<double>(2 * cells() - cells_before(from)) / cells_of_both();
  }
  static Count one() {
    if constexpr (counting) return 1;
    return {};
  }

  const Tables& tables;
  std::vector<Layer> by_position;
  /// The first position from which families are listed from the end. Before it they are listed from the beginning.
  int meeting = 0;
  bool overflow = false;

 private:
  int cells_of_both() const { return 2 * cells() - cells_before(meeting); }
};

}  // namespace frontier
}  // namespace pentocity::packing
