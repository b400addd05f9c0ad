#pragma once
// All processes of one game, from its first one on: what they use, and their end.

#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>

namespace pentocity::isolation {

/// The processes and threads that a process starts, and those start in turn, each attached to by ptrace as it comes to
/// be. So none is missed, whatever its parent does: the time of a process that ended is added when it ends, also if its
/// parent ignores SIGCHLD and nobody waits for it. They run at full speed; only starting, ending and signals pass by
/// here. (The kernel offers no other count that an unprivileged process cannot evade: getrusage(RUSAGE_CHILDREN) leaves
/// out children that are not waited for, and control groups need rights.)
///
/// The owner blocks SIGCHLD, and calls attend() when it comes.
class Offspring {
 public:
  /// Told that a process or thread has ended: its number, its status as of waitpid(), and what it used.
  using Ended = std::function<void(pid_t, int status, const rusage& used)>;

  /// Attaches to a process that waits. False if the kernel does not allow that.
  bool attach(pid_t process);

  /// Waits for `parent`, just attached, to start its first process, and returns that; 0 if the parent ends before. The
  /// parent is none of the tasks then, though its end is told, too.
  pid_t first_of(pid_t parent);

  /// Deals with what has happened, or with some of it: true if there may be more. `wait`: if nothing has, first waits
  /// until something happens.
  bool attend(const Ended& ended, bool wait = false);

  void kill_all() const;
  void forget_all() { *this = Offspring(); }

  /// Processes and threads that are alive, and the most there have been at a time.
  std::size_t tasks() const { return tasks_.size(); }
  std::size_t most_tasks() const { return most_tasks_; }
  /// Used by all, up to now: by those that have ended, too.
  double cpu_seconds() const;
  /// Bytes in memory or swapped out that are no file's, page tables included, and 208 KiB, which is what the kernel may
  /// keep for a socket, for each open file beyond the first 256.
  std::uint64_t memory() const;

 private:
  void add(pid_t task);
  void resume(pid_t task, int status);

  std::set<pid_t> tasks_;
  std::set<pid_t> early_;  ///< tasks whose parents are still to tell of them
  pid_t first_ = 0;        ///< attached to, but none of the tasks: see first_of()
  std::size_t most_tasks_ = 0;
  double ended_seconds_ = 0;
};

}  // namespace pentocity::isolation
