#pragma once
// Tic-tac-toe in a terminal.

#include <iosfwd>

namespace pentocity::app {

/// Plays one game; X begins. Moves of human players are read from `in`, everything is printed to `out`. Returns the
/// exit code: exit_interrupted if `in` ends or a player quits before the game is over.
int play_tictactoe(std::istream& in, std::ostream& out, bool x_is_engine, bool o_is_engine);

}  // namespace pentocity::app
