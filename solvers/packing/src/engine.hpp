#pragma once
// What the engines have in common: what they are asked, how they report, how they are stopped.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sweep.hpp"

namespace pentocity::packing {

/// Takes what an engine finds, in an order that does not depend on the number of threads.
class Listener {
 public:
  virtual ~Listener() = default;
  /// A solution, in order of first cell; false: no more are wanted.
  virtual bool found(std::span<const Placing> solution) = 0;
  /// An empty one of its kind, for a part of the search.
  virtual std::unique_ptr<Listener> part() const = 0;
  /// Takes over what a part() has been told, after the parts before it; false: no more are wanted.
  virtual bool join(Listener& part) = 0;
};

/// Shared by the driver and the threads of an engine.
class Control {
 public:
  Control(const std::atomic<bool>* stop, std::uint64_t progress_every,
          std::function<void(std::uint64_t, std::span<const Placing>)> progress)
      : stop_(stop), progress_every_(progress_every), progress_(std::move(progress)) {}

  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// How many nodes a thread may visit between its looks at this.
  std::uint64_t nodes_between_checks() const {
    return progress_every_ == 0 ? 4096 : std::min<std::uint64_t>(progress_every_, 4096);
  }
  /// Counts nodes; true if a report of the present board is due.
  bool add_nodes(std::uint64_t n) {
    const std::uint64_t before = nodes_.fetch_add(n, std::memory_order_relaxed);
    return progress_every_ != 0 && before / progress_every_ != (before + n) / progress_every_;
  }
  void report(std::span<const Placing> board) { progress_(nodes(), board); }

 private:
  const std::atomic<bool>* stop_;
  std::uint64_t progress_every_;
  std::function<void(std::uint64_t, std::span<const Placing>)> progress_;  ///< may be called by several threads
  std::atomic<std::uint64_t> nodes_{0};
};

enum class Outcome { complete, enough, stopped, too_large };

}  // namespace pentocity::packing
