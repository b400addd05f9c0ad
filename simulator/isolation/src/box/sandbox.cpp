#include "box/sandbox.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>

#include "pentocity/input/file.hpp"

namespace pentocity::isolation {

void bar_rights() {
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) continue;
}

bool become(unsigned user) {
  return setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0;
}

void give_up_rights() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  syscall(SYS_capset, &header, none.data());
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

namespace {

// Calls that the headers of some systems lack; their numbers are the same on all machines.
constexpr int call_fchmodat2 = 452, call_cachestat = 451, call_memfd_secret = 447, call_setxattrat = 463,
              call_removexattrat = 466, call_file_setattr = 469, call_set_mempolicy_home_node = 450;

class FilterBuilder {
 public:
  void refuse(int error, std::initializer_list<int> calls) {
    for (const int call : calls) refuse(error, call, {});
  }
  // Refuses one call where its arguments are so. Zero as an error: it is answered as done, and nothing is done.
  void refuse(int error, int call, std::initializer_list<scmp_arg_cmp> arguments) {
    const int result = seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), call,
                                              static_cast<unsigned>(arguments.size()),
                                              arguments.size() == 0 ? nullptr : arguments.begin());
    failed_ = failed_ || (result != 0 && result != -EDOM);  // a call that this machine never had
  }

  std::vector<sock_filter> program() const {
    const File file(static_cast<int>(syscall(SYS_memfd_create, "filter", MFD_CLOEXEC)));
    if (!context_ || failed_ || file.get() < 0 || seccomp_export_bpf(context_.get(), file.get()) != 0) return {};
    const auto size = lseek(file.get(), 0, SEEK_END);
    std::vector<sock_filter> out(size / sizeof(sock_filter));
    if (pread(file.get(), out.data(), size, 0) != size) out.clear();
    return out;
  }

 private:
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_{seccomp_init(SCMP_ACT_ALLOW), seccomp_release};
  // Whether anything has failed. First: a tree instead of a list, because the kernel goes through the filter for each
  // call there is whenever it is installed.
  bool failed_ = seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0;
};

// The kernel reads only half of an argument that is an int: nothing in the other half may hide it.
scmp_arg_cmp is_int(unsigned number, std::uint64_t value) { return {number, SCMP_CMP_MASKED_EQ, 0xffffffff, value}; }
scmp_arg_cmp has_bits(unsigned number, std::uint64_t bits) { return {number, SCMP_CMP_MASKED_EQ, bits, bits}; }

void refuse_other_worlds(FilterBuilder& filter) {
  filter.refuse(EPERM, {SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
                        SCMP_SYS(fsopen), SCMP_SYS(fspick), SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(move_mount),
                        SCMP_SYS(open_tree), SCMP_SYS(mount_setattr)});
  // Files by other ways than their names, and what tells of the machine or changes it.
  filter.refuse(EPERM, {SCMP_SYS(name_to_handle_at), SCMP_SYS(open_by_handle_at), SCMP_SYS(quotactl),
                        SCMP_SYS(quotactl_fd), SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd),
                        SCMP_SYS(personality), SCMP_SYS(syslog), SCMP_SYS(acct)});
  // New namespaces bring new rights; a process that is not traced is not counted.
  constexpr int untraced = 0x00800000;
  for (const std::uint64_t flag : {CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET, untraced})
    filter.refuse(EPERM, SCMP_SYS(clone), {has_bits(0, flag)});
  // A thread has no open files of its own, so that one thread tells of those of its process.
  filter.refuse(EINVAL, SCMP_SYS(clone), {{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_FILES, CLONE_THREAD}});
  // Mounts and namespaces of processes and mounts make the surroundings of a game, later than this filter. The kernel
  // refuses them to processes without rights, such as those of games.
  // clone3 hides its flags in memory: callers fall back to clone.
  filter.refuse(ENOSYS, {SCMP_SYS(clone3)});
}

void refuse_other_processes(FilterBuilder& filter) {
  filter.refuse(EPERM,
                {SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
                 SCMP_SYS(pidfd_getfd), SCMP_SYS(kcmp), SCMP_SYS(migrate_pages), SCMP_SYS(move_pages)});
  // A handle of a process has a number by which all processes of the machine are counted.
  filter.refuse(ENOSYS, {SCMP_SYS(pidfd_open)});
  filter.refuse(EINVAL, SCMP_SYS(clone), {has_bits(0, CLONE_PIDFD)});
  filter.refuse(EPERM, SCMP_SYS(prlimit64), {{0, SCMP_CMP_NE, 0, 0}});
}

// What a process may set of itself is what programs are known to need: each kernel adds more, such as tables that it
// keeps for the process, or cores for it alone.
void refuse_most_of_prctl(FilterBuilder& filter) {
  constexpr std::array allowed{PR_SET_PDEATHSIG,       PR_GET_PDEATHSIG,    PR_GET_DUMPABLE,     PR_SET_DUMPABLE,
                               PR_GET_KEEPCAPS,        PR_SET_NAME,         PR_GET_NAME,         PR_GET_SECCOMP,
                               PR_CAPBSET_READ,        PR_SET_TIMERSLACK,   PR_GET_TIMERSLACK,   PR_SET_CHILD_SUBREAPER,
                               PR_GET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_SET_THP_DISABLE,
                               PR_GET_THP_DISABLE,     PR_CAP_AMBIENT,      PR_SVE_GET_VL};
  constexpr std::uint64_t last = *std::ranges::max_element(allowed);
  for (std::uint64_t option = 0; option < last; ++option)
    if (std::ranges::find(allowed, static_cast<int>(option)) == allowed.end())
      filter.refuse(EINVAL, SCMP_SYS(prctl), {is_int(0, option)});
  filter.refuse(EINVAL, SCMP_SYS(prctl), {{0, SCMP_CMP_GT, last, 0}});
}

// The scheduler gives each session the same share of the processors: a game has one, made before it began.
void refuse_more_of_the_processors(FilterBuilder& filter) {
  filter.refuse(0, {SCMP_SYS(setsid)});
  filter.refuse(0, SCMP_SYS(sched_setaffinity), {{0, SCMP_CMP_EQ, 0, 0}});
  filter.refuse(EPERM, SCMP_SYS(sched_setaffinity), {{0, SCMP_CMP_NE, 0, 0}});
}

void refuse_uncounted_memory(FilterBuilder& filter) {
  filter.refuse(ENOSYS, {SCMP_SYS(memfd_create), call_memfd_secret, SCMP_SYS(shmget), SCMP_SYS(msgget),
                         SCMP_SYS(semget), SCMP_SYS(mq_open), SCMP_SYS(keyctl), SCMP_SYS(add_key),
                         SCMP_SYS(request_key), SCMP_SYS(io_uring_setup), SCMP_SYS(io_setup), SCMP_SYS(vmsplice)});
  // A byte that is spliced holds a whole page, of which nobody knows then. Those who call these copy it themselves.
  filter.refuse(EINVAL, {SCMP_SYS(splice), SCMP_SYS(tee), SCMP_SYS(sendfile)});
  // The kernel keeps a policy for each page of a file that has one, and longer than it is mapped.
  filter.refuse(ENOSYS, {SCMP_SYS(mbind), call_set_mempolicy_home_node});
  constexpr std::uint64_t shared = MAP_SHARED | MAP_ANONYMOUS, of_type = MAP_SHARED | MAP_PRIVATE | MAP_ANONYMOUS;
  for (const std::uint64_t flags : {shared, shared | MAP_PRIVATE})  // the second is MAP_SHARED_VALIDATE
    filter.refuse(ENOMEM, SCMP_SYS(mmap), {{3, SCMP_CMP_MASKED_EQ, of_type, flags}});
  filter.refuse(ENOMEM, SCMP_SYS(mmap), {has_bits(3, MAP_HUGETLB)});
  filter.refuse(EINVAL, SCMP_SYS(madvise), {is_int(2, MADV_MERGEABLE)});
  filter.refuse(EPERM, SCMP_SYS(fcntl), {is_int(1, F_SETPIPE_SZ)});
  for (const std::uint64_t option : {SO_SNDBUF, SO_SNDBUFFORCE})
    filter.refuse(0, SCMP_SYS(setsockopt), {is_int(1, SOL_SOCKET), is_int(2, option)});
  // Filters and rules of its own, which the kernel keeps.
  filter.refuse(EINVAL, {SCMP_SYS(seccomp)});
  filter.refuse(ENOSYS, {SCMP_SYS(landlock_create_ruleset)});
}

// Refuses marks that other processes which have the same file open could see.
void refuse_marks_on_files(FilterBuilder& filter) {
  filter.refuse(0, {SCMP_SYS(flock)});
  for (const std::uint64_t command : {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW})
    filter.refuse(0, SCMP_SYS(fcntl), {is_int(1, command)});
  constexpr int set_hint = 1036, set_file_hint = 1038;  // F_SET_RW_HINT and F_SET_FILE_RW_HINT
  for (const std::uint64_t command : {F_SETLEASE, F_NOTIFY, set_hint, set_file_hint})
    filter.refuse(EINVAL, SCMP_SYS(fcntl), {is_int(1, command)});
  filter.refuse(EMFILE, {SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1), SCMP_SYS(fanotify_init)});
  // The file cache: not asked about, nothing thrown out of it.
  filter.refuse(ENOSYS, {SCMP_SYS(mincore), call_cachestat});
  filter.refuse(0, {SCMP_SYS(fadvise64), SCMP_SYS(readahead)});
  // Nor written out: a whole file system waits for one file of it, and what a game writes is gone with it.
  filter.refuse(0, {SCMP_SYS(sync), SCMP_SYS(syncfs), SCMP_SYS(fsync), SCMP_SYS(fdatasync), SCMP_SYS(sync_file_range)});
  for (const std::uint64_t advice : {20, 21})  // MADV_COLD, MADV_PAGEOUT
    filter.refuse(0, SCMP_SYS(madvise), {is_int(2, advice)});
  filter.refuse(EOPNOTSUPP, SCMP_SYS(preadv2), {has_bits(5, RWF_NOWAIT)});
}

void refuse_sockets(FilterBuilder& filter) {
  // Numbers that the kernel gives one after the other, and handles of processes, which have such numbers.
  constexpr std::uint64_t cookie = 57, network_cookie = 71, pass_handle = 76, handle_of_peer = 77;
  for (const std::uint64_t option : {cookie, network_cookie, handle_of_peer})
    filter.refuse(ENOPROTOOPT, SCMP_SYS(getsockopt), {is_int(1, SOL_SOCKET), is_int(2, option)});
  filter.refuse(ENOPROTOOPT, SCMP_SYS(setsockopt), {is_int(1, SOL_SOCKET), is_int(2, pass_handle)});
  filter.refuse(EAFNOSUPPORT, SCMP_SYS(socket), {{0, SCMP_CMP_NE, AF_UNIX, 0}});
}

}  // namespace

std::vector<sock_filter> system_call_program() {
  FilterBuilder filter;
  refuse_other_worlds(filter);
  refuse_other_processes(filter);
  refuse_most_of_prctl(filter);
  refuse_more_of_the_processors(filter);
  refuse_uncounted_memory(filter);
  refuse_marks_on_files(filter);
  refuse_sockets(filter);
  return filter.program();
}

std::vector<sock_filter> system_call_filter() {
  const std::uint32_t action = SECCOMP_RET_ERRNO;
  if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0) return {};
  return system_call_program();
}

bool install(const std::vector<sock_filter>& filter) {
  sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace pentocity::isolation
