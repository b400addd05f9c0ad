// Solutions as Knuth's exact-cover solvers and SAT solvers print them.
#include "input.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/input/user_error.hpp"

using namespace pentocity;
using namespace pentocity::exchange;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const packing::Puzzle puzzle = packing::builtin_puzzle("gerrymander-5x5");
  static const packing::Verifier verifier(puzzle);
  const std::string_view text = fuzz::text_of(data, size);
  for (const auto& read : {boards_of_dlx, boards_of_sat}) try {
      for (const auto& board : read(puzzle, text, "fuzz")) verifier.check(board);
    } catch (const InputError&) {
    }
  is_dlx_solution(text);
  is_sat_solution(text);
  return 0;
}
