#pragma once
// Sites in the order of a scan, and the cells beside them, edge by edge.

#include <vector>

#include "common/hashed_cells.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::players {

/// All legal sites of a request, by row and column of the location, then by rotation. Road access is not checked.
std::vector<Site> sites_by_rows(const Land& land, const Request& request);

/// Calls `use` with the cell beyond each unit edge of a building that is placed at `location`; a cell beyond two edges
/// comes twice. Cells beyond the border come, too. `outline` is an element of Request::outlines().
template <class Use>
void for_each_edge(const Cells& outline, Cell location, Use&& use) {
  for (const Cell c : outline) use(c + location);
}

}  // namespace pentocity::players
