// A player for the tests of the harness: plays row by row until its turn comes to misbehave.
#include <climits>
#include <stdexcept>

#include "pentocity/game/player.hpp"
#include "pentocity/helpers/sites.hpp"

namespace {

using namespace pentocity;

Move first_site(const Rules& rules, const Request& request, const Land& land) {
  const Grid& grid = land.grid();
  for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k) {
    const Cells& shape = request.rotations()[k];
    for (const Cell at : grid.cells(legal_sites(land, request.type(), shape)))
      if (has_access(rules, land, grid.board(translated(shape, at)))) return Move::at(k, at);
  }
  return Move::reject();
}

class Wicked : public Player {
 public:
  explicit Wicked(const PlayerSetup& setup)
      : rules_(setup.rules),
        does_(setup.options.text("does")),
        turn_(setup.options.integer("turn")),
        // One game in `one_in`, by the player's own seed.
        active_(setup.seed % static_cast<std::uint64_t>(setup.options.integer("one_in")) == 0) {
    if (active_ && does_ == "constructor") throw std::runtime_error("not today");
  }

  Move play(const Request& request, const View& view) override {
    const Move honest = first_site(rules_, request, view.land);
    if (!active_ || view.turn < turn_ || !honest.accept) return honest;
    Move move = honest;
    if (does_ == "throw") throw std::runtime_error("tired\nof this");
    if (does_ == "throw_number") throw 7;
    if (does_ == "far") move.location = {INT_MAX, INT_MIN};
    if (does_ == "note") move.note = std::string(100'000, '\xff');
    if (does_ == "reject") move = Move::reject();
    return move;
  }

 private:
  const Rules& rules_;
  const std::string does_;
  const int turn_;
  const bool active_;
};

std::unique_ptr<Player> make(const PlayerSetup& setup) {
  if (setup.options.text("does") == "nothing") return nullptr;
  return std::make_unique<Wicked>(setup);
}

PENTOCITY_EXPORT_PLAYER((PlayerSpec{"wicked",
                                    "misbehaves as told",
                                    {{"does", "reject", "what it does"},
                                     {"turn", std::int64_t{3}, "from this turn on", {}, 0},
                                     {"one_in", std::int64_t{1}, "in one game of so many", {}, 1, 100},
                                     {"weight", 0.5, "of no use", {}, 0, 1},
                                     {"flag", false, "of no use"},
                                     {"mood", "good", "of no use", {"good", "bad"}}},
                                    make}))

}  // namespace
