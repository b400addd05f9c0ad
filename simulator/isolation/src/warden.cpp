#include "pentocity/isolation/warden.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "answers.hpp"
#include "control_group.hpp"
#include "own_folder.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/paths.hpp"
#include "pentocity/match/remote.hpp"
#include "sandbox.hpp"
#include "system_calls.hpp"

namespace pentocity::isolation {

using namespace match;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;

// How often the usage of a process that has not answered yet is measured.
constexpr auto usage_interval = 10ms;
// A warden that does not answer for so long is taken for lost.
constexpr int warden_patience_ms = 20'000;
constexpr std::size_t kept_errors = 64 << 10;
// If a wait lasts so much longer than asked for, and not because others ran, this program or the machine was stopped.
constexpr auto host_stall = 100ms;
constexpr const char* warden_lost = "the process that keeps it is lost";
// The memory of a process that programs and libraries take and that is not charged to the participant.
constexpr std::uint64_t common_memory = 32 << 20;

// The program of the wardens. A program of its own, because each game costs in proportion to the libraries that its
// process was copied with. It stays open, so that a program that is built anew changes no run under way.
struct WardenProgram {
  std::string path;
  File file;
};

WardenProgram opened(std::string path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  return {std::move(path), File(file)};
}

// The file that holds this code: a shared library, or the program.
fs::path own_file() {
  Dl_info information;
  link_map* object = nullptr;
  const bool found = dladdr1(reinterpret_cast<void*>(&own_file), &information, reinterpret_cast<void**>(&object),
                             RTLD_DL_LINKMAP) != 0;
  return found && *object->l_name != '\0' ? fs::path(object->l_name) : fs::read_symlink("/proc/self/exe");
}

// Of a package that holds two copies of the code, the warden of the same copy.
WardenProgram& warden_program() {
  static WardenProgram program = [] {
    const fs::path folder = own_file().parent_path();
    for (const fs::path& place : {folder, folder / "bin"})
      if (WardenProgram found = opened(place / "pentocity-warden"); found.file.get() >= 0) return found;
    return opened(folder.parent_path() / "libexec/pentocity/pentocity-warden");
  }();
  return program;
}

// How long this thread was ready to run and did not get to, since it was last asked. Processes of players can make that
// longer; they can neither stop this program nor the machine.
std::chrono::nanoseconds time_in_queue() {
  thread_local const File file(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  thread_local std::chrono::nanoseconds before{};
  std::array<char, 100> text{};
  if (pread(file.get(), text.data(), text.size() - 1, 0) <= 0) return {};
  char* end = nullptr;
  (void)std::strtoull(text.data(), &end, 10);  // how long it ran
  const std::chrono::nanoseconds now(std::strtoull(end, nullptr, 10));
  return now - std::exchange(before, now);
}

std::string system_error(const std::string& what) { return what + ": " + std::generic_category().message(errno); }

struct Channel {
  File ours, theirs;
};

Channel make_pipe(bool we_write) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw HostFault(system_error("no pipe can be made"));
  Channel out{File(ends[we_write ? 1 : 0]), File(ends[we_write ? 0 : 1])};
  fcntl(out.ours.get(), F_SETFL, O_NONBLOCK);
  return out;
}

// The environment of an untrusted process: the variables by which programs are found and by which they know language
// and time zone, and none that may hold a secret of this user or tell about this run.
std::vector<std::string> environment(const std::string& own_folder) {
  std::vector<std::string> out{"HOME=" + own_folder, "TMPDIR=" + own_folder, "PYTHONDONTWRITEBYTECODE=1",
                               // Resolved once in the warden, not in each game.
                               "LD_BIND_NOW=1"};
  for (const char* name : {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV",
                           "JAVA_HOME", "NODE_PATH", "PERL5LIB", "RUBYLIB", "LD_LIBRARY_PATH", "UBSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) out.push_back(std::string(name) + "=" + value);
#if defined(PENTOCITY_ADDRESS_SANITIZER)
  // Looking for leaks takes another process's tracing; and a fault is to end the process as it does without sanitizers.
  out.emplace_back("ASAN_OPTIONS=detect_leaks=0:handle_segv=0");
#elif defined(PENTOCITY_THREAD_SANITIZER)
  out.emplace_back("TSAN_OPTIONS=handle_segv=0");
  // In an existing one it would keep a file open for writing, with which the box cannot be closed.
  out[1] = "TMPDIR=/nonexistent";
#endif
  return out;
}

struct Launch {
  const char* program;  ///< what is executed; null: the warden's own program, which is open as warden_file
  char* const* arguments;
  char* const* variables;
  int control, warden, errors;
  int group;  ///< where the process enters its control group; -1: it has none
};

// The open files of a new process: the socket to this one, and the warden's program.
constexpr int control_file = 3, warden_file = 4;

// Between here and exec the new process is a copy of one thread of this one: plain system calls only.
[[noreturn]] void become_warden(const Launch& launch) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGXFSZ, SIGPIPE}) ::signal(signal, SIG_DFL);
  // A terminal's Ctrl-C is for the run, which finishes the games under way.
  setsid();
  if (launch.group >= 0 && write(launch.group, "0", 1) != 1) _exit(127);
  const int nowhere = open("/dev/null", O_RDWR);
  const int control = fcntl(launch.control, F_DUPFD, 10), warden = fcntl(launch.warden, F_DUPFD, 10);
  const int errors = fcntl(launch.errors, F_DUPFD, 10);
  for (const int file : {0, 1}) dup2(nowhere, file);
  dup2(errors, 2);
  dup2(control, control_file);
  dup2(warden, warden_file);
  close_range(warden_file + 1, ~0U, 0);
  if (launch.program == nullptr)
    syscall(SYS_execveat, warden_file, "", launch.arguments, launch.variables, AT_EMPTY_PATH);
  else
    execve(launch.program, launch.arguments, launch.variables);
  _exit(127);
}

pid_t launch_process(const Launch& launch) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t process = fork();
  if (process == 0) become_warden(launch);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return process;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// What is wrong with the output of a command that was waited for in vain, in which no line has ended in time.
// `held_back`: it came only when the command's input was closed.
std::string what_ails(const std::string& output, bool held_back) {
  const std::size_t end = output.find('\n');
  const std::string line = output.substr(0, end);
  std::string out = "this answer ";
  if (held_back)
    out +=
        "came only when the input was closed: flush standard output after each line, in Python with print(..., "
        "flush=True)";
  if (end == output.npos)
    out += fmt::format("{}{}", held_back ? "; and it " : "",
                       line.ends_with('\r') ? "ends in a carriage return (\\r) alone: a line ends in a line feed (\\n)"
                                            : "has no line feed (\\n) at its end");
  return out + ": " + quoted(line);
}

// How many processes the kernel has killed for want of memory, of the machine's or of a control group's.
std::uint64_t kills_for_memory() {
  std::ifstream counters("/proc/vmstat");
  std::uint64_t count = 0;
  for (std::string name; counters >> name >> count;)
    if (name == "oom_kill") return count;
  return 0;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace

OutOfMemoryWatch::OutOfMemoryWatch() : before_(kills_for_memory()) {}

void OutOfMemoryWatch::set_alone(std::size_t games) {
  if (games > 0) before_ = kills_for_memory();
  games_ = games;
}

bool OutOfMemoryWatch::killed() const { return kills_for_memory() > before_; }

void set_warden_program(const std::string& path) { warden_program() = opened(path); }

namespace {

// What the processes of a participant see: its files, and the folders in which these lie unless they also hold
// something of the host or of another participant.
BoxView view_of(const WardenSetup& setup) {
  const Confinement& confinement = *setup.confinement;
  BoxView view{.shown = {}, .hidden = confinement.hidden, .folder = confinement.folder};
  using enum KeptFiles::Parts;
  std::vector<std::string> foreign = confinement.hidden;
  if (!confinement.folder.empty()) foreign.push_back(confinement.folder);
  for (const std::string& file : confinement.own)
    if (std::find(setup.files.begin(), setup.files.end(), file) == setup.files.end()) foreign.push_back(file);
  const auto has_foreign = [&](const std::string& folder) {
    return std::any_of(foreign.begin(), foreign.end(), [&](const std::string& path) { return is_below(path, folder); });
  };
  for (const std::string& folder : setup.folders)
    if (!has_foreign(folder)) view.shown.emplace(folder, confinement.kept->place(folder, no_caches));
  // An installation belongs to the machine as /usr does, and is too large to be looked through for each run.
  for (const std::string& folder : setup.support)
    if (!has_foreign(folder)) view.shown.emplace(folder, folder);
  view.hidden.insert(view.hidden.end(), foreign.begin(), foreign.end());
  // A link is shown as the file that it leads to, so it must not lead to the config's folder or to a file of another
  // participant.
  const auto leads_to_foreign = [&](const std::string& file) {
    std::error_code error;
    const fs::path target = fs::canonical(file, error);
    return target != file && std::any_of(foreign.begin(), foreign.end(), [&](const std::string& path) {
             const bool folder = path == confinement.folder;
             return is_below(target, folder ? fs::path(path) : fs::path(path).parent_path());
           });
  };
  // What is shown with its folder has the same bytes there, unless that folder is not copied. A link stays what it is.
  const std::map<std::string, std::string> folders = view.shown;
  const auto is_shown = [&](const std::string& file) {
    std::error_code error;
    const bool link = fs::is_symlink(file, error);
    return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
      return is_below(file, folder.first) && (folder.first != folder.second || link);
    });
  };
  for (const std::string& file : setup.files)
    if (!leads_to_foreign(file) && !is_shown(file)) view.shown.emplace(file, confinement.kept->place(file));
  return view;
}

std::vector<std::string> paths_of(const std::map<std::string, std::string>& shown) {
  std::vector<std::string> out;
  for (const auto& [path, place] : shown) out.push_back(path);
  return out;
}

// The number of the user as which the games of this warden run, if the host is root. Some machines' roots have few
// numbers: then one of the last of them.
unsigned player_id(pid_t warden) {
  std::ifstream map("/proc/self/uid_map");
  unsigned long last = 0;
  for (unsigned long inside = 0, outside = 0, count = 0; map >> inside >> outside >> count;)
    last = std::max(last, inside + count - 1);
  constexpr unsigned long most_processes = 1 << 22, few = 1 << 10;
  const auto number = static_cast<unsigned long>(warden);
  return static_cast<unsigned>(last >= first_player_id + most_processes ? first_player_id + number
                                                                        : last - few - number % few);
}

// The first folder on the way to one of the files, or to what it is a link to, that other users may not enter; empty if
// there is none.
std::string closed_folder(const std::vector<std::string>& files) {
  std::error_code error;
  for (const std::string& file : files)
    for (const fs::path& way : {fs::path(file), fs::weakly_canonical(file, error)})
      for (fs::path folder = way.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
        const fs::file_status status = fs::status(folder, error);
        if (fs::exists(status) && (status.permissions() & fs::perms::others_exec) == fs::perms::none)
          return folder.string();
      }
  return {};
}

// Tries to start a warden in a box that shows nothing. Returns why that failed; empty if it did not.
std::string try_box() {
  try {
    const Warden trial({{{"role", "player"}, {"built_in", ""}}, "", {}, {}, {}, std::make_shared<Confinement>()}, true);
    return {};
  } catch (const HostFault& fault) {
    return fault.what();
  }
}

// Why no boxes can be made here; empty if they can. What ends the trial by chance does not decide it.
const std::string& box_obstacle() {
  static const std::string obstacle = [] {
    if (box_program().empty()) return std::string("bubblewrap (bwrap) is not installed");
    std::string why;
    for (int trial = 0; trial < 3; ++trial)
      if (why = try_box(); why.empty()) break;
    return why;
  }();
  return obstacle;
}

}  // namespace

std::string digest_of_seen(const WardenSetup& setup, KeptFiles::Hash hash) {
  std::vector<std::string> own;
  for (const auto& [path, place] : view_of(setup).shown)
    if (path != place || std::find(setup.support.begin(), setup.support.end(), path) == setup.support.end())
      own.push_back(path);
  return setup.confinement->kept->digest(own, hash);
}

bool makes_boxes() { return box_obstacle().empty(); }

Warden::Warden(const WardenSetup& setup) : Warden(setup, makes_boxes()) {}

Warden::Warden(const WardenSetup& setup, bool boxed) {
  try {
    launch(setup, boxed);
  } catch (...) {
    end();
    throw;
  }
}

void Warden::launch(const WardenSetup& setup, bool boxed) {
  const Confinement& confinement = *setup.confinement;
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw HostFault(system_error("no socket can be made"));
  control_ = File(ends[0]);
  File theirs(ends[1]);
  const WardenProgram& program = warden_program();
  if (program.file.get() < 0) throw HostFault(program.path + " cannot be opened");
  const bool change_user = geteuid() == 0 && (boxed || closed_folder(setup.files).empty());
  if (!boxed) {
    own_folder_ = new_own_folder();
    if (change_user) {
      if (const std::string closed = closed_folder({setup.program}); !closed.empty())
        throw HostFault(
            fmt::format("'{}' is closed to the user that players run as, for this one is root and no box "
                        "can be made: let everybody enter it, as with chmod a+x",
                        closed));
      fs::permissions(own_folder_, fs::perms(0711));  // the game's folder in it is another user's
    }
  }
  const std::string home = boxed ? box_own_folder : own_folder_ + "/game";
  const BoxView view = view_of(setup);
  std::vector<std::string> words = boxed ? box_command(view, warden_file, {warden_argument})
                                         : std::vector<std::string>{"pentocity-warden", warden_argument};
  std::vector<std::string> variables = environment(home);
  Channel errors = make_pipe(false);
  group_ = std::make_unique<ControlGroup>(confinement.limits.memory);
  const std::vector<char*> argument_pointers = pointers(words), variable_pointers = pointers(variables);
  process_ = launch_process({.program = boxed ? box_program().c_str() : nullptr,
                             .arguments = argument_pointers.data(),
                             .variables = variable_pointers.data(),
                             .control = theirs.get(),
                             .warden = program.file.get(),
                             .errors = errors.theirs.get(),
                             .group = group_->entrance()});
  if (process_ < 0) throw HostFault(system_error("no process can be started"));
  theirs.reset();  // or else it would not be noticed that the process has ended
  errors.theirs.reset();
  const char* const library_path = std::getenv("LD_LIBRARY_PATH");
  send(Message::setup, text_of_json(json{{"participant", setup.participant},
                                         {"program", setup.program},
                                         {"folder", confinement.folder},
                                         // What a box shows is all there is; its games need not know what it hides.
                                         {"readable", boxed ? std::vector<std::string>() : paths_of(view.shown)},
                                         {"hidden", boxed ? std::vector<std::string>() : confinement.hidden},
                                         {"boxed", boxed},
                                         {"user", change_user ? player_id(process_) : geteuid()},
                                         {"change_user", change_user},
                                         {"own", home},
                                         {"library_path", library_path == nullptr ? "" : library_path},
                                         {"memory", confinement.limits.memory},
                                         {"time", confinement.limits.time * confinement.tolerance}}));
  wait_until_ready(errors.ours.get());
}

// bwrap may die before the box is ready; its child would then wait forever, so both are polled.
void Warden::wait_until_ready(int errors) {
  const File maker(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)));
  std::array<pollfd, 2> files{pollfd{control_.get(), POLLIN, 0}, pollfd{maker.get(), POLLIN, 0}};
  (void)TEMP_FAILURE_RETRY(poll(files.data(), files.size(), warden_patience_ms));
  // Who has nothing to say of its end was ended by others.
  const auto fail = [&] {
    std::array<char, 1000> text;
    const ssize_t size = ::read(errors, text.data(), text.size());
    const std::string said(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    throw HostFault(said.empty() ? warden_lost : said.substr(0, said.find('\n')));
  };
  if (files[0].revents == 0) fail();
  auto ready = receive_message(control_.get());
  if (!ready) fail();
  if (ready->kind == Message::failed) throw HostFault(ready->payload);
  if (ready->kind != Message::ready || ready->files.size() != 1) throw HostFault(warden_lost);
  handle_ = File(ready->files[0]);
}

Warden::~Warden() { end(); }

void Warden::end() {
  control_.reset();  // the warden then ends its processes and exits
  if (process_ > 0) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    siginfo_t ended{};
    while (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOWAIT | WNOHANG) == 0 && ended.si_pid == 0) {
      const auto waited = Clock::now() - begin;
      if (waited > std::chrono::milliseconds(warden_patience_ms)) {
        syscall(SYS_pidfd_send_signal, handle_.get(), SIGKILL, nullptr, 0);
        kill(process_, SIGKILL);
      }
      usleep(waited < 10ms ? 100 : 1000);
    }
    kill(-process_, SIGKILL);  // the part of a box that was never finished
    waitpid(process_, nullptr, 0);
  }
  if (!own_folder_.empty()) remove_foreign(own_folder_);
}

void Warden::send(Message kind, std::string_view payload, std::span<const int> files) {
  if (!send_message(control_.get(), kind, payload, files)) throw HostFault(warden_lost);
}

Received Warden::receive() {
  pollfd file{control_.get(), POLLIN, 0};
  const bool ready = TEMP_FAILURE_RETRY(poll(&file, 1, warden_patience_ms)) > 0;
  auto message = ready ? receive_message(control_.get()) : std::nullopt;
  if (!message) throw HostFault(warden_lost);
  if (message->kind == Message::failed) throw HostFault(message->payload);
  return std::move(*message);
}

std::uint64_t Warden::times_out_of_memory() const { return group_->times_out_of_memory(); }

bool Warden::lost() const {
  pollfd file{control_.get(), POLLIN, 0};
  return poll(&file, 1, 0) != 0;  // an idle warden sends nothing
}

std::string Warden::expect(Message kind) {
  for (;;)
    if (Received message = receive(); message.kind == kind) return std::move(message.payload);
}

std::string runs_as_root(const std::vector<std::string>& files) {
  return geteuid() != 0 || box_obstacle().empty() ? std::string() : closed_folder(files);
}

std::vector<std::string> missing_confinement() {
  const WardenProgram& program = warden_program();
  if (program.file.get() < 0) throw UserError(program.path + " is missing, a part of this program");
  std::vector<std::string> out;
  if (const std::string& obstacle = box_obstacle(); !obstacle.empty()) {
    out.push_back("it has no file system and no process numbers of its own: " + obstacle);
    out.emplace_back("it can ask for names, sizes and times of any file, and leave marks by reading files");
    const auto lacks = Sandbox({}).missing();
    out.insert(out.end(), lacks.begin(), lacks.end());
  }
  if (!control_group_obstacle().empty() && !shares_by_session())
    out.push_back("many processes give it more of the processors than one: there are no control groups, because " +
                  control_group_obstacle() + ", and Linux does not share by session here");
  if (!SystemCallFilter(Surroundings::box).available())
    out.emplace_back("system calls are not filtered: the kernel offers no filters here");
  return out;
}

std::unique_ptr<Warden> WardenPool::take() {
  {
    const std::lock_guard lock(mutex_);
    while (!idle_.empty()) {
      auto warden = std::move(idle_.back());
      idle_.pop_back();
      if (!warden->lost()) return warden;
    }
  }
  return std::make_unique<Warden>(setup_);
}

void WardenPool::give_back(std::unique_ptr<Warden> warden) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(warden));
}

Session::Session(std::shared_ptr<WardenPool> pool, Framing framing, const StartOrder& order, const json& context)
    : pool_(std::move(pool)),
      warden_(pool_->take()),
      framing_(framing),
      out_of_memory_before_(warden_->times_out_of_memory()) {
  // Writing to a process that has ended then gives an error instead of a signal.
  static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  (void)ignored;
  time_in_queue();  // that of this game begins now
  Channel input = make_pipe(true), output = make_pipe(false), errors = make_pipe(false);
  const std::array files{input.theirs.get(), output.theirs.get(), errors.theirs.get()};
  warden_->send(Message::start, bytes_of(order) + text_of_json(context), files);
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

template <class Call>
auto Session::with_warden(const Call& call) {
  try {
    return call();
  } catch (const HostFault& fault) {
    if (!warden_) throw;  // from end(), which has looked for the cause
    const Shortage kind = shortage(*warden_);
    if (kind == Shortage::none) throw;
    warden_.reset();
    if (kind == Shortage::of_game) throw ParticipantFailed(Status::crashed, "memory", errors_);
    throw OutOfMemory(fault.what());
  }
}

Session::Shortage Session::shortage(const Warden& warden) const {
  if (warden.times_out_of_memory() > out_of_memory_before_) return Shortage::of_game;
  const OutOfMemoryWatch& memory = *pool_->setup().confinement->memory;
  if (!memory.killed()) return Shortage::none;
  return memory.alone() ? Shortage::of_game : Shortage::of_machine;
}

std::string Session::ask(std::string_view message, double wall_seconds, const char* limit) {
  if (!warden_) throw ParticipantFailed(Status::crashed, "eof", errors_);
  return with_warden([&] {
    go_on(*warden_);
    Deadline deadline = deadline_in(wall_seconds, limit);
    write(message, deadline);
    for (;;) {
      if (auto answer = take_answer()) {
        ++answers_;
        if (Clock::now() - last_usage_ >= usage_interval) check_usage();
        return std::move(*answer);
      }
      if (output_ended_ || gone_) throw_departure();
      wait(false, deadline);
    }
  });
}

void Session::pause(bool freeze) {
  if (!warden_) return;
  paused_ = Clock::now();
  if (!freeze) return;
  with_warden([this] { answer_of_warden(Message::freeze); });
  frozen_ = true;
}

void Session::go_on(Warden& warden) {
  if (!paused_) return;
  const auto waited = Clock::now() - *std::exchange(paused_, std::nullopt);
  begin_ += waited;
  last_usage_ += waited;
  if (std::exchange(frozen_, false)) warden.send(Message::thaw, "");
}

void Session::close(std::string_view message, double grace) {
  if (!warden_) return;
  if (!message.empty()) [[maybe_unused]]
    const ssize_t n = ::write(input_.get(), message.data(), message.size());
  input_.reset();
  output_.reset();  // a process that still writes gets an error
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

void Session::read_all_output() {
  while (!output_ended_) {
    const std::size_t before = buffer_.size();
    read_output();
    if (buffer_.size() == before || buffer_.size() > longest_message) break;
  }
}

void Session::read_errors() {
  std::array<char, 1 << 16> chunk;
  const ssize_t n = ::read(error_output_.get(), chunk.data(), chunk.size());
  if (n > 0) errors_.append(chunk.data(), static_cast<std::size_t>(n));
  if (n == 0) error_output_.reset();
  if (errors_.size() > kept_errors) errors_.erase(0, errors_.size() - kept_errors);
}

Session::Deadline Session::deadline_in(double wall_seconds, const char* limit) const {
  const Confinement& confinement = *pool_->setup().confinement;
  const auto seconds = [&](double s) {
    const std::chrono::duration<double> enforced(std::min(s * confinement.tolerance, 1e9));
    return std::chrono::duration_cast<Clock::duration>(enforced);
  };
  const auto now = Clock::now(), of_move = now + seconds(wall_seconds);
  const auto of_game = begin_ + seconds(confinement.limits.game_wall);
  const bool move_ends_first = of_move <= of_game;
  return {move_ends_first ? of_move : of_game, move_ends_first ? limit : "game", now, used_.cpu_seconds, now};
}

void Session::write(std::string_view message, Deadline& deadline) {
  while (!message.empty()) {
    const ssize_t n = ::write(input_.get(), message.data(), message.size());
    if (n > 0) {
      message.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      wait(true, deadline);
    } else if (errno != EINTR) {
      return;  // it has closed its input; ask() reads what it still wrote, and how it ended
    }
  }
}

void Session::wait(bool to_write, Deadline& deadline) {
  const auto now = Clock::now();
  // Time in which this program was stopped is not charged to the participant. That in which others ran instead is: they
  // may be its own.
  if (const auto passed = now - std::exchange(deadline.seen, now); passed >= usage_interval) {
    if (const auto stopped = passed - usage_interval - time_in_queue(); stopped > host_stall) {
      deadline.time += stopped;
      begin_ += stopped;
    }
  }
  if (now >= deadline.time) stop_waiting(deadline, to_write);
  if (now - last_usage_ >= usage_interval) check_usage();
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.time - now) + 1ms;
  std::array<pollfd, 4> files{pollfd{output_.get(), POLLIN, 0}, pollfd{warden_->control(), POLLIN, 0},
                              pollfd{error_output_.get(), POLLIN, 0}, pollfd{to_write ? input_.get() : -1, POLLOUT, 0}};
  // A process that writes much and does not read is not read from either, or else its answers would pile up.
  if (to_write && buffer_.size() > longest_message) files[0].fd = -1;
  poll(files.data(), files.size(), static_cast<int>(std::min<long>(left.count(), usage_interval / 1ms)));
  if (files[2].revents != 0) read_errors();
  if (files[0].revents != 0) {
    read_output();
  } else if (files[1].revents != 0) {
    if (warden_->receive().kind == Message::gone) note_end();
  }
}

// It has ended. What it wrote before is there by now.
void Session::note_end() {
  read_all_output();
  gone_ = true;
}

// Sends a message without a payload, and returns the answer of the same kind.
Received Session::answer_of_warden(Message kind) {
  warden_->send(kind, "");
  Received message = warden_->receive();
  for (; message.kind != kind; message = warden_->receive())
    if (message.kind == Message::gone) note_end();
  return message;
}

void Session::check_usage() {
  last_usage_ = Clock::now();
  const auto usage = value_of<Usage>(answer_of_warden(Message::usage).payload);
  used_.cpu_seconds = usage.cpu_seconds;
  const Confinement& confinement = *pool_->setup().confinement;
  if (usage.memory > confinement.limits.memory) stop(Status::crashed, "memory");
  if (usage.cpu_seconds > confinement.limits.time * confinement.tolerance) stop(Status::timeout, "cpu");
}

Departure Session::end(double grace) {
  if (!warden_) return {};
  auto warden = std::move(warden_);  // if what follows fails, it is not used again
  Departure departure;
  try {
    go_on(*warden);
    warden->send(Message::finish, bytes_of(grace));
    departure = value_of<Departure>(warden->expect(Message::finish));
    if (departure.killed && shortage(*warden) != Shortage::none) throw HostFault("the machine ran out of memory");
  } catch (const HostFault& fault) {
    const Shortage kind = shortage(*warden);
    if (kind == Shortage::none) throw;
    if (kind == Shortage::of_machine) throw OutOfMemory(fault.what());
    departure.too_much_memory = true;
    warden.reset();
  }
  used_ = {.cpu_seconds = departure.cpu_seconds,
           .wall_seconds = std::chrono::duration<double>(Clock::now() - begin_).count(),
           .peak_memory = departure.peak_memory,
           .peak_tasks = departure.peak_tasks};
  for (std::size_t before = 0; error_output_.get() >= 0;) {
    before = errors_.size();
    read_errors();
    if (errors_.size() == before) break;
  }
  // What is kept is text.
  if (!errors_.empty()) errors_ = parse_json(text_of_json(json(errors_))).get<std::string>();
  if (warden) pool_->give_back(std::move(warden));
  return departure;
}

void Session::stop(Status status, const char* error) {
  end(0);
  throw ParticipantFailed(status, error, errors_);
}

void Session::stop_waiting(const Deadline& deadline, bool to_write) {
  // A process that waits for its next message with the answer still in a buffer writes it out when its input ends. One
  // that computes does not wait.
  const std::chrono::duration<double> waited = Clock::now() - deadline.begin;
  const bool idle = used_.cpu_seconds - deadline.cpu_before < waited.count() / 2;
  const bool ask_to_leave = framing_ == Framing::lines && buffer_.empty() && !to_write && idle;
  if (ask_to_leave) input_.reset();
  end(ask_to_leave ? 1 : 0);
  if (ask_to_leave) read_all_output();
  if (framing_ == Framing::lines) {
    const std::string why = to_write                       ? "it does not read its standard input"
                            : !buffer_.empty()             ? what_ails(buffer_, ask_to_leave)
                            : ask_to_leave && answers_ < 2 ? "it wrote nothing: is standard output flushed after each "
                                                             "line?"
                                                           : "";
    add_error_line(why);
  }
  throw ParticipantFailed(Status::timeout, deadline.limit, errors_);
}

void Session::add_error_line(const std::string& line) {
  if (line.empty()) return;
  if (!errors_.empty() && errors_.back() != '\n') errors_ += '\n';
  errors_ += line + '\n';
}

void Session::throw_departure() {
  // A process that has closed its output may be about to exit.
  const Departure d = end(1);
  const Confinement& confinement = *pool_->setup().confinement;
  const Limits& limits = confinement.limits;
  if (d.cpu_seconds > limits.time * confinement.tolerance) throw ParticipantFailed(Status::timeout, "cpu", errors_);
  // What it complained of says more than the rest of a line.
  if (d.signal == 0 && framing_ == Framing::lines && errors_.empty() && !buffer_.empty())
    add_error_line(what_ails(buffer_, false));
  const std::string how = d.too_much_memory                                   ? "memory"
                          : d.too_many_tasks                                  ? "processes"
                          : d.largest_process > limits.memory + common_memory ? "memory"
                          : !d.by_itself                                      ? "eof"
                          : d.exit_code == failed_to_start && errors_.starts_with(start_failure)
                              ? errors_.substr(0, errors_.find('\n'))
                          : d.signal != 0 ? "signal:" + signal_name(d.signal)
                                          : "exit:" + std::to_string(d.exit_code);
  throw ParticipantFailed(Status::crashed, how, errors_);
}

}  // namespace pentocity::isolation
