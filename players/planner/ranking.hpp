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

/// How many steps empty cells are away from a set of cells, up to `max`, kept up to date while the land changes.
template <class Row, int max>
class Steps {
 public:
  /// Measures again. The nearest cells, at 0 steps, are the empty ones that touch one of `cells` or are among `others`.
  /// Calls note(cell, steps) for each cell whose number of steps has changed since the last call, with `far` if there
  /// is none.
  template <class Note>
  void measure(const City<Row>& city, const Plane<Row>& cells, const Plane<Row>& others, Note&& note);

 private:
  std::array<Plane<Row>, max + 1> layers_;  // by steps; those from count_ on are empty
  int count_ = 0;
  Plane<Row> seen_;  // all of them together
};

/// What a building on each cell would lack, for all cells of a city.
template <class Row>
class Lacks {
 public:
  /// Measures roads and amenities.
  void measure(const City<Row>& city, const Weights& weights);
  /// Measures them again on a city that has come from that of the last call by building or by the reverse, and, without
  /// `bonuses`, roads only. `first` is what had been measured on the city that `differ` compares with.
  void follow(const City<Row>& city, bool bonuses, const Lacks& first);

  using Bytes = Field<Row, std::uint8_t>;
  /// The number of road cells that a building on a cell would need, if it is not at the edge of the land; or `far`.
  Distances<Row> to_road;
  /// The same, but 0 at the edge of the land, and `no_way` where there is none.
  Bytes road_lengths;
  static constexpr std::uint8_t no_way = 255;
  /// The cells where road_lengths differs from that of `first`.
  Plane<Row> roads_differ;
  struct Amenity {
    /// For each empty cell at most three steps from a cell that touches an amenity that gives a bonus, the number of
    /// these steps.
    Distances<Row> distances;
    /// The estimated cost of an amenity for a building on each cell, by an extension or, where none is possible, a new
    /// one, in 1/64 points.
    Bytes costs;
    Plane<Row> differ;  ///< the cells where `costs` differs from that of `first`
    Steps<Row, 3> steps;
  };
  Amenity parks, ponds;
  const Amenity& of(Kind amenity) const { return amenity == Kind::park ? parks : ponds; }

 private:
  Steps<Row, max_road> road_steps_;
  Plane<Row> served_;                       // the empty cells at the edge of the land
  std::array<std::uint8_t, 5> costs_ = {};  // Amenity::costs by the number of steps; the last one for new amenities
};

/// The sites of a request that have the best estimates.
template <class Row>
class SiteRanking {
 public:
  /// Begins a turn on this city. The arguments must live, and not change, until the next turn.
  void begin_turn(const City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks) {
    firsts_.clear();
    first_ = {&city, &evaluation, &lacks};
  }
  /// Ranks the sites on a city that has come by building from that of the turn, and keeps at most so many. `lacks` must
  /// compare with those of the turn. Without `bonuses` amenities do not count. Sites whose estimates are as at the
  /// beginning of the turn are not estimated again.
  void rank(const City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks, const Request& request,
            bool bonuses, std::size_t wanted);
  /// The number of sites kept, and each of them, the best first.
  std::size_t size() const { return ranked_.size(); }
  Site site(std::size_t place) const;

 private:
  // The land on which sites are ranked.
  struct Ground {
    const City<Row>* city;
    const Evaluation<Row>* evaluation;
    const Lacks<Row>* lacks;
  };
  // The best sites at the beginning of the turn.
  struct First {
    const Request* request;
    std::vector<std::uint32_t> ranked;
    bool all;  // whether these are all legal sites
  };
  // By rotation, the locations at which a building covers one of some cells.
  using Locations = std::array<Plane<Row>, 4>;
  const First& first(const Request& request, bool bonuses, std::size_t wanted);
  // The locations at which the estimate can differ from that at the beginning of the turn.
  void find_changed(const Ground& ground, const Request& request, bool bonuses, Locations& changed) const;
  // Adds the best legal sites to those that are ranked, all or those at these locations.
  void add(const Ground& ground, const Request& request, bool bonuses, const Locations* at);
  // The estimates for columns_at_once locations of a rotation, from this row and column on.
  struct Estimates;
  void offer(std::size_t rotation, int row, int column, std::uint32_t legal, const Estimates& estimates);
  void begin(std::size_t wanted) {
    ranked_.clear();
    wanted_ = wanted;
    bar_ = 0;
  }
  // A site as a number, from its rotation and its corner.
  static int number_of(std::uint32_t rank);

  Ground first_{};
  std::vector<First> firsts_;

  // The best sites so far, sorted. The upper 16 bits of an element are the estimate, the lower ones are greater for
  // earlier sites, so that these win ties. A site must exceed `bar_` to get into a full list.
  std::vector<std::uint32_t> ranked_;
  std::size_t wanted_ = 0;
  std::uint32_t bar_ = 0;
};

}  // namespace pentocity::players::planner
