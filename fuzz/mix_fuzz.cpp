// A request stream described in YAML: what can be read can be played.
#include "input.hpp"
#include "pentocity/entrants/roster.hpp"

using namespace pentocity;
using namespace pentocity::entrants;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  try {
    const SequencerEntry mix = sequencer_of_file("mix", folder.write("mix.yaml", fuzz::text_of(data, size)));
    const auto stream = mix.make(50, 1);
    for (int turn = 0; turn < 20; ++turn) stream->next(turn, nullptr);
  } catch (const InputError&) {
  }
  return 0;
}
