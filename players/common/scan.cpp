#include "common/scan.hpp"

namespace pentocity::players {

std::vector<Site> sites_by_rows(const Land& land, const Request& request) {
  std::vector<LandBoard> legal;
  for (const Cells& rotation : request.rotations()) legal.push_back(legal_sites(land, request.type(), rotation));
  std::vector<Site> out;
  LandBoard all;
  for (const LandBoard& board : legal) all |= board;
  all.for_each([&](int bit) {
    for (std::size_t k = 0; k < legal.size(); ++k)
      if (legal[k].test(bit)) out.push_back({static_cast<int>(k), land.grid().cell(bit)});
  });
  return out;
}

}  // namespace pentocity::players
