// A trace: read, and replayed if it is one.
#include "input.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"

using namespace pentocity;
using namespace pentocity::match;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  try {
    replay_trace(read_trace(folder.write("trace.jsonl", fuzz::text_of(data, size))));
  } catch (const InputError&) {
  }
  return 0;
}
