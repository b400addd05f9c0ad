#include "pentocity/match/seeds.hpp"

#include <boost/endian/conversion.hpp>

#include "pentocity/core/random.hpp"

namespace pentocity::match {

std::vector<std::uint64_t> stream_seeds(std::uint64_t seed, int repeats) {
  std::vector<std::uint64_t> out;
  // The top 53 bits of a mixed word.
  for (int k = 0; k < repeats; ++k) out.push_back(mix_bits(mix_bits(seed) + static_cast<std::uint64_t>(k)) >> 11);
  return out;
}

std::uint64_t player_seed(std::uint64_t stream_seed, int repeat, std::string_view player) {
  return seed_of_hash(hash_of(
      "player", {}, {bytes_of_number(stream_seed), bytes_of_number(static_cast<std::uint64_t>(repeat)), player}));
}

std::string bytes_of_number(std::uint64_t value) {
  std::array<unsigned char, sizeof value> bytes{};
  boost::endian::store_little_u64(bytes.data(), value);
  return {bytes.begin(), bytes.end()};
}

std::uint64_t seed_of_hash(const Key& hash) { return boost::endian::load_big_u64(hash.data()) >> 11; }

}  // namespace pentocity::match
