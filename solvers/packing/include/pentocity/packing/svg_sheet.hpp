#pragma once
// Several pictures in one.

#include <span>
#include <string>
#include <string_view>

namespace pentocity::packing {

/// One SVG document that shows pictures of the same size side by side, in rows, on a sheet that is about 4 to 3.
/// @param pictures complete SVG documents, as svg_of() makes them of solutions of the same puzzle; at least one
/// @param title of the whole
/// Throws std::invalid_argument if there is no picture, or the first one does not say its width and height.
std::string svg_sheet(std::span<const std::string> pictures, std::string_view title);

}  // namespace pentocity::packing
