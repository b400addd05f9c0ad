#include "scan.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <limits>
#include <mutex>
#include <ostream>
#include <sstream>
#include <utility>

#include "pentocity/core/parallel.hpp"

namespace pentocity::packing {
namespace {

// Subtrees for each thread: so many that the largest are small parts of the whole.
constexpr std::uint64_t parts_per_thread = 500;
constexpr std::size_t deepest_split = 12;

std::string text_of(const Listener& listener) {
  std::ostringstream out;
  listener.write(out);
  return out.str();
}
void read_text(Listener& listener, const std::string& text) {
  std::istringstream in(text);
  listener.read(in);
}

// The parts of a search that threads share: subtrees, numbered in order.
class Parts {
 public:
  struct Part {
    std::uint64_t number;
    std::unique_ptr<Listener> listener;
    const ScanState::Path* from = nullptr;  ///< where it was stopped before, if it was begun
  };

  /// `from` may be null.
  Parts(Listener& whole, const ScanState* from) : whole_(whole), from_(from) {
    if (from == nullptr) return;
    next_ = joined_ = from->joined;
    for (const auto& [number, part] : from->parts)
      if (!part.at) done_.emplace(number, listener_of(part));
  }

  /// The next part that no thread has begun; its number can be beyond the last part.
  Part claim() {
    for (;;) {
      const std::uint64_t number = next_.fetch_add(1);
      const auto before = from_ == nullptr ? decltype(from_->parts.end()){} : from_->parts.find(number);
      if (from_ == nullptr || before == from_->parts.end()) return {number, whole_.part()};
      if (before->second.at) return {number, listener_of(before->second), &*before->second.at};
    }
  }
  /// Tells whether the solutions of this part may still be wanted.
  bool is_wanted(std::uint64_t number) const { return number <= last_wanted_.load(std::memory_order_relaxed); }
  /// It is searched as far as is wanted. Parts are joined in order.
  void finish(Part part, bool has_enough) {
    const std::scoped_lock lock(mutex_);
    if (has_enough) want_none_after(part.number);
    done_.emplace(part.number, std::move(part.listener));
    for (; !done_.empty() && done_.begin()->first == joined_ && !stopped_.contains(joined_); ++joined_) join_first();
  }
  /// The search was stopped within this part.
  void stop(Part part, ScanState::Path at) {
    const std::scoped_lock lock(mutex_);
    stopped_.emplace(part.number, std::move(at));
    done_.emplace(part.number, std::move(part.listener));
  }
  /// How far the search is, after all threads have ended.
  void save(ScanState& to) const {
    to.joined = joined_;
    to.found = text_of(whole_);
    to.parts.clear();
    for (const auto& [number, listener] : done_) {
      const auto at = stopped_.find(number);
      to.parts[number] = {at == stopped_.end() ? std::nullopt : std::optional(at->second), text_of(*listener)};
    }
  }
  /// Joins what was found when the search ended early; are no more solutions wanted?
  bool close() {
    while (!done_.empty()) join_first();
    return enough_;
  }

 private:
  std::unique_ptr<Listener> listener_of(const ScanState::Part& part) const {
    auto listener = whole_.part();
    read_text(*listener, part.found);
    return listener;
  }
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
  const ScanState* from_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> last_wanted_{std::numeric_limits<std::uint64_t>::max()};
  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Listener>> done_;  // with those that were stopped
  std::map<std::uint64_t, ScanState::Path> stopped_;
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

  /// The whole tree, or what is left of it after a path.
  Outcome run(Listener& listener, const ScanState::Path* from, ScanState::Path& stopped_at) {
    listener_ = &listener;
    begin(from == nullptr ? search_ : &Scan::go_on, from);
    count_rest();
    stopped_at = std::move(stopped_at_);
    return outcome_;
  }

  /// Counts the roots of the parts: boards of `depth` pieces, and solutions of fewer. Of the search that goes on from
  /// `from`, if that is not null, adds up the share that is done.
  void find_parts(std::size_t depth, const ScanState* from = nullptr) {
    split_depth_ = depth;
    from_state_ = from;
    number_ = top_nodes_ = 0;
    share_ = 1;
    all_shares_ = shares_done_ = 0;
    begin(&Scan::search<0, true, true>);
  }
  /// The sum of the shares of all parts: less than 1, for some boards of the top have no child.
  double all_shares() const { return all_shares_; }
  double shares_done() const { return shares_done_; }
  std::uint64_t parts() const { return number_; }
  /// The nodes above them.
  std::uint64_t top_nodes() const { return top_nodes_; }

  /// The parts that this thread is given, all of which together are the share `all_shares`.
  Outcome run_parts(std::size_t depth, Parts& parts, double all_shares) {
    parts_ = &parts;
    part_ = parts.claim();
    scale_ = 1 / all_shares;
    find_parts(depth);
    count_rest();
    return outcome_;
  }

 private:
  using Search = void (Scan::*)(int, Window, Remaining, std::size_t);

  // The inner loop is worth a version for each shape of the tables.
  static Search search_for(const Tables& tables) {
    if constexpr (W == 1 && M == 1) {
      static constexpr auto searches = []<int... C>(std::integer_sequence<int, C...>) {
        return std::array<std::array<Search, 2>, sizeof...(C)>{{{&Scan::search<C, false>, &Scan::search<C, true>}...}};
      }(std::make_integer_sequence<int, 9>());
      return searches[tables.chunk_count()][tables.counts_pieces() ? 1 : 0];
    } else {
      return &Scan::search<0, true>;
    }
  }

  void begin(Search version, const ScanState::Path* from = nullptr) {
    from_ = from;
    int position = 0;
    Window window;
    tables_.begin(position, window);
    (this->*version)(position, window, tables_.start(), 0);
  }

  void count_rest() {
    control_.add_nodes(nodes_ - counted_);
    control_.add_found(found_ - found_counted_);
  }

  // What may be placed at an undecided position, and whether a hole may be there.
  Mask choices(int position, const Window& window, const Remaining& remaining, bool& hole) const {
    Remaining after = remaining;
    hole = tables_.has_holes() && tables_.take_hole(position, after);
    return tables_.fitting(position, window) & tables_.available(position, remaining);
  }

  // Goes on after the boards that came before `from_`, from a board that is on its way.
  void go_on(int position, Window window, Remaining remaining, std::size_t depth) {
    for (;; tables_.advance(position, window)) {
      if (depth == from_->steps.size() && position == from_->position) {
        (this->*search_)(position, window, remaining, depth);
        return;
      }
      const int target = depth < from_->steps.size() ? from_->steps[depth].position : from_->position;
      if (position > target || position >= tables_.positions()) throw BrokenCheckpoint();
      bool hole = false;
      Mask items = choices(position, window, remaining, hole);
      if (position == target) {
        const int before = from_->steps[depth].item;
        bool is_first = true;
        for (int item = items.first(); item >= 0; item = items.first()) {
          items.reset(item);
          if (item < before) continue;
          if (is_first && item != before) break;
          int next = position;
          Window filled = window | tables_.cells(position, item);
          tables_.advance(next, filled);
          path_[depth] = {position, item};
          (this->*(is_first ? &Scan::go_on : search_))(
              next, filled, Tables::minus(remaining, tables_.cost(position, item)), depth + 1);
          is_first = false;
          if (outcome_ != Outcome::complete) return;
        }
        if (is_first) throw BrokenCheckpoint();
        if (!hole) return;
        tables_.take_hole(position, remaining);
        window.set(0);
        tables_.advance(position, window);
        (this->*search_)(position, window, remaining, depth);
        return;
      }
      if (!hole) throw BrokenCheckpoint();
      tables_.take_hole(position, remaining);
      window.set(0);
    }
  }

  // The share of this part that is done when the search is at a board, after Knuth ("Estimating the efficiency of
  // backtrack programs", 1975): of a board's children, each is taken to be as much work as the others.
  double share_at(int position, std::size_t depth) const {
    double done = 0, weight = 1, done_at_root = 0, root = 1;
    bool in_part = parts_ == nullptr;
    int at = 0;
    Window window;
    tables_.begin(at, window);
    Remaining remaining = tables_.start();
    for (std::size_t d = 0;; tables_.advance(at, window)) {
      if (!in_part && d == split_depth_) {
        in_part = true;
        done_at_root = done;
        root = weight;
      }
      if (at >= position && d == depth) break;
      bool hole = false;
      Mask items = choices(at, window, remaining, hole);
      double before = items.count();
      weight /= std::max(1., before + (hole ? 1 : 0));
      if (d < depth && at == path_[d].position) {
        const int item = path_[d++].item;
        for (before = 0; items.first() != item; ++before) items.reset(items.first());
        window = window | tables_.cells(at, item);
        remaining = Tables::minus(remaining, tables_.cost(at, item));
      } else {
        tables_.take_hole(at, remaining);
        window.set(0);
      }
      done += before * weight;
    }
    return (done - done_at_root) / root;
  }

  // The position is undecided, or the end. `Top`: only to the roots of the parts.
  template <int Chunks, bool Counted, bool Top = false>
  void search(int position, Window window, Remaining remaining, std::size_t depth) {
    [[maybe_unused]] double before_children = 1;
    for (;;) {
      if constexpr (Top) {
        if (depth == split_depth_ || position >= tables_.positions()) {
          search_part(position, window, remaining, depth);
          return;
        }
        ++top_nodes_;
        before_children = share_;
      } else {
        if (position >= tables_.positions()) {
          finish(remaining, depth);
          return;
        }
        if (++nodes_ - counted_ == nodes_between_checks_ && !check(position, depth)) return;
      }
      Mask items = tables_.template fitting<Chunks>(position, window);
      if constexpr (Counted) items &= tables_.available(position, remaining);
      if constexpr (Top) {
        Remaining after = remaining;
        const int holes = tables_.has_holes() && tables_.take_hole(position, after) ? 1 : 0;
        before_children /= std::max(1, items.count() + holes);
        share_ = before_children;
      }
      for (int item = items.first(); item >= 0; item = items.first()) {
        items.reset(item);
        int next = position;
        Window filled = window | tables_.cells(position, item);
        tables_.advance(next, filled);
        path_[depth] = {position, item};
        search<Chunks, Counted, Top>(
            next, filled, Counted ? Tables::minus(remaining, tables_.cost(position, item)) : remaining, depth + 1);
        if (outcome_ != Outcome::complete) return;
        if constexpr (Top) share_ = before_children;
      }
      if (!tables_.has_holes() || !tables_.take_hole(position, remaining)) return;
      window.set(0);
      tables_.advance(position, window);
    }
  }

  void search_part(int position, const Window& window, const Remaining& remaining, std::size_t depth) {
    const std::uint64_t number = number_++;
    if (parts_ == nullptr) {
      all_shares_ += share_;
      if (from_state_ == nullptr) return;
      const auto before = from_state_->parts.find(number);
      if (number < from_state_->joined || (before != from_state_->parts.end() && !before->second.at))
        shares_done_ += share_;
      return;
    }
    if (number != part_.number) return;
    listener_ = part_.listener.get();
    part_share_ = share_ * scale_;
    share_counted_ = 0;
    from_ = part_.from;
    (this->*(from_ == nullptr ? search_ : &Scan::go_on))(position, window, remaining, depth);
    control_.add_share(part_share_ - share_counted_);
    if (outcome_ == Outcome::stopped)
      parts_->stop(std::move(part_), std::move(stopped_at_));
    else
      parts_->finish(std::move(part_), outcome_ == Outcome::enough);
    if (outcome_ == Outcome::complete) part_ = parts_->claim();
  }

  [[gnu::noinline]] void finish(const Remaining& remaining, std::size_t depth) {
    if (!tables_.accepts(remaining)) return;
    ++found_;
    if (!listener_->found(placements(depth))) outcome_ = Outcome::enough;
  }

  std::span<const IndexedPlacement> placements(std::size_t depth) {
    placements_.clear();
    for (std::size_t i = 0; i < depth; ++i) placements_.push_back(tables_.placement(path_[i].position, path_[i].item));
    return placements_;
  }

  [[gnu::noinline]] bool check(int position, std::size_t depth) {
    control_.add_found(found_ - found_counted_);
    found_counted_ = found_;
    if (control_.add_nodes(nodes_ - counted_)) {
      const double share = part_share_ * share_at(position, depth);
      control_.add_share(share - share_counted_);
      share_counted_ = share;
      control_.report(placements(depth));
    }
    counted_ = nodes_;
    if (control_.stopped()) {
      outcome_ = Outcome::stopped;
      stopped_at_ = {{path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth)}, position};
      --nodes_;  // it will be visited again
    } else if (node_limit_ != 0 && nodes_ >= node_limit_) {
      outcome_ = Outcome::too_large;
    } else if (parts_ != nullptr && !parts_->is_wanted(part_.number)) {
      outcome_ = Outcome::enough;
    }
    return outcome_ == Outcome::complete;
  }

  const Tables& tables_;
  std::uint64_t node_limit_;
  Control& control_;
  std::uint64_t nodes_between_checks_;
  Search search_;
  Listener* listener_ = nullptr;
  Outcome outcome_ = Outcome::complete;
  std::uint64_t nodes_ = 0, counted_ = 0, found_ = 0, found_counted_ = 0;
  std::vector<ScanState::Step> path_;
  std::vector<IndexedPlacement> placements_;
  Parts* parts_ = nullptr;
  Parts::Part part_{};
  std::uint64_t number_ = 0, top_nodes_ = 0;
  std::size_t split_depth_ = 0;
  // Where it goes on, and where it was stopped.
  const ScanState* from_state_ = nullptr;
  const ScanState::Path* from_ = nullptr;
  ScanState::Path stopped_at_;
  // Shares of the search: of the board at work above the parts, of all parts, of those that were done before; of the
  // part at work, and how much of that has been counted.
  double share_ = 1, all_shares_ = 0, shares_done_ = 0, scale_ = 1, part_share_ = 1, share_counted_ = 0;
};

template <int W, int L, int M>
Outcome run_with(const Sweep<W, L, M>& tables, int jobs, std::uint64_t node_limit, Control& control, Listener& listener,
                 const ScanState* from, ScanState& stopped_at) {
  using Search = Scan<W, L, M>;
  if (from != nullptr) read_text(listener, from->found);
  // A limit of nodes shared by threads would make the result depend on thread timing.
  if (from != nullptr ? from->depth == 0 : jobs == 1 || node_limit != 0) {
    ScanState::Path at;
    if (from != nullptr && (from->parts.size() != 1 || !from->parts.begin()->second.at)) throw BrokenCheckpoint();
    const Outcome outcome = Search(tables, node_limit, control)
                                .run(listener, from == nullptr ? nullptr : &*from->parts.begin()->second.at, at);
    if (outcome == Outcome::stopped) {
      stopped_at = {.depth = 0, .joined = 0, .found = text_of(listener), .parts = {}};
      stopped_at.parts[0].at = std::move(at);
    }
    return outcome;
  }

  std::size_t depth = 0;
  Search top(tables, 0, control);
  if (from != nullptr) {
    depth = from->depth;
    top.find_parts(depth, from);
    control.set_share(top.shares_done() / top.all_shares());
  } else {
    do top.find_parts(++depth);
    while (top.parts() != 0 && top.parts() < parts_per_thread * static_cast<std::uint64_t>(jobs) &&
           depth < deepest_split);
    control.add_nodes(top.top_nodes());
  }
  Parts parts(listener, from);
  std::vector<Outcome> outcomes(static_cast<std::size_t>(jobs));
  for_each_parallel(jobs, jobs,
                    [&](int i) { outcomes[i] = Search(tables, 0, control).run_parts(depth, parts, top.all_shares()); });
  const bool is_stopped = std::find(outcomes.begin(), outcomes.end(), Outcome::stopped) != outcomes.end();
  if (is_stopped) {
    stopped_at.depth = depth;
    parts.save(stopped_at);
  }
  if (parts.close()) return Outcome::enough;
  return is_stopped ? Outcome::stopped : Outcome::complete;
}

}  // namespace

void ScanState::write(std::ostream& out) const {
  out << "parts " << depth << ' ' << joined << ' ' << parts.size() << '\n';
  out << "found " << found.size() << '\n' << found;
  for (const auto& [number, part] : parts) {
    out << "part " << number << ' ' << (part.at ? "stopped" : "done");
    if (part.at) {
      out << ' ' << part.at->position << ' ' << part.at->steps.size();
      for (const Step& step : part.at->steps) out << ' ' << step.position << ' ' << step.item;
    }
    out << "\nfound " << part.found.size() << '\n' << part.found;
  }
}

void ScanState::read(std::istream& in) {
  const auto word = [&](const char* expected) {
    std::string text;
    if (!(in >> text) || text != expected) throw BrokenCheckpoint();
  };
  const auto number = [&](std::uint64_t max) {
    std::uint64_t n = 0;
    if (!(in >> n) || n > max) throw BrokenCheckpoint();
    return n;
  };
  const auto text = [&] {
    word("found");
    const std::uint64_t size = number(std::uint64_t{1} << 40);
    in.get();
    std::string out;
    std::string chunk;
    while (out.size() < size) {  // a wrong size must not take the memory
      chunk.resize(std::min<std::uint64_t>(size - out.size(), 1 << 20));
      if (!in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) throw BrokenCheckpoint();
      out += chunk;
    }
    return out;
  };
  constexpr std::uint64_t most = max_board_side * (max_board_side + 1), any = std::uint64_t{1} << 62;
  word("parts");
  depth = number(deepest_split);
  joined = number(any);
  const std::uint64_t count = number(any);
  found = text();
  for (std::uint64_t i = 0; i < count; ++i) {
    word("part");
    Part& part = parts[number(any)];
    std::string how;
    in >> how;
    if (how == "stopped") {
      Path path;
      path.position = static_cast<int>(number(most));
      path.steps.resize(number(most));
      for (Step& step : path.steps) step = {static_cast<int>(number(most)), static_cast<int>(number(most))};
      part.at = std::move(path);
    } else if (how != "done") {
      throw BrokenCheckpoint();
    }
    part.found = text();
  }
}

Outcome scan(const SweepInput& input, int jobs, std::uint64_t node_limit, Control& control, Listener& listener,
             const ScanState* from, ScanState& stopped_at) {
  return with_tables(input, [&](const auto& tables) {
    return run_with(tables, jobs, node_limit, control, listener, from, stopped_at);
  });
}

}  // namespace pentocity::packing
