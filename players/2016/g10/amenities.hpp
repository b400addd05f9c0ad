#pragma once
// The parks and ponds of the player g10.

#include <optional>

#include "2016/common/hashed_cells.hpp"

namespace pentocity::players::g10 {

/// A move before it is made.
struct Plan {
  Site site;
  HashedCells building;
  LandBoard road = {}, park = {}, pond = {};

  LandBoard all() const { return building.board() | road | park | pond; }
};

/// All empty or occupied cells that touch these cells from outside, in the order of a hash table.
inline HashedCells all_neighbours(const Grid& grid, const HashedCells& cells) {
  HashedCells out(grid);
  for (const Cell c : cells) for_each_neighbour(grid, c, [&](Cell n) { out.add(n); });
  for (const Cell c : cells) out.remove(c);
  return out;
}

/// Those of these neighbours that are `vacant`.
inline HashedCells vacant_neighbours(const Grid& grid, const HashedCells& cells, const LandBoard& vacant) {
  HashedCells out = all_neighbours(grid, cells);
  (out.board() - vacant).for_each([&](int bit) { out.remove(grid.cell(bit)); });
  return out;
}

/// Adds parks and ponds to plans for buildings whose bounding boxes have this size.
class Amenities {
 public:
  Amenities(const Land& land, Extent size, bool as_submitted) : land_(land), size_(size), as_submitted_(as_submitted) {}

  void add_to(Plan& plan) const {
    const Grid& grid = land_.grid();
    const HashedCells beside = all_neighbours(grid, plan.building);
    HashedCells near(grid);
    LandBoard taken = plan.building.board() | plan.road;
    for (const Kind kind : {Kind::park, Kind::pond}) {
      if (((beside.board() & land_.of(kind)) - taken).any()) continue;
      if (near.empty()) {
        // The cells up to three steps from the building.
        const HashedCells second = all_neighbours(grid, beside);
        near = all_neighbours(grid, second);
        for (const Cell c : second) near.add(c);
        for (const Cell c : plan.building) near.remove(c);
      }
      LandBoard& amenity = kind == Kind::park ? plan.park : plan.pond;
      amenity = new_amenity(plan, kind, beside, near, taken) - land_.big(kind);
      taken |= amenity;
    }
  }

 private:
  // The cells of a park (or pond): those that join the building to one nearby; or some between the building and a
  // factory; or, for a park beside the border, some away from the border; whichever cell nearby comes first in the hash
  // table. Else a pond below the building. (A park elsewhere was worked out, too, but not built in 2016, by a slip.)
  LandBoard new_amenity(const Plan& plan, Kind kind, const HashedCells& beside, const HashedCells& near,
                        const LandBoard& taken) const {
    const Grid& grid = land_.grid();
    const Cell at = plan.site.location;
    const int last = land_.side() - 1;
    const bool corner_free = land_.empty().test(grid.bit(at));
    for (const Cell c : near) {
      const int bit = grid.bit(c);
      HashedCells between(grid);
      for_each_neighbour(grid, c, [&](Cell n) {
        if (beside.contains(n) && !taken.test(grid.bit(n))) between.add(n);
      });
      if (land_.big(kind).test(bit)) {
        const LandBoard joint = between.board() & land_.empty();
        if (joint.any()) return joint;
      } else if (land_.of(Kind::factory).test(bit)) {
        if (!between.empty()) return grow(*between.begin(), taken);
      } else if (kind == Kind::park && corner_free) {
        // The border that the building's corner lies on, or else this cell.
        const auto is_at = [&](Cell border) -> std::optional<Cell> {
          if (border.column == 0) return Cell{at.row, at.column + size_.columns - 1};
          if (border.row == 0) return Cell{at.row + size_.rows - 1, at.column};
          if (border.column == last || border.row == last) return at;
          return std::nullopt;
        };
        auto start = is_at(at);
        if (!start && land_.empty().test(bit)) start = is_at(c);
        if (start) return grow_from(*start, taken);
      }
    }
    if (kind == Kind::pond) return grow_beside({at.row + size_.rows - 1, at.column}, taken);
    return as_submitted_ ? LandBoard() : grow_from(at, taken);
  }

  // A group of four cells, or less if there is no room, from this cell on.
  LandBoard grow(Cell start, const LandBoard& taken) const {
    HashedCells group(land_.grid(), Cells{start});
    while (group.size() < big_size) {
      const HashedCells vacant = vacant_neighbours(land_.grid(), group, land_.empty() - taken);
      if (vacant.empty()) break;
      for (const Cell c : vacant)
        if (group.size() < big_size) group.add(c);
    }
    return group.board();
  }
  LandBoard grow_beside(Cell start, const LandBoard& taken) const {
    const Grid& grid = land_.grid();
    const HashedCells vacant = vacant_neighbours(grid, HashedCells(grid, Cells{start}), land_.empty() - taken);
    return vacant.empty() ? LandBoard() : grow(*vacant.begin(), taken);
  }
  LandBoard grow_from(Cell start, const LandBoard& taken) const {
    return land_.grid().test(land_.empty() - taken, start) ? grow(start, taken) : grow_beside(start, taken);
  }

  const Land& land_;
  Extent size_;
  bool as_submitted_;
};

}  // namespace pentocity::players::g10
