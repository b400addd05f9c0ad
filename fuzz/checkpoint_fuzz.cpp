// A checkpoint of a search.
#include "input.hpp"
#include "pentocity/packing/solve.hpp"

using namespace pentocity;
using namespace pentocity::packing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Puzzle puzzle = builtin_puzzle("meteor");
  static const std::atomic<bool> stop = true;  // it is read, and the board that it names is looked up
  SolveOptions options;
  options.stop = &stop;
  for (const char* const engine : {"scan", "cover"})
    for (const Task task : {Task::all, Task::count}) {
      options.engine = engine;
      options.task = task;
      options.checkpoint = "pentocity-search/1 " + search_key(puzzle, options) + "\n";
      options.checkpoint += fuzz::text_of(data, size);
      try {
        solve(puzzle, options);
      } catch (const BrokenCheckpoint&) {
      }
    }
  return 0;
}
