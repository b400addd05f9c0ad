#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "deduction.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/yaml.hpp"
#include "seats.hpp"

namespace pentocity::districting {
namespace {

constexpr int min_side = 3, max_side = 7;
constexpr int boards_to_try = 100, exchanges_to_try = 60, solutions_to_spoil = 30, exchanges_to_compare = 400;

// The task as a score to reach: of the party that is to win, on a board on which it is A.
struct Goal {
  Electorate electorate;
  Score score;
  int target;
};
Goal goal_of(const Electorate& e, GerrymanderTask task) {
  // With a tie as half a seat for each, more seats than the other's are more than half of all.
  if (task == GerrymanderTask::minority) return {e, score_of_a(Ties::half), e.districts() + 1};
  return {exchanged(e), score_of_a(Ties::nobody), e.districts()};
}

// Votes for the winning party in each district of a plan that just reach the goal.
std::vector<int> winning_votes(const Goal& goal, int districts) {
  std::vector<int> votes(districts);
  int sum = 0;
  for (int& v : votes) {
    // A whole seat, or what is left of the target.
    const int size = goal.electorate.rules.min;
    const int wanted = std::min(goal.score(size, size), goal.target - sum);
    while (goal.score(size, v) < wanted) ++v;
    sum += goal.score(size, v);
  }
  return votes;
}

template <class T>
void shuffle(std::vector<T>& list, Pcg& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.next_int(static_cast<int>(i))]);
}

// Exchanges pairs of voters, each time the pair that spoils most of the other solutions, until `plan` is the only one.
bool make_unique(Electorate& e, GerrymanderTask task, const DistrictPlan& plan, Pcg& random) {
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();
  for (int round = 0; round < exchanges_to_try; ++round) {
    const Goal goal = goal_of(e, task);
    const Plans solutions(goal.electorate, goal.score, goal.target);
    if (solutions.count() == 1) return true;
    if (solutions.count() >= before && round > 0 && round % 8 == 0) return false;
    before = std::min(before, solutions.count());
    std::vector<DistrictPlan> some;
    for (int i = 0; i < solutions_to_spoil; ++i) some.push_back(solutions.draw(random));
    std::pair<int, int> best;
    int best_left = std::numeric_limits<int>::max();
    for (int i = 0; i < exchanges_to_compare; ++i) {
      const auto a = random.next_int(static_cast<int>(e.cells.size()));
      const auto b = random.next_int(static_cast<int>(e.cells.size()));
      if (e.cells[a] == e.cells[b]) continue;
      std::swap(e.cells[a], e.cells[b]);
      if (solves(e, task, plan)) {
        const auto left = static_cast<int>(
            std::count_if(some.begin(), some.end(), [&](const DistrictPlan& other) { return solves(e, task, other); }));
        if (left < best_left) {
          best_left = left;
          best = {a, b};
        }
      }
      std::swap(e.cells[a], e.cells[b]);
    }
    std::swap(e.cells[best.first], e.cells[best.second]);
  }
  return false;
}

}  // namespace

bool solves(const Electorate& e, GerrymanderTask task, const DistrictPlan& plan) {
  const Goal goal = goal_of(e, task);
  return score_of(goal.electorate, plan, goal.score) >= goal.target;
}

std::uint64_t count_solving(const Electorate& e, GerrymanderTask task) {
  const Goal goal = goal_of(e, task);
  return count_plans_with(goal.electorate, goal.score, goal.target);
}

int count_forced(const Electorate& e, GerrymanderTask task) {
  const Goal goal = goal_of(e, task);
  return Deduction(goal.electorate, thrift(goal.electorate, goal.score, goal.target)).decided();
}

GerrymanderPuzzle make_puzzle(int side, GerrymanderTask task, bool unique, std::uint64_t seed) {
  if (side < min_side || side > max_side)
    throw InputError(fmt::format("a puzzle of side {}: the side must be from {} to {}", side, min_side, max_side));
  Electorate e = electorate_without_votes(side, side, side);
  const Goal goal = goal_of(e, task);
  std::vector<int> votes = winning_votes(goal, side);
  int sum = 0;
  for (const int v : votes) sum += v;
  if (task == GerrymanderTask::minority && 2 * sum >= side * side)
    throw InputError(
        fmt::format("no minority can win on a board of side {}: {} of {} votes are needed", side, sum, side * side));

  Pcg random(seed);
  const Plans plans(e);
  const char winner = task == GerrymanderTask::minority ? 'A' : 'B', loser = winner == 'A' ? 'B' : 'A';
  for (int board = 0; board < boards_to_try; ++board) {
    const DistrictPlan plan = plans.draw(random);
    shuffle(votes, random);
    std::fill(e.cells.begin(), e.cells.end(), loser);
    for (int p = 0; p < side; ++p) {
      std::vector<std::size_t> cells;
      for (std::size_t i = 0; i < plan.size(); ++i)
        if (plan[i] == p) cells.push_back(i);
      shuffle(cells, random);
      for (int v = 0; v < votes[p]; ++v) e.cells[cells[v]] = winner;
    }
    if (unique && !make_unique(e, task, plan, random)) continue;
    const std::uint64_t winning = count_solving(e, task);
    const auto cells = static_cast<int>(e.cells.size());
    return {e, task, plan, count_seats(e, Ties::nobody), winning, 2 * (cells - side), count_forced(e, task)};
  }
  throw InputError(fmt::format("no board with exactly one solution was found with seed {}", seed));
}

}  // namespace pentocity::districting
