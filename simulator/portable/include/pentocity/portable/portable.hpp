#pragma once
// Portable players and sequencers: WebAssembly modules (.wasm) that speak lines of JSON (docs/reference/protocol.md)
// over standard input and output. They play within this process and reach nothing of the system. What they do is
// counted in instructions, and is the same on every machine.

#include <memory>
#include <string>

#include "pentocity/isolation/conversation.hpp"

namespace pentocity::portable {

/// The version of Wasmtime that runs them, and no other one: the counts of instructions are its own.
inline constexpr const char* runtime_version = "50.0.1";

/// How many instructions are a second of the clock that a portable player sees.
inline constexpr double instructions_per_second = 1e9;

/// What a module may have at most, so that compiling it ends soon. Sizes are in bytes; whoever reads a file reads no
/// more.
inline constexpr std::size_t max_module_size = 16 << 20, max_function_size = 256 << 10;
inline constexpr std::uint64_t max_functions = 50'000, max_locals = 10'000, max_entries = 100'000;

/// A module, for any number of games on any threads.
class Module {
 public:
  /// Takes the bytes of a file, at most max_module_size, which messages name by its path. Throws InputError as
  /// check_counts(), whose messages follow the path.
  Module(std::string bytes, std::string path);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  /// Compiles it; only the first call does anything. Throws InputError if it is wrong, or imports or lacks something;
  /// UserError if the runtime is not there.
  void compile() const;
  /// What compile() makes. Only the guest of a game looks into it.
  struct Compiled;
  const Compiled& compiled() const;

 private:
  void make(const struct Wasmtime& api) const;

  std::string bytes_, path_;
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws InputError, which names the count and its limit, if these bytes are no module of WebAssembly, or one with
/// more of something than a module may have. Says nothing of what is within its functions.
void check_counts(std::string_view bytes);

/// Begins games of this module under these limits. What its games throw as ParticipantFailed has the status `timeout`
/// and the error `move_instructions` or `game_instructions` at a limit of instructions; otherwise `crashed` and
/// `memory`, `output`, `exit:N`, `no_answer`, or the words of the trap. They throw HostFault if the CPU time of the
/// limits is used up before the instructions are.
isolation::Converse in_this_process(std::shared_ptr<const Module> module,
                                    std::shared_ptr<const isolation::Confinement> confinement);

/// Opens the runtime, if that has not been done. Throws UserError, which says what to install, if it is not there.
void require_runtime();

}  // namespace pentocity::portable
