// Plans with districts of several sizes, weights, queen contiguity and spanning trees, and how long counts are run.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "catch.hpp"
#include "pentocity/districting/outlier.hpp"
#include "pentocity/districting/plans.hpp"
#include "pentocity/input/user_error.hpp"
#include "scratch.hpp"
#include "slow_plans.hpp"

namespace districts_test {

using namespace pentocity;
using namespace pentocity::districting;
using Catch::Contains;
using pentocity::test::Scratch;
using pentocity::twin::slow_tree_weight;
using pentocity::twin::SlowPlans;

namespace {

// A random board of up to 12 cells, or 9 with queen contiguity, with random rules.
Electorate random_electorate(Pcg& random) {
  for (;;) {
    const bool is_queen = random.next_int(3) == 0;
    const int rows = 1 + random.next_int(4), columns = 1 + random.next_int(is_queen ? 3 : 12 / rows);
    if (rows * columns > (is_queen ? 9 : 12)) continue;
    Electorate e{rows, columns, {}, ""};
    const bool some_blocked = random.next_int(3) == 0, is_weighted = random.next_int(3) == 0;
    const bool is_mixed = is_weighted && random.next_int(2) == 0;
    DistrictRules rules;
    for (int i = 0; i < rows * columns; ++i) {
      e.cells += some_blocked && random.next_int(6) == 0 ? '#' : random.next_int(5) < 2 ? 'A' : 'B';
      if (is_weighted) rules.weights.push_back(1 + random.next_int(4));
      if (is_mixed) e.votes.push_back(e.cells.back() == '#' ? 0 : random.next_int(rules.weights.back() + 1));
    }
    if (is_mixed) e.rules.weights = rules.weights;
    rules.min = 1 + random.next_int(6);
    rules.max = rules.min + random.next_int(12);
    rules.districts = random.next_int(2) == 0 ? 0 : 1 + random.next_int(6);
    if (is_queen) rules.contiguity = Contiguity::queen;
    try {
      return with_rules(e, rules);
    } catch (const InputError&) {  // there is no such plan
    }
  }
}

int seats_won(const Electorate& e, const DistrictPlan& plan, char party) {
  std::map<int, int> balance;
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (plan[i] >= 0) {
      const int a = !e.votes.empty() ? e.votes[i] : e.cells[i] == 'A' ? e.weight(static_cast<int>(i)) : 0;
      balance[plan[i]] += (party == 'A' ? 1 : -1) * (2 * a - e.weight(static_cast<int>(i)));
    }
  return static_cast<int>(std::count_if(balance.begin(), balance.end(), [](const auto& b) { return b.second > 0; }));
}

// Random connected counties; some cells may be in none.
std::vector<int> random_counties(const Electorate& e, Pcg& random) {
  std::vector<int> county(e.cells.size(), -1);
  const bool some_in_none = random.next_int(4) == 0;
  int counties = 0;
  for (const int size = 1 + random.next_int(6); std::count(county.begin(), county.end(), -1) > 0;) {
    std::vector<int> cells{static_cast<int>(std::find(county.begin(), county.end(), -1) - county.begin())};
    const int number = e.cells[cells[0]] == '#' || (some_in_none && random.next_int(4) == 0) ? -2 : counties++;
    county[cells[0]] = number;
    while (number >= 0 && static_cast<int>(cells.size()) < size) {
      std::vector<int> beside;
      for (const int cell : cells)
        for (const int next : neighbours(e, cell))
          if (county[next] == -1 && e.cells[next] != '#') beside.push_back(next);
      if (beside.empty()) break;
      cells.push_back(beside[random.next_int(static_cast<int>(beside.size()))]);
      county[cells.back()] = number;
    }
  }
  for (int& number : county) number = std::max(number, -1);
  return county;
}

// How many counties a plan splits, and how many more parts than counties it makes: the slow twin.
std::pair<int, int> slow_splits(const Electorate& e, const DistrictPlan& plan) {
  std::map<int, std::set<int>> districts;
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (e.cells[i] != '#' && e.rules.counties[i] >= 0) districts[e.rules.counties[i]].insert(plan[i]);
  std::pair<int, int> out{0, 0};
  for (const auto& [county, in] : districts) {
    out.first += in.size() > 1;
    out.second += static_cast<int>(in.size()) - 1;
  }
  return out;
}

// All that is counted of the plans of a board with counties, against plans found one after the other.
void check_counties(const Electorate& e, const std::set<DistrictPlan>& all, const CountOptions& other) {
  CAPTURE(picture_of(e), e.sizes_text(), e.rules.districts, e.rules.weights, e.rules.counties);
  CAPTURE(e.rules.contiguity == Contiguity::queen, e.rules.max_splits);
  std::vector<std::uint64_t> by_splits(std::size_t(std::min(e.counties(), e.rules.max_splits)) + 1);
  std::map<int, std::uint64_t> seats_a, seats_b, cut;
  std::map<std::pair<int, int>, std::uint64_t> both;
  std::set<DistrictPlan> within;
  for (const DistrictPlan& plan : all) {
    const auto [splits, total] = slow_splits(e, plan);
    REQUIRE(splits_of(e, plan).counties == splits);
    REQUIRE(splits_of(e, plan).total == total);
    if (splits > e.rules.max_splits) continue;
    within.insert(plan);
    ++by_splits[std::size_t(splits)];
    ++seats_a[seats_won(e, plan, 'A')];
    ++seats_b[seats_won(e, plan, 'B')];
    ++both[{splits, seats_won(e, plan, 'A')}];
    ++cut[static_cast<int>(statistics_of(e, plan, Ties::nobody)[1])];
  }
  for (const CountOptions& options : {CountOptions{}, other}) {
    const PlanCount count = count_plans(e, options);
    REQUIRE(count.plans == std::to_string(within.size()));
    REQUIRE(count.by_splits.size() == by_splits.size());
    for (std::size_t i = 0; i < by_splits.size(); ++i) REQUIRE(count.by_splits[i] == std::to_string(by_splits[i]));
    const SeatCounts seats = count_seats(e, Ties::nobody, options);
    REQUIRE(seats.plans == within.size());
    for (std::size_t i = 0; i < seats.a.size(); ++i) REQUIRE(seats.a[i] == seats_a[static_cast<int>(i)]);
    for (std::size_t i = 0; i < seats.b.size(); ++i) REQUIRE(seats.b[i] == seats_b[static_cast<int>(i)]);
    REQUIRE(seats.a_by_splits.size() == by_splits.size());
    for (std::size_t n = 0; n < by_splits.size(); ++n)
      for (std::size_t i = 0; i < seats.a.size(); ++i)
        REQUIRE(seats.a_by_splits[n][i] == both[{static_cast<int>(n), static_cast<int>(i)}]);
    const std::vector<std::uint64_t> cuts = count_cut_edges(e, options);
    for (std::size_t k = 0; k < cuts.size(); ++k) REQUIRE(cuts[k] == cut[static_cast<int>(k)]);
  }
  const Plans plans(e);
  REQUIRE(plans.count() == within.size());
  std::set<DistrictPlan> listed;
  plans.for_each([&](const DistrictPlan& plan) { return listed.insert(plan).second; });
  REQUIRE(listed == within);
  if (within.empty()) return;
  const Extremes extremes = extreme_seats(e, Ties::nobody, nullptr);
  std::erase_if(seats_a, [](const auto& some) { return some.second == 0; });
  REQUIRE(extremes.max.seats == seats_a.rbegin()->first);
  REQUIRE(extremes.fewest.seats == seats_a.begin()->first);
  for (const Extreme& extreme : {extremes.max, extremes.fewest}) {
    REQUIRE(within.contains(extreme.plan));
    REQUIRE(seats_won(e, extreme.plan, 'A') == extreme.seats);
  }
}

// The number of plans of side x side cells in districts of their average size, or up to so many cells more or less; of
// any size for more than 3.
std::string grid_plans(int side, int districts, int tolerance, Contiguity contiguity) {
  const int average = side * side / districts;
  DistrictRules rules(1, side * side, districts);
  if (tolerance <= 3) rules = {std::max(1, average - tolerance), average + tolerance, districts};
  rules.contiguity = contiguity;
  CountOptions options;
  options.jobs = 2;
  return count_plans(electorate_without_votes(side, side, rules), options).plans;
}

}  // namespace

TEST_CASE("plans by random rules are those found one after the other", "[gerrymander][threads][long]") {
  Pcg random(21);
  std::map<std::string, int> seen;
  for (int i = 0; i < 500; ++i) {
    const Electorate e = random_electorate(random);
    const std::set<DistrictPlan> all = SlowPlans(e).plans();
    if (all.size() > 3000) continue;
    const bool is_queen = e.rules.contiguity == Contiguity::queen;
    CAPTURE(picture_of(e), e.sizes_text(), e.rules.districts, e.rules.weights, is_queen);
    if (all.size() > 1) {
      ++seen[is_queen ? "queen" : "rook"];
      seen["weighted"] += !e.rules.weights.empty();
      seen["mixed"] += !e.votes.empty();
      seen["blocked"] += e.cells.find('#') != std::string::npos;
      seen["numbered"] += e.rules.districts > 0;
    }
    const std::string number = std::to_string(all.size());
    REQUIRE(count_plans(e).plans == number);
    CountOptions other;
    other.another_way = true;
    other.jobs = 3;
    REQUIRE(count_plans(e, other).plans == number);
    std::set<DistrictPlan> listed;
    const Plans plans(e);
    plans.for_each([&](const DistrictPlan& plan) { return listed.insert(plan).second; });
    REQUIRE(plans.count() == all.size());
    REQUIRE(listed == all);
    for (const DistrictPlan& plan : all) REQUIRE(read_plan(e, plan_text(e, plan)) == plan);
    for (const auto& symmetry : symmetries(e))
      for (const DistrictPlan& plan : all) REQUIRE(all.contains(image_of(plan, symmetry)));

    const SeatCounts counts = count_seats(e, Ties::nobody);
    std::vector<std::uint64_t> a(counts.a.size()), b(counts.b.size());
    for (const DistrictPlan& plan : all) {
      ++a[static_cast<std::size_t>(seats_won(e, plan, 'A'))];
      ++b[static_cast<std::size_t>(seats_won(e, plan, 'B'))];
    }
    REQUIRE(counts.a == a);
    REQUIRE(counts.b == b);
    const SeatCounts checked = count_seats(e, Ties::nobody, other);
    REQUIRE(checked.a == a);
    REQUIRE(checked.b == b);
    if (all.empty()) continue;
    const Extremes extremes = extreme_seats(e, Ties::nobody, nullptr);
    const auto won = [&](const DistrictPlan& x, const DistrictPlan& y) {
      return seats_won(e, x, 'A') < seats_won(e, y, 'A');
    };
    const auto [fewest, most] = std::minmax_element(all.begin(), all.end(), won);
    REQUIRE(extremes.max.seats == seats_won(e, *most, 'A'));
    REQUIRE(extremes.fewest.seats == seats_won(e, *fewest, 'A'));
    REQUIRE(seats_won(e, extremes.max.plan, 'A') == extremes.max.seats);
    REQUIRE(seats_won(e, extremes.fewest.plan, 'A') == extremes.fewest.seats);

    std::map<int, std::uint64_t> cut;
    for (const DistrictPlan& plan : all) ++cut[static_cast<int>(statistics_of(e, plan, Ties::nobody)[1])];
    const std::vector<std::uint64_t> cuts = count_cut_edges(e);
    REQUIRE(count_cut_edges(e, other) == cuts);
    for (std::size_t k = 0; k < cuts.size(); ++k) REQUIRE(cuts[k] == cut[static_cast<int>(k)]);

    if (is_queen) continue;
    CountOptions trees;
    trees.measure = Measure::trees;
    std::int64_t sum = 0;
    std::vector<std::uint64_t> by_seats(counts.a.size());
    for (const DistrictPlan& plan : all) {
      sum += slow_tree_weight(e, plan);
      REQUIRE(tree_weight(e, plan) == static_cast<double>(slow_tree_weight(e, plan)));
      by_seats[static_cast<std::size_t>(seats_won(e, plan, 'A'))] +=
          static_cast<std::uint64_t>(slow_tree_weight(e, plan));
    }
    REQUIRE(count_plans(e, trees).plans == std::to_string(sum));
    REQUIRE(count_seats(e, Ties::nobody, trees).a == by_seats);
  }
  for (const char* kind : {"rook", "queen", "weighted", "mixed", "blocked", "numbered"}) {
    CAPTURE(kind);
    REQUIRE(seen[kind] > 30);
  }
}

TEST_CASE("split counties are counted as plans found one after the other split them", "[gerrymander][threads][long]") {
  Pcg random(77);
  std::map<std::string, int> seen;
  CountOptions other;
  other.another_way = true;
  for (int i = 0; i < 3200;) {
    Electorate e = random_electorate(random);
    const std::set<DistrictPlan> all = SlowPlans(e).plans();
    if (all.size() > 300) continue;
    ++i;
    e.rules.counties = random_counties(e, random);
    if (random.next_int(2) == 0) e.rules.max_splits = random.next_int(e.counties() + 2);
    other.jobs = 1 + i % 3;
    check_counties(e, all, other);
    if (all.size() < 2 || e.counties() < 2) continue;
    ++seen[e.rules.contiguity == Contiguity::queen ? "queen" : "rook"];
    seen["bounded"] += e.rules.max_splits < e.counties();
    seen["blocked"] += e.cells.find('#') != std::string::npos;
    seen["in none"] += std::count(e.rules.counties.begin(), e.rules.counties.end(), -1) > 0;
    seen["weighted"] += !e.rules.weights.empty();
    seen["mixed"] += !e.votes.empty();
  }
  for (const char* kind : {"rook", "queen", "bounded", "blocked", "in none", "weighted", "mixed"}) {
    CAPTURE(kind);
    REQUIRE(seen[kind] > 100);
  }
}

TEST_CASE("split counties of all boards up to 5 x 5", "[gerrymander][long]") {
  Pcg random(5);
  for (int rows = 1; rows <= 5; ++rows)
    for (int columns = 1; columns <= 5; ++columns)
      for (int size = 1; size <= std::min(6, rows * columns); ++size) {
        if (rows * columns % size != 0 || (size <= 2 && rows * columns > 16)) continue;
        Electorate e = electorate_without_votes(rows, columns, size);
        for (char& cell : e.cells) cell = random.next_int(2) == 0 ? 'A' : 'B';
        const std::set<DistrictPlan> all = SlowPlans(e).plans();
        CountOptions other;
        other.another_way = true;
        e.rules.counties = random_counties(e, random);
        check_counties(e, all, other);
        e.rules.max_splits = e.counties() / 2;
        check_counties(e, all, other);
        // Each row a county; and each district of a plan, so that one plan at least splits none.
        e.rules.max_splits = 0;
        for (int i = 0; i < rows * columns; ++i) e.rules.counties[std::size_t(i)] = i / columns;
        check_counties(e, all, other);
        if (all.empty()) continue;
        e.rules.counties = *std::next(all.begin(), random.next_int(static_cast<int>(all.size())));
        check_counties(e, all, other);
        REQUIRE(count_plans(e).plans == "1");
      }
}

TEST_CASE("plans that split few counties are drawn alike", "[gerrymander]") {
  Electorate e = electorate_without_votes(4, 4, 4);
  e.rules.counties = read_counties(4, 4, "aabb|aabb|ccdd|ccdd");
  CHECK(count_plans(e).by_splits == std::vector<std::string>{"1", "0", "12", "8", "96"});
  e.rules.max_splits = 2;
  const Plans plans(e);
  REQUIRE(plans.count() == 13);
  Pcg random(3);
  std::map<DistrictPlan, int> seen;
  for (int i = 0; i < 13'000; ++i) ++seen[plans.draw(random)];
  CHECK(seen.size() == 13);
  double chi = 0;
  for (const auto& [plan, n] : seen) {
    CHECK(slow_splits(e, plan).first <= 2);
    chi += (n - 1000.0) * (n - 1000.0) / 1000;
  }
  CHECK(chi < 32.9);  // one in a thousand, with 12 degrees of freedom
  // A symmetry moves counties onto counties: here a half turn and two reflections do.
  CHECK(symmetries(e).size() == 8);
  e.rules.counties = read_counties(4, 4, "aaaa|aaaa|bbbb|bbbb");
  CHECK(symmetries(e).size() == 4);
  e.rules.counties = read_counties(4, 4, "aaaa|aaab|bbbb|bbbb");
  CHECK(symmetries(e).size() == 1);
}

TEST_CASE("voters are read by any two letters, and votes of both parties by cell", "[gerrymander]") {
  const auto picture = [](const char* text) { return picture_of(read_electorate(text, {1, 99})); };
  // Of two letters the first in the alphabet is A; of 0 and 1 that is 1; small letters are as large ones.
  for (const char* text : {"AB|#B", "ab|#b", "Ab|#B", "dr|#R", "DR|#r", "10|#0", "12|#2", "BR|#R", "AC|#C"}) {
    CAPTURE(text);
    CHECK(picture(text) == "AB|#B");
  }
  for (const auto& [text, expected] :
       {std::pair("BB", "BB"), {"bb", "BB"}, {"aa", "AA"}, {"11", "AA"}, {"00", "BB"}, {"RR", "AA"}})
    CHECK(picture(text) == expected);
  for (const char* text : {"ABC|BAA", "DRX", "A?", "A B"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_electorate(text, {1, 99}),
                      Contains("expected A or B for a voter, or the letters of two other parties, # for none, and |"));
  }
  CHECK_THROWS_WITH(read_electorate("ABC|BAA", {1, 99}), Contains("row 1, column 3 of the voters is 'C'"));

  const Electorate e = read_electorate("12/7, 3/4 #|0/5 6/6 1/0", {1, 99});
  CHECK(picture_of(e) == "AB#|BBA");
  CHECK(e.voters() == 44);
  CHECK(e.votes_of_a() == 22);
  CHECK(e.rules.weights == std::vector<int>{19, 7, 1, 5, 12, 1});
  // District 1 has 12 of 24 votes, a tie; 2 has 9 of 19; 3 has 1 of 1.
  const DistrictPlan plan = read_plan(e, "12#|123");
  const auto votes = votes_by_district(e, plan);
  CHECK(votes[0].votes_of_a == 12);
  CHECK(votes[0].voters == 24);
  CHECK(seats_of_a(e, plan, Ties::nobody) == 1);
  CHECK(seats_of_a(e, plan, Ties::a) == 2);
  CHECK(seats_of_b(e, plan, Ties::nobody) == 1);
  CHECK(seats_of_b(e, plan, Ties::b) == 2);
  CHECK(seats_of_a(e, plan, Ties::half) == 3);
  // Other rules leave the votes as they are; whole cells are as letters with weights.
  CHECK(with_rules(e, {1, 44, 3}).rules.weights == e.rules.weights);
  DistrictRules weighted(8, 20);
  weighted.weights = {5, 3, 4, 9, 2, 7};
  const Electorate whole = read_electorate("5/0 3/0 0/4|9/0 0/2 0/7", {8, 20}),
                   letters = read_electorate("AAB|ABB", weighted);
  CHECK(count_seats(whole, Ties::nobody).a == count_seats(letters, Ties::nobody).a);
  for (const auto& [text, complaint] :
       {std::pair("1/2 3|1/1 1/1",
                  "row 1, column 2 of the votes is '3': expected # or those for A and B, at most 999, as in 12/7"),
        {"1/2 0/0", "column 2 of the votes is '0/0'"},
        {"1/2 -1/2", "column 2 of the votes is '-1/2'"},
        {"1/2 1/2/3", "column 2"},
        {"1/2 1/", "column 2"},
        {",|1/2", "row 2 of the votes has 1 cells, row 1 has 0"},
        {",\n,|,1/", "row 3"},
        {"1/2 500/500", "column 2"},
        {"1/2 1/2|1/2", "row 2 of the votes has 1 cells, row 1 has 2"}}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_electorate(text, {1, 99}), Contains(complaint));
  }
  CHECK_THROWS_WITH(read_electorate("12/7 3/4", 0), Contains("the cells have weights: expected how many voters"));
}

TEST_CASE("counties that cannot be read or counted get one clear line", "[gerrymander]") {
  CHECK(read_counties(2, 3, "aab|#[Kent].") == std::vector<int>{0, 0, 1, -1, 2, -1});
  CHECK_THROWS_WITH(read_counties(2, 3, "aab"), "the counties have 1 rows, the board 2");
  CHECK_THROWS_WITH(read_counties(2, 3, "aab|aa"), "row 2 of the counties has 2 cells, the board 3 columns");
  Electorate e = electorate_without_votes(2, 3, 2);
  e.rules.counties = read_counties(2, 3, "aba|bbb");
  CHECK_THROWS_WITH(count_plans(e),
                    "the county of row 1, column 1 is not connected: splits are counted only where each county is");
  e.rules.contiguity = Contiguity::queen;
  CHECK_THROWS_WITH(count_plans(e), Contains("not connected"));
  e.rules.counties = read_counties(2, 3, "aba|bab");
  CHECK(count_plans(e).by_splits.size() == 3);
  e.rules.contiguity = Contiguity::rook;
  e.rules.counties = read_counties(2, 3, "aab|aab");
  e.rules.max_splits = 1;
  CountOptions trees;
  trees.measure = Measure::trees;
  CHECK_THROWS_WITH(count_plans(e, trees), "county splits are not counted by spanning trees (--measure trees)");
  e.rules.counties.pop_back();
  CHECK_THROWS_WITH(with_rules(e, e.rules), "there are counties of 5 cells for 6 cells");
}

TEST_CASE("a district may surround another one", "[gerrymander]") {
  // The ring of 3 x 3, and 24 cells around a lake of 4 x 4 cells on 6 x 7.
  CHECK(count_plans(electorate_without_votes(3, 3, 8, "...|.#.|...")).plans == "1");
  const Electorate ring = with_rules(electorate_without_votes(3, 3, 9), {1, 8, 2});
  const DistrictPlan around = read_plan(ring, "111|121|111");
  bool found = false;
  Plans(ring).for_each([&](const DistrictPlan& plan) { return !(found = found || plan == around); });
  CHECK(found);
}

TEST_CASE("grids have as many plans as the published table says", "[gerrymander]") {
  // Schutzman and the Metric Geometry and Gerrymandering Group, "The known sizes of grid metagraphs" (2018 to 2021).
  struct Row {
    int side, districts;
    Contiguity contiguity;
    std::vector<std::string> plans;  // equal size, up to 1, 2 and 3 more or less, and any size
  };
  const std::vector<Row> table{
      {2, 2, Contiguity::rook, {"2", "6", "6", "6", "6"}},
      {2, 2, Contiguity::queen, {"3", "7", "7", "7", "7"}},
      {3, 3, Contiguity::rook, {"10", "58", "170", "226", "258"}},
      {3, 3, Contiguity::queen, {"36", "224", "622", "746", "782"}},
      {4, 2, Contiguity::rook, {"70", "206", "338", "454", "627"}},
      {4, 2, Contiguity::queen, {"1718", "4690", "6630", "7598", "8171"}},
      {4, 4, Contiguity::rook, {"117", "1953", "8849", "29069", "62741"}},
      {4, 4, Contiguity::queen, {"2620", "46456", "222398", "710622", "1130612"}},
      {4, 8, Contiguity::rook, {"36", "34444", "153094", "251230", "340198"}},
      {4, 8, Contiguity::queen, {"280", "567725", "2629081", "4262917", "5362109"}},
      {5, 5, Contiguity::rook, {"4006", "193128", "1472750", "6194822", "72137699"}},
  };
  for (const Row& row : table)
    for (int tolerance = 0; tolerance <= 4; ++tolerance) {
      CAPTURE(row.side, row.districts, tolerance, row.contiguity == Contiguity::queen);
      CHECK(grid_plans(row.side, row.districts, tolerance, row.contiguity) ==
            row.plans[static_cast<std::size_t>(tolerance)]);
    }
  CHECK(grid_plans(5, 5, 0, Contiguity::queen) == "1397790");
  CHECK(grid_plans(6, 2, 4, Contiguity::rook) == "1123743");
  CHECK(grid_plans(6, 6, 4, Contiguity::rook) == "356612826084");
  CHECK(grid_plans(6, 18, 4, Contiguity::rook) == "146904919330547");
}

TEST_CASE("rectangles have as many plans as is published", "[gerrymander]") {
  const auto plans = [](int rows, int columns) {
    return count_plans(electorate_without_votes(rows, columns, rows)).plans;
  };
  const std::vector<std::string> three{"1", "3", "10", "23", "56", "132", "259", "546", "1095", "2043"};  // A167243
  const std::vector<std::string> four{"1", "5", "23", "117", "501", "2369", "9525", "39731", "145415"};   // A167248
  const std::vector<std::string> five{"1", "8", "62", "454", "4006", "33344", "270827"};                  // A167251
  for (int n = 1; n <= static_cast<int>(three.size()); ++n)
    CHECK(plans(n, 3) == three[static_cast<std::size_t>(n) - 1]);
  for (int n = 1; n <= static_cast<int>(four.size()); ++n) CHECK(plans(n, 4) == four[static_cast<std::size_t>(n) - 1]);
  for (int n = 1; n <= static_cast<int>(five.size()); ++n) CHECK(plans(n, 5) == five[static_cast<std::size_t>(n) - 1]);
}

TEST_CASE("few large districts are as many by both rules", "[gerrymander][long]") {
  CountOptions other;
  other.another_way = true;
  // OEIS A348453, its row for 6 x 6.
  for (const auto& [size, number] : {std::pair(18, "80518"), {12, "264500"}, {9, "442791"}, {6, "451206"}}) {
    const Electorate e = electorate_without_votes(6, 6, size);
    const PlanCount one = count_plans(e), two = count_plans(e, other);
    CHECK(one.plans == number);
    CHECK(two.plans == number);
    CHECK(one.nodes < two.nodes);
  }
  // A lake, weights, and districts that can surround others.
  for (const char* blocked : {".....|.##..|..#..|.....|.....", ".....|.....|.....|.....|....."})
    for (int districts = 2; districts <= 5; ++districts)
      for (const Contiguity contiguity : {Contiguity::rook, Contiguity::queen}) {
        DistrictRules rules =
            districts == 3 ? DistrictRules(1, 25, 3) : DistrictRules(22 / districts - 2, 22 / districts + 4, districts);
        rules.contiguity = contiguity;
        if (districts == 5) {
          for (int i = 0; i < 25; ++i) rules.weights.push_back(1 + i % 3);
          rules.min = 6;
          rules.max = 12;
        }
        CAPTURE(blocked, districts, contiguity == Contiguity::queen);
        const Electorate e = electorate_without_votes(5, 5, rules, blocked);
        const PlanCount one = count_plans(e), two = count_plans(e, other);
        CHECK(one.plans == two.plans);
        CHECK(one.plans != "0");
        CHECK(one.nodes != two.nodes);
      }
}

TEST_CASE("spanning forests are counted, and are what determinants say", "[gerrymander]") {
  CountOptions trees;
  trees.measure = Measure::trees;
  for (const auto& [side, sum] : {std::pair(2, 2), {4, 654}, {5, 87760}}) {
    const Electorate e = electorate_without_votes(side, side, side);
    std::int64_t weights = 0;
    Plans(e).for_each([&](const DistrictPlan& plan) {
      weights += slow_tree_weight(e, plan);
      return true;
    });
    CHECK(weights == sum);
    CHECK(count_plans(e, trees).plans == std::to_string(sum));
  }
  // All spanning trees of a square are districts of one plan (OEIS A007341).
  for (const auto& [side, sum] : {std::pair(3, "192"), {4, "100352"}, {5, "557568000"}, {6, "32565539635200"}})
    CHECK(count_plans(electorate_without_votes(side, side, side * side), trees).plans == sum);
}

TEST_CASE("statistics of plans are what they are defined to be", "[gerrymander]") {
  const Electorate e = read_electorate("AAB|ABB|BAB");
  // Shares of A: 1, 0 and 1/3; A has 4 of 9 votes.
  const PlanStatistics s = statistics_of(e, read_plan(e, "112|122|333"), Ties::nobody);
  CHECK(s[0] == 1);
  CHECK(s[1] == 6);
  CHECK(s[2] == Approx(efficiency_gap(e, read_plan(e, "112|122|333"))));
  CHECK(s[3] == Approx(1 / 3.0 - 4 / 9.0));
  CHECK(s[4] == Approx(1 / 3.0 - 0.5));  // 1/3 + 1/18 is less than one half, 1 + 1/18 more
  CHECK(s[5] == Approx((48.0 / 64 + 48.0 / 64 + 48.0 / 64) / 3));
  const PlanStatistics rows = statistics_of(e, read_plan(e, "111|222|333"), Ties::nobody);
  CHECK(rows[1] == 6);
  CHECK(rows[3] == Approx(1 / 3.0 - 4 / 9.0));
}

TEST_CASE("a seats-votes curve gives the seats after each uniform swing", "[gerrymander]") {
  CHECK(seats_votes_curve(read_electorate("AAB|ABB|BAB"),
                          read_plan(read_electorate("AAB|ABB|BAB"), "112|122|333"))[0] == Approx(4 / 9.0 + 0.5 - 1));
  Pcg random(5);
  for (int round = 0; round < 300; ++round) {
    std::string voters = "ABBAA|AABBA|BBBBA|BBABB|BBBAB";
    for (char& cell : voters)
      if (cell != '|') cell = random.next_int(2) == 0 ? 'A' : 'B';
    const Electorate e = read_electorate(voters);
    const DistrictPlan plan = read_plan(e, "11111|22334|52334|52234|55544");
    const std::vector<double> curve = seats_votes_curve(e, plan);
    REQUIRE(curve.size() == 5);
    const int votes = e.votes_of_a();
    for (int share = 1; share < 200; ++share) {
      // Votes in 200ths of a district, so that none is a tie.
      int seats = 0, won = 0;
      for (const DistrictVotes& district : votes_by_district(e, plan))
        seats += 2 * (200 * district.votes_of_a + 5 * share - 200 * votes / 5) > 200 * 5;
      for (const double from : curve) won += share / 200.0 > from + 1e-9;
      CAPTURE(round, voters, share);
      CHECK(seats == won);
    }
  }
}

TEST_CASE("a plan is compared with all plans, or with draws", "[gerrymander][threads][long]") {
  const Electorate e = read_electorate("ABBAA|AABBA|BBBBA|BBABB|BBBAB");
  const DistrictPlan plan = read_plan(e, "11111|22334|52334|52234|55544");
  const PlanStatistics own = statistics_of(e, plan, Ties::nobody);
  std::array<std::array<double, 6>, 2> below{}, same{};
  std::array<double, 2> all{};
  for (const DistrictPlan& other : SlowPlans(e).plans()) {
    const PlanStatistics s = statistics_of(e, other, Ties::nobody);
    const std::array<double, 2> weight{1, static_cast<double>(slow_tree_weight(e, other))};
    for (std::size_t m = 0; m < 2; ++m) {
      all[m] += weight[m];
      for (std::size_t i = 0; i < own.size(); ++i)
        if (std::abs(s[i] - own[i]) < 1e-9)
          same[m][i] += weight[m];
        else if (s[i] < own[i])
          below[m][i] += weight[m];
    }
  }
  const Outlier exact = compare_plan(e, plan, Ties::nobody, {.jobs = 2});
  const Outlier drawn = compare_plan(e, plan, Ties::nobody, {.max_enumerated = 100, .draws = 20'000});
  CHECK(exact.draws == 0);
  CHECK(drawn.draws == 20'000);
  for (std::size_t m = 0; m < 2; ++m) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      CAPTURE(m, statistic_names[i]);
      CHECK(exact.is_exact[m][i]);
      CHECK(exact.below[m][i] == Approx(below[m][i] / all[m]).margin(1e-12));
      CHECK(exact.same[m][i] == Approx(same[m][i] / all[m]).margin(1e-12));
      CHECK(drawn.is_exact[m][i] == (i == 0 || (i == 1 && m == 0)));
      // Five deviations of the share.
      CHECK(std::abs(drawn.below[m][i] - exact.below[m][i]) <=
            (drawn.is_exact[m][i] ? 1e-12 : 5 * 0.5 / std::sqrt(20'000)));
    }
    double sum = 0;
    for (const auto& [at, shares] : exact.joint) sum += shares[m];
    CHECK(sum == Approx(1));
  }
  const Outlier again = compare_plan(e, plan, Ties::nobody, {.max_enumerated = 100, .draws = 20'000, .jobs = 3});
  CHECK(again.below == drawn.below);
}

TEST_CASE("an interrupted count goes on from its checkpoint", "[gerrymander][threads][long]") {
  const Scratch scratch;
  for (const auto measure : {Measure::plans, Measure::trees})
    for (const int jobs : {1, 2}) {
      // Has so many frontiers that threads share them.
      const Electorate e = electorate_without_votes(6, 6, {5, 7, 6});
      CountOptions options;
      options.measure = measure;
      const PlanCount whole = count_plans(e, options);
      std::atomic<bool> stop{false};
      int cells = 0, stops = 0;
      options.jobs = jobs;
      options.stop = &stop;
      options.checkpoint = scratch / "count";
      options.progress = [&](const CountProgress& at) {
        CHECK(at.cells > cells);  // it does not begin anew
        cells = at.cells;
        stop = at.cells % 7 == 0;
      };
      for (;;) {
        stop = false;
        try {
          const PlanCount count = count_plans(e, options);
          CHECK(count.plans == whole.plans);
          CHECK(count.nodes == whole.nodes);
          break;
        } catch (const Interrupted&) {
          ++stops;
          CHECK(std::filesystem::exists(options.checkpoint));
          CHECK_THROWS_WITH(count_plans(electorate_without_votes(6, 6, 6), options), Contains("no checkpoint of this"));
        }
      }
      CHECK(stops == 5);
      CHECK_FALSE(std::filesystem::exists(options.checkpoint));
      std::ofstream(options.checkpoint) << "something else";
      CHECK_THROWS_WITH(count_plans(e, options), Contains("no checkpoint of this count"));
      std::filesystem::remove(options.checkpoint);
    }
}

// The numbers outgrow 64 bits after the first interruption; then the count begins anew with larger ones.
TEST_CASE("an interrupted count that outgrows its numbers comes to its end", "[gerrymander]") {
  const Scratch scratch;
  std::atomic<bool> stop{false};
  int stops = 0;
  CountOptions options;
  options.stop = &stop;
  options.checkpoint = scratch / "count";
  options.progress = [&](const CountProgress& at) { stop = at.cells == 60 || at.cells == 136; };
  for (;;) {
    stop = false;
    try {
      const PlanCount count = count_plans(electorate_without_votes(36, 4, 36), options);
      CHECK(count.plans == "40672271820928790491");
      break;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  CHECK(stops >= 2);
  CHECK_FALSE(std::filesystem::exists(options.checkpoint));
}

TEST_CASE("rules that no plan can follow get one clear line", "[gerrymander]") {
  const auto rules = [](const DistrictRules& r) { return [r] { electorate_without_votes(3, 4, r); }; };
  CHECK_THROWS_WITH(rules({5, 4})(), Contains("the size must be from 1 to 12"));
  CHECK_THROWS_WITH(rules({5, 5})(), Contains("12 voters cannot be divided into districts of 5"));
  CHECK_THROWS_WITH(rules({7, 11})(), Contains("12 voters cannot be divided into 2 districts of 7 to 11"));
  CHECK_THROWS_WITH(rules({2, 4, 7})(), Contains("12 voters cannot be divided into 7 districts of 2 to 4"));
  CHECK_THROWS_WITH(rules({1, 4, 13})(), Contains("13 districts"));
  // Without a size: any if their number is given, else the number of columns, which says nothing of weights.
  CHECK(electorate_without_votes(3, 4, {0, 0, 4}).sizes_text() == "1 to 12");
  CHECK(electorate_without_votes(3, 4, 0).sizes_text() == "4");
  DistrictRules weighted;
  weighted.weights.assign(12, 10);
  CHECK_THROWS_WITH(rules(weighted)(), Contains("the cells have weights: expected how many voters"));
  weighted.districts = 3;
  CHECK(electorate_without_votes(3, 4, weighted).sizes_text() == "1 to 120");
  CHECK_THROWS_WITH(read_weights(2, 2, "1 2|3"), Contains("row 2 of the weights has 1 numbers"));
  CHECK_THROWS_WITH(read_weights(2, 2, "1 2|3 x"), Contains("row 2, column 2 of the weights is 'x'"));
  CHECK_THROWS_WITH(read_weights(1, 2, "1 1000"), Contains("from 1 to 999"));
  CHECK(read_weights(2, 2, "10 #|3,4") == std::vector<int>{10, 1, 3, 4});
  CHECK_THROWS_WITH(count_plans(electorate_without_votes(13, 13, {1, 169, 13})), Contains("at most 12 cells"));
  CountOptions trees;
  trees.measure = Measure::trees;
  DistrictRules queen(3);
  queen.contiguity = Contiguity::queen;
  CHECK_THROWS_WITH(count_plans(electorate_without_votes(3, 3, queen), trees), Contains("rook contiguity"));
}

}  // namespace districts_test
