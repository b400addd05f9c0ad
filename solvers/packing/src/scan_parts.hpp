#pragma once
// The parts of a search by `scan`, which threads share, and which are kept when the search is stopped.

#include <atomic>
#include <iosfwd>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine.hpp"

namespace pentocity::packing {

/// A board of the search: the tiles that were placed, and the first undecided position.
struct ScanPath {
  std::vector<PlacedTile> tiles;
  int position = 0;
};

/// Where a search was stopped, so that it can go on.
struct ScanState {
  static constexpr std::size_t max_depth = 12;
  struct Part {
    std::optional<ScanPath> at;  ///< where it was stopped; none: it was searched
    std::string found;           ///< what its listener had received
  };
  /// The number of pieces on the boards with which the parts begin, up to max_depth; 0: the whole search is one part.
  std::size_t depth = 0;
  std::uint64_t joined = 0;             ///< so many parts, from the first, are in `found`
  std::string found;                    ///< what the listener had received
  std::map<std::uint64_t, Part> parts;  ///< by number: those after them that were begun

  void write(std::ostream& out) const;
  /// Throws BrokenCheckpoint.
  void read(std::istream& in);
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
    const ScanPath* from = nullptr;  ///< where it was stopped before, if it was begun
  };

  /// @param whole receives what the parts find; so far nothing
  /// @param from where the search was stopped; it must outlive the parts
  Parts(Listener& whole, const ScanState& from);

  /// The next part that no thread has begun; its number can be beyond the last part.
  Part claim();
  /// Tells whether the solutions of this part may still be wanted.
  bool is_wanted(std::uint64_t number) const { return number <= last_wanted_.load(std::memory_order_relaxed); }
  /// It is searched as far as is wanted. Parts are joined in order.
  void finish(Part part, bool has_enough);
  /// The search was stopped within this part.
  void stop(Part part, ScanPath at);
  /// How far the search is, after all threads have ended.
  ScanState state() const;
  /// Joins what was found when the search ended early; are no more solutions wanted?
  bool close();

 private:
  void join_first();
  void want_none_after(std::uint64_t number) { last_wanted_ = std::min(last_wanted_.load(), number); }

  Listener& whole_;
  const ScanState& from_;
  std::atomic<std::uint64_t> next_;
  std::atomic<std::uint64_t> last_wanted_{std::numeric_limits<std::uint64_t>::max()};
  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Listener>> done_;  // with those that were stopped
  std::map<std::uint64_t, ScanPath> stopped_;
  std::uint64_t joined_;
  bool enough_ = false;
};

}  // namespace pentocity::packing
