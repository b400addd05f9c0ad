#pragma once
#include <array>
#include <cstdint>

#include "pentocity/core/row_block.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity {

// The rows of a land between rows of zeros, so that blocks can be read and written beyond both ends: one row before the
// first, and as many after the last as the tallest building that fits has, and a block.
class PaddedRows {
 public:
  std::uint64_t* at(int row) { return &rows_[static_cast<std::size_t>(row + before)]; }
  const std::uint64_t* at(int row) const { return &rows_[static_cast<std::size_t>(row + before)]; }

 private:
  static constexpr int before = block_rows;
  std::array<std::uint64_t, before + 2 * max_side + 2 * block_rows> rows_{};
};

}  // namespace pentocity
