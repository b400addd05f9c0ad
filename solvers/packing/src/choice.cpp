#include "choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace pentocity::packing {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Nodes of `scan` before anything else where cells may stay empty.
constexpr std::uint64_t nodes_to_try = 300'000;
// Estimates of trees are taken to be this much at least. All times are in nanoseconds.
constexpr double min_estimate = 1e6;
// What an engine seems to need yet is not taken to be more than so many times what it has had: estimates can be too
// high by far as well.
constexpr double max_times_had = 8;
// A turn of a tree is this long at least, or this share of what the tree has had, for it costs to begin again.
constexpr double min_turn = 5e6, min_share_of_turn = 0.5;
// Before a tree has its first turn, this share of what it or another engine seems to need is spent on a better
// estimate, also if it seems to need so many times as much: the first estimate may be too high.
constexpr double share_for_estimate = 0.03, share_for_estimate_of_few = 0.1, max_times_other = 4;
// If `cover` is estimated at less, it is tried before anything else is looked at.
constexpr double tiny_tree = 10e6;
// For a few solutions: the first turn of `scan`, with which most puzzles are done, and those of the others.
constexpr double first_turn_of_scan = 15e6, first_turn = 10e6;
// Weights that show that there is no solution are looked for if a search seems to need more than this; for a few
// solutions, which may come at any time, when the trees have had so much.
constexpr double worth_weights = 60e9, worth_weights_for_few = 3e9;
// For a few solutions: a tree is taken to have so much less luck, at most, as it is larger than another one.
constexpr double max_times_as_large = 4;

// A tree that takes turns with other engines.
struct Tree {
  const Engine* engine;
  TreeEstimate estimate = {};
  Searcher::InTurns search = {};

  // A part is added for the standard error, more than in proportion if it is large: then most walks missed the largest
  // subtrees, and the mean is likely to be too low.
  double estimated() const {
    if (std::isinf(estimate.nanoseconds)) return infinite;
    const double relative = estimate.error / std::max(estimate.nanoseconds, 1.);
    return std::max(estimate.nanoseconds * (1 + relative / 2 + 2 * relative * relative), min_estimate);
  }
  // What it seems to need yet. The longer a search goes on beyond its estimate, the more that was wrong: at twice the
  // estimate, as much as the estimate is left; at four times, four times as much.
  double left() const {
    const double had = search.had;
    return std::max(estimated() - had, std::min(had * had / (4 * estimated()), max_times_had * had));
  }
  // What it may have in all before it seems to need more than that yet.
  double until(double left) const {
    return std::max({estimated(), 2 * std::sqrt(left * estimated()), left / max_times_had});
  }
};
bool needs_less(const Tree& a, const Tree& b) { return a.left() < b.left(); }

std::string words_of_time(double nanoseconds) {
  return nanoseconds < 1e9 ? fmt::format("{:.3g} ms", nanoseconds / 1e6) : fmt::format("{:.3g} s", nanoseconds / 1e9);
}

// What random walks tell, with a range by their spread: mostly few of them make most of the mean, so that its logarithm
// is spread about evenly, and wider than the standard error says. Of a few walks, or if most of the mean may be in
// those that were not made, there is no range.
std::string words_of(const TreeEstimate& estimate) {
  constexpr int fewest_walks = 100;
  constexpr double errors = 5, most_error = 0.5;
  const double relative = estimate.error / std::max(estimate.nanoseconds, 1.), times = std::exp(errors * relative);
  if (estimate.walks < fewest_walks || relative > most_error)
    return fmt::format("{} random walks do not tell what it would take", estimate.walks);
  return fmt::format("would take {} to {}, by {} random walks", words_of_time(estimate.nanoseconds / times),
                     words_of_time(estimate.nanoseconds * times), estimate.walks);
}

class Choice {
 public:
  explicit Choice(Searcher& searcher)
      : searcher_(searcher), options_(searcher.options()), wants_few_(searcher.wants_few()) {}

  bool is_done() {
    if (wants_few_) {
      if (is_done_at_once()) return true;
    } else if (searcher_.packing().max_holes > 0) {
      // Boards without holes merge; with holes, most differ. A small tree is done before that matters.
      if (searcher_.is_done_by(scan_engine, {.max_nodes = nodes_to_try})) return true;
    }
    Effort in_turns;
    in_turns.goes_on = [&](double done, double left) { return is_turn_of_frontier(done, left); };
    return searcher_.is_done_by(frontier_engine, in_turns) || is_done_by_trees();
  }

 private:
  // For a few solutions: each tree has a first turn.
  bool is_done_at_once() {
    return is_done_in_first_turn(scan_engine, first_turn_of_scan) || searcher_.is_refuted() ||
           is_done_in_first_turn(cover_engine, first_turn) ||
           (options_.task == Task::first && is_done_in_first_turn(restarts_engine, first_turn));
  }
  bool is_done_in_first_turn(const Engine& engine, double turn) {
    return add_tree(engine) && is_done_in_turn(trees_.back(), turn);
  }
  SearchTree* tree_of(const Engine& engine) { return searcher_.tree_of(engine, {.max_bytes = options_.max_bytes}); }
  // False if it cannot be held.
  bool add_tree(const Engine& engine) {
    if (tree_of(engine) == nullptr) {
      if (wants_few_) searcher_.explain_that_gave_up(engine);  // else `scan` has been tried before
      return false;
    }
    trees_.push_back({.engine = &engine});
    return true;
  }

  // Lets trees have their turns before `frontier`, which has had `done` and, by its estimate, needs `left`. False if
  // that is to give up.
  bool is_turn_of_frontier(double done, double left) {
    if (done < frontier_until_) return true;
    // `frontier` has one thread only.
    const double likely_left = std::min({left, max_times_had * done, std::sqrt(left * done)}) * threads();
    while (!searcher_.stopped()) {
      if (!look_at_trees()) return false;
      if (trees_.empty()) break;
      estimate_better(likely_left);
      if (is_refuted_by_weights(likely_left)) return false;
      Tree* const tree = next(likely_left);
      if (tree == nullptr) break;
      const double turns_left = nanoseconds_of_turns() - done - had_by_trees();
      if (turns_left <= 0) {
        searcher_.explain("frontier: would take about {}", words_of_time(done + left));
        return false;
      }
      if (is_done_in_turn(*tree, std::min(turn_of(*tree, likely_left), turns_left))) return false;
    }
    if (wants_few_) frontier_until_ = done + std::max(min_turn, min_share_of_turn * done);
    return true;
  }

  // After `frontier`. False if no engine can hold the puzzle.
  bool is_done_by_trees() {
    while (!searcher_.stopped()) {
      if (!look_at_trees()) return true;
      if (trees_.empty()) return false;
      estimate_better(infinite);
      if (is_refuted_by_weights(infinite)) return true;
      std::sort(trees_.begin(), trees_.end(), needs_less);
      const double most = trees_.back().left(), turns_left = nanoseconds_of_turns() - had_by_trees();
      if ((trees_.size() == 1 && (wants_few_ || looked_at_ == std::size(to_look_at))) || turns_left <= 0) break;
      Tree& tree = *next(infinite);
      if (is_done_in_turn(tree, std::min(turn_of(tree, most), turns_left))) return true;
    }
    return std::any_of(trees_.begin(), trees_.end(), [&](const Tree& tree) {
      if (tree.engine->first_only) return false;
      std::istringstream from(tree.search.stopped_at);
      // Threads begin anew, since one alone does not leave them parts to share.
      const bool begins = tree.search.stopped_at.empty() || options_.jobs > 1;
      return searcher_.is_done_by(*tree.engine, {.from = begins ? nullptr : &from}, begins ? 0 : tree.search.found);
    });
  }

  // Estimates trees: for a few solutions, all that have begun; else that of `cover`, and that of `scan` if it is not
  // tiny. False if a colouring shows that there is no solution.
  bool look_at_trees() {
    if (wants_few_) {
      for (; looked_at_ < trees_.size(); ++looked_at_) estimate(trees_[looked_at_], 0);
      return true;
    }
    for (; looked_at_ < std::size(to_look_at); ++looked_at_) {
      if (looked_at_ > 0 && !trees_.empty() && trees_[0].estimated() + trees_[0].search.had < tiny_tree) break;
      if (looked_at_ > 0 && searcher_.is_refuted()) return false;
      if (add_tree(*to_look_at[looked_at_])) estimate(trees_.back(), 0);
    }
    return true;
  }
  void estimate(Tree& tree, double walk) {
    tree.estimate = tree_of(*tree.engine)->estimate(walk);
    if (std::isfinite(tree.estimate.nanoseconds))
      searcher_.explain("{}: {}", tree.engine->name, words_of(tree.estimate));
  }
  // Estimates those trees better that may need less than another engine does, if that is a small part of what either
  // seems to need, or for a few solutions of what all trees have had. For all solutions, a tree that has begun has
  // shown more than an estimate does.
  void estimate_better(double other) {
    for (Tree& tree : trees_)
      for (;;) {
        const double seems = tree.estimate.nanoseconds;
        const double walk = wants_few_ ? share_for_estimate_of_few * had_by_trees()
                                       : share_for_estimate * std::min({seems, other, nanoseconds_of_turns()});
        if ((!wants_few_ && !tree.search.stopped_at.empty()) || tree.estimate.walked == 0 ||
            seems >= max_times_other * other || walk < 2 * tree.estimate.walked)
          break;
        estimate(tree, walk);
      }
  }

  // Whether weights show that there is no solution; looked at once, where it is worth the time. `other` is what another
  // engine seems to need.
  bool is_refuted_by_weights(double other) {
    for (const Tree& tree : trees_) other = std::min(other, tree.left());
    if (weighed_ || (wants_few_ ? had_by_trees() < worth_weights_for_few : other < worth_weights)) return false;
    weighed_ = true;
    return searcher_.is_refuted_by_weights();
  }

  // The tree that is to go on while `frontier` seems to need `other`. Null: none.
  Tree* next(double other) {
    Tree& least = *std::min_element(trees_.begin(), trees_.end(), needs_less);
    // A few solutions may be found long before all is searched. But when all trees had as much as a whole search seems
    // to need, that is done.
    const double whole = std::min(other, least.search.had < least.estimated() ? least.left() : infinite);
    if (wants_few_ && whole > had_by_trees())
      return &*std::min_element(trees_.begin(), trees_.end(), [&](const Tree& a, const Tree& b) {
        return a.search.had * handicap(a) < b.search.had * handicap(b);
      });
    return other <= least.left() ? nullptr : &least;
  }
  // How much less luck a tree has in the same time than the smallest one. `restarts` looks at many parts of the tree of
  // `scan`, and that only at its first part.
  double handicap(const Tree& tree) const {
    if (tree.engine->first_only) return 1;
    if (tree.engine == &scan_engine && trees_.size() > 1 && options_.task == Task::first) return infinite;
    const auto smallest = std::min_element(trees_.begin(), trees_.end(),
                                           [](const Tree& a, const Tree& b) { return a.estimated() < b.estimated(); });
    return std::min(tree.estimated() / smallest->estimated(), max_times_as_large);
  }
  // How long a tree goes on while another engine seems to need `other`.
  double turn_of(const Tree& tree, double other) const {
    const double needs = wants_few_ ? 0 : tree.until(other) - tree.search.had;
    return std::max({needs, min_share_of_turn * tree.search.had, min_turn});
  }
  bool is_done_in_turn(Tree& tree, double turn) {
    searcher_.explain("{}: goes on for about {}", tree.engine->name, words_of_time(turn));
    return searcher_.is_done_in_turn(*tree.engine, tree.search, turn);
  }
  double had_by_trees() const {
    double out = 0;
    for (const Tree& tree : trees_) out += tree.search.had;
    return out;
  }
  // How many threads a tree has that goes on alone, as far as the choice may depend on it: which few solutions are
  // found must not.
  int threads() const { return wants_few_ ? 1 : options_.jobs; }
  // After so much in all, the engine that seems to need least goes on alone: soon if several threads wait for it.
  double nanoseconds_of_turns() const { return wants_few_ ? 10e9 : options_.jobs == 1 ? 30e9 : 1e9; }

  static constexpr const Engine* to_look_at[] = {&cover_engine, &scan_engine};

  Searcher& searcher_;
  const SolveOptions& options_;
  const bool wants_few_;
  std::vector<Tree> trees_;
  std::size_t looked_at_ = 0;
  double frontier_until_ = 0;  // what it has had when its turn ends
  bool weighed_ = false;       // whether weights were looked for
};

}  // namespace

bool search_by_choice(Searcher& searcher) { return Choice(searcher).is_done(); }

}  // namespace pentocity::packing
