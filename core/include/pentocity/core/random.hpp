#pragma once
// Seeded random streams. The same seed gives the same numbers on every machine.

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace pentocity::inline core {

/// Mixes 64 bits (the finaliser of splitmix64, Steele, Lea and Flood 2014): a bijection in which each input bit
/// changes about half of the output bits.
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// A 64-bit hash of bytes (FNV-1a, then mixed), the same on every machine.
constexpr std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char b : bytes) h = (h ^ static_cast<unsigned char>(b)) * 0x100000001b3;
  return mix_bits(h);
}

/// The largest seed: 2^53 - 1, the largest integer that every JSON reader keeps exactly.
inline constexpr std::uint64_t max_seed = (std::uint64_t{1} << 53) - 1;

namespace detail {
/// Uniform in 0 .. n-1, n at least 1, without bias (Lemire 2019), from a source of 32-bit words.
template <class Words>
constexpr int draw_below(Words& words, int n) {
  const auto range = static_cast<std::uint32_t>(n);
  std::uint64_t product = std::uint64_t{words()} * range;
  if (static_cast<std::uint32_t>(product) < range) {
    const std::uint32_t threshold = -range % range;
    while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{words()} * range;
  }
  return static_cast<int>(product >> 32);
}
/// Uniform in [0, 1), 53 bits.
template <class Words>
constexpr double draw_unit(Words& words) {
  const std::uint64_t high = words() >> 6, low = words() >> 5;
  return static_cast<double>((high << 27) | low) * 0x1p-53;
}
}  // namespace detail

/// PCG XSH RR 64/32 (O'Neill 2014): small, fast, good enough for games.
class Pcg {
 public:
  using result_type = std::uint32_t;
  explicit constexpr Pcg(std::uint64_t seed = 0) : state_(mix_bits(seed)) { (*this)(); }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffff; }
  constexpr result_type operator()() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1442695040888963407u;
    const auto word = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    return std::rotr(word, static_cast<int>(old >> 59));
  }
  /// Uniform in 0 .. n-1, n at least 1.
  constexpr int next_int(int n) { return detail::draw_below(*this, n); }
  /// Uniform in [0, 1), 53 bits.
  constexpr double next_double() { return detail::draw_unit(*this); }

 private:
  std::uint64_t state_;
};

/// Random words in blocks that are numbered, such as the key stream of a cipher. For any number of threads.
class RandomBlocks {
 public:
  using Block = std::array<std::uint32_t, 64>;
  virtual ~RandomBlocks() = default;
  virtual void fill(std::uint64_t number, Block& block) const = 0;
};

/// Draws the words of such a source one after the other, from block 0. A copy goes on from the same word.
class BlockRandom {
 public:
  using result_type = std::uint32_t;
  explicit BlockRandom(std::shared_ptr<const RandomBlocks> blocks) : blocks_(std::move(blocks)) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffff; }
  result_type operator()() {
    if (next_ == block_.size()) {
      blocks_->fill(number_++, block_);
      next_ = 0;
    }
    return block_[next_++];
  }
  /// Uniform in 0 .. n-1, n at least 1.
  int next_int(int n) { return detail::draw_below(*this, n); }
  /// Uniform in [0, 1), 53 bits.
  double next_double() { return detail::draw_unit(*this); }

 private:
  std::shared_ptr<const RandomBlocks> blocks_;
  RandomBlocks::Block block_{};
  std::size_t next_ = std::tuple_size_v<RandomBlocks::Block>;
  std::uint64_t number_ = 0;
};

/// The generator of java.util.Random (48-bit linear congruential; its documentation fixes every number), with which the
/// request streams of 2016 were drawn.
class JavaRandom {
 public:
  explicit constexpr JavaRandom(std::uint64_t seed = 0) : state_((seed ^ multiplier) & mask) {}

  /// The top `bits` (1 to 32) of the next state.
  constexpr std::uint32_t next(int bits) {
    state_ = (state_ * multiplier + 0xb) & mask;
    return static_cast<std::uint32_t>(state_ >> (48 - bits));
  }
  /// Uniform in 0 .. n-1, n at least 1.
  constexpr int next_int(int n) {
    if ((n & -n) == n) return static_cast<int>((std::uint64_t(n) * next(31)) >> 31);
    for (;;) {
      const std::uint32_t draw = next(31), value = draw % static_cast<std::uint32_t>(n);
      if (draw - value + static_cast<std::uint32_t>(n - 1) < 0x80000000u) return static_cast<int>(value);
    }
  }
  /// Uniform in [0, 1), 53 bits.
  constexpr double next_double() {
    const std::uint64_t high = next(26), low = next(27);
    return static_cast<double>((high << 27) + low) * 0x1p-53;
  }

 private:
  static constexpr std::uint64_t multiplier = 0x5DEECE66D, mask = (std::uint64_t{1} << 48) - 1;
  std::uint64_t state_;
};

}  // namespace pentocity::inline core
