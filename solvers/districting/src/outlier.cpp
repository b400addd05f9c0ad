#include "pentocity/districting/outlier.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pentocity/core/parallel.hpp"
#include "pentocity/districting/plans.hpp"
#include "scores.hpp"

namespace pentocity::districting {
namespace {

// Plans are looked at in so many parts, whatever the number of threads, so that sums are always rounded alike.
constexpr int parts = 128;
constexpr double tiny = 1e-9;  // values that differ by less are the same

// The number of spanning trees of a graph: a minor of its Laplacian, eliminated (the matrix-tree theorem).
double spanning_trees(const Electorate& e, const std::vector<int>& cells) {
  const std::size_t n = cells.size() - 1;
  std::vector<double> m(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (const int other : neighbours(e, cells[i])) {
      const auto j = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), other) - cells.begin());
      if (j > n) continue;
      ++m[i * n + i];
      if (j < n) --m[i * n + j];
    }
  double product = 1;
  for (std::size_t k = 0; k < n; ++k) {
    product *= m[k * n + k];
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) m[i * n + j] -= m[i * n + k] * m[k * n + j] / m[k * n + k];
  }
  return std::round(product);
}

// What is summed over plans by one measure.
struct Sums {
  double all = 0;
  Outlier::Shares below{}, same{};
  std::map<std::pair<int, int>, double> joint;

  void take(const PlanStatistics& plan, const PlanStatistics& own, int seats, double weight) {
    all += weight;
    for (std::size_t i = 0; i < plan.size(); ++i)
      if (std::abs(plan[i] - own[i]) < tiny)
        same[i] += weight;
      else if (plan[i] < own[i])
        below[i] += weight;
    joint[{seats, static_cast<int>(plan[1])}] += weight;
  }
  void take(const Sums& other) {
    all += other.all;
    for (std::size_t i = 0; i < below.size(); ++i) {
      below[i] += other.below[i];
      same[i] += other.same[i];
    }
    for (const auto& [at, weight] : other.joint) joint[at] += weight;
  }
};

// The shares of plans below, and with the same number as, this one.
void set_exactly(Outlier& out, int measure, std::size_t statistic, const std::vector<std::uint64_t>& counts, int own) {
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  out.below[measure][statistic] = std::accumulate(counts.begin(), counts.begin() + own, 0.0) / all;
  out.same[measure][statistic] = static_cast<double>(counts[own]) / all;
  out.is_exact[measure][statistic] = true;
}

}  // namespace

double tree_weight(const Electorate& e, const DistrictPlan& plan) {
  std::vector<std::vector<int>> cells(votes_by_district(e, plan).size());
  for (int i = 0; i < std::ssize(plan); ++i)
    if (plan[i] >= 0) cells[plan[i]].push_back(i);
  double product = 1;
  for (const std::vector<int>& district : cells) product *= spanning_trees(e, district);
  return product;
}

PlanStatistics statistics_of(const Electorate& e, const DistrictPlan& plan, Ties ties) {
  const std::vector<DistrictVotes> votes = votes_by_district(e, plan);
  std::vector<int> sides(votes.size()), area(votes.size());
  int cut_edges = 0;
  for (int i = 0; i < std::ssize(plan); ++i) {
    if (plan[i] < 0) continue;
    ++area[plan[i]];
    sides[plan[i]] += 4;
    for (const int other : neighbours(e, i)) {
      cut_edges += other < i && plan[other] >= 0 && plan[other] != plan[i];
      const bool shares_side = other / e.columns == i / e.columns || other % e.columns == i % e.columns;
      sides[plan[i]] -= shares_side && plan[other] == plan[i];
    }
  }
  const auto districts = static_cast<double>(votes.size());
  const std::int64_t all_votes = e.votes_of_a(), all_voters = e.voters();
  std::vector<double> shares;
  double won_in_a_draw = 0, compactness = 0;
  for (std::size_t p = 0; p < votes.size(); ++p) {
    const auto& [voters, votes_of_a] = votes[p];
    shares.push_back(votes_of_a / static_cast<double>(voters));
    const std::int64_t lead = votes_of_a * all_voters - all_votes * voters;
    won_in_a_draw += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    compactness += 16.0 * area[p] / (sides[p] * sides[p]) / districts;
  }
  std::sort(shares.begin(), shares.end());
  const double median = (shares[shares.size() / 2] + shares[(shares.size() - 1) / 2]) / 2;
  const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / districts;
  return {seats_of_a(e, plan, ties) / static_cast<double>(steps_of(ties)),
          static_cast<double>(cut_edges),
          efficiency_gap(e, plan),
          median - mean,
          won_in_a_draw / districts - 0.5,
          compactness};
}

std::vector<std::uint64_t> count_cut_edges(const Electorate& e, const CountOptions& options) {
  return counted_by_score(e, [](int, int) { return 0; }, {.cut = 1}, "cuts", options);
}

Outlier compare_plan(const Electorate& e, const DistrictPlan& plan, Ties ties, const OutlierOptions& options) {
  Outlier out;
  out.value = statistics_of(e, plan, ties);
  const CountOptions by_plans{.jobs = options.jobs, .stop = options.stop};
  const CountOptions by_trees{.measure = Measure::trees, .jobs = options.jobs, .stop = options.stop};
  const std::array<Plans, 2> plans{Plans(e, by_plans), Plans(e, by_trees)};
  const std::uint64_t all = plans[0].count(), size = all / parts + 1;
  const bool enumerates = all <= options.max_enumerated;
  std::vector<std::array<Sums, 2>> sums(parts);
  for_each_parallel(options.jobs, parts, [&](int part) {
    std::array<Sums, 2>& to = sums[part];
    const auto take = [&](std::size_t m, const DistrictPlan& other, const PlanStatistics& statistics, double weight) {
      to[m].take(statistics, out.value, seats_of_a(e, other, ties), weight);
    };
    if (enumerates) {
      std::uint64_t left = size;
      const auto take_by_both = [&](const DistrictPlan& other) {
        const PlanStatistics statistics = statistics_of(e, other, ties);
        take(0, other, statistics, 1);
        take(1, other, statistics, tree_weight(e, other));
        return --left > 0;
      };
      plans[0].for_each(take_by_both, part * size);
      return;
    }
    for (std::size_t m = 0; m < 2; ++m) {
      Pcg random(mix_bits(options.seed) + 2 * part + m);
      for (int i = part; i < options.draws; i += parts) {
        const DistrictPlan other = plans[m].draw(random);
        take(m, other, statistics_of(e, other, ties), 1);
      }
    }
  });
  for (std::size_t m = 0; m < 2; ++m) {
    Sums sum;
    for (const auto& one : sums) sum.take(one[m]);
    for (std::size_t i = 0; i < out.value.size(); ++i) {
      out.below[m][i] = sum.below[i] / sum.all;
      out.same[m][i] = sum.same[i] / sum.all;
      out.is_exact[m][i] = enumerates;
    }
    for (const auto& [at, weight] : sum.joint) out.joint[at][m] = weight / sum.all;
  }
  if (enumerates) return out;
  out.draws = options.draws;
  const int own_seats = seats_of_a(e, plan, ties);
  set_exactly(out, 0, 0, count_seats(e, ties, by_plans).a, own_seats);
  set_exactly(out, 0, 1, count_cut_edges(e, by_plans), static_cast<int>(out.value[1]));
  set_exactly(out, 1, 0, count_seats(e, ties, by_trees).a, own_seats);
  return out;
}

}  // namespace pentocity::districting
