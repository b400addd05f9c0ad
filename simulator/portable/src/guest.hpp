#pragma once
// A module in one game, and what its calls of WASI do to it.

#include <optional>
#include <span>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/portable/portable.hpp"
#include "wasmtime.hpp"

namespace pentocity::portable {

/// A compiled module and what instances of it are made of.
struct Module::Compiled {
  wasmtime_module_t* module = nullptr;
  wasmtime_linker_t* linker = nullptr;
  wasmtime_instance_pre_t* instance = nullptr;
};

/// What a guest reads and writes, and what its clock and random numbers are made of: all that its calls can touch.
struct Desk {
  Desk(std::uint64_t seed, std::uint64_t move, std::uint64_t game) : random(seed), move_limit(move), left(game) {}

  std::string input;          ///< what it has not read
  bool input_closed = false;  ///< nothing more will come
  std::string output;         ///< what nobody has taken
  std::string errors;
  Pcg random;
  std::optional<Memory> memory;  ///< its own, once a call has looked for it by its name, which takes long
  std::optional<std::uint32_t> exit_code;
  bool too_much_output = false;

  /// Where what it waits for goes: parts of its memory. It waits while `wait` is set.
  struct Wait {
    std::vector<std::span<char>> parts;
    char* count = nullptr;  ///< four bytes
    Value* result = nullptr;
  };
  std::optional<Wait> wait;

  /// Instructions: the limit of a move, what is left of the game without that which the present move was granted, that,
  /// and what was used before it.
  std::uint64_t move_limit, left, granted = 0, used = 0, max_of_a_move = 0;
  bool last_of_game = false;  ///< the present move has all that was left of the game

  /// Ends a move, of whose grant so many are left.
  void end_move(std::uint64_t unused) {
    used += granted - unused;
    max_of_a_move = std::max(max_of_a_move, granted - unused);
    left += unused;
    granted = 0;
  }
  /// Ends a move likewise, and grants the next one what it may use.
  std::uint64_t next_grant(std::uint64_t unused) {
    end_move(unused);
    last_of_game = left <= move_limit;
    granted = last_of_game ? left : move_limit;
    left -= granted;
    return granted;
  }
};

/// The most bytes of output that wait to be taken.
inline constexpr std::size_t max_output = 4 << 20;

/// The functions of WASI that a module imports are defined in its linker. Throws InputError for an import of anything
/// else.
void define_imports(wasmtime_linker_t* linker, const wasmtime_module_t* module);

}  // namespace pentocity::portable
