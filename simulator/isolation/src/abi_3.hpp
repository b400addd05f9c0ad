#pragma once
// Plugins that were built when a land had at most 64 rows, with version 3 of the binary interface. It differs from the
// present one in the boards of a land and in how a class is made, and these plugins play on with both translated.

#include <memory>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::isolation {

/// The maximum side of the lands that such a plugin knows.
inline constexpr int abi_3_max_side = 64;

/// The present form of what such a plugin exports. `exported` must live as long as the result and what it makes. On a
/// larger land than abi_3_max_side, making a participant throws InputError, which calls the plugin `shown`.
template <class Spec>
Spec from_abi_3(const void* exported, const std::string& shown);

extern template PlayerSpec from_abi_3(const void* exported, const std::string& shown);
extern template SequencerSpec from_abi_3(const void* exported, const std::string& shown);

}  // namespace pentocity::isolation
