#pragma once
// Exact covers that are no puzzles: items and options as such.

#include <atomic>
#include <functional>
#include <vector>

namespace pentocity::packing {

/// How often an item is to be covered.
struct CoverBounds {
  int min = 1, max = 1;
  bool is_optional = false;  ///< what Knuth calls secondary: at most once
};

/// Finds every choice of options, each a list of items, that covers each item within its bounds, once, on dancing cells
/// (Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, algorithms X and M). Every option has an item
/// that is not optional, and no item twice. Calls found(numbers of the options, in the order in which they were taken),
/// until that returns false or `stop`, which may be null, becomes true; then it returns false.
bool search_exact_cover(const std::vector<CoverBounds>& items, const std::vector<std::vector<int>>& options,
                        const std::atomic<bool>* stop, const std::function<bool(const std::vector<int>&)>& found);

}  // namespace pentocity::packing
