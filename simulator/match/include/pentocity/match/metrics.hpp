#pragma once
// Metrics: figures that are measured on a finished land. The programs of 2016 recorded all but those that were `added`.

#include <algorithm>
#include <optional>
#include <variant>

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
  /// Where it is. Optional: some games that were measured do not have it.
  std::variant<int Metrics::*, std::optional<int> Metrics::*, std::optional<double> Metrics::*> member;
  std::string_view summary;  ///< what it is, in a line

  bool added = false;  ///< came after version 2.0.0, so that results and traces may be without it

  /// Whether it is a whole number; else it is one that traces round to six digits, such as a share.
  constexpr bool whole() const { return !std::holds_alternative<std::optional<double> Metrics::*>(member); }
  /// The digits behind the point with which a mean of it is shown.
  constexpr int digits_of_mean() const { return whole() ? 1 : 3; }
};

/// All metrics, in the order in which they are written. A new one comes last, is a std::optional, and `added`.
inline constexpr std::array metric_infos{
    MetricInfo{"empty", &Metrics::empty, "Empty cells"},
    MetricInfo{"road", &Metrics::road, "Road cells"},
    MetricInfo{"building", &Metrics::building, "Cells of residences and factories"},
    MetricInfo{"resort", &Metrics::resort, "Cells of parks and ponds"},
    MetricInfo{"utility", &Metrics::utility, "Bonus points per cell of park or pond"},
    MetricInfo{"perimeter", &Metrics::perimeter, "Edges between built and empty cells, as recorded in 2016"},
    MetricInfo{"extendable", &Metrics::extendable, "Empty cells next to a park or pond"},
    MetricInfo{"giant", &Metrics::giant, "Cells of the largest connected empty area"},
    MetricInfo{"giant_perimeter", &Metrics::giant_perimeter, "Edges between that area and built cells"},
    MetricInfo{"giant_extendable", &Metrics::giant_extendable, "Cells of that area next to a park or pond"},
    MetricInfo{"exposed_edges", &Metrics::exposed_edges, "Edges between built and empty cells"},
};
inline constexpr std::size_t metric_count = metric_infos.size();
inline constexpr std::size_t real_metric_count =
    std::count_if(metric_infos.begin(), metric_infos.end(), [](const MetricInfo& metric) { return !metric.whole(); });
inline constexpr std::size_t metrics_of_2016 = 10;  ///< so many, the first ones, are in all traces

/// The value of a metric; none if it is not defined or not known.
std::optional<double> value_of(const MetricInfo& metric, const Metrics& metrics);

/// Measures a land. `score` is the score of the game so far.
Metrics measure(const Land& land, int score);

}  // namespace pentocity::match
