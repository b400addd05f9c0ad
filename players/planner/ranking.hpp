#pragma once
// The first part of the search: all legal sites of a request, ranked by a quick estimate.

#include <cstdint>
#include <vector>

#include "city.hpp"
#include "evaluation.hpp"

namespace pentocity::players::planner {

/// A number of steps for each cell.
template <class Row>
using Distances = std::array<std::uint8_t, max_cells<Row>>;
/// The distance of cells from which there is no way.
inline constexpr int far = 120;

/// What a building on each cell would lack, for all cells of a city.
template <class Row>
class Lacks {
 public:
  /// Measures roads and, if the requested building can have a bonus, amenities.
  void measure(const City<Row>& city, const Weights& weights, bool bonuses);

  using Bytes = Field<Row, std::uint8_t>;
  /// The number of road cells that a building on a cell would need, if it is not at the edge of the land; or `far`.
  Distances<Row> to_road;
  /// The same, but 0 at the edge of the land, and `no_way` where there is none.
  Bytes road_lengths;
  static constexpr std::uint8_t no_way = 255;
  struct Amenity {
    /// For each empty cell at most three steps from a cell that touches an amenity that gives a bonus, the number of
    /// these steps.
    Distances<Row> distances;
    /// The estimated cost of an amenity for a building on each cell, by an extension or, where none is possible, a new
    /// one, in 1/64 points.
    Bytes costs;
  };
  Amenity parks, ponds;
  const Amenity& of(Kind amenity) const { return amenity == Kind::park ? parks : ponds; }

 private:
  void measure_roads(const City<Row>& city);
  void measure_amenity(const City<Row>& city, const Weights& weights, Kind kind, Amenity& out);
};

/// The sites of a request that have the best estimates.
template <class Row>
class SiteRanking {
 public:
  /// Ranks the sites and keeps at most so many. `evaluation` must have been started on the city. Without `bonuses`
  /// amenities do not count.
  void rank(const City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks, const Request& request,
            bool bonuses, std::size_t wanted);
  /// The number of sites kept, and each of them, the best first.
  std::size_t size() const { return ranked_.size(); }
  Site site(std::size_t place) const;

 private:
  // The estimates for columns_at_once locations of a rotation, from this row and column on.
  struct Estimates;
  void offer(std::size_t rotation, int row, int column, std::uint32_t legal, const Estimates& estimates);

  // The best sites so far, sorted. The upper 16 bits of an element are the estimate, the lower ones are greater for
  // earlier sites, so that these win ties. A site must exceed `bar_` to get into a full list.
  std::vector<std::uint32_t> ranked_;
  std::size_t wanted_ = 0;
  std::uint32_t bar_ = 0;
};

}  // namespace pentocity::players::planner
