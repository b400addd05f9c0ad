// The process that keeps the processes of one player or sequencer: it starts one a game, counts what they use, and sees
// to it that none is left. It runs no code of strangers itself. Where the kernel allows, it is the first process of a
// namespace of its own, so that its end is the end of all in it.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "channel.hpp"
#include "hosted.hpp"
#include "pentocity/game/land.hpp"
#include "pentocity/simulator/isolation.hpp"
#include "sandbox.hpp"

namespace pentocity {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int control = 3;

double seconds_of(const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; }

// CPU time of all processes that have ended and been waited for.
double reaped_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

double cpu_seconds_of(pid_t process) {
  clockid_t clock{};
  timespec t{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Of a file of /proc; empty if its process ends meanwhile, which iterators over the file would throw.
std::string text_of(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return std::move(out).str();
}

// Bytes that no file holds: of the process itself, shared or swapped out.
std::uint64_t memory_of(const std::string& folder) {
  const std::string status = text_of(folder + "/status");
  std::uint64_t kilobytes = 0;
  for (const char* name : {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:"})
    if (const std::size_t at = status.find(name); at != status.npos)
      kilobytes += std::strtoull(status.c_str() + at + std::char_traits<char>::length(name), nullptr, 10);
  return kilobytes * 1024;
}

pid_t parent_of(const std::string& folder) {
  const std::string stat = text_of(folder + "/stat");
  const std::size_t name_end = stat.rfind(") ");  // the name may hold anything
  return name_end == stat.npos || stat.size() < name_end + 4 ? 0 : std::atoi(stat.c_str() + name_end + 4);
}

class WardenProcess {
 public:
  explicit WardenProcess(const json& setup)
      : setup_(setup),
        alone_(getpid() == 1),
        own_proc_(alone_ && fs::read_symlink("/proc/self", error_) == "1"),
        sandbox_(reach()) {
    for (const json& word : setup.at("side").value("command", json::array())) command_.push_back(word);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    give_up_rights();
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &no_signals_blocked_);
    children_ = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    // What every hosted side needs is made once, before the processes part.
    (void)Request(Building::residence, *pentomino('I'));
    land_grid(50);
  }

  ~WardenProcess() { end_all(); }
  WardenProcess(const WardenProcess&) = delete;
  WardenProcess& operator=(const WardenProcess&) = delete;

  /// Until the other end is closed.
  void run() {
    json missing = sandbox_.missing();
    if (!alone_)
      missing.push_back(
          "its processes are sought one by one, not enclosed: the kernel offers no namespaces to this user");
    send_message(control, Message::ready, missing.dump());
    for (;;) {
      pollfd files[] = {{control, POLLIN, 0}, {children_, POLLIN, 0}};
      if (poll(files, 2, -1) < 0 && errno != EINTR) break;
      if (files[1].revents != 0) notice_children();
      if (files[0].revents == 0) continue;
      const auto message = receive_message(control);
      if (!message) break;
      handle(*message);
    }
  }

 private:
  Reach reach() const {
    Reach out;
    out.readable = setup_.at("readable").get<std::vector<std::string>>();
    out.hidden = setup_.at("hidden").get<std::vector<std::string>>();
    out.own = setup_.at("own").get<std::string>();
    out.proc = own_proc_;
    return out;
  }

  void handle(const Received& message) {
    switch (message.kind) {
      case Message::start:
        start(message);
        break;
      case Message::usage:
        send_message(control, Message::usage, bytes_of(usage()));
        break;
      case Message::finish:
        finish(value_of<double>(message.payload));
        break;
      default:
        break;
    }
  }

  void start(const Received& message) {
    reaped_before_ = reaped_seconds();
    departure_ = {};
    main_ = fork();
    if (main_ == 0) {
      play(message);
      _exit(0);  // unwinds nothing: what static objects of a plugin do at the end is no part of the game
    }
    for (const int file : message.files) close(file);
    if (main_ < 0) gone();
  }

  // In the new process, which has nothing to clear up.
  void play(const Received& message) noexcept {
    const auto order = value_of<StartOrder>(std::string_view(message.payload).substr(0, sizeof(StartOrder)));
    const json context = json::parse(message.payload.substr(sizeof(StartOrder)));
    setsid();
    sigprocmask(SIG_SETMASK, &no_signals_blocked_, nullptr);
    signal(SIGPIPE, SIG_DFL);
    limit_resources();
    dup2(message.files.at(2), STDERR_FILENO);
    const std::string folder = setup_.at("folder").get<std::string>();
    if (!folder.empty() && chdir(folder.c_str()) != 0) fail("cannot enter " + folder);
    if (!sandbox_.enter()) fail("cannot be confined: " + std::generic_category().message(errno));
    // A command talks through its standard streams. What a hosted side prints is of no consequence: it goes where
    // errors go.
    const bool hosted = command_.empty();
    const int in = hosted ? control : STDIN_FILENO, out = hosted ? control + 1 : STDOUT_FILENO;
    if (hosted) dup2(STDERR_FILENO, STDOUT_FILENO);
    const std::array kept{fcntl(message.files.at(0), F_DUPFD_CLOEXEC, 10),
                          fcntl(message.files.at(1), F_DUPFD_CLOEXEC, 10)};
    dup2(kept[0], in);
    dup2(kept[1], out);
    close_range(hosted ? control + 2 : control, ~0U, 0);
    if (hosted) {
      serve_side(setup_.at("side"), order, context, in, out);
      return;
    }
    std::vector<char*> words;
    for (std::string& word : command_) words.push_back(word.data());
    words.push_back(nullptr);
    execv(setup_.at("program").get<std::string>().c_str(), words.data());
    fail("cannot be started: " + std::generic_category().message(errno));
  }

  [[noreturn]] static void fail(const std::string& message) {
    const std::string line = start_failure + message + "\n";
    [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, line.data(), line.size());
    _exit(failed_to_start);
  }

  void limit_resources() const {
    const auto limit = [](auto resource, rlim_t value) {
      const rlimit both{value, value};
      setrlimit(resource, &both);
    };
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 64 << 20);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow memory counts
    // What is used is watched (usage()); this is for the process that asks for more at once than could be watched.
    limit(RLIMIT_DATA, 2 * setup_.at("memory").get<rlim_t>() + (64 << 20));
#endif
  }

  // All processes of the game that are alive.
  template <class F>
  void for_each_process(F&& use) const {
    if (alone_ && !own_proc_) {  // their numbers are not those of this /proc
      if (main_ > 0) use(main_, "/proc/none");
      return;
    }
    std::vector<std::pair<pid_t, pid_t>> all;  // with parents
    std::error_code error;
    for (auto it = fs::directory_iterator("/proc", error); !error && it != fs::directory_iterator();
         it.increment(error))
      if (const pid_t process = std::atoi(it->path().filename().c_str()); process > 0 && process != getpid())
        all.emplace_back(process, own_proc_ ? getpid() : parent_of(it->path().string()));
    std::vector<pid_t> ours{getpid()};
    for (std::size_t i = 0; i < ours.size(); ++i)
      for (const auto& [process, parent] : all)
        if (parent == ours[i]) {
          use(process, "/proc/" + std::to_string(process));
          ours.push_back(process);
        }
  }

  Usage usage() const {
    Usage out{reaped_seconds() - reaped_before_, 0};
    for_each_process([&](pid_t process, const std::string& folder) {
      out.cpu_seconds += cpu_seconds_of(process);
      out.memory += memory_of(folder);
    });
    return out;
  }

  // Takes note of processes that have ended.
  void notice_children() {
    signalfd_siginfo ignored{};
    while (read(children_, &ignored, sizeof ignored) > 0) continue;
    reap(WNOHANG);
  }

  // False if there is none left to wait for.
  bool reap(int flags) {
    for (;;) {
      int status = 0;
      rusage used{};
      const pid_t process = wait4(-1, &status, flags, &used);
      if (process < 0 && errno == EINTR) continue;
      if (process < 0) return false;
      if (process == 0) return true;
      if (process != main_) continue;
      main_ = 0;
      departure_.by_itself = !stopping_;
      departure_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
      departure_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      departure_.peak_memory = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
      if (!stopping_) gone();
    }
  }

  static void gone() { send_message(control, Message::gone, ""); }

  void finish(double grace) {
    const auto end = Clock::now() + std::chrono::duration<double>(grace);
    while (main_ > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) break;
      pollfd file{children_, POLLIN, 0};
      poll(&file, 1, static_cast<int>(left));
      notice_children();
    }
    end_all();
    departure_.cpu_seconds = reaped_seconds() - reaped_before_;
    clear_own_folder();
    send_message(control, Message::finish, bytes_of(departure_));
  }

  // Kills whatever there is, until there is nothing: a process may have started others meanwhile.
  void end_all() {
    stopping_ = true;
    do {
      if (alone_)
        kill(-1, SIGKILL);
      else
        for_each_process([](pid_t process, const std::string&) { kill(process, SIGKILL); });
    } while (reap(alone_ ? 0 : WNOHANG) && (alone_ || usleep(200) == 0));
    stopping_ = false;
  }

  void clear_own_folder() const {
    std::error_code error;
    std::vector<fs::path> contents;
    for (auto it = fs::directory_iterator(setup_.at("own").get<std::string>(), error);
         !error && it != fs::directory_iterator(); it.increment(error))
      contents.push_back(it->path());
    for (const fs::path& path : contents) fs::remove_all(path, error);
  }

  const json& setup_;
  std::error_code error_;
  const bool alone_;     ///< the first process of a namespace: all others in it are the game's
  const bool own_proc_;  ///< /proc shows that namespace and no other
  Sandbox sandbox_;
  std::vector<std::string> command_;
  sigset_t no_signals_blocked_{};
  int children_ = -1;
  pid_t main_ = 0;  ///< the process that was started; 0: it has ended
  double reaped_before_ = 0;
  bool stopping_ = false;
  Departure departure_;
};

}  // namespace

int warden_main() {
  const auto setup = receive_message(control);
  if (!setup) return 0;
  try {
    const json described = json::parse(setup->payload);
    WardenProcess(described).run();
    return 0;
  } catch (const std::exception& e) {
    send_message(control, Message::failed, std::string("it cannot be kept: ") + e.what());
    return 1;
  }
}

}  // namespace pentocity
