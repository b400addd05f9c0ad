#include "warden.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "pentocity/input/yaml.hpp"
#include "remote.hpp"

namespace pentocity {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;

// How often a process that takes its time is looked after.
constexpr auto usage_interval = 10ms;
// A warden does little: one that does not answer for so long is lost.
constexpr int warden_patience_ms = 20'000;
constexpr std::size_t kept_errors = 64 << 10;
// What programs and libraries take in a process's memory that are not its own doing.
constexpr std::uint64_t common_memory = 32 << 20;

std::string& warden_program() {
  static std::string path = "/proc/self/exe";
  return path;
}

std::string system_error(const std::string& what) { return what + ": " + std::generic_category().message(errno); }

struct Channel {
  File ours, theirs;
};

Channel make_pipe(bool we_write) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(system_error("no pipe can be made"));
  Channel out{File(ends[we_write ? 1 : 0]), File(ends[we_write ? 0 : 1])};
  fcntl(out.ours.get(), F_SETFL, O_NONBLOCK);
  return out;
}

// What a stranger's process finds in its environment: what programs need to be found and to speak a language, nothing
// that may be a secret of this user or tell of this run.
std::vector<std::string> environment(const std::string& own_folder) {
  std::vector<std::string> out{"HOME=" + own_folder, "TMPDIR=" + own_folder, "PYTHONDONTWRITEBYTECODE=1"};
  for (const char* name : {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV",
                           "JAVA_HOME", "NODE_PATH", "PERL5LIB", "RUBYLIB", "LD_LIBRARY_PATH", "UBSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) out.push_back(std::string(name) + "=" + value);
#if defined(__SANITIZE_ADDRESS__)
  // Looking for leaks takes another process's tracing; and a fault is to end the process as it does without sanitizers.
  out.push_back("ASAN_OPTIONS=detect_leaks=0:handle_segv=0");
#elif defined(__SANITIZE_THREAD__)
  out.push_back("TSAN_OPTIONS=handle_segv=0");
#endif
  return out;
}

// Between here and exec the new process is a copy of one thread of this one: plain system calls only.
void write_proc(const char* path, const char* text, std::size_t size) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t n = write(file, text, size);
  close(file);
}

struct Launch {
  const char* program;
  char* const* arguments;
  char* const* variables;
  const char* own_folder;
  std::string user_map, group_map;
  int control;
};

[[noreturn]] void become_warden(const Launch& launch, bool in_namespaces) {
  if (in_namespaces) {
    write_proc("/proc/self/setgroups", "deny", 4);
    write_proc("/proc/self/uid_map", launch.user_map.data(), launch.user_map.size());
    write_proc("/proc/self/gid_map", launch.group_map.data(), launch.group_map.size());
    mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    mount("tmpfs", launch.own_folder, "tmpfs", MS_NOSUID | MS_NODEV, "size=256m,mode=700");
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGXFSZ, SIGPIPE}) ::signal(signal, SIG_DFL);
  // A terminal's Ctrl-C is for the run, which finishes the games under way.
  setsid();
  const int program = open(launch.program, O_RDONLY);
  if (in_namespaces) mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int file : {0, 1, 2}) dup2(nowhere, file);
  const int high = fcntl(program, F_DUPFD, 10);
  dup2(launch.control, 3);
  dup2(high, 4);
  close_range(5, ~0U, 0);
  fcntl(4, F_SETFD, FD_CLOEXEC);
  syscall(SYS_execveat, 4, "", launch.arguments, launch.variables, AT_EMPTY_PATH);
  _exit(127);
}

// The new process, in namespaces of its own if the kernel lets this user make them.
pid_t launch_warden(const Launch& launch) {
  constexpr unsigned long namespaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = static_cast<pid_t>(syscall(SYS_clone, namespaces | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (process == 0) become_warden(launch, true);
  if (process < 0) {
    process = fork();
    if (process == 0) become_warden(launch, false);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return process;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace

void set_warden_program(std::string path) { warden_program() = std::move(path); }

void File::reset() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Warden::Warden(const WardenSetup& setup) {
  const Confinement& confinement = *setup.confinement;
  own_folder_ = (fs::temp_directory_path() / "pentocity-own-XXXXXX").string();
  if (mkdtemp(own_folder_.data()) == nullptr) throw std::runtime_error(system_error(own_folder_ + " cannot be made"));
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error(system_error("no socket can be made"));
  control_ = File(ends[0]);
  const File theirs(ends[1]);
  std::vector<std::string> words{"pentocity", warden_argument}, variables = environment(own_folder_);
  const std::vector<char*> argument_pointers = pointers(words), variable_pointers = pointers(variables);
  process_ = launch_warden({warden_program().c_str(), argument_pointers.data(), variable_pointers.data(),
                            own_folder_.c_str(), "0 " + std::to_string(geteuid()) + " 1\n",
                            "0 " + std::to_string(getegid()) + " 1\n", theirs.get()});
  if (process_ < 0) throw std::runtime_error(system_error("no process can be started"));
  std::vector<std::string> readable = setup.readable;
  if (!confinement.folder.empty()) readable.push_back(confinement.folder);
  const json message{{"side", setup.side},
                     {"program", setup.program},
                     {"folder", confinement.folder},
                     {"readable", readable},
                     {"hidden", confinement.hidden},
                     {"own", own_folder_},
                     {"memory", confinement.limits.memory}};
  send_message(control_.get(), Message::setup, message.dump());
  missing_ = json::parse(expect(Message::ready)).get<std::vector<std::string>>();
}

Warden::~Warden() {
  control_.reset();  // at which it ends what it keeps, and leaves
  if (process_ > 0) {
    // A warden that is first in its namespace takes all others with it. One that is not needs its moment.
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    while (waitpid(process_, nullptr, WNOHANG) == 0) {
      const auto waited = Clock::now() - begin;
      if (waited > std::chrono::milliseconds(warden_patience_ms)) kill(process_, SIGKILL);
      usleep(waited < 10ms ? 100 : 1000);
    }
  }
  std::error_code error;
  fs::remove_all(own_folder_, error);
}

Received Warden::receive() {
  pollfd file{control_.get(), POLLIN, 0};
  int ready = 0;
  do ready = poll(&file, 1, warden_patience_ms);
  while (ready < 0 && errno == EINTR);
  auto message = ready > 0 ? receive_message(control_.get()) : std::nullopt;
  if (!message) throw std::runtime_error("the process that keeps it is lost");
  if (message->kind == Message::failed) throw std::runtime_error(message->payload);
  return std::move(*message);
}

std::string Warden::expect(Message kind) {
  for (;;)
    if (Received message = receive(); message.kind == kind) return std::move(message.payload);
}

std::vector<std::string> missing_confinement() {
  return Warden({{{"role", "player"}, {"built_in", ""}}, "", {}, std::make_shared<Confinement>()}).missing();
}

std::unique_ptr<Warden> WardenPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto warden = std::move(idle_.back());
      idle_.pop_back();
      return warden;
    }
  }
  return std::make_unique<Warden>(setup_);
}

void WardenPool::give_back(std::unique_ptr<Warden> warden) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(warden));
}

Session::Session(std::shared_ptr<WardenPool> pool, Framing framing, const StartOrder& order, const json& context)
    : pool_(std::move(pool)), warden_(pool_->take()), framing_(framing) {
  // A reader that is gone is noticed by its error.
  static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  (void)ignored;
  Channel input = make_pipe(true), output = make_pipe(false), errors = make_pipe(false);
  const std::array files{input.theirs.get(), output.theirs.get(), errors.theirs.get()};
  if (!send_message(warden_->control(), Message::start, bytes_of(order) + context.dump(), files)) {
    warden_.reset();
    throw SideFailed(Status::crashed, "its process could not be started");
  }
  input_ = std::move(input.ours);
  output_ = std::move(output.ours);
  error_output_ = std::move(errors.ours);
}

Session::~Session() {
  try {
    end(0);
  } catch (const std::exception&) {  // the warden is lost, and with it the process
  }
}

std::string Session::ask(std::string_view message, double wall_seconds, const char* limit) {
  if (!warden_) throw SideFailed(Status::crashed, "eof", errors_);
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(std::min(wall_seconds, 1e9)));
  write(message, deadline, limit);
  for (;;) {
    if (auto answer = take_answer()) {
      if (Clock::now() - last_usage_ >= usage_interval) check_usage();
      return std::move(*answer);
    }
    if (output_ended_ || gone_) left();
    wait(false, deadline, limit);
  }
}

void Session::close(std::string_view message, double grace) {
  if (!warden_) return;
  if (!message.empty()) [[maybe_unused]]
    const ssize_t n = ::write(input_.get(), message.data(), message.size());
  input_.reset();
  output_.reset();  // one that is still talking notices
  end(grace);
}

std::optional<std::string> Session::take_answer() {
  if (framing_ == Framing::lines) {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == buffer_.npos) {
      searched_ = buffer_.size();
      if (buffer_.size() <= longest_message) return std::nullopt;
      buffer_.clear();
      searched_ = 0;
      throw UnreadableAnswer("a line longer than 1 MiB");
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    searched_ = 0;
    return line;
  }
  std::uint32_t length = 0;
  if (buffer_.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, buffer_.data(), sizeof length);
  if (length > longest_message) stop(Status::crashed, "garbage");
  if (buffer_.size() < sizeof length + length) return std::nullopt;
  std::string frame = buffer_.substr(sizeof length, length);
  buffer_.erase(0, sizeof length + length);
  return frame;
}

void Session::read_output() {
  std::array<char, 1 << 16> chunk;
  const ssize_t n = ::read(output_.get(), chunk.data(), chunk.size());
  if (n > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(n));
  if (n == 0) output_ended_ = true;
}

void Session::read_errors() {
  std::array<char, 1 << 16> chunk;
  const ssize_t n = ::read(error_output_.get(), chunk.data(), chunk.size());
  if (n > 0) errors_.append(chunk.data(), static_cast<std::size_t>(n));
  if (n == 0) error_output_.reset();
  if (errors_.size() > kept_errors) errors_.erase(0, errors_.size() - kept_errors);
}

void Session::write(std::string_view message, Clock::time_point deadline, const char* limit) {
  while (!message.empty()) {
    const ssize_t n = ::write(input_.get(), message.data(), message.size());
    if (n > 0) {
      message.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      wait(true, deadline, limit);
    } else if (errno != EINTR) {
      return;  // it does not listen any more; what it still said, and how it went, is seen by the reader
    }
  }
}

void Session::wait(bool to_write, Clock::time_point deadline, const char* limit) {
  const auto now = Clock::now();
  if (now >= deadline) stop(Status::timeout, limit);
  if (now - last_usage_ >= usage_interval) check_usage();
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - now) + 1ms;
  std::array<pollfd, 4> files{pollfd{output_.get(), POLLIN, 0}, pollfd{warden_->control(), POLLIN, 0},
                              pollfd{error_output_.get(), POLLIN, 0}, pollfd{to_write ? input_.get() : -1, POLLOUT, 0}};
  // While it does not read, its answers are not waited for, lest they pile up.
  if (to_write && buffer_.size() > longest_message) files[0].fd = -1;
  poll(files.data(), files.size(), static_cast<int>(std::min<long>(left.count(), usage_interval / 1ms)));
  if (files[2].revents != 0) read_errors();
  if (files[0].revents != 0) {
    read_output();
  } else if (files[1].revents != 0) {
    // It has ended. What it wrote before is there by now.
    if (warden_->receive().kind != Message::gone) return;
    while (!output_ended_) {
      const std::size_t before = buffer_.size();
      read_output();
      if (buffer_.size() == before || buffer_.size() > longest_message) break;
    }
    gone_ = true;
  }
}

void Session::check_usage() {
  last_usage_ = Clock::now();
  send_message(warden_->control(), Message::usage, "");
  Usage usage;
  for (;;) {
    const Received message = warden_->receive();
    if (message.kind == Message::gone) gone_ = true;
    if (message.kind == Message::usage) {
      usage = value_of<Usage>(message.payload);
      break;
    }
  }
  cpu_seconds_ = usage.cpu_seconds;
  const Limits& limits = pool_->setup().confinement->limits;
  if (usage.memory > limits.memory) stop(Status::crashed, "memory");
  if (usage.cpu_seconds > limits.time) stop(Status::timeout, "cpu");
}

Departure Session::end(double grace) {
  if (!warden_) return {};
  auto warden = std::move(warden_);  // if what follows fails, it is not used again
  send_message(warden->control(), Message::finish, bytes_of(grace));
  const auto departure = value_of<Departure>(warden->expect(Message::finish));
  cpu_seconds_ = departure.cpu_seconds;
  for (std::size_t before = 0; error_output_.get() >= 0;) {
    before = errors_.size();
    read_errors();
    if (errors_.size() == before) break;
  }
  // What is kept is text.
  if (!errors_.empty())
    errors_ = json::parse(json(errors_).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
  pool_->give_back(std::move(warden));
  return departure;
}

void Session::stop(Status status, const char* error) {
  end(0);
  throw SideFailed(status, error, errors_);
}

void Session::left() {
  // One that closed its output may still be about to leave.
  const Departure d = end(1);
  const Limits& limits = pool_->setup().confinement->limits;
  if (d.cpu_seconds > limits.time) throw SideFailed(Status::timeout, "cpu", errors_);
  const std::string how = d.peak_memory > limits.memory + common_memory ? "memory"
                          : !d.by_itself                                ? "eof"
                          : d.exit_code == failed_to_start && errors_.starts_with(start_failure)
                              ? errors_.substr(0, errors_.find('\n'))
                          : d.signal != 0 ? "signal:" + signal_name(d.signal)
                                          : "exit:" + std::to_string(d.exit_code);
  throw SideFailed(Status::crashed, how, errors_);
}

}  // namespace pentocity
