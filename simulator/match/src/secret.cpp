#include "pentocity/match/secret.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <boost/endian/conversion.hpp>

namespace pentocity::match {
namespace {

// Must be called before the library is asked for randomness; picks its fastest code, too.
void start_library() {
  static const bool started = sodium_init() >= 0;
  if (!started) throw std::runtime_error("libsodium cannot be started");
}

std::string hex_of(const Key& key) { return fmt::format("{:02x}", fmt::join(key, "")); }

}  // namespace

Key hash_of(std::string_view purpose, const std::optional<Key>& key, std::initializer_list<std::string_view> parts) {
  start_library();
  crypto_generichash_state state;
  Key out;
  crypto_generichash_init(&state, key ? key->data() : nullptr, key ? key->size() : 0, out.size());
  const auto add = [&](std::string_view part) {
    const std::string bytes = bytes_of_number(part.size()).append(part);
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  };
  add(std::string(hash_domain).append(purpose));
  for (const std::string_view part : parts) add(part);
  crypto_generichash_final(&state, out.data(), out.size());
  return out;
}

std::string blake2b(std::string_view bytes) {
  start_library();
  Key out;
  crypto_generichash(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                     nullptr, 0);
  return hex_of(out);
}

void ChaChaBlocks::fill(std::uint64_t number, Block& block) const {
  constexpr std::size_t cipher_block = 64;
  std::array<unsigned char, sizeof(Block)> bytes{};
  constexpr std::array<unsigned char, crypto_stream_chacha20_NONCEBYTES> nonce{};
  crypto_stream_chacha20_xor_ic(bytes.data(), bytes.data(), bytes.size(), nonce.data(),
                                number * (bytes.size() / cipher_block), key_.data());
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = boost::endian::load_little_u32(&bytes[4 * i]);
}

StreamSeed::StreamSeed(const Key& secret_key) : seed(seed_of_hash(hash_of("seed", secret_key, {}))), key(secret_key) {}

StreamSeed StreamSeed::for_untrusted() const { return key ? StreamSeed(hash_of("stranger", key, {})) : *this; }

RequestRandom StreamSeed::random(Generator generator) const {
  return key ? RequestRandom(std::make_shared<ChaChaBlocks>(*key)) : RequestRandom(generator, seed);
}

Secret Secret::random() {
  start_library();
  Key bytes;
  randombytes_buf(bytes.data(), bytes.size());
  return Secret(bytes);
}

std::optional<Secret> Secret::of_hex(std::string_view text) {
  Key bytes;
  if (text.size() != 2 * bytes.size() || text.find_first_not_of("0123456789abcdef") != text.npos) return std::nullopt;
  sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, nullptr, nullptr);
  return Secret(bytes);
}

std::string Secret::hex() const { return hex_of(bytes_); }

std::string Secret::commitment() const { return hex_of(hash_of("commitment", {}, {hex()})); }

std::string contribution_commitment(std::string_view number, std::string_view to) {
  return hex_of(hash_of("contribution commitment to", {}, {to, number}));
}

Draw::Draw(const Secret& secret, Derivation derivation)
    : secret_(secret), derivation_(std::move(derivation)), key_(secret.bytes_) {
  for (const auto& [player, number] : derivation_.contributions) key_ = hash_of("contribution", key_, {player, number});
  if (!derivation_.beacon.empty()) key_ = hash_of("beacon", key_, {derivation_.beacon, derivation_.beacon_value});
}

StreamSeed Draw::stream(int repeat, std::string_view sequencer) const {
  return StreamSeed(hash_of("stream", key_, {bytes_of_number(repeat), sequencer}));
}

std::uint64_t Draw::player_seed(int repeat, std::string_view player) const {
  return seed_of_hash(hash_of("player", key_, {bytes_of_number(repeat), player}));
}

}  // namespace pentocity::match
