#include <fmt/format.h>

#include "pentocity/input/yaml.hpp"
#include "plan_sweep.hpp"

namespace pentocity::districting {

class Plans::Graph {
 public:
  using Visitor = std::function<bool(const DistrictPlan&)>;
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  virtual ~Graph() = default;
  virtual std::uint64_t count() const = 0;
  virtual std::uint64_t nodes() const = 0;
  // Calls f with the plans from number `first` on, until it returns false.
  virtual void for_each(std::uint64_t first, const Visitor& f) const = 0;
};

namespace {

using Join = PlanFrontier::Join;

// The frontiers after each number of cells, each key with the number of ways to go on, by the score they add.
template <class Key>
class GraphOf : public Plans::Graph {
 public:
  // Plans that score from `min` to `max`.
  GraphOf(std::unique_ptr<PlanProblem> problem, int min, int max, std::size_t max_bytes)
      : problem_(std::move(problem)), frontier_(problem_->frontier()), min_(min), max_(max) {
    find_keys(max_bytes);
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
  // The keys, each with the least score on a way to it.
  void find_keys(std::size_t max_bytes) {
    const auto width = static_cast<std::size_t>(std::max(0, max_)) + 1;
    std::size_t bytes = 0;
    LayerForecast forecast(frontier_.columns());
    layers_.emplace_back(width, 0)[0];
    for (int step = 0; step < frontier_.steps(); ++step) {
      const auto& from = layers_.back();
      Layer<Key, std::uint64_t> to(width, static_cast<std::uint64_t>(step) + 1, forecast.expected(step, from.size()));
      for (std::size_t slot = 0; slot < from.slots(); ++slot) {
        if (!from.holds(slot)) continue;
        const std::uint64_t spent = from.numbers(slot)[0];
        frontier_.successors(step, from.key(slot), [&](Key key, int added, Join) {
          const std::uint64_t sum = spent + static_cast<std::uint64_t>(added);
          if (static_cast<int>(sum) + frontier_.min_score(key) > max_) return;
          const std::size_t known = to.size();
          std::uint64_t& min = to[key][0];
          min = to.size() > known ? sum : std::min(min, sum);
        });
      }
      forecast.learn(step, from.size(), to.size());
      bytes += to.bytes();
      if (bytes > max_bytes)
        throw InputError(fmt::format("the plans of this board need more than {} MiB of memory", max_bytes >> 20));
      layers_.push_back(std::move(to));
    }
  }

  void count_ways() {
    layers_.back()[0][0] = layers_.back().size() > 0;
    try {
      for (int step = frontier_.steps() - 1; step >= 0; --step) {
        auto& layer = layers_[step];
        const auto& next = layers_[static_cast<std::size_t>(step) + 1];
        for (std::size_t slot = 0; slot < layer.slots(); ++slot) {
          if (!layer.holds(slot)) continue;
          const auto numbers = layer.numbers(slot);
          numbers[0] = 0;
          frontier_.successors(step, layer.key(slot), [&](Key key, int score, Join) {
            if (const auto ways = next.find(key); !ways.empty()) add_shifted(numbers, ways, score);
          });
        }
      }
    } catch (const TooManyPlans&) {
      throw InputError("the board has 2^64 plans or more: too many to be numbered");
    }
  }

  // The ways to go on from a key, after so many steps, that add just `score`.
  std::uint64_t ways(int step, Key key, int score) const {
    const auto numbers = layers_[step].find(key);
    return score < 0 || static_cast<std::size_t>(score) >= numbers.size() ? 0 : numbers[score];
  }

  // Visits the plans that begin with `joins`, but for the first `skipped` of them. Ends with `skipped` at 0.
  bool visit(Key key, int score, std::vector<Join>& joins, std::uint64_t& skipped, const Visitor& f) const {
    const int step = static_cast<int>(joins.size());
    if (step == frontier_.steps()) return f(problem_->plan(joins));
    bool more = true;
    frontier_.successors(step, key, [&](Key next, int added, Join join) {
      if (!more) return;
      if (const std::uint64_t n = ways(step + 1, next, score - added); n <= skipped) {
        skipped -= n;
        return;
      }
      joins.push_back(join);
      more = visit(next, score - added, joins, skipped, f);
      joins.pop_back();
    });
    return more;
  }

  std::unique_ptr<PlanProblem> problem_;
  const PlanFrontier& frontier_;
  int min_, max_;
  std::vector<Layer<Key, std::uint64_t>> layers_;
};

std::unique_ptr<Plans::Graph> graph_of(const Electorate& electorate, const std::vector<int>& score, int min, int max,
                                       std::size_t max_bytes) {
  auto problem = std::make_unique<PlanProblem>(electorate, score);
  max = std::min(max, problem->max_score());
  if (problem->frontier().is_narrow())
    return std::make_unique<GraphOf<std::uint64_t>>(std::move(problem), min, max, max_bytes);
  return std::make_unique<GraphOf<PlanFrontier::Key>>(std::move(problem), min, max, max_bytes);
}

std::unique_ptr<Plans::Graph> thrifty_graph(const Electorate& electorate, const Thrift& thrift, std::size_t max_bytes) {
  return graph_of(electorate, thrift.cost, 0, thrift.budget, max_bytes);
}

}  // namespace

Plans::Plans(const Electorate& electorate, std::size_t max_bytes)
    : graph_(graph_of(electorate, std::vector<int>(static_cast<std::size_t>(electorate.size) + 1), 0, 0, max_bytes)) {}
Plans::Plans(const Electorate& electorate, Ties ties, int seats, std::size_t max_bytes)
    : graph_(graph_of(electorate, score_of_a(electorate.size, ties), seats, seats, max_bytes)) {}
Plans::Plans(const Electorate& electorate, const std::vector<int>& score, int target, std::size_t max_bytes)
    : graph_(thrifty_graph(electorate, thrift(electorate, score, target), max_bytes)) {}
Plans::~Plans() = default;
Plans::Plans(Plans&&) noexcept = default;
Plans& Plans::operator=(Plans&&) noexcept = default;

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
