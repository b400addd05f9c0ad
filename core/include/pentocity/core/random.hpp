#pragma once
// Random number generators. The same seed gives the same numbers on every machine.

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace pentocity::inline core {

/// Scrambles a 64-bit number: different numbers give different results, and a change of one input bit changes about
/// half of the output bits. It is one step of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// A 64-bit hash of bytes, the same on every machine: FNV-1a (Fowler, Noll and Vo), then mix_bits. Not for
/// cryptography.
constexpr std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char b : bytes) h = (h ^ static_cast<unsigned char>(b)) * 0x100000001b3;
  return mix_bits(h);
}

/// The maximum seed that a config may name, 2^53 - 1. JSON readers that keep numbers as doubles have all integers up to
/// it exactly.
inline constexpr std::uint64_t max_seed = (std::uint64_t{1} << 53) - 1;

namespace detail {
/// An integer from 0 to n - 1, all equally likely, for n of at least 1. `words()` returns random 32-bit words, of which
/// one is drawn or, rarely, more (Lemire, "Fast random integer generation in an interval", 2019).
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
/// A number from 0 to below 1, all multiples of 2^-53 equally likely, from two 32-bit words.
template <class Words>
constexpr double draw_unit(Words& words) {
  const std::uint64_t high = words() >> 6, low = words() >> 5;
  return static_cast<double>((high << 27) | low) * 0x1p-53;
}
}  // namespace detail

/// The generator PCG XSH RR 64/32 (O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms
/// for random number generation", 2014), with 64 bits of state and words of 32 bits. Most players use it. The state is
/// mix_bits(seed), and the first word is thrown away. From enough of its words the next ones can be computed.
class Pcg {
 public:
  using result_type = std::uint32_t;
  explicit constexpr Pcg(std::uint64_t seed = 0) : state_(mix_bits(seed)) { (*this)(); }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffff; }
  /// The next random word.
  constexpr result_type operator()() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1442695040888963407u;
    const auto word = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    return std::rotr(word, static_cast<int>(old >> 59));
  }
  /// An integer from 0 to n - 1, all equally likely; n must be at least 1.
  constexpr int next_int(int n) { return detail::draw_below(*this, n); }
  /// A number from 0 to below 1, with 53 random bits.
  constexpr double next_double() { return detail::draw_unit(*this); }

 private:
  std::uint64_t state_;
};

/// A source of random words in numbered blocks of 64, such as the key stream of a cipher. fill() writes the block with
/// this number, always the same words for the same number, and must be safe to call from several threads at once.
class RandomBlocks {
 public:
  using Block = std::array<std::uint32_t, 64>;
  virtual ~RandomBlocks() = default;
  virtual void fill(std::uint64_t number, Block& block) const = 0;
};

/// A generator whose words are those of a RandomBlocks, one after the other from block 0 on. A copy continues from the
/// same word as the original, independently.
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
  /// An integer from 0 to n - 1, all equally likely; n must be at least 1.
  int next_int(int n) { return detail::draw_below(*this, n); }
  /// A number from 0 to below 1, with 53 random bits.
  double next_double() { return detail::draw_unit(*this); }

 private:
  std::shared_ptr<const RandomBlocks> blocks_;
  RandomBlocks::Block block_{};
  std::size_t next_ = std::tuple_size_v<RandomBlocks::Block>;
  std::uint64_t number_ = 0;
};

/// The generator of the Java class java.util.Random, a linear congruential one with 48 bits of state. Java's
/// documentation specifies it to the bit, and this class returns the same numbers. The request streams of 2016 were
/// drawn with it.
class JavaRandom {
 public:
  explicit constexpr JavaRandom(std::uint64_t seed = 0) : state_((seed ^ multiplier) & mask) {}

  /// The next `bits` random bits, 1 to 32: the top ones of the next state.
  constexpr std::uint32_t next(int bits) {
    state_ = (state_ * multiplier + 0xb) & mask;
    return static_cast<std::uint32_t>(state_ >> (48 - bits));
  }
  /// An integer from 0 to n - 1, all equally likely; n must be at least 1.
  constexpr int next_int(int n) {
    if ((n & -n) == n) return static_cast<int>((std::uint64_t(n) * next(31)) >> 31);
    for (;;) {
      const std::uint32_t draw = next(31), value = draw % static_cast<std::uint32_t>(n);
      if (draw - value + static_cast<std::uint32_t>(n - 1) < 0x80000000u) return static_cast<int>(value);
    }
  }
  /// A number from 0 to below 1, with 53 random bits.
  constexpr double next_double() {
    const std::uint64_t high = next(26), low = next(27);
    return static_cast<double>((high << 27) + low) * 0x1p-53;
  }

 private:
  static constexpr std::uint64_t multiplier = 0x5DEECE66D, mask = (std::uint64_t{1} << 48) - 1;
  std::uint64_t state_;
};

}  // namespace pentocity::inline core
