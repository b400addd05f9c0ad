#include "drawn_land.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/core/index_of.hpp"
#include "pentocity/game/palette.hpp"

namespace pentocity::app {

namespace {

std::string wide_cell(const CellLook& cell) {
  return fmt::format("\x1b[48;5;{}m\x1b[38;5;{}m{}", cell.ground, cell.text_colour,
                     cell.text.empty() ? "  " : cell.text);
}

// Red, green or blue.
int part_of(std::uint32_t rgb, int part) { return static_cast<int>(rgb >> (16 - 8 * part) & 0xff); }

// Red, green or blue of a terminal's colour, from 16 on: 216 colours of six levels each, and 24 greys.
int terminal_part(int colour, int part) {
  constexpr std::array levels{0, 95, 135, 175, 215, 255};
  constexpr std::array place{36, 6, 1};
  return colour >= 232 ? 8 + 10 * (colour - 232) : levels[static_cast<std::size_t>((colour - 16) / place[part] % 6)];
}

// The terminal's colour that is nearest to this one with so much of its light.
int nearest_of_terminal(std::uint32_t rgb, double light) {
  const auto distance = [&](int colour) {
    double sum = 0;
    for (int part = 0; part < 3; ++part) {
      const double off = light * part_of(rgb, part) - terminal_part(colour, part);
      sum += off * off;
    }
    return sum;
  };
  int best = 16;
  for (int colour = 17; colour < 256; ++colour)
    if (distance(colour) < distance(best)) best = colour;
  return best;
}

int of_half(const CellLook& cell) {
  return !cell.text.empty() && cell.instead_of_text != 0 ? cell.instead_of_text : cell.ground;
}

}  // namespace

int terminal_colour_of(Kind kind, bool second_shade) {
  constexpr double darker = 0.9;
  static const auto colours = [] {
    std::array<std::array<int, 2>, all_kinds.size()> nearest{};
    for (std::size_t k = 0; k < nearest.size(); ++k)
      nearest[k] = {nearest_of_terminal(kind_colours[k].rgb, 1), nearest_of_terminal(kind_colours[k].rgb, darker)};
    return nearest;
  }();
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
