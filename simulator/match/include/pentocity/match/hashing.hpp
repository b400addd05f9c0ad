#pragma once
// Hashes that cannot be turned back, for what must not tell what it was made from.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "pentocity/match/secret.hpp"

namespace pentocity::match {

/// BLAKE2b-256 of a purpose and of parts, each with its length, so that no two lists give the same bytes; under a key
/// if there is one.
Key hash_of(std::string_view purpose, const std::optional<Key>& key, std::initializer_list<std::string_view> parts);

/// A number as a part: eight bytes, the lowest first.
std::string bytes_of_number(std::uint64_t value);

/// The top 53 bits.
std::uint64_t seed_of_hash(const Key& hash);

}  // namespace pentocity::match
