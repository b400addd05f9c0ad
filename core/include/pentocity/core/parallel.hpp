#pragma once
// A loop whose rounds are shared among several threads.

#include <functional>

namespace pentocity::inline core {

/// Calls f(0), ..., f(count - 1), each once, on up to `jobs` threads, of which the calling thread is one, and returns
/// when all calls have. Calls may overlap and end in any order, so f must be safe to call from several threads at once.
/// If a call throws, no further calls are begun, and when those under way have ended the first exception is thrown on.
void for_each_parallel(int jobs, int count, const std::function<void(int)>& f);

}  // namespace pentocity::inline core
