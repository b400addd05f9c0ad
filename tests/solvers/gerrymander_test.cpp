// The gerrymander game: plans, seats, extremes, draws, census and puzzles.

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "catch.hpp"
#include "pentocity/districting/census.hpp"
#include "pentocity/districting/plans.hpp"
#include "pentocity/districting/puzzle.hpp"
#include "pentocity/input/user_error.hpp"
#include "slow_plans.hpp"

namespace gerrymander_test {

using namespace pentocity;
using namespace pentocity::districting;
using Catch::Contains;
using pentocity::twin::SlowPlans;

namespace {

// A random board of few enough plans, some of it blocked; districts too small to surround what is blocked.
Electorate random_board(Pcg& random) {
  for (;;) {
    Electorate e{1 + random.next_int(5), 1 + random.next_int(5), 1 + random.next_int(6), ""};
    const bool some_blocked = random.next_int(2) == 0;
    for (int i = 0; i < e.rows * e.columns; ++i)
      e.cells += some_blocked && random.next_int(6) == 0 ? '#' : random.next_int(5) < 2 ? 'A' : 'B';
    if (static_cast<int>(e.cells.size()) - std::count(e.cells.begin(), e.cells.end(), '#') == 0) continue;
    try {
      return read_electorate(picture_of(e), e.rules.min);
    } catch (const InputError&) {  // no multiple of the size
    }
  }
}

Electorate random_square(int side, int votes, Pcg& random) {
  Electorate e = electorate_without_votes(side, side, side);
  while (votes > 0) {
    char& cell = e.cells[random.next_int(side * side)];
    votes -= cell == 'B';
    cell = 'A';
  }
  return e;
}

int districts_won(const Electorate& e, const DistrictPlan& plan, char party) {
  int won = 0;
  for (int p = 0; p < e.districts(); ++p) {
    int votes = 0;
    for (std::size_t i = 0; i < plan.size(); ++i) votes += plan[i] == p && e.cells[i] == party;
    won += 2 * votes > e.rules.min;
  }
  return won;
}

std::set<DistrictPlan> listed(const Plans& plans) {
  std::set<DistrictPlan> out;
  plans.for_each([&](const DistrictPlan& plan) {
    CHECK(out.insert(plan).second);
    return true;
  });
  return out;
}

constexpr Ties all_ties[] = {Ties::nobody, Ties::a, Ties::b, Ties::half};

// What party A has by the definition of the rule, in steps.
int seats_by_definition(const Electorate& e, const DistrictPlan& plan, Ties ties) {
  const int a = districts_won(e, plan, 'A'), tied = e.districts() - a - districts_won(e, plan, 'B');
  return ties == Ties::half ? 2 * a + tied : ties == Ties::a ? a + tied : a;
}

}  // namespace

TEST_CASE("squares have as many plans as is published", "[gerrymander][long]") {
  // OEIS A172477.
  const std::vector<std::string> known{"1", "2", "10", "117", "4006", "451206", "158753814"};
  for (int n = 1; n <= static_cast<int>(known.size()); ++n) {
    CAPTURE(n);
    CHECK(count_plans(electorate_without_votes(n, n, n)).plans == known[static_cast<std::size_t>(n) - 1]);
  }
  // Dominoes on a chessboard (Kasteleyn 1961; Temperley and Fisher 1961), and on 16 x 16, which passes 2^64.
  CHECK(count_plans(electorate_without_votes(8, 8, 2)).plans == "12988816");
  CHECK(count_plans(electorate_without_votes(16, 16, 2)).plans == "2444888770250892795802079170816");
}

TEST_CASE("8 x 8 has as many plans as is published", "[.slow][gerrymander][long]") {
  CHECK(count_plans(electorate_without_votes(8, 8, 8)).plans == "187497290034");
}

TEST_CASE("the plans of random boards are those found one after the other", "[gerrymander]") {
  Pcg random(8);
  int with_plans = 0, with_blocked = 0;
  for (int i = 0; i < 400; ++i) {
    const Electorate e = random_board(random);
    CAPTURE(picture_of(e), e.rules.min);
    const SlowPlans slow(e);
    const std::set<DistrictPlan> all = slow.plans();
    if (all.size() > 20000) continue;
    with_plans += all.size() > 1;
    with_blocked += all.size() > 1 && e.cells.find('#') != std::string::npos;
    REQUIRE(count_plans(e).plans == std::to_string(all.size()));
    const Plans plans(e);
    REQUIRE(plans.count() == all.size());
    REQUIRE(listed(plans) == all);
    for (const Ties ties : all_ties) {
      CAPTURE(ties);
      const SeatCounts counts = count_seats(e, ties);
      std::vector<std::uint64_t> a(counts.a.size()), b(counts.b.size());
      for (const DistrictPlan& plan : all) {
        const int seats = seats_by_definition(e, plan, ties);
        REQUIRE(seats_of_a(e, plan, ties) == seats);
        ++a[seats];
        ++b[ties == Ties::nobody ? districts_won(e, plan, 'B') : counts.steps * e.districts() - seats];
        REQUIRE(seats_of_b(e, plan, ties) + (ties == Ties::nobody ? 0 : seats) ==
                (ties == Ties::nobody ? districts_won(e, plan, 'B') : counts.steps * e.districts()));
      }
      REQUIRE(counts.a == a);
      REQUIRE(counts.b == b);
      REQUIRE(counts.plans == all.size());
      if (all.empty()) continue;
      const int seats = seats_by_definition(e, *all.begin(), ties);
      REQUIRE(Plans(e, ties, seats).count() == a[seats]);
    }
    if (all.empty()) continue;
    // Both ways to the extremes.
    const SeatCounts counts = count_seats(e, Ties::nobody);
    const auto [min, max] =
        std::minmax_element(all.begin(), all.end(), [&](const DistrictPlan& x, const DistrictPlan& y) {
          return districts_won(e, x, 'A') < districts_won(e, y, 'A');
        });
    for (const SeatCounts* known : {&counts, static_cast<const SeatCounts*>(nullptr)}) {
      const Extremes extremes = extreme_seats(e, Ties::nobody, known);
      REQUIRE(extremes.max.seats == districts_won(e, *max, 'A'));
      REQUIRE(extremes.fewest.seats == districts_won(e, *min, 'A'));
      for (const Extreme* x : {&extremes.max, &extremes.fewest}) {
        REQUIRE(all.contains(x->plan));
        REQUIRE(x->seats == districts_won(e, x->plan, 'A'));
        REQUIRE(x->proof != Extreme::none);
        if (x->proof == Extreme::bound) REQUIRE(x->seats == x->limit);
      }
      REQUIRE(extremes.max.limit >= extremes.max.seats);
      REQUIRE(extremes.fewest.limit <= extremes.fewest.seats);
    }
  }
  CHECK(with_plans > 100);
  CHECK(with_blocked > 10);
}

TEST_CASE("seat counts of squares add up to all plans", "[gerrymander]") {
  Pcg random(3);
  for (const auto& [side, plans] : {std::pair(5, 4006u), std::pair(6, 451206u)})
    for (const Ties ties : all_ties) {
      CAPTURE(side, ties);
      const SeatCounts counts = count_seats(random_square(side, side * side * 2 / 5, random), ties);
      std::uint64_t a = 0, b = 0;
      for (const std::uint64_t n : counts.a) a += n;
      for (const std::uint64_t n : counts.b) b += n;
      CHECK(a == plans);
      CHECK(b == plans);
    }
}

TEST_CASE("seat counts of 7 x 7 add up to all plans", "[.slow][gerrymander][long]") {
  Pcg random(7);
  const SeatCounts counts = count_seats(random_square(7, 20, random), Ties::nobody);
  std::uint64_t sum = 0;
  for (const std::uint64_t n : counts.a) sum += n;
  CHECK(sum == 158753814);
}

TEST_CASE("the most that votes can be divided to", "[gerrymander]") {
  // All ways to divide up to 16 votes among 4 districts of 4.
  const std::vector<int> score{0, 0, 1, 2, 2};
  std::vector<int> best(17, -1);
  for (int a = 0; a <= 4; ++a)
    for (int b = 0; b <= 4; ++b)
      for (int c = 0; c <= 4; ++c)
        for (int d = 0; d <= 4; ++d) {
          const auto s = [&](int v) { return score[v]; };
          int& sum = best[a + b + c + d];
          sum = std::max(sum, s(a) + s(b) + s(c) + s(d));
        }
  for (int votes = 0; votes <= 16; ++votes)
    CHECK(best_division([&](int, int v) { return score[v]; }, 4, 16, votes) == best[votes]);
}

TEST_CASE("extremes of 8 x 8 and 9 x 9 come with a plan and a bound that meets it", "[gerrymander][long]") {
  Pcg random(5);
  for (const int side : {8, 9}) {
    // A few votes more than the bound needs, so that the search finds it soon.
    const int seats = side == 8 ? 5 : 6;
    const Electorate e = random_square(side, seats * (side / 2 + 1) + 2, random);
    CAPTURE(picture_of(e));
    const Extremes extremes = extreme_seats(e, Ties::nobody, nullptr);
    for (const Extreme* x : {&extremes.max, &extremes.fewest}) {
      CHECK(x->proof == Extreme::bound);
      CHECK(read_plan(e, plan_text(e, x->plan)) == x->plan);
      CHECK(districts_won(e, x->plan, 'A') == x->seats);
    }
    CHECK(extremes.max.seats == seats);
    CHECK(extremes.fewest.seats == 0);
  }
}

TEST_CASE("extremes of a narrow board with more than 2^64 plans come with a plan", "[gerrymander]") {
  std::string voters(300, 'B');
  const Electorate none{6, 50, 2, voters}, all{6, 50, 2, std::string(300, 'A')};
  voters[0] = voters[100] = 'A';
  const Electorate apart{6, 50, 2, voters};
  for (const auto& [e, max, fewest] : {std::tuple(none, 0, 0), std::tuple(all, 150, 150), std::tuple(apart, 0, 0)}) {
    CAPTURE(picture_of(e));
    CHECK_THROWS_WITH(Plans(e), Contains("2^64"));
    const Extremes extremes = extreme_seats(e, Ties::nobody, nullptr);
    for (const Extreme* x : {&extremes.max, &extremes.fewest}) {
      CHECK(read_plan(e, plan_text(e, x->plan)) == x->plan);
      CHECK(districts_won(e, x->plan, 'A') == x->seats);
      CHECK(x->proof != Extreme::none);
    }
    CHECK(extremes.max.seats == max);
    CHECK(extremes.fewest.seats == fewest);
  }
}

TEST_CASE("the efficiency gap is the share of votes that A wastes beyond B", "[gerrymander]") {
  const Electorate e = read_electorate("ABBAA|AABBA|BBBBA|BBABB|BBBAB");
  const DistrictPlan plan = read_plan(e, "11111|22334|52334|52234|55544");
  CHECK(std::ranges::equal(votes_by_district(e, plan), std::vector{3, 3, 0, 3, 0}, {}, &DistrictVotes::votes_of_a));
  CHECK(efficiency_gap(e, plan) == Approx(-10 / 25.0));
}

TEST_CASE("every number is another plan, and the same seed draws the same", "[gerrymander]") {
  const Plans plans(electorate_without_votes(5, 5, 5));
  Pcg random(11), again(11);
  for (int i = 0; i < 10; ++i) CHECK(plans.draw(random) == plans.draw(again));
  std::set<DistrictPlan> all;
  for (std::uint64_t i = 0; i < plans.count(); ++i) all.insert(plans[i]);
  CHECK(all.size() == 4006);
  CHECK_THROWS_AS(plans[4006], std::out_of_range);
}

TEST_CASE("classes under symmetry are what their plans say", "[gerrymander]") {
  const Electorate e = electorate_without_votes(4, 4, 4);
  const auto group = symmetries(e);
  CHECK(group.size() == 8);
  CHECK(symmetries(electorate_without_votes(3, 4, 4)).size() == 4);
  CHECK(symmetries(electorate_without_votes(3, 3, 4, "#..|...|...")).size() == 2);
  DistrictRules weighted(3, 4);
  weighted.weights = {2, 1, 1, 1, 1, 1, 1, 1, 1};
  CHECK(symmetries(electorate_without_votes(3, 3, weighted)).size() == 2);
  std::set<std::set<DistrictPlan>> classes;
  for (const DistrictPlan& plan : SlowPlans(e).plans()) {
    std::set<DistrictPlan> images;
    for (const auto& symmetry : group) images.insert(image_of(plan, symmetry));
    CHECK(images.contains(plan));
    for (const DistrictPlan& image : images) CHECK(read_plan(e, plan_text(e, image)) == image);
    classes.insert(images);
  }
  CHECK(classes.size() == 22);  // free tetromino tilings of the square, by Burnside's lemma over the 117
}

TEST_CASE("the census of 5 x 5 with 9 voters", "[gerrymander][long]") {
  const Census census = take_census(5, 9, 2);
  CHECK(census.boards == 2042975);
  CHECK(census.winnable == 1366272);
  CHECK(census.unique == 73972);
  CHECK(census.never_shut_out == 11284);
}

TEST_CASE("the census of small boards is that of counting each board", "[gerrymander][threads]") {
  for (int side = 1; side <= 3; ++side)
    for (int votes = 0; votes <= side * side; ++votes) {
      Census slow;
      for (unsigned mask = 0; mask < 1u << (side * side); ++mask) {
        if (std::popcount(mask) != votes) continue;
        Electorate e = electorate_without_votes(side, side, side);
        for (int i = 0; i < side * side; ++i)
          if (mask >> i & 1) e.cells[i] = 'A';
        std::uint64_t wins = 0;
        bool shut_out = false;
        for (const DistrictPlan& plan : SlowPlans(e).plans()) {
          wins += districts_won(e, plan, 'A') > districts_won(e, plan, 'B');
          shut_out = shut_out || districts_won(e, plan, 'A') == 0;
        }
        ++slow.boards;
        slow.winnable += wins > 0;
        slow.unique += wins == 1;
        slow.never_shut_out += !shut_out;
      }
      for (const int jobs : {1, 3}) {
        const Census census = take_census(side, votes, jobs);
        CAPTURE(side, votes, jobs);
        CHECK(census.boards == slow.boards);
        CHECK(census.winnable == slow.winnable);
        CHECK(census.unique == slow.unique);
        CHECK(census.never_shut_out == slow.never_shut_out);
      }
    }
}

TEST_CASE("puzzles can be solved, and unique ones in one way", "[gerrymander][long]") {
  for (const int side : {3, 5})
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
      for (const auto task : {GerrymanderTask::minority, GerrymanderTask::sweep})
        for (const bool unique : {false, true}) {
          const GerrymanderPuzzle puzzle = make_puzzle(side, task, unique, seed);
          const Electorate& e = puzzle.electorate;
          CAPTURE(picture_of(e), seed, unique);
          CHECK(2 * e.votes_of_a() < side * side);
          std::set<DistrictPlan> solutions;
          for (const DistrictPlan& plan : SlowPlans(e).plans()) {
            const bool won = task == GerrymanderTask::minority
                                 ? districts_won(e, plan, 'A') > districts_won(e, plan, 'B')
                                 : districts_won(e, plan, 'B') == side;
            CHECK(solves(e, task, plan) == won);
            if (won) solutions.insert(plan);
          }
          CHECK(solutions.contains(puzzle.solution));
          CHECK(puzzle.winning == solutions.size());
          if (unique) CHECK(solutions.size() == 1);
          // Deduction knows no more than is true of all solutions.
          int known = 0, pairs = 0;
          for (int i = 0; i < side * side; ++i)
            for (const int j : {i % side + 1 < side ? i + 1 : -1, i + side < side * side ? i + side : -1}) {
              if (j < 0) continue;
              ++pairs;
              int together = 0;
              for (const DistrictPlan& plan : solutions) together += plan[i] == plan[j];
              known += together == 0 || together == static_cast<int>(solutions.size());
            }
          CHECK(puzzle.borders == pairs);
          CHECK(puzzle.forced <= known);
        }
  CHECK(picture_of(make_puzzle(5, GerrymanderTask::minority, true, 1).electorate) ==
        picture_of(make_puzzle(5, GerrymanderTask::minority, true, 1).electorate));
  CHECK_THROWS_WITH(make_puzzle(4, GerrymanderTask::minority, false, 1), Contains("8 of 16 votes are needed"));
  CHECK_THROWS_WITH(make_puzzle(2, GerrymanderTask::sweep, false, 1), Contains("from 3 to 7"));
}

TEST_CASE("with an even number of districts, more seats than the other decide", "[gerrymander]") {
  Pcg random(6);
  const GerrymanderPuzzle puzzle = make_puzzle(6, GerrymanderTask::minority, false, 2);
  const Plans plans(puzzle.electorate);
  int solved = 0;
  for (int i = 0; i < 3000; ++i) {
    const DistrictPlan plan = plans.draw(random);
    const bool won = districts_won(puzzle.electorate, plan, 'A') > districts_won(puzzle.electorate, plan, 'B');
    CAPTURE(i, plan);
    REQUIRE(solves(puzzle.electorate, puzzle.task, plan) == won);
    solved += won;
  }
  CHECK(solves(puzzle.electorate, puzzle.task, puzzle.solution));
  // The share of the draws is near that of the count: within five deviations.
  const double share = static_cast<double>(puzzle.winning) / static_cast<double>(puzzle.seats.plans);
  CHECK(std::abs(solved - 3000 * share) <= 5 * std::sqrt(3000 * share) + 1);
}

TEST_CASE("bad boards and plans get one clear line", "[gerrymander]") {
  const auto board = [](const char* picture, int size = 0) { return [=] { read_electorate(picture, size); }; };
  CHECK_THROWS_WITH(board("AAB|AB")(), Contains("row 2 of the voters has 2 characters, row 1 has 3"));
  CHECK_THROWS_WITH(board("AAB|AxB|AAA")(), Contains("row 2, column 2 of the voters is 'x'"));
  CHECK_THROWS_WITH(board("")(), Contains("empty"));
  CHECK_THROWS_WITH(board("AAB|AAB", 4)(), Contains("6 voters cannot be divided into districts of 4: 6 = 1 x 4 + 2"));
  CHECK_THROWS_WITH(board("##|##", 1)(), Contains("no voters"));
  CHECK_THROWS_WITH(board("AAB", 24)(), Contains("from 1 to 3, the number of voters"));
  CHECK_THROWS_WITH(electorate_without_votes(0, 5, 5), Contains("from 1 to 50"));
  CHECK_THROWS_WITH(electorate_without_votes(2, 2, 2, "..|..|.."), Contains("has 3 rows, the board 2"));

  const Electorate e = read_electorate("AB|BA");
  const auto plan = [&](const char* text) { return [&e, text] { read_plan(e, text); }; };
  CHECK(read_plan(e, "xx|[a long name][a long name]") == DistrictPlan{0, 0, 1, 1});
  CHECK_THROWS_WITH(plan("11")(), Contains("has 1 rows, the board 2"));
  CHECK_THROWS_WITH(plan("111|22")(), Contains("row 1 of the plan has 3 cells"));
  CHECK_THROWS_WITH(plan("11|12")(), Contains("district 1 has 3 cells, it must have 2"));
  CHECK_THROWS_WITH(plan("12|21")(), Contains("district 1 is not connected"));
  CHECK_THROWS_WITH(plan("1#|11")(), Contains("row 1, column 2 of the plan is '#', but the board has 'B' there"));
  CHECK_THROWS_AS(plan("11|[2")(), InputError);
  CHECK_THROWS_WITH(count_seats(electorate_without_votes(16, 16, 2), Ties::nobody), Contains("2^64"));
}

}  // namespace gerrymander_test
