#include "proof.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "commands.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/packing/verify.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

// Exit codes of SAT solvers.
constexpr int satisfiable = 10, unsatisfiable = 20;

// Runs cadical; `answer` is what it prints. Its exit code, or nothing if it was stopped.
std::optional<int> run_cadical(const std::string& formula, const std::string& proof, std::string& answer) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw UserError("no pipe for cadical: {}", std::strerror(errno));
  File out(ends[0]), in(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.get(), STDOUT_FILENO);
  std::array<std::string, 5> words{"cadical", "-q", "--no-binary", formula, proof};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  const int error = posix_spawnp(&child, "cadical", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  in.reset();
  if (error == ENOENT)
    throw UserError("--proof needs the program cadical, which is not there: Debian's package is cadical");
  if (error != 0) throw UserError("cadical cannot be started: {}", std::strerror(error));
  std::array<char, 4096> bytes{};
  for (ssize_t n = 0; (n = read(out.get(), bytes.data(), bytes.size())) != 0;) {
    if (n < 0 && errno != EINTR) break;
    if (n > 0) answer.append(bytes.data(), n);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (stop_on_signals()) return std::nullopt;  // the terminal sends the signal to both
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

SolveResult solve_with_proof(const Puzzle& puzzle, const std::string& path) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string formula = path + ".cnf";
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
    code = run_cadical(formula, path, answer);
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
