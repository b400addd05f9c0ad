#pragma once
// Metrics: figures that are measured on a finished land. The programs of 2016 recorded all but `exposed_edges`.

#include <optional>

#include "pentocity/game/land.hpp"

namespace pentocity::match {

/// The metrics of one land. A cell is built if anything stands on it. Amenities are parks and ponds. Neighbours are
/// cells that share a side; outside of the land there are no neighbours.
struct Metrics {
  int empty = 0;     ///< cells
  int road = 0;      ///< cells
  int building = 0;  ///< cells of residences and factories
  int resort = 0;    ///< cells of amenities
  /// Bonus points per amenity cell; none if there are no amenities.
  std::optional<double> utility;
  /// The number of pairs of a built and an empty neighbour, as the programs of 2016 counted it. They missed some pairs:
  /// in the breadth-first walk of 2016, an amenity cell marked its empty neighbours, which were not counted again, so
  /// the result depends on the order of the walk (metrics.cpp). The correct number is `exposed_edges`. It has nothing
  /// to do with the touching perimeter of a building.
  int perimeter = 0;
  int extendable = 0;  ///< empty cells that touch an amenity
  int giant = 0;       ///< cells of the largest connected region of empty cells; among equals, the first row by row
  int giant_perimeter = 0;   ///< pairs of a cell of that region and a built neighbour
  int giant_extendable = 0;  ///< cells of that region that touch an amenity
  int exposed_edges = 0;     ///< pairs of a built and an empty neighbour

  friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// A metric as it stands in traces, results, tables and claims.
struct MetricInfo {
  std::string_view name;
  int Metrics::* whole;  ///< where it is; null for `utility`, the only one that is no whole number
};

/// All metrics, in the order in which they are written.
inline constexpr std::array metric_infos{
    MetricInfo{"empty", &Metrics::empty},
    MetricInfo{"road", &Metrics::road},
    MetricInfo{"building", &Metrics::building},
    MetricInfo{"resort", &Metrics::resort},
    MetricInfo{"utility", nullptr},
    MetricInfo{"perimeter", &Metrics::perimeter},
    MetricInfo{"extendable", &Metrics::extendable},
    MetricInfo{"giant", &Metrics::giant},
    MetricInfo{"giant_perimeter", &Metrics::giant_perimeter},
    MetricInfo{"giant_extendable", &Metrics::giant_extendable},
    MetricInfo{"exposed_edges", &Metrics::exposed_edges},
};
inline constexpr std::size_t metric_count = metric_infos.size();

/// The value of a metric; NaN for a utility that is not defined.
double value_of(const MetricInfo& metric, const Metrics& metrics);

/// Measures a land. `score` is the score of the game so far; only `utility` depends on it.
Metrics measure(const Land& land, int score);

}  // namespace pentocity::match
