// `naive` and `diagonal` against plain loops over all sites.

#include <cstdlib>
#include <numeric>

#include "catch.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/match/game.hpp"
#include "slow_jigsaw.hpp"
#include "streams.hpp"

namespace baseline_players_test {

using namespace pentocity;
using namespace pentocity::match;
using testing::SlowLand;

namespace {

const PlayerSpec& spec_of(const std::string& name) {
  const auto& specs = builtin_players();
  return *std::find_if(specs.begin(), specs.end(), [&](const PlayerSpec& s) { return s.name == name; });
}

struct SlowSite {
  std::array<int, 4> rank;
  int rotation;
  Cell at;
  Cells building;
};

// The first site by `rank_of` (lower is first, then the lower rotation) that a road can reach.
template <class Rank>
std::optional<SlowSite> slow_first(const SlowLand& land, const Request& request, const Rank& rank_of) {
  std::optional<SlowSite> best;
  for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k)
    for (const Cell at : land.all_cells()) {
      const std::array<int, 3> rank = rank_of(at);
      SlowSite site{{rank[0], rank[1], rank[2], k}, k, at, {}};
      if (best && best->rank < site.rank) continue;
      site.building = translated(request.rotations()[k], at);
      if (land.buildable(site.building, request.type()) && land.road_length(site.building)) best = site;
    }
  return best;
}

template <class RankOf>
void check_games(const std::string& name, const RankOf& rank_of) {
  Rules rules = Rules::report();
  const Options options(spec_of(name).options);
  int roads = 0, rejects_seen = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    rules.side = 6 + static_cast<int>(seed);
    const auto player = spec_of(name).make({rules, seed, options});
    const auto sequencer = test::make_builtin(seed % 2 == 0 ? "random" : "g4", seed);
    Land land(rules.side);
    for (int turn = 0, rejects = 0; rejects < 8; ++turn) {
      CAPTURE(name, seed, rules.side, turn);
      const Request request = sequencer->next(turn, nullptr);
      const Move move = player->play(request, View{land, turn, 0, rejects, std::nullopt});
      const SlowLand slow(land);
      const auto site = slow_first(slow, request, rank_of(request.type()));
      REQUIRE(move.accept == site.has_value());
      rejects += !move.accept;
      rejects_seen += !move.accept;
      if (!move.accept) continue;
      REQUIRE(move.rotation == site->rotation);
      REQUIRE(move.location == site->at);
      REQUIRE(static_cast<int>(move.road.size()) == *slow.road_length(site->building));
      REQUIRE(move.park.empty());
      REQUIRE(move.pond.empty());
      roads += !move.road.empty();
      REQUIRE(!apply_move(rules, land, request, move).fault);
    }
  }
  CHECK(roads > 60);
  CHECK(rejects_seen == 16 * 8);
}

}  // namespace

TEST_CASE("naive takes the first site row by row", "[players]") {
  check_games("naive", [](Building) { return [](Cell c) { return std::array{c.row, c.column, 0}; }; });
}

TEST_CASE("diagonal takes the first site diagonal by diagonal, from two corners", "[players]") {
  check_games("diagonal", [](Building type) {
    const int sign = type == Building::residence ? 1 : -1;
    return [sign](Cell c) { return std::array{sign * (c.row + c.column), std::abs(c.row - c.column), sign * c.row}; };
  });
}

TEST_CASE("naive scores on random what the report of 2016 says", "[players]") {
  const Rules rules = Rules::tournament_2016();
  const Options options(spec_of("naive").options);
  double total = 0;
  constexpr int games = 20;
  for (std::uint64_t seed = 1; seed <= games; ++seed)
    total +=
        play_game(rules, {[&] { return test::make_builtin("random", seed); },
                          [&] { return std::make_unique<LocalPlayer>(spec_of("naive").make({rules, seed, options})); }})
            .score;
  CHECK(total / games > 1600);
  CHECK(total / games < 1700);
}

// Those of 2016 and jigsaw have a test of their own, on lands of any side.
TEST_CASE("every built-in player keeps to the rules on wide lands", "[players][long]") {
  for (const PlayerSpec& spec : builtin_players()) {
    if (std::ranges::count(spec.options, "as_submitted", &OptionSpec::name) > 0) continue;
    for (const int side : {65, 128}) {
      CAPTURE(spec.name, side);
      Rules rules = Rules::tournament_2016();
      rules.side = side;
      const Options options(spec.options);
      const auto player = spec.make({rules, 5, options});
      const auto sequencer = test::make_builtin("random", 5);
      const bool slow = spec.name == "planner";
      Land land(side);
      int score = 0, rejects = 0, turn = 0;
      for (; rejects < rules.max_rejects && turn < (slow ? 4 : 10'000); ++turn) {
        const Request request = sequencer->next(turn, nullptr);
        const Move move = player->play(request, View{land, turn, score, rejects, std::nullopt});
        rejects += !move.accept;
        if (!move.accept) continue;
        const Judgement judged = apply_move(rules, land, request, move);
        REQUIRE(!judged.fault);
        score += judged.delta;
      }
      CHECK(score >= (slow ? 5 * 4 : side * side / 2));
    }
  }
}

}  // namespace baseline_players_test
