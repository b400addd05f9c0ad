#pragma once
// The highest score on a small land by trying everything: an independent twin of what the rules allow.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "pentocity/game/rules.hpp"

namespace pentocity::test {

/// All cells as bits, row by row; for sides up to 7, crowded ones from 5 on.
///
/// Roads, parks and ponds may be built with any move, so nothing is lost by building all of them with the first one: it
/// is enough to try every set of sites, and on the cells that are left every park and pond; all else that can be a road
/// is one.
class EveryLand {
 public:
  EveryLand(const Rules& rules, const std::vector<Request>& requests)
      : rules_(rules), side_(rules.side), all_((Bits{1} << (side_ * side_)) - 1), requests_(requests) {
    for (int i = 0; i < side_ * side_; ++i)
      if (i / side_ == 0 || i % side_ == 0 || i / side_ == side_ - 1 || i % side_ == side_ - 1) rim_ |= Bits{1} << i;
    for (int i = 0; i < side_ * side_; ++i)
      if (i % side_ != side_ - 1) inner_right_ |= Bits{1} << i;
    for (const Request& request : requests) sites_.push_back(sites_of(request));
  }

  int best() {
    // Those who accept most first: what is left to try later can often not be better.
    std::vector<std::vector<std::size_t>> choices;
    for (std::size_t n = 0; n <= requests_.size(); ++n) choose(n, 0, rules_.max_rejects - 1, {}, choices);
    std::stable_sort(choices.begin(), choices.end(), [&](const auto& a, const auto& b) { return max(a) > max(b); });
    for (const auto& choice : choices)
      if (max(choice) > best_) place(choice, 0, 0, 0, {});
    return best_;
  }

 private:
  using Bits = std::uint64_t;
  struct Built {
    Bits cells;
    bool earns;
  };

  std::vector<Bits> sites_of(const Request& request) const {
    std::vector<Bits> out;
    for (const Cells& rotation : request.rotations())
      for (int r = 0; r < side_; ++r)
        for (int c = 0; c < side_; ++c) {
          Bits bits = 0;
          bool inside = true;
          for (const Cell cell : rotation) {
            inside = inside && r + cell.row < side_ && c + cell.column < side_;
            if (inside) bits |= Bits{1} << ((r + cell.row) * side_ + c + cell.column);
          }
          if (inside) out.push_back(bits);
        }
    return out;
  }
  // Every list of the first n requests with at most so many left out.
  void choose(std::size_t n, std::size_t from, int rejects, std::vector<std::size_t> accepted,
              std::vector<std::vector<std::size_t>>& out) const {
    if (from == n) return out.push_back(accepted);
    if (rejects > 0) choose(n, from + 1, rejects - 1, accepted, out);
    accepted.push_back(from);
    choose(n, from + 1, rejects, accepted, out);
  }
  bool earns(const Request& request) const { return rules_.factory_bonus || request.type() == Building::residence; }
  int max(const std::vector<std::size_t>& choice) const {
    int points = 0;
    for (const std::size_t i : choice) points += requests_[i].size() + (earns(requests_[i]) ? 4 : 0);
    return points;
  }
  Bits around(Bits b) const {
    return ((b & inner_right_) << 1 | (b >> 1 & inner_right_) | b << side_ | b >> side_) & all_ & ~b;
  }
  Bits flood(Bits from, Bits within) const {
    for (Bits before = 0; before != from;) {
      before = from;
      from |= around(from) & within;
    }
    return from;
  }
  Bits big(Bits b) const {
    Bits out = 0;
    while (b != 0) {
      const Bits group = flood(b & -b, b);
      b &= ~group;
      if (std::popcount(group) >= 4) out |= group;
    }
    return out;
  }

  void place(const std::vector<std::size_t>& choice, std::size_t at, Bits residences, Bits factories,
             const std::vector<Built>& built) {
    if (at == choice.size()) return fill(choice, residences | factories, built);
    const Request& request = requests_[choice[at]];
    const bool residence = request.type() == Building::residence;
    for (const Bits site : sites_[choice[at]]) {
      if (max(choice) <= best_) return;
      if ((site & (residences | factories)) != 0 || (around(site) & (residence ? factories : residences)) != 0)
        continue;
      std::vector<Built> more = built;
      more.push_back({site, earns(request)});
      place(choice, at + 1, residence ? residences | site : residences, residence ? factories : factories | site, more);
    }
  }
  // Every park and every pond on the cells that no building has.
  void fill(const std::vector<std::size_t>& choice, Bits buildings, const std::vector<Built>& built) {
    const Bits free = all_ & ~buildings;
    int area = std::popcount(buildings);
    const int cap = max(choice);
    for (Bits park = 0;; park = (park - free) & free) {
      if (big(park) == park) {
        const Bits rest = free & ~park;
        for (Bits pond = 0;; pond = (pond - rest) & rest) {
          if (big(pond) == pond) {
            best_ = std::max(best_, points(area, rest & ~pond, park, pond, built));
            if (best_ >= cap) return;
          }
          if (pond == rest) break;
        }
      }
      if (park == free) break;
    }
  }
  int points(int area, Bits rest, Bits park, Bits pond, const std::vector<Built>& built) const {
    const Bits roads = flood(rest & rim_, rest);
    int sum = area;
    for (const Built& b : built) {
      const Bits next = around(b.cells);
      const bool near = rules_.road_access == RoadAccess::near_edge && (next & rim_) != 0;
      if ((next & roads) == 0 && (b.cells & rim_) == 0 && !near) return 0;
      if (b.earns) sum += 2 * ((next & park) != 0) + 2 * ((next & pond) != 0);
    }
    return sum;
  }

  const Rules& rules_;
  int side_;
  Bits all_, rim_ = 0, inner_right_ = 0;
  const std::vector<Request>& requests_;
  std::vector<std::vector<Bits>> sites_;
  int best_ = 0;
};

}  // namespace pentocity::test
