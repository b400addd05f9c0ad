#pragma once
// A program that limits its own memory.

#include <new>

namespace pentocity::inline input {

/// An allocation that was refused because the program would have held more memory than it allows itself. It says
/// nothing about a player or a game.
class MemoryLimitReached : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the program's own limit of memory is reached"; }
};

}  // namespace pentocity::inline input
