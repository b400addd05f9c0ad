#include "evaluation.hpp"

#include <algorithm>

namespace pentocity::players::planner {
namespace {

// How many rows beside those of a move count anew: a move changes which cells are open in the rows next to its own, and
// shapes of up to five rows that use such a cell reach four rows further.
constexpr int reach = 5;

// What edges_field() holds for a value.
std::int16_t in_field(Points value) {
  constexpr Points max = 600;  // the sum over 25 cells, less the cost of a road, then fits 16 bits
  return static_cast<std::int16_t>(std::clamp(value / to_table, -max, max));
}

}  // namespace

template <class Row>
void Evaluation<Row>::start(City<Row>& city, const Weights& weights, const History& history) {
  city_ = &city;
  weighing_.start(weights, history, city.rules());
  reach_.start(city);
  const RowRange whole{0, city.side() - 1};
  const Change<Row> all{{whole, whole}, &reach_.cells()};
  Window<Row> window = this->window(all);
  kept_ = {};
  value_of_rows(window, true);
  keep(change_of_covers(window, all));
  // The cells among empty ones are all alike.
  for (const Building type : {Building::residence, Building::factory})
    fields_[index_of(type)].fill(in_field(4 * (open_edge(kind_of(type)) - open_edge(Kind::empty))));
  for (int r = 0; r < city.side(); ++r) {
    const Row* free = city.empty().at(r);
    const Row among = free[0] << 1 & free[0] >> 1 & free[-1] & free[1];
    for (Row w = free[0] & ~among; w != 0; w &= w - 1) update_field(columns_of<Row> * r + first_column(w));
  }
}

template <class Row>
void Evaluation<Row>::update_field(int cell) {
  for (const Building type : {Building::residence, Building::factory})
    fields_[index_of(type)][cell] = in_field(edges_of(kind_of(type), cell));
}

template <class Row>
[[gnu::always_inline]] inline Window<Row> Evaluation<Row>::window(const Change<Row>& change) const {
  return {*city_, *change.reachable, rows_near(change.box.rows, reach), weighing_.open()};
}

template <class Row>
Points Evaluation<Row>::value_of_rows(Window<Row>& window, bool keep) {
  window.prepare_cells();
  // The cells are counted first; the counts are multiplied by the weights at the end.
  Counts counts;
  for (int row = window.counted().first; row <= window.counted().last; ++row) {
    window.count(row, counts);
    if (!keep) continue;
    kept_.of_row(row) = weighing_.value(counts);
    counts = {};
  }
  return weighing_.value(counts);
}

template <class Row>
CoverChange Evaluation<Row>::change_of_covers(Window<Row>& window, const Change<Row>& change) const {
  window.prepare_shapes();
  const std::vector<Shape>& shapes = weighing_.shapes();
  CoverChange out{.covers = {}, .rows = window.counted(), .in_rows = {}};
  constexpr std::size_t kinds = std::tuple_size_v<Cover>;
  const int stride = out.rows.last - out.rows.first + 1;
  out.in_rows.resize(shapes.size() * kinds * static_cast<std::size_t>(stride));
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    const RowRange rows = rows_near(change.box.rows, shapes[s].rows);
    const auto in_rows = [&](std::size_t kind, int from) {
      return out.in_rows.data() + static_cast<int>(kinds * s + kind) * stride + from - out.rows.first;
    };
    for (std::size_t k = 0; k < kinds; ++k) {
      const std::int16_t* before = kept_.rows_of(s, k) + rows.first;
      std::int16_t* to = in_rows(k, rows.first);
      for (int i = 0; i <= rows.last - rows.first; ++i) {
        to[i] = static_cast<std::int16_t>(-before[i]);
        out.covers[s][k] -= before[i];
      }
    }
    window.cover(*shapes[s].seen, shapes[s].bonus, rows, [&](std::size_t kind, int row, int cells) {
      out.covers[s][kind] += cells;
      std::int16_t& in_row = *in_rows(kind, row);
      in_row = static_cast<std::int16_t>(in_row + cells);
    });
  }
  return out;
}

template <class Row>
void Evaluation<Row>::keep(const CoverChange& change) {
  kept_.add(change, weighing_.shapes().size());
  kept_.of_covers = weighing_.value(kept_.covers());
}

template <class Row>
template <class Before>
Change<Row> Evaluation<Row>::carry_out(const Draft& draft, Before&& before) {
  Box box;
  draft.for_each_cell([&](Kind kind, int cell) {
    before(kind, cell);
    city_->place(kind, cell);
    built_.set(cell);
    box.add(row_of<Row>(cell), column_of<Row>(cell));
  });
  return reach_.after(*city_, built_, box);
}

template <class Row>
void Evaluation<Row>::take_back(const Draft& draft) {
  draft.for_each_cell([&](Kind kind, int cell) {
    city_->remove(kind, cell);
    built_.reset(cell);
  });
}

template <class Row>
Points Evaluation<Row>::gain(const Draft& draft) {
  const bool bonuses = city_->rules().has_bonus(draft.type);
  Points value = bonuses ? bonus * point * draft.bonuses() : 0;
  value += weights()[Feature::road_cell] * std::ssize(draft.road);
  value += weights()[Feature::amenity_cell] * (std::ssize(draft.park) + std::ssize(draft.pond));
  change_ = carry_out(draft, [&](Kind kind, int cell) { value += edges_of(kind, cell); });
  value -= point * unbearable_points * std::max(0, change_.cut_off - bearable);
  Window<Row> window = this->window(change_);
  value += value_of_rows(window, false) - kept_.of_rows(window.counted());
  take_back(draft);
  return value;
}

template <class Row>
CoverChange Evaluation<Row>::change_of_covers(const Draft& draft) {
  const Change<Row> change = carry_out(draft, [](Kind, int) {});
  Window<Row> window = this->window(change);
  CoverChange out = change_of_covers(window, change);
  take_back(draft);
  return out;
}

template <class Row>
Points Evaluation<Row>::value_of(const CoverChange& change) const {
  Covers covers = kept_.covers();
  for (std::size_t s = 0; s < weighing_.shapes().size(); ++s)
    for (std::size_t k = 0; k < covers[s].size(); ++k) covers[s][k] += change.covers[s][k];
  return weighing_.value(covers) - kept_.of_covers;
}

template <class Row>
void Evaluation<Row>::build(const Draft& draft) {
  const Change<Row> change = carry_out(draft, [](Kind, int) {});
  Window<Row> window = this->window(change);
  value_of_rows(window, true);
  keep(draft.covers ? *draft.covers : change_of_covers(window, change));
  reach_.take(change);
  draft.for_each_cell([&](Kind, int cell) {
    built_.reset(cell);
    for (int s = 0; s < 4; ++s) {
      const int there = cell + City<Row>::bit_steps[s];
      if (city_->at(cell, s) == border) continue;
      if (city_->at(cell, s) == Kind::empty) update_field(there);
    }
  });
}

template class Evaluation<NarrowRow>;
template class Evaluation<WideRow>;

}  // namespace pentocity::players::planner
