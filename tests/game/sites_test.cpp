// Sites and touching perimeter, bit-parallel, against plain loops.

#include "pentocity/helpers/sites.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <tuple>

#include "catch.hpp"
#include "lands.hpp"
#include "slow_jigsaw.hpp"

namespace sites_test {

using namespace pentocity;
using testing::holds;
using testing::SlowLand;

namespace {

const std::vector<Site> no_sites;  // in place of empty(): a failed test shows what is compared

// Mostly what the game asks for; now and then something larger or longer.
Request any_request(Pcg& random) {
  const Building type = random.next_int(2) == 0 ? Building::residence : Building::factory;
  Cells cells{{0, 0}};
  if (type == Building::factory) {
    cells.clear();
    const int rows = 1 + random.next_int(5), columns = 1 + random.next_int(random.next_int(20) == 0 ? 64 : 5);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) cells.push_back({r, c});
  } else {
    const std::size_t size = random.next_int(8) == 0 ? static_cast<std::size_t>(1 + random.next_int(40)) : 5;
    while (cells.size() < size) {
      const Cell next =
          cells[random.next_int(static_cast<int>(cells.size()))] + steps(Lattice::square, 0)[random.next_int(4)];
      if (!holds(cells, next)) cells.push_back(next);
    }
  }
  return {type, cells};
}

std::vector<Site> slow_sites(const SlowLand& land, const Request& request, const SlowLand& excluded) {
  std::vector<Site> out;
  for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k)
    for (const Cell at : land.all_cells()) {
      const Cells building = translated(request.rotations()[k], at);
      const bool free = std::all_of(building.begin(), building.end(),
                                    [&](Cell c) { return excluded.inside(c) && excluded.empty(c); });
      if (free && land.buildable(building, request.type())) out.push_back({k, at});
    }
  return out;
}

std::tuple<int, int, int, int> slow_rank(SiteOrder order, const Site& site) {
  const int i = site.location.row, j = site.location.column;
  switch (order) {
    case SiteOrder::rows_from_top:
      return {i, j, 0, site.rotation};
    case SiteOrder::rows_from_bottom:
      return {-i, -j, 0, site.rotation};
    case SiteOrder::diagonals_from_top:
      return {i + j, std::abs(i - j), i, site.rotation};
    case SiteOrder::diagonals_from_bottom:
      return {-(i + j), std::abs(i - j), -i, site.rotation};
  }
  throw std::logic_error("no such order");
}

constexpr std::array all_orders{SiteOrder::rows_from_top, SiteOrder::rows_from_bottom, SiteOrder::diagonals_from_top,
                                SiteOrder::diagonals_from_bottom};

}  // namespace

TEST_CASE("sites, touching perimeters and orders against plain loops", "[game][long]") {
  Pcg random(101);
  Sites sites;
  int compared = 0, narrowed = 0;
  for (int round = 0; round < 800; ++round) {
    const Land land = testing::any_land(random, testing::any_side(random));
    const Grid& grid = land.grid();
    const Request request = any_request(random);
    CAPTURE(round, land.side(), request);
    Land pockets(land.side());
    if (random.next_int(2) == 0) pockets = testing::patchy_land(random, land.side());
    const LandBoard excluded = grid.all() - pockets.empty();
    const SlowLand slow(land);
    const auto shape = [&](const Site& site) { return translated(request.rotations()[site.rotation], site.location); };

    std::vector<Site> expected = slow_sites(slow, request, SlowLand(pockets));
    sites.find(land, request, excluded);
    REQUIRE(sites.list() == expected);
    REQUIRE(sites.none() == expected.empty());
    if (expected.empty()) {
      REQUIRE(sites.keep_max_touching_perimeter() == -1);
      REQUIRE(!sites.first(SiteOrder::rows_from_top));
      continue;
    }

    // The touching perimeter: at all locations at once, at one location, and by plain loops.
    std::vector<TouchingPerimeters> counts;
    for (const Cells& outline : request.outlines()) counts.emplace_back(land, outline);
    std::vector<Site> wrong;
    for (const Site& site : expected) {
      const int touching_here = slow.peri_building(shape(site));
      if (counts[site.rotation].at(site.location) != touching_here ||
          touching_perimeter(land, building_at(land, request, site)) != touching_here)
        wrong.push_back(site);
    }
    REQUIRE(wrong == no_sites);

    const auto check_first = [&] {
      for (const SiteOrder order : all_orders) {
        const auto rank = [order](const Site& site) { return slow_rank(order, site); };
        const auto last_rotation_rank = [&](const Site& site) {
          auto out = rank(site);
          std::get<3>(out) = -site.rotation;
          return out;
        };
        const auto first = [&](const auto& by) {
          return *std::min_element(expected.begin(), expected.end(),
                                   [&](const Site& a, const Site& b) { return by(a) < by(b); });
        };
        REQUIRE(sites.first(order) == first(rank));
        REQUIRE(sites.first(order, true) == first(last_rotation_rank));
      }
    };
    check_first();

    // Removes a few sites, then keeps those with the maximum touching perimeter.
    for (int n = random.next_int(4); n > 0 && expected.size() > 1; --n) {
      const auto out = expected.begin() + random.next_int(static_cast<int>(expected.size()));
      sites.remove(*out);
      expected.erase(out);
    }
    REQUIRE(sites.list() == expected);

    // Keeps the sites where some cost is minimal, and those with the maximum touching perimeter by cells.
    Sites others;
    const auto cost = [](const Site& site) { return (site.location.row * 7 + site.location.column * 3) % 5; };
    others.find(land, request, excluded);
    const std::vector<Site> all = others.list();
    others.keep_cheapest(cost);
    std::vector<Site> cheapest;
    for (int value = 0; value < 5 && cheapest.empty(); ++value)
      std::copy_if(all.begin(), all.end(), std::back_inserter(cheapest),
                   [&](const Site& site) { return cost(site) == value; });
    REQUIRE(others.list() == cheapest);
    // A cost that is no integer, and sites that cost infinity.
    Sites fractions;
    fractions.find(land, request, excluded);
    fractions.keep_cheapest([&](const Site& site) {
      return cost(site) < 4 ? 0.1 + cost(site) / 8.0 : std::numeric_limits<double>::infinity();
    });
    std::erase_if(cheapest, [&](const Site& site) { return cost(site) == 4; });
    REQUIRE(fractions.list() == cheapest);
    const auto by_cells = [&](const Site& site) {
      std::set<Cell> beyond;
      const Cells building = shape(site);
      for (const Cell c : building)
        for (const Cell step : steps(Lattice::square, 0))
          if (!holds(building, c + step) && !slow.empty(c + step)) beyond.insert(c + step);
      return static_cast<int>(beyond.size());
    };
    int max_cells = -1;
    for (const Site& site : all) max_cells = std::max(max_cells, by_cells(site));
    others.find(land, request, excluded);
    REQUIRE(others.keep_max_touching_perimeter(PerimeterUnit::cells) == max_cells);
    cheapest.clear();
    std::copy_if(all.begin(), all.end(), std::back_inserter(cheapest),
                 [&](const Site& site) { return by_cells(site) == max_cells; });
    REQUIRE(others.list() == cheapest);

    int greatest = -1;
    for (const Site& site : expected) greatest = std::max(greatest, slow.peri_building(shape(site)));
    const std::size_t before = expected.size();
    expected.erase(std::remove_if(expected.begin(), expected.end(),
                                  [&](const Site& site) { return slow.peri_building(shape(site)) < greatest; }),
                   expected.end());
    REQUIRE(sites.keep_max_touching_perimeter() == greatest);
    REQUIRE(sites.list() == expected);
    check_first();
    ++compared;
    narrowed += expected.size() < before;
  }
  CHECK(compared > 300);
  CHECK(narrowed > 200);
}

TEST_CASE("components of empty cells that a building adds", "[game]") {
  Pcg random(311);
  std::array<int, 8> seen{};
  for (int round = 0; round < 4000; ++round) {
    const int side = testing::any_side(random);
    const Land land = testing::any_land(random, side);
    const Request request = any_request(random);
    CAPTURE(round, side, request);
    Sites sites;
    sites.find(land, request);
    const std::vector<Site> list = sites.list();
    if (list.empty()) continue;
    const Site site = list[random.next_int(static_cast<int>(list.size()))];
    const LandBoard building = building_at(land, request, site);
    const auto areas = [&](const LandBoard& cells) { return static_cast<int>(land.grid().components(cells).size()); };
    const int expected = areas(land.empty() - building) - areas(land.empty());
    REQUIRE(added_components(land, building) == expected);
    ++seen[std::min(expected + 1, 7)];
  }
  CHECK(seen[0] > 10);
  CHECK(seen[1] > 500);
  CHECK(seen[2] > 100);
  CHECK(seen[3] > 10);
}

TEST_CASE("the last site taken out leaves none", "[game]") {
  const Land land(5);
  const Request request(Building::factory, land.grid().cells(land.grid().all()));
  Sites sites;
  sites.find(land, request);
  REQUIRE(sites.list() == std::vector<Site>{{0, {0, 0}}});
  sites.remove({0, {0, 0}});
  CHECK(sites.none());
  CHECK(sites.keep_max_touching_perimeter() == -1);
  CHECK(!sites.first(SiteOrder::diagonals_from_top));
}

TEST_CASE("what is larger than the land has no site", "[game]") {
  for (const int side : {4, 64, 65, 128}) {
    const Land land(side);
    for (const bool upright : {false, true}) {
      Cells line;
      for (int i = 0; i < 300; ++i) line.push_back(upright ? Cell{i, 0} : Cell{0, i});
      const Request request(Building::residence, line);
      Sites sites;
      sites.find(land, request);
      CHECK(sites.none());
      CHECK(sites.keep_max_touching_perimeter() == -1);
    }
  }
}

TEST_CASE("the touching perimeter counts edges, not cells", "[game]") {
  Land land(6);
  const Request line(Building::residence, *pentomino('I'));
  CHECK(touching_perimeter(land, building_at(land, line, {0, {0, 0}})) == 6);
  CHECK(touching_perimeter(land, building_at(land, line, {0, {1, 0}})) == 1);
  // A cell in a notch counts for each of its sides.
  land.place(Kind::road, land.grid().board(Cells{{3, 3}}));
  CHECK(touching_perimeter(land, land.grid().board(Cells{{2, 1}, {2, 2}, {2, 3}, {3, 2}, {4, 2}})) == 2);
}

}  // namespace sites_test
