#pragma once
// The system calls that an untrusted process is refused. The filter (seccomp) is made with libseccomp, for x86-64 and
// for arm64.

#include <linux/filter.h>

#include <string>
#include <vector>

namespace pentocity::isolation {

/// Where the process runs. In a box (box.hpp) it has a file system of its own, so it may change modes, owners, times
/// and attributes of files; in the open it may not.
enum class Surroundings { box, open };

/// The program of the filter below, for the kind of processor that this is; empty if it cannot be made. It kills who
/// calls by the numbers of another kind, such as programs of 32 bits.
std::vector<sock_filter> system_call_program(Surroundings surroundings);

/// A filter that the kernel runs at each system call.
///
/// It refuses namespaces and mounts; looking into or tracing other processes; objects that outlive a process or whose
/// memory is not counted (System V and POSIX queues, keys, memory files, shared mappings without a file, filters and
/// rules of its own); sessions, each of which would have its share of the processors; numbers that the kernel counts up
/// for all processes (cookies of sockets, handles of processes); being notified of changes of files; and all sockets
/// but, in a box, local ones. File locks are answered as granted without locking anything, because other games use the
/// same files of the system. A new session is answered as made, because programs cannot do without. Calls that ask
/// about or change the machine's file cache have no effect or fail. A refused call fails as it does for a user without
/// the right to it, or on a kernel that does not have it, so that programs can do without.
class SystemCallFilter {
 public:
  /// Makes the filter; it is empty if that fails or the kernel has no filters.
  explicit SystemCallFilter(Surroundings surroundings);

  /// Tells whether there is a filter.
  bool available() const { return !program_.empty(); }
  /// Sets no_new_privs and the filter for this process and all that it starts, for ever. False if the kernel refuses.
  bool install() const;

 private:
  std::vector<sock_filter> program_;
};

}  // namespace pentocity::isolation
