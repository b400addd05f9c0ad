// A sequencer that declares an option which every sequencer has.
#include "pentocity/game/sequencer.hpp"

PENTOCITY_EXPORT_SEQUENCER((pentocity::SequencerSpec{
    "own", "its own generator", {{"generator", "mine", "clashes"}}, [](const pentocity::SequencerSetup&) {
      return std::unique_ptr<pentocity::Sequencer>();
    }}))
