// In place of libsodium, which the toolchain has not: the hash that the seeds of players are made by (match/seeds.hpp).

#include <bit>
#include <stdexcept>

#include "pentocity/match/seeds.hpp"

namespace pentocity::match {
namespace {

using Block = std::array<std::uint64_t, 16>;

constexpr std::array<std::uint64_t, 8> start{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                             0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                             0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
// The order in which a round takes the words of a block, as hexadecimal digits.
constexpr std::array<const char*, 10> orders{
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"};

// BLAKE2b with 256 bits and without a key (RFC 7693).
std::array<std::uint64_t, 8> blake2b_words(const std::string& bytes) {
  std::array<std::uint64_t, 8> state = start;
  state[0] ^= 0x01010020;
  const std::size_t blocks = bytes.empty() ? 1 : (bytes.size() + 127) / 128;
  for (std::size_t b = 0; b < blocks; ++b) {
    Block block{};
    const std::size_t end = std::min(bytes.size(), 128 * (b + 1));
    for (std::size_t i = 128 * b; i < end; ++i)
      block[i % 128 / 8] |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * (i % 8));
    Block v;
    std::copy(state.begin(), state.end(), v.begin());
    std::copy(start.begin(), start.end(), v.begin() + 8);
    v[12] ^= end;
    if (b + 1 == blocks) v[14] = ~v[14];
    for (std::size_t round = 0; round < 12; ++round) {
      const char* order = orders[round % 10];
      const auto word = [&] {
        const char digit = *order++;
        return block[static_cast<std::size_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10)];
      };
      for (std::size_t k = 0; k < 8; ++k) {
        // First the columns, then the diagonals.
        const std::size_t turn = k < 4 ? 0 : 1, i = k % 4;
        std::uint64_t &a = v[i], &p = v[4 + (i + turn) % 4], &q = v[8 + (i + 2 * turn) % 4],
                      &d = v[12 + (i + 3 * turn) % 4];
        for (const auto& [far, near] : {std::pair{32, 24}, {16, 63}}) {
          a += p + word();
          d = std::rotr(d ^ a, far);
          q += d;
          p = std::rotr(p ^ q, near);
        }
      }
    }
    for (std::size_t i = 0; i < 8; ++i) state[i] ^= v[i] ^ v[i + 8];
  }
  return state;
}

}  // namespace

Key hash_of(std::string_view purpose, const std::optional<Key>& key, std::initializer_list<std::string_view> parts) {
  if (key) throw std::logic_error("there are no keys here");
  const auto with_length = [](std::string_view part) { return bytes_of_number(part.size()).append(part); };
  std::string bytes = with_length(std::string(hash_domain).append(purpose));
  for (const std::string_view part : parts) bytes += with_length(part);
  const auto words = blake2b_words(bytes);
  Key out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(words[i / 8] >> (8 * (i % 8)));
  return out;
}

}  // namespace pentocity::match
