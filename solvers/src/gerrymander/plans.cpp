#include <fmt/format.h>

#include "pentocity/input/yaml.hpp"
#include "plan_sweep.hpp"

namespace pentocity {

class Plans::Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  virtual ~Graph() = default;
  virtual std::uint64_t count() const = 0;
  virtual Plan at(std::uint64_t number) const = 0;
  virtual void for_each(const std::function<bool(const Plan&)>& f) const = 0;
};

namespace {

using Join = PlanFrontier::Join;

// The frontiers after each number of cells, each key with the number of ways to go on, by the score they add.
template <class Key>
class GraphOf : public Plans::Graph {
 public:
  GraphOf(std::unique_ptr<PlanProblem> problem, int score, std::size_t most_bytes)
      : problem_(std::move(problem)),
        frontier_(problem_->frontier()),
        width_(static_cast<std::size_t>(problem_->max_score()) + 1),
        score_(static_cast<std::size_t>(score)) {
    find_keys(most_bytes);
    count_ways();
  }

  std::uint64_t count() const override { return score_ < width_ ? layers_.front().find(0)[score_] : 0; }

  Plan at(std::uint64_t number) const override {
    if (number >= count()) throw std::out_of_range(fmt::format("plan {} of {}", number, count()));
    std::vector<Join> joins;
    Key key = 0;
    std::size_t score = score_;
    for (int step = 0; step < frontier_.steps(); ++step) {
      bool found = false;
      Key next_key = 0;
      std::size_t next_score = 0;
      frontier_.successors(step, key, [&](Key next, int added, Join join) {
        if (found) return;
        const std::uint64_t n = ways(step + 1, next, score, added);
        if (number >= n) {
          number -= n;
          return;
        }
        found = true;
        next_key = next;
        next_score = score - static_cast<std::size_t>(added);
        joins.push_back(join);
      });
      key = next_key;
      score = next_score;
    }
    return problem_->plan(joins);
  }

  void for_each(const std::function<bool(const Plan&)>& f) const override {
    std::vector<Join> joins;
    if (count() > 0) visit(0, score_, joins, f);
  }

 private:
  void find_keys(std::size_t most_bytes) {
    std::size_t bytes = 0;
    layers_.emplace_back(width_, 0)[0];
    for (int step = 0; step < frontier_.steps(); ++step) {
      const auto& from = layers_.back();
      Layer<Key, std::uint64_t> to(width_, static_cast<std::uint64_t>(step) + 1);
      for (std::size_t slot = 0; slot < from.slots(); ++slot)
        if (from.holds(slot)) frontier_.successors(step, from.key(slot), [&](Key key, int, Join) { to[key]; });
      bytes += to.bytes();
      if (bytes > most_bytes)
        throw InputError(fmt::format("the plans of this board need more than {} MiB of memory", most_bytes >> 20));
      layers_.push_back(std::move(to));
    }
  }

  void count_ways() {
    if (layers_.back().find(0).empty()) {
      layers_.back()[0];
    } else {
      layers_.back()[0][0] = 1;
    }
    try {
      for (int step = frontier_.steps() - 1; step >= 0; --step) {
        auto& layer = layers_[static_cast<std::size_t>(step)];
        const auto& next = layers_[static_cast<std::size_t>(step) + 1];
        for (std::size_t slot = 0; slot < layer.slots(); ++slot)
          if (layer.holds(slot))
            frontier_.successors(step, layer.key(slot), [&](Key key, int score, Join) {
              add_shifted(layer.numbers(slot), next.find(key), score);
            });
      }
    } catch (const TooManyPlans&) {
      throw InputError("the board has 2^64 plans or more: too many to be numbered");
    }
  }

  std::uint64_t ways(int step, Key key, std::size_t score, int added) const {
    const auto less = static_cast<std::size_t>(added);
    return less > score ? 0 : layers_[static_cast<std::size_t>(step)].find(key)[score - less];
  }

  bool visit(Key key, std::size_t score, std::vector<Join>& joins, const std::function<bool(const Plan&)>& f) const {
    const int step = static_cast<int>(joins.size());
    if (step == frontier_.steps()) return f(problem_->plan(joins));
    bool more = true;
    frontier_.successors(step, key, [&](Key next, int added, Join join) {
      if (!more || ways(step + 1, next, score, added) == 0) return;
      joins.push_back(join);
      more = visit(next, score - static_cast<std::size_t>(added), joins, f);
      joins.pop_back();
    });
    return more;
  }

  std::unique_ptr<PlanProblem> problem_;
  const PlanFrontier& frontier_;
  std::size_t width_, score_;
  std::vector<Layer<Key, std::uint64_t>> layers_;
};

std::unique_ptr<Plans::Graph> graph_of(const Electorate& electorate, const std::vector<int>& by_votes, int score,
                                       std::size_t most_bytes) {
  auto problem = std::make_unique<PlanProblem>(electorate, by_votes);
  if (problem->frontier().is_narrow())
    return std::make_unique<GraphOf<std::uint64_t>>(std::move(problem), score, most_bytes);
  return std::make_unique<GraphOf<PlanFrontier::Key>>(std::move(problem), score, most_bytes);
}

}  // namespace

Plans::Plans(const Electorate& electorate, std::size_t most_bytes)
    : graph_(graph_of(electorate, std::vector<int>(static_cast<std::size_t>(electorate.size) + 1), 0, most_bytes)) {}
Plans::Plans(const Electorate& electorate, Ties ties, int seats, std::size_t most_bytes)
    : graph_(graph_of(electorate, score_of_a(electorate.size, ties), seats, most_bytes)) {}
Plans::~Plans() = default;
Plans::Plans(Plans&&) noexcept = default;
Plans& Plans::operator=(Plans&&) noexcept = default;

std::uint64_t Plans::count() const { return graph_->count(); }
Plan Plans::operator[](std::uint64_t number) const { return graph_->at(number); }
void Plans::for_each(const std::function<bool(const Plan&)>& f) const { graph_->for_each(f); }

}  // namespace pentocity
