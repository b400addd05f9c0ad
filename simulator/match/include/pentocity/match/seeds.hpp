#pragma once
// The seeds of the games of a run, and the one-way hash that some are made by.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::match {

/// The seeds of the repeats' request streams, computed from one seed by mixing its bits, because java.util.Random draws
/// similar numbers from neighbouring seeds. Each is at most `max_seed`.
std::vector<std::uint64_t> stream_seeds(std::uint64_t seed, int repeats);

/// The seed of a player's own random numbers: a one-way hash of the seed of the request stream, the repeat (a seed that
/// is listed twice gives other numbers the second time) and the player's name. At most `max_seed`.
std::uint64_t player_seed(std::uint64_t stream_seed, int repeat, std::string_view player);

/// A key of 256 bits for a cipher or a hash. A hash of 256 bits is stored in the same type.
using Key = std::array<std::uint8_t, 32>;

// One-way hashes: what they were made from cannot be computed from them.

/// Stands before each purpose, so that hashes of other programs are different.
inline constexpr std::string_view hash_domain = "pentocity 1 ";

/// BLAKE2b with 256 bits (RFC 7693) of a purpose and of parts. `purpose` is a fixed label that separates uses, such as
/// "player" or "commitment": hashes for different purposes are unrelated. Purpose and parts are each preceded by their
/// length, so that different lists never give the same bytes. With a key, the hash cannot be computed without that key.
/// Throws std::runtime_error if libsodium cannot be started.
Key hash_of(std::string_view purpose, const std::optional<Key>& key, std::initializer_list<std::string_view> parts);

/// A number as eight bytes, the lowest first.
std::string bytes_of_number(std::uint64_t value);

/// The first 53 bits of the hash as a number: a seed, which is at most max_seed (core/random.hpp).
std::uint64_t seed_of_hash(const Key& hash);

}  // namespace pentocity::match
