#pragma once
// A solution as a picture.

#include <string>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// A complete SVG document: the cells of the board, an outline around each placement, its label on one of its cells and
/// its kind in a tooltip; holes are white, blocked cells dark. Placements that touch differ in colour, and the colours
/// are told apart by the colour-blind too (the nine "light" ones of Paul Tol's schemes). The same solution gives the
/// same bytes.
std::string svg_of(const Puzzle& puzzle, const Solution& solution, Labels labels = Labels::placements);

}  // namespace pentocity::packing
