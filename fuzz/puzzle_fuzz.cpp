// A puzzle.
#include "input.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/puzzle.hpp"

using namespace pentocity;
using namespace pentocity::packing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    parse_puzzle(std::string(fuzz::text_of(data, size)), "fuzz");
  } catch (const InputError&) {
  }
  return 0;
}
