#pragma once
// The frontiers after a cell, and the pass over them that makes those after the next, on several threads.

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "layer.hpp"
#include "pentocity/core/parallel.hpp"
#include "plan_frontier.hpp"

namespace pentocity::districting {

/// Thrown when a number does not fit.
struct TooManyPlans : std::overflow_error {
  TooManyPlans() : std::overflow_error("too many plans") {}
};

/// Adds a number. For 64 and 128 bits it throws TooManyPlans if the sum does not fit.
template <class Number>
void add(Number& to, const Number& n) {
  if constexpr (std::is_trivially_copyable_v<Number>) {
    if (__builtin_add_overflow(to, n, &to)) throw TooManyPlans();
  } else {
    to += n;
  }
}
/// Adds the numbers of `from`, which are by score, to those of `to`, shifted up by `score`. What is shifted beyond the
/// end is dropped.
template <class Number>
void add_shifted(std::span<Number> to, std::span<const Number> from, int score) {
  for (std::size_t i = 0; i + score < from.size(); ++i) add(to[i + score], from[i]);
}

/// The frontiers after one cell: each key with `width` numbers. If there are many, several threads share them in parts,
/// by hash.
template <class Key, class Number>
class Frontiers {
 public:
  using Part = Layer<Key, Number>;
  /// For about `expected` keys. Threads take longer to start than one thread takes for a few thousand keys.
  Frontiers(std::size_t width, int cell, int jobs, std::size_t expected = 1)
      : bits_(jobs == 1 || expected < 4096 ? 0 : 6), locks_(std::make_unique<std::mutex[]>(std::size_t{1} << bits_)) {
    for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i) parts_.emplace_back(width, cell + 1, expected >> bits_);
  }

  std::vector<Part>& parts() { return parts_; }
  const std::vector<Part>& parts() const { return parts_; }
  int part_count() const { return 1 << bits_; }
  std::mutex& lock(std::size_t part) { return locks_[part]; }
  std::size_t part_of(Key key) const {
    if (bits_ == 0) return 0;
    auto x = static_cast<std::uint64_t>(key);
    if constexpr (sizeof(Key) > sizeof x) x ^= static_cast<std::uint64_t>(key >> 64);
    return (x ^ x >> 32) * 0x9fb21c651e98df25 >> (64 - bits_);
  }
  std::span<Number> operator[](Key key) { return parts_[part_of(key)][key]; }
  std::span<const Number> find(Key key) const { return parts_[part_of(key)].find(key); }
  std::size_t size() const { return sum(&Part::size); }
  std::size_t bytes() const { return sum(&Part::bytes); }

 private:
  std::size_t sum(std::size_t (Part::*value)() const) const {
    std::size_t total = 0;
    for (const Part& part : parts_) total += (part.*value)();
    return total;
  }

  int bits_;
  std::vector<Part> parts_;
  std::unique_ptr<std::mutex[]> locks_;
};

/// Calls visit(key, numbers) for all keys, on several threads; throws Interrupted when `stop` becomes true.
template <class Keys, class Visit>
void for_each_key(Keys& layer, const CountOptions& options, const Visit& visit) {
  for_each_parallel(options.jobs, layer.part_count(), [&](int part) {
    auto& table = layer.parts()[part];
    for (std::size_t slot = 0; slot < table.slots(); ++slot) {
      if (options.stop != nullptr && slot % 4096 == 0 && *options.stop) throw Interrupted("interrupted");
      if (table.holds(slot)) visit(table.key(slot), table.numbers(slot));
    }
  });
}

/// Fills the next layer: combine(to, from, score) is called for each way from a key with the numbers `from` to a key
/// with the numbers `to`. Ways that score more than `max_score`, with what is still to come, are left out.
template <class Key, class Number, class Combine>
void advance(const PlanFrontier& frontier, int cell, const Frontiers<Key, Number>& layer, Frontiers<Key, Number>& next,
             int max_score, bool uses_mirror, const CountOptions& options, const Combine& combine) {
  struct Arrival {
    Key key;
    std::size_t from;
    int score;
  };
  // Keys arrive in groups, so that the table is read ahead.
  struct Group {
    std::size_t size = 0;
    std::array<Arrival, 64> arrivals;
  };
  const bool has_limit = max_score < frontier.max_score(), is_mirrored = uses_mirror && frontier.mirrored_after(cell);
  for_each_parallel(options.jobs, layer.part_count(), [&](int part) {
    const auto& from = layer.parts()[part];
    const int parts = next.part_count();
    // The arrays are not cleared: there are many groups, and as a rule few arrivals.
    const std::unique_ptr<Group[]> groups(new Group[parts]);
    const auto enter = [&](std::size_t to) {
      auto& table = next.parts()[to];
      Group& group = groups[to];
      std::unique_lock<std::mutex> lock;
      if (layer.part_count() > 1) lock = std::unique_lock(next.lock(to));
      const std::span<const Arrival> arrivals(group.arrivals.data(), group.size);
      for (const Arrival& a : arrivals) table.prefetch(a.key);
      for (const Arrival& a : arrivals) combine(table[a.key], from.numbers(a.from), a.score);
      group.size = 0;
    };
    for (std::size_t slot = 0; slot < from.slots(); ++slot) {
      if (slot % 4096 == 0 && options.stop != nullptr && *options.stop) throw Interrupted("interrupted");
      if (!from.holds(slot)) continue;
      frontier.successors(cell, from.key(slot), [&](Key key, int score, Join) {
        if (has_limit && score + frontier.min_score(key) > max_score) return;
        if (is_mirrored) key = std::min(key, frontier.mirror_image(key));
        const std::size_t to = next.part_of(key);
        Group& group = groups[to];
        group.arrivals[group.size++] = {key, slot, score};
        if (group.size == group.arrivals.size()) enter(to);
      });
    }
    for (int to = 0; to < parts; ++to) enter(to);
  });
}

}  // namespace pentocity::districting
