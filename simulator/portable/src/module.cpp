#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <mutex>

#include "guest.hpp"
#include "pentocity/input/file.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::portable {
namespace {

// What a process that compiles a module may use: seconds of CPU time and of wall time, and bytes beside what this one
// has.
constexpr rlim_t compile_seconds = 30;
constexpr unsigned compile_wall_seconds = 600;
constexpr rlim_t compile_memory = rlim_t{2} << 30;

constexpr char compiled = 'c', refused = 'r';

// The bytes of this process that RLIMIT_DATA counts.
rlim_t own_data() {
  std::array<rlim_t, 6> pages{};
  std::ifstream file("/proc/self/statm");
  for (rlim_t& number : pages) file >> number;
  return pages[5] * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

void write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

// Compiles in the new process, and writes the result: one of the two letters, and the code or what is wrong.
[[noreturn]] void compile_here(const Wasmtime& api, std::string_view module, rlim_t data, int file) {
  for (const auto& [resource, limit] :
       {std::pair{RLIMIT_CPU, compile_seconds}, {RLIMIT_DATA, data + compile_memory}, {RLIMIT_CORE, rlim_t{0}}}) {
    const rlimit both{limit, limit};
    setrlimit(resource, &both);
  }
  alarm(compile_wall_seconds);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a run that is killed leaves no process behind
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDERR_FILENO);
  wasmtime_module_t* made = nullptr;
  Bytes code;
  wasmtime_error_t* error =
      api.wasmtime_module_new(api.engine, reinterpret_cast<const std::uint8_t*>(module.data()), module.size(), &made);
  if (error == nullptr) error = api.wasmtime_module_serialize(made, &code);
  if (error == nullptr) {
    write_all(file, {&compiled, 1});
    write_all(file, {code.data, code.size});
  } else {
    write_all(file, {&refused, 1});
    write_all(file, message_of(error));
  }
  _exit(0);
}

// The code of a module. It is compiled in a process of its own, so that one that was made to take long or much takes no
// more than the limits.
std::string code_of(const Wasmtime& api, std::string_view module) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw UserError("no pipe can be made to a compiler");
  File here(ends[0]), there(ends[1]);
  const rlim_t data = own_data();
  const pid_t child = fork();
  if (child < 0) throw UserError("no process can be started to compile");
  if (child == 0) compile_here(api, module, data, there.get());
  there.reset();
  std::string out;
  std::array<char, 1 << 16> chunk;
  for (ssize_t n = 0; (n = TEMP_FAILURE_RETRY(::read(here.get(), chunk.data(), chunk.size()))) > 0;)
    out.append(chunk.data(), static_cast<std::size_t>(n));
  int status = 0;
  TEMP_FAILURE_RETRY(waitpid(child, &status, 0));
  if (status != 0 || out.empty())
    throw InputError("it could not be compiled within {} s of CPU time and {} GiB of memory", compile_seconds,
                     compile_memory >> 30);
  if (out[0] == refused) throw InputError("{}", std::string_view(out).substr(1));
  return out.substr(1);
}

}  // namespace

struct Module::State {
  std::once_flag once;
  std::string wrong;  ///< what is wrong with it
  Compiled compiled;
};

Module::Module(std::string bytes, std::string path)
    : bytes_(std::move(bytes)), path_(std::move(path)), state_(std::make_unique<State>()) {
  try {
    check_counts(bytes_);
  } catch (const InputError& e) {
    throw InputError("{}: {}", path_, e.what());
  }
}

Module::~Module() {
  const Compiled& made = state_->compiled;
  if (made.instance != nullptr) wasmtime().wasmtime_instance_pre_delete(made.instance);
  if (made.linker != nullptr) wasmtime().wasmtime_linker_delete(made.linker);
  if (made.module != nullptr) wasmtime().wasmtime_module_delete(made.module);
}

void Module::compile() const {
  std::call_once(state_->once, [this] {
    const Wasmtime& api = wasmtime();
    try {
      make(api);
    } catch (const InputError& e) {
      state_->wrong = fmt::format("{}: {}", path_, e.what());
    }
  });
  if (!state_->wrong.empty()) throw InputError("{}", state_->wrong);
}

void Module::make(const Wasmtime& api) const {
  const auto check = [](wasmtime_error_t* error) {
    if (error != nullptr) throw InputError("{}", message_of(error));
  };
  const std::string code = code_of(api, bytes_);
  Compiled& made = state_->compiled;
  check(api.wasmtime_module_deserialize(api.engine, reinterpret_cast<const std::uint8_t*>(code.data()), code.size(),
                                        &made.module));
  made.linker = api.wasmtime_linker_new(api.engine);
  define_imports(made.linker, made.module);
  check(api.wasmtime_linker_instantiate_pre(made.linker, made.module, &made.instance));
}

const Module::Compiled& Module::compiled() const {
  compile();
  return state_->compiled;
}

}  // namespace pentocity::portable
