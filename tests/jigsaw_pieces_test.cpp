// The pieces of `jigsaw`: each option does what it says, move by move over whole games, judged by slow twins.

#include <cstdlib>
#include <functional>

#include "catch.hpp"
#include "jigsaw/park_pieces.hpp"
#include "jigsaw/road_pieces.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/site_search.hpp"
#include "slow_jigsaw.hpp"
#include "streams.hpp"

namespace jigsaw_pieces_test {

using namespace pentocity;
using namespace pentocity::players;
using testing::holds;
using testing::SlowLand;
using testing::sorted;

namespace {

using Values = std::vector<std::pair<std::string, OptionValue>>;

std::string word(const char* text) { return text; }

std::unique_ptr<Player> jigsaw(const Rules& rules, const Values& values, std::uint64_t seed) {
  static std::vector<std::unique_ptr<Options>> kept;  // the options must outlive the player
  const auto& specs = builtin_players();
  const auto spec = std::find_if(specs.begin(), specs.end(), [](const PlayerSpec& s) { return s.name == "jigsaw"; });
  kept.push_back(std::make_unique<Options>(spec->options));
  for (const auto& [name, value] : values) kept.back()->set(spec->options, name, value);
  return spec->make({rules, seed, *kept.back()});
}

// A site and its cells.
struct Spot {
  Site site;
  Cells cells;
};

// A turn of a game, and what the test of an option looks at.
struct Turn {
  const Land& land;
  const Request& request;
  const Move& move;
  SlowLand slow{land};

  Cells cells(const Site& site) const { return translated(request.rotations()[site.rotation], site.location); }
  Cells built() const { return cells({move.rotation, move.location}); }
  /// All sites that a road can reach.
  std::vector<Spot> reachable() const {
    std::vector<Spot> out;
    for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k)
      for (const Cell at : slow.all_cells()) {
        Cells building = cells({k, at});
        if (slow.buildable(building, request.type()) && slow.road_length(building))
          out.push_back({{k, at}, std::move(building)});
      }
    return out;
  }
  /// Is the site chosen among those of the least value?
  template <class Value>
  bool min(Value&& value) const {
    const auto mine = value(built());
    for (const Spot& other : reachable())
      if (value(other.cells) < mine) return false;
    return true;
  }
};

// Plays small games to their end; every move stands, and is checked. Returns the number of accepted moves.
int play(const Values& values, const std::function<void(const Turn&)>& check, int games = 5, int min_side = 10) {
  const std::array streams{"random", "tailheavy", "g1", "g3"};
  int accepted = 0;
  for (int game = 0; game < games; ++game) {
    Rules rules = Rules::report();
    rules.side = min_side + game % 7;
    const auto seed = static_cast<std::uint64_t>(4000 + game);
    const auto player = jigsaw(rules, values, seed);
    const auto sequencer = test::make_builtin(streams[static_cast<std::size_t>(game) % streams.size()], seed);
    Land land(rules.side);
    int rejects = 0;
    for (int turn = 0; rejects < 4; ++turn) {
      const Request request = sequencer->next(turn, nullptr);
      const Move move = player->play(request, View{land, turn, 0, rejects, std::nullopt});
      INFO("side " << rules.side << ", turn " << turn << "\n" << land.to_string());
      if (!move.accept) {
        REQUIRE(Turn{land, request, move}.reachable().empty());
        ++rejects;
        continue;
      }
      check({land, request, move});
      REQUIRE(!apply_move(rules, land, request, move).fault);
      ++accepted;
    }
  }
  CHECK(accepted > 8 * games);
  return accepted;
}

int touching_by_cells(const SlowLand& land, const Cells& building) {
  std::set<Cell> beyond;
  for (const Cell c : building)
    for (const Cell step : steps(Lattice::square, 0))
      if (!holds(building, c + step) && !land.empty(c + step)) beyond.insert(c + step);
  return static_cast<int>(beyond.size());
}

// Areas of empty cells that a building leaves.
int areas(const SlowLand& land, const Cells& building) {
  std::set<Cell> open;
  for (const Cell c : land.all_cells())
    if (land.empty(c) && !holds(building, c)) open.insert(c);
  int count = 0;
  for (; !open.empty(); ++count) {
    Cells queue{*open.begin()};
    open.erase(open.begin());
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Cell n : land.neighbours(queue[i]))
        if (open.erase(n) > 0) queue.push_back(n);
  }
  return count;
}

int area_of(const SlowLand& land, Cell cell) {
  Cells area{cell};
  for (std::size_t i = 0; i < area.size(); ++i)
    for (const Cell n : land.neighbours(area[i]))
      if (land.empty(n) && !holds(area, n)) area.push_back(n);
  return static_cast<int>(area.size());
}

// The touching perimeter of everything that a move builds.
int touching_of(const SlowLand& land, const Cells& building, const Move& move, bool parks) {
  Cells all = building;
  all.insert(all.end(), move.road.begin(), move.road.end());
  if (parks)
    for (const Cells* more : {&move.park, &move.pond}) all.insert(all.end(), more->begin(), more->end());
  return land.peri_building(all);
}

}  // namespace

TEST_CASE("jigsaw: touching perimeter by cells", "[players]") {
  int differ = 0;
  play({{"perimeter", word("cells")}}, [&](const Turn& turn) {
    REQUIRE(turn.min([&](const Cells& b) { return -touching_by_cells(turn.slow, b); }));
    differ += touching_by_cells(turn.slow, turn.built()) != turn.slow.peri_building(turn.built());
  });
  CHECK(differ > 8);
}

TEST_CASE("jigsaw: the fewest components before the touching perimeter and after it", "[players][long]") {
  play({{"components", word("first")}}, [&](const Turn& turn) {
    REQUIRE(turn.min([&](const Cells& b) { return std::pair(areas(turn.slow, b), -turn.slow.peri_building(b)); }));
  });
  play({{"components", word("second")}}, [&](const Turn& turn) {
    REQUIRE(turn.min([&](const Cells& b) { return std::pair(-turn.slow.peri_building(b), areas(turn.slow, b)); }));
  });
}

TEST_CASE("jigsaw: site orders", "[players][long]") {
  const auto corner = [](const Cells& b) { return sorted(b).front().row; };
  const auto left = [](const Cells& b) {
    return std::min_element(b.begin(), b.end(), [](Cell x, Cell y) { return x.column < y.column; })->column;
  };
  play({{"perimeter", word("none")}, {"site_order", word("rows")}},
       [&](const Turn& turn) { REQUIRE(turn.min([&](const Cells& b) { return std::pair(corner(b), left(b)); })); });
  play({{"perimeter", word("none")}, {"site_order", word("centre")}}, [&](const Turn& turn) {
    const int last = turn.slow.side() - 1;
    REQUIRE(turn.min([&](const Cells& b) {
      int bottom = 0, right = 0;
      for (const Cell c : b) bottom = std::max(bottom, c.row), right = std::max(right, c.column);
      if (turn.request.type() == Building::factory) return std::min({corner(b), left(b), last - bottom, last - right});
      const int down = corner(b) + bottom - last, across = left(b) + right - last;
      return down * down + across * across;
    }));
  });
  // With the touching perimeter first, the order decides among equals only.
  play({{"site_order", word("centre")}},
       [&](const Turn& turn) { REQUIRE(turn.min([&](const Cells& b) { return -turn.slow.peri_building(b); })); });
}

TEST_CASE("jigsaw: small factories in holes and in line", "[players]") {
  int small = 0;
  const auto is_small = [&](const Turn& turn) {
    const bool yes = turn.request.type() == Building::factory && turn.request.size() < 5;
    small += yes;
    return yes;
  };
  play({{"small_factories", word("in_holes")}}, [&](const Turn& turn) {
    const auto value = [&](const Cells& b) {
      return std::pair(is_small(turn) ? area_of(turn.slow, b.front()) : 0, -turn.slow.peri_building(b));
    };
    REQUIRE(turn.min(value));
  });
  CHECK(small > 8);
  play({{"small_factories", word("in_line")}}, [&](const Turn& turn) {
    if (!is_small(turn)) return;
    REQUIRE(turn.min([](const Cells& b) {
      const Cell corner{sorted(b).front().row, std::min_element(b.begin(), b.end(), [](Cell x, Cell y) {
                                                 return x.column < y.column;
                                               })->column};
      return std::pair(-corner.row - corner.column, std::abs(corner.row - corner.column));
    }));
  });
}

TEST_CASE("jigsaw: touching perimeter of the move instead of the building", "[players]") {
  for (const bool parks : {false, true}) {
    int roads = 0;
    // Without random walks the parks do not depend on random numbers.
    play({{"perimeter", word(parks ? "whole_move" : "with_road")}, {"random_walks", std::int64_t{0}}},
         [&](const Turn& turn) {
           ParkRules rules;
           rules.random_walks = 0;
           ParkBuilder builder(rules);
           Pcg random(1);
           SiteSearch search;
           int greatest = 0;
           for (const Spot& other : turn.reachable()) {
             const LandBoard building = turn.land.grid().board(other.cells);
             ShortestRoads shortest;
             shortest.find(turn.land, road_heads(turn.land), building);
             Move move = Move::at(other.site.rotation, other.site.location);
             move.road = shortest.choose(RoadChoice::max_touching, LandEdge::counted);
             if (turn.request.type() == Building::residence) builder.add(turn.land, building, move, random);
             greatest = std::max(greatest, touching_of(turn.slow, other.cells, move, parks));
           }
           REQUIRE(touching_of(turn.slow, turn.built(), turn.move, parks) == greatest);
           roads += !turn.move.road.empty();
         });
    CHECK(roads > 8);
  }
}

TEST_CASE("jigsaw: roads", "[players]") {
  int longer = 0, roads = 0;
  const auto cost = [](const SlowLand& land, const Cells& road) {
    int sum = 0;
    for (const Cell c : road) {
      sum += 5;
      for (const Cell n : land.neighbours(c)) sum -= land.at(n) == 'R' || land.at(n) == 'F';
    }
    return sum;
  };
  play({{"roads", word("shortest")}}, [&](const Turn& turn) {
    REQUIRE(static_cast<int>(turn.move.road.size()) == *turn.slow.road_length(turn.built()));
    roads += !turn.move.road.empty();
  });
  CHECK(roads > 8);
  play(
      {{"roads", word("clinging")}},
      [&](const Turn& turn) {
        ShortestRoads shortest;
        shortest.find(turn.land, road_heads(turn.land), turn.land.grid().board(turn.built()));
        for (const RoadChoice choice : {RoadChoice::first, RoadChoice::max_touching, RoadChoice::min_touching})
          REQUIRE(cost(turn.slow, turn.move.road) <= cost(turn.slow, shortest.choose(choice, LandEdge::ignored)));
        longer += static_cast<int>(turn.move.road.size()) > shortest.length();
      },
      2, 34);
  CHECK(longer > 0);
}

TEST_CASE("jigsaw: a tree of roads before anything else", "[players]") {
  for (int side = min_side; side <= max_side; ++side) {
    const Grid& grid = land_grid(side);
    const Cells tree = road_tree(side);
    for (const Cell c : tree) REQUIRE(grid.contains(c));
    REQUIRE(grid.connected(grid.board(tree)));
    REQUIRE(tree.front() == Cell{0, side / 2});
    if (side >= 16) {
      // It branches: cells with three neighbours.
      int forks = 0;
      grid.board(tree).for_each([&](int bit) {
        int near = 0;
        for (const Cell step : steps(Lattice::square, 0)) near += holds(tree, grid.cell(bit) + step);
        forks += near == 3;
      });
      REQUIRE(forks >= 1);
    }
  }
  play({{"roads", word("prebuilt")}}, [](const Turn& turn) {
    const bool first = turn.land.empty() == turn.land.grid().all();
    if (first)
      for (const Cell c : road_tree(turn.land.side())) REQUIRE(holds(turn.move.road, c));
    else
      REQUIRE(static_cast<int>(turn.move.road.size()) == *turn.slow.road_length(turn.built()));
  });
}

TEST_CASE("jigsaw: parks and ponds", "[players]") {
  const auto count = [](const Values& values, const std::function<void(const Turn&, const Cells&)>& check) {
    int amenities = 0;
    play(values, [&](const Turn& turn) {
      for (const Cells* cells : {&turn.move.park, &turn.move.pond}) {
        if (cells->empty()) continue;
        REQUIRE(turn.request.type() == Building::residence);
        ++amenities;
        check(turn, *cells);
      }
    });
    return amenities;
  };
  const auto any = [](const Turn&, const Cells&) {};
  const auto four = [](const Turn&, const Cells& cells) { REQUIRE(cells.size() == 4); };
  CHECK(count({{"parks", word("none")}}, any) == 0);
  CHECK(count({{"extend", false}, {"straight", false}, {"random_walks", std::int64_t{0}}}, any) == 0);
  CHECK(count({{"extend", false}}, four) > 15);
  CHECK(count({{"extend", false}, {"as_submitted", true}}, four) > 15);
  CHECK(count({{"straight", false}, {"random_walks", std::int64_t{0}}}, any) == 0);  // nothing to extend, ever

  const auto straight = [](const Turn&, const Cells& cells) {
    REQUIRE(cells.size() == 4);
    REQUIRE((cells[0].row == cells[3].row || cells[0].column == cells[3].column));
  };
  CHECK(count({{"extend", false}, {"random_walks", std::int64_t{0}}}, straight) > 15);
  int bent = 0;
  count({{"straight", false}, {"extend", false}, {"random_walks", std::int64_t{1}}}, [&](const Turn&, const Cells& c) {
    const Cells cells = sorted(c);
    bent += cells[0].row != cells[3].row && cells[0].column != cells[3].column;
  });
  CHECK(bent > 15);

  int touching = 0;
  CHECK(count({{"complement", false}}, [&](const Turn& turn, const Cells&) {
          REQUIRE(!turn.slow.touches_big(turn.built(), 'P'));
          REQUIRE(!turn.slow.touches_big(turn.built(), 'W'));
        }) > 15);
  count({}, [&](const Turn& turn, const Cells&) {
    touching += turn.slow.touches_big(turn.built(), 'P') || turn.slow.touches_big(turn.built(), 'W');
  });
  CHECK(touching > 5);
}

TEST_CASE("jigsaw: bars and walks of the maximum touching perimeter", "[players]") {
  // The first park of a move: nothing else was taken before it but the road.
  const auto check = [](std::int64_t walks, bool max) {
    int above = 0;
    play({{"extend", false},
          {"straight", walks == 0},
          {"random_walks", walks},
          {"parks", word(max ? "most_perimeter" : "least_perimeter")}},
         [&](const Turn& turn) {
           if (turn.move.park.empty()) return;
           const Cells& taken = turn.move.road;
           const auto value = [&](const Cells& c) { return (max ? -1 : 1) * turn.slow.peri_aux(c, taken, true); };
           const int chosen = value(turn.move.park);
           if (walks == 0) {
             for (const Cells& bar : testing::slow_bars(turn.slow, turn.built(), taken)) REQUIRE(chosen <= value(bar));
           } else {
             int better = 0;
             for (const auto& [walk, probability] :
                  testing::SlowWalk(turn.slow, turn.built(), taken, '?', false).distribution())
               better += walk.size() == 4 && value(walk) < chosen;
             above += better > 0;
           }
         });
    return above;
  };
  for (const bool max : {false, true}) {
    CHECK(check(0, max) == 0);
    CHECK(check(1'000'000, max) == 0);  // so many that the best is among them
    CHECK(check(1, max) > 8);
  }
}

}  // namespace jigsaw_pieces_test
