#include <memory>
#include <stdexcept>

#include "lanes/strips.hpp"

namespace pentocity::players::lanes {
namespace {

/// The maximum mean cost of a building in a strip, in cells of land for each point. `jigsaw` needs fewer cells, but
/// strips leave the rest of the land in one piece.
constexpr double max_cost = 1.4;

/// A player for request streams with few shapes, which places buildings in strips. Requests that have no place in a
/// strip are answered by another player, which the option `otherwise` names; so are all requests once the shapes have
/// become too many.
class Lanes : public Player {
 public:
  explicit Lanes(const PlayerSetup& setup) : strips_(setup.rules, setup.options.integer("heights"), max_cost) {
    const std::string& name = setup.options.text("otherwise");
    for (const PlayerSpec& spec : builtin_players())
      if (spec.name == name && name != "lanes") {
        otherwise_options_ = Options(spec.options);
        otherwise_ = spec.make({setup.rules, setup.seed, otherwise_options_});
      }
    if (!otherwise_) throw std::invalid_argument("lanes: the option 'otherwise' names no other player: " + name);
  }

  Move play(const Request& request, const View& view) override {
    auto move = strips_.move(request, view.land);
    return move ? std::move(*move) : otherwise_->play(request, view);
  }

 private:
  Strips strips_;
  Options otherwise_options_;
  std::unique_ptr<Player> otherwise_;
};

PENTOCITY_PLAYER(
    Lanes, "lanes",
    "strips of buildings between shared lines of roads and of parks and ponds, for streams of few shapes",
    {"otherwise", "jigsaw", "the built-in player that answers the requests without a place in a strip"},
    number_option(
        "heights", std::int64_t{2},
        "maximum number of heights of strips for each type of building; if more are requested, no strips are built", 1,
        5))

}  // namespace
}  // namespace pentocity::players::lanes
