#pragma once
// The touching perimeter of a building at all locations at once. It is counted in bit planes, four rows of the land at
// a time. (touching_perimeter() in sites.hpp counts that of one building, by the definition.)

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pentocity/core/row_block.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity::inline helpers {

/// A shape on the land reaches at most as far below its location as the land has rows.
template <class Row>
using LookRows = PaddedRows<Row, columns_of<Row> + block_rows>;

/// Counts along the outline of any building: the edges beyond which a cell is empty are exposed, all others touch.
template <class Row>
class ExposedEdges {
  using Block = BlockOf<Row>;
  using Padded = LookRows<Row>;

 public:
  /// For these outlines, of which use() will choose one after the other.
  void prepare(const Land& land, std::span<const Cells> outlines) {
    int last_column = 0;
    for (const Cells& outline : outlines)
      for (const Cell c : outline) last_column = std::max(last_column, c.column);
    side_ = land.side();
    rows_ = std::max(rows_, side_);
    copies_ = std::min(last_column + 1, land.side());
    if (static_cast<std::size_t>(copies_) >= shifted_.size()) shifted_.resize(copies_ + 1);
    fill(0, [&](int r) { return load_rows<Row>(land.empty(), r) << 1; });
    fill(1, [&](int r) { return load_rows<Row>(land.empty(), r); });
    for (int i = 2; i <= copies_; ++i) fill(i, [&](int r) { return load_rows<Row>(land.empty(), r) >> (i - 1); });
  }

  void use(const Cells& outline) {
    edges_ = static_cast<int>(outline.size());
    looks_.assign((outline.size() + 3) / 4 * 4, nothing_.at(0));
    for (std::size_t i = 0; i < outline.size(); ++i)
      if (outline[i].row < side_ && outline[i].column < copies_)  // others are off the land: never exposed
        looks_[i] = shifted_[outline[i].column + 1].at(outline[i].row);
  }

  /// The number of exposed edges in each column of each row of a block: bit k is in planes[k]. Carry-save adders take
  /// four looks at a time.
  template <int planes_count>
  std::array<Block, planes_count> in_block(int row) const {
    const auto add = [](Block& sum, const Block& a, const Block& b) {
      const Block either = a ^ b, carry = (a & b) | (either & sum);
      sum ^= either;
      return carry;
    };
    std::array<Block, planes_count> planes{};
    for (auto look = looks_.begin(); look != looks_.end(); look += 4) {
      const Block carry_1 = add(planes[0], Padded::load(look[0] + row), Padded::load(look[1] + row));
      const Block carry_2 = add(planes[0], Padded::load(look[2] + row), Padded::load(look[3] + row));
      Block carry = add(planes[1], carry_1, carry_2);
      for (int k = 2; k < planes_count; ++k) {
        const Block next = planes[k] & carry;
        planes[k] ^= carry;
        carry = next;
      }
    }
    return planes;
  }

  /// Leaves the sites of a block with the maximum touching perimeter; returns that number.
  template <int planes_count>
  int keep_max(int row, Block& sites) const {
    const auto planes = in_block<planes_count>(row);
    int exposed = 0;
    for (int k = planes_count - 1; k >= 0; --k) {
      const Block zero = sites & ~planes[k];
      const bool some = any(zero);
      if (some) sites = zero;
      exposed = 2 * exposed + !some;
    }
    return edges_ - exposed;
  }

 private:
  template <class BlockAt>
  void fill(int i, BlockAt block_at) {
    Padded& copy = shifted_[i];
#pragma GCC unroll 4
    for (int r = 0; r < rows_; r += block_rows) copy.set_block(r, block_at(r));
  }

  std::vector<Padded> shifted_;  // the empty cells, moved left by index - 1: so every look is a plain load
  int copies_ = 0;               // of them, besides the first
  int edges_ = 0;                // of the outline in use
  int side_ = 0;
  int rows_ = 0;  // the maximum side of all lands so far
  Padded nothing_;
  std::vector<const std::uint64_t*> looks_;
};

/// Counts the occupied neighbours of all cells of a building of two to five cells. Where such a building is legal, each
/// of its cells has an empty neighbour, namely another cell of it, so that the number of occupied ones, 0 to 3, has two
/// bits. The sum is the touching perimeter. It takes half of the additions that counting along the outline of such a
/// building takes, and a twentieth of the time of a game of `jigsaw` less: that is why it stands beside ExposedEdges.
template <class Row>
class OccupiedNeighbours {
  using Block = BlockOf<Row>;
  using Padded = LookRows<Row>;

 public:
  static constexpr std::size_t max_cells = 5;

  static bool suits(const Cells& cells) { return cells.size() >= 2 && cells.size() <= max_cells; }

  /// For rotations of at most so many columns, of which use() will choose one after the other.
  void prepare(const Land& land, int columns) {
    rows_ = std::max(rows_, land.side());
    const std::size_t used = std::min(static_cast<std::size_t>(columns), max_cells);
    for (int r = 0; r < rows_; r += block_rows) empty_.set_block(r, load_rows<Row>(land.empty(), r));
    for (int r = 0; r < rows_; r += block_rows) {
      const Block here = empty_.block(r);
      const Block right = ~(here >> 1), left = ~(here << 1), above = ~empty_.block(r - 1), below = ~empty_.block(r + 1);
      const Block across = left ^ right, along = above ^ below;
      const Block low = across ^ along, high = (left & right) ^ (above & below) ^ (across & along);
      for (std::size_t i = 0; i < used; ++i) {
        shifted_[i][0].set_block(r, low >> i);
        shifted_[i][1].set_block(r, high >> i);
      }
    }
  }

  void use(const Cells& rotation) {
    looks_.fill({nothing_.at(0), nothing_.at(0)});
    for (std::size_t i = 0; i < rotation.size(); ++i)
      for (std::size_t bit = 0; bit < 2; ++bit) looks_[i][bit] = shifted_[rotation[i].column][bit].at(rotation[i].row);
  }

  /// Leaves the sites of a block with the maximum sum; returns that number.
  int keep_max(int row, Block& sites) const {
    const auto add = [](const Block& a, const Block& b, const Block& c, Block& carry) {
      const Block either = a ^ b;
      carry = (a & b) | (either & c);
      return either ^ c;
    };
    const auto look = [&](std::size_t cell, std::size_t bit) { return Padded::load(looks_[cell][bit] + row); };
    Block twos[4], fours[3], sum[4];
    sum[0] = add(add(look(0, 0), look(1, 0), look(2, 0), twos[0]), look(3, 0), look(4, 0), twos[1]);
    twos[2] = add(look(0, 1), look(1, 1), look(2, 1), fours[0]);
    twos[3] = add(twos[2], look(3, 1), look(4, 1), fours[1]);
    sum[1] = add(twos[3], twos[0], twos[1], fours[2]);
    sum[2] = add(fours[0], fours[1], fours[2], sum[3]);
    int max = 0;
    for (int k = 3; k >= 0; --k) {
      const Block one = sites & sum[k];
      const bool some = any(one);
      if (some) sites = one;
      max = 2 * max + some;
    }
    return max;
  }

 private:
  Padded empty_, nothing_;
  std::array<std::array<Padded, 2>, max_cells> shifted_;  // the bits of all cells' numbers, moved left by the index
  int rows_ = 0;                                          // the maximum side of all lands so far
  std::array<std::array<const std::uint64_t*, 2>, max_cells> looks_;
};

/// Enough bit planes for the outer edges of pentominoes, of larger factories, and of all that fits a land.
inline constexpr int few_planes = 4, some_planes = 5, many_planes = 15;

/// Calls f with the number of planes as a compile-time constant.
template <class F>
decltype(auto) with_planes(std::size_t edges, F&& f) {
  if (edges < 1u << few_planes) return f(std::integral_constant<int, few_planes>());
  if (edges < 1u << some_planes) return f(std::integral_constant<int, some_planes>());
  return f(std::integral_constant<int, many_planes>());
}

}  // namespace pentocity::inline helpers
