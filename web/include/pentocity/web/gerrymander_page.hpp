#pragma once

#include <string_view>

namespace pentocity::web {

/// The page for playing the gerrymander game: a self-contained HTML file. fill_page() puts a puzzle into it, an object
/// of format `pentocity-gerrymander-puzzle/1`; without one the page shows the puzzle of the day. Empty if Node.js or
/// npm was missing when the program was built.
std::string_view gerrymander_page();

}  // namespace pentocity::web
