#include "pentocity/game/time_limit.hpp"

#include <ctime>
#include <limits>

namespace pentocity::inline game {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr int calls_for_a_look = 256;  // the clock is a system call

thread_local double end_of_thread = never;
thread_local int calls = 0;

}  // namespace

double thread_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

TimeLimit::TimeLimit(double cpu_seconds) { end_of_thread = thread_cpu_seconds() + cpu_seconds; }

TimeLimit::~TimeLimit() { end_of_thread = never; }

void check_time() {
  if (++calls % calls_for_a_look == 0 && end_of_thread != never && thread_cpu_seconds() > end_of_thread)
    throw TimeIsUp();
}

}  // namespace pentocity::inline game
