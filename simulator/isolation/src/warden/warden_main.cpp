// The process that keeps the processes of one player or sequencer: it starts one a game, counts what they use, and sees
// to it that none is left. It runs no code of untrusted authors itself. Where this machine makes boxes (box.hpp) it is
// the first process of one, so that its end is the end of all in it.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>

#include <chrono>
#include <ctime>
#include <fstream>

#include "box/sandbox.hpp"
#include "kernel.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/channel.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/isolation/one_core.hpp"
#include "warden/game_starter.hpp"
#include "warden/process_tree.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// How often what a game uses is looked at.
constexpr int watch_ms = 10;
// What this process may hold, bytes.
constexpr rlim_t max_memory = 256 << 20;

[[noreturn]] void fail_as_host(const std::string& what) {
  send_message(control_file, Message::failed, with_errno(what));
  _exit(1);
}

// The CPU time of this process that a game causes in it, such as by many signals to itself. It is charged to the game,
// but for the time in which the game stands still.
class CausedTime {
 public:
  double seconds() const { return own_seconds() - before_; }
  void halt() { halted_at_ = own_seconds(); }
  void go_on() { before_ += own_seconds() - halted_at_; }

 private:
  static double own_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
  double before_ = own_seconds(), halted_at_ = 0;
};

// The kernel's table of the local sockets of this network namespace, in a box those of the box. It has those in
// connections that nobody has accepted and those on their way between processes, too.
class LocalSockets {
 public:
  // How many senders may have filled the queues of all sockets but those that were there at first: one for each
  // connection, and as many as the kernel lets datagrams wait. Of more than `most` it is not told how many.
  std::uint64_t senders(std::uint64_t most) { return all_senders(own_ + most) - own_; }

 private:
  std::uint64_t all_senders(std::uint64_t most) {
    constexpr std::size_t type_column = 45, type_size = 4;
    constexpr std::uint64_t datagrams = 6;  // twice as many by net.unix.max_dgram_qlen, of half the size
    std::uint64_t out = 0;
    table_.clear();
    table_.seekg(0);
    for (std::string row; out <= most && std::getline(table_, row);)
      out += row.size() > type_column && row.compare(type_column, type_size, "0002") == 0 ? datagrams : 1;
    return out;
  }

  std::ifstream table_{"/proc/net/unix"};
  const std::uint64_t own_ = all_senders(std::numeric_limits<std::uint64_t>::max());
};

// The process of start_games(). It lives as long as this object.
class StarterProcess {
 public:
  StarterProcess(const WardenOrder& warden, const sigset_t& outside) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail_as_host("no socket can be made");
    process_ = fork();
    if (process_ < 0) fail_as_host("no process can be started");
    if (process_ == 0) {
      close(ends[0]);
      close(control_file);
      start_games(warden, outside, ends[1]);
      _exit(0);
    }
    close(ends[1]);
    socket_ = ends[0];
  }
  ~StarterProcess() {
    close(socket_);
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  StarterProcess(const StarterProcess&) = delete;
  StarterProcess& operator=(const StarterProcess&) = delete;

  pid_t process() const { return process_; }

  // Starts a game and closes the files. Returns its first process.
  pid_t start(const std::string& order, const std::vector<int>& files) const {
    send_message(socket_, Message::start, order, files);
    for (const int file : files) close(file);
    const auto answer = receive_message(socket_);
    if (!answer) fail_as_host("no process can be started");
    const auto first = value_of<pid_t>(answer->payload);
    if (first < 0) {
      errno = -first;
      fail_as_host("no process can be started");
    }
    return first;
  }

 private:
  pid_t process_ = 0;
  int socket_ = -1;
};

// Whether games can be played as their user: rights or the number may be missing.
void try_user(unsigned user) {
  const pid_t trial = fork();
  if (trial == 0) _exit(become(user) ? 0 : errno);
  int status = 0;
  while (trial > 0 && waitpid(trial, &status, 0) < 0 && errno == EINTR) continue;
  if (trial > 0 && status == 0) return;
  errno = WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
  throw std::runtime_error(with_errno(fmt::format("this root may not play as another user ({})", user)));
}

// Gives up what a warden does not need, in particular what could change its box.
void shut_in(const WardenOrder& order) {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  if (order.other_user) try_user(order.user);
  if (order.boxed) close_box();
}

class WardenProcess {
 public:
  // With the signals `child` blocked, which is SIGCHLD; `outside` is the mask of signals from before.
  WardenProcess(const WardenOrder& order, const sigset_t& outside, const sigset_t& child)
      : order_(order), starter_(order, outside), children_(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK)) {}
  ~WardenProcess() { end_all(); }

  /// Until the other end is closed.
  void run() {
    // All that it reads of a game has bounds; if one is missing, this process ends, and not the machine.
    if (!sanitized) limit(RLIMIT_DATA, max_memory);
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
    send_message(control_file, Message::ready, "", std::array{handle});
    close(handle);
    for (;;) {
      pollfd files[] = {{control_file, POLLIN, 0}, {children_, POLLIN, 0}};
      if (poll(files, 2, more_news_ ? 0 : runs() ? watch_ms : -1) < 0 && errno != EINTR) break;
      if (files[1].revents != 0 || more_news_) notice_children();
      if (runs()) watch();
      if (files[0].revents == 0) continue;
      const auto message = receive_message(control_file);
      if (!message) break;
      obey(*message);
    }
  }

 private:
  void obey(const Received& message) {
    if (message.kind == Message::start) start(message);
    if (message.kind == Message::keep && processes_.tasks() == 1) keep_on(value_of<int>(message.payload), main_);
    if (message.kind == Message::usage) send_message(control_file, Message::usage, payload_of(usage()));
    if (message.kind == Message::freeze) freeze();
    if (message.kind == Message::thaw) thaw();
    if (message.kind == Message::finish) finish(value_of<double>(message.payload));
  }

  // Starts the game's processes and attaches to the first one before it does anything.
  void start(Received message) {
    exit_status_ = {};
    processes_ = {};
    peak_names_ = peak_watches_ = 0;
    caused_ = {};
    if (!order_.boxed) renew_own_folder();
    keep_on(value_of<StartOrder>(message.payload).core, starter_.process());
    std::array<int, 2> gate{};
    if (pipe2(gate.data(), O_CLOEXEC) != 0) fail_as_host("no pipe can be made");
    // Or else /dev/stderr could not be opened.
    for (const int file : message.files)
      if (order_.other_user && fchown(file, order_.user, order_.user) != 0)
        fail_as_host("a game cannot be given its channels");
    message.files.push_back(gate[0]);
    first_ = starter_.start(message.payload, message.files);
    if (!processes_.attach(first_)) fail_as_host("its processes cannot be counted: ptrace is not allowed");
    (void)!write(gate[1], "", 1);
    close(gate[1]);
    main_ = order_.boxed ? processes_.first_of(first_) : first_;
    if (main_ == 0) fail_as_host("the surroundings of a game cannot be made");
  }

  // Keeps this process and another one on the core of the game's judge; -1: on none.
  void keep_on(int core, pid_t other) {
    begin_ = Clock::now();
    if (core == core_) return;
    core_ = core;
    for (const pid_t process : {0, other}) {
      if (core < 0)
        let_run_on(process, cores_);
      else
        keep_on_core(process, core);
    }
  }

  // Lets the game run wherever there is room: one with more than a single thread, and one that has more to do than to
  // exchange messages.
  void spread() {
    if (core_ < 0) return;
    core_ = -1;
    for (const pid_t process : {0, starter_.process()}) let_run_on(process, cores_);
    processes_.let_run_on(cores_);
  }

  Usage usage() {
    const ProcessTree::Resources held = processes_.resources();
    const OwnFolderUse folder = use_of_own_folder();
    peak_names_ = std::max(peak_names_, folder.names);
    peak_watches_ = std::max(peak_watches_, held.watches);
    const Usage out{cpu_seconds(), held.memory + memory_of_kernel(held) + folder.memory};
    exit_status_.used.peak_memory = std::max(exit_status_.used.peak_memory, out.memory);
    return out;
  }

  double cpu_seconds() const { return processes_.cpu_seconds() + caused_.seconds(); }

  // Is there a game, and does it use anything?
  bool runs() const { return main_ > 0 && !processes_.frozen(); }

  // The time that this process takes for it is not charged to the game, which did not ask for it.
  void freeze() {
    caused_.halt();
    processes_.freeze();
    send_message(control_file, Message::freeze, "");
  }

  void thaw() {
    processes_.thaw();
    caused_.go_on();
  }

  // Enforces the limits also while the host does not ask: while it waits for the other participant, or after the end of
  // the game.
  void watch() {
    const auto now = Clock::now();
    if (now - last_watch_ < std::chrono::milliseconds(watch_ms)) return;
    last_watch_ = now;
    if (now - begin_ > time_on_one_core) spread();
    const Usage used = usage();
    const bool too_much = used.memory > order_.memory;
    if (too_much) exit_status_.too_much_memory = true;
    if (too_much || used.cpu_seconds > order_.time) processes_.kill_all();
  }

  // What the kernel may hold of sockets and pipes, where it is not counted for the process. A few are free of charge,
  // as every program has some. In a box all sockets are known. Each file of /proc has a buffer for the longest text
  // that it has told at once: that may be one path through all folders there are, or a list of all watches.
  std::uint64_t memory_of_kernel(const ProcessTree::Resources& held) {
    // A socket takes one more message, as long as its queue, until that is full.
    constexpr std::uint64_t free_files = 256, memory_of_file = 208 << 10;
    constexpr std::uint64_t free_sockets = 32, memory_of_socket = 2 * memory_of_file;
    constexpr std::uint64_t buffer_of_name = 2 << 10, buffer_of_watch = 256, memory_of_watch = 192;
    const auto beyond = [](std::uint64_t count, std::uint64_t free) { return count > free ? count - free : 0; };
    const std::uint64_t sockets = order_.boxed ? sockets_.senders(order_.memory / memory_of_socket + free_sockets) : 0;
    return std::max(beyond(held.files, free_files) * memory_of_file, beyond(sockets, free_sockets) * memory_of_socket) +
           held.of_proc * (peak_names_ * buffer_of_name + peak_watches_ * buffer_of_watch) +
           held.watches * memory_of_watch;
  }

  // In a box the own folder is memory, and the kernel keeps some of each file and folder in it.
  struct OwnFolderUse {
    std::uint64_t memory = 0, names = 0;
  };
  OwnFolderUse use_of_own_folder() const {
    constexpr std::uint64_t memory_of_name = 1 << 10;
    struct statfs status{};
    if (!order_.boxed || statfs(fmt::format("/proc/{}/root{}", first_, order_.own).c_str(), &status) != 0) return {};
    const std::uint64_t names = status.f_files - status.f_ffree;
    return {(status.f_blocks - status.f_bfree) * status.f_bsize + names * memory_of_name, names};
  }

  // Takes note of processes that have ended or been started.
  void notice_children() {
    signalfd_siginfo ignored{};
    while (read(children_, &ignored, sizeof ignored) > 0) continue;
    attend(false);
  }

  void attend(bool wait) {
    more_news_ = processes_.attend([this](auto... what) { note_end(what...); }, wait);
    if (processes_.tasks() > 1) spread();
    if (!stopping_ && processes_.are_more_than(max_tasks)) {
      exit_status_.too_many_tasks = true;
      processes_.kill_all();
    }
  }

  void note_end(pid_t task, int status, const rusage& used) {
    exit_status_.largest_process = std::max<std::uint64_t>(exit_status_.largest_process, used.ru_maxrss * 1024);
    if (!stopping_ && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) exit_status_.killed = true;
    if (task == starter_.process()) fail_as_host("the process that starts games is lost");
    if (task == first_) first_ = 0;
    if (task != main_) return;
    main_ = 0;
    exit_status_.by_itself = !stopping_;
    exit_status_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    exit_status_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (!stopping_) send_message(control_file, Message::gone, "");
  }

  void finish(double grace) {
    const auto end = Clock::now() + std::chrono::duration<double>(grace);
    while (main_ > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) break;
      pollfd file{children_, POLLIN, 0};
      poll(&file, 1, more_news_ ? 0 : static_cast<int>(std::min<long>(left, watch_ms)));
      notice_children();
      watch();
    }
    end_all();
    exit_status_.used.cpu_seconds = cpu_seconds();
    // A game may end before its memory is measured for the first time.
    if (exit_status_.used.peak_memory == 0) exit_status_.used.peak_memory = exit_status_.largest_process;
    exit_status_.used.peak_tasks = static_cast<int>(processes_.max_tasks());
    send_message(control_file, Message::finish, payload_of(exit_status_));
  }

  // Ends all processes of the game. With the first process of a box, all others in its namespace end.
  void end_all() {
    stopping_ = true;
    if (first_ > 0) kill(first_, SIGKILL);
    while (first_ > 0 || processes_.tasks() > 0) {
      processes_.kill_all();  // again and again: they may have started others meanwhile
      attend(true);
    }
    stopping_ = false;
  }

  // Outside of a box: a new one for each game, so that not even its times tell of earlier ones.
  void renew_own_folder() const {
    std::error_code error;
    if (!remove_foreign(order_.own) || !fs::create_directory(order_.own, error))
      fail_as_host("the folder of an earlier game cannot be removed");
  }

  const WardenOrder& order_;
  const StarterProcess starter_;
  const int children_;
  LocalSockets sockets_;
  ProcessTree processes_;
  pid_t first_ = 0, main_ = 0;  ///< of the game; the same one in the open. 0: it has ended
  bool stopping_ = false;
  bool more_news_ = false;  ///< more has happened than was dealt with
  Clock::time_point begin_, last_watch_ = Clock::now();
  const cpu_set_t cores_ = OneCore::allowed();
  int core_ = -1;  ///< on which the game and this process are kept; -1: on none
  CausedTime caused_;
  std::uint64_t peak_names_ = 0;    ///< in the game's own folder
  std::uint64_t peak_watches_ = 0;  ///< of epoll
  ExitStatus exit_status_;
};

}  // namespace

int warden_main() {
  close(warden_file);
  // What made the box has had its say; a game's error output is its own.
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
  unsetenv("LD_BIND_NOW");
  const auto setup = receive_message(control_file);
  if (!setup) return 0;
  try {
    const auto order = parse_json(setup->payload).get<WardenOrder>();
    // The box named the folders of the warden's own libraries.
    if (order.library_path.empty())
      unsetenv("LD_LIBRARY_PATH");
    else
      setenv("LD_LIBRARY_PATH", order.library_path.c_str(), 1);
    // The thread sanitizer was told of another place.
    setenv("TMPDIR", order.own.c_str(), 1);
    shut_in(order);
    sigset_t child, outside;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &outside);
    WardenProcess(order, outside, child).run();
    return 0;
  } catch (const std::exception& e) {
    send_message(control_file, Message::failed, std::string("it cannot be kept: ") + e.what());
    return 1;
  }
}

}  // namespace pentocity::isolation
