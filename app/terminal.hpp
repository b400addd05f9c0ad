#pragma once
// What the terminal can show, by the usual conventions. `file` is a file descriptor: STDOUT_FILENO or STDERR_FILENO.

#include <cstddef>
#include <string_view>

namespace pentocity::app {

/// Tells whether colours are to be written there: to a terminal that is not dumb (the environment variable TERM),
/// unless NO_COLOR is set; CLICOLOR_FORCE other than 0 asks for them anywhere else, too. An empty variable counts as
/// not set.
bool shows_colours(int file);

/// Tells whether a line there can be written over: it is a terminal that is not dumb.
bool rewrites_lines(int file);

/// How many columns the terminal there has; `otherwise` if it is none, or does not tell.
std::size_t terminal_width(int file, std::size_t otherwise);

/// Writes a line of progress (ASCII) to standard error: over the one before if that can be done, and then no longer
/// than the terminal is wide; the last one stays. Elsewhere each is a line of its own.
void show_progress_line(std::string_view line, bool last = false);

/// Removes the line of progress where the next one would have been written over it.
void clear_progress_line();

}  // namespace pentocity::app
