#include "pentocity/packing/exact_cover.hpp"

#include <algorithm>
#include <array>

#include "engines/dancing_cells.hpp"

namespace pentocity::packing {
namespace {

class Search {
 public:
  using Found = std::function<bool(const std::vector<int>&)>;

  /// The items in this order: `needed` of them must be covered, more up to `optional` may be covered several times.
  Search(const std::vector<DancingCells::Bounds>& items, std::size_t needed, std::size_t optional,
         const std::vector<std::vector<std::int32_t>>& options, const std::atomic<bool>* stop, const Found& found)
      : optional_(static_cast<int>(optional)),
        stop_(stop),
        found_(found),
        cells_(items, needed, longest(options), options.size()) {
    for (const auto& option : options) cells_.add_option(option);
  }

  CoverSearch run() {
    const bool complete = !cells_.begin() || decide();
    return {complete, nodes_};
  }

 private:
  static std::size_t longest(const std::vector<std::vector<std::int32_t>>& options) {
    std::size_t out = 1;
    for (const auto& option : options) out = std::max(out, option.size());
    return out;
  }

  // Covers the item with the fewest ways once more. If none must be covered any more, others may be.
  bool decide() {
    ++nodes_;
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return false;
    if (const int item = cells_.choose(); item >= 0) return try_options(item, cells_.ways(item));
    for (int item = 0; item < optional_; ++item)
      if (const auto n = static_cast<std::int32_t>(cells_.options_of(item).size()); n > 0)
        return try_options(item, n + 1);
    return found_(taken_);
  }

  // Takes each of the first options of an item in turn, without those before it if it can be covered several times;
  // beyond its options, none of them.
  bool try_options(int item, std::int32_t count) {
    const auto options = cells_.options_of(item);
    const std::vector<DancingCells::Entry> entries(options.begin(), options.end());
    const DancingCells::Ends before = cells_.ends();
    bool goes_on = true, is_possible = true;
    DancingCells::Ends ends = before;
    for (std::int32_t i = 0; i < count && goes_on && is_possible; ++i) {
      if (i == static_cast<std::int32_t>(entries.size())) {  // all of them are dropped
        goes_on = decide();
        break;
      }
      taken_.push_back(static_cast<int>(cells_.option(entries[i])));
      const bool is_taken = cells_.take(entries[i]);
      if (is_taken && (!cells_.can_be_taken(entries[i]) || cells_.drop(entries[i]))) goes_on = decide();
      cells_.put_back(entries[i]);
      cells_.restore(ends);
      taken_.pop_back();
      if (cells_.is_multiple(item) || count > static_cast<std::int32_t>(entries.size())) {
        is_possible = cells_.drop(entries[i]);
        ends = cells_.ends();
      }
    }
    cells_.restore(before);
    return goes_on;
  }

  int optional_;
  const std::atomic<bool>* stop_;
  const Found& found_;
  DancingCells cells_;
  std::vector<int> taken_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

CoverSearch search_exact_cover(const ExactCover& cover, const std::atomic<bool>* stop,
                               const std::function<bool(const std::vector<int>&)>& found) {
  // First the items that must be covered, then those that need not, then the optional ones.
  std::vector<std::int32_t> place(cover.items.size());
  std::vector<DancingCells::Bounds> bounds;
  const auto more_than_all = static_cast<int>(cover.options.size()) + 1;  // so that sums of them stay small
  std::array<std::size_t, 3> ends{};
  for (std::size_t rank = 0; rank < ends.size(); ++rank) {
    for (std::size_t i = 0; i < cover.items.size(); ++i) {
      const auto& [name, min, max, is_optional] = cover.items[i];
      if ((is_optional ? 2U : min == 0 ? 1U : 0U) != rank) continue;
      place[i] = static_cast<std::int32_t>(bounds.size());
      bounds.push_back({is_optional ? 0 : std::min(min, more_than_all), std::min(max, more_than_all)});
    }
    ends[rank] = bounds.size();
  }
  std::vector<std::vector<std::int32_t>> options;
  for (const ExactCover::Option& option : cover.options) {
    auto& to = options.emplace_back();
    for (const int item : option.items) to.push_back(place[item]);
  }
  return Search(bounds, ends[0], ends[1], options, stop, found).run();
}

}  // namespace pentocity::packing
