#pragma once
// Lands as text for a terminal.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pentocity/game/land.hpp"

namespace pentocity::app {

/// Of the 256 colours that terminals have, that of a kind of cell: the nearest to the one in other pictures of lands
/// (kind_colours). Neighbouring buildings of a kind can alternate between two shades.
int terminal_colour_of(Kind kind, bool second_shade = false);

/// How a cell is drawn.
struct CellLook {
  char symbol = '.';        ///< without colours
  int ground = 231;         ///< its colour, one of 256
  std::string text = {};    ///< two characters, in a cell that is wide; empty: none
  int text_colour = 16;     ///< of these
  int instead_of_text = 0;  ///< its colour where no text fits; 0: `ground`
};
/// How each cell of a land is drawn.
using LandLook = std::function<CellLook(Cell)>;

/// The ways to draw: a character for each cell; in colours with each cell two columns wide, so that it is about square;
/// or in colours with two cells in a column, by the character for its upper half, where the terminal is too narrow for
/// that.
enum class LandStyle : std::uint8_t { plain, wide, half };
/// The way for lands of this side on a terminal of this width.
LandStyle land_style(bool colour, int side, std::size_t width);

/// The lines of a picture of the columns from `first` to before `last` of a land of this side.
std::vector<std::string> drawn_lines(int side, int first, int last, LandStyle style, const LandLook& look);

/// A picture of the whole land: if it is wider than the terminal, in parts, one below the other.
std::string drawn_land(int side, std::size_t width, LandStyle style, const LandLook& look);

/// A line that says what the symbols or colours of the kinds are.
std::string legend_of_kinds(LandStyle style);

}  // namespace pentocity::app
