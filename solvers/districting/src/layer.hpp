#pragma once
// The keys of a frontier after one cell, each with some numbers: a hash table with open addressing and linear probing.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pentocity::districting {

/// An integer of 128 bits, which GCC and Clang offer.
__extension__ using Uint128 = unsigned __int128;

/// A table of keys with `width` numbers each. The key with all bits set is not allowed.
template <class Key, class Number>
class Layer {
 public:
  /// `width` is the number of numbers of a key. `salt` must be different for successive layers: if one table is read in
  /// the order of its slots while another one with the same hash function is filled, keys pile up in the latter. There
  /// is room for `expected` keys; the table grows if there are more.
  Layer(std::size_t width, std::uint64_t salt, std::size_t expected = 0)
      : width_(width), factor_(2 * salt * 0x9e3779b97f4a7c15 + 1) {
    allocate(std::max<std::size_t>(64, expected / 3 * 4 + 8));
  }

  /// The number of keys.
  std::size_t size() const { return size_; }
  /// The memory that it takes.
  std::size_t bytes() const { return keys_.size() * (sizeof(Key) + width_ * sizeof(Number)); }
  /// The number of slots. Some are empty: see holds().
  std::size_t slots() const { return keys_.size(); }
  bool holds(std::size_t slot) const { return keys_[slot] != none; }
  Key key(std::size_t slot) const { return keys_[slot]; }
  std::span<Number> numbers(std::size_t slot) { return {numbers_.data() + slot * width_, width_}; }
  std::span<const Number> numbers(std::size_t slot) const { return {numbers_.data() + slot * width_, width_}; }

  /// Asks the processor to load the slot of a key into its cache.
  void prefetch(Key key) const {
    const std::size_t slot = home(key);
    __builtin_prefetch(&keys_[slot]);
    __builtin_prefetch(&numbers_[slot * width_]);
  }
  /// The numbers of a key; if the key is new it is added, with zeros. The result is valid until the next call.
  std::span<Number> operator[](Key key) {
    std::size_t slot = slot_of(key);
    if (keys_[slot] == none) {
      if (size_ >= limit_) {
        grow();
        slot = slot_of(key);
      }
      keys_[slot] = key;
      ++size_;
    }
    return numbers(slot);
  }
  /// The numbers of a key, or an empty span if it is not there.
  std::span<const Number> find(Key key) const {
    const std::size_t slot = slot_of(key);
    return keys_[slot] == none ? std::span<const Number>() : numbers(slot);
  }

 private:
  static constexpr Key none = ~Key{};

  void allocate(std::size_t slots) {
    keys_.assign(slots, none);
    numbers_.assign(slots * width_, Number());
    limit_ = slots / 4 * 3;
    size_ = 0;
  }
  std::size_t home(Key key) const {
    auto x = static_cast<std::uint64_t>(key);
    if constexpr (sizeof(Key) > sizeof x) x ^= static_cast<std::uint64_t>(key >> 64) * 0xd1342543de82ef95;
    x = (x ^ x >> 29) * factor_;
    return static_cast<std::size_t>(static_cast<Uint128>(x) * keys_.size() >> 64);
  }
  std::size_t slot_of(Key key) const {
    std::size_t slot = home(key);
    while (keys_[slot] != none && keys_[slot] != key) slot = slot + 1 == keys_.size() ? 0 : slot + 1;
    return slot;
  }
  // Rare, and kept out of the loops that add keys.
  [[gnu::noinline]] void grow() {
    Layer larger(width_, 0);
    larger.factor_ = factor_;
    larger.allocate(keys_.size() + keys_.size() / 2 + 1);
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] == none) continue;
      const std::span<Number> to = larger[keys_[slot]];
      std::copy_n(numbers_.begin() + slot * width_, width_, to.begin());
    }
    *this = std::move(larger);
  }

  std::size_t width_;
  std::uint64_t factor_;
  std::size_t size_ = 0, limit_ = 0;
  std::vector<Key> keys_;
  std::vector<Number> numbers_;
};

/// Estimates how many keys the next layer will have, from the growth of their number at the same column one row before.
class LayerForecast {
 public:
  explicit LayerForecast(int columns) : growth_(columns, 1.0) {}
  /// The number of keys to expect after this cell (counted from 0), if there were `keys` before it.
  std::size_t expected(int cell, std::size_t keys) const {
    return static_cast<std::size_t>(static_cast<double>(keys) * growth_[column(cell)]);
  }
  /// To be called after the cell: there were `from` keys before it and `to` keys after it.
  void learn(int cell, std::size_t from, std::size_t to) {
    growth_[column(cell)] = from == 0 ? 0 : static_cast<double>(to) / static_cast<double>(from);
  }

 private:
  std::size_t column(int cell) const { return cell % growth_.size(); }
  std::vector<double> growth_;
};

}  // namespace pentocity::districting
