// The filter of system calls gives the same answers on every kind of processor, though each has numbers of its own for
// the calls: this table of calls is tested where it is compiled.
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "../simulator/isolation/src/box/sandbox.hpp"
#include "catch.hpp"

namespace pentocity::isolation::system_calls_test {
namespace {

#ifdef __x86_64__
constexpr std::uint32_t native = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t native = AUDIT_ARCH_AARCH64;
#endif

// What the kernel answers to a call if it has this filter, as seccomp(2) says.
std::uint32_t answer(const std::vector<sock_filter>& program, const seccomp_data& call) {
  std::uint32_t value = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& step = program[at];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&value, reinterpret_cast<const char*>(&call) + step.k, sizeof value);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        value &= step.k;
        break;
      case BPF_JMP | BPF_JA:
        at += step.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += value == step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JGT | BPF_K:
        at += value > step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += value >= step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        at += (value & step.k) != 0 ? step.jt : step.jf;
        break;
      case BPF_RET | BPF_K:
        return step.k;
      default:
        FAIL("a step of the filter that the test does not know: " << step.code);
    }
  }
  FAIL("the filter has no end");
  return 0;
}

constexpr int allowed = -1;
struct Case {
  const char* what;
  long number;
  std::array<std::uint64_t, 6> arguments;
  int error;  ///< or `allowed`
};

constexpr std::uint64_t hidden = std::uint64_t{1} << 32;  // a bit that the kernel does not read of an int
constexpr std::uint64_t process = 4711;
const std::vector<Case> cases{
    {"read", SYS_read, {}, allowed},
    {"openat", SYS_openat, {}, allowed},
    {"execve", SYS_execve, {}, allowed},
    {"unshare", SYS_unshare, {}, EPERM},
    {"setns", SYS_setns, {}, EPERM},
    {"mount", SYS_mount, {}, allowed},
    {"umount2", SYS_umount2, {}, EPERM},
    {"pivot_root", SYS_pivot_root, {}, EPERM},
    {"chroot", SYS_chroot, {}, EPERM},
    {"fsopen", SYS_fsopen, {}, EPERM},
    {"fspick", SYS_fspick, {}, EPERM},
    {"fsconfig", SYS_fsconfig, {}, EPERM},
    {"fsmount", SYS_fsmount, {}, EPERM},
    {"move_mount", SYS_move_mount, {}, EPERM},
    {"open_tree", SYS_open_tree, {}, EPERM},
    {"mount_setattr", SYS_mount_setattr, {}, EPERM},
    {"name_to_handle_at", SYS_name_to_handle_at, {}, EPERM},
    {"open_by_handle_at", SYS_open_by_handle_at, {}, EPERM},
    {"quotactl", SYS_quotactl, {}, EPERM},
    {"quotactl_fd", SYS_quotactl_fd, {}, EPERM},
    {"bpf", SYS_bpf, {}, EPERM},
    {"perf_event_open", SYS_perf_event_open, {}, EPERM},
    {"userfaultfd", SYS_userfaultfd, {}, EPERM},
    {"personality", SYS_personality, {}, EPERM},
    {"syslog", SYS_syslog, {}, EPERM},
    {"acct", SYS_acct, {}, EPERM},

    {"clone, as fork does", SYS_clone, {SIGCHLD}, allowed},
    {"clone, as threads do", SYS_clone, {CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD}, allowed},
    {"clone with a new user namespace", SYS_clone, {CLONE_NEWUSER | SIGCHLD}, EPERM},
    {"clone with a new network", SYS_clone, {CLONE_NEWNET | SIGCHLD}, EPERM},
    {"clone with new cgroups", SYS_clone, {CLONE_NEWCGROUP | SIGCHLD}, EPERM},
    {"clone with new names", SYS_clone, {CLONE_NEWUTS | SIGCHLD}, EPERM},
    {"clone with new queues", SYS_clone, {CLONE_NEWIPC | SIGCHLD}, EPERM},
    {"clone with new mounts", SYS_clone, {CLONE_NEWNS | SIGCHLD}, allowed},
    {"clone with new process numbers", SYS_clone, {CLONE_NEWPID | SIGCHLD}, allowed},
    {"clone that is not traced", SYS_clone, {CLONE_UNTRACED | SIGCHLD}, EPERM},
    {"clone of a thread with files of its own", SYS_clone, {CLONE_VM | CLONE_SIGHAND | CLONE_THREAD}, EINVAL},
    {"clone with a handle", SYS_clone, {CLONE_PIDFD | SIGCHLD}, EINVAL},
    {"clone3", SYS_clone3, {}, ENOSYS},
    {"setsid", SYS_setsid, {}, 0},
    {"sched_setaffinity", SYS_sched_setaffinity, {}, 0},
    {"sched_setaffinity of another", SYS_sched_setaffinity, {process}, EPERM},
    {"setpgid", SYS_setpgid, {}, allowed},
    {"prctl with PR_SCHED_CORE", SYS_prctl, {hidden | 62}, EINVAL},

    {"ptrace", SYS_ptrace, {}, EPERM},
    {"process_vm_readv", SYS_process_vm_readv, {}, EPERM},
    {"process_vm_writev", SYS_process_vm_writev, {}, EPERM},
    {"process_madvise", SYS_process_madvise, {}, EPERM},
    {"pidfd_getfd", SYS_pidfd_getfd, {}, EPERM},
    {"pidfd_open", SYS_pidfd_open, {}, ENOSYS},
    {"kcmp", SYS_kcmp, {}, EPERM},
    {"migrate_pages", SYS_migrate_pages, {}, EPERM},
    {"move_pages", SYS_move_pages, {}, EPERM},
    {"prlimit64 of its own", SYS_prlimit64, {0}, allowed},
    {"prlimit64 of another", SYS_prlimit64, {process}, EPERM},

    {"memfd_create", SYS_memfd_create, {}, ENOSYS},
    {"memfd_secret", 447, {}, ENOSYS},
    {"shmget", SYS_shmget, {}, ENOSYS},
    {"msgget", SYS_msgget, {}, ENOSYS},
    {"semget", SYS_semget, {}, ENOSYS},
    {"mq_open", SYS_mq_open, {}, ENOSYS},
    {"keyctl", SYS_keyctl, {}, ENOSYS},
    {"add_key", SYS_add_key, {}, ENOSYS},
    {"request_key", SYS_request_key, {}, ENOSYS},
    {"io_uring_setup", SYS_io_uring_setup, {}, ENOSYS},
    {"io_setup", SYS_io_setup, {}, ENOSYS},
    {"vmsplice", SYS_vmsplice, {}, ENOSYS},
    {"splice", SYS_splice, {}, EINVAL},
    {"tee", SYS_tee, {}, EINVAL},
    {"sendfile", SYS_sendfile, {}, EINVAL},
    {"mbind", SYS_mbind, {}, ENOSYS},
    {"set_mempolicy_home_node", 450, {}, ENOSYS},
    {"mmap of memory", SYS_mmap, {0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS}, allowed},
    {"mmap of a file", SYS_mmap, {0, 4096, PROT_READ, MAP_SHARED}, allowed},
    {"mmap of shared memory", SYS_mmap, {0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS}, ENOMEM},
    {"mmap of shared memory, checked", SYS_mmap, {0, 4096, 0, MAP_SHARED_VALIDATE | MAP_ANONYMOUS}, ENOMEM},
    {"mmap of huge pages", SYS_mmap, {0, 4096, 0, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB}, ENOMEM},
    {"prctl with a name", SYS_prctl, {15}, allowed},
    {"prctl with PR_SET_MEMORY_MERGE", SYS_prctl, {67}, EINVAL},
    {"the same, hidden", SYS_prctl, {hidden | 67}, EINVAL},
    {"prctl with PR_SET_SECCOMP", SYS_prctl, {hidden | PR_SET_SECCOMP}, EINVAL},
    {"seccomp", SYS_seccomp, {}, EINVAL},
    {"landlock_create_ruleset", SYS_landlock_create_ruleset, {}, ENOSYS},
    {"madvise with MADV_DONTNEED", SYS_madvise, {0, 0, MADV_DONTNEED}, allowed},
    {"madvise with MADV_MERGEABLE", SYS_madvise, {0, 0, hidden | MADV_MERGEABLE}, EINVAL},
    {"madvise with MADV_COLD", SYS_madvise, {0, 0, 20}, 0},
    {"madvise with MADV_PAGEOUT", SYS_madvise, {0, 0, 21}, 0},

    {"fcntl with F_GETFL", SYS_fcntl, {0, F_GETFL}, allowed},
    {"fcntl with F_GETLK", SYS_fcntl, {0, F_GETLK}, allowed},
    {"fcntl with F_SETPIPE_SZ", SYS_fcntl, {0, F_SETPIPE_SZ}, EPERM},
    {"fcntl with F_SETLK", SYS_fcntl, {0, F_SETLK}, 0},
    {"fcntl with F_SETLKW", SYS_fcntl, {0, hidden | F_SETLKW}, 0},
    {"fcntl with F_OFD_SETLK", SYS_fcntl, {0, F_OFD_SETLK}, 0},
    {"fcntl with F_OFD_SETLKW", SYS_fcntl, {0, F_OFD_SETLKW}, 0},
    {"fcntl with F_SETLEASE", SYS_fcntl, {0, F_SETLEASE}, EINVAL},
    {"fcntl with F_NOTIFY", SYS_fcntl, {0, F_NOTIFY}, EINVAL},
    {"fcntl with F_SET_RW_HINT", SYS_fcntl, {0, 1036}, EINVAL},
    {"fcntl with F_SET_FILE_RW_HINT", SYS_fcntl, {0, 1038}, EINVAL},
    {"flock", SYS_flock, {}, 0},
    {"inotify_init1", SYS_inotify_init1, {}, EMFILE},
    {"fanotify_init", SYS_fanotify_init, {}, EMFILE},
    {"mincore", SYS_mincore, {}, ENOSYS},
    {"cachestat", 451, {}, ENOSYS},
    {"fadvise64", SYS_fadvise64, {}, 0},
    {"readahead", SYS_readahead, {}, 0},
    {"sync", SYS_sync, {}, 0},
    {"syncfs", SYS_syncfs, {}, 0},
    {"preadv2", SYS_preadv2, {}, allowed},
    {"preadv2 with RWF_NOWAIT", SYS_preadv2, {0, 0, 0, 0, 0, RWF_NOWAIT}, EOPNOTSUPP},

    {"a local socket", SYS_socket, {AF_UNIX}, allowed},
    {"a socket of the Internet", SYS_socket, {AF_INET}, EAFNOSUPPORT},
    {"a socket of the kernel", SYS_socket, {AF_NETLINK}, EAFNOSUPPORT},

    {"getsockopt with SO_ERROR", SYS_getsockopt, {0, SOL_SOCKET, SO_ERROR}, allowed},
    {"getsockopt with SO_COOKIE", SYS_getsockopt, {0, hidden | SOL_SOCKET, hidden | 57}, ENOPROTOOPT},
    {"getsockopt with SO_NETNS_COOKIE", SYS_getsockopt, {0, SOL_SOCKET, 71}, ENOPROTOOPT},
    {"getsockopt with SO_PEERPIDFD", SYS_getsockopt, {0, SOL_SOCKET, 77}, ENOPROTOOPT},
    {"setsockopt with SO_PASSPIDFD", SYS_setsockopt, {0, SOL_SOCKET, 76}, ENOPROTOOPT},
    {"setsockopt with SO_REUSEADDR", SYS_setsockopt, {0, SOL_SOCKET, SO_REUSEADDR}, allowed},
    {"setsockopt with SO_SNDBUF", SYS_setsockopt, {0, SOL_SOCKET, SO_SNDBUF}, 0},
    {"setsockopt with SO_SNDBUFFORCE", SYS_setsockopt, {0, SOL_SOCKET, SO_SNDBUFFORCE}, 0},

    {"setpriority of its own", SYS_setpriority, {PRIO_PROCESS, 0}, allowed},
    {"ioctl with FIONREAD", SYS_ioctl, {0, 0x541b}, allowed},
// Older calls, which newer kinds of processors do not have.
#ifdef SYS_chmod
    {"fork", SYS_fork, {}, allowed},
    {"inotify_init", SYS_inotify_init, {}, EMFILE},
#endif
};

TEST_CASE("system calls: the filter answers the same on every kind of processor") {
  const auto program = system_call_program();
  REQUIRE_FALSE(program.empty());
  for (const Case& c : cases) {
    INFO(c.what);
    seccomp_data call{static_cast<int>(c.number), native, 0, {}};
    std::copy(c.arguments.begin(), c.arguments.end(), call.args);
    const std::uint32_t expected =
        c.error == allowed ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(c.error);
    CHECK(answer(program, call) == expected);
  }
}

TEST_CASE("system calls: those of another kind of processor are not let through by their numbers") {
  const auto program = system_call_program();
  for (const std::uint32_t kind :
       std::array<std::uint32_t, 4>{AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM}) {
    if (kind == native) continue;
    for (int number = 0; number < 500; ++number) {
      const seccomp_data call{number, kind, 0, {}};
      REQUIRE(answer(program, call) == SECCOMP_RET_KILL_THREAD);
    }
  }
#ifdef __x86_64__
  // Pointers of 32 bits have numbers of their own, with a mark.
  const seccomp_data x32{0x40000000 | SYS_read, native, 0, {}};
  CHECK(answer(program, x32) == SECCOMP_RET_KILL_THREAD);
#endif
}

}  // namespace
}  // namespace pentocity::isolation::system_calls_test
