#pragma once
// Boards and shapes drawn as text, one character for each cell: reading and writing them.

#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::inline core {

/// The lines of a picture, which end at a line feed or at '|'. Blanks, tabs and carriage returns at the end of a line
/// are dropped, and so are empty lines at the beginning and at the end of the picture.
std::vector<std::string> picture_lines(std::string_view picture);

/// The lines of a picture, by layers: in the plane there is one, and on cubes an empty line, or several, separate one
/// from the next. For example `XX|.X||.X` has a layer of two rows and one of one row. There is one layer at least.
std::vector<std::vector<std::string>> picture_layers(std::string_view picture, Lattice lattice);

/// The cells of the characters that are in `marks`, sorted: the row of a cell is the index of its line in
/// picture_lines(), its column the index of the character in the line; on cubes the row is that within its layer of
/// picture_layers(). Characters of `blanks` are no cells. Throws std::invalid_argument, which names layer, line and
/// column, for any other character.
Cells cells_of_picture(std::string_view picture, std::string_view marks, std::string_view blanks,
                       Lattice lattice = Lattice::square);

/// Draws cells that are normalised (polyomino.hpp): a line for each row of their bounding box, `mark` for a cell and
/// `blank` for none, with `separator` between lines, twice between layers, and none at the end.
std::string picture_of(const Cells& cells, char mark = 'X', char blank = '.', char separator = '\n',
                       Lattice lattice = Lattice::square);

/// The labels of placements and districts that have one character, in order.
inline constexpr std::string_view short_labels = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// The label of the i-th placement or district (from 0): 1-9, a-z, A-Z, then [62], [63], ...
std::string placement_label(int i);

/// Splits the text of a solution or a plan into its labels, one for each cell, and the '|' between rows. For example
/// `a[62]|b` is split into `a`, `[62]`, `|` and `b`.
std::vector<std::string_view> split_labels(std::string_view text);

}  // namespace pentocity::inline core
