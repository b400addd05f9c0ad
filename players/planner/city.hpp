#pragma once
// The land as the planner works on it: planes of rows, and the kinds cell by cell, changed and changed back many times.

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sites.hpp"
#include "plane.hpp"

namespace pentocity::players::planner {

/// The longest road that one move builds.
inline constexpr int most_road = 64;
template <int N>
using CellList = boost::container::static_vector<std::uint16_t, N>;

/// A whole move, worked out: cells as bits of a LandBoard. Its parks and ponds touch the building and have, with what
/// they join, at least four cells.
struct Draft {
  Site site;
  Building type = Building::residence;
  CellList<25> building;
  CellList<most_road> road;
  CellList<4> park, pond;
  bool at_park = false, at_pond = false;  ///< does the building touch one that stood before?
  std::int64_t value = 0;

  int bonuses() const { return (at_park || !park.empty()) + (at_pond || !pond.empty()); }
  Move move() const;
  /// Calls visit(kind, cell) for each cell: building, road, park, pond.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    for (const int cell : building) visit(kind_of(type), cell);
    for (const int cell : road) visit(Kind::road, cell);
    for (const int cell : park) visit(Kind::park, cell);
    for (const int cell : pond) visit(Kind::water, cell);
  }
};

/// What stands where, and what follows from it at once.
class City {
 public:
  /// The border is a kind too: what cells off the land are.
  static constexpr int border = 6, kinds = 7;

  City(const Rules& rules, const Land& land);

  const Rules& rules() const { return *rules_; }
  int side() const { return grid_->rows(); }
  const Grid& grid() const { return *grid_; }
  const Plane& of(Kind kind) const { return planes_[static_cast<std::size_t>(kind)]; }
  const Plane& empty() const { return of(Kind::empty); }
  /// Parks (ponds) that give a bonus.
  const Plane& big(Kind park_or_water) const { return park_or_water == Kind::park ? big_parks_ : big_ponds_; }
  /// Where buildings have access without a road: the edge of the land, and as the rules say the cells next to it.
  const Plane& edge() const { return edge_; }
  /// The share of the land that is built on.
  double full() const { return 1 - static_cast<double>(empties_) / (side() * side()); }

  /// What stands at a cell's right, left, lower or upper neighbour (steps 0 to 3).
  int at(int cell, int step) const { return kinds_[padded(cell) + steps[step]]; }
  /// The steps between bits; only to where at() is not `border`.
  static constexpr int bit_steps[4] = {1, -1, 64, -64};

  /// Does any edge of the building touch these cells?
  template <class Building>
  bool touches(const Building& building, const Plane& cells) const {
    for (const int cell : building)
      for (int s = 0; s < 4; ++s)
        if (at(cell, s) != border && cells.test(cell + bit_steps[s])) return true;
    return false;
  }

  /// Puts `kind` on an empty cell, and takes it off again. Parks and ponds are taken to be big.
  void place(Kind kind, int cell);
  void remove(Kind kind, int cell);

  /// The empty cells that roads can reach, or buildings beside the edge need not.
  Plane reachable() const;
  /// The cells beside roads, and the edge.
  LandBoard road_heads() const;

 private:
  static constexpr int steps[4] = {1, -1, 66, -66};
  static constexpr int padded(int cell) { return cell + 2 * (cell >> 6) + 67; }
  const Rules* rules_;
  const Grid* grid_;
  std::array<Plane, 6> planes_;
  Plane big_parks_, big_ponds_, edge_;
  std::array<std::uint8_t, 66 * 66> kinds_;
  int empties_ = 0;
};

}  // namespace pentocity::players::planner
