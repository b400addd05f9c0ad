#pragma once
// The colours of lands in all pictures: SVG and PNG, terminals, the report page, the playground, and Python.

#include "pentocity/game/land.hpp"

namespace pentocity::inline game {

/// A colour, 0xRRGGBB, and what the documents call it.
struct Colour {
  std::uint32_t rgb;
  std::string_view word;
};

/// The colour of each kind, in the order of all_kinds, on light ground. They are far enough from each other for
/// colour-blind people, and in a grey picture each of these is darker than the one before it: empty, pond, residence,
/// park, factory, road. On dark ground the report page has others for empty cells and roads.
inline constexpr std::array<Colour, all_kinds.size()> kind_colours{{{0xf6f3ec, "off-white"},
                                                                    {0xf2b134, "yellow"},
                                                                    {0x6350a3, "violet"},
                                                                    {0x12a47c, "green"},
                                                                    {0xb5e1f9, "light blue"},
                                                                    {0x3a3a3a, "dark grey"}}};

}  // namespace pentocity::inline game
