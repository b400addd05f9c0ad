// What the players of 2016 have in common, each beside a slow twin.
#include <cmath>
#include <deque>
#include <map>

#include "2016/common/hashed_cells.hpp"
#include "2016/common/road_tree.hpp"
#include "2016/common/search_steps.hpp"
#include "2016/common/walks.hpp"
#include "catch.hpp"
#include "pentocity/helpers/parks.hpp"
#include "pentocity/helpers/roads.hpp"

namespace pentocity::players::common_test {
namespace {

// A hash table of cells as simple as it can be: a list for each bucket.
class SlowTable {
 public:
  void add(Cell c) {
    auto& bucket = buckets_[hash(c) % buckets_.size()];
    if (std::find(bucket.begin(), bucket.end(), c) != bucket.end()) return;
    bucket.push_back(c);
    if (4 * ++size_ <= 3 * static_cast<int>(buckets_.size())) return;
    std::vector<Cells> old(2 * buckets_.size());
    std::swap(old, buckets_);
    for (const Cells& from : old)
      for (const Cell moved : from) buckets_[hash(moved) % buckets_.size()].push_back(moved);
  }
  void remove(Cell c) {
    auto& bucket = buckets_[hash(c) % buckets_.size()];
    const auto it = std::find(bucket.begin(), bucket.end(), c);
    if (it != bucket.end()) bucket.erase(it), --size_;
  }
  Cells cells() const {
    Cells out;
    for (const Cells& bucket : buckets_) out.insert(out.end(), bucket.begin(), bucket.end());
    return out;
  }

 private:
  static std::size_t hash(Cell c) { return 100 * c.row + c.column; }
  std::vector<Cells> buckets_ = std::vector<Cells>(16);
  int size_ = 0;
};

Cells list(const HashedCells& cells) { return {cells.begin(), cells.end()}; }

// A land on which random cells are built, some of them roads that lead to the border.
Land random_land(Pcg& random, int side) {
  Land land(side);
  const Grid& grid = land.grid();
  const Kind kinds[]{Kind::residence, Kind::factory, Kind::park, Kind::pond};
  for (int i = random.next_int(side * side / 2); i > 0; --i) {
    LandBoard cell;
    cell.set(grid.bit({random.next_int(side), random.next_int(side)}));
    if (land.empty().contains(cell)) land.place(kinds[random.next_int(4)], cell);
  }
  for (int i = random.next_int(side); i > 0; --i) {
    const LandBoard heads = road_heads(land);
    const Cells cells = grid.cells(heads);
    if (cells.empty()) break;
    LandBoard cell;
    cell.set(grid.bit(cells[random.next_int(static_cast<int>(cells.size()))]));
    land.place(Kind::road, cell);
  }
  return land;
}

// The search of 2016 for the road to one building. Cells are marked when they are taken out of the queue, so that they
// can be in it many times.
struct SlowRoad {
  std::optional<Cells> cells;
  double steps = 0;
};
SlowRoad slow_road(const Land& land, const HashedCells& roads, const LandBoard& building) {
  const Grid& grid = land.grid();
  SlowRoad out;
  if (building.intersects(road_heads(land))) {
    out.cells = Cells();
    return out;
  }
  struct Item {
    Cell cell;
    int before;
  };
  std::deque<Item> items;
  const auto put = [&](Cell c, int before) {
    if (grid.test(land.empty(), c)) items.push_back({c, before});
  };
  const int last = land.side() - 1;
  for (int z = 0; z <= last; ++z)
    for (const Cell c : {Cell{0, z}, Cell{z, 0}, Cell{z, last}, Cell{last, z}}) put(c, -1);
  for (const Cell road : roads)
    for (const Cell step : {Cell{0, 1}, Cell{0, -1}, Cell{1, 0}, Cell{-1, 0}}) put(road + step, -1);
  LandBoard checked;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Cell c = items[i].cell;
    ++out.steps;
    checked.set(grid.bit(c));
    for (const Cell step : {Cell{0, 1}, Cell{0, -1}, Cell{1, 0}, Cell{-1, 0}}) {
      const Cell n = c + step;
      if (grid.test(building, n)) {
        out.cells.emplace();
        for (int k = static_cast<int>(i); k >= 0; k = items[k].before) out.cells->push_back(items[k].cell);
        return out;
      }
      if (grid.contains(n) && !checked.test(grid.bit(n))) put(n, static_cast<int>(i));
    }
  }
  return out;
}

TEST_CASE("players of 2016: cells in the order of a hash table", "[past]") {
  Pcg random(1);
  for (int game = 0; game < 300; ++game) {
    CAPTURE(game);
    const int side = 4 + random.next_int(125);
    HashedCells fast(land_grid(side));
    SlowTable slow;
    for (int i = random.next_int(400); i > 0; --i) {
      const Cell c{random.next_int(side), random.next_int(side)};
      if (random.next_int(4) == 0)
        fast.remove(c), slow.remove(c);
      else
        fast.add(c), slow.add(c);
    }
    REQUIRE(list(fast) == slow.cells());
    REQUIRE(land_grid(side).board(slow.cells()) == fast.board());
  }
}

TEST_CASE("players of 2016: the order is that of Java", "[past]") {
  HashedCells cells(land_grid(50));
  for (int k = 0; k < 30; ++k) {
    cells.add({7 * k % 50, 11 * k % 50});
    if (k % 5 == 4) cells.remove({7 * (k - 2) % 50, 11 * (k - 2) % 50});
  }
  // Printed by OpenJDK 17.
  CHECK(list(cells) == Cells{{0, 0},   {46, 8},  {5, 15},  {48, 4},  {13, 49}, {7, 11},  {12, 26}, {11, 3},
                             {21, 33}, {18, 14}, {26, 48}, {20, 10}, {28, 44}, {25, 25}, {27, 21}, {32, 36},
                             {33, 9},  {41, 43}, {35, 5},  {40, 20}, {42, 16}, {47, 31}, {6, 38},  {3, 19}});
  const Request line(Building::residence, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}});
  CHECK(cells_in_table_order(line) ==
        std::vector<Cells>{{{0, 0}, {4, 0}, {1, 0}, {2, 0}, {3, 0}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}});
}

TEST_CASE("players of 2016: one search finds the roads to all buildings, and its cost is known", "[past]") {
  Pcg random(2);
  int roads_found = 0;
  double most_steps = 0;
  RoadTree tree;
  SearchSteps counted;
  for (int game = 0; game < 400; ++game) {
    CAPTURE(game);
    const Land land = random_land(random, 4 + random.next_int(14));
    const HashedCells roads(land.grid(), land.grid().cells(land.roads()));
    tree.grow(land, roads);
    counted.follow(land, roads);
    const Request request(Building::residence, *pentomino("FILNPTUVWXYZ"[random.next_int(12)]));
    for (const Site& site : sites_by_rows(land, request)) {
      const LandBoard building = building_at(land, request, site);
      const SlowRoad slow = slow_road(land, roads, building);
      const auto road = tree.road_to(building);
      REQUIRE(road == slow.cells);
      REQUIRE(tree.length_to(building) == (road ? std::optional(static_cast<int>(road->size())) : std::nullopt));
      const std::vector<Cells> all = tree.shortest_roads_to(building);
      REQUIRE(all.empty() == !road);
      for (const Cells& other : all) REQUIRE(other.size() == road->size());
      if (road) REQUIRE(all.front() == *road);
      roads_found += road && !road->empty();
      REQUIRE(counted.cost_to(building).steps == slow.steps);
      most_steps = std::max(most_steps, slow.steps);
    }
  }
  CHECK(roads_found > 1000);
  CHECK(most_steps > 1'000);
}

TEST_CASE("players of 2016: a search that would not have ended ends the game", "[past]") {
  SearchBudget budget;
  for (int i = 0; i < 5; ++i) CHECK(budget.spend({.steps = 1e9, .queue = 1e8}));
  CHECK(budget.has_time());
  CHECK_FALSE(budget.spend({.steps = 2e9, .queue = 1e8}));
  CHECK_FALSE(budget.has_time());
  CHECK_THROWS_AS(SearchBudget().spend({.steps = 1e3, .queue = 3e8}), std::runtime_error);
}

TEST_CASE("players of 2016: random walks are those that the shared helper lists", "[past]") {
  Pcg random(3);
  for (int game = 0; game < 20; ++game) {
    CAPTURE(game);
    const Land land = random_land(random, 10);
    const Request request(Building::residence, *pentomino("FILNPTUVWXYZ"[random.next_int(12)]));
    const std::vector<Site> sites = sites_by_rows(land, request);
    if (sites.empty()) continue;
    const LandBoard building = building_at(land, request, sites[random.next_int(static_cast<int>(sites.size()))]);
    ParkGround ground;
    ground.survey(land, building, {}, LandEdge::ignored);
    AmenityWalks all;
    all.enumerate(ground, Kind::park, {.open_end = true, .extend = false});
    std::map<Cells, double> chances;
    double fails = 1;
    for (const auto& outcome : all.outcomes()) {
      Cells cells(outcome.amenity.cells.begin(), outcome.amenity.cells.begin() + outcome.amenity.size);
      chances[cells] += outcome.probability;
      fails -= outcome.probability;
    }
    const LandBoard free = land.empty() - building;
    const RandomWalks walks(land, building, free);
    constexpr int draws = 4000;
    std::map<Cells, int> drawn;
    for (int i = 0; i < draws; ++i) ++drawn[walks.draw(random)];
    for (const auto& [cells, count] : drawn) {
      const double expected = draws * (cells.empty() ? fails : chances[cells]);
      REQUIRE(expected > 0);
      CHECK(std::abs(count - expected) <= 6 * std::sqrt(expected) + 6);
    }
    for (int i = 0; i < 200; ++i) {
      const Cells blob = walks.draw_blob(random);
      REQUIRE(blob.size() <= 4);
      const LandBoard board = land.grid().board(blob);
      REQUIRE(board.count() == static_cast<int>(blob.size()));
      REQUIRE(free.contains(board));
      REQUIRE(land.grid().connected(board));
      if (!blob.empty()) REQUIRE(land.grid().neighbours(building).intersects(board));
    }
  }
}

}  // namespace
}  // namespace pentocity::players::common_test
