// Drawn solutions of a built-in puzzle.
#include "input.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/verify.hpp"

using namespace pentocity;
using namespace pentocity::packing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Puzzle puzzle = builtin_puzzle("pentominoes-3x20");
  static const Verifier verifier(puzzle);
  try {
    for (const DrawnBoard& board : read_boards(puzzle, fuzz::text_of(data, size), "fuzz")) verifier.check(board);
  } catch (const InputError&) {
  }
  return 0;
}
