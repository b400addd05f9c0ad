#include "pentocity/game/player.hpp"

namespace {

using namespace pentocity;

/// Rejects all: what is left of a game is the cost of the harness.
class Rejecter : public Player {
 public:
  explicit Rejecter(const PlayerSetup&) {}
  Move play(const Request&, const View&) override { return Move::reject(); }
};

PENTOCITY_PLAYER(Rejecter, "rejecter", "rejects all")

}  // namespace
