#pragma once
// The same work on many things, on several threads.

#include <functional>

namespace pentocity::inline core {

/// Calls f(0), ..., f(count - 1), each once, on so many threads, in any order. Throws what the first of them throws
/// that does; the rest is left out then.
void for_each_parallel(int jobs, int count, const std::function<void(int)>& f);

}  // namespace pentocity::inline core
