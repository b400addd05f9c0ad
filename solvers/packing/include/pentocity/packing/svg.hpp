#pragma once
// Solutions as SVG pictures: one of each, or several in one.

#include <span>
#include <string>
#include <string_view>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// A complete SVG document. It shows the cells of the board, an outline around each placement, its label on one of its
/// cells, and its kind in a tooltip; holes are white, blocked cells dark. Placements that touch have different colours,
/// from Paul Tol's scheme "light", which colour-blind people can tell apart. Of a solid the layers are drawn apart, the
/// first on top, without blocked cells, and each part of a placement has its label. The same solution gives the same
/// bytes.
std::string svg_of(const Puzzle& puzzle, const Solution& solution, Labels labels = Labels::placements);

/// One SVG document that shows pictures of the same size side by side, in rows, on a sheet that is about 4 to 3.
/// @param pictures complete SVG documents, as svg_of() makes them of solutions of the same puzzle; at least one
/// @param title of the whole
/// Throws std::invalid_argument if there is no picture, or the first one does not say its width and height.
std::string svg_sheet(std::span<const std::string> pictures, std::string_view title);

}  // namespace pentocity::packing
