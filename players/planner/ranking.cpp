#include "ranking.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "pentocity/core/row_block.hpp"

// Where the processor has no 256-bit vectors, g++ warns that compilers pass them to functions in different ways. All
// functions here are inlined, so nothing is passed.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::players::planner {
namespace {

constexpr std::uint32_t lowest = 32768;  // makes an estimate a number without sign
constexpr std::uint32_t places = 65536;  // of sites: rotation, row and column

// Sixteen columns of a row of a Field of 16-bit numbers, or 32 of one of bytes, in one vector register.
using Numbers [[gnu::vector_size(32)]] = std::int16_t;
using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;
using Bytes16 [[gnu::vector_size(16)]] = std::uint8_t;
constexpr int columns_at_once = 32;
template <class Vector, class Number>
Vector load(const Number* from) {
  Vector out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
Bytes32 min(const Bytes32& a, const Bytes32& b) { return a < b ? a : b; }
// The first, or the second, sixteen of 32 bytes, as 16-bit numbers.
Numbers half(const Bytes32& bytes, bool second) {
  std::array<Bytes16, 2> halves;
  std::memcpy(halves.data(), &bytes, sizeof bytes);
  return __builtin_convertvector(halves[second], Numbers);
}

// Which of 32 numbers are at least this one: bytes that are 255 for those, and 0 for others.
Bytes32 at_least(const std::array<Numbers, 2>& numbers, int min) {
  std::array<Bytes16, 2> halves;
  for (std::size_t h = 0; h < 2; ++h)
    halves[h] = __builtin_convertvector(numbers[h] >= static_cast<std::int16_t>(min), Bytes16);
  return load<Bytes32>(halves.data());
}
// Such bytes as bits: each of the eight in a word keeps another bit, and these come together in its lowest byte.
std::uint32_t bits_of(const Bytes32& bytes) {
  auto words = load<RowBlock>(&bytes) & 0x8040201008040201;
  for (const int by : {32, 16, 8}) words |= words >> by;
  return static_cast<std::uint32_t>(united((words & 255) << RowBlock{0, 8, 16, 24}));
}

}  // namespace

template <class Row>
void Lacks<Row>::measure(const City<Row>& city, const Weights& weights, bool bonuses) {
  measure_roads(city);
  if (!bonuses) return;
  measure_amenity(city, weights, Kind::park, parks);
  measure_amenity(city, weights, Kind::pond, ponds);
}

template <class Row>
void Lacks<Row>::measure_roads(const City<Row>& city) {
  const Grid& grid = city.grid();
  to_road.fill(far);
  road_lengths.fill(no_way);
  LandBoard rest = city.empty().board(grid);
  LandBoard layer = city.road_heads() & rest;
  for (std::uint8_t distance = 0; layer.any() && distance <= max_road; ++distance) {
    layer.for_each([&](int cell) { to_road[cell] = road_lengths[cell] = distance; });
    rest -= layer;
    layer = grid.neighbours(layer) & rest;
  }
  for (int r = 0; r < city.side(); ++r)
    for (Row w = city.empty()[r] & city.edge()[r]; w != 0; w &= w - 1)
      road_lengths[columns_of<Row> * r + first_column(w)] = 0;
}

template <class Row>
void Lacks<Row>::measure_amenity(const City<Row>& city, const Weights& weights, Kind kind, Amenity& out) {
  const Grid& grid = city.grid();
  constexpr Points max = bonus * point;
  static_assert(max / to_table <= std::numeric_limits<std::uint8_t>::max());
  const auto cost = [&](Points points) {
    return static_cast<std::uint8_t>(std::clamp(-points, Points{0}, max) / to_table);
  };
  out.distances.fill(far);
  out.costs.fill(cost(weights[Feature::guess_new]));
  LandBoard rest = city.empty().board(grid);
  LandBoard layer = grid.neighbours(city.big(kind).board(grid)) & rest;
  for (std::uint8_t distance = 0; distance <= 3 && layer.any(); ++distance) {
    const std::uint8_t here = cost(distance * weights[Feature::guess_extension]);
    layer.for_each([&](int cell) {
      out.distances[cell] = distance;
      out.costs[cell] = here;
    });
    rest -= layer;
    layer = grid.neighbours(layer) & rest;
  }
}

template <class Row>
struct SiteRanking<Row>::Estimates {
  std::array<Numbers, 2> sums{};
  Bytes32 to_road = Lacks<Row>::no_way - Bytes32{}, to_park = to_road, to_pond = to_road;

  // For a building of these cells in the columns from this one on.
  [[gnu::always_inline]] Estimates(const Field<Row, std::int16_t>& edges, const Lacks<Row>& lacks, const Cells& cells,
                                   bool bonuses, std::int16_t road_cost, int row, int column) {
    for (const Cell c : cells) {
      for (int h = 0; h < 2; ++h) sums[h] += load<Numbers>(edges.at(row + c.row, column + 16 * h + c.column));
      to_road = min(to_road, load<Bytes32>(lacks.road_lengths.at(row + c.row, column + c.column)));
      if (!bonuses) continue;
      to_park = min(to_park, load<Bytes32>(lacks.parks.costs.at(row + c.row, column + c.column)));
      to_pond = min(to_pond, load<Bytes32>(lacks.ponds.costs.at(row + c.row, column + c.column)));
    }
    for (const bool second : {false, true}) {
      sums[second] -= half(to_road, second) * road_cost;
      if (bonuses) sums[second] -= half(to_park, second) + half(to_pond, second);
    }
  }
};

template <class Row>
[[gnu::always_inline]] inline void SiteRanking<Row>::offer(std::size_t rotation, int row, int column,
                                                           std::uint32_t legal, const Estimates& estimates) {
  const Bytes32 good = at_least(estimates.sums, static_cast<int>(bar_ / places) - static_cast<int>(lowest));
  std::uint32_t hopeful = legal & bits_of(estimates.to_road == Lacks<Row>::no_way ? Bytes32{} : good);
  if (hopeful == 0) return;
  alignas(32) std::array<std::int16_t, columns_at_once> value;
  std::memcpy(value.data(), estimates.sums.data(), sizeof estimates.sums);
  const auto first = static_cast<std::uint32_t>(rotation * max_cells<Row> + columns_of<Row> * row + column);
  for (; hopeful != 0; hopeful &= hopeful - 1) {
    const auto by = static_cast<std::uint32_t>(std::countr_zero(hopeful));
    const std::uint32_t rank = (value[by] + lowest) * places + (places - 1 - (first + by));
    if (rank <= bar_) continue;
    ranked_.insert(std::upper_bound(ranked_.begin(), ranked_.end(), rank, std::greater<>()), rank);
    if (ranked_.size() > wanted_) ranked_.pop_back();
    if (ranked_.size() == wanted_) bar_ = ranked_.back();
  }
}

template <class Row>
void SiteRanking<Row>::rank(const City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks,
                            const Request& request, bool bonuses, std::size_t wanted) {
  const auto& edges = evaluation.edges_field(request.type());
  constexpr Points max_cost = 16000 / max_road;  // of a road's cell; the sum for a site then fits 16 bits
  const auto road_cost =
      static_cast<std::int16_t>(std::clamp(-evaluation.weights()[Feature::guess_road] / to_table, Points{1}, max_cost));
  const int side = city.side();
  Plane<Row> open;
  for (int r = 0; r < side; ++r) {
    const Row* near = city.of(opposite_of(request.type())).at(r);
    open[r] = city.empty()[r] & ~(near[0] << 1 | near[0] >> 1 | near[-1] | near[1]);
  }
  ranked_.clear();
  wanted_ = wanted;
  bar_ = 0;
  for (std::size_t rotation = 0; rotation < request.rotations().size(); ++rotation) {
    const Cells& cells = request.rotations()[rotation];
    const int last = side - extent(cells).rows;
    for (int r = 0; r <= last; ++r) {
      Row legal = ~Row{0};
      for (const Cell c : cells) legal &= open[r + c.row] >> c.column;
      if (legal == 0) continue;
      for (int k = 0; k < columns_of<Row>; k += columns_at_once)
        if (const auto legal_here = static_cast<std::uint32_t>(legal >> k); legal_here != 0)
          offer(rotation, r, k, legal_here, Estimates(edges, lacks, cells, bonuses, road_cost, r, k));
    }
  }
}

template <class Row>
Site SiteRanking<Row>::site(std::size_t place) const {
  const auto number = static_cast<int>(places - 1 - ranked_[place] % places);
  const int corner = number % max_cells<Row>;
  return {number / max_cells<Row>, {row_of<Row>(corner), column_of<Row>(corner)}};
}

template class Lacks<NarrowRow>;
template class Lacks<WideRow>;
template class SiteRanking<NarrowRow>;
template class SiteRanking<WideRow>;

}  // namespace pentocity::players::planner

#pragma GCC diagnostic pop
