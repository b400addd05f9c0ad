#pragma once
// Makes players and sequencers from the identities that a results folder holds.

#include <optional>

#include "pentocity/entrants/entrant_id.hpp"
#include "pentocity/entrants/roster.hpp"

namespace pentocity::entrants {

/// The built-in player that an entrant of a schedule describes, with its name in the schedule. None if it is not built
/// in, or if in this version of the program it has other options.
std::optional<PlayerEntry> player_of_identity(const EntrantId& entrant);
/// The same for a sequencer.
std::optional<SequencerEntry> sequencer_of_identity(const EntrantId& entrant);

}  // namespace pentocity::entrants
