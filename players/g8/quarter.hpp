#pragma once
// The quarter of the land that the player g8 has planned by hand: where it puts its first residences of each shape, and
// with which road, park and pond.

#include <vector>

#include "pentocity/game/rules.hpp"

namespace pentocity::players {

/// The quarter fits a land of this side only.
inline constexpr int quarter_side = 50;
/// The rows from this one to the lowest, and the columns from the leftmost up to this one, are the quarter.
inline constexpr int quarter_top = 22, quarter_right = 20;

/// The plots of a shape, in the order in which they are used: each as the move that builds on it, but with the rotation
/// of the shape as listed, in quarter turns clockwise.
struct Plots {
  Cells shape;
  std::vector<Move> plots;
};

/// The plots of all 18 one-sided pentominoes.
const std::vector<Plots>& planned_quarter();

}  // namespace pentocity::players
