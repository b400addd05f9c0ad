#pragma once
// On which core of the processor a game and its judge run. A turn of a fast player is two changes from one process to
// another: on one core they cost a tenth of what they cost between two.

#include <sched.h>

#include <chrono>

namespace pentocity::isolation {

/// So long a game and its judge stay on one core. A game that takes longer has more to do than to exchange messages,
/// and Linux runs it wherever there is room.
inline constexpr std::chrono::milliseconds time_on_one_core{100};

/// As long as it lives, the sessions of this thread may keep the thread and their games on one core. To be made by the
/// thread that plays a game, or games in lockstep; a thread has one at a time. The core is one of those that the user
/// allows (taskset(1)).
class OneCore {
 public:
  OneCore();
  ~OneCore();
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

  /// Keeps this thread on the core on which it is. Returns the number of the core; -1 if there is no OneCore.
  static int keep();
  /// The cores on which this thread may run when it is not kept on one.
  static cpu_set_t allowed();
  /// Does not keep this thread any more if it has been kept for time_on_one_core.
  static void leave_if_over();
  /// The same before a wait at the end of a game, if this thread has not waited in freedom for so long: when it goes
  /// on, Linux puts it on a core that has nothing to do, if there is one, and the next game begins there.
  static void leave_if_due();

 private:
  static void leave();
};

/// Keeps a task (0: this thread) on this core, or lets it run on these. Without effect if the kernel refuses.
void keep_on_core(pid_t task, int core);
void let_run_on(pid_t task, const cpu_set_t& cores);

}  // namespace pentocity::isolation
