// The engine `restarts`: a depth-first search for one solution of a large puzzle that often begins again.
//
// 1. Of the pieces that fit at the first undecided cell, those come first that have most weight, with some chance.
// 2. After some nodes the search begins again, for a bad beginning is not made good later (Gomes, Selman and Kautz,
//    "Boosting combinatorial search through randomization", 1998); each search has a few nodes more than the last one.
// 3. Before that, pieces that were left over where the search came furthest gain weight.
// 4. It ends with a solution, at its limit of nodes, or when one search has seen everything. After a limit it goes on
//    with the next search. Chance is made of a fixed seed: the same puzzle gives the same searches.

#include <algorithm>
#include <array>
#include <vector>

#include "engines/engine.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

// The nodes of the first search; later ones have more, little by little.
constexpr std::uint64_t first_budget = 20'000;
constexpr double budget_growth = 1.02;
// How much of a weight is chance, and how much of it stays after a search.
constexpr double chance = 0.5, memory = 0.95;

template <int W>
constexpr double nanoseconds_of_node = W == 1   ? 45
                                       : W == 2 ? 60
                                                : 100;

template <int W, int L, int M>
class Restarts final : public SearchTree {
 public:
  using Board = typename Tables<W, L, M>::Board;

  explicit Restarts(const Problem& problem)
      : tables_(problem), weights_(problem.packing->pieces.size(), 1), path_(tables_.positions()) {}

  Outcome list(const Effort& effort, Control& control, Listener& listener) override {
    control_ = &control;
    listener_ = &listener;
    nodes_ = counted_ = 0;
    const auto nanoseconds = [&] { return nanoseconds_of_node<W> * static_cast<double>(nodes_); };
    Outcome outcome = Outcome::complete;
    bool is_over = false;
    do {
      outcome = search_anew();
      is_over = (effort.max_nodes > 0 && nodes_ >= effort.max_nodes) ||
                (effort.max_nanoseconds > 0 && nanoseconds() >= effort.max_nanoseconds);
    } while (outcome == Outcome::gave_up && !is_over);
    if (effort.nanoseconds != nullptr) *effort.nanoseconds = nanoseconds();
    return outcome;
  }

 private:
  // One search. Outcome::gave_up: its nodes are used up.
  Outcome search_anew() {
    left_ = stock();
    furthest_ = -1;
    budget_ = static_cast<std::uint64_t>(next_budget_);
    const Outcome outcome = search(tables_.first(), 0);
    control_->add_nodes(nodes_ - counted_);
    counted_ = nodes_;
    if (outcome == Outcome::gave_up) {
      learn();
      next_budget_ *= budget_growth;
    }
    return outcome;
  }
  // How many pieces of each kind there are; 0: any number.
  std::vector<int> stock() const {
    std::vector<int> out;
    for (const auto& piece : tables_.problem.packing->pieces) out.push_back(piece.max.value_or(0));
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

  // Outcome::gave_up: the budget is used up; Outcome::enough: a solution was found.
  Outcome search(const Board& board, std::size_t depth) {
    const int position = board.position;
    const auto& window = board.window;
    const auto& remaining = board.remaining;
    if (position >= tables_.positions()) {
      if (!tables_.stock.accepts(remaining)) return Outcome::complete;
      control_->add_found(1);
      listener_->found(std::span(path_).first(depth));
      return Outcome::enough;
    }
    if (++nodes_ - counted_ >= control_->nodes_between_checks()) {
      if (control_->add_nodes(nodes_ - counted_)) control_->report(std::span(path_).first(depth));
      counted_ = nodes_;
      if (control_->stopped()) return Outcome::stopped;
    }
    if (budget_-- == 0) return Outcome::gave_up;
    if (position > furthest_) {
      furthest_ = position;
      furthest_left_ = left_;
    }
    if (!tables_.pruning.pockets_fit(position, window.words[0])) return Outcome::complete;

    struct Choice {
      double weight;
      int tile;
    };
    std::array<Choice, 64 * M> choices;
    std::size_t n = 0;
    const auto tiles = tables_.pruning.without_isolating(position, window.words[0], tables_.choices(board));
    tiles.for_each([&](int tile) {
      choices[n++] = {weights_[piece_of(position, tile)] * (1 - chance + chance * 2 * random_.next_double()), tile};
    });
    std::sort(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(n),
              [](const Choice& a, const Choice& b) { return a.weight > b.weight; });
    for (const auto& [weight, tile] : std::span(choices).first(n)) {
      int& left = left_[piece_of(position, tile)];
      Board next = board;
      tables_.place(tile, next);
      path_[depth] = {position, tile};
      --left;
      const Outcome outcome = search(next, depth + 1);
      ++left;
      if (outcome != Outcome::complete) return outcome;
    }
    Board with_hole = board;
    return tables_.leave_empty(with_hole) ? search(with_hole, depth) : Outcome::complete;
  }

  int piece_of(int position, int tile) const { return tables_.problem.tiles_at(position)[tile].pieces.front().first; }

  const Tables<W, L, M> tables_;
  Control* control_ = nullptr;
  Listener* listener_ = nullptr;
  double next_budget_ = first_budget;
  std::vector<double> weights_;  // by piece
  std::vector<int> left_;        // by piece
  std::vector<PlacedTile> path_;
  Pcg random_{1};
  std::uint64_t nodes_ = 0, counted_ = 0, budget_ = 0;
  // Where this search came furthest.
  int furthest_ = -1;
  std::vector<int> furthest_left_;
};

}  // namespace

const Engine restarts_engine{.name = "restarts",
                             .summary = "depth first, again and again, for the first solution of a large board",
                             .first_only = true,
                             .restriction = [](const Packing&) { return Restriction{}; },
                             .tree = tree_with_tables<Restarts>};

}  // namespace pentocity::packing
