#pragma once
// `mix`: a request stream described in YAML, no code needed. docs/adding-a-sequencer.md has its keys and its draws.

#include <memory>
#include <string>

#include "pentocity/game/sequencer.hpp"

namespace pentocity {

struct MixPhase;

/// A checked mix file. Immutable; copies share the phases.
struct MixSpec {
  std::string name;                      ///< what the file says, else the file's name without folder and extension
  Generator generator = Generator::pcg;  ///< what the stream is to be drawn from
  std::string contents;                  ///< the bytes of the file, which decide the stream
  std::shared_ptr<const std::vector<MixPhase>> phases;
};

/// Reads a mix. Throws InputError, with file, line and column, for whatever is wrong with it.
MixSpec load_mix(const std::string& path);

/// The same from text; `path` stands for the file in messages and for the name.
MixSpec parse_mix(const std::string& text, const std::string& path);

/// The stream of a mix; not adaptive. `random` is to be of the mix's generator.
std::unique_ptr<Sequencer> make_mix(const MixSpec& spec, const RequestRandom& random);

}  // namespace pentocity
