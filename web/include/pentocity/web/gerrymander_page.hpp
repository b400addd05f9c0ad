#pragma once

#include <string_view>

namespace pentocity::web {

/// The page to play the gerrymander game, one self-contained HTML file; fill_page() gives it its puzzle, an object of
/// format pentocity-gerrymander-puzzle/1. Without one it plays the puzzle of the day.
std::string_view gerrymander_page();

}  // namespace pentocity::web
