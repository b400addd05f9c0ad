#pragma once
// Exact cover with multiplicities, on dancing cells (Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1: algorithms X and M; and his program SSXCC of 2020, whose sparse sets take the place of linked lists).
//
// Items are to be covered by options, each of which is a set of items. An item has bounds: how often it must, and may,
// be covered. Example: on a board of one row of three cells, with one monomino M and one domino D, the items are the
// cells a, b, c and the pieces M, D, and the options are
//
//     M a,   M b,   M c,   D a b,   D b c.
//
// Of each item, the options that have it are kept in an array of which the first `size` are those that can still be
// taken. If `M a` is taken, `D a b` cannot be any more. It is removed from the options of b: the last one of them,
// `D b c`, changes places with it, and the size is one less. To take that back the size alone is enough, for the order
// in the array does not matter. So the sizes of all items are saved before an option is taken, and copied back.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pentocity::packing {

class DancingCells {
 public:
  /// An option in the list of one of its items.
  using Entry = std::uint32_t;
  using Ends = std::vector<std::int32_t>;

  /// How often an item is to be covered.
  struct Bounds {
    std::int32_t min = 1, max = 1;
  };

  /// The items. The first `cells` of them must be covered exactly once, and every option has one of these; no option
  /// has more than `longest` items. There is room for so many options from the beginning.
  DancingCells(const std::vector<Bounds>& items, std::size_t cells, std::size_t longest, std::size_t options)
      : cells_(cells), stride_(static_cast<Entry>(std::bit_ceil(longest))), first_(items.size() + 1) {
    nodes_.reserve(options * stride_);
    for (const Bounds& bounds : items) {
      least_ends_.push_back(bounds.min);
      room_.push_back(bounds.max);
    }
  }
  /// The memory for each option, at most.
  static constexpr std::size_t bytes_per_option(std::size_t longest) {
    return std::bit_ceil(longest) * sizeof(Node) + longest * sizeof(Entry);
  }
  /// Adds an option that has these items; options are numbered from 0.
  void add_option(std::span<const std::int32_t> items) {
    for (const std::int32_t item : items) {
      nodes_.push_back({item, 0});
      ++first_[item + 1];
    }
    nodes_.resize((nodes_.size() + stride_ - 1) & ~(stride_ - 1), {-1, 0});
  }
  /// To be called after the last option. False if some item cannot be covered as often as it must.
  bool begin() {
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    ends_.assign(first_.begin(), first_.end() - 1);
    set_.resize(first_.back());
    for (Entry x = 0; x < nodes_.size(); ++x) {
      if (nodes_[x].item < 0) continue;
      nodes_[x].at = ends_[nodes_[x].item]++;
      set_[nodes_[x].at] = x;
    }
    bool out = true;
    for (std::size_t i = 0; i < ends_.size(); ++i) out &= ends_[i] >= (least_ends_[i] += first_[i]);
    return out;
  }

  /// The item to decide on: that with the fewest ways to cover it, cells first; -1 if all cells are covered.
  int choose() const {
    std::int32_t fewest = none;
    for (std::size_t i = 0; i < cells_; ++i) fewest = std::min(fewest, ways(i));
    if (fewest == none) return -1;
    std::size_t best = 0;
    while (ways(best) != fewest) ++best;
    for (std::size_t i = cells_; i < ends_.size(); ++i) {
      if (ways(i) >= fewest) continue;
      fewest = ways(i);
      best = i;
    }
    return static_cast<int>(best);
  }
  /// The options of an item that can be taken; take() and drop() change their order.
  std::span<const Entry> options_of(int item) const {
    return {set_.data() + first_[item], static_cast<std::size_t>(ends_[item] - first_[item])};
  }
  /// How many of them are to be tried first, in any order: of n options of which k are needed, the first that is taken
  /// is one of n - k + 1. For an item that need not be covered any more, a number above all others.
  std::int32_t ways(std::size_t item) const {
    return least_ends_[item] > first_[item] ? ends_[item] - least_ends_[item] + 1 : none;
  }
  /// Whether an item can be covered more than once. If so, options are to be dropped before the next one is taken, or a
  /// set of options would be found once for each of its orders.
  bool is_multiple(int item) const { return room_[item] > 1; }
  /// The number of an option.
  std::size_t option(Entry x) const { return x / stride_; }

  /// What changes when options are taken or dropped, besides how often items are to be covered: where the options of
  /// each item end.
  const Ends& ends() const { return ends_; }
  void restore(const Ends& ends) { std::copy(ends.begin(), ends.end(), ends_.begin()); }

  /// Takes an option. False if some item cannot be covered any more. In both cases put_back() and restore() undo it.
  bool take(Entry x) {
    const std::span<const Node> items = nodes_of(x);
    for (const Node& node : items) {
      --least_ends_[node.item];
      --room_[node.item];
    }
    for (const Node& node : items)
      if (room_[node.item] == 0 && !cover(node.item)) return false;
    return true;
  }
  void put_back(Entry x) {
    for (const Node& node : nodes_of(x)) {
      ++least_ends_[node.item];
      ++room_[node.item];
    }
  }
  /// Tells whether an option has not been removed. One that was taken has been if an item of it cannot be covered
  /// again.
  bool can_be_taken(Entry x) const { return nodes_[x].at < ends_[nodes_[x].item]; }
  /// Removes an option from all its items. False if some item cannot be covered any more.
  bool drop(Entry x) {
    const Entry first = x & ~(stride_ - 1);
    return Remover(*this).remove(first, first + stride_);
  }
  /// The number of options that were removed so far, a measure of the work.
  std::uint64_t removed() const { return removed_; }

 private:
  static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  // An item of an option, or -1 behind the last one, and its place in `set_`.
  struct Node {
    std::int32_t item;
    std::int32_t at;
  };

  std::span<const Node> nodes_of(Entry x) const {
    const Node* const first = nodes_.data() + (x & ~(stride_ - 1));
    return {first, static_cast<std::size_t>(
                       std::find_if(first, first + stride_, [](const Node& node) { return node.item < 0; }) - first)};
  }
  // Removes options; in the inner loop, the addresses of the tables stay in registers.
  struct Remover {
    explicit Remover(DancingCells& of)
        : nodes(of.nodes_.data()), set(of.set_.data()), ends(of.ends_.data()), least_ends(of.least_ends_.data()) {}

    // Removes an option from the items of these entries of it. False if one of them has too few left.
    bool remove(Entry first, Entry end_of_entries) const {
      bool enough = true;
      for (Entry x = first; x < end_of_entries && nodes[x].item >= 0; ++x) {
        const auto [item, at] = nodes[x];
        const std::int32_t end = --ends[item];
        const Entry last = set[end];
        set[at] = last;
        set[end] = x;
        nodes[last].at = at;
        nodes[x].at = end;
        enough &= end >= least_ends[item];
      }
      return enough;
    }
    Node* const nodes;
    Entry* const set;
    std::int32_t* const ends;
    const std::int32_t* const least_ends;
  };
  // The item is covered as often as it may be: none of its options can be taken. They are removed from their other
  // items one by one, and from this one all together. So options that can be taken have no item that is covered.
  [[gnu::noinline]] bool cover(std::int32_t item) {
    Remover remover(*this);
    const std::int32_t first = first_[item];
    const Entry mask = ~(stride_ - 1);
    removed_ += static_cast<std::uint64_t>(ends_[item] - first);
    for (std::int32_t i = std::exchange(ends_[item], first); i-- > first;) {
      const Entry own = remover.set[i], begin = own & mask;
      const bool before = remover.remove(begin, own), behind = remover.remove(own + 1, begin + stride_);
      if (!before || !behind) return false;
    }
    return true;
  }

  std::size_t cells_;
  Entry stride_;
  std::vector<Node> nodes_;          // option after option, `stride_` for each
  std::vector<Entry> set_;           // the options of each item, one item after the other
  std::vector<std::int32_t> first_;  // by item: where its options begin
  Ends ends_;                        // by item: where those end that can be taken
  Ends least_ends_;                  // by item: where they must end at least, for it must be covered so often yet
  std::vector<std::int32_t> room_;   // by item: how often it may be covered yet
  std::uint64_t removed_ = 0;
};

}  // namespace pentocity::packing
