#pragma once
// Morphological openings of the open cells, for a window of the land's rows: which of the cells a square or a requested
// shape within them can cover. (Matheron, "Random Sets and Integral Geometry", 1975; Serra, "Image Analysis and
// Mathematical Morphology", 1982.)

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "history.hpp"
#include "pentocity/core/row_block.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pentocity::players::planner {

/// The rows of a window: those that are to be counted, and `margin` rows on both sides, into which shapes and
/// neighbours reach.
inline constexpr int margin = 8;
template <class Row>
using Rows = std::array<Row, columns_of<Row> + 2 * margin + 8>;

/// A set by lengths: in of(n), the cells that are the leftmost of n cells side by side. of(1) is the set itself; fill()
/// computes the others, from row `first` on.
template <class Row>
struct LengthRows {
  static constexpr std::size_t size = std::tuple_size_v<Rows<Row>>;
  alignas(32) std::array<Row, 6 * size> rows;

  // Where the row `i` of a length is, in `rows`.
  static std::size_t index(int length, int i) { return length * size + i; }
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

/// Each cell of the rows together with the length - 1 cells to its right (at most 5 cells).
template <class Block>
Block widened(const Block& b, int length) {
  if (length == 1) return b;
  const Block two = b | b << 1;
  if (length == 2) return two;
  if (length == 3) return two | b << 2;
  const Block four = two | two << 2;
  return length == 4 ? four : four | b << 4;
}

/// Morphological opening by a square: the cells that are covered by squares of this side within the open cells.
template <int side, class Row>
void open_by_square(const LengthRows<Row>& runs, int rows, Rows<Row>& covered) {
  alignas(32) Rows<Row> places;
  const Row* wide = runs.of(side);
  for (int i = 4; i < margin + rows; i += block_rows) {
    BlockOf<Row> b = load_block(wide + i);
    for (int k = 1; k < side; ++k) b &= load_block(wide + i + k);
    store_block(&places[i], b);
  }
  for (int i = margin; i < margin + rows; i += block_rows) {
    BlockOf<Row> b = load_block(&places[i]);
    for (int k = 1; k < side; ++k) b |= load_block(&places[i - k]);
    store_block(&covered[i], widened(b, side));
  }
}

/// The cells at which a shape finds what it needs: of the cells side by side at least one is in the set.
template <class Row>
struct Needs {
  LengthRows<Row> road, park, pond;
};

/// How many kinds of places of a shape are told apart: all positions; those with road access and a park or a pond; and
/// those with road access and both. (Without bonus there are only two: all positions, and those with road access.)
template <bool bonus>
inline constexpr std::size_t kinds_of_places = bonus ? 3 : 2;

/// The places of the rotations of a shape, by kind and rotation, and which blocks of rows have some, as bits by kind.
/// Bit 0 is the first block that was looked at.
template <class Row>
struct Places {
  static constexpr std::size_t max_rotations = 4;
  alignas(32) std::array<std::array<Rows<Row>, max_rotations>, 3> rows;
  std::array<std::uint64_t, 3> blocks;
};

/// Fills in the places of one rotation, in the rows from `first` to before `end`.
template <bool bonus, class Row>
[[gnu::always_inline]] inline void find_places(const LengthRows<Row>& open, const Needs<Row>& needs,
                                               const Runs& rotation, std::size_t number, int first, int end,
                                               Places<Row>& places) {
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
      store_block(&places.rows[kind][number][i], b);
      places.blocks[kind] |= any(b) ? bit : 0;
    };
    const auto each_run = [&](auto&& use) {
      for (const Look& look : looks) use(look.index + i, look.column);
    };
    Block free = ~Block{};
    each_run([&](std::size_t index, int column) { free &= load_block(&open.rows[index]) >> column; });
    if (!any(free)) {
      for (std::size_t kind = 0; kind < kinds; ++kind) store_block(&places.rows[kind][number][i], free);
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

/// Morphological opening by a shape in all rotations: calls use(kind, row, block) for the blocks in the rows from
/// `from` to before `end` that have cells which the shape covers at its places.
template <bool bonus, class Row, class Use>
[[gnu::always_inline]] inline void open_by_shape(const LengthRows<Row>& open, const Needs<Row>& needs,
                                                 const SeenShape& shape, int from, int end, Use&& use) {
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
          first |= load_block(&places.rows[kind][run.rotation][i - run.row]) << run.column;
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

}  // namespace pentocity::players::planner

#pragma GCC diagnostic pop
