#pragma once
// The inequalities from which the upper bound is computed, one by one. The quantities and the proofs are those of
// docs/background/upper-bound.md.

#include <algorithm>

#include "pentocity/game/rules.hpp"

namespace pentocity::search {

/// The inequalities by name.
enum class Inequality : std::uint8_t {
  cells,       ///< buildings, roads and groups share the land
  groups,      ///< a group has at least four cells
  edges,       ///< a bonus needs an edge of a group
  map,         ///< lines of a planar graph
  kinds,       ///< a building has at most a bonus for parks and one for ponds
  roads,       ///< the cells near roads and border
  hidden,      ///< the cells of hidden buildings in the first layers
  hosts,       ///< the cells of hosts and groups in the first layer
  rejects,     ///< requests that are not built
  near_road,   ///< the minimum of a building's cells near its road
  first_rows,  ///< the minimum of a building's cells in its first rows
  host_row     ///< the minimum of a host's cells in its first row
};
inline constexpr std::array all_inequalities{Inequality::cells,     Inequality::groups,     Inequality::edges,
                                             Inequality::map,       Inequality::kinds,      Inequality::roads,
                                             Inequality::hidden,    Inequality::hosts,      Inequality::rejects,
                                             Inequality::near_road, Inequality::first_rows, Inequality::host_row};
/// The name as in the enumeration.
std::string_view name_of(Inequality inequality);

/// Distances from a road or the border are counted up to this one.
inline constexpr int max_depth = 5;
/// A number of cells for each of the depths 1 to max_depth.
using Depths = std::array<int, max_depth>;

/// The minimum number of cells that a shape takes up, wherever it stands.
struct Demand {
  /// w: cells at most so far from the road or border cell that it touches, or from the next one.
  Depths near_road{};
  Depths first_rows{};  ///< cells in its first rows or columns, seen from the side with the fewest
  int host_row = 0;     ///< cells in its first row, seen from a side where something fits below one of them; 0: none
};

/// The right sides of the inequalities under some rules, and the minimums on their left sides.
class Inequalities {
 public:
  /// The rules must outlive the object. `stronger` is for tests: this inequality is made stronger by one, so that it is
  /// wrong.
  explicit Inequalities(const Rules& rules, std::optional<Inequality> stronger = std::nullopt)
      : rules_(rules), stronger_(stronger) {}

  /// The maximum of A + R + P.
  int cells() const { return rules_.side * rules_.side - more(Inequality::cells); }
  /// The maximum of C for these cells of groups.
  int groups(int amenities) const { return std::max(0, amenities / big_size - more(Inequality::groups)); }
  /// Three maximums of B. `border` is the number of edges of groups at the border, `extra` that of hosts and of hidden
  /// buildings behind groups. There must be a building that can have bonuses, and a group.
  int bonuses_by_edges(int amenities, int groups, int border) const {
    return 2 * amenities + 2 * groups - border - more(Inequality::edges);
  }
  int bonuses_by_map(int earners, int groups, int extra) const {
    return earners + 2 * groups - 2 + extra - more(Inequality::map);
  }
  int bonuses_by_kinds(int earners, int groups) const {
    return std::min(2, groups) * earners - more(Inequality::kinds);
  }
  /// The maximum of the sum of w of this depth, and of the group cells that hide buildings, without roads. Each road
  /// cell adds 2 * depth.
  int near_border(int depth) const { return layers(depth + near_edge()) - more(Inequality::roads); }
  /// The maximum of the sum of the hidden buildings' cells in as many first rows.
  int hidden(int depth) const { return layers(depth + 1) - layers(1) - more(Inequality::hidden); }
  /// The maximum of the sum of the hosts' cells in their first row, and of the group cells that hide buildings.
  int first_layer() const { return layers(1) - more(Inequality::hosts); }
  /// The maximum number of requests that are not built, of those that come before the last building.
  int rejects() const { return rules_.max_rejects - 1 - more(Inequality::rejects); }
  Demand demand_of(const Request& request) const;

  bool near_edge() const { return rules_.road_access == RoadAccess::near_edge; }

 private:
  int more(Inequality inequality) const { return stronger_ == inequality ? 1 : 0; }
  /// Cells of the outermost layers of the land.
  int layers(int number) const;

  const Rules& rules_;
  std::optional<Inequality> stronger_;
};

}  // namespace pentocity::search
