#include "plan_frontier.hpp"

namespace pentocity::districting {

PlanFrontier::PlanFrontier(const PlanCells& board, const DistrictStates& states)
    : columns_(board.columns),
      states_(states),
      between_(2 * states.states() + 1),
      bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(between_) + 1))),
      symbol_mask_((std::uint32_t{1} << bits_) - 1) {
  const auto at = [&](int row, int column) -> int {
    if (row < 0 || row >= board.rows || column < 0 || column >= columns_) return -1;
    return board.cells[row * columns_ + column];
  };
  for (int r = 0; r < board.rows; ++r)
    for (int c = 0; c < columns_; ++c) {
      is_mirrored_ = is_mirrored_ && at(r, c) == at(r, columns_ - 1 - c);
      Step& s = steps_.emplace_back();
      s.column = c;
      s.is_blocked = at(r, c) < 0;
      s.votes = at(r, c) > 0;
      s.drops_left = c > 0 && at(r + 1, c - 1) < 0;
      s.drops_this = at(r + 1, c) < 0 && at(r, c + 1) < 0;
      s.links_next = c + 1 < columns_ && at(r, c) >= 0 && at(r, c + 1) >= 0 && at(r - 1, c + 1) >= 0;
    }
}

}  // namespace pentocity::districting
