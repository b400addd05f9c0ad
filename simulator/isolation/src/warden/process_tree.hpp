#pragma once
// All processes and threads of one game: what they use, and how they are ended.

#include <sched.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace pentocity::isolation {

/// All tasks (processes and threads) that descend from one process. It attaches to each by ptrace as it starts, so none
/// is missed. The CPU time of a task that ends is added when it ends, even if its parent ignores SIGCHLD and no process
/// waits for it. Tasks run at full speed: only their starts, ends and signals are reported here. (Linux has no other
/// count that a process without rights cannot evade: getrusage(RUSAGE_CHILDREN) leaves out children that are not waited
/// for, and control groups need rights.)
///
/// The process that owns this object must block SIGCHLD and call attend() when it arrives.
class ProcessTree {
 public:
  /// Called when a task has ended: its number, its status as in waitpid(), and what it used.
  using Ended = std::function<void(pid_t, int status, const rusage& used)>;

  /// Attaches to a process. False if the kernel does not allow that.
  bool attach(pid_t process);

  /// Waits until `parent`, to which attach() has just been called, starts its first process; that one becomes the first
  /// task. Returns its number, or 0 if the parent ends first. The parent itself is no task any more, but its end is
  /// still reported to attend().
  pid_t first_of(pid_t parent);

  /// Handles what has happened to the tasks, at most 200 events. True if there may be more to handle. With `wait`,
  /// waits for the first event if there is none yet.
  bool attend(const Ended& ended, bool wait = false);

  /// Sends SIGKILL to all tasks.
  void kill_all() const;
  /// Stops all tasks, and those that they are about to start, until thaw() is called: none of them executes another
  /// instruction of its program. A tracer's stop is ended by the tracer alone. (SIGSTOP would not do: a task can have
  /// a timer send it SIGCONT.)
  void freeze();
  void thaw();
  bool frozen() const { return frozen_; }

  /// Lets all tasks run on these cores, and those that are started later.
  void let_run_on(const cpu_set_t& cores);

  /// The number of living tasks.
  std::size_t tasks() const { return tasks_.size(); }
  /// Tells whether there are more than `limit` tasks, counted with those that have ended and whose parent has not
  /// waited for them: each still has its number and some memory in the kernel.
  bool are_more_than(std::size_t limit);
  /// The largest number of tasks so far. Those that have ended count as far as are_more_than() has counted them.
  std::size_t max_tasks() const { return max_tasks_; }
  /// CPU time of all tasks so far, ended ones included.
  double cpu_seconds() const;
  /// What living tasks hold.
  struct Resources {
    /// Bytes: resident memory that belongs to no file, swapped-out memory, page tables, and what the kernel keeps of
    /// mappings. More of these, and of watches, than can be counted are unbounded.
    std::uint64_t memory = 0;
    std::uint64_t files = 0, of_proc = 0;  ///< open files, and those of them that are of /proc
    std::uint64_t watches = 0;             ///< of files, by epoll
  };
  Resources resources();

 private:
  void add(pid_t task);
  void note_stop(pid_t task, int status);
  void resume(pid_t task, int status) const;

  std::set<pid_t> tasks_;
  std::set<pid_t> early_;  ///< tasks that were seen before the event of their parent's that announces them
  std::set<pid_t> ended_;  ///< tasks that have ended and that their parent may not have waited for
  /// Tasks that have stopped since freeze(), and their status as in waitpid().
  std::map<pid_t, int> stopped_;
  bool frozen_ = false;
  std::optional<cpu_set_t> cores_;  ///< those of let_run_on()
  pid_t first_ = 0;                 ///< the `parent` of first_of(): attached to, but no task
  std::size_t max_tasks_ = 0;
  double ended_seconds_ = 0;
  std::uint64_t mappings_memory_ = 0;  ///< bytes; as watches, counted anew whenever 0.1 s of CPU time were used
  std::uint64_t watches_ = 0;
  double counted_ = 0;  ///< when, as cpu_seconds()
};

}  // namespace pentocity::isolation
