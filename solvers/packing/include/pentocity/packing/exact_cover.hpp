#pragma once
// Exact covers: items and options, whether they are those of a puzzle or not.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::packing {

/// A choice of options that covers each item within its bounds. No option has an item twice.
struct ExactCover {
  struct Item {
    std::string name;
    int min = 1, max = 1;      ///< how many chosen options may have it
    bool is_optional = false;  ///< what Knuth calls secondary: from 0 to 1
  };
  struct Option {
    std::vector<int> items;  ///< indices into `items`, not all of them optional
    Cells cells;             ///< of the placement; of a hole, the cell that stays empty
    bool is_hole = false;
    std::string colours{};  ///< of the placement, as in Orientation
  };
  std::vector<Item> items;
  std::vector<Option> options;
};

/// What a search of an exact cover did.
struct CoverSearch {
  bool complete = true;     ///< it was not ended before it had looked everywhere
  std::uint64_t nodes = 0;  ///< partial choices that it looked at, the empty one and whole ones included
};

/// Finds every choice of options that covers each item within its bounds, once, on dancing cells (Knuth, The Art of
/// Computer Programming, volume 4B, section 7.2.2.1, algorithms X and M). Calls found(numbers of the options, in the
/// order in which they were taken), until that returns false or `stop`, which may be null, becomes true.
CoverSearch search_exact_cover(const ExactCover& cover, const std::atomic<bool>* stop,
                               const std::function<bool(const std::vector<int>&)>& found);

}  // namespace pentocity::packing
