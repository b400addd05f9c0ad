#include "pentocity/game/player.hpp"

namespace pentocity {
namespace {

/// Row by row: the first site with road access as it is; no roads, parks or ponds.
class Naive : public Player {
 public:
  explicit Naive(const PlayerSetup& setup) : rules_(setup.rules) {}

  Move play(const Request& request, const View& view) override {
    const RowGrid& grid = view.land.grid();
    for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k) {
      const Cells& shape = request.rotations()[static_cast<std::size_t>(k)];
      Move move;
      legal_sites(view.land, request.type(), shape).for_each([&](int bit) {
        const Cell at = grid.cell(bit);
        if (!move.accept && has_access(rules_, view.land, grid.board(translated(shape, at)))) move = Move::at(k, at);
      });
      if (move.accept) return move;
    }
    return Move::reject();
  }

 private:
  const Rules& rules_;
};

PENTOCITY_PLAYER(Naive, "naive", "row by row, the first site that has road access")

}  // namespace
}  // namespace pentocity
