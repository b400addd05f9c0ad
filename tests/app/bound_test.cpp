#include "pentocity/search/bound.hpp"

#include <array>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/helpers/sites.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/results/schedule.hpp"
#include "scratch.hpp"
#include "slow_bound.hpp"
#include "streams.hpp"

namespace pentocity::bound_test {

using namespace match;
using namespace entrants;
using namespace results;
using namespace search;

namespace {

Rules any_rules(Pcg& random, int side) {
  Rules rules = random.next_int(2) == 0 ? Rules::report() : Rules::tournament_2016();
  rules.side = side;
  if (random.next_int(3) == 0) rules.factory_bonus = !rules.factory_bonus;
  if (random.next_int(3) == 0)
    rules.road_access = random.next_int(2) == 0 ? RoadAccess::contact : RoadAccess::near_edge;
  rules.max_rejects = 1 + random.next_int(4);
  return rules;
}

Request any_request(Pcg& random, int longest) {
  if (random.next_int(2) == 0) return {Building::residence, *pentomino("FILNPTUVWXYZ"[random.next_int(12)])};
  return {Building::factory, rectangle(1 + random.next_int(longest), 1 + random.next_int(longest))};
}

/// w of docs/background/upper-bound.md: a shape's cells at most so far from a road cell beside it or from the next one.
int min_near_road(const Cells& cells, int depth) {
  const std::set<Cell> own(cells.begin(), cells.end());
  const auto far = [&](Cell a, Cell b) {
    return std::max(std::abs(a.row - b.row), std::abs(a.column - b.column)) > depth;
  };
  int min = static_cast<int>(cells.size());
  for (const Cell cell : cells)
    for (const Cell to_road : steps(Lattice::square, 0))
      for (const Cell onwards : steps(Lattice::square, 0)) {
        const Cell road = cell + to_road, next = road + onwards;
        if (own.contains(road) || own.contains(next)) continue;
        int near = 0;
        for (const Cell c : cells) near += !far(c, road) || !far(c, next);
        min = std::min(min, near);
      }
  return min;
}

/// The names of inequalities.
using Names = std::set<std::string>;

/// A land full of buildings, roads, parks and ponds, and what docs/background/upper-bound.md counts on it.
class CountedLand {
 public:
  CountedLand(Pcg& random, const Rules& rules) : rules_(rules), land_(rules.side) {
    build(random);
    count();
  }

  int hosts = 0, behind_groups = 0;

  /// The inequalities that do not hold here. The minimums of shapes are kept in `demands`.
  Names broken(const Inequalities& proof, std::map<Cells, Demand>& demands) const {
    Names out;
    const auto check = [&](Inequality inequality, int left, int right) {
      if (left > right) out.insert(std::string(name_of(inequality)));
    };
    int area = 0, earners = 0;
    for (const Built& b : built_) {
      area += b.request.size();
      ++earners;
    }
    check(Inequality::cells, area + roads_ + resorts_, proof.cells());
    if (groups_ > 0) check(Inequality::groups, groups_, proof.groups(resorts_));
    check(Inequality::edges, bonuses_, proof.bonuses_by_edges(resorts_, groups_, border_));
    check(Inequality::edges, bonuses_, proof.bonuses_by_edges(resorts_, groups_, behind_groups));
    if (groups_ > 0 && earners > 0) check(Inequality::kinds, bonuses_, proof.bonuses_by_kinds(earners, groups_));
    if (groups_ > 0 && earners > 1)
      check(Inequality::map, bonuses_,
            proof.bonuses_by_map(earners, groups_, std::min(hidden_, hosts + behind_groups)));
    int host_cells = behind_groups;
    std::array<int, max_depth> hidden_cells{};
    for (const Built& b : built_) {
      auto [it, fresh] = demands.try_emplace(b.request.cells());
      if (fresh) it->second = proof.demand_of(b.request);
      const Demand& demand = it->second;
      if (b.host) {
        check(Inequality::host_row, demand.host_row, b.first_layers[0]);
        host_cells += b.first_layers[0];
        CHECK(demand.host_row > 0);
      }
      for (std::size_t d = 0; d < max_depth; ++d) {
        check(Inequality::near_road, demand.near_road[d], b.near[d]);
        if (!b.hidden) continue;
        check(Inequality::first_rows, demand.first_rows[d], b.first_layers[d + 1]);
        hidden_cells[d] += b.first_layers[d + 1];
      }
    }
    check(Inequality::hosts, host_cells, proof.first_layer());
    for (int depth = 1; depth <= max_depth; ++depth) {
      const auto d = static_cast<std::size_t>(depth - 1);
      check(Inequality::hidden, hidden_cells[d], proof.hidden(depth));
      check(Inequality::roads, near_[d], proof.near_border(depth) + 2 * depth * roads_);
    }
    return out;
  }

 private:
  struct Built {
    Request request;
    LandBoard cells;
    bool hidden = false, host = false;
    std::array<int, max_depth + 1> first_layers{};  // cells in the first layer, in the first two, ...
    std::array<int, max_depth> near{};              // cells in T of depths 1 to 5
  };

  // Short roads, bars of parks and ponds, and buildings, wherever there is room, in any order.
  void build(Pcg& random) {
    const int side = rules_.side, wish = random.next_int(4), longest = 1 + random.next_int(3);
    const bool small = random.next_int(3) == 0;
    if (random.next_int(20) == 0) fill_rim();
    for (int n = side * side; n > 0; --n) {
      const int draw = random.next_int(6);
      if (draw < 3 + (wish == 0)) {
        const Request request = small ? Request(Building::factory, rectangle(1, 1 + random.next_int(longest)))
                                      : any_request(random, longest);
        place(request, random);
        continue;
      }
      if (wish == 1 && draw == 3) continue;
      const Kind kind = draw == 3 ? Kind::road : draw == 4 ? Kind::park : Kind::pond;
      const Cell from =
          random.next_int(3) == 0 ? Cell{0, random.next_int(side)} : Cell{random.next_int(side), random.next_int(side)};
      const bool down = random.next_int(2) == 0;
      LandBoard cells;
      for (int k = 1 + random.next_int(6); k > 0; --k) {
        const Cell c = from + (down ? Cell{k, 0} : Cell{0, k});
        if (land_.grid().contains(c) && land_.empty().test(land_.grid().bit(c))) cells.set(land_.grid().bit(c));
      }
      land_.place(kind, cells);
    }
    if (random.next_int(2) == 0)
      while (place(Request(Building::factory, rectangle(1, 1)), random)) {
      }
  }
  // Dominoes all along the border: as many hosts as there can be.
  void fill_rim() {
    const int last = rules_.side - 1;
    Cell corner{0, 0}, step{0, 1};
    Cells rim;
    for (int edge = 0; edge < 4; ++edge, step = {step.column, -step.row})
      for (int k = 0; k < last; ++k, corner = corner + step) rim.push_back(corner);
    for (std::size_t i = 0; i + 1 < rim.size(); i += 2) {
      const LandBoard cells = land_.grid().board(Cells{rim[i], rim[i + 1]});
      land_.place(Kind::factory, cells);
      built_.push_back({Request(Building::factory, rectangle(1, 2)), cells});
    }
  }
  bool place(const Request& request, Pcg& random) {
    const auto& rotations = request.rotations();
    const Cells& rotation = rotations[random.next_int(static_cast<int>(rotations.size()))];
    const LandBoard sites = legal_sites(land_, request.type(), rotation);
    if (sites.none()) return false;
    int skip = random.next_int(2) == 0 ? 0 : random.next_int(sites.count());
    Cell at;
    sites.for_each([&](int bit) {
      if (skip-- == 0) at = land_.grid().cell(bit);
    });
    const LandBoard cells = land_.grid().board(translated(rotation, at));
    land_.place(kind_of(request.type()), cells);
    built_.push_back({request, cells});
    return true;
  }

  int layer_of(Cell c) const {
    return 1 + std::min({c.row, c.column, rules_.side - 1 - c.row, rules_.side - 1 - c.column});
  }

  void count() {
    const Grid& grid = land_.grid();
    const bool near_edge = rules_.road_access == RoadAccess::near_edge;
    // Roads that lead nowhere are none.
    const LandBoard joined = grid.flood(land_.roads() & grid.rim(), land_.roads());
    roads_ = joined.count();
    LandBoard big;
    for (const Kind kind : {Kind::park, Kind::pond})
      for (const LandBoard& group : grid.components(land_.big(kind))) {
        ++groups_;
        resorts_ += group.count();
        big = big | group;
        for (const Cell c : grid.cells(group))
          border_ += (c.row == 0) + (c.column == 0) + (c.row == rules_.side - 1) + (c.column == rules_.side - 1);
      }
    // Those that need not touch a road: which of the others are before them?
    std::set<std::size_t> host_numbers;
    std::vector<std::size_t> standing;
    for (std::size_t i = 0; i < built_.size(); ++i) {
      Built& b = built_[i];
      const LandBoard around = grid.neighbours(b.cells);
      if (!around.intersects(joined) && !b.cells.intersects(grid.rim())) {
        const LandBoard before = around & grid.rim();
        if (!near_edge || before.none()) continue;  // no access at all
        b.hidden = true;
        // What is empty or a small park counts to the border.
        if (!before.intersects(land_.empty() | (land_.roads() - joined) | (land_.of(Kind::park) - big) |
                               (land_.of(Kind::pond) - big))) {
          ++hidden_;
          if (before.intersects(land_.buildings())) {
            for (std::size_t k = 0; k < built_.size(); ++k)
              if (built_[k].cells.intersects(before)) host_numbers.insert(k);
          } else {
            ++behind_groups;
          }
        }
      }
      standing.push_back(i);
      bonuses_ += around.intersects(land_.big(Kind::park)) + around.intersects(land_.big(Kind::pond));
    }
    hosts = static_cast<int>(host_numbers.size());
    for (const std::size_t i : host_numbers) built_[i].host = true;
    std::vector<Built> all;
    for (const std::size_t i : standing) all.push_back(built_[i]);
    built_ = std::move(all);
    // T, cell by cell.
    const Cells road_cells = grid.cells(joined);
    const auto near = [&](Cell c, int depth) {
      return layer_of(c) <= depth + near_edge || std::any_of(road_cells.begin(), road_cells.end(), [&](Cell road) {
               return std::max(std::abs(c.row - road.row), std::abs(c.column - road.column)) <= depth;
             });
    };
    for (int depth = 1; depth <= max_depth; ++depth) {
      const auto d = static_cast<std::size_t>(depth - 1);
      for (const Cell c : grid.cells(grid.all())) near_[d] += near(c, depth) && !joined.test(grid.bit(c));
      for (Built& b : built_)
        for (const Cell c : grid.cells(b.cells)) b.near[d] += near(c, depth);
    }
    for (Built& b : built_)
      for (const Cell c : grid.cells(b.cells))
        for (std::size_t layers = 0; layers <= max_depth; ++layers)
          b.first_layers[layers] += layer_of(c) <= static_cast<int>(layers) + 1;
  }

  const Rules& rules_;
  Land land_;
  std::vector<Built> built_;  // after count(): those with road access
  int bonuses_ = 0, groups_ = 0, resorts_ = 0, border_ = 0, roads_ = 0;
  int hidden_ = 0;                     // behind buildings or groups
  std::array<int, max_depth> near_{};  // cells of T that are no roads
};

/// The inequalities, each made stronger by one.
std::map<std::string, Inequality> mutants() {
  std::map<std::string, Inequality> out;
  for (const Inequality inequality : all_inequalities) out[std::string(name_of(inequality))] = inequality;
  return out;
}
const Names every_mutant{"cells", "edges", "first_rows", "groups",    "hidden",  "host_row",
                         "hosts", "kinds", "map",        "near_road", "rejects", "roads"};

// Each inequality holds on all lands, and on some of them it would not if it were stronger by one.
TEST_CASE("upper bound: each inequality, counted on random lands, holds and can be no stronger") {
  REQUIRE(mutants().size() == every_mutant.size());
  Pcg random(5);
  std::array<Rules, 2> kinds{Rules::tournament_2016(), Rules::tournament_2016()};
  kinds[1].road_access = RoadAccess::contact;
  std::map<std::string, std::map<Cells, Demand>> demands;
  Names caught;
  int with_hosts = 0, with_groups = 0;
  for (int i = 0; i < 6000; ++i) {
    Rules rules = kinds[random.next_int(3) == 0];
    rules.side = 4 + (random.next_int(2) == 0 ? random.next_int(3) : random.next_int(12));
    const CountedLand land(random, rules);
    with_hosts += land.hosts > 0;
    with_groups += land.behind_groups > 0;
    CAPTURE(i, rules.side);
    const Names broken = land.broken(Inequalities(rules), demands["none"]);
    CAPTURE(broken);
    REQUIRE(broken.empty());
    for (const auto& [name, inequality] : mutants()) {
      const Names wrong = land.broken(Inequalities(rules, inequality), demands[name]);
      REQUIRE((wrong.empty() || wrong == Names{name}));
      if (!wrong.empty()) caught.insert(name);
    }
  }
  CHECK(with_hosts > 500);
  CHECK(with_groups > 200);
  // Rejects are not seen on a land; the next test has them.
  Names expected = every_mutant;
  expected.erase("rejects");
  CHECK(caught == expected);
}

TEST_CASE("upper bound: a shape's minimum near a road, by its definition") {
  const Rules rules;
  const Inequalities proof(rules);
  std::vector<Request> requests;
  for (const char name : std::string("FILNPTUVWXYZ")) requests.emplace_back(Building::residence, *pentomino(name));
  for (int rows = 1; rows <= 5; ++rows)
    for (int columns = 1; columns <= 5; ++columns) requests.emplace_back(Building::factory, rectangle(rows, columns));
  for (const Request& request : requests)
    for (int depth = 1; depth <= max_depth; ++depth)
      CHECK(proof.demand_of(request).near_road[static_cast<std::size_t>(depth - 1)] ==
            min_near_road(request.cells(), depth));
}

TEST_CASE("upper bound: no land is worth more, on small lands by trying all", "[long]") {
  Pcg random(7);
  int met = 0;
  std::array<int, 3> tried{};  // of the sides 4 to 6
  Names caught;
  for (int round = 0; round < 2400; ++round) {
    const int side = 4 + (round % 3 == 0) + (round % 6 == 0);
    const Rules rules = any_rules(random, side);
    std::vector<Request> requests;
    for (int n = 2 + random.next_int(3); n > 0; --n) requests.push_back(any_request(random, side - 1));
    // On 5 x 5 and 6 x 6 cells only crowded lands are few enough.
    int area = 0;
    for (const Request& request : requests) area += request.size();
    if (side == 5 && (area < 13 || area > 20)) continue;
    if (side == 6 && (area < 27 || area > 33)) continue;
    ++tried[static_cast<std::size_t>(side - 4)];
    const int best = test::EveryLand(rules, requests).best(), bound = upper_bound(rules, requests).score;
    CAPTURE(round, test::names_of(requests), rules.factory_bonus, rules.max_rejects);
    REQUIRE(best <= bound);
    met += best == bound;
    for (const auto& [name, inequality] : mutants())
      if (upper_bound(rules, requests, Inequalities(rules, inequality)).score < best) caught.insert(name);
  }
  CHECK(tried[0] > 1500);
  CHECK(tried[1] > 80);
  CHECK(tried[2] > 30);
  // If it were far off here, this would say little.
  CHECK(met > 400);
  // The mutants that a score betrays. The others are caught where their cells are counted.
  CHECK(caught == Names{"cells", "groups", "kinds", "map", "near_road", "rejects", "roads"});
}

// What players get under all kinds of rules, on small lands and on the usual one.
TEST_CASE("upper bound: no game of any player is above it") {
  Pcg random(11);
  const auto& streams = builtin_sequencers();
  for (int i = 0; i < 400; ++i) {
    const int side = i % 40 == 0 ? 50 : 4 + random.next_int(22);
    const Rules rules = any_rules(random, side);
    const SequencerSpec& spec = streams[random.next_int(static_cast<int>(streams.size()))];
    const SequencerEntry stream = built_in_sequencer(spec.name);
    const std::uint64_t seed = random();
    for (const std::string player : {"naive", "diagonal", "jigsaw", "lanes"}) {
      const GameRecord record = play_game(
          rules, {[&] { return stream.make(side, seed); }, [&] { return built_in_player(player).make(rules, seed); }});
      std::vector<Request> requests;
      for (const Turn& turn : record.turns) requests.push_back(turn.request);
      const int recorded = upper_bound(rules, requests).score;
      CAPTURE(i, side, rules.profile, spec.name, player);
      REQUIRE(record.score <= recorded);
      if (record.adaptive) continue;
      // What is yet to come raises it, if anything.
      const auto all = requests_to_fill(rules, *stream.make(side, seed));
      REQUIRE(all.size() + 1 >= requests.size());
      REQUIRE(recorded <= upper_bound(rules, all).score);
    }
  }
}

TEST_CASE("upper bound: none of the best known scores is above it") {
  const auto list = nlohmann::json::parse(input::read_file(test::sources + "/configs/benchmark/best-known.json"));
  const Rules rules = *Rules::of_profile(list["rules"].get<std::string>());
  for (const auto& [name, known] : list["games"].items()) {
    CAPTURE(name);
    const auto gap = name.find("__");
    const auto sequencer = test::make_builtin(name.substr(0, gap), std::stoull(name.substr(gap + 2)));
    CHECK(known["score"] <= upper_bound(rules, requests_to_fill(rules, *sequencer)).score);
  }
  CHECK(list["games"].size() == 42);
}

TEST_CASE("upper bound: the figures of one game") {
  const Rules rules = Rules::tournament_2016();
  const UpperBound bound = upper_bound(rules, requests_to_fill(rules, *test::make_builtin("random", 869)));
  CHECK(bound.score == bound.area + 2 * bound.bonuses);
  CHECK(bound.area + bound.roads + bound.amenities == 2500);
  CHECK(bound.bonuses <= 2 * bound.earners);
  // Narrow limits, so that a weaker bound would be noticed.
  CHECK(bound.score >= 3200);
  CHECK(bound.score <= 3270);
  Rules strict = rules;
  strict.road_access = RoadAccess::contact;
  const int by_touching_perimeter =
      upper_bound(strict, requests_to_fill(rules, *test::make_builtin("random", 869))).score;
  CHECK(by_touching_perimeter < bound.score - 100);
}

TEST_CASE("upper bound: many rejects let a player choose") {
  Rules rules = Rules::report();
  rules.side = 10;
  const auto requests = requests_to_fill(rules, *test::make_builtin("random", 1));
  int before = 0;
  for (const int rejects : {1, 3, 9, 10, 40, 1'000'000}) {
    rules.max_rejects = rejects;
    const int score = upper_bound(rules, requests).score;
    CHECK(score >= before);
    before = score;
  }
}

// A folder of games and traces through the command.
TEST_CASE("bound: the command judges folders and traces alike") {
  test::Scratch scratch;
  const std::string program(test::program), folder = scratch / "games";
  const auto run = test::run_command(
      program + " run --players naive,jigsaw --sequencers g6,nemesis --repeats 2 --trace all --out " + folder);
  REQUIRE(run.exit_code == 0);
  const auto table = test::run_command(program + " bound " + folder);
  INFO(table.output);
  CHECK(table.exit_code == 0);
  CHECK_THAT(table.output, Catch::Contains("requests of 'nemesis' cannot be made again"));
  const auto games = test::run_command(program + " bound --format json " + folder + "/traces/g6__*");
  CHECK(games.exit_code == 0);
  const auto json = nlohmann::json::parse(games.output);
  CHECK(json["format"] == "pentocity-bound/1");
  REQUIRE(json["games"].size() == 4);
  const Rules rules = Rules::report();
  const int expected = upper_bound(rules, requests_to_fill(rules, *test::make_builtin("g6", 0))).score;
  for (const auto& game : json["games"]) {
    CHECK(game["bound"] == expected);
    CHECK(game["requests"] == "stream");
  }
  const auto adaptive = test::run_command(program + " bound " + folder + "/traces/nemesis__*");
  CHECK(adaptive.exit_code == 0);
  CHECK_THAT(adaptive.output, Catch::Contains("of 4 games only the recorded requests are known"));
  CHECK(test::run_command(program + " bound " + folder + "/nothing").exit_code == 2);
}

TEST_CASE("bound: a failed game has no score, in a folder or alone, and is told") {
  const test::Scratch scratch;
  const std::string config = scratch.write("cup.yaml",
                                           "repeats: 1\nrules: {profile: report, side: 14}\nsequencers: [random]\n"
                                           "players: [naive, {name: fails, command: [sh, -c, exit 3]}]\n"),
                    folder = scratch / "games", program(test::program);
  REQUIRE(test::run_command(program + " run " + config + " --trace all --out " + folder).exit_code == 0);
  const auto of_folder = test::run_command(program + " bound " + folder),
             of_games = test::run_command(program + " bound " + folder + "/traces/*");
  for (const auto& run : {of_folder, of_games}) {
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.output, Catch::Contains(": 1 game failed, and has no score to compare with a bound\n") &&
                               Catch::Contains("naive") && !Catch::Contains(" fails "));
  }
}

TEST_CASE("bound: a sequencer whose name is all is not the total") {
  const test::Scratch scratch;
  const std::string config = scratch.write("cup.yaml",
                                           "repeats: 2\nrules: {profile: report, side: 14}\nplayers: [naive]\n"
                                           "sequencers: [{name: all, sequencer: random}, g6]\n"),
                    folder = scratch / "games", program(test::program);
  REQUIRE(test::run_command(program + " run " + config + " --out " + folder).exit_code == 0);
  const auto json = nlohmann::json::parse(test::run_command(program + " bound --format json " + folder).output);
  REQUIRE(json["cells"].size() == 2);
  CHECK(json["cells"][0]["sequencer"] == "all");
  CHECK(json["cells"][1]["sequencer"] == "g6");
  for (const auto& cell : json["cells"]) CHECK(cell["games"] == 2);
  const std::string table = test::run_command(program + " bound " + folder).output;
  const auto row = [](const char* sequencer, int games) {
    return Catch::Contains(fmt::format("\n{:<24} {:<24} {:>7} ", sequencer, "naive", games));
  };
  CHECK_THAT(table, row("all", 2) && row("g6", 2) && row("(all)", 4));
}

}  // namespace
}  // namespace pentocity::bound_test
