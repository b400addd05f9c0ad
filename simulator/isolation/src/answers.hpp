#pragma once
// The lines of players and sequencers in other languages: whatever they hold, it is read or refused.

#include <string>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::isolation {

/// A player's answer for this turn. Throws UnreadableAnswer, which quotes the line, for anything else.
Move move_of_line(const std::string& line, int turn);

/// A sequencer's, likewise. Whether the request is a proper one is not looked at.
Request request_of_line(const std::string& line, int turn);

}  // namespace pentocity::isolation
