#pragma once
// Runs a PlanFrontier over a board: from the keys after one cell to those after the next, on several threads.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <utility>

#include "layer.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/input/user_error.hpp"
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
  for (std::size_t i = 0; i + static_cast<std::size_t>(score) < from.size(); ++i)
    add(to[i + static_cast<std::size_t>(score)], from[i]);
}

/// The frontiers after one cell: each key with `width` numbers. If there are many, several threads share them in parts,
/// by hash.
template <class Key, class Number>
class Frontiers {
 public:
  using Part = Layer<Key, Number>;
  /// For about `expected` keys. Threads take longer to start than one thread takes for a few thousand keys.
  Frontiers(std::size_t width, int step, int jobs, std::size_t expected = 1)
      : bits_(jobs == 1 || expected < 4096 ? 0 : 6), locks_(std::make_unique<std::mutex[]>(std::size_t{1} << bits_)) {
    for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i)
      parts_.emplace_back(width, static_cast<std::uint64_t>(step) + 1, expected >> bits_);
  }

  std::vector<Part>& parts() { return parts_; }
  const std::vector<Part>& parts() const { return parts_; }
  std::mutex& lock(std::size_t part) { return locks_[part]; }
  std::size_t part_of(Key key) const {
    if (bits_ == 0) return 0;
    auto x = static_cast<std::uint64_t>(key);
    if constexpr (sizeof(Key) > sizeof x) x ^= static_cast<std::uint64_t>(key >> 64);
    return static_cast<std::size_t>((x ^ x >> 32) * 0x9fb21c651e98df25 >> (64 - bits_));
  }
  std::span<Number> operator[](Key key) { return parts_[part_of(key)][key]; }
  std::span<const Number> find(Key key) const { return parts_[part_of(key)].find(key); }
  std::size_t size() const {
    return sum([](const Part& part) { return part.size(); });
  }
  std::size_t bytes() const {
    return sum([](const Part& part) { return part.bytes(); });
  }

 private:
  template <class Value>
  std::size_t sum(const Value& value) const {
    std::size_t total = 0;
    for (const Part& part : parts_) total += value(part);
    return total;
  }

  int bits_;
  std::vector<Part> parts_;
  std::unique_ptr<std::mutex[]> locks_;
};

/// Calls visit(key, numbers) for all keys, on several threads; throws Interrupted when `stop` becomes true.
template <class Keys, class Visit>
void for_each_key(Keys& layer, const CountOptions& options, const Visit& visit) {
  for_each_parallel(options.jobs, static_cast<int>(layer.parts().size()), [&](int part) {
    auto& table = layer.parts()[static_cast<std::size_t>(part)];
    for (std::size_t slot = 0; slot < table.slots(); ++slot) {
      if (options.stop != nullptr && slot % 4096 == 0 && *options.stop) throw Interrupted("interrupted");
      if (table.holds(slot)) visit(table.key(slot), table.numbers(slot));
    }
  });
}

/// Fills the next layer: combine(to, from, score) is called for each way from a key with the numbers `from` to a key
/// with the numbers `to`. Ways that score more than `max_score`, with what is still to come, are left out.
template <class Key, class Number, class Combine>
void advance(const PlanFrontier& frontier, int step, const Frontiers<Key, Number>& layer, Frontiers<Key, Number>& next,
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
  const bool has_limit = max_score < frontier.max_score(), is_mirrored = uses_mirror && frontier.mirrored_after(step);
  for_each_parallel(options.jobs, static_cast<int>(layer.parts().size()), [&](int part) {
    const auto& from = layer.parts()[static_cast<std::size_t>(part)];
    const std::size_t parts = next.parts().size();
    // The arrays are not cleared: there are many groups, and as a rule few arrivals.
    const std::unique_ptr<Group[]> groups(new Group[parts]);
    const auto enter = [&](std::size_t to) {
      auto& table = next.parts()[to];
      Group& group = groups[to];
      std::unique_lock<std::mutex> lock;
      if (layer.parts().size() > 1) lock = std::unique_lock(next.lock(to));
      const std::span<const Arrival> arrivals(group.arrivals.data(), group.size);
      for (const Arrival& a : arrivals) table.prefetch(a.key);
      for (const Arrival& a : arrivals) combine(table[a.key], from.numbers(a.from), a.score);
      group.size = 0;
    };
    for (std::size_t slot = 0; slot < from.slots(); ++slot) {
      if (slot % 4096 == 0 && options.stop != nullptr && *options.stop) throw Interrupted("interrupted");
      if (!from.holds(slot)) continue;
      frontier.successors(step, from.key(slot), [&](Key key, int score, PlanFrontier::Join) {
        if (has_limit && score + frontier.min_score(key) > max_score) return;
        if (is_mirrored) key = std::min(key, frontier.mirror_image(key));
        const std::size_t to = next.part_of(key);
        Group& group = groups[to];
        group.arrivals[group.size++] = {key, slot, score};
        if (group.size == group.arrivals.size()) enter(to);
      });
    }
    for (std::size_t to = 0; to < parts; ++to) enter(to);
  });
}

/// Tells the progress, and guesses the time left: each cell still to come takes as long as the longest of the last two
/// rows.
class Stopwatch {
 public:
  Stopwatch(const PlanFrontier& frontier, const CountOptions& options) : frontier_(frontier), options_(options) {}
  void after(int step, std::size_t frontiers) {
    const auto now = Clock::now();
    seconds_.push_back(std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (!options_.progress) return;
    const auto rows = std::min<std::ptrdiff_t>(2 * frontier_.columns(), static_cast<std::ptrdiff_t>(seconds_.size()));
    const double longest = *std::max_element(seconds_.end() - rows, seconds_.end());
    const double so_far = std::chrono::duration<double>(now - begin_).count();
    options_.progress({step + 1, frontier_.steps(), frontiers, so_far, longest * (frontier_.steps() - step - 1)});
  }

 private:
  using Clock = std::chrono::steady_clock;
  const PlanFrontier& frontier_;
  const CountOptions& options_;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  std::vector<double> seconds_;
};

/// A layer in a file: a line that says of which count, then the numbers of bytes, of steps, of keys and of nodes so
/// far, then each key with its numbers.
template <class Key, class Number>
class Checkpoint {
 public:
  Checkpoint(std::string path, const std::string& count, std::size_t width)
      : path_(std::move(path)),
        title_(fmt::format("pentocity-frontiers/1 {} {} {} {}\n", count, sizeof(Key), sizeof(Number), width)),
        width_(width) {}

  /// Is there a file, of this count and with numbers of this kind?
  bool exists() const {
    std::ifstream in(path_, std::ios::binary);
    std::string title(title_.size(), ' ');
    return in.read(title.data(), static_cast<std::streamsize>(title.size())) && title == title_;
  }
  /// The step from which the count goes on, 0 if there is no file. Throws InputError for a file of another count.
  int read(Frontiers<Key, Number>& layer, std::uint64_t& nodes, int jobs) {
    if (path_.empty() || !std::filesystem::exists(path_)) return 0;
    if (!exists()) throw InputError("{}: is no checkpoint of this count: remove it, or name another file", path_);
    std::ifstream in(path_, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(title_.size()));
    std::uint64_t step = 0, keys = 0;
    get(in, step);
    get(in, keys);
    get(in, nodes);
    layer = Frontiers<Key, Number>(width_, static_cast<int>(step) - 1, jobs, keys);  // that of the step before
    for (std::uint64_t i = 0; i < keys && in; ++i) {
      Key key{};
      get(in, key);
      for (Number& n : layer[key]) get(in, n);
    }
    if (!in) throw InputError("{}: the checkpoint is cut short: remove it", path_);
    return static_cast<int>(step);
  }
  /// Writes the layer that there is before a step.
  void write(const Frontiers<Key, Number>& layer, std::uint64_t nodes, int step) const {
    const std::string part = path_ + ".part";
    std::ofstream out(part, std::ios::binary);
    out << title_;
    put(out, static_cast<std::uint64_t>(step));
    put(out, static_cast<std::uint64_t>(layer.size()));
    put(out, nodes);
    for (const auto& table : layer.parts())
      for (std::size_t slot = 0; slot < table.slots(); ++slot)
        if (table.holds(slot)) {
          put(out, table.key(slot));
          for (const Number& n : table.numbers(slot)) put(out, n);
        }
    out.close();
    if (!out) throw InputError("{}: cannot be written", part);
    std::filesystem::rename(part, path_);
  }

 private:
  template <class T>
  static void get(std::istream& in, T& value) {
    in.read(reinterpret_cast<char*>(&value), sizeof value);
  }
  template <class T>
  static void put(std::ostream& out, const T& value) {
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::string path_, title_;
  std::size_t width_;
};

/// The number of plans for each score from 0 to `max_score`. Adds the number of different keys to `nodes`. `count` says
/// in a line what is counted, for the checkpoint. Throws TooManyPlans if the numbers do not fit, and Interrupted.
template <class Key, class Number>
std::vector<Number> count_by_score(const PlanFrontier& frontier, int max_score, const std::string& count,
                                   std::uint64_t& nodes, const CountOptions& options) {
  const auto width = static_cast<std::size_t>(max_score) + 1;
  Frontiers<Key, Number> layer(width, -1, options.jobs);
  layer[0][0] = 1;
  LayerForecast forecast(frontier.columns());
  Stopwatch watch(frontier, options);
  int step = 0;
  constexpr bool can_be_kept = std::is_trivially_copyable_v<Number>;
  if constexpr (can_be_kept)
    step = Checkpoint<Key, Number>(options.checkpoint, count, width).read(layer, nodes, options.jobs);
  for (; step < frontier.steps(); ++step) {
    Frontiers<Key, Number> next(width, step, options.jobs, forecast.expected(step, layer.size()));
    try {
      advance(frontier, step, layer, next, max_score, true, options,
              [](std::span<Number> to, std::span<const Number> from, int score) { add_shifted(to, from, score); });
    } catch (const Interrupted&) {
      if constexpr (can_be_kept)
        if (!options.checkpoint.empty())
          Checkpoint<Key, Number>(options.checkpoint, count, width).write(layer, nodes, step);
      throw;
    } catch (const TooManyPlans&) {  // so the count begins again, with larger numbers, which are not those of the file
      if (!options.checkpoint.empty()) std::filesystem::remove(options.checkpoint);
      throw;
    }
    nodes += next.size();
    forecast.learn(step, layer.size(), next.size());
    watch.after(step, next.size());
    layer = std::move(next);
  }
  if (!options.checkpoint.empty()) std::filesystem::remove(options.checkpoint);
  const auto numbers = std::as_const(layer).find(static_cast<Key>(frontier.last_key()));
  return numbers.empty() ? std::vector<Number>(width) : std::vector<Number>(numbers.begin(), numbers.end());
}

}  // namespace pentocity::districting
