#include "warden/process_tree.hpp"

#include <linux/magic.h>
#include <sys/ptrace.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <utility>

#include "kernel.hpp"
#include "pentocity/isolation/one_core.hpp"

namespace pentocity::isolation {
namespace {

// A game that makes news without end is not to keep its warden from answering.
constexpr int max_news = 200;

constexpr long trace_options =
    PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

// Threads but a process's first one have no such clock.
bool is_process(pid_t task, clockid_t& clock) { return clock_getcpuclockid(task, &clock) == 0; }

// The CPU time of a process with all its threads; 0 for a thread that is not the first of its process, because its time
// is counted there.
double cpu_seconds_of(pid_t process) {
  clockid_t clock{};
  timespec t{};
  if (!is_process(process, clock) || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Calls visit(path) for each entry of a folder, until it returns false.
template <class Visit>
std::error_code for_each_entry(const std::string& folder, const Visit& visit) {
  std::error_code error;
  for (auto it = std::filesystem::directory_iterator(folder, error);
       !error && it != std::filesystem::directory_iterator(); it.increment(error))
    if (!visit(it->path().string())) break;
  return error;
}

// A process as /proc tells of it. A first thread that has left, which others may outlive, tells neither of memory nor
// of files; any living thread tells of those of the whole process, because the filter of system calls allows no thread
// files of its own.
struct ProcStatus {
  std::string folder;  ///< of a living thread
  std::string status;  ///< its file of this name
};

ProcStatus proc_status_of(pid_t process) {
  constexpr const char* of_living = "\nVmPTE:";
  ProcStatus out{"/proc/" + std::to_string(process), {}};
  const std::string threads = out.folder + "/task";
  out.status = text_of_kernel_file(out.folder + "/status");
  if (out.status.find(of_living) == out.status.npos) {
    // If they cannot be read, the process has ended.
    [[maybe_unused]] const std::error_code error = for_each_entry(threads, [&](const std::string& thread) {
      out = {thread, text_of_kernel_file(thread + "/status")};
      return out.status.find(of_living) == out.status.npos;
    });
  }
  return out;
}

// Adds the open files of a process. Where their names are closed to the warden, they are as many as it has room for.
// Calls watcher(path) for what the kernel tells of each that may watch others: those without a name, such as epoll's.
template <class Watcher>
void add_open_files(const ProcStatus& process, ProcessTree::Resources& to, const Watcher& watcher) {
  constexpr long magic_of_unnamed = 0x09041934;  // ANON_INODE_FS_MAGIC
  const std::error_code error = for_each_entry(process.folder + "/fd", [&](const std::string& file) {
    struct statfs system{};
    const bool known = statfs(file.c_str(), &system) == 0;
    ++to.files;
    to.of_proc += known && system.f_type == PROC_SUPER_MAGIC ? 1 : 0;
    if (known && system.f_type == magic_of_unnamed)
      watcher(process.folder + "/fdinfo" + file.substr(file.find_last_of('/')));
    return true;
  });
  if (error == std::errc::permission_denied) to.files += number_after("\nFDSize:", process.status);
}

// What the kernel keeps of a mapping: its description, its place in a tree and the file that was opened for it; and a
// link to each process from which the one that has it descends, at most to all that there were at a time.
std::uint64_t memory_of_mapping(std::size_t max_tasks) { return 512 + 64 * max_tasks; }
// More than any limit, and not too much to be added to.
constexpr std::uint64_t unbounded = std::uint64_t{1} << 62;
// After so much CPU time mappings and watches are counted again: to make some takes time, and so does counting.
constexpr double counting_interval = 0.1;
// The text that tells of all mappings and watches of a game: of 65,530 mappings, as many as Linux lets a process have,
// it takes half of that.
constexpr std::size_t max_counted_text = 16 << 20;

int event_of(int status) { return status >> 16; }

pid_t number_in_event(pid_t task) {
  unsigned long number = 0;
  return ptrace(PTRACE_GETEVENTMSG, task, nullptr, &number) == 0 ? static_cast<pid_t>(number) : 0;
}

bool starts_task(int event) {
  return event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE;
}

}  // namespace

bool ProcessTree::attach(pid_t process) {
  if (ptrace(PTRACE_SEIZE, process, nullptr, trace_options) != 0) return false;
  add(process);
  return true;
}

void ProcessTree::add(pid_t task) {
  ended_.erase(task);  // a number is given again when it is free
  tasks_.insert(task);
  max_tasks_ = std::max(max_tasks_, tasks_.size());
  if (cores_) isolation::let_run_on(task, *cores_);
}

pid_t ProcessTree::first_of(pid_t parent) {
  tasks_.erase(parent);
  first_ = parent;
  for (int status = 0;;) {
    if (waitpid(parent, &status, __WALL) < 0 && errno == EINTR) continue;
    if (!WIFSTOPPED(status)) return 0;
    if (!starts_task(event_of(status))) {
      note_stop(parent, status);
      resume(parent, status);
      continue;
    }
    const pid_t process = number_in_event(parent);
    add(process);
    ptrace(PTRACE_CONT, parent, nullptr, nullptr);
    return process;
  }
}

bool ProcessTree::attend(const Ended& ended, bool wait) {
  for (int count = 0; count < max_news; ++count) {
    // A child or an attached task. One that has ended stays as it is, and its clock can be read.
    siginfo_t news{};
    const int how = WEXITED | WSTOPPED | WNOWAIT | __WALL | (wait ? 0 : WNOHANG);
    if (TEMP_FAILURE_RETRY(waitid(P_ALL, 0, &news, how)) != 0 || news.si_pid <= 0) return false;
    const pid_t task = news.si_pid;
    wait = false;
    if (news.si_code != CLD_EXITED && news.si_code != CLD_KILLED && news.si_code != CLD_DUMPED) {
      // Waited for as stopped alone: it may have been killed since, and then its end is the next news of it.
      siginfo_t stop{};
      if (waitid(P_PID, static_cast<id_t>(task), &stop, WSTOPPED | WNOHANG | __WALL) != 0 || stop.si_pid != task)
        continue;
      const int status = W_STOPCODE(stop.si_status);
      note_stop(task, status);
      if (frozen_)
        stopped_[task] = status;
      else
        resume(task, status);
      continue;
    }
    // After this wait the parent of the task may wait for it, too, and its clock is gone; so its time is read before.
    const double seconds = cpu_seconds_of(task);
    int status = 0;
    rusage used{};
    if (wait4(task, &status, __WALL | WNOHANG, &used) != task) continue;
    stopped_.erase(task);
    if (tasks_.erase(task) != 0) {
      ended_seconds_ += seconds;
      ended_.insert(task);
    } else if (task != first_ && ended_.erase(task) == 0) {
      early_.insert(task);  // killed before it was told of
    }
    ended(task, status, used);
  }
  return true;
}

// Takes note of the tasks that a stopped one tells of.
void ProcessTree::note_stop(pid_t task, int status) {
  const int event = event_of(status);
  // A new task is told of twice, by its parent and by itself, in any order; it may have ended when its parent tells.
  if (starts_task(event))
    if (const pid_t child = number_in_event(task); early_.erase(child) == 0) add(child);
  if (event == PTRACE_EVENT_STOP && task != first_ && !tasks_.contains(task)) {
    add(task);
    early_.insert(task);
  }
  // A thread that executes a program becomes its process's first one; its own number is gone.
  if (event == PTRACE_EVENT_EXEC)
    if (const pid_t former = number_in_event(task); former != task) tasks_.erase(former);
}

// Lets a stopped task go on.
void ProcessTree::resume(pid_t task, int status) const {
  const int signal = WSTOPSIG(status), event = event_of(status);
  const bool stays_stopped =
      event == PTRACE_EVENT_STOP && (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU);
  ptrace(stays_stopped ? PTRACE_LISTEN : PTRACE_CONT, task, nullptr, event == 0 ? signal : 0);
}

void ProcessTree::kill_all() const {
  for (const pid_t task : tasks_) kill(task, SIGKILL);
}

void ProcessTree::freeze() {
  frozen_ = true;
  for (const pid_t task : tasks_) ptrace(PTRACE_INTERRUPT, task, nullptr, nullptr);
}

void ProcessTree::thaw() {
  frozen_ = false;
  for (const auto& [task, status] : std::exchange(stopped_, {})) resume(task, status);
}

void ProcessTree::let_run_on(const cpu_set_t& cores) {
  cores_ = cores;
  for (const pid_t task : tasks_) isolation::let_run_on(task, cores);
}

double ProcessTree::cpu_seconds() const {
  double out = ended_seconds_;
  for (const pid_t task : tasks_) out += cpu_seconds_of(task);
  return out;
}

bool ProcessTree::are_more_than(std::size_t limit) {
  if (tasks_.size() + ended_.size() <= limit) return false;
  std::erase_if(ended_, [](pid_t task) { return kill(task, 0) != 0 && errno == ESRCH; });
  const std::size_t count = tasks_.size() + ended_.size();
  max_tasks_ = std::max(max_tasks_, count);
  return count > limit;
}

ProcessTree::Resources ProcessTree::resources() {
  const double now = cpu_seconds();
  const bool count = now >= counted_ + counting_interval;
  if (count) {
    mappings_memory_ = watches_ = 0;
    counted_ = now;
  }
  Resources out;
  std::size_t budget = max_counted_text;
  clockid_t clock{};
  for (const pid_t task : tasks_) {
    if (!is_process(task, clock)) continue;
    const ProcStatus process = proc_status_of(task);
    // Memory of files and of shared mappings is not counted here: what a process may keep there has limits of its own.
    for (const char* kilobytes : {"\nRssAnon:", "\nVmPTE:", "\nVmSwap:"})
      out.memory += number_after(kilobytes, process.status) * 1024;
    add_open_files(process, out, [&](const std::string& watcher) {
      if (count) watches_ += lines_of_kernel_file(watcher, budget);
    });
    if (count)
      mappings_memory_ += lines_of_kernel_file(process.folder + "/maps", budget) * memory_of_mapping(max_tasks_);
  }
  if (budget == 0) mappings_memory_ = unbounded;
  out.memory += mappings_memory_;
  out.watches = watches_;
  return out;
}

}  // namespace pentocity::isolation
