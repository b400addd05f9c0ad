// A puzzle of BurrTools, with its solutions.
#include "input.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/input/user_error.hpp"

using namespace pentocity;
using namespace pentocity::exchange;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  try {
    write_xmpuzzle(read_xmpuzzle(bytes, "fuzz"));
  } catch (const InputError&) {
  }
  try {
    boards_of_xmpuzzle(bytes, "fuzz");
  } catch (const InputError&) {
  }
  return 0;
}
