#include "warden/game_starter.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <new>

#include "box/sandbox.hpp"
#include "kernel.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/hosted.hpp"

namespace pentocity::isolation {
namespace {

// The first of the two file descriptors over which a hosted participant exchanges messages.
constexpr int hosted_input = 3;

// A stack for the first process of a game and, copied, for the one that it starts: as large as a program's first one.
constexpr std::size_t stack_size = 8 << 20, guard_size = 1 << 16;

void* make_stack() {
  void* const stack =
      mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED || mprotect(stack, guard_size, PROT_NONE) != 0) throw std::bad_alloc();
  return stack;
}

// Everything that games have in common is prepared once, when it is made.
class GameStarter {
 public:
  GameStarter(const WardenOrder& warden, const sigset_t& outside)
      : warden_(warden),
        outside_(outside),
        command_(warden.participant.value("command", std::vector<std::string>())),
        stack_(sanitized ? nullptr : make_stack()) {
    if (warden.boxed) mounts_.emplace(warden.other_user ? warden.user : geteuid(), warden.memory);
    // What every game needs is made once, before the first game is started. The session has a share of the processors
    // for all processes of a game together, and not that of the warden, which must answer however many they are.
    setsid();
    if (command_.empty()) {
      (void)Request(Building::residence, *pentomino('I'));
      land_grid(50);
      builtin_players();
      builtin_sequencers();
    }
    limit_resources();
    if (warden.boxed) {
      bar_rights();
      refuse_system_calls();
    }
    prefer_as_oom_victim();
  }

  // Until the other end is closed.
  void serve(int socket) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGCHLD, SIG_IGN);
    // From the clone on, until the warden speaks again, a game's first process shares this one's memory and may copy it
    // at any moment: nothing may be allocated or freed meanwhile.
    while (auto message = receive_message(socket)) {
      take(std::move(*message));
      prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // or else the warden could not attach to it
      const pid_t first = start_first();
      const int error = errno;
      prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
      for (const int file : files_) close(file);
      if (!send_message(socket, Message::gone, payload_of(first < 0 ? -error : first))) break;
    }
  }

 private:
  // Frees what it does not keep before it returns.
  void take(Received message) {
    order_ = value_of<StartOrder>(message.payload);
    files_ = std::move(message.files);
  }

  pid_t start_first() {
    const int flags = SIGCHLD | (warden_.boxed ? CLONE_NEWPID | CLONE_NEWNS : 0);
    // The first process only waits, so that it can do with the memory of this one: a copy costs a third of a
    // millisecond. But sanitizers keep a thread's state in memory, which two processes cannot share, and do not know of
    // a stack other than a thread's own.
    if (stack_ != nullptr)
      return clone(first_process, static_cast<char*>(stack_) + stack_size, flags | (warden_.boxed ? CLONE_VM : 0),
                   this);
    const auto process = static_cast<pid_t>(syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr));
    if (process == 0) first_process(this);
    return process;
  }

  // What the first process of a game does.
  static int first_process(void* starter) {
    auto& self = *static_cast<GameStarter*>(starter);
    char gate = 0;
    while (read(self.files_.at(3), &gate, 1) < 0 && errno == EINTR) continue;
    if (self.warden_.boxed) {
      if (!self.mounts_->make()) _exit(1);
      if ((sanitized ? fork() : _Fork()) != 0) {
        close_range(0, ~0U, 0);  // or else it would not be noticed that the game's process closes its output
        // This process shares its memory, errno included, with one that goes on, so it must make no call that could
        // fail. It need not wait for its children, because SIGCHLD is ignored.
        for (;;) pause();
      }
    }
    self.play();
    _exit(0);  // unwinds nothing: what static objects of a plugin do at the end is no part of the game
  }

  // In the new process, which has nothing to clear up.
  void play() noexcept {
    setpgid(0, 0);  // signals to the group are not for the starter
    sigprocmask(SIG_SETMASK, &outside_, nullptr);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    // Not the file that the starter has as its input: what is set on it would be met by the next game.
    dup2(open("/dev/null", O_RDWR | O_CLOEXEC), STDIN_FILENO);
    dup2(files_.at(2), STDERR_FILENO);
    if (warden_.boxed) confine();
    const std::string& folder = warden_.folder;
    if (!folder.empty() && chdir(folder.c_str()) != 0) fail("cannot enter " + folder);
    // A command exchanges messages over its standard input and output. What a hosted participant prints has no meaning;
    // it goes to its error output.
    const bool hosted = command_.empty();
    const int in = hosted ? hosted_input : STDIN_FILENO, out = hosted ? hosted_input + 1 : STDOUT_FILENO;
    if (hosted) dup2(STDERR_FILENO, STDOUT_FILENO);
    const std::array moved{fcntl(files_.at(0), F_DUPFD_CLOEXEC, 10), fcntl(files_.at(1), F_DUPFD_CLOEXEC, 10)};
    dup2(moved[0], in);
    dup2(moved[1], out);
    close_range(hosted ? hosted_input + 2 : hosted_input, ~0U, 0);
    if (hosted) {
      serve_participant(warden_.participant, order_, in, out);
      return;
    }
    execv(warden_.program.c_str(), pointers(command_).data());
    fail(with_errno(warden_.program + " cannot be started"));
  }

  [[noreturn]] static void fail(const std::string& message) {
    const std::string line = start_failure + message + "\n";
    [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, line.data(), line.size());
    _exit(failed_to_start);
  }

  void limit_resources() const {
    limit(RLIMIT_CORE, 1);      // no core, and none handed to a program of the system's either, as with 0
    limit(RLIMIT_NOFILE, 256);  // files on their way between processes are counted for the user, who may be the host
    limit(RLIMIT_SIGPENDING, 128);
    for (const auto resource : {RLIMIT_RTPRIO, RLIMIT_NICE}) limit(resource, 0);  // no precedence over other games
    limit(RLIMIT_MEMLOCK, 64 << 10);
    limit(RLIMIT_FSIZE, 64 << 20);
    // The warden measures the memory that is used; this limit is for a process that asks for too much at once, between
    // two measurements.
    if (!sanitized) limit(RLIMIT_DATA, 2 * warden_.memory + (64 << 20));
  }

  void refuse_system_calls() const {
    const auto filter = system_call_filter();
    if (!filter.empty() && !install(filter))
      throw std::system_error(errno, std::generic_category(), "system calls cannot be filtered");
  }

  // If the machine runs out of memory, the kernel ends this process and its games, the largest first, before the host's
  // other processes.
  static void prefer_as_oom_victim() {
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // or else the file would be root's
    const File file(open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
    if (file.get() < 0) return;
    [[maybe_unused]] const ssize_t n = write(file.get(), "1000", 4);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  }

  void confine() const {
    if (!seal_proc()) fail("cannot be confined: /proc");
    if (warden_.other_user && !become(warden_.user)) fail("cannot become another user");
    give_up_rights();
  }

  const WardenOrder& warden_;
  const sigset_t outside_;
  std::vector<std::string> command_;  ///< its words; empty for a hosted participant
  std::optional<GameMounts> mounts_;  ///< if in a box
  void* const stack_;                 ///< of first processes that share this one's memory
  StartOrder order_ = {};             ///< of the latest game
  std::vector<int> files_;            ///< the files that came with it
};

}  // namespace

void start_games(const WardenOrder& warden, const sigset_t& outside, int socket) {
  GameStarter(warden, outside).serve(socket);
}

}  // namespace pentocity::isolation
