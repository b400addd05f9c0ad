#pragma once
// Which system calls an untrusted process is refused. The filter is made with libseccomp, for x86-64 and arm64 (the
// latter is untested).

#include <linux/filter.h>

#include <string>
#include <vector>

namespace pentocity::isolation {

/// What the process is surrounded by. In a box (box.hpp) the file system is its own, so that file modes, owners, times
/// and attributes may be changed; in the open they may not.
enum class Surroundings { box, open };

/// A program for the kernel that decides each system call.
///
/// Refused are: namespaces and mounts, looking into or tracing processes, objects that outlive a process or are counted
/// by nobody (System V and POSIX queues, keys, memory files, shared mappings without a file), watches on files, and
/// sockets but those between processes of one box. File locks are answered as granted and bind nobody, because files of
/// the system are shared with the games of others; what tells or changes what the machine keeps in its file cache has
/// no effect. A call is refused with the error that a kernel without it would give, so that runtimes go another way.
class SystemCallFilter {
 public:
  explicit SystemCallFilter(Surroundings surroundings);

  /// Can this kernel filter system calls on this machine?
  bool available() const { return !program_.empty(); }
  /// Confines this process and all that it starts, for ever, and sets no_new_privs. False if that fails.
  bool install() const;

 private:
  std::vector<sock_filter> program_;
};

}  // namespace pentocity::isolation
