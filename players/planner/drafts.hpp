#pragma once
// The best moves for a request. All legal sites are ranked by a quick estimate; for the first of them roads, parks and
// ponds are worked out and judged by the evaluation.

#include <array>
#include <cstdint>
#include <vector>

#include "city.hpp"
#include "evaluation.hpp"

namespace pentocity::players::planner {

/// How many alternatives are worked out and judged by the evaluation.
struct Width {
  int sites = 16;        ///< sites: those with the best estimates
  int amenities = 3;     ///< parks for each site, and as many ponds
  int alternatives = 0;  ///< the best sites for each of which a second park and a second pond, and none, are tried too
  /// Sites for which the features of requested shapes, which take longer (Evaluation::gain), are counted: those that
  /// without these features are at most so far behind the best one, in 1/1024 points. The others are left out.
  std::int64_t margin = std::int64_t{1} << 40;
};

/// The search. One object can serve one request after the other.
template <class Row>
class DraftSearch {
 public:
  DraftSearch();
  /// The moves for a request, sorted by their value with the best first; empty if there is no legal site that a road of
  /// at most max_road cells can reach. There is at most one for each site, but up to four for the best
  /// `width.alternatives` sites, which differ in their parks and ponds. The evaluation must have been started on this
  /// city. The city is changed during the search and is the same afterwards. The list is valid until the next call.
  std::vector<Draft>& find(City<Row>& city, Evaluation<Row>& evaluation, const Request& request, const Width& width);

 private:
  static constexpr int far = 120;  // the distance of cells from which there is no way
  // A number of steps for each cell.
  using Distances = std::array<std::uint8_t, max_cells<Row>>;
  using Bytes = Field<Row, std::uint8_t>;
  // A possible park or pond and its estimated value in 1/1024 points.
  struct Amenity {
    CellList<4> cells;
    std::int32_t value;
  };

  // Fills to_road_ with the number of road cells that a building on each cell would need, and roads_ with the same,
  // but 0 at the edge of the land.
  void measure_roads();
  // For each empty cell at most three steps from a cell that touches a park (or pond) that gives a bonus, the number of
  // these steps; and for each cell the estimated cost of a park (or pond) for a building on it, by an extension or,
  // where none is possible, a new one.
  void measure_amenity(Kind kind, Distances& distances, Bytes& costs);
  // Fills ranking_ with the sites that have the best estimates.
  void rank_sites(const Request& request);
  // Adds the cells of a shortest road to the draft if the building needs one; false if none of at most max_road cells
  // reaches it.
  bool lead_road(Draft& draft);
  // The best `count` of these, the best first: the draft as it is, and with each of the most promising parks (or
  // ponds). Only the draft if it needs none.
  std::vector<Draft> best_with(const Draft& draft, Kind kind, std::size_t count);
  // Adds moves to drafts_ that differ from the first `sites` ones in their parks and ponds only.
  void add_alternatives(int sites);
  // Fills amenities_ with the parks (or ponds) beside the draft's building that have the best estimates.
  void list_amenities(const Draft& draft, Kind kind);
  // The empty cells of the 7x7 cells around a cell, as in Tetromino::window, without those of `without`.
  std::uint64_t window_around(int cell, const Plane<Row>& without) const;
  // Notes all extensions of at most three cells that begin with `path` and this cell. `value` is the estimate of
  // `path`.
  void extend(int cell, CellList<4>& path, const Distances& distances, Kind kind, std::int32_t value);
  // Inserts a park (or pond) into amenities_ if it is one of the best.
  void note(const CellList<4>& cells, std::int32_t value);
  // Evaluation::edges_of(), computed once for each cell while time_ stays the same.
  std::int32_t edges_of(Kind kind, int cell);

  City<Row>* city_ = nullptr;
  Evaluation<Row>* evaluation_ = nullptr;
  Width width_;
  bool bonuses_ = true;  // whether the requested building can have a bonus

  Bytes roads_;          // the lengths of roads; `no_way` where there is none
  Bytes parks_, ponds_;  // the estimated costs of a park or pond for a building on each cell, in 1/64 points
  Distances to_road_, to_park_, to_pond_;
  std::vector<std::uint32_t> ranking_;  // the best first; the upper 16 bits are the estimate, the lower ones the site
  std::vector<Amenity> amenities_;
  std::vector<Draft> drafts_;

  // The results of edges_of(): memo_[cell] is valid if memo_time_[cell] == time_.
  std::array<std::int32_t, max_cells<Row>> memo_;
  std::array<std::uint32_t, max_cells<Row>> memo_time_{};
  std::uint32_t time_ = 0;

  // A tetromino, in one orientation, that covers the cell (0,0). A window is the 7x7 cells around (0,0) as bits, row by
  // row from bit 0 on; every such tetromino fits in.
  struct Tetromino {
    std::uint64_t window;
    std::array<int, 3> others;  ///< its other cells, as differences of cell numbers
    int inner_edges;            ///< number of pairs of its cells that touch
  };
  std::vector<Tetromino> tetrominoes_;  // all, in all orientations, with each of their cells at (0,0)
};

}  // namespace pentocity::players::planner
