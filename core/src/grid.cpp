#include "pentocity/core/grid.hpp"

namespace pentocity::inline core {

Grid::Board Grid::wide_neighbours(const Board& b) const {
  Board out;
  clear(out);
  WideRow above = 0, here = b.row<WideRow>(0);
  for (int r = 0; r < rows_; ++r) {
    const WideRow below = r + 1 < rows_ ? b.row<WideRow>(r + 1) : 0;
    out.set_row<WideRow>(r, (here << 1 | here >> 1 | above | below) & all_.row<WideRow>(r));
    above = here;
    here = below;
  }
  return out;
}

Grid::Board Grid::wide_sweep(const Board& reached, const Board& within) const { return sweep<WideRow>(reached, within); }

}  // namespace pentocity::inline core
