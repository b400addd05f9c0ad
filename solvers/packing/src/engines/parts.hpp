#pragma once
// The parts of a depth-first search, which threads share, and which are kept when the search is stopped.
//
// 1. The top of the tree is walked down to some depth: the boards there are the roots of parts, so many that the
//    largest are small beside the whole. One thread alone has one part, the whole tree.
// 2. Each thread claims one part after the other (Parts) and searches it.
// 3. What the parts find is joined in their order, so that the result does not depend on the threads. As soon as no
//    more is wanted, parts behind that are given up.
// 4. Every few thousand nodes a thread looks whether it is to stop, and says how much of its part is done (PartSearch).
// 5. A search that is stopped is kept as the paths to the boards that its threads had come to (Parts::write()).

#include <algorithm>
#include <atomic>
#include <istream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engines/engine.hpp"
#include "pentocity/core/parallel.hpp"

namespace pentocity::packing {

/// A board of the search: the tiles that were placed, and, for `scan`, the first undecided position.
struct SearchPath {
  std::vector<PlacedTile> tiles;
  int position = 0;
};

/// The subtrees of a search, numbered in order, of which each thread takes one after the other; and where it was
/// stopped, so that it can go on.
class Parts {
 public:
  static constexpr std::size_t max_depth = 12;
  struct Part {
    std::unique_ptr<Listener> listener;
    std::optional<SearchPath> at;  ///< where it was stopped; none: it is to be begun, or was searched
  };

  /// @param whole receives what the parts find; so far nothing
  explicit Parts(Listener& whole) : whole_(whole) {}

  /// What write() wrote, before the first claim(). Throws BrokenCheckpoint.
  void read(std::istream& in) {
    constexpr int most = 4 * max_board_cells;  // a guard beside each cell, and as many beside each row
    constexpr std::uint64_t any = std::uint64_t{1} << 62;
    expect(in, "parts");
    depth = number(in, max_depth);
    next_ = joined_ = number(in, any);
    const std::uint64_t count = number(in, any);
    read_found(in, whole_);
    for (std::uint64_t i = 0; i < count; ++i) {
      expect(in, "part");
      auto& [listener, at] = parts_[number(in, any)];
      if (const std::string how = word(in); how == "stopped") {
        at.emplace().position = number(in, most);
        at->tiles.resize(number<std::size_t>(in, most));
        for (PlacedTile& placed : at->tiles) placed = {number(in, most), number(in, most)};
      } else if (how != "done") {
        throw BrokenCheckpoint();
      }
      listener = whole_.part();
      read_found(in, *listener);
    }
  }
  /// How far the search is, after all threads have ended.
  void write(std::ostream& out) const {
    out << "parts " << depth << ' ' << joined_ << ' ' << parts_.size() << '\n';
    write_found(out, whole_);
    for (const auto& [number, part] : parts_) {
      out << "part " << number << ' ' << (part.at ? "stopped" : "done");
      if (part.at) {
        out << ' ' << part.at->position << ' ' << part.at->tiles.size();
        for (const PlacedTile& placed : part.at->tiles) out << ' ' << placed.position << ' ' << placed.tile;
      }
      out << '\n';
      write_found(out, *part.listener);
    }
  }
  /// Tells whether this part was searched to its end.
  bool is_done(std::uint64_t number) const {
    const auto part = parts_.find(number);
    return number < joined_ || (part != parts_.end() && !part->second.at);
  }

  /// The next part that no thread has begun, if there are so many in all.
  std::optional<std::pair<std::uint64_t, Part>> claim(std::uint64_t count) {
    const std::scoped_lock lock(mutex_);
    while (is_done(next_)) ++next_;
    if (next_ >= count) return {};
    auto begun = parts_.extract(next_);
    return std::pair(next_++, begun ? std::move(begun.mapped()) : Part{whole_.part(), {}});
  }
  /// Tells whether the solutions of this part may still be wanted.
  bool is_wanted(std::uint64_t number) const { return number <= last_wanted_.load(std::memory_order_relaxed); }
  /// It is searched as far as is wanted, or the search was stopped within it. Parts are joined in order.
  void end(std::uint64_t number, Part part, bool has_enough) {
    const std::scoped_lock lock(mutex_);
    if (has_enough) want_none_after(number);
    parts_[number] = std::move(part);
    for (; !parts_.empty() && parts_.begin()->first == joined_ && !parts_.begin()->second.at; ++joined_) join_first();
  }
  /// Joins what was found when the search ended early; are no more solutions wanted?
  bool close() {
    while (!parts_.empty()) join_first();
    return enough_;
  }

  /// The number of decisions above the boards with which the parts begin, up to max_depth; 0: the whole search is one
  /// part.
  std::size_t depth = 0;

 private:
  void join_first() {
    const auto first = parts_.begin();
    if (!enough_ && !whole_.join(*first->second.listener)) {
      enough_ = true;
      want_none_after(first->first);
    }
    parts_.erase(first);
  }
  void want_none_after(std::uint64_t number) { last_wanted_ = std::min(last_wanted_.load(), number); }

  // The words and numbers of a kept search, and what a listener had received.
  static std::string word(std::istream& in) {
    std::string out;
    in >> out;
    return out;
  }
  static void expect(std::istream& in, const char* expected) {
    if (word(in) != expected) throw BrokenCheckpoint();
  }
  template <class Number>
  static Number number(std::istream& in, Number max) {
    Number n{};
    if (!(in >> n) || n < 0 || n > max) throw BrokenCheckpoint();
    return n;
  }
  static void read_found(std::istream& in, Listener& listener) {
    expect(in, "found");
    const auto size = number(in, std::uint64_t{1} << 40);
    in.get();
    std::string found, chunk;
    while (found.size() < size) {  // a wrong size must not take the memory
      chunk.resize(std::min<std::uint64_t>(size - found.size(), 1 << 20));
      if (!in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) throw BrokenCheckpoint();
      found += chunk;
    }
    listener.read(found);
  }
  static void write_found(std::ostream& out, const Listener& listener) {
    const std::string found = listener.received();
    out << "found " << found.size() << '\n' << found;
  }

  Listener& whole_;
  std::atomic<std::uint64_t> last_wanted_{std::numeric_limits<std::uint64_t>::max()};
  std::mutex mutex_;
  std::map<std::uint64_t, Part> parts_;  // those that were stopped or searched, but not joined yet
  std::uint64_t next_ = 0, joined_ = 0;  // so many parts, from the first, are claimed or done; and are joined
  bool enough_ = false;
};

/// A board with which a part begins, and its share of the tree: of a board's children, each is taken to be as much as
/// the others.
struct Root {
  SearchPath at;
  double share = 1;
};
/// The roots of the parts, in their order, and how many nodes are above them.
struct Top {
  std::vector<Root> roots;
  std::uint64_t nodes = 0;
};

/// The search of a thread, of one part after the other.
class PartSearch {
 public:
  /// @param most_between_checks how many nodes may be visited until it is asked whether to go on
  PartSearch(const Effort& effort, Control& control, std::uint64_t most_between_checks)
      : effort_(effort),
        control_(control),
        between_checks_(std::min(control.nodes_between_checks(), most_between_checks)) {}
  PartSearch(const PartSearch&) = delete;
  PartSearch& operator=(const PartSearch&) = delete;
  virtual ~PartSearch() = default;

  /// Searches parts as long as there are any. Throws BrokenCheckpoint if one was not stopped below its root.
  Outcome run(const std::vector<Root>& roots, double all_shares, Parts& parts) {
    parts_ = &parts;
    while (goes_on()) {
      auto part = parts.claim(roots.size());
      if (!part) break;
      std::tie(number_, part_) = std::move(*part);
      const auto& [root, share] = roots[number_];
      way_ = part_.at ? *std::exchange(part_.at, {}) : root;
      root_depth_ = root.tiles.size();
      if (way_.tiles.size() < root_depth_ || !std::equal(root.tiles.begin(), root.tiles.end(), way_.tiles.begin()))
        throw BrokenCheckpoint();
      share_ = share / all_shares;
      share_known_ = 0;
      search();
      set_share(1);
      parts.end(number_, std::move(part_), outcome_ == Outcome::enough);
    }
    hand_over();
    return outcome_;
  }
  /// What it took so far, by the account of the tree's estimate.
  virtual double nanoseconds() const = 0;

 protected:
  /// Searches what lies below the root of a part, from the board at the end of way() on, to which it goes from the
  /// first board of the tree. Throws BrokenCheckpoint if there is no such board.
  virtual void search() = 0;
  /// The present board; what was placed on it; and the share of the part that lies before it.
  virtual SearchPath board() const = 0;
  virtual std::vector<PlacedTile> placements() const = 0;
  virtual double share_before() const = 0;

  /// How many tiles were placed at the root of the part.
  std::size_t root_depth() const { return root_depth_; }
  const SearchPath& way() const { return way_; }
  bool goes_on() const { return outcome_ == Outcome::complete; }
  std::uint64_t nodes() const { return nodes_; }
  /// Counts a node. Returns true from time to time: then check() is to be called.
  bool count_node() { return ++nodes_ - nodes_known_ == between_checks_; }
  /// Returns false if the search is to end at the present board.
  bool check() {
    if (hand_over()) {
      set_share(share_before());
      control_.report(placements());
    }
    const bool stopped = control_.stopped();
    if (stopped || (effort_.max_nodes != 0 && nodes_ >= effort_.max_nodes) ||
        (effort_.max_nanoseconds > 0 && nanoseconds() >= effort_.max_nanoseconds)) {
      --nodes_;  // the present one will be visited again
      outcome_ = stopped ? Outcome::stopped : Outcome::gave_up;
      part_.at = board();
    } else if (!parts_->is_wanted(number_)) {
      outcome_ = Outcome::enough;
    }
    return goes_on();
  }
  /// The present board is a solution.
  void found() {
    ++found_;
    if (!part_.listener->found(placements())) outcome_ = Outcome::enough;
  }

 private:
  // Tells the control of the work. Returns true if a report is due.
  bool hand_over() {
    control_.add_found(found_ - std::exchange(found_known_, found_));
    return control_.add_nodes(nodes_ - std::exchange(nodes_known_, nodes_));
  }
  // Tells the control that so much of the part is done.
  void set_share(double done) { control_.add_share(share_ * done - std::exchange(share_known_, share_ * done)); }

  const Effort& effort_;
  Control& control_;
  std::uint64_t between_checks_;
  std::uint64_t nodes_ = 0, nodes_known_ = 0, found_ = 0, found_known_ = 0;
  Outcome outcome_ = Outcome::complete;
  Parts* parts_ = nullptr;
  // The part at work: its share of the whole, and what the control knows of that.
  std::uint64_t number_ = 0;
  Parts::Part part_;
  SearchPath way_;
  std::size_t root_depth_ = 0;
  double share_ = 1, share_known_ = 0;
};

/// A tree that is searched in parts.
class TreeOfParts : public SearchTree {
 public:
  Outcome list(const Effort& effort, Control& control, Listener& listener) override {
    const bool is_new = effort.from == nullptr;
    Parts parts(listener);
    if (!is_new) parts.read(*effort.from);
    // A limit shared by threads would make the result depend on their timing.
    const int jobs = effort.max_nodes == 0 && effort.max_nanoseconds == 0 ? effort.jobs : 1;
    const Top all = is_new && jobs > 1 ? top_for(jobs, parts.depth) : top(parts.depth);
    const int threads = std::max(1, std::min(jobs, static_cast<int>(all.roots.size())));
    double all_shares = 0, shares_done = 0;  // not 1 in all, for some boards of the top have no child
    for (std::size_t i = 0; i < all.roots.size(); ++i) {
      all_shares += all.roots[i].share;
      if (parts.is_done(i)) shares_done += all.roots[i].share;
    }
    if (is_new)
      control.add_nodes(all.nodes);
    else
      control.set_share(shares_done / all_shares);

    std::vector<Outcome> outcomes(threads);
    for_each_parallel(threads, threads, [&](int i) {
      const std::unique_ptr<PartSearch> search = search_of(i, effort, control);
      outcomes[i] = search->run(all.roots, all_shares, parts);
      if (effort.nanoseconds != nullptr) *effort.nanoseconds = search->nanoseconds();
    });
    const Outcome worst = *std::max_element(outcomes.begin(), outcomes.end());
    if (worst >= Outcome::stopped && effort.stopped_at != nullptr) parts.write(*effort.stopped_at);
    if (worst == Outcome::gave_up) return worst;
    if (parts.close()) return Outcome::enough;
    return worst == Outcome::stopped ? worst : Outcome::complete;
  }

 private:
  /// The top of the tree down to this depth, as it counts. At depth 0 that is one root, the whole tree.
  virtual Top top(std::size_t depth) = 0;
  /// The top with enough parts for so many threads, if there is one; sets its depth.
  Top top_for(int threads, std::size_t& depth) {
    constexpr std::size_t parts_per_thread = 500;
    Top out = top(depth);
    while (!out.roots.empty() && out.roots.size() < parts_per_thread * threads && depth < Parts::max_depth)
      out = top(++depth);
    return out;
  }
  /// The search of a thread; they are numbered from 0.
  virtual std::unique_ptr<PartSearch> search_of(int thread, const Effort& effort, Control& control) = 0;
};

}  // namespace pentocity::packing
