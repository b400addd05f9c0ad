#include "pentocity/helpers/parks.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace pentocity::inline helpers {
namespace {

// Cells that a walk can reach, and their neighbours.
constexpr int margin = big_size + 1;

// The bits of a byte as eight bytes of 0 or 1.
constexpr auto spread_bits = [] {
  std::array<std::uint64_t, 256> out{};
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (int i = 0; i < 8; ++i) out[byte] |= std::uint64_t{byte >> i & 1} << 8 * i;
  return out;
}();

// Eight columns of a row from `column` on, as bytes; columns that the row does not have are 0.
template <class Row>
std::uint64_t spread(Row row, int column) {
  if (column <= -8 || column >= columns_of<Row>) return 0;
  return spread_bits[(column >= 0 ? row >> column : row << -column) & 0xff];
}

std::uint64_t load_bytes(const std::uint8_t* bytes) {
  std::uint64_t out = 0;
  std::memcpy(&out, bytes, 8);
  return out;
}
void store_bytes(std::uint8_t* bytes, std::uint64_t value) { std::memcpy(bytes, &value, 8); }

// Four places as one number that compares as the sorted list of them does.
std::uint64_t sorted_places(std::array<std::uint64_t, 4> at) {
  const auto order = [&](std::size_t i, std::size_t j) {
    if (at[i] > at[j]) std::swap(at[i], at[j]);
  };
  order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
  return at[0] << 48 | at[1] << 32 | at[2] << 16 | at[3];
}

double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) result *= base;
  return result;
}

}  // namespace

bool Amenity::precedes(const Amenity& other, AmenityChoice choice) const {
  if (size != other.size) return size < other.size;
  if (touching != other.touching) return (touching < other.touching) == (choice == AmenityChoice::min_touching);
  // Unused cells are equal, and stay in front in both.
  auto mine = cells, others = other.cells;
  std::sort(mine.begin(), mine.end());
  std::sort(others.begin(), others.end());
  return mine < others;
}

void ParkGround::survey(const Land& land, const LandBoard& building, const Cells& road, LandEdge edge) {
  const Grid& grid = land.grid();
  land_ = &land;
  const Cells cells = grid.cells(building);
  int left = cells.front().column, right = left;
  for (const Cell c : cells) left = std::min(left, c.column), right = std::max(right, c.column);
  top_ = cells.front().row - margin;
  left_ = left - margin;
  rows_ = cells.back().row + margin - top_ + 1;
  stride_ = (right - left + 1 + 2 * margin + 7) / 8 * 8;
  building_.clear();
  for (const Cell c : cells) building_.push_back(index(c));
  const LandBoard built = grid.board(road);

  // Each cell's own share first, then the sums over neighbours; eight cells at a time, no byte overflows.
  const auto size = static_cast<std::size_t>(rows_ * stride_);
  shares_.resize(size);
  cells_.resize(size);
  with_row_type(grid.wide(), [&](auto zero) {
    using Row = decltype(zero);
    for (int i = 0; i < rows_; ++i) {
      const int r = top_ + i;
      const bool inside = r >= 0 && r < land.side();
      const Row all = inside ? grid.all().row<Row>(r) : 0;
      const Row taken = inside ? all & ~(land.empty().row<Row>(r) & ~built.row<Row>(r)) : 0;
      const Row free = inside ? all & ~(taken | building.row<Row>(r)) : 0;
      for (int x = 0; x < stride_; x += 8) {
        std::uint64_t occupied = spread(taken, left_ + x);
        if (edge == LandEdge::counted) occupied |= spread(all, left_ + x) ^ 0x0101010101010101;
        store_bytes(&shares_[i * stride_ + x], occupied | free_unit * spread(free, left_ + x));
      }
    }
  });
  for (int at = stride_; at < (rows_ - 1) * stride_; at += 8) {
    const std::uint8_t* here = &shares_[at];
    const std::uint64_t around =
        load_bytes(here - stride_) + load_bytes(here + stride_) + load_bytes(here - 1) + load_bytes(here + 1);
    const std::uint64_t free = load_bytes(here) & 0x0101010101010101 * free_unit;
    store_bytes(&cells_[at], around + free * (free_flag / free_unit));
  }
}

void ParkGround::take(const Amenity& amenity) {
  for (int i = 0; i < amenity.size; ++i) {
    const int at = index(amenity.cells[i]);
    cells_[at] &= static_cast<std::uint8_t>(~free_flag);
    for (const int step : steps()) cells_[at + step] += 1 - free_unit;
  }
}

std::optional<Amenity> ParkGround::straight_bar(AmenityChoice choice) const {
  const int sign = choice == AmenityChoice::min_touching ? 1 : -1;
  std::optional<Amenity> best;
  std::uint64_t best_order = 0;
  for (const int place : building_)
    for (const int out : steps()) {
      const int at = place + out;
      if (!is_free(at)) continue;
      for (const int step : steps()) {
        if (!is_free(at + step) || !is_free(at + 2 * step) || !is_free(at + 3 * step)) continue;
        Amenity bar;
        std::array<std::uint64_t, 4> places{};
        for (int i = 0; i < big_size; ++i) {
          bar.cells[i] = cell(at + i * step);
          bar.touching += touching_perimeter(at + i * step);
          places[i] = static_cast<std::uint64_t>(at + i * step);
        }
        bar.size = big_size;
        const std::uint64_t order = sorted_places(places);
        const int worse = best ? sign * (bar.touching - best->touching) : -1;
        if (worse > 0 || (worse == 0 && order >= best_order)) continue;
        best = bar;
        best_order = order;
      }
    }
  return best;
}

bool ParkGround::mark(const LandBoard& board, std::vector<std::uint8_t>& marks) const {
  marks.resize(cells_.size());
  std::uint64_t any = 0;
  with_row_type(land_->grid().wide(), [&](auto zero) {
    using Row = decltype(zero);
    for (int i = 0; i < rows_; ++i) {
      const int r = top_ + i;
      const Row row = r >= 0 && r < land_->side() ? board.row<Row>(r) : 0;
      for (int x = 0; x < stride_; x += 8) {
        const std::uint64_t bytes = spread(row, left_ + x);
        store_bytes(&marks[i * stride_ + x], bytes);
        any |= bytes;
      }
    }
  });
  return any != 0;
}

// A walk that has just come to its cell number `size`.
template <int size>
void AmenityWalks::walk(const Sight& sight, std::uint64_t path, int at, int previous, int touching, int weight) {
  const int here = sight.cells[at];
  path |= static_cast<std::uint64_t>(at) << 16 * (size - 1);
  touching += ParkGround::touching_perimeter_of(here);
  if (sight.near_big != nullptr && sight.near_big[at] != 0) return add(path, size, touching, weight);
  const int ways = ParkGround::ways_of(here) - (size > 1 ? 1 : 0);
  if constexpr (size == big_size) {
    const int back_to_first = std::abs(at - static_cast<int>(path & 0xffff));
    const bool closes = back_to_first == 1 || back_to_first == sight.stride;
    if (!open_end_ || ways - closes > 0) add(path, size, touching, weight);
  } else {
    if (ways == 0) return;
    weight /= ways;
    for (const int step : {1, -1, sight.stride, -sight.stride}) {
      const int next = at + step;
      if (next != previous && (sight.cells[next] & ParkGround::free_flag) != 0)
        walk<size + 1>(sight, path, next, at, touching, weight);
    }
  }
}

void AmenityWalks::enumerate(const ParkGround& ground, Kind kind, const WalkRules& rules) {
  ground_ = &ground;
  open_end_ = rules.open_end;
  touching_flip_ = rules.choice == AmenityChoice::min_touching ? 0 : 15;
  weights_ = {};
  extends_ = rules.extend && ground.mark(ground.land_->grid().neighbours(ground.land_->big(kind)), near_big_);

  // The free cells next to the building, each as often as it shares an edge with it.
  starts_.clear();
  for (const int place : ground.building_)
    for (const int out : ground.steps())
      if (ground.is_free(place + out)) starts_.push_back(place + out);
  total_ = starts_.size() * weight_unit;
  std::sort(starts_.begin(), starts_.end());
  if (const std::size_t max = starts_.size() * max_walks_from_a_start; max > room_.size()) room_.resize(max);
  walk_count_ = 0;
  const Sight sight{ground.cells_.data(), extends_ ? near_big_.data() : nullptr, ground.stride_};
  for (auto it = starts_.begin(); it != starts_.end();) {
    const auto next = std::find_if(it, starts_.end(), [&](int at) { return at != *it; });
    walk<1>(sight, 0, *it, -1, 0, weight_unit * static_cast<int>(next - it));
    it = next;
  }
}

void AmenityWalks::add(std::uint64_t path, int size, int touching, int weight) {
  const int rank = rank_of(size, touching);
  room_[walk_count_++] = {path, static_cast<std::uint16_t>(weight), static_cast<std::uint8_t>(rank)};
  weights_[rank] += static_cast<std::uint32_t>(weight);
}

std::uint64_t AmenityWalks::row_order(const Walk& walk) {
  std::array<std::uint64_t, 4> places{};
  for (int i = 0; i < 4; ++i) places[i] = walk.path >> 16 * i & 0xffff;
  return sorted_places(places);
}

Amenity AmenityWalks::amenity(const Walk& walk) const {
  Amenity out;
  out.size = size_of(walk.rank);
  out.touching = touching_of(walk.rank);
  for (int i = 0; i < out.size; ++i) out.cells[i] = ground_->cell(static_cast<int>(walk.path >> 16 * i & 0xffff));
  return out;
}

double AmenityWalks::chance_of_best(std::uint64_t weight, int count) const {
  return 1 - power(static_cast<double>(total_ - weight) / static_cast<double>(total_), count);
}

Amenity AmenityWalks::best_of(int count, Pcg& random) const {
  const double draw = random.next_double();
  std::uint64_t so_far = 0;
  for (std::size_t rank = 0; rank < weights_.size(); ++rank) {
    if (weights_[rank] == 0) continue;
    so_far += weights_[rank];
    if (draw >= chance_of_best(so_far, count)) continue;
    int left = random.next_int(static_cast<int>(weights_[rank]));
    for (const Walk& walk : walks())
      if (walk.rank == rank && (left -= walk.weight) < 0) return amenity(walk);
  }
  return {};
}

Amenity AmenityWalks::first_best_of(int count, Pcg& random) const {
  const double draw = random.next_double();
  std::uint64_t so_far = 0;
  for (std::size_t rank = 0; rank < weights_.size(); ++rank) {
    if (weights_[rank] == 0) continue;
    if (draw >= chance_of_best(so_far + weights_[rank], count)) {
      so_far += weights_[rank];
      continue;
    }
    // The same draw decides within the class, whose members are all different in rank now.
    using Entry = std::pair<std::uint64_t, const Walk*>;
    std::vector<Entry> members;
    for (const Walk& walk : walks())
      if (walk.rank == rank) members.emplace_back(row_order(walk), &walk);
    const auto later = [](const Entry& a, const Entry& b) { return a.first > b.first; };
    std::make_heap(members.begin(), members.end(), later);
    while (members.size() > 1) {
      so_far += members.front().second->weight;
      if (draw < chance_of_best(so_far, count)) break;
      std::pop_heap(members.begin(), members.end(), later);
      members.pop_back();
    }
    return amenity(*members.front().second);
  }
  return {};
}

std::optional<Amenity> AmenityWalks::shortest_extension() const {
  if (!extends_) return std::nullopt;
  const Walk* best = nullptr;
  for (const Walk& walk : walks()) {
    if (size_of(walk.rank) == big_size) continue;
    if (best == nullptr || walk.rank < best->rank || (walk.rank == best->rank && row_order(walk) < row_order(*best)))
      best = &walk;
  }
  return best == nullptr ? std::nullopt : std::optional(amenity(*best));
}

std::vector<AmenityWalks::Outcome> AmenityWalks::outcomes() const {
  std::vector<Outcome> out;
  for (const Walk& walk : walks())
    out.push_back({amenity(walk), static_cast<double>(walk.weight) / static_cast<double>(total_)});
  return out;
}

}  // namespace pentocity::inline helpers
