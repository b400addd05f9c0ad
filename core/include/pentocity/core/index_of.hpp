#pragma once
// Enumerators as indices into tables.

#include <cstddef>
#include <type_traits>

namespace pentocity::inline core {

/// The number of an enumerator of an enum class.
template <class Enum>
  requires std::is_enum_v<Enum>
constexpr std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

}  // namespace pentocity::inline core
