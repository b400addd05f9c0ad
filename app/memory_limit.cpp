#include "pentocity/input/memory_limit.hpp"

#include <malloc.h>

#include <cstdlib>

#include "commands.hpp"

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> held{0}, held_before{0}, limit{no_limit};

}  // namespace

// The sanitizers have their own operators, and so no limit.
#if !defined(PENTOCITY_ADDRESS_SANITIZER) && !defined(PENTOCITY_THREAD_SANITIZER)
namespace {

// Of a thread, in bytes: so much is allocated or freed before it is added to what all threads share.
constexpr std::int64_t batch = 1 << 16;
thread_local std::int64_t not_added = 0;

void add(std::int64_t bytes) {
  not_added += bytes;
  if (not_added < batch && not_added > -batch) return;
  held.fetch_add(not_added, std::memory_order_relaxed);
  not_added = 0;
}

std::int64_t size_of(void* block) { return static_cast<std::int64_t>(::malloc_usable_size(block)); }

bool is_too_much(std::size_t bytes) {
  if (bytes <= static_cast<std::size_t>(batch) && not_added <= batch / 2) return false;
  const std::int64_t most = limit.load(std::memory_order_relaxed);
  return most != no_limit && (bytes > static_cast<std::size_t>(most) ||
                              held.load(std::memory_order_relaxed) + static_cast<std::int64_t>(bytes) > most);
}

}  // namespace

// The other forms of `new` and `delete` call these, but for aligned ones, which are not counted.
void* operator new(std::size_t bytes) {
  if (is_too_much(bytes)) throw pentocity::MemoryLimitReached();
  void* const block = std::malloc(bytes == 0 ? 1 : bytes);
  if (block == nullptr) throw std::bad_alloc();
  add(size_of(block));
  return block;
}

void operator delete(void* block) noexcept {
  if (block == nullptr) return;
  add(-size_of(block));
  std::free(block);
}

void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
#endif

namespace pentocity::app {

std::size_t bytes_of_gibibytes(double gibibytes) {
  constexpr double gibibyte = 1 << 30;
  return static_cast<std::size_t>(gibibytes * gibibyte);
}

void limit_memory(double gibibytes) {
  if (limit == no_limit) held_before = held.load();
  const std::size_t bytes = bytes_of_gibibytes(gibibytes);
  const std::int64_t most = no_limit - held_before;
  limit = bytes > static_cast<std::size_t>(most) ? no_limit : held_before + static_cast<std::int64_t>(bytes);
}

void lift_memory_limit() { limit = no_limit; }

}  // namespace pentocity::app
