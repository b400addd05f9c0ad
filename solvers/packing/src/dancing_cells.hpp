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
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pentocity::packing {

class DancingCells {
 public:
  /// An option in the list of one of its items.
  using Entry = std::uint32_t;
  using Sizes = std::vector<std::int32_t>;

  /// How often an item is to be covered.
  struct Bounds {
    std::int32_t min = 1, max = 1;
  };

  /// The items; the first `cells` of them must be covered exactly once, and every option has one of these.
  DancingCells(const std::vector<Bounds>& items, std::size_t cells) : cells_(cells), first_(items.size() + 1) {
    for (const Bounds& bounds : items) {
      need_.push_back(bounds.min);
      room_.push_back(bounds.max);
    }
  }
  /// Adds an option that has these items; options are numbered from 0.
  void add_option(std::span<const std::int32_t> items) {
    for (const std::int32_t item : items) {
      nodes_.push_back({item, 0});
      ++first_[item + 1];
    }
    nodes_.push_back({-static_cast<std::int32_t>(items.size()), options_++});
  }
  /// To be called after the last option. False if some item cannot be covered as often as it must.
  bool begin() {
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    sizes_.assign(need_.size(), 0);
    set_.resize(first_.back());
    for (Entry x = 0; x < nodes_.size(); ++x) {
      if (nodes_[x].item < 0) continue;
      std::int32_t& size = sizes_[nodes_[x].item];
      nodes_[x].at = first_[nodes_[x].item] + static_cast<std::uint32_t>(size++);
      set_[nodes_[x].at] = x;
    }
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      if (sizes_[i] < need_[i]) return false;
    return true;
  }

  /// The item to decide on: that with the fewest ways to cover it, cells first; -1 if all cells are covered.
  int choose() const {
    const auto cells_end = sizes_.begin() + static_cast<std::ptrdiff_t>(cells_);
    std::int32_t fewest = covered;
    for (std::size_t i = 0; i < cells_; ++i) fewest = std::min(fewest, sizes_[i]);
    if (fewest == covered) return -1;
    auto best = std::find(sizes_.begin(), cells_end, fewest) - sizes_.begin();
    for (std::size_t i = cells_; i < sizes_.size(); ++i) {
      if (need_[i] <= 0 || ways(static_cast<int>(i)) >= fewest) continue;
      fewest = ways(static_cast<int>(i));
      best = static_cast<std::ptrdiff_t>(i);
    }
    return static_cast<int>(best);
  }
  /// The options of an item that can be taken; take() and drop() change their order.
  std::span<const Entry> options_of(int item) const {
    return {set_.data() + first_[item], static_cast<std::size_t>(sizes_[item])};
  }
  /// How many of them are to be tried first, in any order: of n options of which k are needed, the first that is taken
  /// is one of n - k + 1.
  std::int32_t ways(int item) const { return sizes_[item] - std::max(need_[item], 1) + 1; }
  /// Whether an item can be covered more than once. If so, options are to be dropped before the next one is taken, or a
  /// set of options would be found once for each of its orders.
  bool is_multiple(int item) const { return room_[item] > 1; }
  /// The number of an option.
  std::uint32_t option(Entry x) const {
    while (nodes_[x].item >= 0) ++x;
    return nodes_[x].at;
  }
  /// What changes when options are taken or dropped, besides how often items are to be covered.
  const Sizes& sizes() const { return sizes_; }
  void restore(const Sizes& sizes) { std::copy(sizes.begin(), sizes.end(), sizes_.begin()); }

  /// Takes an option. False if some item cannot be covered any more. In both cases put_back() and restore() undo it.
  bool take(Entry x) {
    const Entry first = first_entry(x);
    for (Entry y = first; nodes_[y].item >= 0; ++y) {
      --need_[nodes_[y].item];
      --room_[nodes_[y].item];
    }
    for (Entry y = first; nodes_[y].item >= 0; ++y)
      if (room_[nodes_[y].item] == 0 && !cover(nodes_[y].item)) return false;
    return true;
  }
  void put_back(Entry x) {
    for (Entry y = first_entry(x); nodes_[y].item >= 0; ++y) {
      ++need_[nodes_[y].item];
      ++room_[nodes_[y].item];
    }
  }
  /// Removes an option. False if some item cannot be covered any more.
  bool drop(Entry x) {
    bool out = true;
    for (Entry y = first_entry(x); nodes_[y].item >= 0; ++y) out &= remove(y);
    return out;
  }
  /// The number of removals so far, a measure of the work.
  std::uint64_t removals() const { return removals_; }

 private:
  static constexpr std::int32_t covered = std::numeric_limits<std::int32_t>::max();
  // An item of an option and its place in `set_`; or, behind the last one, minus their number and the option's number.
  struct Node {
    std::int32_t item;
    std::uint32_t at;
  };

  Entry first_entry(Entry x) const {
    while (nodes_[x].item >= 0) ++x;
    return x + static_cast<Entry>(nodes_[x].item);
  }
  // Removes the option of an entry from the options of its item, if that is not covered. False if too few are left.
  bool remove(Entry x) {
    const auto [item, at] = nodes_[x];
    if (sizes_[item] == covered) return true;
    const std::int32_t size = --sizes_[item];
    const std::uint32_t end = first_[item] + static_cast<std::uint32_t>(size);
    const Entry last = set_[end];
    set_[at] = last;
    set_[end] = x;
    nodes_[last].at = at;
    nodes_[x].at = end;
    ++removals_;
    return size >= need_[item];
  }
  // The item is covered as often as it may be: all its options are removed from the other items.
  bool cover(std::int32_t item) {
    const Entry* const options = set_.data() + first_[item];
    const std::int32_t size = sizes_[item];
    sizes_[item] = covered;
    for (std::int32_t i = 0; i < size; ++i) {
      const Entry x = options[i];
      for (Entry y = x + 1; y != x;) {
        if (nodes_[y].item < 0)
          y += static_cast<Entry>(nodes_[y].item);
        else if (!remove(y++))
          return false;
      }
    }
    return true;
  }

  std::size_t cells_;
  std::uint32_t options_ = 0;
  std::vector<Node> nodes_;
  std::vector<Entry> set_;             // the options of each item, one item after the other
  std::vector<std::uint32_t> first_;   // by item: where its options begin
  Sizes sizes_;                        // by item: how many options can be taken; `covered`: it is not looked at any more
  std::vector<std::int32_t> need_, room_;  // by item: how often it must, and may, be covered yet
  std::uint64_t removals_ = 0;
};

}  // namespace pentocity::packing
