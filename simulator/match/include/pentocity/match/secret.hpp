#pragma once
// `seed: secret`: requests that nobody can foretell who does not have the secret, and that everybody can check once it
// is published.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pentocity/game/sequencer.hpp"

namespace pentocity::match {

/// 256 bits for a cipher or a hash.
using Key = std::array<std::uint8_t, 32>;

/// What a request stream is drawn from: an open seed, or a key of one repeat.
struct StreamSeed {
  /// An open seed, which is all there is to know. A number is one.
  StreamSeed(std::uint64_t open) : seed(open) {}  // NOLINT(google-explicit-constructor)
  /// A key, and a seed made from it that does not tell the key.
  explicit StreamSeed(const Key& secret_key);

  std::uint64_t seed = 0;  ///< for sequencers that draw from a seed of 53 bits; at most `max_seed`
  std::optional<Key> key;

  /// What a sequencer gets that is not built in: from a key another one is made, which does not tell the first, and so
  /// tells nothing of the other streams.
  StreamSeed for_strangers() const;
  /// SequencerSetup::random: ChaCha20 under the key, or this generator with the open seed.
  RequestRandom random(Generator generator) const;
};

/// The key stream of ChaCha20 as random words, 256 bytes a block, nonce 0.
class ChaChaBlocks : public RandomBlocks {
 public:
  explicit ChaChaBlocks(const Key& key) : key_(key) {}
  void fill(std::uint64_t number, Block& block) const override;

 private:
  Key key_;
};

/// 256 random bits, from which all requests of a run are drawn. Whatever is made from it does not tell it.
class Secret {
 public:
  /// A fresh one, from the system.
  static Secret random();
  /// From 64 hexadecimal digits; none if the text is anything else.
  static std::optional<Secret> of_hex(std::string_view text);
  std::string hex() const;

  /// A hash that binds whoever publishes it to this secret: 64 hexadecimal digits.
  std::string commitment() const;
  /// Of the requests of a repeat, whoever plays.
  StreamSeed stream(int repeat) const;
  /// Of the draws of a player in a repeat. At most `max_seed`.
  std::uint64_t player_seed(int repeat, std::string_view player) const;

  friend bool operator==(const Secret&, const Secret&) = default;

 private:
  explicit Secret(const Key& bytes) : bytes_(bytes) {}
  Key bytes_;
};

}  // namespace pentocity::match
