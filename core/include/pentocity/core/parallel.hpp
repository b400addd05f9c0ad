#pragma once
// A loop that several threads share.

#include <functional>

namespace pentocity::inline core {

/// Calls f(0), ..., f(count - 1), each once, on up to `jobs` threads (fewer where the machine has no more), of which
/// the calling thread is one, and returns when all calls have. With more than one job, calls overlap and end in any
/// order, so f must be safe to call from several threads at once. If a call throws, the calls that no thread has taken
/// up yet are left out, and the first exception is thrown again when the others have ended.
void for_each_parallel(int jobs, int count, const std::function<void(int)>& f);

}  // namespace pentocity::inline core
