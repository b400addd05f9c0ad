// A config, with the mixes and rules in it. What its entries start is never a program or library.
#include "input.hpp"
#include "pentocity/tournament/config.hpp"

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::isolation;
using namespace pentocity::tournament;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  static const bool no_wardens = (set_warden_program("/nonexistent"), true);
  static_cast<void>(no_wardens);
  try {
    load_config(folder.write("cup.yaml", fuzz::text_of(data, size)));
  } catch (const InputError&) {
  }
  return 0;
}
