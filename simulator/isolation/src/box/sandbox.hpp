#pragma once
// How a process in a box (box.hpp) confines itself: by giving up rights, and by a filter of system calls (seccomp),
// made with libseccomp, for x86-64 and for arm64.

#include <linux/filter.h>
#include <sys/resource.h>

#include <string>
#include <vector>

namespace pentocity::isolation {

/// Sets a limit of this process (RLIMIT_...), for ever.
inline void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(resource, &both);
}

#if defined(PENTOCITY_ADDRESS_SANITIZER) || defined(PENTOCITY_THREAD_SANITIZER)
inline constexpr bool sanitized = true;  ///< then shadow memory counts as memory
#else
inline constexpr bool sanitized = false;
#endif

/// Removes all capabilities from the bounding set, so that no program that is executed can bring them. Needs the right
/// to do so; call it before give_up_rights().
void bar_rights();

/// Becomes another user, in no group but that of the same number. False, with errno set, if the kernel refuses.
bool become(unsigned user);

/// Takes all capabilities from this process and all that it starts, and sets no_new_privs, so that they can gain none
/// (root in a namespace included). Other processes of the same user cannot read its memory and environment.
void give_up_rights();

/// The program of the filter below, for the kind of processor that this is; empty if it cannot be made. It kills who
/// calls by the numbers of another kind, such as programs of 32 bits.
std::vector<sock_filter> system_call_program();

/// A filter that the kernel runs at each system call; empty if it cannot be made or the kernel has no filters.
///
/// It refuses namespaces and mounts; looking into or tracing other processes; objects that outlive a process or whose
/// memory is not counted (System V and POSIX queues, keys, memory files, shared mappings without a file, filters and
/// rules of its own); sessions, each of which would have its share of the processors; numbers that the kernel counts up
/// for all processes (cookies of sockets, handles of processes); being notified of changes of files; and all sockets
/// but local ones. File locks are answered as granted without locking anything, because other games use the
/// same files of the system. A new session, and a choice of cores for the caller itself, are answered as made, because
/// programs cannot do without. Calls that ask about or change the machine's file cache have no effect or fail. A
/// refused call fails as it does for a user without the right to it, or on a kernel that does not have it, so that
/// programs can do without.
std::vector<sock_filter> system_call_filter();

/// Sets no_new_privs and the filter for this process and all that it starts, for ever. False if the kernel refuses.
bool install(const std::vector<sock_filter>& filter);

}  // namespace pentocity::isolation
