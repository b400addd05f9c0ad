#pragma once
// The evaluation of moves: what a whole move, with its building, road, park and pond, is worth in points.
//
// The value of a land is a weighted sum of features, which weights.inc lists. There are three kinds: edges between
// cells of two kinds; cells of a kind; and open cells, on which a building of a type can still come to stand, all of
// them and those that a square or a requested shape within the open cells can cover. (The cells of a region that a
// shape within it can cover are its morphological opening: Matheron, "Random Sets and Integral Geometry", 1975; Serra,
// "Image Analysis and Mathematical Morphology", 1982.) The value of a move is the difference of the land's values, and
// only the rows near the move are counted anew. docs/research/strategy.md works out three moves with their numbers.

#include <array>
#include <cstdint>
#include <vector>

#include "city.hpp"
#include "history.hpp"
#include "weights.hpp"

namespace pentocity::players::planner {

/// The maximum number of requested shapes for which features are computed: the first ones of History::shapes().
inline constexpr int max_shapes = 24;

/// A move that cuts off more than `bearable` empty cells from all roads loses `unbearable_points` points for each
/// further one. The weights do not prevent such moves well enough, because they are tuned on games in which they hardly
/// ever happen.
inline constexpr int bearable = 30, unbearable_points = 10;

/// A number for each feature of the open cells of a type: its weight, or how often it occurs.
struct OpenFeatures {
  std::int32_t open = 0, at_road = 0, near_road = 0, reach_road = 0;
  std::int32_t at_green = 0, at_both = 0, at_all = 0, near_green = 0, reach_green = 0;
  std::array<std::int32_t, 6> squares{};  ///< by the side of the square

  /// Tells whether any feature of parks and ponds has a weight.
  bool green() const { return (at_green | at_both | at_all | near_green | reach_green) != 0; }
};

/// The evaluation of moves on a city. All values are in 1/1024 points.
template <class Row>
class Evaluation {
 public:
  /// Prepares the evaluation of moves on `city`, which takes longer than the evaluation of a move. City and history
  /// must live, and be changed by build() only, as long as the other functions are used.
  void start(City<Row>& city, const Weights& weights, const History& history);

  /// What a move is worth: its bonuses, and the value of the land after the move less that before; less the points that
  /// a move loses by cutting off more than `bearable` cells. The points for the building's cells are left out, since
  /// they are the same for all sites. `shapes` says whether the features of requested shapes are included, which takes
  /// longer. The city is changed during the call and is the same afterwards.
  std::int64_t gain(const Draft& draft, bool shapes);

  /// Carries a move out on the city and prepares for the next one, in much less time than start().
  void build(const Draft& draft);
  /// Makes this evaluation work on another city object, which must have the same content: for a copy of an evaluation
  /// together with a copy of its city.
  void move_to(City<Row>& city) { city_ = &city; }

  /// For every empty cell, edges_of() for a building of this type, in 1/64 points and limited to 600 in both
  /// directions.
  const Field<Row, std::int16_t>& edges_field(Building type) const { return fields_[static_cast<std::size_t>(type)]; }
  /// How much the value of the edges between kinds changes if this empty cell becomes one of `kind`.
  std::int32_t edges_of(Kind kind, int cell) const {
    std::int32_t sum = 0;
    for (int s = 0; s < 4; ++s) {
      const auto other = static_cast<std::size_t>(city_->at(cell, s));
      sum += edges_[static_cast<std::size_t>(kind)][other] - edges_[0][other];
    }
    return sum;
  }
  /// The value of an edge between cells of two kinds, given as numbers (City::border is one of them).
  std::int32_t edge(int a, int b) const { return edges_[a][b]; }
  const Weights& weights() const { return weights_; }

 private:
  // How many open cells the legal positions of a shape cover together: of all positions; of those with road access that
  // touch a park or a pond; of those with road access that touch both. (For buildings that get no bonus the latter two
  // are those with road access.)
  static constexpr int cover_kinds = 3;
  using Cover = std::array<int, cover_kinds>;
  using Covers = std::array<Cover, max_shapes>;
  // The value of the whole land by the features of requested shapes.
  std::int64_t value_of_covers(const Covers& covers) const;
  // What a move changes: the rows from `first` to `last` have all cells that it fills or cuts off; and the reachable
  // cells after it.
  struct Change {
    int first, last;
    const Plane<Row>* reachable;
    int cut_off;  ///< the number of empty cells that are no longer reachable
  };
  // The change by a move whose cells are in the rows from first to last. They have been placed, and are `built_`.
  Change change_by(int first, int last);
  // The first and the last row of the land that are at most `by` rows away from the change's.
  std::pair<int, int> rows_near(const Change& change, int by) const;
  // The value, by the features of cells and squares, of the rows that the change can concern. If `covers` is not null,
  // it is filled with the numbers of open cells that each shape covers, in the rows for which the change can matter to
  // the shape: those at most Shape::rows away. With `keep` the results are stored as the rows' present ones.
  std::int64_t value_of_rows(const Change& change, Covers* covers, bool keep);
  // Computes the fields anew for an empty cell.
  void update_field(int cell);
  // A quick test near the move: `true` means that all reachable cells that are still empty are reachable after it;
  // `false` means that this is not known.
  bool surely_reachable(const Plane<Row>& built, int first, int last) const;

  City<Row>* city_ = nullptr;
  Weights weights_;
  std::array<std::array<std::int32_t, City<Row>::kinds>, City<Row>::kinds> edges_{};  // see edge()
  // The weights of the open cells of a type, multiplied by the type's share of the requests. Those of parks and ponds
  // are 0 if the type gets no bonus.
  std::array<OpenFeatures, 2> types_{};
  struct Shape {
    const SeenShape* seen;
    bool bonus;  // whether its buildings get a bonus
    int rows;    // of the rotation with the most rows
  };
  std::vector<Shape> shapes_;

  // The reachable cells, those after the move that was looked at last, the cells of that move, and City::road_heads().
  Plane<Row> reachable_, fewer_, built_, heads_;
  std::array<Field<Row, std::int16_t>, 2> fields_;
  // The present results: the value of each row; what each shape covers above each row, so that two of these numbers
  // tell what it covers between; and the value of what the shapes cover on the whole land.
  std::array<std::int64_t, columns_of<Row>> row_values_{};
  std::array<std::array<Cover, columns_of<Row> + 1>, max_shapes> covers_above_{};
  std::int64_t value_of_covers_ = 0;
};

}  // namespace pentocity::players::planner
