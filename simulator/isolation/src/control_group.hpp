#pragma once
// Control groups of Linux (cgroups, version 2). The kernel counts and bounds what all processes of a group hold and do
// together, what no process shows included: the kernel's own memory, bytes on their way through sockets. Where this
// program may make such groups, each box has one, with bounds a little above the limits that the warden enforces.

#include <cstdint>
#include <string>

#include "pentocity/input/file.hpp"
#include "pentocity/isolation/isolation.hpp"

namespace pentocity::isolation {

/// Tells whether Linux shares the processors among sessions (autogroups, see sched(7)) where this program runs.
bool shares_by_session();

/// The control group of one box, or nothing where there are none.
class ControlGroup {
 public:
  /// Makes a group for games that may hold so many bytes, unless control_group_obstacle() tells why not. Throws
  /// HostFault if that fails.
  explicit ControlGroup(std::uint64_t memory);
  /// Removes it. Its processes have ended.
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  /// The open file to which a process writes "0" to enter the group; -1 if there is no group.
  int entrance() const { return entrance_.get(); }
  /// How often the group has met its own bound of memory and nothing could be freed: the kernel then kills a process.
  std::uint64_t times_out_of_memory() const;

 private:
  std::string folder_;  ///< empty: there is no group
  File entrance_;
};

}  // namespace pentocity::isolation
