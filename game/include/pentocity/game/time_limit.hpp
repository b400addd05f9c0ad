#pragma once
// The limit of CPU time of a player that plays in the simulator's own process, where nobody can interrupt it.

#include <exception>

namespace pentocity::inline game {

/// The CPU time of this thread so far.
double thread_cpu_seconds();

/// Thrown by check_time(). A player lets it pass: its game ends.
class TimeIsUp : public std::exception {
 public:
  const char* what() const noexcept override { return "cpu"; }
};

/// Limits the CPU time of this thread while it lives, to so many seconds from its beginning. One at a time.
class TimeLimit {
 public:
  explicit TimeLimit(double cpu_seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
};

/// Throws TimeIsUp if this thread has a TimeLimit and has passed it. Built-in players whose options can make a single
/// move long call it in their loops, a microsecond or more apart; only one call in many looks at the clock.
void check_time();

}  // namespace pentocity::inline game
