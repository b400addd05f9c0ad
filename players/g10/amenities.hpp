#pragma once
// The parks and ponds of the player g10.

#include "common/hashed_cells.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::players::g10 {

/// A move before it is made.
struct Plan {
  Site site;
  HashedCells building;
  LandBoard road = {}, park = {}, pond = {};

  LandBoard all() const { return building.board() | road | park | pond; }
};

/// Adds a park and a pond to a plan for a building, whose bounding box has this size.
void add_amenities(const Land& land, Extent size, bool as_submitted, Plan& plan);

}  // namespace pentocity::players::g10
