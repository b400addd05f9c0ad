#include "pentocity/districting/plans.hpp"

#include <fmt/format.h>

#include "frontiers.hpp"
#include "pentocity/input/user_error.hpp"
#include "scores.hpp"

namespace pentocity::districting {

class Plans::Graph {
 public:
  using Visitor = std::function<bool(const DistrictPlan&)>;
  virtual ~Graph() = default;
  virtual std::uint64_t count() const = 0;
  virtual std::uint64_t nodes() const = 0;
  // Calls f with the plans from number `first` on, until it returns false.
  virtual void for_each(std::uint64_t first, const Visitor& f) const = 0;
};

namespace {

// The frontiers after each number of cells, each key with the number of ways to go on, by the score they add.
template <class Key>
class GraphOf : public Plans::Graph {
 public:
  // Plans that score from `min` to `max`.
  GraphOf(std::unique_ptr<PlanFrontier> frontier, int min, int max, CountOptions options)
      : frontier_(std::move(frontier)), min_(min), max_(max), options_(std::move(options)) {
    find_keys();
    count_ways();
  }

  std::uint64_t count() const override {
    std::uint64_t sum = 0;
    for (int score = min_; score <= max_; ++score) sum += ways(0, 0, score);
    return sum;
  }

  std::uint64_t nodes() const override {
    std::uint64_t sum = 0;
    for (const auto& layer : layers_) sum += layer.size();
    return sum;
  }

  void for_each(std::uint64_t first, const Visitor& f) const override {
    std::vector<Join> joins;
    for (int score = min_; score <= max_; ++score)
      if (const std::uint64_t n = ways(0, 0, score); n <= first)
        first -= n;
      else if (!visit(0, score, joins, first, f))
        return;
  }

 private:
  // The keys, each with the least score on a way to it, plus 1.
  void find_keys() {
    const auto width = std::size_t{1} + std::max(0, max_);
    std::size_t bytes = 0;
    LayerForecast forecast(frontier_->board().columns());
    layers_.emplace_back(width, -1, options_.jobs)[0][0] = 1;
    for (int cell = 0; cell < frontier_->cells(); ++cell) {
      const auto& from = layers_.back();
      Frontiers<Key, std::uint64_t> to(width, cell, options_.jobs, forecast.expected(cell, from.size()));
      advance(*frontier_, cell, from, to, max_, false, options_,
              [&](std::span<std::uint64_t> least, std::span<const std::uint64_t> so_far, int score) {
                const std::uint64_t sum = so_far[0] + score;
                least[0] = least[0] == 0 ? sum : std::min(least[0], sum);
              });
      forecast.learn(cell, from.size(), to.size());
      bytes += to.bytes();
      if (bytes > options_.max_bytes)
        throw InputError("the plans of this board need more than {} MiB of memory", options_.max_bytes >> 20);
      layers_.push_back(std::move(to));
    }
  }

  void count_ways() {
    const auto last = static_cast<Key>(frontier_->last_key());
    for_each_key(layers_.back(), options_,
                 [&](Key key, std::span<std::uint64_t> numbers) { numbers[0] = key == last; });
    try {
      for (int cell = frontier_->cells() - 1; cell >= 0; --cell) {
        const auto& next = layers_[cell + 1];
        for_each_key(layers_[cell], options_, [&](Key from, std::span<std::uint64_t> numbers) {
          numbers[0] = 0;
          frontier_->successors(cell, from, [&](Key key, int score, Join) {
            if (const auto ways = next.find(key); !ways.empty()) add_shifted(numbers, ways, score);
          });
        });
      }
    } catch (const TooManyPlans&) {
      throw InputError("the board has 2^64 plans or more: too many to be numbered");
    }
  }

  // The ways to go on from a key, after so many cells, that add just `score`.
  std::uint64_t ways(int cell, Key key, int score) const {
    const auto numbers = layers_[cell].find(key);
    return score < 0 || score >= std::ssize(numbers) ? 0 : numbers[score];
  }

  // Visits the plans that begin with `joins`, but for the first `skipped` of them. Ends with `skipped` at 0.
  bool visit(Key key, int score, std::vector<Join>& joins, std::uint64_t& skipped, const Visitor& f) const {
    const int cell = static_cast<int>(joins.size());
    if (cell == frontier_->cells()) return f(frontier_->board().plan(joins));
    bool more = true;
    frontier_->successors(cell, key, [&](Key next, int added, Join join) {
      if (!more) return;
      if (const std::uint64_t n = ways(cell + 1, next, score - added); n <= skipped) {
        skipped -= n;
        return;
      }
      joins.push_back(join);
      more = visit(next, score - added, joins, skipped, f);
      joins.pop_back();
    });
    return more;
  }

  std::unique_ptr<PlanFrontier> frontier_;
  int min_, max_;
  CountOptions options_;
  std::vector<Frontiers<Key, std::uint64_t>> layers_;
};

std::shared_ptr<const Plans::Graph> graph_of(const Electorate& e, const Score& score, int min, int max,
                                             const CountOptions& options) {
  auto frontier = std::make_unique<PlanFrontier>(e, score, rule_for(e, options.measure));
  max = std::min(max, frontier->max_score());
  if (frontier->is_narrow()) return std::make_shared<GraphOf<std::uint64_t>>(std::move(frontier), min, max, options);
  return std::make_shared<GraphOf<PlanFrontier::Key>>(std::move(frontier), min, max, options);
}

}  // namespace

Plans::Plans(const Electorate& electorate, const CountOptions& options)
    : graph_(graph_of(electorate, [](int, int) { return 0; }, 0, 0, options)) {}
Plans::Plans(const Electorate& electorate, Ties ties, int seats, const CountOptions& options)
    : graph_(graph_of(electorate, score_of_a(ties), seats, seats, options)) {}
Plans::Plans(const Electorate& electorate, const Score& score, int target, const CountOptions& options)
    : graph_([&] {
        const Thrift t = thrift(electorate, score, target);
        return graph_of(electorate, t.cost, 0, t.budget, options);
      }()) {}

std::uint64_t Plans::count() const { return graph_->count(); }
std::uint64_t Plans::nodes() const { return graph_->nodes(); }
DistrictPlan Plans::operator[](std::uint64_t number) const {
  if (number >= count()) throw std::out_of_range(fmt::format("plan {} of {}", number, count()));
  DistrictPlan out;
  graph_->for_each(number, [&](const DistrictPlan& plan) {
    out = plan;
    return false;
  });
  return out;
}
DistrictPlan Plans::draw(Pcg& random) const {
  const std::uint64_t n = count();
  if (n == 0) throw std::out_of_range("a board without plans");
  // Numbers below 2^64 mod n would be drawn once more often than others.
  const std::uint64_t unfair = -n % n;
  for (;;) {
    const std::uint64_t high = random(), number = high << 32 | random();
    if (number >= unfair) return (*this)[number % n];
  }
}
void Plans::for_each(const std::function<bool(const DistrictPlan&)>& f, std::uint64_t first) const {
  graph_->for_each(first, f);
}

}  // namespace pentocity::districting
