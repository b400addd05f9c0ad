#pragma once
// What the two search engines have in common: how they report solutions, and how they are stopped.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "sweep.hpp"

namespace pentocity::packing {

/// Receives the solutions that an engine finds, in an order that does not depend on the number of threads.
class Listener {
 public:
  virtual ~Listener() = default;
  /// Takes a solution, its placements in the order of their first cells. Returns false if no more are wanted.
  virtual bool found(std::span<const IndexedPlacement> solution) = 0;
  /// A new, empty listener of the same type for a part of the search.
  virtual std::unique_ptr<Listener> part() const = 0;
  /// Takes what the listener of a part has received. Called for the parts in their order. Returns false if no more are
  /// wanted.
  virtual bool join(Listener& part) = 0;
};

/// Counts nodes, and passes on requests to stop and reports of progress. Shared by all threads of a search.
class Control {
 public:
  Control(const std::atomic<bool>* stop, std::uint64_t progress_every,
          std::function<void(std::uint64_t, std::span<const IndexedPlacement>)> progress)
      : stop_(stop), progress_every_(progress_every), progress_(std::move(progress)) {}

  /// Tells whether the search has been asked to stop.
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// How many nodes a thread may visit before it calls add_nodes() and stopped() again.
  std::uint64_t nodes_between_checks() const {
    return progress_every_ == 0 ? 4096 : std::min<std::uint64_t>(progress_every_, 4096);
  }
  /// Counts nodes. Returns true if a report is due; then call report().
  bool add_nodes(std::uint64_t n) {
    const std::uint64_t before = nodes_.fetch_add(n, std::memory_order_relaxed);
    return progress_every_ != 0 && before / progress_every_ != (before + n) / progress_every_;
  }
  void report(std::span<const IndexedPlacement> board) { progress_(nodes(), board); }

 private:
  const std::atomic<bool>* stop_;
  std::uint64_t progress_every_;
  std::function<void(std::uint64_t, std::span<const IndexedPlacement>)>
      progress_;  ///< may be called by several threads
  std::atomic<std::uint64_t> nodes_{0};
};

/// How a search ended: everything was searched; the listener wanted no more; it was stopped; or the engine cannot hold
/// the problem.
enum class Outcome { complete, enough, stopped, too_large };

/// Calls f with the smallest tables that can hold the problem. Returns what f does, or Outcome::too_large if there are
/// none.
template <class F>
Outcome with_tables(const SweepInput& input, F&& f) {
  if (Sweep<1, 1, 1>::fits(input)) return f(Sweep<1, 1, 1>(input));
  if (Sweep<1, 1, 2>::fits(input)) return f(Sweep<1, 1, 2>(input));
  if (Sweep<1, 1, 4>::fits(input)) return f(Sweep<1, 1, 4>(input));
  if (Sweep<8, 4, 16>::fits(input)) return f(Sweep<8, 4, 16>(input));
  return Outcome::too_large;
}

}  // namespace pentocity::packing
