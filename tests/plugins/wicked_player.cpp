// A player for the tests of the harness: plays row by row until its turn comes to misbehave.
#include <climits>
#include <ctime>
#include <stdexcept>
#include <vector>

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
    if (does_ == "rotation") move.rotation = 4;
    if (does_ == "negative_rotation") move.rotation = INT_MIN;
    if (does_ == "far") move.location = {INT_MAX, INT_MIN};
    if (does_ == "negative") move.location = {-3, -3};
    if (does_ == "road_off_land") move.road = {{0, INT_MAX}, {INT_MIN, 0}};
    if (does_ == "many_cells") move.park = Cells(100'000, Cell{-1, -1});
    if (does_ == "occupied") move.pond = {view.land.grid().cell(view.land.of(Kind::residence).first())};
    if (does_ == "overlap") move.pond = move.park = {{25, 25}};
    if (does_ == "lonely_road") move.road = {{25, 25}};
    if (does_ == "own_park") move.park = {honest.location + request.cells().front()};
    if (does_ == "inland") move = Move::at(0, {20, 20});
    if (does_ == "note") move.note = std::string(100'000, '\xff');
    if (does_ == "burn") burn();
    if (does_ == "reject") move = Move::reject();
    return move;
  }

 private:
  // Half a second of CPU time.
  static void burn() {
    timespec begin{}, now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - begin.tv_sec) * 1'000'000'000 + (now.tv_nsec - begin.tv_nsec) < 500'000'000);
  }

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
