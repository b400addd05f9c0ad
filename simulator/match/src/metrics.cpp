#include "pentocity/match/metrics.hpp"

namespace pentocity::match {
namespace {

// One byte a cell, in rows with a border of zeros, so that a walk needs no bounds. Bits of a byte:
constexpr std::uint8_t unqueued = 1;  // built, in no component yet
constexpr std::uint8_t exposed = 2;   // empty, counts as a neighbour of built cells
constexpr std::uint8_t amenity = 4;   // park or pond

template <class Row>
struct Walk {
  static constexpr int stride = columns_of<Row> + 2;
  static constexpr std::array steps_of_2016{1, stride, -1, -stride};  // right, down, left, up
  static constexpr int index_of(Cell c) { return (c.row + 1) * stride + c.column + 1; }

  using Field = std::array<std::uint8_t, stride * stride>;
  using Queue = std::array<std::uint16_t, columns_of<Row> * columns_of<Row> + 1>;
};

template <class Row>
typename Walk<Row>::Field field_of(const Land& land) {
  typename Walk<Row>::Field field{};
  for (int r = 0; r < land.side(); ++r) {
    const Row empty = land.empty().row<Row>(r);
    const Row amenities = land.of(Kind::park).row<Row>(r) | land.of(Kind::pond).row<Row>(r);
    for (int c = 0; c < land.side(); ++c) {
      const auto is_empty = static_cast<std::uint8_t>(empty >> c & 1),
                 is_amenity = static_cast<std::uint8_t>(amenities >> c & 1);
      field[Walk<Row>::index_of({r, c})] =
          static_cast<std::uint8_t>(unqueued + is_empty * (exposed - unqueued) + is_amenity * amenity);
    }
  }
  return field;
}

// The recorded `perimeter`. The program of 2016 walked the connected components of built cells breadth first and
// counted empty neighbours, but the first amenity cell that met an empty cell marked it, and later neighbours were not
// counted: the number depends on the order of the walk, which is kept here. Free of branches but for the loops, which
// mispredict.
template <class Row>
int recorded_perimeter(const Land& land, const LandBoard& built) {
  typename Walk<Row>::Field field = field_of<Row>(land);
  typename Walk<Row>::Queue queue;
  int perimeter = 0;
  built.for_each([&](int bit) {
    const int start = Walk<Row>::index_of(land.grid().cell(bit));
    if ((field[start] & unqueued) == 0) return;
    field[start] &= ~unqueued;
    queue[0] = static_cast<std::uint16_t>(start);
    for (int head = 0, tail = 1; head < tail; ++head) {
      const int at = queue[head];
      const auto mark = static_cast<std::uint8_t>(unqueued | (field[at] & amenity) / amenity * exposed);
      for (const int step : Walk<Row>::steps_of_2016) {
        std::uint8_t& next = field[at + step];
        queue[tail] = static_cast<std::uint16_t>(at + step);
        tail += next & unqueued;
        perimeter += (next & exposed) / exposed;
        next &= ~mark;
      }
    }
  });
  return perimeter;
}

// The largest connected area; of several, the one with the first cell row by row.
LandBoard largest_region(const Grid& grid, const LandBoard& cells) {
  LandBoard largest;
  int size = 0;
  const auto look_at = [&](int cell) {
    const LandBoard region = grid.component(cell, cells);
    if (const int count = region.count(); count > size) largest = region, size = count;
    return region;
  };
  // Most areas are single cells, which only matter if all are.
  LandBoard left = cells & grid.neighbours(cells);
  if (left.none() && cells.any()) look_at(cells.first());
  for (int cell = left.first(); cell >= 0; cell = left.first()) left -= look_at(cell);
  return largest;
}

// Pairs of a cell of `a` and a neighbour in `b`; the two share no cell.
int touching_pairs(const Grid& grid, const LandBoard& a, const LandBoard& b) {
  return (grid.shifted(a, 0, 1) & b).count() + (grid.shifted(a, 0, -1) & b).count() +
         (grid.shifted(a, 1, 0) & b).count() + (grid.shifted(a, -1, 0) & b).count();
}

}  // namespace

std::optional<double> value_of(const MetricInfo& metric, const Metrics& metrics) {
  return std::visit([&](auto member) { return std::optional<double>(metrics.*member); }, metric.member);
}

Metrics measure(const Land& land, int score) {
  const Grid& grid = land.grid();
  const LandBoard amenities = land.of(Kind::park) | land.of(Kind::pond);
  const LandBoard built = grid.all() - land.empty();
  const LandBoard extendable = grid.neighbours(amenities) & land.empty();

  Metrics m;
  m.empty = land.empty().count();
  m.road = land.roads().count();
  m.building = land.buildings().count();
  m.resort = amenities.count();
  if (m.resort > 0) m.utility = static_cast<double>(score - m.building) / m.resort;
  m.perimeter = with_row_type(grid.wide(), [&](auto row) { return recorded_perimeter<decltype(row)>(land, built); });
  m.extendable = extendable.count();
  const LandBoard giant = largest_region(grid, land.empty());
  m.giant = giant.count();
  m.giant_perimeter = touching_pairs(grid, giant, built);
  m.giant_extendable = (giant & extendable).count();
  m.exposed_edges = touching_pairs(grid, land.empty(), built);
  return m;
}

}  // namespace pentocity::match
