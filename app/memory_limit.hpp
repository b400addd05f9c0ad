#pragma once
// The limit of memory for what commands read. A small file can stand for a huge thing.

#include <cstddef>

namespace pentocity::app {

/// What a command may hold, unless its option --read-memory says otherwise, in GiB.
inline constexpr double usual_read_memory = 1;

std::size_t bytes_of_gibibytes(double gibibytes);

/// While an object lives, the process holds at most `bytes` more than when it was made, in what `new` allocates: an
/// allocation beyond that throws MemoryLimitReached. Processes that this one starts are not limited. Threads may pass
/// the limit by 64 KiB each. One object at a time.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  /// Replaces the limit, counted from the same beginning.
  static void change(std::size_t bytes);
  /// From here on there is none: all has been read, and what is computed may take what it needs.
  static void lift();
};

}  // namespace pentocity::app
