#pragma once
// `seed: secret`: requests that cannot be predicted without the secret, and that everybody can check once the secret is
// published.

#include "pentocity/game/sequencer.hpp"
#include "pentocity/match/seeds.hpp"

namespace pentocity::match {

/// BLAKE2b with 256 bits of these bytes and nothing else, 64 hexadecimal digits, as `b2sum -l 256` prints it of a file.
/// Throws as hash_of().
std::string blake2b(std::string_view bytes);

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

/// A secret of 256 random bits, from which all requests of a run are drawn. Only hex() reveals it; commitment() and
/// what a Draw gives do not.
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
  friend bool operator==(const Secret&, const Secret&) = default;

 private:
  friend class Draw;
  explicit Secret(const Key& bytes) : bytes_(bytes) {}
  Key bytes_;
};

/// A number that the author of a player adds to a draw: 256 random bits, as 64 hexadecimal digits in lower case.
struct Contribution {
  std::string player;  ///< the name in the config
  std::string number;

  friend bool operator==(const Contribution&, const Contribution&) = default;
};

/// A hash of such a number, 64 hexadecimal digits, which its author publishes before entries close. Other numbers can
/// then not be presented as his, nor can this one in another tournament.
/// @param to what the tournament published when it began: the hash of its commitment.json
std::string contribution_commitment(std::string_view number, std::string_view to);

/// The version of the way in which requests follow from a secret, which files name.
inline constexpr int derivation_version = 3;

/// What requests follow from besides the secret. It is public, stands in each results folder, and never changes there.
struct Derivation {
  /// In the order of the players' names (by bytes).
  std::vector<Contribution> contributions = {};
  /// A public beacon that was named in advance, and what it said; both empty: there is none.
  std::string beacon = {}, beacon_value = {};

  friend bool operator==(const Derivation&, const Derivation&) = default;
};

/// All draws of a run with `seed: secret`.
class Draw {
 public:
  Draw(const Secret& secret, Derivation derivation);

  const Secret& secret() const { return secret_; }
  const Derivation& derivation() const { return derivation_; }
  /// What the requests of a sequencer in a repeat (from 0) are drawn from; it does not depend on the players.
  /// `sequencer` is SequencerEntry::draws_as.
  StreamSeed stream(int repeat, std::string_view sequencer) const;
  /// The seed of a player's own random numbers in a repeat (from 0). At most `max_seed`.
  std::uint64_t player_seed(int repeat, std::string_view player) const;

 private:
  Secret secret_;
  Derivation derivation_;
  Key key_;  ///< of the secret, the contributions and the beacon
};

}  // namespace pentocity::match
