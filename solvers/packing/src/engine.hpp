#pragma once
// What the two search engines have in common: how they report solutions, and how they are stopped.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>

#include "pentocity/packing/solve.hpp"
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
  /// What it has received, as lines of text, for a checkpoint; and the opposite, for an empty listener. read() throws
  /// BrokenCheckpoint.
  virtual void write(std::ostream& out) const = 0;
  virtual void read(std::istream& in) = 0;
};

/// Counts nodes, and passes on requests to stop and reports of progress. Shared by all threads of a search.
class Control {
 public:
  using Clock = std::chrono::steady_clock;
  /// When to report: after so many nodes, or so many seconds; 0: never.
  struct Every {
    std::uint64_t nodes = 0;
    double seconds = 0;
    /// What the options of a search say; never if there is no progress to be reported to.
    template <class Options>
    static Every of(const Options& o) {
      return o.progress ? Every{o.progress_every, o.progress_seconds} : Every{};
    }
  };

  Control(const std::atomic<bool>* stop, Every every, std::function<void(std::span<const IndexedPlacement>)> report)
      : stop_(stop), every_(every), report_(std::move(report)), due_(in(every.seconds)) {}

  /// Tells whether the search has been asked to stop.
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t found() const { return found_.load(std::memory_order_relaxed); }
  /// The share of the search that is done, from 0 to 1.
  double share() const { return share_.load(std::memory_order_relaxed); }
  /// How many nodes a thread may visit before it calls add_nodes() and stopped() again.
  std::uint64_t nodes_between_checks() const {
    return every_.nodes == 0 ? 4096 : std::min<std::uint64_t>(every_.nodes, 4096);
  }
  /// Another engine begins, with so much done.
  void begin(std::uint64_t found = 0) {
    found_ = found;
    share_ = 0;
    stage(0, 1);
  }
  /// A sweep begins that is this part of the search.
  void stage(double from, double to) {
    stage_from_ = from;
    stage_to_ = to;
  }
  /// Counts solutions that were found.
  void add_found(std::uint64_t n) { found_.fetch_add(n, std::memory_order_relaxed); }
  /// Adds to the share that is done.
  void add_share(double share) {
    // Some standard libraries cannot add to an atomic floating-point number.
    for (double before = share_.load(); !share_.compare_exchange_weak(before, before + share);) {
    }
  }
  /// Sets the share of the present stage that is done. For engines with one thread, and before threads begin.
  void set_share(double share) {
    share_.store(stage_from_ + (stage_to_ - stage_from_) * share, std::memory_order_relaxed);
  }
  /// Counts nodes. Returns true if a report is due; then call report().
  bool add_nodes(std::uint64_t n) {
    const std::uint64_t before = nodes_.fetch_add(n, std::memory_order_relaxed);
    if (every_.nodes != 0) return before / every_.nodes != (before + n) / every_.nodes;
    if (every_.seconds == 0) return false;
    Clock::time_point due = due_.load(std::memory_order_relaxed);
    return Clock::now() >= due && due_.compare_exchange_strong(due, in(every_.seconds));
  }
  /// Reports the progress, with a board of the search; engines without a present board give none.
  void report(std::span<const IndexedPlacement> board) { report_(board); }

 private:
  static Clock::time_point in(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  const std::atomic<bool>* stop_;
  Every every_;
  std::function<void(std::span<const IndexedPlacement>)> report_;  ///< may be called by several threads
  std::atomic<Clock::time_point> due_;
  std::atomic<std::uint64_t> nodes_{0}, found_{0};
  std::atomic<double> share_{0};
  double stage_from_ = 0, stage_to_ = 1;
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
