#pragma once
// Solves packing puzzles: finds the first solution, all solutions, one of each class under symmetry, or the numbers of
// solutions and classes (docs/reference/solvers.md).

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// What to find: one solution; all; one of each class under symmetry; or only the numbers of solutions and classes.
enum class Task { first, all, unique, count };

/// A report from a long search.
struct SolveProgress {
  std::string engine;          ///< the one at work
  std::uint64_t nodes;         ///< by all engines that were tried
  std::uint64_t found;         ///< solutions that were come to; with symmetry, each may stand for several
  double share;                ///< an estimate of the share that is done, 0 to 1 (docs/reference/solvers.md)
  std::optional<double> left;  ///< an estimate of the seconds that are left; none while nothing is done, and of `cover`
  double nodes_per_second;     ///< since the last report
  double seconds;              ///< since the beginning, with the time before a checkpoint
  /// A board that the engine is looking at, as solution_text() writes it. Undecided cells look like holes. Empty for
  /// `frontier`, which looks at all boards at once.
  std::string board;
};

/// How to solve.
struct SolveOptions {
  Task task = Task::first;
  /// Stop after so many solutions; for Task::unique, after so many classes.
  std::optional<std::uint64_t> limit;
  /// Whether classes are those under rotations only, so that mirror images are different.
  bool rotations_only = false;
  int jobs = 1;  ///< threads of `scan` and `cover`; others have one. What is found does not depend on it
  Labels labels = Labels::placements;  ///< labels in the texts of solutions
  std::string engine;                  ///< a name from solve_engines(); empty: the program chooses
  /// `frontier` and `cover` give up before they need more memory.
  std::size_t max_bytes = std::size_t{1} << 30;
  /// If this becomes true, the search ends soon with what it has found.
  const std::atomic<bool>* stop = nullptr;
  std::uint64_t progress_every = 0;                    ///< visited nodes between two reports
  double progress_seconds = 0;                         ///< if that is 0: seconds between two reports; 0: no reports
  std::function<void(const SolveProgress&)> progress;  ///< may be called on any thread, but never by two at a time
  /// Gets a line for each step of the choice of an engine, and one if an engine gave up for want of memory. May be
  /// empty.
  std::function<void(const std::string&)> explain, warn;
  /// SolveResult::checkpoint of the same search (the same puzzle and options, but for jobs and reports), which goes on
  /// from there.
  std::string checkpoint;
};

/// What was found.
struct SolveResult {
  /// The number of solutions in decimal digits, for Task::all and Task::count.
  std::optional<std::string> count;
  /// The number of classes in decimal digits, for Task::unique and Task::count.
  std::optional<std::string> unique;
  bool complete = true;  ///< false if the search ended at SolveOptions::limit or was stopped
  /// Whether it was stopped by SolveOptions::stop.
  bool interrupted = false;
  bool solvable = false;  ///< whether a solution was found
  /// The engine that gave the result; "colouring" or "linear program" if that shows that there is no solution.
  std::string engine;
  /// If a colouring or weights show that there is no solution: their sums, in words, line by line. Else empty.
  std::vector<std::string> conflict;
  /// Nodes that were visited, by all engines that were tried.
  std::uint64_t nodes = 0;
  double seconds = 0;
  /// If it was interrupted: from where it can go on, with SolveOptions::checkpoint. Empty if that is the beginning:
  /// `frontier` keeps all boards in memory and is over in minutes, so it is not kept.
  std::string checkpoint;
  /// The text of each solution, sorted. A class is represented by its smallest text.
  std::vector<std::string> solutions;
};

/// Thrown if a checkpoint does not belong to the search, or is damaged.
struct BrokenCheckpoint : std::runtime_error {
  BrokenCheckpoint() : std::runtime_error("it is no checkpoint of this search") {}
};

/// Solves a puzzle. Throws InputError for an unknown engine, or if the chosen engine (without a choice, every engine)
/// cannot hold the puzzle in its tables; and BrokenCheckpoint.
SolveResult solve(const Puzzle& puzzle, const SolveOptions& options);

/// A text that tells searches apart, for the names of checkpoints: 8 hexadecimal digits.
std::string search_key(const Puzzle& puzzle, const SolveOptions& options);

/// An engine, with a summary of one line.
struct EngineInfo {
  std::string name;
  std::string summary;
};
std::vector<EngineInfo> solve_engines();

}  // namespace pentocity::packing
