#pragma once
// The evaluation of moves: what a whole move, with its building, road, park and pond, is worth.
//
// The value of a land is a weighted sum of features, which weights.inc lists. There are three kinds: edges between
// cells of two kinds; cells of a kind; and open cells, on which a building of a type can still come to stand, all of
// them and those that a square or a requested shape within the open cells can cover. (The cells of a region that a
// shape within it can cover are its morphological opening: Matheron, "Random Sets and Integral Geometry", 1975; Serra,
// "Image Analysis and Mathematical Morphology", 1982.) The value of a move is the difference of the land's
// values, and only the rows near the move are counted anew. It is found like this:
//
//   1. The move is carried out on the city. Meanwhile the values of its edges and cells are added up.
//   2. reach.hpp finds the cells that it cuts off from all roads, and with them the rows that it changes.
//   3. window.hpp counts the features of the rows near these anew, those of requested shapes by themselves.
//   4. weighing.hpp multiplies the counts by the weights.
//   5. The values of the same rows before the move, which are kept (KeptValues), are taken off.
//   6. The move is taken back.
//
// docs/research/strategy.md works out three moves with their numbers.

#include <array>
#include <cstdint>
#include <vector>

#include "city.hpp"
#include "history.hpp"
#include "reach.hpp"
#include "weighing.hpp"

namespace pentocity::players::planner {

/// A move that cuts off more than `bearable` empty cells from all roads loses `unbearable_points` points for each
/// further one. The weights do not prevent such moves well enough, because they are tuned on games in which they hardly
/// ever happen.
inline constexpr int bearable = 30, unbearable_points = 10;

/// By how much a move changes what the requested shapes cover.
struct CoverChange {
  Covers covers{};
  RowRange rows;                      ///< all cells of the change are in these
  std::vector<std::int16_t> in_rows;  ///< the change in each, by shape, kind of Cover, and row
};

/// The values of one land, by rows.
template <class Row>
class KeptValues {
 public:
  Points& of_row(int row) { return rows_[row]; }
  Points of_rows(RowRange rows) const {
    Points sum = 0;
    for (int r = rows.first; r <= rows.last; ++r) sum += rows_[r];
    return sum;
  }
  /// What the shapes cover on the whole land, and the value of this.
  const Covers& covers() const { return covers_; }
  Points of_covers = 0;
  /// The number of cells of a kind (see Cover) that a shape covers in each row.
  const std::int16_t* rows_of(std::size_t shape, std::size_t kind) const { return cover_rows_[shape][kind].data(); }
  /// Changes what the shapes cover.
  void add(const CoverChange& change, std::size_t shapes) {
    const std::int16_t* by = change.in_rows.data();
    for (std::size_t s = 0; s < shapes; ++s)
      for (std::size_t k = 0; k < covers_[s].size(); ++k) {
        covers_[s][k] += change.covers[s][k];
        for (int r = change.rows.first; r <= change.rows.last; ++r)
          cover_rows_[s][k][r] = static_cast<std::int16_t>(cover_rows_[s][k][r] + *by++);
      }
  }

 private:
  std::array<Points, columns_of<Row>> rows_{};
  Covers covers_{};
  std::array<std::array<std::array<std::int16_t, columns_of<Row>>, std::tuple_size_v<Cover>>, max_shapes> cover_rows_{};
};

/// The evaluation of moves on a city.
template <class Row>
class Evaluation {
 public:
  /// Prepares the evaluation of moves on `city`, which takes longer than the evaluation of a move. City and history
  /// must live, and be changed by build() only, as long as the other functions are used.
  void start(City<Row>& city, const Weights& weights, const History& history);

  /// What a move is worth without the features of requested shapes, which take longer: its bonuses, and the value of
  /// the land after the move less that before; less the points that a move loses by cutting off more than `bearable`
  /// cells. The points for the building's cells are left out, since they are the same for all sites. The city is
  /// changed during the call and is the same afterwards.
  Points gain(const Draft& draft);
  /// What the move of the last gain() changes. If it is `local`, gain() and change_of_covers() follow from the land at
  /// most Change::about rows and columns away from its box.
  const Change<Row>& change() const { return change_; }
  /// By how much a move changes what the requested shapes cover. The city is changed during the call and is the same
  /// afterwards.
  CoverChange change_of_covers(const Draft& draft);
  /// What such a change is worth. Together with gain() it is what a move is worth by all features.
  Points value_of(const CoverChange& change) const;

  /// City::reachable(), of the land without the moves that were only looked at.
  const Plane<Row>& reachable() const { return reach_.cells(); }

  /// Carries a move out on the city and prepares for the next one, in much less time than start(). Draft::covers, if it
  /// is known, must be that on this land.
  void build(const Draft& draft);
  /// Makes this evaluation work on another city object, which must have the same content: for a copy of an evaluation
  /// together with a copy of its city.
  void move_to(City<Row>& city) { city_ = &city; }

  /// For every empty cell, edges_of() for a building of this type, in 1/64 points and limited to 600 of
  /// them in both directions.
  const Field<Row, std::int16_t>& edges_field(Building type) const { return fields_[index_of(type)]; }
  /// How much the value of the edges between kinds changes if this empty cell becomes one of `kind`.
  Points edges_of(Kind kind, int cell) const {
    Points sum = 0;
    for (int s = 0; s < 4; ++s) {
      const Kind other = city_->at(cell, s);
      sum += weighing_.edge(kind, other) - weighing_.edge(Kind::empty, other);
    }
    return sum;
  }
  /// The value of an edge between an empty cell and one of this kind.
  Points open_edge(Kind kind) const { return weighing_.edge(Kind::empty, kind); }
  const Weights& weights() const { return weighing_.weights(); }

 private:
  // Puts the move on the city, after a call of before(kind, cell) for each cell, and returns what it changes.
  template <class Before>
  Change<Row> carry_out(const Draft& draft, Before&& before);
  // Takes it off again.
  void take_back(const Draft& draft);
  // The rows of the land that are at most `by` rows away from these.
  RowRange rows_near(RowRange rows, int by) const {
    return {std::max(0, rows.first - by), std::min(city_->side() - 1, rows.last + by)};
  }
  // The window of the rows that the change can concern.
  Window<Row> window(const Change<Row>& change) const;
  // The value of its rows by the features of cells and squares. With `keep` it is stored as the present one of each.
  Points value_of_rows(Window<Row>& window, bool keep);
  // By how much the numbers of open cells that each shape covers differ from those that are kept, in the rows for which
  // the change can matter to the shape: those at most Shape::rows away.
  CoverChange change_of_covers(Window<Row>& window, const Change<Row>& change) const;
  // Makes what the shapes cover after a change the present one.
  void keep(const CoverChange& change);
  // Computes the fields anew for an empty cell.
  void update_field(int cell);

  City<Row>* city_ = nullptr;
  Weighing weighing_;
  Reach<Row> reach_;
  Plane<Row> built_;    // the cells of the move that is being looked at
  Change<Row> change_;  // see change()
  KeptValues<Row> kept_;
  std::array<Field<Row, std::int16_t>, 2> fields_;  // see edges_field()
};

}  // namespace pentocity::players::planner
