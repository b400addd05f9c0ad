#pragma once
// The end of a game in words.

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// When a game of so many turns ended: "at turn 5", counted from 0, or "before its first turn". The turn in which a
/// sequencer fails is none of them.
std::string when_it_ended(const GameResult& game, std::size_t turns);

/// How a game ended, in one line: its status, the error, the turn, the seconds if it took too long, and the last line
/// that the player or sequencer wrote to its error output.
std::string how_it_ended(const GameRecord& record);

}  // namespace pentocity::match
