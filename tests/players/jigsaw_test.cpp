// `jigsaw` in both modes against a slow twin, move by move over whole games.

#include <boost/math/distributions/chi_squared.hpp>
#include <cstdlib>

#include "catch.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "slow_jigsaw.hpp"
#include "streams.hpp"

namespace jigsaw_test {

using namespace pentocity;
using testing::AmenityDistribution;
using testing::holds;
using testing::SlowLand;
using testing::sorted;

namespace {

struct SlowSite {
  int rotation;
  Cell at;
  Cells building;
};

Cells building_of(const Request& request, int rotation, Cell at) {
  return translated(request.rotations()[rotation], at);
}

// As the program of 2016 scanned the land: an incumbent, replaced by each better site that has a road.
std::optional<SlowSite> slow_site_of_2016(const SlowLand& land, const Request& request) {
  std::optional<SlowSite> best;
  int best_peri = -1, best_i = land.side() + 1, best_j = land.side() + 1;
  const int rotations = static_cast<int>(request.rotations().size());
  const auto consider = [&](int i, int j, int k) {
    const Cells building = building_of(request, k, {i, j});
    if (!land.buildable(building, request.type())) return;
    const int peri = land.peri_building(building);
    bool better = peri > best_peri;
    if (request.type() == Building::residence) {
      better = better || (peri == best_peri && i + j < best_i + best_j) ||
               (peri == best_peri && i + j == best_i + best_j && std::abs(i - j) < std::abs(best_i - best_j));
    } else {
      better = peri >= best_peri;
    }
    if (!better || !testing::slow_road_of_2016(land, building)) return;
    best = SlowSite{k, {i, j}, building};
    best_peri = peri, best_i = i, best_j = j;
  };
  if (request.type() == Building::residence) {
    for (int i = 0; i < land.side(); ++i)
      for (int j = 0; j < land.side(); ++j)
        for (int k = 0; k < rotations; ++k) consider(i, j, k);
  } else {
    for (int i = land.side() - 1; i >= 0; --i)
      for (int j = land.side() - 1; j >= 0; --j)
        for (int k = 0; k < rotations; ++k) consider(i, j, k);
  }
  return best;
}

// As the report says: the greatest perimeter of all sites that a road can reach, then the corner.
std::optional<SlowSite> slow_site_of_report(const SlowLand& land, const Request& request) {
  const int sign = request.type() == Building::residence ? 1 : -1;
  std::optional<SlowSite> best;
  std::array<int, 5> best_value{};
  for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k)
    for (const Cell at : land.all_cells()) {
      const Cells building = building_of(request, k, at);
      if (!land.buildable(building, request.type())) continue;
      const std::array value{-land.peri_building(building), sign * (at.row + at.column), std::abs(at.row - at.column),
                             sign * at.row, k};
      if ((best && best_value < value) || !land.road_length(building)) continue;
      best = SlowSite{k, at, building};
      best_value = value;
    }
  return best;
}

// What may be built for a park or pond, and how likely it is.
AmenityDistribution slow_amenity_distribution(const SlowLand& land, const Cells& building, const Cells& taken,
                                              char kind, bool as_submitted, int count) {
  const bool at_park = land.touches_big(building, 'P'), at_pond = land.touches_big(building, 'W');
  if (as_submitted ? at_park || at_pond : kind == 'P' ? at_park : at_pond) return {{{}, 1}};
  const bool edge = !as_submitted;
  const auto walks = testing::SlowWalk(land, building, taken, kind, as_submitted).distribution();
  const auto bar = testing::slow_best_bar(land, building, taken, edge);
  const auto touching_perimeter = [&](const Cells& cells) { return land.peri_aux(cells, taken, edge); };
  if (!as_submitted) {
    std::optional<Cells> extension;
    for (const auto& [walk, probability] : walks) {
      const auto value = [&](const Cells& c) { return std::tuple(c.size(), touching_perimeter(c), sorted(c)); };
      if (!walk.empty() && walk.size() < 4 && (!extension || value(walk) < value(*extension))) extension = walk;
    }
    if (extension) return {{sorted(*extension), 1}};
  }
  AmenityDistribution distribution;
  for (const auto& [cells, probability] : testing::best_of_walks(land, walks, taken, count, edge, !as_submitted)) {
    bool bar_wins = false;
    if (bar && as_submitted) bar_wins = cells.size() == 4 && touching_perimeter(*bar) < touching_perimeter(cells);
    if (bar && !as_submitted)
      bar_wins =
          cells.empty() || std::pair(touching_perimeter(*bar), *bar) < std::pair(touching_perimeter(cells), cells);
    distribution[bar_wins ? *bar : cells] += probability;
  }
  return distribution;
}

int max_touching_perimeter_of_roads(const SlowLand& land, const Cells& building, int length) {
  const auto distances = land.distances(building);
  std::map<Cell, int> best;  // of shortest roads from the heads to a cell
  int result = -1;
  for (int distance = 1; distance <= length; ++distance)
    for (const auto& [c, d] : distances) {
      if (d != distance) continue;
      int before = distance == 1 ? 0 : -1;
      for (const Cell n : land.neighbours(c))
        if (const auto it = distances.find(n); it != distances.end() && it->second == distance - 1)
          before = std::max(before, best[n]);
      best[c] = before + land.peri_aux({c}, {}, true);
      for (const Cell n : land.neighbours(c))
        if (distance == length && holds(building, n)) result = std::max(result, best[c]);
    }
  return result;
}

struct Tally {
  int moves = 0, rejects = 0, roads = 0, amenities = 0, no_amenities = 0, chances = 0;
  std::array<int, 20> quantiles{};
};

// Is `cells` one of the amenities of the distribution? Notes where in the distribution it falls: evenly, if the
// distribution is right.
void check_amenity(const AmenityDistribution& distribution, const Cells& cells, Pcg& random, Tally& tally) {
  REQUIRE(distribution.count(cells) == 1);
  double before = 0;
  for (const auto& [each, probability] : distribution)
    if (each < cells) before += probability;
  const double at = before + random.next_double() * distribution.at(cells);
  const std::size_t bins = tally.quantiles.size();
  ++tally.quantiles[std::min(bins - 1, static_cast<std::size_t>(at * static_cast<double>(bins)))];
  cells.empty() ? ++tally.no_amenities : ++tally.amenities;
  tally.chances += distribution.size() > 1;
}

void check_move(const Land& land, const Request& request, const Move& move, bool as_submitted, int walks, Pcg& random,
                Tally& tally) {
  const SlowLand slow(land);
  const auto site = as_submitted ? slow_site_of_2016(slow, request) : slow_site_of_report(slow, request);
  REQUIRE(move.accept == site.has_value());
  ++tally.moves;
  tally.rejects += !move.accept;
  if (!move.accept) return;
  REQUIRE(move.rotation == site->rotation);
  REQUIRE(move.location == site->at);
  if (as_submitted) {
    REQUIRE(sorted(move.road) == *testing::slow_road_of_2016(slow, site->building));
  } else {
    const int length = *slow.road_length(site->building);
    REQUIRE(move.road.size() == static_cast<std::size_t>(length));
    if (length > 0)
      REQUIRE(slow.peri_aux(move.road, {}, true) == max_touching_perimeter_of_roads(slow, site->building, length));
  }
  tally.roads += !move.road.empty();
  if (request.type() == Building::factory) {
    REQUIRE(move.park.empty());
    REQUIRE(move.pond.empty());
    return;
  }
  Cells taken = move.road;
  check_amenity(slow_amenity_distribution(slow, site->building, taken, 'P', as_submitted, walks), sorted(move.park),
                random, tally);
  taken.insert(taken.end(), move.park.begin(), move.park.end());
  check_amenity(slow_amenity_distribution(slow, site->building, taken, 'W', as_submitted, walks), sorted(move.pond),
                random, tally);
}

// Plays until the game ends or `turns` are over; every move stands, and every `check_each`-th is checked.
void play(const Rules& rules, const std::string& stream, std::uint64_t seed, bool as_submitted, int walks, int turns,
          int check_each, Tally& tally) {
  const auto& specs = builtin_players();
  const auto spec = std::find_if(specs.begin(), specs.end(), [](const PlayerSpec& s) { return s.name == "jigsaw"; });
  Options options(spec->options);
  options.set(spec->options, "as_submitted", as_submitted);
  options.set(spec->options, "random_walks", std::int64_t{walks});
  const auto player = spec->make({rules, seed, options});
  const auto sequencer = test::make_builtin(stream, seed);
  Pcg random(seed + 1);
  Land land(rules.side);
  int rejects = 0;
  for (int turn = 0; turn < turns && rejects < rules.max_rejects; ++turn) {
    const Request request = sequencer->next(turn, nullptr);
    const Move move = player->play(request, View{land, turn, 0, rejects, std::nullopt});
    if (turn % check_each == 0) {
      INFO(stream << ", seed " << seed << ", side " << rules.side << ", turn " << turn << "\n" << land.to_string());
      check_move(land, request, move, as_submitted, walks, random, tally);
    }
    rejects += !move.accept;
    if (move.accept) REQUIRE(!apply_move(rules, land, request, move).fault);
  }
}

void check_games(const Rules& profile, bool as_submitted) {
  Tally tally;
  Rules rules = profile;
  const std::array streams{"random", "tailheavy", "g1", "g3", "g8", "industrialization"};
  for (int game = 0; game < 48; ++game) {
    rules.side = 7 + game % 13;
    rules.max_rejects = 6;
    play(rules, streams[static_cast<std::size_t>(game) % streams.size()], static_cast<std::uint64_t>(700 + game),
         as_submitted, game % 2 == 0 ? 200 : 1 + game % 9, 1000, 1, tally);
  }
  rules.side = 50;
  play(rules, "random", 869, as_submitted, 200, 1000, 16, tally);
  rules.side = 64;
  play(rules, "random", 84, as_submitted, 200, 90, 45, tally);
  rules.side = 100;
  play(rules, "random", 21, as_submitted, 200, 60, 30, tally);
  CHECK(tally.moves > 1000);
  CHECK(tally.rejects > 200);
  CHECK(tally.roads > 150);
  CHECK(tally.amenities > 250);
  CHECK(tally.no_amenities > 400);
  CHECK(tally.chances > 200);

  const int total = tally.amenities + tally.no_amenities;
  const double expected = static_cast<double>(total) / static_cast<double>(tally.quantiles.size());
  double chi_square = 0;
  for (const int n : tally.quantiles) chi_square += (n - expected) * (n - expected) / expected;
  const boost::math::chi_squared distribution(static_cast<double>(tally.quantiles.size() - 1));
  CHECK(boost::math::cdf(boost::math::complement(distribution, chi_square)) > 1e-3);
}

}  // namespace

TEST_CASE("jigsaw as submitted, move by move", "[players]") { check_games(Rules::tournament_2016(), true); }

TEST_CASE("jigsaw as in its report, move by move", "[players]") { check_games(Rules::report(), false); }

TEST_CASE("jigsaw without random walks", "[players]") {
  Tally tally;
  Rules rules = Rules::report();
  rules.side = 14;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (const bool as_submitted : {false, true}) play(rules, "random", seed, as_submitted, 0, 1000, 1, tally);
  CHECK(tally.moves > 100);
}

}  // namespace jigsaw_test
