// A gerrymander board with its votes, and a plan of districts: each is read as what the text may be.
#include "input.hpp"
#include "pentocity/districting/district_plan.hpp"
#include "pentocity/input/user_error.hpp"

using namespace pentocity;
using namespace pentocity::districting;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Electorate board = read_electorate("ABA#|BBAA|AAAB|BABA", 3);
  const std::string_view text = fuzz::text_of(data, size);
  try {
    picture_of(read_electorate(text));
  } catch (const InputError&) {
  }
  try {
    const Electorate divided = electorate_of_plan(text);
    plan_text(divided, read_plan(divided, text));
  } catch (const InputError&) {
  }
  try {
    read_plan(board, text);
  } catch (const InputError&) {
  }
  return 0;
}
