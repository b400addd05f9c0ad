// The process that keeps the processes of one player or sequencer: it starts one a game, counts what they use, and sees
// to it that none is left. It runs no code of untrusted authors itself. Where this machine makes boxes (box.hpp) it is
// the first process of one, so that its end is the end of all in it.
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <new>
#include <optional>
#include <system_error>

#include "box.hpp"
#include "channel.hpp"
#include "hosted.hpp"
#include "offspring.hpp"
#include "pentocity/game/land.hpp"
#include "pentocity/simulator/isolation.hpp"
#include "sandbox.hpp"
#include "system_calls.hpp"

namespace pentocity {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int control = 3, warden_program_file = 4;

// A stack for the first process of a game and, copied, for the one that it starts: as large as a program's first one.
constexpr std::size_t stack_size = 8 << 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
// The first process only waits, so that it can do with the memory of this one: a copy costs a third of a millisecond.
// Sanitizers keep a thread's state in memory, which two processes cannot share.
constexpr int share_memory = sanitized ? 0 : CLONE_VM;

class WardenProcess {
 public:
  explicit WardenProcess(const json& setup)
      : setup_(setup),
        boxed_(setup.at("boxed").get<bool>()),
        own_(setup.at("own").get<std::string>()),
        user_(setup.at("change_user").get<bool>() ? setup.at("user").get<unsigned>() : geteuid()),
        filter_(boxed_ ? Surroundings::box : Surroundings::open) {
    for (const json& word : setup.at("side").value("command", json::array())) command_.push_back(word);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (boxed_) {
      close_box();
      mounts_.emplace(user_, setup_.at("memory").get<std::uint64_t>());
    } else {
      give_up_rights();
    }
    stack_ = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE,
                  -1, 0);
    if (stack_ == MAP_FAILED || mprotect(stack_, guard_size, PROT_NONE) != 0) throw std::bad_alloc();
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
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
    send_message(control, Message::ready, "", std::array{handle});
    close(handle);
    for (;;) {
      pollfd files[] = {{control, POLLIN, 0}, {children_, POLLIN, 0}};
      if (poll(files, 2, -1) < 0 && errno != EINTR) break;
      if (files[1].revents != 0) notice_children();
      if (files[0].revents == 0) continue;
      const auto message = receive_message(control);
      if (!message) break;
      handle_message(*message);
    }
  }

 private:
  void handle_message(const Received& message) {
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

  // Starts the game's main process. In a box it is the only child of a first process, number 1 of a namespace in which
  // there is nothing else; whatever is left behind is that one's, and ends with it.
  void start(const Received& message) {
    departure_ = {};
    offspring_.forget_all();
    order_ = &message;
    if (!boxed_) renew_own_folder();
    std::array<int, 2> gate{};
    if (pipe2(gate.data(), O_CLOEXEC) != 0) fail_as_host("no pipe can be made");
    gate_ = gate[0];
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // or else its own child could not be attached to
    constexpr int namespaces = CLONE_NEWPID | CLONE_NEWNS;
    first_ = clone(boxed_ ? first_of_box : first_in_the_open, static_cast<char*>(stack_) + stack_size,
                   SIGCHLD | (boxed_ ? namespaces | share_memory : 0), this);
    if (first_ < 0) fail_as_host("no process can be started");
    if (!offspring_.attach(first_)) fail_as_host("its processes cannot be counted: ptrace is not allowed");
    (void)!write(gate[1], "", 1);
    main_ = boxed_ ? offspring_.first_of(first_) : first_;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    for (const int file : gate) close(file);
    for (const int file : message.files) close(file);
    if (main_ == 0) fail_as_host("the surroundings of a game cannot be made");
    make_first_to_go();
  }

  [[noreturn]] static void fail_as_host(const std::string& what) {
    send_message(control, Message::failed, what + ": " + std::generic_category().message(errno));
    _exit(1);
  }

  // If the machine is out of memory, it is not the host that ends.
  void make_first_to_go() const {
    const int file = open(fmt::format("/proc/{}/oom_score_adj", main_).c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!write(file, "1000", 4);
    close(file);
  }

  void wait_at_gate() const {
    char byte = 0;
    while (read(gate_, &byte, 1) < 0 && errno == EINTR) continue;
  }

  static int first_in_the_open(void* warden) {
    auto& self = *static_cast<WardenProcess*>(warden);
    self.wait_at_gate();
    self.play(*self.order_);
    _exit(0);  // unwinds nothing: what static objects of a plugin do at the end is no part of the game
  }

  static int first_of_box(void* warden) {
    auto& self = *static_cast<WardenProcess*>(warden);
    self.wait_at_gate();
    if (!self.mounts_->make()) _exit(1);
    signal(SIGCHLD, SIG_IGN);  // whatever is left to it, nobody waits for
    if ((sanitized ? fork() : _Fork()) == 0) {
      self.play(*self.order_);
      _exit(0);
    }
    close_range(0, ~0U, 0);  // or else nobody would notice that the game's process closes its output
    // Shares its memory, errno included, with a process that goes on: no call that could fail.
    for (;;) pause();
  }

  // In the new process, which has nothing to clear up.
  void play(const Received& message) noexcept {
    const auto order = value_of<StartOrder>(std::string_view(message.payload).substr(0, sizeof(StartOrder)));
    const json context = json::parse(message.payload.substr(sizeof(StartOrder)));
    setsid();
    sigprocmask(SIG_SETMASK, &no_signals_blocked_, nullptr);
    for (const int each : {SIGPIPE, SIGCHLD}) signal(each, SIG_DFL);
    dup2(message.files.at(2), STDERR_FILENO);
    limit_resources();
    confine();
    const std::string folder = setup_.at("folder").get<std::string>();
    if (!folder.empty() && chdir(folder.c_str()) != 0) fail("cannot enter " + folder);
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
    limit(RLIMIT_NOFILE, 1024);
    limit(RLIMIT_MEMLOCK, 64 << 10);
    if (!boxed_) limit(RLIMIT_FSIZE, 64 << 20);
    // What is used is watched (usage()); this is for the process that asks for more at once than could be watched.
    if (!sanitized) limit(RLIMIT_DATA, 2 * setup_.at("memory").get<rlim_t>() + (64 << 20));  // shadow memory counts
  }

  void confine() const {
    if (boxed_ && !seal_proc()) fail("cannot be confined: /proc");
    if (setup_.at("change_user").get<bool>() &&
        (setgroups(0, nullptr) != 0 || setresgid(user_, user_, user_) != 0 || setresuid(user_, user_, user_) != 0))
      fail("cannot become another user");
    give_up_rights();
    if (!boxed_ && !Sandbox({setup_.at("readable"), setup_.at("hidden"), own_}).enter())
      fail("cannot be confined: " + std::generic_category().message(errno));
    if (filter_.available() && !filter_.install())
      fail("its system calls cannot be filtered: " + std::generic_category().message(errno));
  }

  Usage usage() {
    const Usage out{offspring_.cpu_seconds(), offspring_.memory() + memory_of_own_folder()};
    departure_.peak_memory = std::max(departure_.peak_memory, out.memory);
    return out;
  }

  // In a box the own folder is memory.
  std::uint64_t memory_of_own_folder() const {
    struct statfs status {};
    if (!boxed_ || statfs(fmt::format("/proc/{}/root{}", first_, own_).c_str(), &status) != 0) return 0;
    return (status.f_blocks - status.f_bfree) * static_cast<std::uint64_t>(status.f_bsize);
  }

  // Takes note of processes that have ended or been started.
  void notice_children() {
    signalfd_siginfo ignored{};
    while (read(children_, &ignored, sizeof ignored) > 0) continue;
    attend(false);
  }

  // False if there is no process left.
  bool attend(bool wait) {
    const bool any = offspring_.attend([this](auto... what) { note_end(what...); }, wait);
    if (offspring_.tasks() > most_tasks && !stopping_) {
      departure_.too_many_tasks = true;
      offspring_.kill_all();
    }
    return any;
  }

  void note_end(pid_t task, int status, const rusage& used) {
    const auto memory = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    departure_.largest_process = std::max(departure_.largest_process, memory);
    if (task == first_) first_ = 0;
    if (task != main_) return;
    main_ = 0;
    departure_.by_itself = !stopping_;
    departure_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    departure_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (!stopping_) send_message(control, Message::gone, "");
  }

  void finish(double grace) {
    const auto end = Clock::now() + std::chrono::duration<double>(grace);
    while (main_ > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) break;
      pollfd file{children_, POLLIN, 0};
      poll(&file, 1, static_cast<int>(left));
      notice_children();
    }
    usage();
    end_all();
    departure_.cpu_seconds = offspring_.cpu_seconds();
    departure_.peak_tasks = static_cast<int>(offspring_.most_tasks());
    send_message(control, Message::finish, bytes_of(departure_));
  }

  // Ends whatever there is. The first process of a box takes with it all others in its namespace.
  void end_all() {
    stopping_ = true;
    if (first_ > 0) kill(first_, SIGKILL);
    offspring_.kill_all();
    while (attend(true)) continue;
    stopping_ = false;
  }

  // Outside of a box: a new one for each game, so that not even its times tell of earlier ones.
  void renew_own_folder() const {
    std::error_code error;
    fs::remove_all(own_, error);
    fs::create_directory(own_, error);
  }

  static constexpr std::size_t guard_size = 1 << 16;

  const json& setup_;
  const bool boxed_;
  const std::string own_;  ///< the game's own folder
  const unsigned user_;    ///< who plays
  SystemCallFilter filter_;
  std::optional<GameMounts> mounts_;  ///< in a box
  std::vector<std::string> command_;
  sigset_t no_signals_blocked_{};
  int children_ = -1;
  void* stack_ = nullptr;
  const Received* order_ = nullptr;  ///< what the game is started with
  int gate_ = -1;                    ///< where the first process waits until it is attached to
  Offspring offspring_;
  pid_t first_ = 0, main_ = 0;  ///< of the game; the same one in the open. 0: it has ended
  bool stopping_ = false;
  Departure departure_;
};

}  // namespace

int warden_main() {
  close(warden_program_file);
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
