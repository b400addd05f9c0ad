#include "scan.hpp"

#include <array>
#include <mutex>
#include <thread>
#include <utility>

namespace pentocity {
namespace {

constexpr std::uint64_t nodes_between_checks = 4096;

template <int W, int L, int M>
class Scan {
 public:
  using Tables = Sweep<W, L, M>;
  using Window = typename Tables::Window;
  using Left = typename Tables::Left;
  using Mask = typename Tables::Mask;

  Scan(const Tables& tables, std::uint64_t node_limit, Control& control, Listener& listener)
      : tables_(tables), node_limit_(node_limit), control_(control), listener_(listener) {
    path_.resize(static_cast<std::size_t>(tables.positions()));
  }

  Outcome run() {
    // The inner loop is worth a version for each shape of the tables.
    if constexpr (W == 1 && M == 1) {
      using Search = void (Scan::*)(int, Window, Left, std::size_t);
      static constexpr auto searches = []<int... C>(std::integer_sequence<int, C...>) {
        return std::array<std::array<Search, 2>, sizeof...(C)>{{{&Scan::search<C, false>, &Scan::search<C, true>}...}};
      }
      (std::make_integer_sequence<int, 9>());
      begin(searches[static_cast<std::size_t>(tables_.chunk_count())][tables_.counts_pieces() ? 1 : 0]);
    } else {
      begin(&Scan::search<0, true>);
    }
    control_.add_nodes(nodes_ - counted_);
    return outcome_;
  }

 private:
  void begin(void (Scan::*search_version)(int, Window, Left, std::size_t)) {
    int position = 0;
    Window window;
    tables_.begin(position, window);
    (this->*search_version)(position, window, tables_.start(), 0);
  }

  // The position is undecided, or the end.
  template <int Chunks, bool Counted>
  void search(int position, Window window, Left left, std::size_t depth) {
    for (;;) {
      if (position >= tables_.positions()) {
        finish(left, depth);
        return;
      }
      if (++nodes_ - counted_ == nodes_between_checks && !check(depth)) return;
      Mask items = tables_.template fitting<Chunks>(position, window);
      if constexpr (Counted) items &= tables_.available(position, left);
      for (int item = items.first(); item >= 0; item = items.first()) {
        items.reset(item);
        int next = position;
        Window filled = window | tables_.cells(position, item);
        tables_.advance(next, filled);
        path_[depth] = {position, item};
        search<Chunks, Counted>(next, filled, Counted ? Tables::minus(left, tables_.cost(position, item)) : left,
                                depth + 1);
        if (outcome_ != Outcome::complete) return;
      }
      if (!tables_.has_holes() || !tables_.take_hole(position, left)) return;
      window.set(0);
      tables_.advance(position, window);
    }
  }

  [[gnu::noinline]] void finish(const Left& left, std::size_t depth) {
    if (!tables_.accepts(left)) return;
    if (!listener_.found(placings(depth))) outcome_ = Outcome::enough;
  }

  std::span<const Placing> placings(std::size_t depth) {
    placings_.clear();
    for (std::size_t i = 0; i < depth; ++i) placings_.push_back(tables_.placing(path_[i].position, path_[i].item));
    return placings_;
  }

  [[gnu::noinline]] bool check(std::size_t depth) {
    counted_ = nodes_;
    if (control_.add_nodes(nodes_between_checks)) control_.report(placings(depth));
    if (control_.stopped())
      outcome_ = Outcome::stopped;
    else if (node_limit_ != 0 && nodes_ >= node_limit_)
      outcome_ = Outcome::too_large;
    return outcome_ == Outcome::complete;
  }

  struct Step {
    int position, item;
  };
  const Tables& tables_;
  std::uint64_t node_limit_;
  Control& control_;
  Listener& listener_;
  Outcome outcome_ = Outcome::complete;
  std::uint64_t nodes_ = 0, counted_ = 0;
  std::vector<Step> path_;
  std::vector<Placing> placings_;
};

template <int W, int L, int M>
Outcome run_with(const SweepInput& input, std::uint64_t node_limit, Control& control, Listener& listener) {
  const Sweep<W, L, M> tables(input);
  return Scan<W, L, M>(tables, node_limit, control, listener).run();
}

}  // namespace

Outcome scan(const SweepInput& input, int, std::uint64_t node_limit, Control& control, Listener& listener) {
  if (Sweep<1, 1, 1>::fits(input)) return run_with<1, 1, 1>(input, node_limit, control, listener);
  if (Sweep<1, 1, 2>::fits(input)) return run_with<1, 1, 2>(input, node_limit, control, listener);
  if (Sweep<1, 1, 4>::fits(input)) return run_with<1, 1, 4>(input, node_limit, control, listener);
  if (Sweep<8, 4, 16>::fits(input)) return run_with<8, 4, 16>(input, node_limit, control, listener);
  return Outcome::too_large;
}

}  // namespace pentocity
