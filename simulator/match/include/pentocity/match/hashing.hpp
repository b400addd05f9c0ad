#pragma once
// One-way hashes: what they were made from cannot be computed from them.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "pentocity/match/secret.hpp"

namespace pentocity::match {

/// BLAKE2b with 256 bits (RFC 7693) of a purpose and of parts. `purpose` is a fixed label that separates uses, such as
/// "player" or "commitment": hashes for different purposes are unrelated. Purpose and parts are each preceded by their
/// length, so that different lists never give the same bytes. With a key, the hash cannot be computed without that key.
/// Throws std::runtime_error if libsodium cannot be started.
Key hash_of(std::string_view purpose, const std::optional<Key>& key, std::initializer_list<std::string_view> parts);

/// BLAKE2b with 256 bits of these bytes and nothing else, 64 hexadecimal digits, as `b2sum -l 256` prints it of a file.
/// Throws as above.
std::string blake2b(std::string_view bytes);

/// A number as eight bytes, the lowest first.
std::string bytes_of_number(std::uint64_t value);

/// The first 53 bits of the hash as a number: a seed, which is at most max_seed (core/random.hpp).
std::uint64_t seed_of_hash(const Key& hash);

}  // namespace pentocity::match
