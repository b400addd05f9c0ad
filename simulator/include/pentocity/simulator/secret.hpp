#pragma once
// `seed: secret`: requests that nobody can foretell who does not have the secret, and that everybody can check once it
// is published.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pentocity/game/sequencer.hpp"

namespace pentocity {

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

/// The name of its file in a results folder: one line of hexadecimal digits, for the owner's eyes only.
inline constexpr const char* secret_file = "secret";
/// The name of the file that publishes it there.
inline constexpr const char* revealed_file = "revealed.json";

/// Reads the file of a secret. Throws InputError if it is no such file, or others may read it.
Secret read_secret(const std::string& path);
/// The same, or the file of a secret that was published, which anybody may read.
Secret read_secret_or_revealed(const std::string& path);
/// The secret of a results folder, published or not; none if it is not there.
std::optional<Secret> secret_of_folder(const std::string& folder);

/// Makes the file of a secret, durably, whole or not at all, and never in the place of another file. Returns the secret
/// that the file has then: another one if somebody else was faster.
Secret make_secret_file(const std::string& path, const Secret& secret);

/// How a run comes by its secret.
struct SecretRequest {
  std::string folder;    ///< of the results, which is to have the secret
  std::string file;      ///< that has it, or is made; empty: only the folder does
  bool fresh = false;    ///< the folder's results, and its secret, are about to be removed
  bool sharded = false;  ///< other runs must draw from the same secret
};
/// Finds the secret or makes one, and puts it into the folder. Throws InputError if there are several, if the games of
/// the folder are not drawn from it, or if shards would each make one of their own.
Secret secret_for_run(const SecretRequest& request);

/// Publishes the secret of a results folder in its `revealed.json`. Throws InputError if the folder has none, or
/// another than its games were drawn from, or while games are missing, unless `early`.
Secret reveal_secret(const std::string& folder, bool early);

}  // namespace pentocity
