#include "common/scan.hpp"

namespace pentocity::players {

std::vector<Site> sites_by_rows(const Land& land, const Request& request) {
  std::vector<LandBoard> legal;
  for (const Cells& rotation : request.rotations()) legal.push_back(legal_sites(land, request.type(), rotation));
  std::vector<Site> out;
  for (int row = 0; row < land.side(); ++row) {
    std::uint64_t columns = 0;
    for (const LandBoard& board : legal) columns |= board.words[row];
    for (; columns != 0; columns &= columns - 1) {
      const int column = std::countr_zero(columns);
      for (std::size_t k = 0; k < legal.size(); ++k)
        if (legal[k].words[row] >> column & 1) out.push_back({static_cast<int>(k), {row, column}});
    }
  }
  return out;
}

}  // namespace pentocity::players
