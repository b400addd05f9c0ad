#pragma once
// The first part of the evaluation: counts, in some rows of the land, the features of cells and squares, and the cells
// that requested shapes can cover.

#include "city.hpp"
#include "openings.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::players::planner {

/// Rows of the land, from `first` to `last`.
struct RowRange {
  int first, last;
};

/// The features of the open cells of a type, as indices: each counts cells, and the last ones those that squares of 2
/// to 5 rows within the open cells can cover.
struct Open {
  enum Index : std::uint8_t {
    cells,
    at_road,
    near_road,
    reach_road,
    at_amenity,
    at_both,
    at_all,
    near_amenity,
    reach_amenity,
    squares_of_2,
    squares_of_3,
    squares_of_4,
    squares_of_5,
    count
  };
};
/// A number for each: how often it occurs, or its weight.
template <class Number>
using OpenFeatures = std::array<Number, Open::count>;

/// What is counted of cells. `types` are the open cells by Building.
struct Counts {
  int cut_off = 0, closed = 0;
  std::array<OpenFeatures<int>, 2> types{};
};

/// How many open cells the legal positions of a shape cover together: of all positions; of those with road access that
/// touch a park or a pond; of those with road access that touch both. (For buildings that get no bonus the latter two
/// are those with road access.)
using Cover = std::array<int, 3>;

/// The rows of a land that are to be counted, and those around them.
template <class Row>
class Window {
 public:
  /// Reads the rows of the city. `reachable` is City::reachable().
  [[gnu::always_inline]] Window(const City<Row>& city, const Plane<Row>& reachable, RowRange counted,
                                const std::array<OpenFeatures<Points>, 2>& weights)
      : city_(city), reachable_(reachable), weights_(weights), counted_(counted), top_(counted.first - margin) {
    all_ = (counted.last - counted.first + 1 + 2 * margin + block_rows - 1) / block_rows * block_rows;
    find_open();
    find_needs();
    for (LengthRows<Row>& open : open_) open.fill(0, all_, [](const auto& a, const auto& b) { return a & b; });
  }

  /// The rows that are to be counted.
  RowRange counted() const { return counted_; }
  /// Must be called once before count(). Of the features those are left out that have no weight.
  [[gnu::always_inline]] void prepare_cells() {
    measure(by_road(), near_road_);
    measure(parks(), near_parks_);
    measure(ponds(), near_ponds_);
    for (std::size_t type = 0; type < 2; ++type) {
      with_amenities_[type] = false;
      for (const int f : {Open::at_amenity, Open::at_both, Open::at_all, Open::near_amenity, Open::reach_amenity})
        with_amenities_[type] = with_amenities_[type] || weights_[type][f] != 0;
      cover_by_square<2>(type);
      cover_by_square<3>(type);
      cover_by_square<4>(type);
      cover_by_square<5>(type);
    }
  }
  /// Adds the cells of a row of the land to the counts.
  [[gnu::always_inline]] void count(int row, Counts& counts) const {
    const int i = row - top_;
    counts.cut_off += count_cells(city_.empty()[row] & ~reachable_[row]);
    counts.closed += count_cells(city_.empty()[row] & reachable_[row] & ~open_[0].of(1)[i] & ~open_[1].of(1)[i]);
    const Row park = parks()[i], pond = ponds()[i], road = by_road()[i], both = park & pond;
    for (std::size_t type = 0; type < 2; ++type) {
      OpenFeatures<int>& n = counts.types[type];
      const Row open = open_[type].of(1)[i];
      n[Open::cells] += count_cells(open);
      n[Open::at_road] += count_cells(open & road);
      n[Open::near_road] += count_cells(open & near_road_[1][i]);
      n[Open::reach_road] += count_cells(open & near_road_[3][i]);
      for (std::size_t k = 0; k < covered_[type].size(); ++k)
        if (weights_[type][Open::squares_of_2 + k] != 0) n[Open::squares_of_2 + k] += count_cells(covered_[type][k][i]);
      if (!with_amenities_[type]) continue;
      n[Open::at_amenity] += count_cells(open & park) + count_cells(open & pond);
      n[Open::at_both] += count_cells(open & both);
      n[Open::at_all] += count_cells(open & both & road);
      n[Open::near_amenity] += count_cells(open & near_parks_[1][i]) + count_cells(open & near_ponds_[1][i]);
      n[Open::reach_amenity] += count_cells(open & near_parks_[3][i]) + count_cells(open & near_ponds_[3][i]);
    }
  }

  /// Must be called once before cover().
  void prepare_shapes() {
    for (LengthRows<Row>* need : {&needs_.road, &needs_.park, &needs_.pond})
      need->fill(block_rows, all_, [](const auto& a, const auto& b) { return a | b; });
  }
  /// The open cells that the shape can cover in these rows, which must be among those of the window. Calls
  /// use(kind, row, cells) with the number of cells of each kind (see Cover) in each row that can have some.
  template <class Use>
  [[gnu::always_inline]] void cover(const SeenShape& shape, bool bonus, RowRange rows, Use&& use) const {
    const int from = rows.first - top_, end = rows.last - top_ + 1;
    const auto count = [&](std::size_t kind, int i, const BlockOf<Row>& covered) {
      std::array<Row, block_rows> in_rows;
      store_block(in_rows.data(), covered);
      for (int k = 0; k < std::min(block_rows, end - i); ++k) use(kind, top_ + i + k, count_cells(in_rows[k]));
    };
    const LengthRows<Row>& open = open_[index_of(shape.request.type())];
    if (bonus)
      open_by_shape<true>(open, needs_, shape, from, end, count);
    else
      open_by_shape<false>(open, needs_, shape, from, end, count);
  }

 private:
  const Row* parks() const { return needs_.park.of(1); }
  const Row* ponds() const { return needs_.pond.of(1); }
  const Row* by_road() const { return needs_.road.of(1); }

  [[gnu::always_inline]] void find_open() {
    for (int i = 0; i < all_; i += block_rows) {
      const int r = top_ + i;
      const BlockOf<Row> empty = load_block(city_.empty().at(r)) & load_block(reachable_.at(r));
      store_block(open_[0].of(1) + i, empty & ~neighbours_of_rows(city_.of(Kind::factory).at(r)));
      store_block(open_[1].of(1) + i, empty & ~neighbours_of_rows(city_.of(Kind::residence).at(r)));
    }
  }

  [[gnu::always_inline]] void find_needs() {
    for (int i = block_rows; i < all_; i += block_rows) {
      const int r = top_ + i;
      const BlockOf<Row> empty = load_block(city_.empty().at(r));
      store_block(needs_.park.of(1) + i, empty & neighbours_of_rows(city_.big(Kind::park).at(r)));
      store_block(needs_.pond.of(1) + i, empty & neighbours_of_rows(city_.big(Kind::pond).at(r)));
      store_block(needs_.road.of(1) + i,
                  empty & (neighbours_of_rows(city_.of(Kind::road).at(r)) | load_block(city_.edge().at(r))));
    }
  }

  // The cells that are at most one, two and three steps away from a set, in near[1], near[2] and near[3]. A few
  // outermost rows are wrong, because the rows beyond the window are not known; they are among the `margin` rows, which
  // are not counted.
  void measure(const Row* cells, std::array<Rows<Row>, 4>& near) const {
    for (std::size_t distance = 1; distance <= 3; ++distance) {
      for (int i = block_rows; i < all_; i += block_rows)
        store_block(&near[distance][i], neighbours_of_rows(cells + i) | load_block(cells + i));
      cells = near[distance].data();
    }
  }

  template <int side>
  [[gnu::always_inline]] void cover_by_square(std::size_t type) {
    constexpr int k = side - 2;
    if (weights_[type][Open::squares_of_2 + k] != 0)
      open_by_square<side>(open_[type], counted_.last - counted_.first + 1, covered_[type][k]);
  }

  const City<Row>& city_;
  const Plane<Row>& reachable_;
  const std::array<OpenFeatures<Points>, 2>& weights_;
  RowRange counted_;
  int top_, all_;                                    // row r of the land has the index r - top_; the number of rows
  std::array<bool, 2> with_amenities_;               // whether any of their features has a weight, by type
  alignas(32) std::array<LengthRows<Row>, 2> open_;  // by type, and by runs of cells that are all open
  alignas(32) Needs<Row> needs_;
  alignas(32) std::array<Rows<Row>, 4> near_road_, near_parks_, near_ponds_;
  std::array<std::array<Rows<Row>, 4>, 2> covered_;  // by type and side less 2: the open cells that squares cover
};

}  // namespace pentocity::players::planner

#pragma GCC diagnostic pop
