#pragma once
// `seed: secret`: requests that cannot be predicted without the secret, and that everybody can check once the secret is
// published.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pentocity/game/sequencer.hpp"

namespace pentocity::match {

/// A key of 256 bits for a cipher or a hash. A hash of 256 bits is stored in the same type.
using Key = std::array<std::uint8_t, 32>;

/// What the requests of one repeat are drawn from: a seed, or a key made from a secret.
struct StreamSeed {
  /// From a seed that is no secret. Numbers convert to it implicitly.
  StreamSeed(std::uint64_t open) : seed(open) {}  // NOLINT(google-explicit-constructor)
  /// From a key. `seed` becomes a hash of the key, from which the key cannot be computed.
  explicit StreamSeed(const Key& secret_key);

  /// The seed for sequencers that draw from a seed. If there is a key, it has 53 bits and is at most `max_seed`.
  std::uint64_t seed = 0;
  std::optional<Key> key;

  /// What a sequencer that is not built in is given. If there is a key, the result has another key, a hash of this one,
  /// so that the sequencer learns nothing about other streams. Without a key it is this seed.
  StreamSeed for_untrusted() const;
  /// The source for SequencerSetup::random: the key stream of ChaCha20 if there is a key, else this generator with the
  /// seed.
  RequestRandom random(Generator generator) const;
};

/// Random words from the key stream of the cipher ChaCha20 (Bernstein 2008) with nonce 0. A block has 256 bytes.
class ChaChaBlocks : public RandomBlocks {
 public:
  explicit ChaChaBlocks(const Key& key) : key_(key) {}
  void fill(std::uint64_t number, Block& block) const override;

 private:
  Key key_;
};

/// A secret of 256 random bits, from which all requests of a run are drawn. Only hex() reveals it; the results of the
/// other functions do not.
class Secret {
 public:
  /// A new secret from the system's source of randomness. Throws std::runtime_error if libsodium cannot be started.
  static Secret random();
  /// From 64 hexadecimal digits in lower case; none for any other text.
  static std::optional<Secret> of_hex(std::string_view text);
  std::string hex() const;

  /// A hash of the secret, 64 hexadecimal digits. If it is published before the games, no other secret can be presented
  /// afterwards.
  std::string commitment() const;
  /// What the requests of a repeat (from 0) are drawn from; it does not depend on the players.
  StreamSeed stream(int repeat) const;
  /// The seed of a player's own random numbers in a repeat (from 0). At most `max_seed`.
  std::uint64_t player_seed(int repeat, std::string_view player) const;

  friend bool operator==(const Secret&, const Secret&) = default;

 private:
  explicit Secret(const Key& bytes) : bytes_(bytes) {}
  Key bytes_;
};

}  // namespace pentocity::match
