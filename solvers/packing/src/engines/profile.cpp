#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engines/engine.hpp"

namespace pentocity::packing {
namespace {

/// An unsigned integer of N words of 64 bits, the lowest first. Sums must fit.
template <int N>
struct WideCount {
  std::array<std::uint64_t, N> words{};

  void add(const WideCount& n) {
    bool carry = false;
    for (int i = 0; i < N; ++i) {
      std::uint64_t sum = 0;
      const bool first = __builtin_add_overflow(words[i], n.words[i], &sum);
      carry = static_cast<bool>(first | __builtin_add_overflow(sum, static_cast<std::uint64_t>(carry), &words[i]));
    }
  }
  BigCount value() const {
    BigCount out = 0;
    for (int i = N; i-- > 0;) out = (out << 64) + words[i];
    return out;
  }
};

/// The windows at a position with their counts: a hash table with open addressing.
template <int W, int N>
class Windows {
 public:
  using Window = Bitboard<W>;
  struct Slot {
    Window window;
    WideCount<N> count;
  };

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }
  const std::vector<Slot>& slots() const { return slots_; }
  /// A window of a slot that is used has an open cell at its beginning, unlike that of an empty slot.
  static bool holds(const Slot& slot) { return (slot.window.words[0] & 1) == 0; }

  /// Asks the processor to load the slot of a window into its cache.
  void prefetch(const Window& window) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash(window) & (slots_.size() - 1)], 1);
  }
  /// The bytes that the next add() takes besides: those of a larger table, if this one is full, which is freed then.
  std::size_t bytes_to_grow() const { return is_full() ? grown_size() * sizeof(Slot) : 0; }
  void add(const Window& window, const WideCount<N>& count) {
    if (is_full()) rehash(grown_size());
    Slot& slot = slot_of(window);
    if (!holds(slot)) {
      slot.window = window;
      ++size_;
    }
    slot.count.add(count);
  }
  void clear() {
    std::vector<Slot>().swap(slots_);
    size_ = 0;
  }

 private:
  bool is_full() const { return 3 * size_ >= 2 * slots_.size(); }
  std::size_t grown_size() const { return std::max<std::size_t>(64, 2 * slots_.size()); }
  Slot& slot_of(const Window& window) {
    std::size_t i = hash(window) & (slots_.size() - 1);
    while (holds(slots_[i]) && !(slots_[i].window == window)) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void rehash(std::size_t size) {
    Slot empty;
    empty.window.words.fill(~std::uint64_t{0});
    std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(size, empty));
    for (const Slot& slot : before)
      if (holds(slot)) slot_of(slot.window) = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

template <int W, int L, int M, int N>
class Profile {
 public:
  using Window = Bitboard<W>;

  Profile(const Tables<W, L, M>& tables, const Effort& effort, Control& control)
      : tables_(tables), effort_(effort), control_(control), layers_(tables.positions()) {}

  Outcome run(BigCount& total) {
    const auto first = tables_.first();
    WideCount<N> one;
    one.words[0] = 1;
    arrive(first.position, first.window, one);
    flush();
    const int end = tables_.positions();
    for (int p = 0; p < end; ++p) {
      Layer& here = layers_[p];
      const std::size_t size = here.size();
      if (control_.stopped()) return Outcome::stopped;
      for (const auto& slot : here.slots()) {
        if (Layer::holds(slot) && tables_.pruning.pockets_fit(p, slot.window.words[0]))
          follow(p, slot.window, slot.count);
        if (lacks_room_) return give_up(p);
      }
      flush();
      if (lacks_room_) return give_up(p);
      here.clear();
      control_.set_share(static_cast<double>(p + 1) / end);
      if (control_.add_nodes(size)) control_.report({});
    }
    total = total_.value();
    return Outcome::complete;
  }

 private:
  using Layer = Windows<W, N>;
  // An arrival that waits for its slot to come into the cache.
  struct Arrival {
    int position;
    Window window;
    WideCount<N> count;
  };
  static constexpr std::size_t max_waiting = 32;

  void follow(int position, const Window& window, const WideCount<N>& count) {
    const auto tiles =
        tables_.pruning.without_isolating(position, window.words[0], tables_.fit.fitting(position, window));
    tiles.for_each([&](int tile) {
      int next = position;
      Window filled = window;
      tables_.place(tile, next, filled);
      arrive(next, filled, count);
    });
  }
  void arrive(int position, const Window& window, const WideCount<N>& count) {
    if (position >= tables_.positions()) {
      total_.add(count);
      return;
    }
    layers_[position].prefetch(window);
    arrivals_[waiting_++] = {position, window, count};
    if (waiting_ == max_waiting) flush();
  }
  void flush() {
    for (std::size_t i = 0; i < waiting_; ++i) {
      Layer& layer = layers_[arrivals_[i].position];
      const std::size_t more = layer.bytes_to_grow();
      if (more > 0 && bytes() + more > effort_.max_bytes) lacks_room_ = true;
      if (!lacks_room_) layer.add(arrivals_[i].window, arrivals_[i].count);
    }
    waiting_ = 0;
  }
  // Says how much memory would be wanted.
  Outcome give_up(int position) const {
    if (effort_.bytes_wanted != nullptr)
      *effort_.bytes_wanted = static_cast<double>(effort_.max_bytes) * tables_.positions() / (position + 1);
    return Outcome::gave_up;
  }
  std::size_t bytes() const {
    std::size_t out = 0;
    for (const Layer& layer : layers_) out += layer.bytes();
    return out;
  }

  const Tables<W, L, M>& tables_;
  const Effort& effort_;
  Control& control_;
  std::vector<Layer> layers_;  // by position
  std::array<Arrival, max_waiting> arrivals_;
  std::size_t waiting_ = 0;
  bool lacks_room_ = false;
  WideCount<N> total_;
};

// No more than 2 to this power solutions are possible: at each first cell of a piece, so many tiles can be.
double bits_of(const Problem& problem) {
  std::size_t smallest = 1'000'000, tiles = 1;
  for (const auto& list : problem.tiles) {
    tiles = std::max(tiles, list.size());
    for (const auto& tile : list) smallest = std::min(smallest, tile.offsets.size());
  }
  const auto cells = static_cast<double>(std::count(problem.free.begin(), problem.free.end(), true));
  return cells / static_cast<double>(smallest) * std::log2(static_cast<double>(tiles));
}

}  // namespace

std::optional<Outcome> profile_count(const Problem& problem, const Effort& effort, Control& control, BigCount& count) {
  const std::vector<Field> fields = layout_of(problem).pieces;
  if (problem.packing->max_holes > 0 || problem.restricted_piece >= 0 ||
      std::any_of(fields.begin(), fields.end(), [](const Field& field) { return field.width > 0; }))
    return {};
  const double bits = bits_of(problem) + 1;
  return with_tables(problem, [&]<int W, int L, int M>(const Tables<W, L, M>& tables) {
    if (bits <= 64) return Profile<W, L, M, 1>(tables, effort, control).run(count);
    if (bits <= 256) return Profile<W, L, M, 4>(tables, effort, control).run(count);
    if (bits <= 1024) return Profile<W, L, M, 16>(tables, effort, control).run(count);
    return Outcome::gave_up;
  });
}

}  // namespace pentocity::packing
