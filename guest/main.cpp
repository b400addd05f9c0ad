// The main function of a player or sequencer that was written as a plugin and is a program: it speaks the protocol of
// lines over standard input and output.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include "pentocity/guest/lines.hpp"

// What a plugin exports, of which it has some.
extern "C" {
__attribute__((weak)) const pentocity::PlayerSpec* pentocity_player();
__attribute__((weak)) const pentocity::PlayedGames* pentocity_plays();
__attribute__((weak)) const pentocity::SequencerSpec* pentocity_sequencer();
}

#ifdef __wasi__
// Debian's C++ library for WASI has no exceptions. With -fexceptions a `throw` compiles all the same, and calls these:
// the text of the exception is written, and the program ends. Nothing is ever caught.

namespace {

// The layout of std::type_info, and of that of a class with one base, by the C++ ABI that all compilers for WASI have.
struct TypeWithBase {
  const void* table;
  const char* name;
  const std::type_info* base;
};

// Tells whether such an object begins with a std::exception.
bool is_exception(const std::type_info* type) {
  while (*type != typeid(std::exception)) {
    const auto layout = [](const std::type_info& of) { return reinterpret_cast<const TypeWithBase*>(&of); };
    if (layout(*type)->table != layout(typeid(std::runtime_error))->table) return false;
    type = layout(*type)->base;
  }
  return true;
}

}  // namespace

extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
extern "C" void __cxa_free_exception(void* exception) noexcept { std::free(exception); }
extern "C" [[noreturn]] void __cxa_throw(void* exception, std::type_info* type, void (*)(void*)) {
  std::fprintf(stderr, "%s\n", is_exception(type) ? static_cast<std::exception*>(exception)->what() : type->name());
  std::abort();
}
#endif

int main() {
#ifdef __wasi__
  std::set_new_handler([] {
    std::fputs("out of memory\n", stderr);
    std::abort();
  });
#endif
  if (pentocity_player != nullptr) {
    pentocity::guest::serve(*pentocity_player(),
                            pentocity_plays != nullptr ? *pentocity_plays() : pentocity::PlayedGames{}, 0, 1);
  } else if (pentocity_sequencer != nullptr) {
    pentocity::guest::serve(*pentocity_sequencer(), 0, 1);
  } else {
    std::fputs("no PENTOCITY_PLAYER and no PENTOCITY_SEQUENCER was built in: define PENTOCITY_PLUGIN\n", stderr);
    return 1;
  }
}
