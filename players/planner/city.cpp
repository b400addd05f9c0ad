#include "city.hpp"

namespace pentocity::players::planner {

Move Draft::move(const Grid& grid) const {
  const auto cells_of = [&](const auto& list) {
    Cells cells;
    for (const int cell : list) cells.push_back(grid.cell(cell));
    return cells;
  };
  Move out = Move::at(site.rotation, site.location);
  out.road = cells_of(road);
  out.park = cells_of(park);
  out.pond = cells_of(pond);
  return out;
}

template <class Row>
City<Row>::City(const Rules& rules, const Land& land)
    : rules_(&rules),
      grid_(&land.grid()),
      big_parks_(land.big(Kind::park)),
      big_ponds_(land.big(Kind::pond)),
      rim_(grid_->rim()),
      empties_(land.empty().count()) {
  kinds_.fill(border);
  for (const Kind kind : all_kinds) {
    planes_[index_of(kind)] = Plane<Row>(land.of(kind));
    land.of(kind).for_each([&](int cell) { kinds_[padded(cell)] = kind; });
  }
  edge_ = rules.road_access == RoadAccess::near_edge ? Plane<Row>(grid_->rim() | grid_->neighbours(grid_->rim()))
                                                     : Plane<Row>(grid_->rim());
}

template <class Row>
Plane<Row> City<Row>::reachable() const {
  const LandBoard empties = empty().board(*grid_);
  const LandBoard heads = grid_->rim() | grid_->neighbours(of(Kind::road).board(*grid_));
  return Plane<Row>(grid_->flood(heads & empties, empties) | (empties & edge_.board(*grid_)));
}

template class City<NarrowRow>;
template class City<WideRow>;

}  // namespace pentocity::players::planner
