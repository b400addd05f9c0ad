#include "evaluation.hpp"

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cmath>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::players::planner {
namespace {

// The rows of a window of the land: those that are to be counted, and `margin` rows on both sides, into which shapes
// and neighbours reach.
constexpr int margin = 8;
// How many rows beside those of a move count anew: a move changes which cells are open in the rows next to its own, and
// shapes of up to five rows that use such a cell reach four rows further.
constexpr int reach = 5;
template <class Row>
using Rows = std::array<Row, columns_of<Row> + 2 * margin + 8>;
template <class Row, std::size_t size>
const Row* at(const std::array<Row, size>& rows, int i) {
  return &rows[i];
}
template <class Row, std::size_t size>
Row* at(std::array<Row, size>& rows, int i) {
  return &rows[i];
}

constexpr auto both_of = [](const auto& a, const auto& b) { return a & b; };
constexpr auto either_of = [](const auto& a, const auto& b) { return a | b; };

// A set by lengths: in of(n), the cells that are the leftmost of n cells side by side. of(1) is the set itself; fill()
// computes the others, from row `first` on.
template <class Row>
struct LengthRows {
  static constexpr std::size_t size = std::tuple_size_v<Rows<Row>>;
  alignas(32) std::array<Row, 6 * size> rows;

  // Where the row `i` of a length is, in `rows`.
  static std::size_t index(int length, int i) {
    return static_cast<std::size_t>(length) * size + static_cast<std::size_t>(i);
  }
  Row* of(int length) { return &rows[index(length, 0)]; }
  const Row* of(int length) const { return &rows[index(length, 0)]; }
  template <class Join>
  void fill(int first, int end, Join join) {
    for (int i = first; i < end; i += block_rows) {
      const BlockOf<Row> one = load_block(of(1) + i), two = join(one, one >> 1), four = join(two, two >> 2);
      store_block(of(2) + i, two);
      store_block(of(3) + i, join(two, one >> 2));
      store_block(of(4) + i, four);
      store_block(of(5) + i, join(four, one >> 4));
    }
  }
};

// Each cell of the rows together with the length - 1 cells to its right (at most 5 cells).
template <class Block>
Block widened(const Block& b, int length) {
  if (length == 1) return b;
  const Block two = b | b << 1;
  if (length == 2) return two;
  if (length == 3) return two | b << 2;
  const Block four = two | two << 2;
  return length == 4 ? four : four | b << 4;
}

// Morphological opening by a square: the cells that are covered by squares of this side within the open cells.
template <int side, class Row>
void open_by_square(const LengthRows<Row>& runs, int rows, Rows<Row>& covered) {
  alignas(32) Rows<Row> places;
  const Row* wide = runs.of(side);
  for (int i = 4; i < margin + rows; i += block_rows) {
    BlockOf<Row> b = load_block(wide + i);
    for (int k = 1; k < side; ++k) b &= load_block(wide + i + k);
    store_block(at(places, i), b);
  }
  for (int i = margin; i < margin + rows; i += block_rows) {
    BlockOf<Row> b = load_block(at(places, i));
    for (int k = 1; k < side; ++k) b |= load_block(at(places, i - k));
    store_block(at(covered, i), widened(b, side));
  }
}

// The cells at which a shape finds what it needs: of the cells side by side at least one is in the set.
template <class Row>
struct Needs {
  LengthRows<Row> road, park, pond;
};

// How many kinds of places of a shape are told apart: all positions; those with road access and a park or a pond; and
// those with road access and both. (Without bonus there are only two: all positions, and those with road access.)
template <bool bonus>
inline constexpr std::size_t kinds_of_places = bonus ? 3 : 2;

// The places of the rotations of a shape, by kind and rotation, and which blocks of rows have some, as bits by kind.
// Bit 0 is the first block that was looked at.
template <class Row>
struct Places {
  static constexpr std::size_t max_rotations = 4;
  alignas(32) std::array<std::array<Rows<Row>, max_rotations>, 3> rows;
  std::array<std::uint64_t, 3> blocks;
};

// Fills in the places of one rotation, in the rows from `first` to before `end`.
template <bool bonus, class Row>
void find_places(const LengthRows<Row>& open, const Needs<Row>& needs, const Runs& rotation, std::size_t number,
                 int first, int end, Places<Row>& places) {
  using Block = BlockOf<Row>;
  constexpr std::size_t kinds = kinds_of_places<bonus>;
  struct Look {
    std::size_t index;
    int column;
  };
  boost::container::small_vector<Look, 5> looks;
  for (const Run& run : rotation) looks.push_back({LengthRows<Row>::index(run.length, run.row), run.column});
  std::uint64_t bit = 1;
  for (int i = first; i < end; i += block_rows, bit <<= 1) {
    const auto put = [&](std::size_t kind, const Block& b) {
      store_block(at(places.rows[kind][number], i), b);
      places.blocks[kind] |= any(b) ? bit : 0;
    };
    const auto each_run = [&](auto&& use) {
      for (const Look& look : looks) use(look.index + static_cast<std::size_t>(i), look.column);
    };
    Block free = ~Block{};
    each_run([&](std::size_t index, int column) { free &= load_block(&open.rows[index]) >> column; });
    if (!any(free)) {
      for (std::size_t kind = 0; kind < kinds; ++kind) store_block(at(places.rows[kind][number], i), free);
      continue;
    }
    Block road{}, park{}, pond{};
    each_run([&](std::size_t index, int column) {
      road |= load_block(&needs.road.rows[index]) >> column;
      if constexpr (bonus) {
        park |= load_block(&needs.park.rows[index]) >> column;
        pond |= load_block(&needs.pond.rows[index]) >> column;
      }
    });
    road &= free;
    put(0, free);
    if constexpr (bonus) {
      put(1, road & (park | pond));
      put(2, road & park & pond);
    } else {
      put(1, road);
    }
  }
}

// Morphological opening by a shape in all rotations: calls use(kind, row, block) for the blocks in the rows from
// `from` to before `end` that have cells which the shape covers at its places.
template <bool bonus, class Row, class Use>
void open_by_shape(const LengthRows<Row>& open, const Needs<Row>& needs, const SeenShape& shape, int from, int end,
                   Use&& use) {
  Places<Row> places;
  places.blocks = {};
  // A shape has at most five rows, so it reaches from one block into the next.
  for (std::size_t number = 0; number < shape.rotations.size(); ++number)
    find_places<bonus>(open, needs, shape.rotations[number], number, from - block_rows, end, places);
  for (std::size_t kind = 0; kind < kinds_of_places<bonus>; ++kind) {
    std::uint64_t blocks = places.blocks[kind] | places.blocks[kind] >> 1;
    for (int i = from; i < end && blocks != 0; i += block_rows, blocks >>= 1) {
      if ((blocks & 1) == 0) continue;
      BlockOf<Row> covered{};
      const auto cover = [&](auto length) {
        BlockOf<Row> first{};
        for (const PlacedRun& run : shape.runs[length - 1])
          first |= load_block(at(places.rows[kind][run.rotation], i - run.row)) << run.column;
        covered |= widened(first, length);
      };
      cover(std::integral_constant<int, 1>());
      cover(std::integral_constant<int, 2>());
      cover(std::integral_constant<int, 3>());
      cover(std::integral_constant<int, 4>());
      cover(std::integral_constant<int, 5>());
      use(kind, i, covered);
      if (!bonus && kind == 1) use(2, i, covered);  // needs nothing more
    }
  }
}

// The cells that are at most one, two and three steps away from a set, in near[1], near[2] and near[3]. A few outermost
// rows are wrong, because the rows beyond the window are not known; they are among the `margin` rows, which are not
// counted.
template <class Row>
void measure(const Row* cells, int rows, std::array<Rows<Row>, 4>& near) {
  for (std::size_t distance = 1; distance <= 3; ++distance) {
    for (int i = 4; i < rows; i += block_rows)
      store_block(at(near[distance], i), neighbours_of_rows(cells + i) | load_block(cells + i));
    cells = near[distance].data();
  }
}

// What is in the rows of a window.
template <class Row>
struct Window {
  alignas(32) std::array<LengthRows<Row>, 2> open;  // by type, and by runs of cells that are all open
  alignas(32) Needs<Row> needs;
  alignas(32) std::array<Rows<Row>, 4> near_road, near_parks, near_ponds;
  std::array<std::array<Rows<Row>, 6>, 2> covered;  // by type and side: the open cells that squares cover

  const Row* parks() const { return needs.park.of(1); }
  const Row* ponds() const { return needs.pond.of(1); }
  const Row* by_road() const { return needs.road.of(1); }
};

// The parts of Evaluation::value_of_rows(), which are inlined there. A window has `all` rows; the first one is row
// `top` of the land.

template <class Row>
[[gnu::always_inline]] inline void find_open(Window<Row>& window, const City<Row>& city, const Plane<Row>& reachable,
                                             int top, int all) {
  for (int i = 0; i < all; i += block_rows) {
    const int r = top + i;
    const BlockOf<Row> empty = load_block(city.empty().at(r)) & load_block(reachable.at(r));
    store_block(window.open[0].of(1) + i, empty & ~neighbours_of_rows(city.of(Kind::factory).at(r)));
    store_block(window.open[1].of(1) + i, empty & ~neighbours_of_rows(city.of(Kind::residence).at(r)));
  }
}

template <class Row>
[[gnu::always_inline]] inline void find_needs(Window<Row>& window, const City<Row>& city, int top, int all) {
  for (int i = 4; i < all; i += block_rows) {
    const int r = top + i;
    const BlockOf<Row> empty = load_block(city.empty().at(r));
    store_block(window.needs.park.of(1) + i, empty & neighbours_of_rows(city.big(Kind::park).at(r)));
    store_block(window.needs.pond.of(1) + i, empty & neighbours_of_rows(city.big(Kind::pond).at(r)));
    store_block(window.needs.road.of(1) + i,
                empty & (neighbours_of_rows(city.of(Kind::road).at(r)) | load_block(city.edge().at(r))));
  }
  measure(window.by_road(), all, window.near_road);
  measure(window.parks(), all, window.near_parks);
  measure(window.ponds(), all, window.near_ponds);
}

// Only for squares that have a weight.
template <class Row>
[[gnu::always_inline]] inline void cover_by_squares(Window<Row>& window, std::size_t type, const OpenFeatures& weights,
                                                    int rows) {
  const LengthRows<Row>& open = window.open[type];
  std::array<Rows<Row>, 6>& covered = window.covered[type];
  if (weights.squares[2] != 0) open_by_square<2>(open, rows, covered[2]);
  if (weights.squares[3] != 0) open_by_square<3>(open, rows, covered[3]);
  if (weights.squares[4] != 0) open_by_square<4>(open, rows, covered[4]);
  if (weights.squares[5] != 0) open_by_square<5>(open, rows, covered[5]);
}

struct Counts {
  int cut_off = 0, closed = 0;
  std::array<OpenFeatures, 2> types;
};

// Adds the cells of row `row`, which is row `i` of the window.
template <class Row>
[[gnu::always_inline]] inline void count_row(Counts& counts, const Window<Row>& window, const City<Row>& city,
                                             const Plane<Row>& reachable, const std::array<OpenFeatures, 2>& weights,
                                             int row, std::size_t i) {
  const auto& open = window.open;
  counts.cut_off += count_cells(city.empty()[row] & ~reachable[row]);
  counts.closed += count_cells(city.empty()[row] & reachable[row] & ~open[0].of(1)[i] & ~open[1].of(1)[i]);
  const Row park = window.parks()[i], pond = window.ponds()[i], road = window.by_road()[i], both = park & pond;
  for (std::size_t t = 0; t < 2; ++t) {
    OpenFeatures& n = counts.types[t];
    const Row o = open[t].of(1)[i];
    n.open += count_cells(o);
    n.at_road += count_cells(o & road);
    n.near_road += count_cells(o & window.near_road[1][i]);
    n.reach_road += count_cells(o & window.near_road[3][i]);
    for (std::size_t side = 2; side <= 5; ++side)
      if (weights[t].squares[side] != 0) n.squares[side] += count_cells(window.covered[t][side][i]);
    if (!weights[t].green()) continue;
    n.at_green += count_cells(o & park) + count_cells(o & pond);
    n.at_both += count_cells(o & both);
    n.at_all += count_cells(o & both & road);
    n.near_green += count_cells(o & window.near_parks[1][i]) + count_cells(o & window.near_ponds[1][i]);
    n.reach_green += count_cells(o & window.near_parks[3][i]) + count_cells(o & window.near_ponds[3][i]);
  }
}

// The sum of weights times numbers.
std::int64_t value_of(const OpenFeatures& w, const OpenFeatures& n) {
  std::int64_t value = std::int64_t{w.open} * n.open + std::int64_t{w.at_road} * n.at_road +
                       std::int64_t{w.near_road} * n.near_road + std::int64_t{w.reach_road} * n.reach_road +
                       std::int64_t{w.at_green} * n.at_green + std::int64_t{w.at_both} * n.at_both +
                       std::int64_t{w.at_all} * n.at_all + std::int64_t{w.near_green} * n.near_green +
                       std::int64_t{w.reach_green} * n.reach_green;
  for (std::size_t side = 2; side <= 5; ++side) value += std::int64_t{w.squares[side]} * n.squares[side];
  return value;
}

// A value, in 1/1024 points, as it is in a field.
std::int16_t in_field(std::int32_t value) {
  constexpr int to_field = 16;
  constexpr std::int32_t max = 600;  // the sum over 25 cells, less the cost of a road, then fits 16 bits
  return static_cast<std::int16_t>(std::clamp(value / to_field, -max, max));
}

std::int32_t scaled(std::int32_t weight, double by) { return static_cast<std::int32_t>(std::lround(weight * by)); }

}  // namespace

template <class Row>
void Evaluation<Row>::start(City<Row>& city, const Weights& weights, const History& history) {
  city_ = &city;
  weights_ = weights;

  const auto set_edge = [&](int a, int b, Feature f) { edges_[a][b] = edges_[b][a] = weights[f]; };
  constexpr int empty = static_cast<int>(Kind::empty), residence = static_cast<int>(Kind::residence),
                factory = static_cast<int>(Kind::factory), park = static_cast<int>(Kind::park),
                pond = static_cast<int>(Kind::pond), road = static_cast<int>(Kind::road);
  set_edge(empty, residence, Feature::empty_residence);
  set_edge(empty, factory, Feature::empty_factory);
  set_edge(empty, road, Feature::empty_road);
  set_edge(empty, City<Row>::border, Feature::empty_border);
  set_edge(residence, road, Feature::residence_road);
  set_edge(residence, City<Row>::border, Feature::residence_border);
  set_edge(factory, road, Feature::factory_road);
  set_edge(factory, City<Row>::border, Feature::factory_border);
  set_edge(road, City<Row>::border, Feature::road_border);
  set_edge(park, pond, Feature::park_pond);
  for (const int amenity : {park, pond}) {
    set_edge(empty, amenity, Feature::empty_green);
    set_edge(residence, amenity, Feature::residence_green);
    set_edge(factory, amenity, Feature::factory_green);
    set_edge(amenity, City<Row>::border, Feature::green_border);
    set_edge(amenity, road, Feature::green_road);
  }

  for (const Building type : {Building::residence, Building::factory}) {
    const bool homes = type == Building::residence;
    const double share = history.share(type), bonus_share = homes || city.rules().factory_bonus ? share : 0;
    OpenFeatures& w = types_[static_cast<std::size_t>(type)];
    w.open = scaled(weights[homes ? Feature::open_residence : Feature::open_factory], share);
    w.at_road = scaled(weights[Feature::at_road], share);
    w.near_road = scaled(weights[Feature::near_road], share);
    w.reach_road = scaled(weights[Feature::reach_road], share);
    w.at_green = scaled(weights[Feature::at_green], bonus_share);
    w.at_both = scaled(weights[Feature::at_both], bonus_share);
    w.at_all = scaled(weights[Feature::at_all], bonus_share);
    w.near_green = scaled(weights[Feature::near_green], bonus_share);
    w.reach_green = scaled(weights[Feature::reach_green], bonus_share);
    w.squares = {};
    w.squares[2] = scaled(weights[homes ? Feature::residence_2x2 : Feature::factory_2x2], share);
    w.squares[3] = scaled(weights[homes ? Feature::residence_3x3 : Feature::factory_3x3], share);
    w.squares[4] = scaled(weights[homes ? Feature::residence_4x4 : Feature::factory_4x4], share);
    w.squares[5] = homes ? 0 : scaled(weights[Feature::factory_5x5], share);
  }
  shapes_.clear();
  for (const SeenShape& seen : history.shapes()) {
    if (shapes_.size() == max_shapes) break;
    const Extent size = extent(seen.request.cells());
    shapes_.push_back({&seen, seen.request.type() == Building::residence || city.rules().factory_bonus,
                       std::max(size.rows, size.columns)});
  }

  reachable_ = city.reachable();
  heads_ = Plane<Row>(city.road_heads());
  Covers covers;
  value_of_rows({0, city.side() - 1, &reachable_, 0}, &covers, true);
  value_of_covers_ = value_of_covers(covers);
  // The cells among empty ones are all alike.
  for (const Building type : {Building::residence, Building::factory}) {
    const auto kind = static_cast<std::size_t>(kind_of(type));
    fields_[static_cast<std::size_t>(type)].fill(in_field(4 * (edges_[kind][0] - edges_[0][0])));
  }
  for (int r = 0; r < city.side(); ++r) {
    const Row* free = city.empty().at(r);
    const Row among = free[0] << 1 & free[0] >> 1 & free[-1] & free[1];
    for (Row w = free[0] & ~among; w != 0; w &= w - 1) update_field(columns_of<Row> * r + first_column(w));
  }
}

template <class Row>
void Evaluation<Row>::update_field(int cell) {
  for (const Building type : {Building::residence, Building::factory})
    fields_[static_cast<std::size_t>(type)][cell] = in_field(edges_of(kind_of(type), cell));
}

template <class Row>
std::int64_t Evaluation<Row>::value_of_covers(const Covers& covers) const {
  const double cells = weights_[Feature::shape_cells], root = weights_[Feature::shape_root],
               scarce = weights_[Feature::shape_scarce], half = weights_[Feature::served_half],
               full = weights_[Feature::served_cells], full_root = weights_[Feature::served_root];
  double sum = 0;
  for (std::size_t s = 0; s < shapes_.size(); ++s) {
    const double covered = covers[s][0], enough = 4.0 * shapes_[s].seen->request.size();
    sum +=
        shapes_[s].seen->share * (cells * covered + root * std::sqrt(covered) - scarce * enough / (enough + covered) +
                                  half * covers[s][1] + full * covers[s][2] + full_root * std::sqrt(covers[s][2]));
  }
  return std::llround(sum);
}

template <class Row>
std::int64_t Evaluation<Row>::value_of_rows(const Change& change, Covers* covers, bool keep) {
  const City<Row>& city = *city_;
  const Plane<Row>& reachable = *change.reachable;
  const auto [first, last] = rows_near(change, reach);
  const int rows = last - first + 1, all = (rows + 2 * margin + 3) / 4 * 4;
  // Row r of the land has the index r - top in the window.
  const int top = first - margin;

  Window<Row> window;
  find_open(window, city, reachable, top, all);
  find_needs(window, city, top, all);
  for (std::size_t t = 0; t < 2; ++t) {
    window.open[t].fill(0, all, both_of);
    cover_by_squares(window, t, types_[t], rows);
  }
  // The cells are counted first; the counts are multiplied by the weights at the end.
  Counts counts;
  const auto value_of_counts = [&] {
    return std::int64_t{weights_[Feature::cut_off]} * counts.cut_off +
           std::int64_t{weights_[Feature::closed]} * counts.closed + value_of(types_[0], counts.types[0]) +
           value_of(types_[1], counts.types[1]);
  };
  for (int row = first; row <= last; ++row) {
    count_row(counts, window, city, reachable, types_, row, static_cast<std::size_t>(row - top));
    if (!keep) continue;
    row_values_[row] = value_of_counts();
    counts = {};
  }
  const std::int64_t sum = value_of_counts();
  if (covers == nullptr) return sum;

  Needs<Row>& needs = window.needs;
  for (LengthRows<Row>* need : {&needs.road, &needs.park, &needs.pond}) need->fill(4, all, either_of);
  for (std::size_t s = 0; s < shapes_.size(); ++s) {
    const Shape& shape = shapes_[s];
    const auto [first_near, last_near] = rows_near(change, shape.rows);
    const int from = first_near - top, end = last_near - top + 1;
    Cover& cover = (*covers)[s] = {};
    std::array<std::array<int, columns_of<Row>>, cover_kinds> in_rows;  // what is covered in each row, with `keep`
    if (keep) in_rows = {};
    const auto count = [&](std::size_t kind, int i, const BlockOf<Row>& covered) {
      std::array<Row, block_rows> rows_covered;
      store_block(rows_covered.data(), covered);
      for (int k = 0; k < std::min(block_rows, end - i); ++k) {
        const int cells = count_cells(rows_covered[static_cast<std::size_t>(k)]);
        cover[kind] += cells;
        if (keep) in_rows[kind][static_cast<std::size_t>(top + i + k)] = cells;
      }
    };
    const LengthRows<Row>& open = window.open[static_cast<std::size_t>(shape.seen->request.type())];
    if (shape.bonus)
      open_by_shape<true>(open, needs, *shape.seen, from, end, count);
    else
      open_by_shape<false>(open, needs, *shape.seen, from, end, count);
    if (!keep) continue;
    for (std::size_t k = 0; k < cover_kinds; ++k) {
      const auto above = [&](int row) -> int& { return covers_above_[s][row][k]; };
      const int before = above(last_near + 1);
      for (int row = first_near; row <= last_near; ++row)
        above(row + 1) = above(row) + in_rows[k][static_cast<std::size_t>(row)];
      for (int row = last_near + 1; row < city.side(); ++row) above(row + 1) += above(last_near + 1) - before;
    }
  }
  return sum;
}

template <class Row>
bool Evaluation<Row>::surely_reachable(const Plane<Row>& built, int first, int last) const {
  // Looks only at rows near the move. All reachable cells that stay empty remain reachable in two cases. First, if each
  // cell around the move's cells is connected there with a head: whoever came through the move's cells can turn to that
  // head. Second, if all cells around are connected there with each other, so that every way through the move's cells
  // can go around them, and the move covers no head.
  constexpr int about = 4;
  const int from = std::max(0, first - about), rows = std::min(city_->side() - 1, last + about) - from + 1;
  std::array<Row, columns_of<Row> + 2> free, around, seen;
  free[0] = free[static_cast<std::size_t>(rows) + 1] = 0;
  seen[0] = seen[static_cast<std::size_t>(rows) + 1] = 0;
  bool lost_heads = false;
  int start = 0;  // the first row with cells around
  for (int i = 1; i <= rows; ++i) {
    const int r = from + i - 1;
    const auto k = static_cast<std::size_t>(i);
    free[k] = city_->empty()[r] & reachable_[r];
    const Row thick = built[r - 1] | built[r] | built[r + 1];
    around[k] = (thick | thick << 1 | thick >> 1) & free[k];
    seen[k] = heads_[r] & free[k];
    lost_heads = lost_heads || (built[r] & heads_[r]) != 0;
    if (start == 0 && around[k] != 0) start = i;
  }
  if (start == 0) return true;
  bool complete = false;  // all rows of `seen` have complete runs
  const auto grow = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    Row s = (seen[k] | seen[k - 1] | seen[k + 1]) & free[k];
    if (s == 0 || (complete && s == seen[k])) return false;
    // Completes the runs of the row, as Grid::fill_row() does.
    Row w = free[k];
    s |= w & ~(w + s);
    for (int by = 1; by < columns_of<Row>; by *= 2) {
      s |= w & (s >> by);
      w &= w >> by;
    }
    const bool more = s != seen[k];
    seen[k] = s;
    return more;
  };
  // Tells whether all cells around are connected with those seen at first.
  const auto sees_all = [&] {
    complete = false;
    for (bool changed = true; changed;) {
      Row missing = 0;
      for (int i = 1; i <= rows; ++i)
        missing |= around[static_cast<std::size_t>(i)] & ~seen[static_cast<std::size_t>(i)];
      if (missing == 0) return true;
      changed = false;
      for (int i = 1; i <= rows; ++i) changed |= grow(i);
      complete = true;
      for (int i = rows; i >= 1; --i) changed |= grow(i);
    }
    return false;
  };
  if (sees_all()) return true;
  if (lost_heads) return false;
  seen.fill(0);
  seen[static_cast<std::size_t>(start)] =
      around[static_cast<std::size_t>(start)] & -around[static_cast<std::size_t>(start)];
  return sees_all();
}

template <class Row>
typename Evaluation<Row>::Change Evaluation<Row>::change_by(int first, int last) {
  Change change{first, last, &reachable_, 0};
  if (!surely_reachable(built_, first, last)) {
    fewer_ = city_->reachable();
    change.reachable = &fewer_;
    for (int r = 0; r < city_->side(); ++r)
      if (const Row lost = reachable_[r] & ~fewer_[r] & city_->empty()[r]; lost != 0) {
        change.first = std::min(change.first, r);
        change.last = std::max(change.last, r);
        change.cut_off += count_cells(lost);
      }
  }
  return change;
}

template <class Row>
std::pair<int, int> Evaluation<Row>::rows_near(const Change& change, int by) const {
  return {std::max(0, change.first - by), std::min(city_->side() - 1, change.last + by)};
}

template <class Row>
std::int64_t Evaluation<Row>::gain(const Draft& draft, bool shapes) {
  City<Row>& city = *city_;
  std::int64_t value = static_cast<std::int64_t>(bonus * unit) * draft.bonuses();
  if (draft.type == Building::factory && !city.rules().factory_bonus) value = 0;
  value += std::int64_t{weights_[Feature::road_cell]} * static_cast<int>(draft.road.size());
  value += std::int64_t{weights_[Feature::green_cell]} * static_cast<int>(draft.park.size() + draft.pond.size());

  int first = columns_of<Row> - 1, last = 0;
  draft.for_each_cell([&](Kind kind, int cell) {
    value += edges_of(kind, cell);
    city.place(kind, cell);
    built_.set(cell);
    first = std::min(first, row_of<Row>(cell));
    last = std::max(last, row_of<Row>(cell));
  });
  const Change change = change_by(first, last);
  value -= static_cast<std::int64_t>(unit) * unbearable_points * std::max(0, change.cut_off - bearable);
  Covers covers;
  value += value_of_rows(change, shapes ? &covers : nullptr, false);
  const auto [first_near, last_near] = rows_near(change, reach);
  for (int r = first_near; r <= last_near; ++r) value -= row_values_[r];
  if (shapes) {
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
      const auto [from, to] = rows_near(change, shapes_[s].rows);
      for (std::size_t k = 0; k < cover_kinds; ++k) {
        const auto before = [&](int rows_above) { return covers_above_[s][rows_above][k]; };
        covers[s][k] += before(city.side()) - before(to + 1) + before(from);
      }
    }
    value += value_of_covers(covers) - value_of_covers_;
  }
  draft.for_each_cell([&](Kind kind, int cell) {
    city.remove(kind, cell);
    built_.reset(cell);
  });
  return value;
}

template <class Row>
void Evaluation<Row>::build(const Draft& draft) {
  City<Row>& city = *city_;
  int first = columns_of<Row> - 1, last = 0;
  draft.for_each_cell([&](Kind kind, int cell) {
    city.place(kind, cell);
    built_.set(cell);
    first = std::min(first, row_of<Row>(cell));
    last = std::max(last, row_of<Row>(cell));
  });
  const Change change = change_by(first, last);
  Covers covers;
  value_of_rows(change, &covers, true);
  for (std::size_t s = 0; s < shapes_.size(); ++s) covers[s] = covers_above_[s][city.side()];
  value_of_covers_ = value_of_covers(covers);
  if (change.reachable == &fewer_) reachable_ = fewer_;
  draft.for_each_cell([&](Kind kind, int cell) {
    built_.reset(cell);
    for (int s = 0; s < 4; ++s) {
      const int other = cell + City<Row>::bit_steps[s];
      if (city.at(cell, s) == City<Row>::border) continue;
      if (kind == Kind::road) heads_.set(other);
      if (city.at(cell, s) == 0) update_field(other);
    }
  });
}

template class Evaluation<NarrowRow>;
template class Evaluation<WideRow>;

}  // namespace pentocity::players::planner

#pragma GCC diagnostic pop
