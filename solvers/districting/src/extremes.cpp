#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "pentocity/core/random.hpp"
#include "pentocity/districting/plans.hpp"
#include "pentocity/input/user_error.hpp"
#include "scores.hpp"

namespace pentocity::districting {
namespace {

constexpr int small_side = 6;
constexpr int attempts = 20, steps_of_attempt = 40'000;
constexpr std::size_t max_bytes = std::size_t{4} << 30;
constexpr double warm = 0.3, cold = 0.02;

// Not all districts of as many cells, or a bound on splits? Then plans are not annealed.
bool is_general(const Electorate& e) {
  return e.rules.max_splits < e.counties() || e.rules.min != e.rules.max || !e.rules.weights.empty() ||
         e.rules.contiguity == Contiguity::queen;
}

InputError no_plan(const Electorate& e) {
  return InputError("the board has no plan with districts of {}", e.sizes_text());
}

// A snake over the rows, cut to pieces.
DistrictPlan some_plan(const Electorate& e) {
  if (e.cells.find('#') != std::string::npos) {
    const Plans plans(e);
    if (plans.count() == 0) throw no_plan(e);
    return plans[0];
  }
  DistrictPlan plan(e.cells.size());
  for (int i = 0; i < e.rows * e.columns; ++i) {
    const int row = i / e.columns, column = i % e.columns;
    plan[i] = (row * e.columns + (row % 2 == 0 ? column : e.columns - 1 - column)) / e.rules.min;
  }
  return plan;
}

// A plan that moves by recombination: two neighbouring districts are divided anew along a random spanning tree.
class Recombination {
 public:
  Recombination(const Electorate& e, DistrictPlan plan, Pcg& random)
      : e_(e), plan_(std::move(plan)), random_(random), votes_(e.districts()) {
    for (int i = 0; i < std::ssize(plan_); ++i) {
      if (plan_[i] >= 0 && e.cells[i] == 'A') ++votes_[plan_[i]];
      if (i % e.columns + 1 < e.columns) link(i, i + 1);
      if (i + e.columns < std::ssize(plan_)) link(i, i + e.columns);
    }
  }

  const DistrictPlan& plan() const { return plan_; }
  const std::vector<int>& votes() const { return votes_; }

  // A move: these cells of district `from` and `to` change to the other one.
  struct Move {
    int from = -1, to = -1;
    std::vector<int> cells_of_to;  // both districts' cells that would be in `to`
    int votes_of_from = 0, votes_of_to = 0;
  };
  // Proposes a random move; returns false if it finds none.
  bool propose(Move& move) {
    if (links_.empty()) return false;
    const auto [a, b] = links_[random_.next_int(static_cast<int>(links_.size()))];
    move.from = plan_[a];
    move.to = plan_[b];
    if (move.from == move.to) return false;
    // Kruskal over the shuffled links of both districts.
    tree_.clear();
    std::copy_if(links_.begin(), links_.end(), std::back_inserter(tree_),
                 [&](const auto& link) { return is_of(move, link.first) && is_of(move, link.second); });
    shuffle(tree_, random_);
    root_.resize(plan_.size());
    std::iota(root_.begin(), root_.end(), 0);
    std::erase_if(tree_, [&](const auto& link) {
      const int x = root_[link.first], y = root_[link.second];
      std::replace(root_.begin(), root_.end(), x, y);
      return x == y;
    });
    // The first link whose removal leaves halves; their order is random already.
    for (const auto& cut : tree_) {
      std::vector<int>& part = move.cells_of_to;
      part.assign(1, cut.first);
      for (std::size_t i = 0; i < part.size() && std::ssize(part) <= e_.rules.min; ++i)
        for (const auto& link : tree_) {
          if (&link == &cut) continue;
          const int other = link.first == part[i] ? link.second : link.second == part[i] ? link.first : -1;
          if (other >= 0 && std::find(part.begin(), part.end(), other) == part.end()) part.push_back(other);
        }
      if (std::ssize(part) != e_.rules.min) continue;
      move.votes_of_to = 0;
      for (const int cell : part) move.votes_of_to += e_.cells[cell] == 'A';
      move.votes_of_from = votes_[move.from] + votes_[move.to] - move.votes_of_to;
      return true;
    }
    return false;
  }
  void make(const Move& move) {
    for (int& district : plan_)
      if (district == move.to) district = move.from;
    for (const int cell : move.cells_of_to) plan_[cell] = move.to;
    votes_[move.from] = move.votes_of_from;
    votes_[move.to] = move.votes_of_to;
  }

 private:
  void link(int a, int b) {
    if (plan_[a] >= 0 && plan_[b] >= 0) links_.emplace_back(a, b);
  }
  bool is_of(const Move& move, int cell) const { return plan_[cell] == move.from || plan_[cell] == move.to; }

  const Electorate& e_;
  DistrictPlan plan_;
  Pcg& random_;
  std::vector<int> votes_;
  std::vector<std::pair<int, int>> links_, tree_;
  std::vector<int> root_;
};

// A plan whose score, nondecreasing in the votes for A, is as high as can be found; at once when it reaches `target`.
DistrictPlan climb(const Electorate& e, const Score& score_of_votes, int target) {
  // A district that nears a higher score is worth a little, the more the nearer, so that votes are gathered.
  std::vector<int> score;
  for (int v = 0; v <= e.rules.min; ++v) score.push_back(score_of_votes(e.rules.min, v));
  std::vector<double> value;
  const auto full = std::max_element(score.begin(), score.end()) - score.begin();
  for (int v = 0; v <= e.rules.min; ++v) {
    const double near = full == 0 ? 1 : std::min(1.0, v / static_cast<double>(full));
    value.push_back(score[v] + 0.5 * near * near);
  }
  Pcg random(hash_bytes(picture_of(e)));
  const DistrictPlan start = some_plan(e);
  DistrictPlan best = start;
  int best_score = -1;
  for (int attempt = 0; attempt < attempts && best_score < target; ++attempt) {
    Recombination now(e, start, random);
    const auto note = [&] {
      int sum = 0;
      for (const int v : now.votes()) sum += score[v];
      if (sum <= best_score) return;
      best_score = sum;
      best = now.plan();
    };
    note();
    Recombination::Move move;
    for (int step = 0; step < steps_of_attempt && best_score < target; ++step) {
      if (!now.propose(move)) continue;
      const double gain = value[move.votes_of_from] + value[move.votes_of_to] - value[now.votes()[move.from]] -
                          value[now.votes()[move.to]];
      const double heat = warm * std::pow(cold / warm, step / static_cast<double>(steps_of_attempt));
      if (gain < 0 && random.next_double() >= std::exp(gain / heat)) continue;
      now.make(move);
      note();
    }
  }
  return image_of(best, symmetries(e).front());  // by the identity: this numbers the districts anew
}

// The most score, known already or not.
Extreme max_score(const Electorate& e, const Score& score, std::optional<int> known) {
  Extreme out{-1, {}, Extreme::none, best_division(score, e.rules, e.voters(), e.votes_of_a())};
  const int target = known.value_or(out.limit);
  const auto climb_to = [&](int wanted) {
    out.plan = climb(e, score, wanted);
    out.seats = score_of(e, out.plan, score);
  };
  // On a small board it is quicker to look at all plans.
  const bool is_small = std::min(e.rows, e.columns) <= small_side;
  if (!is_small) climb_to(target);
  int unseen = -1;  // a score that could not be looked for; no plan has more
  for (int better = target; better > out.seats; --better) {
    try {
      const Plans plans(e, score, better, {.max_bytes = max_bytes});
      if (plans.count() == 0) continue;
      out.plan = plans[0];
      out.seats = better;
    } catch (const InputError&) {  // it would take too much memory to know
      unseen = better;
      break;
    }
  }
  if (unseen >= 0 && is_small) climb_to(unseen);
  if (out.seats < 0) throw no_plan(e);
  if (known)
    out.proof = out.seats == *known ? Extreme::enumeration : Extreme::none;
  else
    out.proof = out.seats == out.limit ? Extreme::bound : out.seats >= unseen ? Extreme::enumeration : Extreme::none;
  return out;
}

}  // namespace

int best_division(const Score& score, const DistrictRules& rules, int voters, int votes) {
  const int wanted = rules.min == rules.max ? 0 : rules.districts;  // 0: any number
  // The best score of so many districts, by their voters and their votes.
  std::map<std::pair<int, int>, int> best{{{0, 0}, 0}};
  int most = -1;
  for (int districts = 1; !best.empty() && (wanted == 0 || districts <= wanted); ++districts) {
    std::map<std::pair<int, int>, int> next;
    for (const auto& [used, sum] : best)
      for (int s = rules.min; s <= rules.max && used.first + s <= voters; ++s)
        for (int v = std::max(0, votes - used.second - (voters - used.first - s));
             v <= std::min(s, votes - used.second); ++v) {
          int& to = next.try_emplace({used.first + s, used.second + v}, -1).first->second;
          to = std::max(to, sum + score(s, v));
        }
    best = std::move(next);
    const auto all = best.find({voters, votes});
    if (all != best.end() && (wanted == 0 || districts == wanted)) most = std::max(most, all->second);
  }
  return most;
}

std::string_view name_of(Extreme::Proof proof) {
  constexpr std::array<std::string_view, 3> names{"enumeration", "bound", "none"};
  return names[proof];
}

Extremes extreme_seats(const Electorate& e, Ties ties, const SeatCounts* counts) {
  const Score for_a = score_of_a(ties);
  const int seat = steps_of(ties), all = seat * e.districts();
  Extremes out;
  SeatCounts own;
  if (is_general(e) && counts == nullptr) {
    own = count_seats(e, ties);
    counts = &own;
  }
  int fewest = 0, max = all;
  if (counts != nullptr) {
    if (counts->plans == 0) throw no_plan(e);
    const auto some = [](std::uint64_t n) { return n > 0; };
    fewest = static_cast<int>(std::find_if(counts->a.begin(), counts->a.end(), some) - counts->a.begin());
    max = static_cast<int>(counts->a.rend() - std::find_if(counts->a.rbegin(), counts->a.rend(), some)) - 1;
  }
  if (is_general(e)) {
    for (const auto& [extreme, seats] : {std::pair(&out.max, max), std::pair(&out.fewest, fewest)})
      *extreme = {seats, Plans(e, ties, seats, {.max_bytes = max_bytes})[0], Extreme::enumeration, seats};
    return out;
  }
  out.max = max_score(e, for_a, counts != nullptr ? std::optional(max) : std::nullopt);

  // The fewest seats of A are the most by what B's votes keep from A.
  const Score kept = [=](int voters, int votes_of_b) { return seat - for_a(voters, voters - votes_of_b); };
  out.fewest = max_score(exchanged(e), kept, counts != nullptr ? std::optional(all - fewest) : std::nullopt);
  out.fewest.seats = all - out.fewest.seats;
  out.fewest.limit = all - out.fewest.limit;
  return out;
}

}  // namespace pentocity::districting
