#pragma once
// The lines of a trace after its first one.

#include <string>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// Appends the line of a turn. `fatal`: it ended the game by an invalid move. `error` is the one of the game, for a
/// turn without an answer.
void append_turn(std::string& out, int number, const Turn& turn, bool fatal, const std::string& error);

/// Appends the last line of a game of so many turns; `grid` is the land at its end as text.
void append_end(std::string& out, const GameResult& result, std::size_t turns, const std::string& grid);

}  // namespace pentocity::match
