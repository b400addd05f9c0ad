#include "offspring.hpp"

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace pentocity::isolation {
namespace {

// A game that makes news without end is not to keep its warden from answering.
constexpr int max_news = 200;

constexpr long options =
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

// The text of a file of /proc; empty if its process has ended. (Stream iterators would throw then.)
std::string text_of(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return std::move(out).str();
}

// Memory of files and of shared mappings is not counted here: what a process may keep there has limits of its own.
std::uint64_t memory_of(pid_t process) {
  const std::string status = text_of("/proc/" + std::to_string(process) + "/status");
  std::uint64_t kilobytes = 0;
  for (const char* name : {"\nRssAnon:", "\nVmPTE:", "\nVmSwap:"})
    if (const std::size_t at = status.find(name); at != status.npos)
      kilobytes += std::strtoull(status.c_str() + at + std::char_traits<char>::length(name), nullptr, 10);
  return kilobytes * 1024;
}

// The memory that a socket may hold in the kernel, where it is not counted for the process. Every open file beyond
// `free_files` is taken for a socket.
constexpr std::uint64_t free_files = 256, memory_of_file = 208 << 10;

std::uint64_t open_files_of(pid_t process) {
  std::error_code error;
  std::uint64_t count = 0;
  for (auto it = std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd", error);
       !error && it != std::filesystem::directory_iterator(); it.increment(error))
    ++count;
  return count;
}

int event_of(int status) { return status >> 16; }

pid_t number_in_event(pid_t task) {
  unsigned long number = 0;
  return ptrace(PTRACE_GETEVENTMSG, task, nullptr, &number) == 0 ? static_cast<pid_t>(number) : 0;
}

bool starts_task(int event) {
  return event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE;
}

// The next child or attached task with news: its number, 0 if none has news now, -1 if there are no such tasks. One
// that has ended stays as it is, and its clock can be read.
pid_t next_with_news(bool wait, bool& has_ended) {
  siginfo_t info{};
  const int how = WEXITED | WSTOPPED | WNOWAIT | __WALL | (wait ? 0 : WNOHANG);
  const long result = TEMP_FAILURE_RETRY(waitid(P_ALL, 0, &info, how));
  has_ended = info.si_code == CLD_EXITED || info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
  return result != 0 ? -1 : info.si_pid;
}

}  // namespace

bool Offspring::attach(pid_t process) {
  if (ptrace(PTRACE_SEIZE, process, nullptr, options) != 0) return false;
  add(process);
  return true;
}

void Offspring::add(pid_t task) {
  tasks_.insert(task);
  max_tasks_ = std::max(max_tasks_, tasks_.size());
}

pid_t Offspring::first_of(pid_t parent) {
  tasks_.erase(parent);
  first_ = parent;
  for (int status = 0;;) {
    if (waitpid(parent, &status, __WALL) < 0 && errno == EINTR) continue;
    if (!WIFSTOPPED(status)) return 0;
    if (!starts_task(event_of(status))) {
      resume(parent, status);
      continue;
    }
    const pid_t process = number_in_event(parent);
    add(process);
    ptrace(PTRACE_CONT, parent, nullptr, nullptr);
    return process;
  }
}

bool Offspring::attend(const Ended& ended, bool wait) {
  for (int count = 0; count < max_news; ++count) {
    bool has_ended = false;
    const pid_t task = next_with_news(wait, has_ended);
    if (task <= 0) return false;
    wait = false;
    // After this wait the parent of the task may wait for it, too, and its clock is gone; so its time is read before.
    const double seconds = has_ended ? cpu_seconds_of(task) : 0;
    int status = 0;
    rusage used{};
    if (wait4(task, &status, __WALL | WNOHANG, &used) != task) continue;
    if (WIFSTOPPED(status)) {
      resume(task, status);
      continue;
    }
    if (tasks_.erase(task) != 0)
      ended_seconds_ += seconds;
    else if (task != first_)
      early_.insert(task);  // killed before it was told of
    ended(task, status, used);
  }
  return true;
}

// Takes note of what a stopped task was stopped for, and lets it go on.
void Offspring::resume(pid_t task, int status) {
  const int signal = WSTOPSIG(status), event = event_of(status);
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
  const bool stays_stopped =
      event == PTRACE_EVENT_STOP && (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU);
  if (stays_stopped)
    ptrace(PTRACE_LISTEN, task, nullptr, nullptr);
  else
    ptrace(PTRACE_CONT, task, nullptr, event == 0 ? signal : 0);
}

void Offspring::kill_all() const {
  for (const pid_t task : tasks_) kill(task, SIGKILL);
}

double Offspring::cpu_seconds() const {
  double out = ended_seconds_;
  for (const pid_t task : tasks_) out += cpu_seconds_of(task);
  return out;
}

std::uint64_t Offspring::memory() const {
  std::uint64_t out = 0, files = 0;
  clockid_t clock{};
  for (const pid_t task : tasks_)
    if (is_process(task, clock)) {
      out += memory_of(task);
      files += open_files_of(task);
    }
  return files <= free_files ? out : out + (files - free_files) * memory_of_file;
}

}  // namespace pentocity::isolation
