#include "pentocity/input/memory_limit.hpp"

#include <malloc.h>

#include <cstdlib>

#include "commands.hpp"

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> held_before{0}, limit{no_limit};
// What this thread may take before it is looked at again how much is held.
thread_local std::int64_t unseen = 0;

// What malloc has given out, in bytes.
std::int64_t held() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

}  // namespace

// The sanitizers have their own operators, and so no limit.
#if !defined(PENTOCITY_ADDRESS_SANITIZER) && !defined(PENTOCITY_THREAD_SANITIZER)
namespace {

// To count each block would take more time than to take it. What is held is looked at after a part of the rest has been
// taken.
bool is_too_much(std::size_t bytes) {
  const auto more = static_cast<std::int64_t>(std::min<std::size_t>(bytes, no_limit));
  if (more <= unseen) {
    unseen -= more;
    return false;
  }
  constexpr std::int64_t least = 4096, part = 64;
  const std::int64_t rest = limit.load(std::memory_order_relaxed) - held();
  unseen = std::max(rest / part, least);
  return more > rest;
}

}  // namespace

// The other forms of `new` call this, but for aligned ones, which have no limit. The library's `delete` frees what
// malloc gave.
void* operator new(std::size_t bytes) {  // NOLINT(misc-new-delete-overloads)
  if (limit.load(std::memory_order_relaxed) != no_limit && is_too_much(bytes)) throw pentocity::MemoryLimitReached();
  void* const block = std::malloc(bytes == 0 ? 1 : bytes);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
#endif

namespace pentocity::app {

std::size_t bytes_of_gibibytes(double gibibytes) {
  constexpr double gibibyte = 1 << 30;
  return static_cast<std::size_t>(gibibytes * gibibyte);
}

void limit_memory(double gibibytes) {
  if (limit == no_limit) held_before = held();
  const std::size_t bytes = bytes_of_gibibytes(gibibytes);
  const std::int64_t most = no_limit - held_before;
  unseen = 0;  // it is called before there are other threads
  limit = bytes > static_cast<std::size_t>(most) ? no_limit : held_before + static_cast<std::int64_t>(bytes);
}

void lift_memory_limit() { limit = no_limit; }

}  // namespace pentocity::app
