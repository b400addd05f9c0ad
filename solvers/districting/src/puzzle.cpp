#include "pentocity/districting/puzzle.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <set>

#include "pentocity/core/random.hpp"
#include "pentocity/districting/plans.hpp"
#include "pentocity/input/user_error.hpp"
#include "scores.hpp"

namespace pentocity::districting {
namespace {

constexpr int min_puzzle_side = 3, max_puzzle_side = 7;
constexpr int boards_to_try = 100, exchanges_to_try = 60, solutions_to_spoil = 30, exchanges_to_compare = 400;

// The districts that a plan may contain that wastes few enough votes, on a board of at most 64 cells. All connected
// sets of the right size are listed. Then those are ruled out that cost too much (see Thrift), that leave a region
// whose number of cells is no multiple of the size, or that leave a cell without a possible district; again and again
// until no more are ruled out.
class Deduction {
 public:
  Deduction(const Electorate& e, Thrift thrift) : electorate_(e), thrift_(std::move(thrift)) {
    for (std::size_t i = 0; i < e.cells.size(); ++i)
      if (e.cells[i] != '#') all_ |= Mask{1} << i;
    for (int i = 0; i < e.rows * e.columns; ++i) {
      Mask mask = 0;
      for (const int other : neighbours(e, i)) mask |= Mask{1} << other;
      neighbours_.push_back(mask & all_);
    }
    find_districts();
    while (std::erase_if(districts_, [&](const District& p) { return !can_be(p); }) > 0) {
    }
  }

  // The number of pairs of cells that share a side on which all remaining districts agree whether they belong together.
  int decided() const {
    int count = 0;
    for (std::size_t a = 0; a < neighbours_.size(); ++a)
      for (Mask rest = neighbours_[a] >> a >> 1; rest != 0; rest &= rest - 1) {
        const std::size_t b = a + 1 + std::countr_zero(rest);
        bool together = false, apart = false;
        for (const District& p : districts_) {
          const bool has_a = p.cells >> a & 1, has_b = p.cells >> b & 1;
          together = together || (has_a && has_b);
          apart = apart || has_a != has_b;
        }
        count += together != apart;
      }
    return count;
  }

 private:
  using Mask = std::uint64_t;
  // A possible district: its cells as bits, and its cost in the sense of Thrift.
  struct District {
    Mask cells;
    int cost;
  };

  void find_districts() {
    std::set<Mask> shapes;
    for (Mask rest = all_; rest != 0; rest &= rest - 1) shapes.insert(rest & -rest);
    for (int size = 1; size < electorate_.rules.min; ++size) {
      std::set<Mask> larger;
      for (const Mask shape : shapes)
        for (Mask rest = shape; rest != 0; rest &= rest - 1)
          for (Mask next = neighbours_[std::countr_zero(rest)] & ~shape; next != 0; next &= next - 1)
            larger.insert(shape | (next & -next));
      shapes = std::move(larger);
    }
    for (const Mask shape : shapes) {
      int votes = 0;
      for (std::size_t i = 0; i < electorate_.cells.size(); ++i)
        votes += (shape >> i & 1) && electorate_.cells[i] == 'A';
      const int cost = thrift_.cost(electorate_.rules.min, votes);
      if (cost <= thrift_.budget) districts_.push_back({shape, cost});
    }
  }

  // Does none of these reasons rule the district out?
  bool can_be(const District& district) const {
    const Mask left = all_ & ~district.cells;
    for (Mask rest = left; rest != 0;) {
      Mask region = rest & -rest;
      for (Mask grown = region; grown != 0;) {
        Mask next = 0;
        for (; grown != 0; grown &= grown - 1) next |= neighbours_[std::countr_zero(grown)];
        grown = next & left & ~region;
        region |= grown;
      }
      if (std::popcount(region) % electorate_.rules.min != 0) return false;
      rest &= ~region;
    }
    Mask covered = 0;
    for (const District& other : districts_)
      if ((other.cells & district.cells) == 0 && other.cost + district.cost <= thrift_.budget) covered |= other.cells;
    return covered == left;
  }

  const Electorate& electorate_;
  Thrift thrift_;
  Mask all_ = 0;
  std::vector<Mask> neighbours_;  // by cell: the bits of its neighbours
  std::vector<District> districts_;
};

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

// Exchanges pairs of voters, each time the pair that spoils most of the other solutions, until `plan` is the only one.
bool make_unique(Electorate& e, GerrymanderTask task, const DistrictPlan& plan, Pcg& random,
                 const std::function<void(std::uint64_t solutions)>& progress) {
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();
  for (int round = 0; round < exchanges_to_try; ++round) {
    const Goal goal = goal_of(e, task);
    const Plans solutions(goal.electorate, goal.score, goal.target);
    progress(solutions.count());
    if (solutions.count() == 1) return true;
    if (solutions.count() >= before && round > 0 && round % 8 == 0) return false;
    before = std::min(before, solutions.count());
    std::vector<DistrictPlan> some;
    for (int i = 0; i < solutions_to_spoil; ++i) some.push_back(solutions.draw(random));
    std::pair<int, int> best;
    std::ptrdiff_t best_left = solutions_to_spoil + 1;
    for (int i = 0; i < exchanges_to_compare; ++i) {
      const int a = random.next_int(e.rows * e.columns), b = random.next_int(e.rows * e.columns);
      if (e.cells[a] == e.cells[b]) continue;
      std::swap(e.cells[a], e.cells[b]);
      if (solves(e, task, plan)) {
        const auto left =
            std::count_if(some.begin(), some.end(), [&](const DistrictPlan& other) { return solves(e, task, other); });
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

GerrymanderPuzzle puzzle_of(const Electorate& e, GerrymanderTask task) {
  constexpr std::size_t max_cells = 64;
  if (e.cells.size() > max_cells)
    throw InputError("a puzzle has at most {} cells, and this board {}", max_cells, e.cells.size());
  if (e.cells.find('#') != std::string::npos) throw InputError("a puzzle has no blocked cells");
  if (e.rules.min != e.rules.max || !e.rules.weights.empty())
    throw InputError("a puzzle has one voter on each cell, and districts of one size");
  if (task == GerrymanderTask::minority && 2 * e.votes_of_a() >= e.voters())
    throw InputError("A is to win as a minority, and has {} of {} votes", e.votes_of_a(), e.voters());
  const Goal goal = goal_of(e, task);
  const Plans solutions(goal.electorate, goal.score, goal.target);
  if (solutions.count() == 0)
    throw InputError("no plan of this board has {}",
                     task == GerrymanderTask::minority ? "more seats for A than for B" : "all seats for B");
  Pcg random(0);
  return {e,
          task,
          solutions.draw(random),
          count_seats(e, Ties::nobody),
          solutions.count(),
          e.rows * (e.columns - 1) + e.columns * (e.rows - 1),
          count_forced(e, task)};
}

GerrymanderPuzzle make_puzzle(int side, GerrymanderTask task, bool unique, std::uint64_t seed,
                              const std::function<void(int board, std::uint64_t solutions)>& progress) {
  if (side < min_puzzle_side || side > max_puzzle_side)
    throw InputError("a puzzle of side {}: the side must be from {} to {}", side, min_puzzle_side, max_puzzle_side);
  Electorate e = electorate_without_votes(side, side, side);
  const Goal goal = goal_of(e, task);
  std::vector<int> votes = winning_votes(goal, side);
  const int sum = std::accumulate(votes.begin(), votes.end(), 0);
  if (task == GerrymanderTask::minority && 2 * sum >= side * side)
    throw InputError("no minority can win on a board of side {}: {} of {} votes are needed", side, sum, side * side);

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
    const auto tell = [&](std::uint64_t solutions) {
      if (progress) progress(board + 1, solutions);
    };
    if (unique && !make_unique(e, task, plan, random, tell)) continue;
    const std::uint64_t winning = count_solving(e, task);
    return {e, task, plan, count_seats(e, Ties::nobody), winning, 2 * side * (side - 1), count_forced(e, task)};
  }
  throw InputError("no board with exactly one solution was found with seed {}", seed);
}

}  // namespace pentocity::districting
