// Random streams: published numbers, and twins that are written another way.

#include "pentocity/core/random.hpp"

#include <cmath>
#include <set>

#include "catch.hpp"

namespace random_test {

using namespace pentocity;

namespace {

// Chi-square of `draws` of next() in 0 .. n-1; for large n about normal with mean n-1 and variance 2(n-1).
template <class Next>
double deviations_from_uniform(int n, int draws, Next next) {
  std::vector<int> counts(static_cast<std::size_t>(n));
  for (int i = 0; i < draws; ++i) ++counts.at(next());
  const double expected = static_cast<double>(draws) / n;
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - expected) * (count - expected) / expected;
  return (chi_square - (n - 1)) / std::sqrt(2.0 * (n - 1));
}

}  // namespace

TEST_CASE("java.util.Random, seed 869", "[core]") {
  JavaRandom doubles(869);
  for (const double expected : {0.6989872586122552, 0.7678858875797798, 0.2335969047848807, 0.82441077472645})
    CHECK(doubles.next_double() == expected);
  JavaRandom threes(869), fours(869);
  for (const int expected : {1, 0, 2, 2, 1, 1, 0, 0, 0, 0, 2, 1}) CHECK(threes.next_int(3) == expected);
  for (const int expected : {2, 3, 3, 2, 0, 3, 3, 2, 3, 2, 2, 2}) CHECK(fours.next_int(4) == expected);
}

TEST_CASE("java.util.Random, numbers known elsewhere", "[core]") {
  const auto next_word = [](JavaRandom& random) { return static_cast<std::int32_t>(random.next(32)); };
  JavaRandom zero(0);
  CHECK(next_word(zero) == -1155484576);
  CHECK(next_word(zero) == -723955400);
  CHECK(next_word(zero) == 1033096058);
  JavaRandom answer(42);
  CHECK(next_word(answer) == -1170105035);
  CHECK(next_word(answer) == 234785527);
  CHECK(JavaRandom(0).next_double() == 0.730967787376657);
  CHECK(JavaRandom(42).next_double() == 0.7275636800328681);

  // The two seeds that spell a greeting.
  std::string text;
  for (const std::int64_t seed : {-229985452, -147909649}) {
    JavaRandom random(static_cast<std::uint64_t>(seed));
    for (int letter = random.next_int(27); letter != 0; letter = random.next_int(27))
      text.push_back(static_cast<char>('`' + letter));
    text.push_back(' ');
  }
  CHECK(text == "hello world ");
}

TEST_CASE("java.util.Random against a twin with arithmetic of 32 bits", "[core]") {
  // next(31) is the upper part of next(32); the redraw is written with the overflow of a signed sum, as documented.
  Pcg seeds(1);
  int redraws = 0;
  for (int i = 0; i < 20000; ++i) {
    CAPTURE(i);
    const std::uint64_t seed = (std::uint64_t{seeds()} << 32) | seeds();
    const int n = 1 + static_cast<int>(seeds() >> (1 + seeds.next_int(30)));
    JavaRandom random(seed), source(seed);
    for (int k = 0; k < 3; ++k) {
      const int value = random.next_int(n);
      REQUIRE(value >= 0);
      REQUIRE(value < n);
      int expected = -1;
      while (expected < 0) {
        const auto draw = static_cast<std::int32_t>(source.next(32) >> 1);
        if ((n & (n - 1)) == 0) {
          expected = static_cast<int>(std::int64_t{n} * draw / 2147483648);
        } else if (std::int64_t{draw} - draw % n + (n - 1) <= 2147483647) {
          expected = draw % n;
        } else {
          ++redraws;
        }
      }
      REQUIRE(value == expected);
    }
    REQUIRE(random.next_double() ==
            static_cast<double>((std::uint64_t{source.next(26)} << 27) + source.next(27)) / 9007199254740992.0);
  }
  CHECK(redraws > 1000);
}

TEST_CASE("mixing and hashing", "[core]") {
  // splitmix64 from state 0 and from 1234567; FNV-1a of "", "a" and "foobar".
  CHECK(mix_bits(0) == 0xe220a8397b1dcdaf);
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u}) {
    CHECK(mix_bits(state) == expected);
    state += 0x9e3779b97f4a7c15;
  }
  CHECK(hash_bytes("") == mix_bits(0xcbf29ce484222325));
  CHECK(hash_bytes("a") == mix_bits(0xaf63dc4c8601ec8c));
  CHECK(hash_bytes("foobar") == mix_bits(0x85944171f73967e8));
  CHECK(hash_bytes(std::string_view("\xff\x00", 2)) != hash_bytes("\xff"));

  std::set<std::uint64_t> images;
  for (std::uint64_t x = 0; x < 50000; ++x) images.insert(mix_bits(x));
  CHECK(images.size() == 50000);
}

TEST_CASE("Pcg is the published generator", "[core]") {
  // XSH RR 64/32: xorshift high, rotate right by the top five bits; written here with plain shifts.
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{869}, max_seed}) {
    std::uint64_t state = mix_bits(seed);
    Pcg random(seed);
    for (int i = -1; i < 1000; ++i) {
      CAPTURE(seed, i);
      const auto x = static_cast<std::uint32_t>((state ^ (state >> 18)) >> 27);
      const auto turn = static_cast<unsigned>(state >> 59);
      const std::uint32_t expected = turn == 0 ? x : (x >> turn) | (x << (32 - turn));
      state = state * 6364136223846793005u + 1442695040888963407u;
      if (i >= 0) REQUIRE(random() == expected);
    }
  }
}

TEST_CASE("Pcg gives the same numbers for ever", "[core]") {
  // Games are stored by seed: these must not change with a release.
  Pcg words(2016);
  for (const std::uint32_t expected : {0xdf618259u, 0x16519c7du, 0xd0b349b9u, 0x80002878u, 0xf978c926u, 0xf69e7e07u})
    CHECK(words() == expected);
  Pcg tens(2016);
  for (const int expected : {8, 0, 8, 5, 9, 9, 1, 0, 2, 1, 3, 0}) CHECK(tens.next_int(10) == expected);
  CHECK(Pcg(2016).next_double() == 0.87258161734316919);
}

TEST_CASE("Pcg is uniform", "[core]") {
  for (const int n : {2, 3, 7, 10, 1000, 6400}) {
    Pcg random(static_cast<std::uint64_t>(n));
    CHECK(std::abs(deviations_from_uniform(n, 200000, [&] { return random.next_int(n); })) < 4);
  }
  // In a range of 3 * 2^29, without redraws, each third number would come twice where the others come three times.
  Pcg wide(5);
  const int range = 3 << 29;
  CHECK(std::abs(deviations_from_uniform(48, 200000, [&] { return wide.next_int(range) / (range / 48); })) < 4);
  CHECK(std::abs(deviations_from_uniform(3, 200000, [&] { return wide.next_int(range) % 3; })) < 4);
  Pcg doubles(9);
  CHECK(std::abs(deviations_from_uniform(1000, 200000, [&] {
          const double x = doubles.next_double();
          REQUIRE(x >= 0);
          REQUIRE(x < 1);
          return static_cast<int>(1000 * x);
        })) < 4);
  CHECK(Pcg(1).next_int(1) == 0);

  // Neighbouring seeds give unrelated streams.
  CHECK(std::abs(deviations_from_uniform(
            100, 100000, [seed = std::uint64_t{0}]() mutable { return Pcg(seed++).next_int(100); })) < 4);
}

}  // namespace random_test
