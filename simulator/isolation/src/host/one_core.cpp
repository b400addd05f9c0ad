#include "pentocity/isolation/one_core.hpp"

namespace pentocity::isolation {
namespace {

using Clock = std::chrono::steady_clock;

struct Kept {
  bool may_be = false;  ///< there is a OneCore
  int core = -1;
  cpu_set_t allowed{};                ///< before it was kept
  Clock::time_point begin{}, free{};  ///< since when it is kept, and when it was last not kept while it waited
};
thread_local Kept kept;

}  // namespace

OneCore::OneCore() { kept.may_be = sched_getaffinity(0, sizeof kept.allowed, &kept.allowed) == 0; }

OneCore::~OneCore() {
  leave();
  kept.may_be = false;
}

int OneCore::keep() {
  if (!kept.may_be || kept.core >= 0) return kept.core;
  kept.begin = Clock::now();
  kept.core = sched_getcpu();
  if (kept.core >= 0) keep_on_core(0, kept.core);
  return kept.core;
}

cpu_set_t OneCore::allowed() {
  cpu_set_t out = kept.allowed;
  if (kept.core < 0) sched_getaffinity(0, sizeof out, &out);
  return out;
}

void OneCore::leave() {
  if (kept.core < 0) return;
  kept.core = -1;
  let_run_on(0, kept.allowed);
}

void OneCore::leave_if_over() {
  if (kept.core >= 0 && Clock::now() - kept.begin > time_on_one_core) leave();
}

void OneCore::leave_if_due() {
  if (kept.core < 0 || Clock::now() - kept.free < time_on_one_core) return;
  kept.free = Clock::now();
  leave();
}

void keep_on_core(pid_t task, int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  let_run_on(task, one);
}

void let_run_on(pid_t task, const cpu_set_t& cores) { sched_setaffinity(task, sizeof cores, &cores); }

}  // namespace pentocity::isolation
