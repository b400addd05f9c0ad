#include "drawn_land.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/core/index_of.hpp"

namespace pentocity::app {

namespace {

std::string wide_cell(const CellLook& cell) {
  return fmt::format("\x1b[48;5;{}m\x1b[38;5;{}m{}", cell.ground, cell.text_colour,
                     cell.text.empty() ? "  " : cell.text);
}

int of_half(const CellLook& cell) {
  return !cell.text.empty() && cell.instead_of_text != 0 ? cell.instead_of_text : cell.ground;
}

}  // namespace

int terminal_colour_of(Kind kind, bool second_shade) {
  static constexpr int colours[all_kinds.size()][2] = {{231, 231}, {214, 178}, {61, 60},
                                                       {36, 36},   {153, 153}, {237, 237}};
  return colours[index_of(kind)][second_shade ? 1 : 0];
}

LandStyle land_style(bool colour, int side, std::size_t width) {
  return !colour ? LandStyle::plain : width < static_cast<std::size_t>(2 * side) ? LandStyle::half : LandStyle::wide;
}

std::vector<std::string> drawn_lines(int side, int first, int last, LandStyle style, const LandLook& look) {
  std::vector<std::string> out;
  const int rows = style == LandStyle::half ? 2 : 1;
  for (int r = 0; r < side; r += rows) {
    std::string& line = out.emplace_back();
    for (int c = first; c < last; ++c) {
      const CellLook cell = look({r, c});
      if (style == LandStyle::plain) {
        line += cell.symbol;
      } else if (style == LandStyle::wide) {
        line += wide_cell(cell);
      } else {
        const std::string lower = r + 1 < side ? fmt::format("48;5;{}", of_half(look({r + 1, c}))) : "49";
        line += fmt::format("\x1b[{}m\x1b[38;5;{}m▀", lower, of_half(cell));
      }
    }
    if (style != LandStyle::plain) line += "\x1b[0m";
  }
  return out;
}

std::string drawn_land(int side, std::size_t width, LandStyle style, const LandLook& look) {
  std::string out;
  const int part = static_cast<int>(std::min(width, static_cast<std::size_t>(side)));
  for (int first = 0; first < side; first += part) {
    const int last = std::min(first + part, side);
    if (part < side) out += fmt::format("columns {} to {}:\n", first, last - 1);
    for (const std::string& line : drawn_lines(side, first, last, style, look)) out += line + '\n';
  }
  return out;
}

std::string legend_of_kinds(LandStyle style) {
  std::string out;
  for (const Kind kind : all_kinds)
    out += style == LandStyle::plain
               ? fmt::format("{} {}  ", symbol(kind), name_of(kind))
               : fmt::format("\x1b[48;5;{}m  \x1b[0m {}  ", terminal_colour_of(kind), name_of(kind));
  return out + '\n';
}

}  // namespace pentocity::app
