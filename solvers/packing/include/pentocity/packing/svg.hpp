#pragma once
// A solution as an SVG picture.

#include <string>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// A complete SVG document. It shows the cells of the board, an outline around each placement, its label on one of its
/// cells, and its kind in a tooltip; holes are white, blocked cells dark. Placements that touch have different colours,
/// from Paul Tol's scheme "light", which colour-blind people can tell apart. The same solution gives the same bytes.
std::string svg_of(const Puzzle& puzzle, const Solution& solution, Labels labels = Labels::placements);

}  // namespace pentocity::packing
