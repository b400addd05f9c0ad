#include "host/launch.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <csignal>

#include "kernel.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/isolation/one_core.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {

namespace fs = std::filesystem;

fs::path own_file() {
  Dl_info information;
  link_map* object = nullptr;
  const bool found = dladdr1(reinterpret_cast<void*>(&own_file), &information, reinterpret_cast<void**>(&object),
                             RTLD_DL_LINKMAP) != 0;
  return found && *object->l_name != '\0' ? fs::path(object->l_name) : fs::read_symlink("/proc/self/exe");
}

namespace {

using match::HostFault;

WardenProgram opened(const std::string& path) { return {path, File(open(path.c_str(), O_RDONLY | O_CLOEXEC))}; }

// Of a package that holds two copies of the code, the warden of the same copy.
WardenProgram& chosen_program() {
  static WardenProgram program = [] {
    const fs::path folder = own_file().parent_path();
    for (const fs::path& place : {folder, folder / "bin"})
      if (WardenProgram found = opened(place / "pentocity-warden"); found.file.get() >= 0) return found;
    return opened(folder.parent_path() / "libexec/pentocity/pentocity-warden");
  }();
  return program;
}

// The environment of an untrusted process: the variables by which programs are found and by which they know language
// and time zone, and none that may hold a secret of this user or tell about this run.
std::vector<std::string> environment(const std::string& home) {
  std::vector<std::string> out{"HOME=" + home, "TMPDIR=" + home, "PYTHONDONTWRITEBYTECODE=1",
                               // So that sets are in the same order in each game.
                               "PYTHONHASHSEED=0",
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

// Between here and exec the new process is a copy of one thread of this one: plain system calls only. `words` and
// `variables` end in a null; `warden` is the warden's own program.
[[noreturn]] void become_warden(const Launch& launch, char* const* words, char* const* variables, int control,
                                int warden, int errors) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGXFSZ, SIGPIPE}) ::signal(signal, SIG_DFL);
  // A terminal's Ctrl-C is for the run, which finishes the games under way.
  setsid();
  let_run_on(0, launch.cores);
  if (launch.group >= 0 && write(launch.group, "0", 1) != 1) _exit(127);
  const int nowhere = open("/dev/null", O_RDWR);
  for (int* file : {&control, &warden, &errors}) *file = fcntl(*file, F_DUPFD, 10);
  for (const int file : {0, 1}) dup2(nowhere, file);
  dup2(errors, 2);
  dup2(control, control_file);
  dup2(warden, warden_file);
  close_range(warden_file + 1, ~0U, 0);
  if (launch.program.empty())
    syscall(SYS_execveat, warden_file, "", words, variables, AT_EMPTY_PATH);
  else
    execve(launch.program.c_str(), words, variables);
  _exit(127);
}

}  // namespace

void set_warden_program(const std::string& path) { chosen_program() = opened(path); }

const WardenProgram& warden_program() { return chosen_program(); }

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

Channel make_pipe(bool we_write) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw HostFault(with_errno("no pipe can be made"));
  Channel out{File(ends[we_write ? 1 : 0]), File(ends[we_write ? 0 : 1])};
  fcntl(out.ours.get(), F_SETFL, O_NONBLOCK);
  return out;
}

Launched launch_warden(const Launch& launch) {
  const WardenProgram& program = warden_program();
  if (program.file.get() < 0) throw HostFault(program.path + " cannot be opened");
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw HostFault(with_errno("no socket can be made"));
  // Its ends are closed here, or else it would not be noticed that the process has ended.
  Launched out;
  out.control = File(ends[0]);
  const File theirs(ends[1]);
  Channel errors = make_pipe(false);
  out.errors = std::move(errors.ours);
  std::vector<std::string> words = launch.words, variables = environment(launch.home);
  const std::vector<char*> word_pointers = pointers(words), variable_pointers = pointers(variables);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  out.process = fork();
  if (out.process == 0)
    become_warden(launch, word_pointers.data(), variable_pointers.data(), theirs.get(), program.file.get(),
                  errors.theirs.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (out.process < 0) throw HostFault(with_errno("no process can be started"));
  return out;
}

}  // namespace pentocity::isolation
