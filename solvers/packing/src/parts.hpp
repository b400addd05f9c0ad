#pragma once
// The parts of a depth-first search, which threads share, and which are kept when the search is stopped.
//
// 1. The top of the tree is walked down to some depth: the boards there are the roots of parts, so many that the
//    largest are small beside the whole. One thread alone has one part, the whole tree.
// 2. Each thread claims one part after the other (Parts) and searches it.
// 3. What the parts find is joined in their order, so that the result does not depend on the threads. As soon as no
//    more is wanted, parts behind that are given up.
// 4. Every few thousand nodes a thread looks whether it is to stop, and says how much of its part is done (ThreadWork).
// 5. A search that is stopped is kept as the paths to the boards that its threads had come to (SearchState).

#include <atomic>
#include <istream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "pentocity/core/parallel.hpp"

namespace pentocity::packing {

/// A board of the search: the tiles that were placed, and, for `scan`, the first undecided position.
struct SearchPath {
  std::vector<PlacedTile> tiles;
  int position = 0;
};

/// Reads the words and numbers of a kept search.
struct StateReader {
  std::istream& in;

  std::string word() {
    std::string out;
    in >> out;
    return out;
  }
  void expect(const char* expected) {
    if (word() != expected) throw BrokenCheckpoint();
  }
  template <class Number>
  Number number(Number max) {
    Number n{};
    if (!(in >> n) || n < 0 || n > max) throw BrokenCheckpoint();
    return n;
  }
  std::string found() {
    expect("found");
    const auto size = number(std::uint64_t{1} << 40);
    in.get();
    std::string out, chunk;
    while (out.size() < size) {  // a wrong size must not take the memory
      chunk.resize(std::min<std::uint64_t>(size - out.size(), 1 << 20));
      if (!in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) throw BrokenCheckpoint();
      out += chunk;
    }
    return out;
  }
};

/// Where a search was stopped, so that it can go on.
struct SearchState {
  static constexpr std::size_t max_depth = 12;
  struct Part {
    std::optional<SearchPath> at;  ///< where it was stopped; none: it was searched
    std::string found;             ///< what its listener had received
  };
  /// The number of pieces on the boards with which the parts begin, up to max_depth; 0: the whole search is one part.
  std::size_t depth = 0;
  std::uint64_t joined = 0;             ///< so many parts, from the first, are in `found`
  std::string found;                    ///< what the listener had received
  std::map<std::uint64_t, Part> parts;  ///< by number: those after them that were begun

  void write(std::ostream& out) const {
    out << "parts " << depth << ' ' << joined << ' ' << parts.size() << '\n';
    out << "found " << found.size() << '\n' << found;
    for (const auto& [number, part] : parts) {
      out << "part " << number << ' ' << (part.at ? "stopped" : "done");
      if (part.at) {
        out << ' ' << part.at->position << ' ' << part.at->tiles.size();
        for (const PlacedTile& placed : part.at->tiles) out << ' ' << placed.position << ' ' << placed.tile;
      }
      out << "\nfound " << part.found.size() << '\n' << part.found;
    }
  }
  /// Throws BrokenCheckpoint.
  void read(std::istream& in) {
    constexpr int most = 4 * max_board_cells;  // a guard beside each cell, and as many beside each row
    constexpr std::uint64_t any = std::uint64_t{1} << 62;
    StateReader from{in};
    from.expect("parts");
    depth = from.number(max_depth);
    joined = from.number(any);
    const std::uint64_t count = from.number(any);
    found = from.found();
    for (std::uint64_t i = 0; i < count; ++i) {
      from.expect("part");
      Part& part = parts[from.number(any)];
      const std::string how = from.word();
      if (how == "stopped") {
        SearchPath& path = part.at.emplace();
        path.position = from.number(most);
        path.tiles.resize(from.number<std::size_t>(most));
        for (PlacedTile& placed : path.tiles) placed = {from.number(most), from.number(most)};
      } else if (how != "done") {
        throw BrokenCheckpoint();
      }
      part.found = from.found();
    }
  }
  /// Tells whether this part was searched to its end.
  bool is_done(std::uint64_t number) const {
    const auto part = parts.find(number);
    return number < joined || (part != parts.end() && !part->second.at);
  }
};

/// Subtrees of a search, numbered in order, of which each thread takes one after the other.
class Parts {
 public:
  struct Part {
    std::uint64_t number;
    std::unique_ptr<Listener> listener;
    const SearchPath* from = nullptr;  ///< where it was stopped before, if it was begun
  };

  /// @param whole receives what the parts find; so far nothing
  /// @param from where the search was stopped; it must outlive the parts
  Parts(Listener& whole, const SearchState& from)
      : whole_(whole), from_(from), next_(from.joined), joined_(from.joined) {
    whole.read(from.found);
    for (const auto& [number, part] : from.parts) {
      if (part.at) continue;
      auto& listener = ended_[number].listener = whole.part();
      listener->read(part.found);
    }
  }

  /// The next part that no thread has begun; its number can be beyond the last part.
  Part claim() {
    std::uint64_t number = next_.fetch_add(1);
    while (from_.is_done(number)) number = next_.fetch_add(1);
    Part out{number, whole_.part()};
    if (const auto before = from_.parts.find(number); before != from_.parts.end()) {
      out.listener->read(before->second.found);
      out.from = &*before->second.at;
    }
    return out;
  }
  /// Tells whether the solutions of this part may still be wanted.
  bool is_wanted(std::uint64_t number) const { return number <= last_wanted_.load(std::memory_order_relaxed); }
  /// It is searched as far as is wanted, or the search was stopped within it. Parts are joined in order.
  void end(Part part, bool has_enough, std::optional<SearchPath> stopped_at) {
    const std::scoped_lock lock(mutex_);
    if (has_enough) want_none_after(part.number);
    ended_[part.number] = {std::move(part.listener), std::move(stopped_at)};
    for (; !ended_.empty() && ended_.begin()->first == joined_ && !ended_.begin()->second.at; ++joined_) join_first();
  }
  /// How far the search is, after all threads have ended.
  SearchState state() const {
    SearchState out{.depth = from_.depth, .joined = joined_, .found = whole_.received(), .parts = {}};
    for (const auto& [number, part] : ended_) out.parts[number] = {part.at, part.listener->received()};
    return out;
  }
  /// Joins what was found when the search ended early; are no more solutions wanted?
  bool close() {
    while (!ended_.empty()) join_first();
    return enough_;
  }

 private:
  struct Ended {
    std::unique_ptr<Listener> listener;
    std::optional<SearchPath> at;  // where it was stopped; none: it was searched
  };

  void join_first() {
    const auto first = ended_.begin();
    if (!enough_ && !whole_.join(*first->second.listener)) {
      enough_ = true;
      want_none_after(first->first);
    }
    ended_.erase(first);
  }
  void want_none_after(std::uint64_t number) { last_wanted_ = std::min(last_wanted_.load(), number); }

  Listener& whole_;
  const SearchState& from_;
  std::atomic<std::uint64_t> next_;
  std::atomic<std::uint64_t> last_wanted_{std::numeric_limits<std::uint64_t>::max()};
  std::mutex mutex_;
  std::map<std::uint64_t, Ended> ended_;  // those that are not joined yet
  std::uint64_t joined_;
  bool enough_ = false;
};

/// What a thread has done, and how much of that the control knows.
struct ThreadWork {
  Control& control;
  std::uint64_t max_nodes;  ///< see Effort
  std::uint64_t between_checks = control.nodes_between_checks();
  std::uint64_t nodes = 0, nodes_known = 0, found = 0, found_known = 0;
  double share_known = 0;  // of the part at work

  /// Counts a node. Returns true from time to time: then the thread is to hand its work over, and to check().
  bool count_node() { return ++nodes - nodes_known == between_checks; }
  /// Tells the control of the work. Returns true if a report is due.
  bool hand_over() {
    control.add_found(found - std::exchange(found_known, found));
    return control.add_nodes(nodes - std::exchange(nodes_known, nodes));
  }
  /// Tells the control that so much of the whole search is done in the part at work.
  void set_share(double share) { control.add_share(share - std::exchange(share_known, share)); }
  /// How the search of this part goes on: Outcome::complete if it does.
  /// @param is_over it may go on no longer
  Outcome check(const Parts& parts, std::uint64_t part, bool is_over = false) {
    const bool stopped = control.stopped();
    if (stopped || is_over || (max_nodes != 0 && nodes >= max_nodes)) {
      --nodes;  // the last one will be visited again
      return stopped ? Outcome::stopped : Outcome::too_large;
    }
    return parts.is_wanted(part) ? Outcome::complete : Outcome::enough;
  }
};

/// Searches a tree in parts. `top_of(depth)` returns the top of the tree down to that depth: its `roots`, each with its
/// `share` of the whole tree, and how many `nodes` are above them. `search(thread, roots, sum of shares, parts)` is the
/// work of a thread; they are numbered from 0.
template <class TopOf, class Search>
Outcome search_in_parts(const Effort& effort, Control& control, Listener& listener, TopOf&& top_of, Search&& search) {
  constexpr std::size_t parts_per_thread = 500;
  SearchState from;
  // A limit shared by threads would make the result depend on their timing.
  int threads = effort.max_nodes == 0 && effort.max_nanoseconds == 0 ? effort.jobs : 1;
  if (effort.from != nullptr) {
    from.read(*effort.from);
    if (from.depth == 0) threads = 1;
  }
  std::optional top(top_of(from.depth));
  if (effort.from == nullptr && threads > 1) do
      top.emplace(top_of(++from.depth));
    while (!top->roots.empty() && top->roots.size() < parts_per_thread * threads &&
           from.depth < SearchState::max_depth);
  if (effort.from == nullptr) control.add_nodes(top->nodes);
  double all_shares = 0, shares_done = 0;  // not 1 in all, for some boards of the top have no child
  for (std::size_t i = 0; i < top->roots.size(); ++i) {
    all_shares += top->roots[i].share;
    if (from.is_done(i)) shares_done += top->roots[i].share;
  }
  if (effort.from != nullptr) control.set_share(shares_done / all_shares);

  Parts parts(listener, from);
  std::vector<Outcome> outcomes(threads);
  for_each_parallel(threads, threads, [&](int i) { outcomes[i] = search(i, top->roots, all_shares, parts); });
  const auto any_is = [&](Outcome outcome) {
    return std::find(outcomes.begin(), outcomes.end(), outcome) != outcomes.end();
  };
  const bool stopped = any_is(Outcome::stopped), too_large = any_is(Outcome::too_large);
  if ((stopped || too_large) && effort.stopped_at != nullptr) parts.state().write(*effort.stopped_at);
  if (too_large) return Outcome::too_large;
  if (parts.close()) return Outcome::enough;
  return stopped ? Outcome::stopped : Outcome::complete;
}

}  // namespace pentocity::packing
