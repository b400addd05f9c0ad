#pragma once
// Solves packing puzzles: the first solution, all of them, one of each class under symmetry, or their numbers.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

enum class Task { first, all, unique, count };

/// What a long search is at.
struct SolveProgress {
  std::uint64_t nodes;
  std::string board;  ///< a board of the search, as solution_text writes it; cells that are still open are holes
};

struct SolveOptions {
  Task task = Task::first;
  std::optional<std::uint64_t> limit;                  ///< stop after so many solutions (classes, for Task::unique)
  int jobs = 1;                                        ///< threads; results do not depend on it
  Labels labels = Labels::placements;                  ///< in the texts of solutions
  std::string engine;                                  ///< a name from solve_engines(); empty: the program chooses
  const std::atomic<bool>* stop = nullptr;             ///< set from elsewhere: end soon with what was found
  std::uint64_t progress_every = 0;                    ///< nodes between reports; 0: none
  std::function<void(const SolveProgress&)> progress;  ///< called from any thread, one at a time
};

struct SolveResult {
  std::optional<std::string> count;   ///< decimal; of all solutions, if asked for
  std::optional<std::string> unique;  ///< of classes, if asked for
  bool complete = true;               ///< false after a limit or a stop
  bool interrupted = false;
  bool solvable = false;  ///< was a solution found?
  std::string engine;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<std::string> solutions;  ///< solution_text of each, sorted; a class by its least member
};

/// Solves. Throws InputError for an unknown engine, or one that cannot hold the puzzle.
SolveResult solve(const Puzzle& puzzle, const SolveOptions& options);

/// The names of the engines and what each does, one line each.
struct EngineInfo {
  std::string name;
  std::string summary;
};
std::vector<EngineInfo> solve_engines();

/// The solution of a text that solve() has returned with Labels::placements.
Solution read_solution(const Puzzle& puzzle, const std::string& text);

}  // namespace pentocity::packing
