#include "proof.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>

#include "commands.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/packing/verify.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

// Exit codes of SAT solvers.
constexpr int satisfiable = 10, unsatisfiable = 20;

struct Pipe {
  File out, in;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw UserError("no pipe for cadical: {}", std::strerror(errno));
    out = File(ends[0]);
    in = File(ends[1]);
  }
};

// Appends all that comes out of two pipes, unless `stop` becomes true.
void drain(const File& answers, std::string& answer, const File& proofs, NewFile& proof,
           const std::atomic<bool>& stop) {
  constexpr int wait_ms = 100;
  std::array<char, 1 << 16> bytes{};
  std::array<pollfd, 2> pipes{pollfd{answers.get(), POLLIN, 0}, pollfd{proofs.get(), POLLIN, 0}};
  while (!stop && std::ranges::any_of(pipes, [](const pollfd& pipe) { return pipe.fd >= 0; })) {
    if (poll(pipes.data(), pipes.size(), wait_ms) <= 0) continue;
    for (pollfd& pipe : pipes) {
      if (pipe.revents == 0) continue;
      const ssize_t n = read(pipe.fd, bytes.data(), bytes.size());
      const std::string_view text(bytes.data(), std::max<ssize_t>(n, 0));
      if (pipe.fd == answers.get())
        answer += text;
      else
        proof.append(text);
      if (n == 0 || (n < 0 && errno != EINTR)) pipe.fd = -1;  // it has ended
    }
  }
}

// Runs cadical; `answer` is what it prints. Its exit code, or nothing if it was stopped. The proof comes through a pipe
// and is written here: cadical does not look whether what it writes arrives, and on a full disk a proof is cut.
std::optional<int> run_cadical(const std::string& formula, NewFile& proof, std::string& answer,
                               const std::atomic<bool>& stop) {
  Pipe answers, proofs;
  constexpr int proof_end = 3;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, answers.in.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, proofs.in.get(), proof_end);
  std::array<std::string, 5> words{"cadical", "-q", "--no-binary", formula, fmt::format("/dev/fd/{}", proof_end)};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  const int error = posix_spawnp(&child, "cadical", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  answers.in.reset();
  proofs.in.reset();
  if (error == ENOENT)
    throw UserError("--proof needs the program cadical, which is not there: Debian's package is cadical");
  if (error != 0) throw UserError("cadical cannot be started: {}", std::strerror(error));
  std::exception_ptr failure;
  try {
    drain(answers.out, answer, proofs.out, proof, stop);
  } catch (...) {
    failure = std::current_exception();
  }
  if (failure || stop) kill(child, SIGTERM);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (failure) std::rethrow_exception(failure);
  if (stop) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

SolveResult solve_with_proof(const Puzzle& puzzle, const std::string& path) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string formula = path + ".cnf";
  for (const std::string& file : {path, formula})
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file))
      throw InputError("{}: is no regular file: --proof FILE writes the files FILE and FILE.cnf", file);
  const std::atomic<bool>& stop = stop_on_signals("without a proof");
  const auto [folder, name] = place_of(path);
  NewFile proof(folder, name);
  write_file(formula, exchange::dimacs_text(puzzle), OnDisk::later);
  SolveResult result;
  result.engine = "cadical";
  std::string answer;
  const auto remove_files = [&] {
    remove_file(formula);
    remove_file(path);
  };
  std::optional<int> code;
  try {
    code = run_cadical(formula, proof, answer, stop);
    if (code == unsatisfiable) proof.finish(OnDisk::now);
  } catch (...) {
    remove_files();
    throw;
  }
  if (code != unsatisfiable) remove_files();
  if (!code) {
    result.complete = false;
    result.interrupted = true;
  } else if (*code == satisfiable) {
    const auto boards = exchange::boards_of_sat(puzzle, answer, "cadical");
    const Verdict verdict = Verifier(puzzle).check(boards.front());
    if (verdict.fault) throw UserError("cadical's answer is no solution: {}", *verdict.fault);
    result.solvable = true;
    result.solutions.push_back(solution_text(puzzle, verdict.solution));
  } else if (*code != unsatisfiable) {
    throw UserError("cadical failed (exit code {}): {}", *code, answer.substr(0, answer.find('\n')));
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace pentocity::app
