// A table of published scores.
#include "input.hpp"
#include "pentocity/figures/scores.hpp"
#include "pentocity/input/user_error.hpp"

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  try {
    read_scores(folder.write("scores.csv", fuzz::text_of(data, size)), "score");
  } catch (const InputError&) {
  }
  return 0;
}
