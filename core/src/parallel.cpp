#include "pentocity/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pentocity::inline core {

void for_each_parallel(int jobs, int count, const std::function<void(int)>& f) {
  std::atomic<int> next{0};
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&] {
    for (int i = next++; i < count; i = next++) {
      try {
        f(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (int i = 1; i < std::min(jobs, count); ++i) others.emplace_back(work);
    } catch (const std::system_error&) {  // no more threads can be had: those that there are do it all
    }
    work();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace pentocity::inline core
