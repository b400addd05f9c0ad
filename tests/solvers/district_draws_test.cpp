// Draws of plans follow their measure: compared with all plans, and with the rejection sampling of Cannon, Pegden and
// Tucker-Foltz, "Sampling balanced forests of grids in polynomial time" (STOC 2024). Samplers made wrong on purpose do
// not pass.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "pentocity/districting/outlier.hpp"
#include "pentocity/districting/plans.hpp"
#include "slow_plans.hpp"

namespace district_draws_test {

using namespace pentocity;
using namespace pentocity::districting;
using pentocity::twin::slow_spanning_trees;
using pentocity::twin::slow_tree_weight;

namespace {

using Sampler = std::function<DistrictPlan()>;

// What draws pass whose statistics are off by this many standard deviations.
constexpr double passes = 5;

// Counts of draws, and what they should be in proportion to: Pearson's chi-square in standard deviations from its mean.
// Its variance is exact (Haldane 1937), as rare values are expected less than once. What cannot be drawn fails at once.
template <class Value>
double deviation(const std::map<Value, int>& drawn, const std::map<Value, double>& weights) {
  double all = 0, draws = 0, chi_square = 0, reciprocals = 0;
  for (const auto& [value, weight] : weights) all += weight;
  for (const auto& [value, n] : drawn) {
    if (!weights.contains(value)) return INFINITY;
    draws += n;
  }
  for (const auto& [value, weight] : weights) {
    const double share = weight / all;
    const auto found = drawn.find(value);
    const double n = found == drawn.end() ? 0 : found->second;
    chi_square += (n - draws * share) * (n - draws * share) / (draws * share);
    reciprocals += 1 / share;
  }
  const auto k = static_cast<double>(weights.size());
  return (chi_square - (k - 1)) / std::sqrt(2 * (k - 1) + (reciprocals - k * k - 2 * k + 2) / draws);
}

// The same for two samples of as many draws, which should have one distribution. A value drawn n times in all belongs
// to each sample with probability 1/2, so the square of the difference has mean n and variance 2 n (n - 1).
template <class Value>
double deviation(const std::map<Value, int>& one, const std::map<Value, int>& two) {
  std::map<Value, std::array<double, 2>> both;
  for (const auto& [value, n] : one) both[value][0] = n;
  for (const auto& [value, n] : two) both[value][1] = n;
  double sum = 0, variance = 0;
  for (const auto& [value, n] : both) {
    sum += (n[0] - n[1]) * (n[0] - n[1]) / (n[0] + n[1]) - 1;
    variance += 2 - 2 / (n[0] + n[1]);
  }
  return sum / std::sqrt(variance);
}

// How often `draws` draws have each value.
template <class Value>
std::map<Value, int> counted(int draws, const Sampler& sampler,
                             const std::function<Value(const DistrictPlan&)>& value) {
  std::map<Value, int> out;
  for (int i = 0; i < draws; ++i) ++out[value(sampler())];
  return out;
}

Sampler sampler_of(const Plans& plans, Pcg& random) {
  return [&] { return plans.draw(random); };
}

// A sampler that is a little wrong: it throws one in five away of the draws that are `favoured` not to be thrown away.
Sampler lossy(const Sampler& sampler, Pcg& random, const std::function<bool(const DistrictPlan&)>& is_unwanted) {
  return [=, &random] {
    for (;;)
      if (const DistrictPlan plan = sampler(); random.next_int(5) > 0 || !is_unwanted(plan)) return plan;
  };
}

// Draws by spanning trees without any frontier. Wilson's algorithm draws a spanning tree of the whole board. If it can
// be cut into districts of equal size, the edges to cut are those below which the number of cells is a multiple of the
// size, so there is one way at most, and a plan comes from as many trees as its districts have trees, times the trees
// of the graph of its districts. The plan is accepted with a probability in inverse proportion to the latter.
class TreeSampler {
 public:
  // Of no plan has the graph of the districts less than `fewest` spanning trees.
  TreeSampler(const Electorate& e, std::int64_t fewest, Pcg& random)
      : e_(e), cells_(e.rows * e.columns), fewest_(fewest), random_(random) {
    for (int i = 0; i < cells_; ++i) neighbours_.push_back(neighbours(e, i));
  }

  DistrictPlan draw() {
    for (;;) {
      draw_tree();
      const DistrictPlan plan = parts();
      if (plan.empty()) continue;
      const std::int64_t trees = trees_between(plan);
      REQUIRE(trees >= fewest_);
      if (random_.next_double() * static_cast<double>(trees) < static_cast<double>(fewest_)) return plan;
    }
  }
  // The number of spanning trees of the graph of the districts.
  std::int64_t trees_between(const DistrictPlan& plan) const {
    const auto districts = static_cast<std::size_t>(e_.districts());
    std::vector<std::vector<int>> edges(districts, std::vector<int>(districts));
    for (int i = 0; i < cells_; ++i)
      for (const int other : neighbours_[i])
        if (plan[i] != plan[other]) ++edges[plan[i]][plan[other]];
    return slow_spanning_trees(edges);
  }

 private:
  // Wilson, "Generating random spanning trees more quickly than the cover time" (STOC 1996): random walks to the tree,
  // without their loops. `order_` has parents before children.
  void draw_tree() {
    parent_.assign(cells_, -1);
    std::vector<bool> in_tree(cells_);
    in_tree[0] = true;
    order_ = {0};
    for (int first = 1; first < cells_; ++first) {
      for (int at = first; !in_tree[at]; at = parent_[at]) {
        const std::vector<int>& next = neighbours_[at];
        parent_[at] = next[random_.next_int(static_cast<int>(next.size()))];
      }
      const auto old = static_cast<std::ptrdiff_t>(order_.size());
      for (int at = first; !in_tree[at]; at = parent_[at]) {
        in_tree[at] = true;
        order_.push_back(at);
      }
      std::reverse(order_.begin() + old, order_.end());
    }
  }
  // The plan that the tree can be cut to, or nothing.
  DistrictPlan parts() const {
    std::vector<int> below(cells_, 1);
    for (std::size_t i = order_.size() - 1; i > 0; --i) below[parent_[order_[i]]] += below[order_[i]];
    DistrictPlan root(cells_);
    int districts = 0;
    for (const int at : order_) {
      const bool is_cut = below[at] % e_.rules.min == 0;
      root[at] = is_cut ? districts++ : root[parent_[at]];
    }
    if (districts != e_.districts()) return {};
    std::vector<int> identity(cells_);
    std::iota(identity.begin(), identity.end(), 0);
    return image_of(root, identity);  // numbered by the first cells
  }

  const Electorate& e_;
  int cells_;
  std::int64_t fewest_;
  Pcg& random_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<int> parent_, order_;
};

std::set<DistrictPlan> all_plans(const Electorate& e) {
  std::set<DistrictPlan> all;
  Plans(e).for_each([&](const DistrictPlan& plan) { return all.insert(plan).second; });
  return all;
}

DistrictPlan itself(const DistrictPlan& plan) { return plan; }

// Boards with some votes for A.
Electorate board(int side, int votes, Pcg& random) {
  Electorate e = electorate_without_votes(side, side, side);
  while (e.votes_of_a() < votes) e.cells[static_cast<std::size_t>(random.next_int(side * side))] = 'A';
  return e;
}

}  // namespace

TEST_CASE("draws follow their measure over all plans of 5 x 5", "[gerrymander][long]") {
  const Electorate e = electorate_without_votes(5, 5, 5);
  std::map<DistrictPlan, double> alike, by_trees;
  for (const DistrictPlan& plan : all_plans(e)) {
    alike[plan] = 1;
    by_trees[plan] = static_cast<double>(slow_tree_weight(e, plan));
  }
  REQUIRE(alike.size() == 4006);
  const Plans plans(e), forests(e, {.measure = Measure::trees});
  Pcg random(5);
  constexpr int draws = 100'000;
  const auto drawn = [&](const Sampler& sampler) { return counted<DistrictPlan>(draws, sampler, itself); };
  const auto uniformly = drawn(sampler_of(plans, random)), weighted = drawn(sampler_of(forests, random));
  CHECK(std::abs(deviation(uniformly, alike)) < passes);
  CHECK(std::abs(deviation(weighted, by_trees)) < passes);
  // Wrong: the other measure, and one that throws some plans away whose first two rows are in one district.
  CHECK(deviation(weighted, alike) > passes);
  CHECK(deviation(uniformly, by_trees) > passes);
  const auto is_unwanted = [](const DistrictPlan& plan) { return plan[0] == plan[5]; };
  CHECK(deviation(drawn(lossy(sampler_of(plans, random), random, is_unwanted)), alike) > passes);
  CHECK(deviation(drawn(lossy(sampler_of(forests, random), random, is_unwanted)), by_trees) > passes);
}

TEST_CASE("seats and cut edges of draws from 6 x 6 are those that are counted", "[gerrymander][threads][long]") {
  Pcg random(17);
  const Electorate e = board(6, 15, random);
  const DistrictPlan some = Plans(e)[0];
  const Outlier all = compare_plan(e, some, Ties::nobody, {.jobs = 2});  // looks at each of the 451,206 plans
  REQUIRE(all.draws == 0);
  const std::array<Plans, 2> plans{Plans(e), Plans(e, {.measure = Measure::trees})};
  const auto seats = [&](const DistrictPlan& plan) { return seats_of_a(e, plan, Ties::nobody); };
  const auto cut_edges = [&](const DistrictPlan& plan) {
    int cut = 0;
    for (int i = 0; i < 36; ++i) cut += (i % 6 < 5 && plan[i] != plan[i + 1]) + (i < 30 && plan[i] != plan[i + 6]);
    return cut;
  };
  constexpr int draws = 20'000;
  for (std::size_t m = 0; m < 2; ++m) {
    CAPTURE(m);
    std::map<int, double> by_seats, by_cuts;
    for (const auto& [at, shares] : all.joint) {
      if (shares[m] == 0) continue;
      by_seats[at.first] += shares[m];
      by_cuts[at.second] += shares[m];
    }
    // The counts say the same.
    CountOptions options;
    options.measure = m == 0 ? Measure::plans : Measure::trees;
    const SeatCounts counts = count_seats(e, Ties::nobody, options);
    for (const auto& [n, share] : by_seats)
      CHECK(share == Approx(static_cast<double>(counts.a[n]) / static_cast<double>(counts.plans)));
    const std::vector<std::uint64_t> cuts = count_cut_edges(e);
    for (const auto& [n, share] : by_cuts)
      if (m == 0) CHECK(share == Approx(static_cast<double>(cuts[n]) / 451206));
    const auto test = [&](const std::map<int, double>& shares, const std::function<int(const DistrictPlan&)>& value) {
      const Sampler right = sampler_of(plans[m], random);
      CHECK(std::abs(deviation(counted<int>(draws, right, value), shares)) < passes);
      // Wrong: the other measure, and one that throws some of the plans away that are below the average.
      CHECK(deviation(counted<int>(draws, sampler_of(plans[1 - m], random), value), shares) > passes);
      double mean = 0;
      for (const auto& [n, share] : shares) mean += n * share;
      const Sampler wrong = lossy(right, random, [&](const DistrictPlan& plan) { return value(plan) < mean; });
      CHECK(deviation(counted<int>(draws, wrong, value), shares) > passes);
    };
    test(by_seats, seats);
    test(by_cuts, cut_edges);
  }
}

TEST_CASE("draws by trees are those of cut spanning trees", "[gerrymander]") {
  Pcg random(2024);
  const Electorate e = electorate_without_votes(5, 5, 5);
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  TreeSampler every(e, 1, random);
  for (const DistrictPlan& plan : all_plans(e)) fewest = std::min(fewest, every.trees_between(plan));
  TreeSampler trees(e, fewest, random);
  const Plans plans(e), forests(e, {.measure = Measure::trees});
  constexpr int draws = 20'000;
  const auto drawn = [&](const Sampler& sampler) { return counted<DistrictPlan>(draws, sampler, itself); };
  const auto cut = drawn([&] { return trees.draw(); });
  CAPTURE(fewest);
  CHECK(std::abs(deviation(cut, drawn(sampler_of(forests, random)))) < passes);
  CHECK(deviation(cut, drawn(sampler_of(plans, random))) > passes);
}

}  // namespace district_draws_test
