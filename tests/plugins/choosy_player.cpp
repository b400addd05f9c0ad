// A player that declares which lands and rules it plays, and fails on all others.
#include <stdexcept>

#include "pentocity/game/played_games.hpp"
#include "pentocity/game/player.hpp"

namespace {

using namespace pentocity;

class Choosy : public Player {
 public:
  explicit Choosy(const PlayerSetup& setup) {
    if (setup.rules.side != 17 || setup.rules.profile != "report") throw std::runtime_error("not my game");
  }
  Move play(const Request&, const View&) override { return Move::reject(); }
};

PENTOCITY_PLAYER(Choosy, "choosy", "plays on lands of side 17 only")
PENTOCITY_PLAYS(.sides = {17}, .rules = {"report"})

}  // namespace
