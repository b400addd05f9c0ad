#pragma once
// Whether games go in lockstep, and what must hold if they do; see plays_in_lockstep().

#include "pentocity/play/run.hpp"

namespace pentocity::play {

/// Throws InputError if a sequencer is adaptive. One that cannot be made is left to its games.
void refuse_adaptive(const Config& config);

/// Throws InputError, before anything is changed, if games of a folder were played in lockstep and this run would play
/// others on the same streams, or if they were not and are to be.
void check_lockstep(const Config& config, const RunOptions& options);

}  // namespace pentocity::play
