#include "restarts.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

// The nodes of the first search; later ones have more, little by little.
constexpr std::uint64_t first_budget = 20'000;
constexpr double budget_growth = 1.02;
// How much of a weight is chance, and how much of it stays after a search.
constexpr double chance = 0.5, memory = 0.95;

template <int W, int L, int M>
class Restarts {
 public:
  using Tables = Sweep<W, L, M>;
  using Window = typename Tables::Window;
  using Remaining = typename Tables::Remaining;
  using Mask = typename Tables::Mask;

  Restarts(const SweepInput& input, const Tables& tables, Control& control, Listener& listener)
      : input_(input),
        tables_(tables),
        control_(control),
        listener_(listener),
        weights_(input.packing->pieces.size(), 1),
        path_(static_cast<std::size_t>(tables.positions())) {}

  Outcome run(std::uint64_t node_limit) {
    auto budget = static_cast<double>(first_budget);
    for (;; budget *= budget_growth) {
      int position = 0;
      Window window;
      tables_.begin(position, window);
      left_ = stock();
      furthest_ = -1;
      budget_ = static_cast<std::uint64_t>(budget);
      const Outcome outcome = search(position, window, tables_.start(), 0);
      control_.add_nodes(nodes_ - counted_);
      counted_ = nodes_;
      if (outcome != Outcome::too_large) return outcome;
      if (node_limit != 0 && nodes_ >= node_limit) return Outcome::too_large;
      learn();
    }
  }

 private:
  // How many pieces of each kind there are; 0: any number.
  std::vector<int> stock() const {
    std::vector<int> out;
    for (const auto& piece : input_.packing->pieces) out.push_back(piece.max.value_or(0));
    return out;
  }

  // Pieces that were left where the search came furthest come earlier next time.
  void learn() {
    const std::vector<int> all = stock();
    for (std::size_t p = 0; p < weights_.size(); ++p) {
      const double share = all[p] == 0 ? 0 : static_cast<double>(furthest_left_[p]) / all[p];
      weights_[p] = memory * weights_[p] + (1 - memory) * 10 * share;
    }
  }

  // Outcome::too_large: the budget is used up; Outcome::enough: a solution was found.
  Outcome search(int position, const Window& window, const Remaining& remaining, std::size_t depth) {
    if (position >= tables_.positions()) {
      if (!tables_.accepts(remaining)) return Outcome::complete;
      control_.add_found(1);
      listener_.found(placements(depth));
      return Outcome::enough;
    }
    if (++nodes_ - counted_ >= control_.nodes_between_checks()) {
      if (control_.add_nodes(nodes_ - counted_)) control_.report(placements(depth));
      counted_ = nodes_;
      if (control_.stopped()) return Outcome::stopped;
    }
    if (budget_-- == 0) return Outcome::too_large;
    if (position > furthest_) {
      furthest_ = position;
      furthest_left_ = left_;
    }
    if (!tables_.pockets_fit(position, window)) return Outcome::complete;

    struct Choice {
      double weight;
      int item;
    };
    std::array<Choice, 64 * M> choices;
    std::size_t n = 0;
    const Mask items = tables_.without_isolating(
        position, window, tables_.fitting(position, window) & tables_.available(position, remaining));
    items.for_each([&](int item) {
      choices[n++] = {weights_[piece_of(position, item)] * (1 - chance + chance * 2 * random_.next_double()), item};
    });
    std::sort(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(n),
              [](const Choice& a, const Choice& b) { return a.weight > b.weight; });
    for (std::size_t i = 0; i < n; ++i) {
      const int item = choices[i].item;
      const std::size_t piece = piece_of(position, item);
      int next = position;
      Window filled = window | tables_.cells(position, item);
      tables_.advance(next, filled);
      path_[depth] = {position, item};
      --left_[piece];
      const Outcome outcome = search(next, filled, Tables::minus(remaining, tables_.cost(position, item)), depth + 1);
      ++left_[piece];
      if (outcome != Outcome::complete) return outcome;
    }
    Remaining with_hole = remaining;
    if (!tables_.has_holes() || !tables_.take_hole(position, with_hole)) return Outcome::complete;
    Window filled = window;
    filled.set(0);
    tables_.advance(position, filled);
    return search(position, filled, with_hole, depth);
  }

  std::size_t piece_of(int position, int item) const {
    const auto list = static_cast<std::size_t>(input_.class_of[static_cast<std::size_t>(position)]);
    return static_cast<std::size_t>(input_.items[list][static_cast<std::size_t>(item)].pieces.front().first);
  }
  std::span<const IndexedPlacement> placements(std::size_t depth) {
    placements_.clear();
    for (std::size_t i = 0; i < depth; ++i) placements_.push_back(tables_.placement(path_[i].position, path_[i].item));
    return placements_;
  }

  struct Step {
    int position, item;
  };
  const SweepInput& input_;
  const Tables& tables_;
  Control& control_;
  Listener& listener_;
  std::vector<double> weights_;  // by piece
  std::vector<int> left_;        // by piece
  std::vector<Step> path_;
  std::vector<IndexedPlacement> placements_;
  Pcg random_{1};
  std::uint64_t nodes_ = 0, counted_ = 0, budget_ = 0;
  // Where this search came furthest.
  int furthest_ = -1;
  std::vector<int> furthest_left_;
};

}  // namespace

Outcome restarts(const SweepInput& input, std::uint64_t node_limit, Control& control, Listener& listener) {
  return with_tables(input, [&]<int W, int L, int M>(const Sweep<W, L, M>& tables) {
    return Restarts<W, L, M>(input, tables, control, listener).run(node_limit);
  });
}

}  // namespace pentocity::packing
