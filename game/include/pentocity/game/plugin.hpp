#pragma once
// How the macros PENTOCITY_PLAYER and PENTOCITY_SEQUENCER make a class known. Where PENTOCITY_PLUGIN is not defined, in
// the program itself, they register the class when the program starts. Where it is defined, in a shared library, they
// export two C functions that the program looks up: pentocity_abi() and pentocity_player() or pentocity_sequencer().

#include <string>  // defines which library this is

/// The version of the binary interface between plugins and the program. It is raised with every change of the public
/// headers after which older plugins would no longer work.
#define PENTOCITY_ABI_VERSION 5

#ifdef _GLIBCXX_USE_CXX11_ABI
#define PENTOCITY_LIBRARY_ABI "libstdc++/" PENTOCITY_STRINGIFY(_GLIBCXX_USE_CXX11_ABI)
#else
#define PENTOCITY_LIBRARY_ABI "libc++/" PENTOCITY_STRINGIFY(_LIBCPP_ABI_VERSION)
#endif

namespace pentocity::inline game {
#define PENTOCITY_STRINGIFY_2(x) #x
#define PENTOCITY_STRINGIFY(x) PENTOCITY_STRINGIFY_2(x)
/// Names what a plugin and the program must have in common: the version of that interface, and which of the binary
/// interfaces of which C++ library they use, since std::string and others are passed. The compiler may be another, or
/// of another version. A plugin with another tag than the program is refused.
inline constexpr const char* abi_tag =
    "pentocity-abi/" PENTOCITY_STRINGIFY(PENTOCITY_ABI_VERSION) " " PENTOCITY_LIBRARY_ABI;
}  // namespace pentocity::inline game

#ifdef PENTOCITY_PLUGIN
#define PENTOCITY_EXPORTED extern "C" __attribute__((visibility("default")))
#define PENTOCITY_EXPORT_ABI \
  PENTOCITY_EXPORTED __attribute__((weak)) const char* pentocity_abi() { return ::pentocity::abi_tag; }
#define PENTOCITY_EXPORT(Spec, role, spec)                         \
  PENTOCITY_EXPORT_ABI                                             \
  PENTOCITY_EXPORTED const ::pentocity::Spec* pentocity_##role() { \
    static const ::pentocity::Spec it = spec;                      \
    return &it;                                                    \
  }
#else
// Several may stand in one translation unit.
#define PENTOCITY_JOINED(name, number) name##number
#define PENTOCITY_NUMBERED(name, number) PENTOCITY_JOINED(name, number)
#define PENTOCITY_EXPORT(Spec, role, spec)                                                    \
  [[maybe_unused]] static const bool PENTOCITY_NUMBERED(pentocity_registered_, __COUNTER__) = \
      ::pentocity::game::detail::register_##role([] { return spec; });
#endif
#define PENTOCITY_EXPORT_PLAYER(spec) PENTOCITY_EXPORT(PlayerSpec, player, spec)
#define PENTOCITY_EXPORT_SEQUENCER(spec) PENTOCITY_EXPORT(SequencerSpec, sequencer, spec)

/// What PENTOCITY_PLAYER and PENTOCITY_SEQUENCER have in common; `Interface` is Player or Sequencer.
#define PENTOCITY_PARTICIPANT(Interface, role, Class, name_text, summary_text, ...)                                \
  PENTOCITY_EXPORT(Interface##Spec, role,                                                                          \
                   (::pentocity::Interface##Spec{                                                                  \
                       name_text,                                                                                  \
                       summary_text,                                                                               \
                       {__VA_ARGS__},                                                                              \
                       [](const ::pentocity::Interface##Setup& setup) -> std::unique_ptr<::pentocity::Interface> { \
                         return std::make_unique<Class>(setup);                                                    \
                       }}))
