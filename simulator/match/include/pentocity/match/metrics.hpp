#pragma once
// What a finished land is measured by: the figures that the 2016 programs recorded, and the true exposed edges.

#include <optional>

#include "pentocity/game/land.hpp"

namespace pentocity::match {

/// Figures of one land. "Built" is any kind but empty; "resort" is park or water; neighbours share an edge, and the
/// edge of the land is nobody's neighbour.
struct Metrics {
  int empty = 0;     ///< cells
  int road = 0;      ///< cells
  int building = 0;  ///< cells of residences and factories
  int resort = 0;    ///< cells of parks and ponds
  /// Bonus points per resort cell; none without resort (not a number).
  std::optional<double> utility;
  /// Pairs of a built and an empty neighbour as recorded in 2016, which misses some (see metrics.cpp); `exposed_edges`
  /// is the true number.
  int perimeter = 0;
  int extendable = 0;        ///< empty cells next to a resort cell
  int giant = 0;             ///< cells of the largest connected empty region, the first by rows on ties
  int giant_perimeter = 0;   ///< pairs of a cell of that region and a built neighbour
  int giant_extendable = 0;  ///< cells of that region next to a resort cell
  int exposed_edges = 0;     ///< pairs of a built and an empty neighbour

  friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// Measures a land; `score` is the game's so far (it enters `utility` alone).
Metrics measure(const Land& land, int score);

}  // namespace pentocity::match
