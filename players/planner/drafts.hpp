#pragma once
// The best moves for a request: all sites ranked by a quick guess, the first of them worked out with road, park and
// pond.

#include <array>
#include <cstdint>
#include <vector>

#include "city.hpp"
#include "evaluation.hpp"

namespace pentocity::players::planner {

/// How much is looked at closely.
struct Width {
  int sites = 16;      ///< of the legal ones, by the guess
  int greens = 3;      ///< parks, and ponds, for each
  bool shapes = true;  ///< judge by the shapes asked for too
};

class DraftSearch {
 public:
  DraftSearch();
  /// The moves for this request, at most one for a site, best first; none if no site is left. The evaluation has been
  /// started on this city, which is changed and changed back.
  std::vector<Draft>& find(City& city, Evaluation& evaluation, const Request& request, const Width& width);

 private:
  static constexpr int far = 120;  // as a distance: no way
  using Distances = std::array<std::uint8_t, 64 * 64>;
  struct Green {
    CellList<4> cells;
    std::int32_t value;
  };

  void measure_roads();
  void measure_green(Kind kind, Distances& distances, Field& costs);
  void rank_sites(const Request& request);
  bool lead_road(Draft& draft);
  void add_green(Draft& draft, Kind kind);
  void list_greens(const Draft& draft, Kind kind);
  // The empty cells around a cell as such a window, but those of `without`.
  std::uint64_t window_around(int cell, const Plane& without) const;
  void extend(int cell, CellList<4>& path, const Distances& distances, Kind kind, std::int32_t value);
  void note(const CellList<4>& cells, std::int32_t value);
  std::int32_t edges_of(Kind kind, int cell);

  City* city_ = nullptr;
  Evaluation* evaluation_ = nullptr;
  Width width_;
  bool bonuses_ = true;

  Field roads_, parks_, ponds_;
  Distances to_road_, to_park_, to_pond_;
  std::vector<std::uint32_t> ranking_;
  std::vector<Green> greens_;
  std::vector<Draft> drafts_;

  // Values of single cells, computed when first asked for.
  std::array<std::int32_t, 64 * 64> memo_;
  std::array<std::uint32_t, 64 * 64> memo_time_{};
  std::uint32_t time_ = 0;

  // A window of 7x7 cells around (0,0), row by row from bit 0 on, holds every tetromino that covers (0,0).
  struct Tetromino {
    std::uint64_t window;
    std::array<int, 3> others;  ///< besides (0,0), as steps between bits
    int inner_edges;
  };
  std::vector<Tetromino> tetrominoes_;  // each in each orientation from each of its cells
};

}  // namespace pentocity::players::planner
