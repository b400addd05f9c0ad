#pragma once
// Players and sequencers from what a results folder remembers of them.

#include <optional>

#include "pentocity/tournament/plan.hpp"
#include "pentocity/tournament/roster.hpp"

namespace pentocity::tournament {

/// The player of a plan, under its name there; none if it is not built in, or another version of this program had it
/// with other options.
std::optional<PlayerEntry> player_of_identity(const Entrant& entrant);
/// The sequencer likewise; none too if it came from a file.
std::optional<SequencerEntry> sequencer_of_identity(const Entrant& entrant);

}  // namespace pentocity::tournament
