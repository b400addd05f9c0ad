#include "pentocity/search/bound.hpp"

#include <limits>

namespace pentocity::search {
namespace {

// Whole numbers, sorted by counting.
class Counts {
 public:
  void add(int value) {
    if (value >= std::ssize(counts_)) counts_.resize(value + 1);
    ++counts_[value];
    ++number_;
    sum_ += value;
  }
  int number() const { return number_; }
  int sum() const { return sum_; }
  int sum_of_minimums(int number) const {
    int sum = 0;
    for (int value = 0; value < std::ssize(counts_) && number > 0; ++value) {
      const int here = std::min(number, counts_[value]);
      sum += here * value;
      number -= here;
    }
    return sum;
  }
  // All of them, if there are not so many.
  int sum_of_greatest(int number) const { return sum_ - sum_of_minimums(std::max(0, number_ - number)); }
  // The most of them that add up to no more than this.
  int fit(int room) const {
    int fitting = 0;
    for (int value = 1; value < std::ssize(counts_); ++value) {
      const int here = std::min(counts_[value], room / value);
      fitting += here;
      room -= here * value;
    }
    return fitting;
  }

 private:
  std::vector<int> counts_;
  int number_ = 0, sum_ = 0;
};

// A way to use the first row under the rule near_edge: with so many cells of parks there.
struct EdgeUse {
  int parks = 0;  // cells
  int extra = 0;  // buildings behind them, and hosts of such buildings
  int roads = 0;  // that are needed in the least, anywhere
};

// Sums over the requests up to now, and what they imply.
class Ledger {
 public:
  Ledger(const Rules& rules, const Inequalities& proof) : rules_(rules), proof_(proof) {}

  void add(const Request& request) {
    auto& known = demands_[request.cells()];
    if (!known) known = proof_.demand_of(request);
    for (std::size_t d = 0; d < max_depth; ++d) {
      near_road_[d].add(known->near_road[d]);
      first_rows_[d].add(known->first_rows[d]);
    }
    if (known->host_row > 0) host_rows_.add(known->host_row);
    (rules_.has_bonus(request.type()) ? earning_ : other_).add(request.size());
  }

  const Counts& earning() const { return earning_; }
  const Counts& other() const { return other_; }

  /// All ways to use the first row that may be best, if so many requests were rejected.
  std::vector<EdgeUse> edge_uses(int rejects) const {
    const int hidden = max_hidden();
    Depths open{};  // cells that need roads
    for (int depth = 1; depth <= max_depth; ++depth) {
      const Counts& demand = near_road_[index(depth)];
      open[index(depth)] = demand.sum() - demand.sum_of_greatest(rejects) - proof_.near_border(depth);
    }
    std::vector<EdgeUse> uses;
    for (int parks = 0; parks <= std::min(hidden, proof_.first_layer()); ++parks) {
      const int hosts = proof_.near_edge() ? host_rows_.fit(proof_.first_layer() - parks) : 0;
      EdgeUse use{.parks = parks, .extra = std::min(hidden, parks + hosts)};
      for (int depth = 1; depth <= max_depth; ++depth)
        use.roads = std::max(use.roads, (std::max(0, open[index(depth)] + parks) + 2 * depth - 1) / (2 * depth));
      uses.push_back(use);
    }
    return uses;
  }

 private:
  static std::size_t index(int depth) { return depth - 1; }
  // Buildings that have road access only because the edge is two cells away, at most.
  int max_hidden() const {
    if (!proof_.near_edge()) return 0;
    int max = std::numeric_limits<int>::max();
    for (int depth = 1; depth <= max_depth; ++depth)
      max = std::min(max, first_rows_[index(depth)].fit(proof_.hidden(depth)));
    return max;
  }

  const Rules& rules_;
  const Inequalities& proof_;
  std::map<Cells, std::optional<Demand>> demands_;
  std::array<Counts, max_depth> near_road_, first_rows_;
  Counts host_rows_;
  Counts earning_, other_;  // sizes
};

// The most bonuses of `earning` buildings on so many cells left for parks and ponds.
int max_bonuses(const Inequalities& proof, int earning, int amenities, const EdgeUse& edge) {
  const int groups = proof.groups(amenities);
  if (earning == 0 || groups == 0) return 0;
  return std::min({proof.bonuses_by_map(earning, groups, edge.extra),
                   proof.bonuses_by_edges(amenities, groups, edge.parks), proof.bonuses_by_kinds(earning, groups)});
}

}  // namespace

UpperBound upper_bound(const Rules& rules, std::span<const Request> requests, const Inequalities& proof) {
  // If many rejects are allowed, not every number n of requests is tried: a game with n requests and k rejects counts
  // as one with a few requests more, which are rejected, too.
  constexpr int few_rejects = 8;
  const int cells = proof.cells();
  const int stride = 1 + (rules.max_rejects - 1) / few_rejects, max_rejects = std::max(0, proof.rejects()) + stride - 1;
  UpperBound best;
  Ledger ledger(rules, proof);
  for (std::size_t n = 1; n <= requests.size(); ++n) {
    ledger.add(requests[n - 1]);
    if (n % stride != 0 && n < requests.size()) continue;
    const Counts &earning = ledger.earning(), &other = ledger.other();
    const std::vector<EdgeUse> uses = ledger.edge_uses(max_rejects);
    for (int of_earning = 0; of_earning <= std::min(max_rejects, earning.number()); ++of_earning) {
      const int earners = earning.number() - of_earning;
      const int others = std::max(0, other.number() - (max_rejects - of_earning));
      const int max_area = std::min(cells, earning.sum_of_greatest(earners) + other.sum());
      int area = earning.sum_of_minimums(earners) + other.sum_of_minimums(others);
      for (area = std::max(area, best.score - 2 * bonus * earners + 1); area <= max_area; ++area)
        for (const EdgeUse& edge : uses) {
          const int amenities = cells - edge.roads - area;
          if (amenities < 0) break;
          const int bonuses = max_bonuses(proof, earners, amenities, edge);
          if (area + bonus * bonuses > best.score)
            best = {.score = area + bonus * bonuses,
                    .earners = earners,
                    .area = area,
                    .bonuses = bonuses,
                    .roads = edge.roads,
                    .amenities = amenities};
        }
    }
  }
  return best;
}

UpperBound upper_bound(const Rules& rules, std::span<const Request> requests) {
  return upper_bound(rules, requests, Inequalities(rules));
}

std::vector<Request> requests_to_fill(const Rules& rules, Sequencer& sequencer) {
  std::vector<Request> out;
  Counts sizes;
  while (sizes.sum() - sizes.sum_of_greatest(rules.max_rejects - 1) <= rules.side * rules.side) {
    out.push_back(sequencer.next(static_cast<int>(out.size()), nullptr));
    sizes.add(out.back().size());
  }
  return out;
}

}  // namespace pentocity::search
