#include "drafts.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "pentocity/core/polyomino.hpp"
#include "pentocity/core/row_block.hpp"
#include "pentocity/game/time_limit.hpp"

// Where the processor has no 256-bit vectors, g++ warns that compilers pass them to functions in different ways. All
// functions here are inlined, so nothing is passed.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::players::planner {
namespace {

constexpr int to_draft = 16;  // values are in 1/1024 points, fields in 1/64 points
constexpr std::uint8_t no_way = 255;

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

bool better(const Draft& a, const Draft& b) { return a.value > b.value; }

bool same_cells(const CellList<4>& a, const CellList<4>& b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

bool beside(Cell a, Cell b) { return std::abs(a.row - b.row) + std::abs(a.column - b.column) == 1; }

}  // namespace

template <class Row>
DraftSearch<Row>::DraftSearch() {
  for (const Cells& free : free_polyominoes(4))
    for (const Cells& shape : orientations(free, true, true))
      for (const Cell origin : shape) {
        Tetromino t{0, {}, 0};
        std::size_t n = 0;
        for (const Cell c : shape) {
          const Cell off = c - origin;
          t.window |= std::uint64_t{1} << ((off.row + 3) * 7 + off.column + 3);
          if (c != origin) t.others[n++] = columns_of<Row> * off.row + off.column;
          for (const Cell d : shape) t.inner_edges += c < d && beside(c, d);
        }
        tetrominoes_.push_back(t);
      }
}

template <class Row>
std::int32_t DraftSearch<Row>::edges_of(Kind kind, int cell) {
  const auto i = static_cast<std::size_t>(cell);
  if (memo_time_[i] != time_) {
    memo_time_[i] = time_;
    memo_[i] = evaluation_->edges_of(kind, cell);
  }
  return memo_[i];
}

template <class Row>
void DraftSearch<Row>::measure_roads() {
  const Grid& grid = city_->grid();
  to_road_.fill(far);
  roads_.fill(no_way);
  LandBoard rest = city_->empty().board(grid);
  LandBoard layer = city_->road_heads() & rest;
  for (int distance = 0; layer.any() && distance <= max_road; ++distance) {
    layer.for_each([&](int cell) { to_road_[cell] = roads_[cell] = static_cast<std::uint8_t>(distance); });
    rest -= layer;
    layer = grid.neighbours(layer) & rest;
  }
  for (int r = 0; r < city_->side(); ++r)
    for (Row w = city_->empty()[r] & city_->edge()[r]; w != 0; w &= w - 1)
      roads_[columns_of<Row> * r + first_column(w)] = 0;
}

template <class Row>
void DraftSearch<Row>::measure_amenity(Kind kind, Distances& distances, Bytes& costs) {
  const Grid& grid = city_->grid();
  const Weights& weights = evaluation_->weights();
  const auto max = static_cast<std::int32_t>(bonus * unit);
  static_assert(bonus * unit / to_draft <= std::numeric_limits<std::uint8_t>::max());
  const auto cost = [&](std::int32_t points) {
    return static_cast<std::uint8_t>(std::clamp(-points, 0, max) / to_draft);
  };
  distances.fill(far);
  costs.fill(cost(weights[Feature::guess_new]));
  LandBoard rest = city_->empty().board(grid);
  LandBoard layer = grid.neighbours(city_->big(kind).board(grid)) & rest;
  for (int distance = 0; distance <= 3 && layer.any(); ++distance) {
    const std::uint8_t here = cost(distance * weights[Feature::guess_extension]);
    layer.for_each([&](int cell) {
      distances[cell] = static_cast<std::uint8_t>(distance);
      costs[cell] = here;
    });
    rest -= layer;
    layer = grid.neighbours(layer) & rest;
  }
}

template <class Row>
void DraftSearch<Row>::rank_sites(const Request& request) {
  const City<Row>& city = *city_;
  const Kind other = opposite_of(request.type());
  const auto& edges = evaluation_->edges_field(request.type());
  constexpr int max_cost = 16000 / max_road;  // of a road's cell; the sum for a site then fits 16 bits
  const auto road_cost =
      static_cast<std::int16_t>(std::clamp(-evaluation_->weights()[Feature::guess_road] / to_draft, 1, max_cost));
  const int side = city.side();
  Plane<Row> open;
  for (int r = 0; r < side; ++r) {
    const Row* near = city.of(other).at(r);
    open[r] = city.empty()[r] & ~(near[0] << 1 | near[0] >> 1 | near[-1] | near[1]);
  }
  // The best sites so far, sorted. The upper 16 bits of an element are the estimate, the lower ones are greater for
  // earlier sites, so that these win ties. A site must exceed `bar` to get into a full list.
  const auto wanted = static_cast<std::size_t>(width_.sites);
  std::uint32_t bar = 0;
  ranking_.clear();
  for (std::size_t rotation = 0; rotation < request.rotations().size(); ++rotation) {
    const Cells& cells = request.rotations()[rotation];
    const int last = side - extent(cells).rows;
    for (int r = 0; r <= last; ++r) {
      Row legal = ~Row{0};
      for (const Cell c : cells) legal &= open[r + c.row] >> c.column;
      if (legal == 0) continue;
      for (int k = 0; k < columns_of<Row>; k += columns_at_once) {
        const auto legal_here = static_cast<std::uint32_t>(legal >> k);
        if (legal_here == 0) continue;
        std::array<Numbers, 2> sums{};
        Bytes32 to_road = no_way - Bytes32{}, to_park = to_road, to_pond = to_road;
        for (const Cell c : cells) {
          for (int h = 0; h < 2; ++h) sums[h] += load<Numbers>(edges.at(r + c.row, k + 16 * h + c.column));
          to_road = min(to_road, load<Bytes32>(roads_.at(r + c.row, k + c.column)));
          if (!bonuses_) continue;
          to_park = min(to_park, load<Bytes32>(parks_.at(r + c.row, k + c.column)));
          to_pond = min(to_pond, load<Bytes32>(ponds_.at(r + c.row, k + c.column)));
        }
        for (const bool second : {false, true}) {
          sums[second] -= half(to_road, second) * road_cost;
          if (bonuses_) sums[second] -= half(to_park, second) + half(to_pond, second);
        }
        const Bytes32 good = at_least(sums, static_cast<int>(bar >> 16) - 32768);
        std::uint32_t hopeful = legal_here & bits_of(to_road == no_way ? Bytes32{} : good);
        if (hopeful == 0) continue;
        alignas(32) std::array<std::int16_t, columns_at_once> value;
        std::memcpy(value.data(), sums.data(), sizeof sums);
        for (; hopeful != 0; hopeful &= hopeful - 1) {
          const auto column = static_cast<std::size_t>(std::countr_zero(hopeful));
          const int total = value[column] + 32768;
          const auto place = static_cast<std::uint32_t>(rotation * max_cells<Row> +
                                                        static_cast<std::size_t>(columns_of<Row> * r + k) + column);
          const std::uint32_t rank = static_cast<std::uint32_t>(total) << 16 | (65535 - place);
          if (rank <= bar) continue;
          ranking_.insert(std::upper_bound(ranking_.begin(), ranking_.end(), rank, std::greater<>()), rank);
          if (ranking_.size() > wanted) ranking_.pop_back();
          if (ranking_.size() == wanted) bar = ranking_.back();
        }
      }
    }
  }
}

template <class Row>
bool DraftSearch<Row>::lead_road(Draft& draft) {
  if (city_->touches(draft.building, city_->of(Kind::road))) return true;
  int min = far;
  for (const int cell : draft.building) {
    if (city_->edge().test(cell)) return true;
    min = std::min<int>(min, to_road_[cell]);
  }
  if (min == 0) return true;
  if (min > max_road) return false;
  // A road from each of the building's cells that are nearest to a head: in each step to a cell one step nearer to a
  // head, of several to the one with the best edges. All these roads are shortest, and none crosses the building, whose
  // cells are not nearer to a head. The road with the best edges is taken.
  ++time_;
  std::int64_t best = 0;
  CellList<max_road> best_road;
  for (const int start : draft.building) {
    if (to_road_[start] != min) continue;
    CellList<max_road> road;
    std::int64_t value = 0;
    int cell = start;
    for (int distance = min - 1; distance >= 0; --distance) {
      int next = -1;
      for (int s = 0; s < 4; ++s) {
        if (city_->at(cell, s) != 0) continue;
        const int to = cell + City<Row>::bit_steps[s];
        if (to_road_[to] != distance) continue;
        if (next < 0 || edges_of(Kind::road, to) > edges_of(Kind::road, next)) next = to;
      }
      cell = next;
      value += edges_of(Kind::road, cell);
      road.push_back(static_cast<std::uint16_t>(cell));
    }
    if (best_road.empty() || value > best) {
      best = value;
      best_road = road;
    }
  }
  draft.road = best_road;
  return true;
}

template <class Row>
void DraftSearch<Row>::note(const CellList<4>& cells, std::int32_t value) {
  const auto place = std::upper_bound(amenities_.begin(), amenities_.end(), value,
                                      [](std::int32_t v, const Amenity& g) { return v > g.value; });
  if (place == amenities_.end() && amenities_.size() >= static_cast<std::size_t>(width_.amenities)) return;
  // An extension is found once for each of its cells that touches the building, but noted only once.
  for (auto it = place; it != amenities_.begin() && (--it)->value == value;)
    if (same_cells(it->cells, cells)) return;
  amenities_.insert(place, {cells, value});
  if (amenities_.size() > static_cast<std::size_t>(width_.amenities)) amenities_.pop_back();
}

template <class Row>
void DraftSearch<Row>::extend(int cell, CellList<4>& path, const Distances& distances, Kind kind, std::int32_t value) {
  int inner = 0;
  for (const int other : path) {
    const int by = std::abs(other - cell);
    inner += by == 1 || by == columns_of<Row>;
  }
  value += edges_of(kind, cell) + evaluation_->weights()[Feature::green_cell] -
           2 * inner * evaluation_->edge(0, static_cast<int>(kind));
  path.push_back(static_cast<std::uint16_t>(cell));
  if (distances[cell] == 0) note(path, value);
  for (int s = 0; s < 4; ++s) {
    if (city_->at(cell, s) != 0) continue;
    const int to = cell + City<Row>::bit_steps[s];
    if (static_cast<int>(path.size()) + 1 + distances[to] > 3) continue;
    if (std::find(path.begin(), path.end(), to) == path.end()) extend(to, path, distances, kind, value);
  }
  path.pop_back();
}

template <class Row>
void DraftSearch<Row>::list_amenities(const Draft& draft, Kind kind) {
  const Distances& distances = kind == Kind::park ? to_park_ : to_pond_;
  const std::int32_t cell_weight = evaluation_->weights()[Feature::green_cell];
  const std::int32_t open_edge = evaluation_->edge(0, static_cast<int>(kind));
  const auto each = [&](auto&& use) {
    for (const int cell : draft.building) use(kind_of(draft.type), cell);
    for (const int cell : draft.road) use(Kind::road, cell);
    for (const int cell : draft.park) use(Kind::park, cell);
  };
  each([&](Kind k, int cell) { city_->place(k, cell); });
  amenities_.clear();
  ++time_;
  CellList<48> starts;
  for (const int cell : draft.building)
    for (int s = 0; s < 4; ++s) {
      if (city_->at(cell, s) != 0) continue;
      const auto to = static_cast<std::uint16_t>(cell + City<Row>::bit_steps[s]);
      if (std::find(starts.begin(), starts.end(), to) == starts.end()) starts.push_back(to);
    }
  Plane<Row> done;
  for (const int start : starts) {
    CellList<4> path;
    if (distances[start] <= 2) extend(start, path, distances, kind, 0);
    // A tetromino that covers several starts is looked at for the first of them only.
    const std::uint64_t free = window_around(start, done);
    done.set(start);
    const std::int32_t first = edges_of(kind, start) + 4 * cell_weight;
    for (const Tetromino& t : tetrominoes_) {
      if ((t.window & ~free) != 0) continue;
      std::int32_t value = first - 2 * t.inner_edges * open_edge;
      for (const int step : t.others) value += edges_of(kind, start + step);
      if (amenities_.size() == static_cast<std::size_t>(width_.amenities) && value <= amenities_.back().value) continue;
      for (const int step : t.others) path.push_back(static_cast<std::uint16_t>(start + step));
      path.push_back(static_cast<std::uint16_t>(start));
      note(path, value);
      path.clear();
    }
  }
  each([&](Kind k, int cell) { city_->remove(k, cell); });
}

template <class Row>
std::uint64_t DraftSearch<Row>::window_around(int cell, const Plane<Row>& without) const {
  std::uint64_t out = 0;
  const int row = row_of<Row>(cell), column = column_of<Row>(cell);
  for (int r = row + 3; r >= row - 3; --r) {
    const Row free = city_->empty()[r] & ~without[r];
    out = out << 7 | static_cast<std::uint64_t>((column >= 3 ? free >> (column - 3) : free << (3 - column)) & 127);
  }
  return out;
}

template <class Row>
std::vector<Draft> DraftSearch<Row>::best_with(const Draft& draft, Kind kind, std::size_t count) {
  std::vector<Draft> out;
  out.reserve(count + 1);
  out.push_back(draft);
  if (kind == Kind::park ? draft.at_park : draft.at_pond) return out;
  list_amenities(draft, kind);
  Draft with = draft;
  for (const Amenity& green : amenities_) {
    (kind == Kind::park ? with.park : with.pond) = green.cells;
    with.value = evaluation_->gain(with, false);
    out.insert(std::upper_bound(out.begin(), out.end(), with, better), with);
    if (out.size() > count) out.pop_back();
  }
  return out;
}

template <class Row>
void DraftSearch<Row>::add_alternatives(int sites) {
  const std::vector<Draft> best(drafts_.begin(),
                                drafts_.begin() + std::min<std::ptrdiff_t>(sites, std::ssize(drafts_)));
  for (const Draft& known : best) {
    Draft bare = known;
    bare.park.clear();
    bare.pond.clear();
    bare.value = evaluation_->gain(bare, false);
    for (const Draft& with_park : best_with(bare, Kind::park, 2))
      for (Draft& draft : best_with(with_park, Kind::pond, 2)) {
        if (same_cells(draft.park, known.park) && same_cells(draft.pond, known.pond)) continue;
        draft.value = evaluation_->gain(draft, true);
        drafts_.push_back(draft);
      }
  }
}

template <class Row>
std::vector<Draft>& DraftSearch<Row>::find(City<Row>& city, Evaluation<Row>& evaluation, const Request& request,
                                           const Width& width) {
  city_ = &city;
  evaluation_ = &evaluation;
  width_ = width;
  bonuses_ = request.type() == Building::residence || city.rules().factory_bonus;
  measure_roads();
  if (bonuses_) {
    measure_amenity(Kind::park, to_park_, parks_);
    measure_amenity(Kind::pond, to_pond_, ponds_);
  }
  rank_sites(request);
  drafts_.clear();
  // Sites are compared, before parks and ponds are added, with those that need as many of them. One that is more than 5
  // points (or `margin`) behind the best of these so far is dropped.
  const std::int64_t patience = std::min(static_cast<std::int64_t>(5 * unit), width.margin);
  std::array<std::int64_t, 3> best;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min() / 2;
  best.fill(none);
  std::int64_t highest = none;  // the value of a complete move, without shapes
  for (const std::uint32_t ranked : ranking_) {
    check_time();
    const int place = 65535 - static_cast<int>(ranked & 65535);
    Draft draft;
    draft.type = request.type();
    const int corner = place % max_cells<Row>;
    draft.site = {place / max_cells<Row>, {row_of<Row>(corner), column_of<Row>(corner)}};
    for (const Cell c : request.rotations()[draft.site.rotation])
      draft.building.push_back(static_cast<std::uint16_t>(corner + columns_of<Row> * c.row + c.column));
    if (!lead_road(draft)) continue;
    draft.at_park = city.touches(draft.building, city.big(Kind::park));
    draft.at_pond = city.touches(draft.building, city.big(Kind::pond));
    draft.value = evaluation.gain(draft, false);
    const int missing = bonuses_ ? !draft.at_park + !draft.at_pond : 0;
    std::int64_t& best_so_far = best[missing];
    if (draft.value < best_so_far - patience) continue;
    best_so_far = std::max(best_so_far, draft.value);
    if (bonuses_)
      for (const Kind kind : {Kind::park, Kind::pond}) draft = best_with(draft, kind, 1).front();
    highest = std::max(highest, draft.value);
    drafts_.push_back(draft);
  }
  std::erase_if(drafts_, [&](const Draft& draft) { return draft.value < highest - width.margin; });
  for (Draft& draft : drafts_) draft.value = evaluation.gain(draft, true);
  std::stable_sort(drafts_.begin(), drafts_.end(), better);
  if (bonuses_ && width.alternatives > 0) {
    add_alternatives(width.alternatives);
    std::stable_sort(drafts_.begin(), drafts_.end(), better);
  }
  return drafts_;
}

template class DraftSearch<NarrowRow>;
template class DraftSearch<WideRow>;

}  // namespace pentocity::players::planner

#pragma GCC diagnostic pop
