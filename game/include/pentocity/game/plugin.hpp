#pragma once
// How the macros PENTOCITY_PLAYER and PENTOCITY_SEQUENCER make a class known: in the program itself by registering it
// at start, in a shared library (which defines PENTOCITY_PLUGIN) by exporting one C symbol that the simulator looks up.

/// Raised with every change of the public headers that an already built plugin would not survive.
#define PENTOCITY_ABI_VERSION 2

namespace pentocity::inline game {
/// What must be equal in a plugin and in the program that loads it.
#define PENTOCITY_STRINGIFY_2(x) #x
#define PENTOCITY_STRINGIFY(x) PENTOCITY_STRINGIFY_2(x)
inline constexpr const char* abi_tag =
    "pentocity-abi/" PENTOCITY_STRINGIFY(PENTOCITY_ABI_VERSION) " gcc-abi/" PENTOCITY_STRINGIFY(__GXX_ABI_VERSION);
}  // namespace pentocity::inline game

#ifdef PENTOCITY_PLUGIN
#define PENTOCITY_EXPORTED extern "C" __attribute__((visibility("default")))
#define PENTOCITY_EXPORT_ABI \
  PENTOCITY_EXPORTED __attribute__((weak)) const char* pentocity_abi() { return ::pentocity::abi_tag; }
#define PENTOCITY_EXPORT_PLAYER(spec)                                    \
  PENTOCITY_EXPORT_ABI                                                   \
  PENTOCITY_EXPORTED const ::pentocity::PlayerSpec* pentocity_player() { \
    static const ::pentocity::PlayerSpec it = spec;                      \
    return &it;                                                          \
  }
#define PENTOCITY_EXPORT_SEQUENCER(spec)                                       \
  PENTOCITY_EXPORT_ABI                                                         \
  PENTOCITY_EXPORTED const ::pentocity::SequencerSpec* pentocity_sequencer() { \
    static const ::pentocity::SequencerSpec it = spec;                         \
    return &it;                                                                \
  }
#else
#define PENTOCITY_EXPORT_PLAYER(spec) \
  [[maybe_unused]] static const bool pentocity_registered_player = ::pentocity::game::detail::register_player(spec);
#define PENTOCITY_EXPORT_SEQUENCER(spec)                              \
  [[maybe_unused]] static const bool pentocity_registered_sequencer = \
      ::pentocity::game::detail::register_sequencer(spec);
#endif
