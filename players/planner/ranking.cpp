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

template <class Row, int max>
template <class Note>
void Steps<Row, max>::measure(const City<Row>& city, const Plane<Row>& cells, const Plane<Row>& others, Note&& note) {
  const auto note_all = [&](int row, const BlockOf<Row>& block, int steps) {
    if (!any(block)) return;
    std::array<Row, block_rows> rows;
    store_block(rows.data(), block);
    for (int k = 0; k < block_rows; ++k)
      for (Row w = rows[k]; w != 0; w &= w - 1) note(columns_of<Row> * (row + k) + first_column(w), steps);
  };
  const int before = count_;
  Plane<Row> rest = city.empty();
  bool more = true;
  for (count_ = 0; more && count_ <= max; ++count_) {
    Plane<Row>& layer = layers_[count_];
    const Plane<Row>& nearer = count_ == 0 ? cells : layers_[count_ - 1];
    BlockOf<Row> united{};
    for (int r = 0; r < city.side(); r += block_rows) {
      BlockOf<Row> here = neighbours_of_rows(nearer.at(r));
      if (count_ == 0) here |= load_block(others.at(r));
      const BlockOf<Row> left = load_block(rest.at(r));
      here &= left;
      note_all(r, here & ~load_block(layer.at(r)), count_);
      store_block(&layer[r], here);
      store_block(&rest[r], left & ~here);
      united |= here;
    }
    more = any(united);
  }
  for (int steps = count_; steps < before; ++steps) layers_[steps] = {};
  for (int r = 0; r < city.side(); r += block_rows) {
    const BlockOf<Row> seen = load_block(city.empty().at(r)) & ~load_block(rest.at(r));
    note_all(r, load_block(seen_.at(r)) & ~seen, far);
    store_block(&seen_[r], seen);
  }
}

template <class Row>
void Lacks<Row>::measure(const City<Row>& city, const Weights& weights) {
  constexpr Points max = bonus * point;
  static_assert(max / to_table <= std::numeric_limits<std::uint8_t>::max());
  const auto cost = [&](Points points) {
    return static_cast<std::uint8_t>(std::clamp(-points, Points{0}, max) / to_table);
  };
  for (std::size_t steps = 0; steps <= 3; ++steps)
    costs_[steps] = cost(static_cast<Points>(steps) * weights[Feature::guess_extension]);
  costs_[4] = cost(weights[Feature::guess_new]);
  to_road.fill(far);
  road_lengths.fill(no_way);
  road_steps_ = {};
  served_ = roads_differ = {};
  for (Amenity* amenity : {&parks, &ponds}) {
    amenity->distances.fill(far);
    amenity->costs.fill(costs_[4]);
    amenity->steps = {};
    amenity->differ = {};
  }
  follow(city, true, *this);
}

template <class Row>
void Lacks<Row>::follow(const City<Row>& city, bool bonuses, const Lacks& first) {
  const auto set = [](Bytes& bytes, const Bytes& others, Plane<Row>& differ, int cell, std::uint8_t value) {
    bytes[cell] = value;
    if (value == others[cell])
      differ.reset(cell);
    else
      differ.set(cell);
  };
  const auto set_length = [&](int cell) {
    const bool served = city.empty().test(cell) && city.edge().test(cell);
    set(road_lengths, first.road_lengths, roads_differ, cell,
        served                 ? 0
        : to_road[cell] == far ? no_way
                               : to_road[cell]);
  };
  road_steps_.measure(city, city.of(Kind::road), city.rim(), [&](int cell, int steps) {
    to_road[cell] = static_cast<std::uint8_t>(steps);
    set_length(cell);
  });
  for (int r = 0; r < city.side(); ++r) {
    const Row served = city.empty()[r] & city.edge()[r];
    for (Row w = served ^ served_[r]; w != 0; w &= w - 1) set_length(columns_of<Row> * r + first_column(w));
    served_[r] = served;
  }
  if (!bonuses) return;
  for (const Kind kind : {Kind::park, Kind::pond}) {
    Amenity& out = kind == Kind::park ? parks : ponds;
    out.steps.measure(city, city.big(kind), {}, [&](int cell, int steps) {
      out.distances[cell] = static_cast<std::uint8_t>(steps);
      set(out.costs, first.of(kind).costs, out.differ, cell, costs_[std::min(steps, 4)]);
    });
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
void SiteRanking<Row>::add(const Ground& ground, const Request& request, bool bonuses, const Locations* at) {
  const City<Row>& city = *ground.city;
  const auto& edges = ground.evaluation->edges_field(request.type());
  constexpr Points max_cost = 16000 / max_road;  // of a road's cell; the sum for a site then fits 16 bits
  const auto road_cost = static_cast<std::int16_t>(
      std::clamp(-ground.evaluation->weights()[Feature::guess_road] / to_table, Points{1}, max_cost));
  Plane<Row> open;
  for (int r = 0; r < city.side(); r += block_rows)
    store_block(&open[r],
                load_block(city.empty().at(r)) & ~neighbours_of_rows(city.of(opposite_of(request.type())).at(r)));
  for (std::size_t rotation = 0; rotation < request.rotations().size(); ++rotation) {
    const Cells& cells = request.rotations()[rotation];
    const int last = city.side() - extent(cells).rows;
    for (int r = 0; r <= last; ++r) {
      Row legal = at == nullptr ? ~Row{0} : (*at)[rotation][r];
      if (legal == 0) continue;
      for (const Cell c : cells) legal &= open[r + c.row] >> c.column;
      while (legal != 0) {  // locations beyond the last column are estimated, too, but are not legal
        const int k = first_column(legal);
        const auto legal_here = static_cast<std::uint32_t>(legal >> k);
        offer(rotation, r, k, legal_here, Estimates(edges, *ground.lacks, cells, bonuses, road_cost, r, k));
        legal &= ~(Row{legal_here} << k);
      }
    }
  }
}

template <class Row>
auto SiteRanking<Row>::first(const Request& request, bool bonuses, std::size_t wanted) -> const First& {
  for (const First& known : firsts_)
    if (known.request == &request) return known;
  constexpr std::size_t spare = 48;  // for sites that change during the turn
  begin(wanted + spare);
  add(first_, request, bonuses, nullptr);
  return firsts_.emplace_back(First{&request, ranked_, ranked_.size() < wanted_});
}

template <class Row>
void SiteRanking<Row>::find_changed(const Ground& ground, const Request& request, bool bonuses,
                                    Locations& changed) const {
  const int side = ground.city->side();
  Plane<Row> built, cells;
  for (int r = 0; r < side; r += block_rows)
    store_block(&built[r], load_block(first_.city->empty().at(r)) & ~load_block(ground.city->empty().at(r)));
  for (int r = 0; r < side; r += block_rows) {
    BlockOf<Row> here = load_block(built.at(r)) | neighbours_of_rows(built.at(r));
    here |= load_block(ground.lacks->roads_differ.at(r));
    if (bonuses) here |= load_block(ground.lacks->parks.differ.at(r)) | load_block(ground.lacks->ponds.differ.at(r));
    store_block(&cells[r], here);
  }
  for (std::size_t rotation = 0; rotation < request.rotations().size(); ++rotation)
    for (int r = 0; r < side; r += block_rows) {
      BlockOf<Row> here{};
      for (const Cell c : request.rotations()[rotation])
        here |= load_block(cells.at(r + c.row)) >> static_cast<std::uint64_t>(c.column);
      store_block(&changed[rotation][r], here);
    }
}

template <class Row>
void SiteRanking<Row>::rank(const City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks,
                            const Request& request, bool bonuses, std::size_t wanted) {
  const First& first = this->first(request, bonuses, wanted);
  const Ground ground{&city, &evaluation, &lacks};
  Locations changed;
  find_changed(ground, request, bonuses, changed);
  begin(wanted);
  for (const std::uint32_t rank : first.ranked) {
    const int number = number_of(rank);
    if (!changed[number / max_cells<Row>].test(number % max_cells<Row>)) ranked_.push_back(rank);
    if (ranked_.size() == wanted) break;
  }
  if (ranked_.size() == wanted) bar_ = ranked_.back();
  const bool known = ranked_.size() == wanted || first.all;  // otherwise too many have changed
  if (!known) begin(wanted);
  add(ground, request, bonuses, known ? &changed : nullptr);
}

template <class Row>
int SiteRanking<Row>::number_of(std::uint32_t rank) {
  return static_cast<int>(places - 1 - rank % places);
}

template <class Row>
Site SiteRanking<Row>::site(std::size_t place) const {
  const int number = number_of(ranked_[place]), corner = number % max_cells<Row>;
  return {number / max_cells<Row>, {row_of<Row>(corner), column_of<Row>(corner)}};
}

template class Lacks<NarrowRow>;
template class Lacks<WideRow>;
template class SiteRanking<NarrowRow>;
template class SiteRanking<WideRow>;

}  // namespace pentocity::players::planner

#pragma GCC diagnostic pop
