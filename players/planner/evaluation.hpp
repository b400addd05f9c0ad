#pragma once
// What a move is worth: a linear evaluation of the whole move with its building, road, park and pond.
//
// The value of a land is a sum over features (weights.inc): edges between kinds, cells, and what remains of the open
// cells after morphological openings (Matheron 1975; Serra 1982). Of a move only the difference is computed, and of
// the sums over rows only the rows near the change.

#include <array>
#include <cstdint>
#include <vector>

#include "city.hpp"
#include "history.hpp"
#include "weights.hpp"

namespace pentocity::players::planner {

/// Only that many shapes of the history are looked at.
inline constexpr int most_shapes = 24;

/// To cut off more cells than `bearable` costs so many points for each of the others: the weights are tuned on games
/// that hardly ever do it, and do not tell that it is their end.
inline constexpr int bearable = 30, unbearable_points = 10;

class Evaluation {
 public:
  /// Readies it for moves on `city`. City and history must stay; gain() changes the city and
  /// changes it back.
  void start(City& city, const Weights& weights, const History& history);

  /// Points by the move, bonuses and the difference of the lands' values, in units of 1/1024. The cells of the building
  /// itself are not counted: they are the same wherever it stands. `shapes`: with the features of shapes asked for.
  std::int64_t gain(const Draft& draft, bool shapes);

  /// Carries the move out on the city for good, and is ready for the next one. In much less time than start().
  void build(const Draft& draft);
  /// Goes on with a copy of the city.
  void move_to(City& city) { city_ = &city; }

  /// For every open cell, edges_of() a building of this type.
  const Field& edges_field(Building type) const { return fields_[static_cast<std::size_t>(type)]; }
  /// The change of value by edges if `kind` came to this empty cell.
  std::int32_t edges_of(Kind kind, int cell) const {
    std::int32_t sum = 0;
    for (int s = 0; s < 4; ++s) {
      const auto other = static_cast<std::size_t>(city_->at(cell, s));
      sum += edges_[static_cast<std::size_t>(kind)][other] - edges_[0][other];
    }
    return sum;
  }
  /// The value of an edge between kinds.
  std::int32_t edge(int a, int b) const { return edges_[a][b]; }
  const Weights& weights() const { return weights_; }

 private:
  // How many open cells a shape can cover: anywhere; where it has road access and touches a park or a pond; where it
  // has all three. (Types without bonus need no park or pond.)
  static constexpr int cover_kinds = 3;
  using Cover = std::array<int, cover_kinds>;
  using Covers = std::array<Cover, most_shapes>;
  // The value of the rows from first to last by the features of cells; if `covers` is given, also by how many open
  // cells of these rows each shape can cover. With `keep`, they become the rows' values from now on.
  std::int64_t value_of_rows(const Plane& reachable, int first, int last, Covers* covers, bool keep);
  std::int64_t value_of_covers(const Covers& covers) const;
  // Rows whose values a move may change, and what is reachable then.
  struct Change {
    int first, last;
    const Plane* reachable;
    int cut_off;  ///< empty cells that are no longer reachable
  };
  // The draft's cells have been placed, and are `built_`.
  Change change_by(int first, int last);
  void update_field(int cell);
  // Are the reachable cells but those built on now still reachable? A quick test near the change; `false` is no answer.
  bool surely_reachable(const Plane& built, int first, int last) const;

  City* city_ = nullptr;
  Weights weights_;
  std::array<std::array<std::int32_t, City::kinds>, City::kinds> edges_{};
  struct TypeWeights {
    std::int32_t open, at_road, near_road, reach_road, at_green, at_both, at_all, near_green, reach_green;
    std::array<std::int32_t, 6> squares;  // by side
  };
  std::array<TypeWeights, 2> types_{};
  struct Shape {
    const SeenShape* seen;
    bool bonus;
  };
  std::vector<Shape> shapes_;

  Plane reachable_, fewer_, built_, heads_;
  std::array<Field, 2> fields_;
  std::array<std::int64_t, 64> row_values_{};
  std::array<std::array<Cover, 64>, most_shapes> row_covers_{};
  Covers covers_{};
  std::int64_t value_of_covers_ = 0;
};

}  // namespace pentocity::players::planner
