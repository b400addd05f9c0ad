#include "scan.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "pentocity/core/parallel.hpp"

namespace pentocity::packing {
namespace {

// Subtrees for each thread: so many that the largest are small parts of the whole.
constexpr std::uint64_t parts_per_thread = 500;
constexpr std::size_t deepest_split = 12;

// The parts of a search that threads share: subtrees, numbered in order.
class Parts {
 public:
  struct Part {
    std::uint64_t number;
    std::unique_ptr<Listener> listener;
  };

  explicit Parts(Listener& whole) : whole_(whole) {}

  /// The next part that no thread has begun; its number can be beyond the last part.
  Part claim() { return {next_.fetch_add(1), whole_.part()}; }
  /// Tells whether the solutions of this part may still be wanted.
  bool is_wanted(std::uint64_t number) const { return number <= last_wanted_.load(std::memory_order_relaxed); }
  /// It is searched as far as is wanted. Parts are joined in order.
  void finish(Part part, bool has_enough) {
    const std::scoped_lock lock(mutex_);
    if (has_enough) want_none_after(part.number);
    done_.emplace(part.number, std::move(part.listener));
    for (; !done_.empty() && done_.begin()->first == joined_; ++joined_) join_first();
  }
  /// Joins what was found when the search ended early; are no more solutions wanted?
  bool close() {
    while (!done_.empty()) join_first();
    return enough_;
  }

 private:
  void join_first() {
    const auto first = done_.begin();
    if (!enough_ && !whole_.join(*first->second)) {
      enough_ = true;
      want_none_after(first->first);
    }
    done_.erase(first);
  }
  void want_none_after(std::uint64_t number) { last_wanted_ = std::min(last_wanted_.load(), number); }

  Listener& whole_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> last_wanted_{std::numeric_limits<std::uint64_t>::max()};
  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Listener>> done_;
  std::uint64_t joined_ = 0;
  bool enough_ = false;
};

template <int W, int L, int M>
class Scan {
 public:
  using Tables = Sweep<W, L, M>;
  using Window = typename Tables::Window;
  using Remaining = typename Tables::Remaining;
  using Mask = typename Tables::Mask;

  Scan(const Tables& tables, std::uint64_t node_limit, Control& control)
      : tables_(tables),
        node_limit_(node_limit),
        control_(control),
        nodes_between_checks_(control.nodes_between_checks()),
        search_(search_for(tables)) {
    path_.resize(tables.positions());
  }

  /// The whole tree.
  Outcome run(Listener& listener) {
    listener_ = &listener;
    begin(search_);
    control_.add_nodes(nodes_ - counted_);
    return outcome_;
  }

  /// Counts the roots of the parts: boards of `depth` pieces, and solutions of fewer.
  void find_parts(std::size_t depth) {
    split_depth_ = depth;
    number_ = top_nodes_ = 0;
    begin(&Scan::search<0, true, true>);
  }
  std::uint64_t parts() const { return number_; }
  /// The nodes above them.
  std::uint64_t top_nodes() const { return top_nodes_; }

  /// The parts that this thread is given.
  Outcome run_parts(std::size_t depth, Parts& parts) {
    parts_ = &parts;
    part_ = parts.claim();
    find_parts(depth);
    control_.add_nodes(nodes_ - counted_);
    return outcome_;
  }

 private:
  using Search = void (Scan::*)(int, Window, Remaining, std::size_t);

  // The inner loop is worth a version for each shape of the tables.
  static Search search_for(const Tables& tables) {
    if constexpr (W == 1 && M == 1) {
      static constexpr auto searches = []<int... C>(std::integer_sequence<int, C...>) {
        return std::array<std::array<Search, 2>, sizeof...(C)>{{{&Scan::search<C, false>, &Scan::search<C, true>}...}};
      }
      (std::make_integer_sequence<int, 9>());
      return searches[tables.chunk_count()][tables.counts_pieces() ? 1 : 0];
    } else {
      return &Scan::search<0, true>;
    }
  }

  void begin(Search version) {
    int position = 0;
    Window window;
    tables_.begin(position, window);
    (this->*version)(position, window, tables_.start(), 0);
  }

  // The position is undecided, or the end. `Top`: only to the roots of the parts.
  template <int Chunks, bool Counted, bool Top = false>
  void search(int position, Window window, Remaining remaining, std::size_t depth) {
    for (;;) {
      if constexpr (Top) {
        if (depth == split_depth_ || position >= tables_.positions()) {
          search_part(position, window, remaining, depth);
          return;
        }
        ++top_nodes_;
      } else {
        if (position >= tables_.positions()) {
          finish(remaining, depth);
          return;
        }
        if (++nodes_ - counted_ == nodes_between_checks_ && !check(depth)) return;
      }
      Mask items = tables_.template fitting<Chunks>(position, window);
      if constexpr (Counted) items &= tables_.available(position, remaining);
      for (int item = items.first(); item >= 0; item = items.first()) {
        items.reset(item);
        int next = position;
        Window filled = window | tables_.cells(position, item);
        tables_.advance(next, filled);
        path_[depth] = {position, item};
        search<Chunks, Counted, Top>(
            next, filled, Counted ? Tables::minus(remaining, tables_.cost(position, item)) : remaining, depth + 1);
        if (outcome_ != Outcome::complete) return;
      }
      if (!tables_.has_holes() || !tables_.take_hole(position, remaining)) return;
      window.set(0);
      tables_.advance(position, window);
    }
  }

  void search_part(int position, const Window& window, const Remaining& remaining, std::size_t depth) {
    if (number_++ != part_.number || parts_ == nullptr) return;
    listener_ = part_.listener.get();
    (this->*search_)(position, window, remaining, depth);
    parts_->finish(std::move(part_), outcome_ == Outcome::enough);
    if (outcome_ == Outcome::complete) part_ = parts_->claim();
  }

  [[gnu::noinline]] void finish(const Remaining& remaining, std::size_t depth) {
    if (!tables_.accepts(remaining)) return;
    if (!listener_->found(placements(depth))) outcome_ = Outcome::enough;
  }

  std::span<const IndexedPlacement> placements(std::size_t depth) {
    placements_.clear();
    for (std::size_t i = 0; i < depth; ++i) placements_.push_back(tables_.placement(path_[i].position, path_[i].item));
    return placements_;
  }

  [[gnu::noinline]] bool check(std::size_t depth) {
    if (control_.add_nodes(nodes_ - counted_)) control_.report(placements(depth));
    counted_ = nodes_;
    if (control_.stopped())
      outcome_ = Outcome::stopped;
    else if (node_limit_ != 0 && nodes_ >= node_limit_)
      outcome_ = Outcome::too_large;
    else if (parts_ != nullptr && !parts_->is_wanted(part_.number))
      outcome_ = Outcome::enough;
    return outcome_ == Outcome::complete;
  }

  struct Step {
    int position, item;
  };
  const Tables& tables_;
  std::uint64_t node_limit_;
  Control& control_;
  std::uint64_t nodes_between_checks_;
  Search search_;
  Listener* listener_ = nullptr;
  Outcome outcome_ = Outcome::complete;
  std::uint64_t nodes_ = 0, counted_ = 0;
  std::vector<Step> path_;
  std::vector<IndexedPlacement> placements_;
  Parts* parts_ = nullptr;
  Parts::Part part_{};
  std::uint64_t number_ = 0, top_nodes_ = 0;
  std::size_t split_depth_ = 0;
};

template <int W, int L, int M>
Outcome run_with(const Sweep<W, L, M>& tables, int jobs, std::uint64_t node_limit, Control& control,
                 Listener& listener) {
  using Search = Scan<W, L, M>;
  // A limit of nodes shared by threads would make the result depend on thread timing.
  if (jobs == 1 || node_limit != 0) return Search(tables, node_limit, control).run(listener);

  std::size_t depth = 0;
  Search top(tables, 0, control);
  do top.find_parts(++depth);
  while (top.parts() != 0 && top.parts() < parts_per_thread * static_cast<std::uint64_t>(jobs) &&
         depth < deepest_split);
  control.add_nodes(top.top_nodes());
  Parts parts(listener);
  std::vector<Outcome> outcomes(static_cast<std::size_t>(jobs));
  for_each_parallel(jobs, jobs, [&](int i) { outcomes[i] = Search(tables, 0, control).run_parts(depth, parts); });
  if (parts.close()) return Outcome::enough;
  return std::find(outcomes.begin(), outcomes.end(), Outcome::stopped) != outcomes.end() ? Outcome::stopped
                                                                                         : Outcome::complete;
}

}  // namespace

Outcome scan(const SweepInput& input, int jobs, std::uint64_t node_limit, Control& control, Listener& listener) {
  return with_tables(input, [&](const auto& tables) { return run_with(tables, jobs, node_limit, control, listener); });
}

}  // namespace pentocity::packing
