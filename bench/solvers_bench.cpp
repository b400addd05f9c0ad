// The puzzle solvers on one thread: `--benchmark_filter=meteor`, for instance.

#include <benchmark/benchmark.h>

#include "pentocity/packing/solve.hpp"

namespace {

using namespace pentocity;
using namespace pentocity::packing;

void solves(benchmark::State& state, const char* name, Task task) {
  const Puzzle puzzle = builtin_puzzle(name);
  SolveOptions options;
  options.task = task;
  std::uint64_t nodes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const SolveResult result = solve(puzzle, options);
    nodes = result.nodes;
    benchmark::DoNotOptimize(result.solutions.data());
  }
  state.counters["nodes"] = static_cast<double>(nodes);
}

BENCHMARK_CAPTURE(solves, popinjay_all, "popinjay", Task::all)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, meteor_all, "meteor", Task::all)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, pentominoes_6x10_unique, "pentominoes-6x10", Task::unique)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, pentominoes_6x10_count, "pentominoes-6x10", Task::count)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, pentominoes_5x12_unique, "pentominoes-5x12", Task::unique)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, pentominoes_4x15_unique, "pentominoes-4x15", Task::unique)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, pentominoes_3x20_unique, "pentominoes-3x20", Task::unique)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, pentominoes_8x8_unique, "pentominoes-8x8", Task::unique)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solves, gerrymander_5x5_all, "gerrymander-5x5", Task::all)->Unit(benchmark::kMillisecond);

}  // namespace
