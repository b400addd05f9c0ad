#pragma once
// The small game in a terminal.

#include <iosfwd>

namespace pentocity::app {

/// Plays one game of tic-tac-toe, X first: a human's moves are read from `in`, everything is printed to `out`. The exit
/// code: done, or interrupted if `in` ends (or the human quits) before the game does.
int play_tictactoe(std::istream& in, std::ostream& out, bool x_is_engine, bool o_is_engine);

}  // namespace pentocity::app
