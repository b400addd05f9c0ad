#pragma once
// Text pictures of boards and shapes, in and out.

#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::inline core {

/// The lines of a picture: split at line feeds or at '|', a carriage return and trailing blanks dropped, and empty
/// lines at the beginning and end too.
std::vector<std::string> picture_lines(std::string_view picture);

/// The cells drawn with one of the characters of `marks`, as (line, character), sorted. Throws std::invalid_argument,
/// with line and column, for a character that is neither in `marks` nor in `blanks`.
Cells cells_of_picture(std::string_view picture, std::string_view marks, std::string_view blanks);

/// Draws normalised cells, `mark` for a cell and `blank` for none, lines joined by `separator`; no separator at the
/// end.
std::string picture_of(const Cells& cells, char mark = 'X', char blank = '.', char separator = '\n');

/// The label of the i-th placement or district (from 0): 1-9, a-z, A-Z, then [62], [63], ...
std::string placement_label(int i);

}  // namespace pentocity::inline core
