#pragma once
// The land in the form in which the planners try out moves: as a plane (plane.hpp) for each kind of cell, and as a
// table of kinds cell by cell. A cell is its bit in a LandBoard, a number.

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <memory>

#include "pentocity/game/player.hpp"
#include "pentocity/helpers/layout.hpp"
#include "pentocity/helpers/sites.hpp"
#include "plane.hpp"
#include "weights.hpp"

namespace pentocity::players::planner {

/// The maximum number of road cells of a move of the planners.
inline constexpr int max_road = 64;
/// A list of at most N cells.
template <int N>
using CellList = boost::container::static_vector<std::uint16_t, N>;

struct CoverChange;

/// A complete move that the planners consider. Its park and its pond, if not empty, touch the building and give a
/// bonus: each has four cells, or one to three that extend a park or pond of at least four.
struct Draft {
  Site site = {};
  Building type = Building::residence;
  CellList<25> building = {};
  CellList<max_road> road = {};
  CellList<4> park = {}, pond = {};
  bool at_park = false, at_pond = false;  ///< whether the building touches an older park, or pond, that gives a bonus
  Points value = 0;                       ///< what the move is worth; see Evaluation::gain()

  std::shared_ptr<const CoverChange> covers = {};  ///< Evaluation::change_of_covers(), if it is known

  /// The number of bonuses, 0 to 2, if buildings of this type get any.
  int bonuses() const { return (at_park || !park.empty()) + (at_pond || !pond.empty()); }
  /// The same as a Move on a land of this grid.
  Move move(const Grid& grid) const;
  /// Calls visit(kind, cell) for each cell that the move builds: those of the building, the road, the park and the
  /// pond.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    for (const int cell : building) visit(kind_of(type), cell);
    for (const int cell : road) visit(Kind::road, cell);
    for (const int cell : park) visit(Kind::park, cell);
    for (const int cell : pond) visit(Kind::pond, cell);
  }
};

/// The kind of the cells around the land.
inline constexpr Kind border = Layout::border;

/// A land to which cells can be added and removed again quickly. It checks no rules.
template <class Row>
class City {
 public:
  City(const Rules& rules, const Land& land);

  const Rules& rules() const { return *rules_; }
  int side() const { return grid_->rows(); }
  const Grid& grid() const { return *grid_; }
  /// The cells of this kind.
  const Plane<Row>& of(Kind kind) const { return planes_[index_of(kind)]; }
  const Plane<Row>& empty() const { return of(Kind::empty); }
  /// The cells of parks (Kind::park) or ponds (Kind::pond) that give a bonus.
  const Plane<Row>& big(Kind amenity) const { return amenity == Kind::park ? big_parks_ : big_ponds_; }
  /// The cells on which a building needs no road: those in the first and last row and column and, under the rule
  /// `near_edge`, those in the second and last but one.
  const Plane<Row>& edge() const { return edge_; }
  /// The cells in the first and last row and column.
  const Plane<Row>& rim() const { return rim_; }
  /// The cells of a row that touch the border or a road, and perhaps some beyond the land. Unlike
  /// pentocity::road_heads() these include cells that are not empty.
  Row heads(int row) const {
    const Row* road = of(Kind::road).at(row);
    return rim_[row] | road[-1] | road[1] | road[0] << 1 | road[0] >> 1;
  }
  /// The share of the cells of the land that are not empty, 0 to 1.
  double full() const { return 1 - static_cast<double>(empties_) / (side() * side()); }

  /// The kind of a cell.
  Kind kind(int cell) const { return kinds_[padded(cell)]; }
  /// The kind of the cell's neighbour on the right, on the left, below or above, for step 0, 1, 2 or 3; perhaps
  /// `border`.
  Kind at(int cell, int step) const { return kinds_[padded(cell) + steps[step]]; }
  /// What to add to a cell for its neighbour in each of these steps, if at() is not `border` there.
  static constexpr int bit_steps[4] = {1, -1, columns_of<Row>, -columns_of<Row>};

  /// Tells whether a cell of the building, a list of cells, touches a cell of the plane.
  template <class Building>
  bool touches(const Building& building, const Plane<Row>& cells) const {
    for (const int cell : building)
      for (int s = 0; s < 4; ++s)
        if (at(cell, s) != border && cells.test(cell + bit_steps[s])) return true;
    return false;
  }

  /// place() puts `kind` on an empty cell, remove() makes a cell of this kind empty again. A park or pond cell always
  /// counts as one that gives a bonus, since the planners build no others.
  void place(Kind kind, int cell) {
    kinds_[padded(cell)] = kind;
    planes_[0].reset(cell);
    planes_[index_of(kind)].set(cell);
    if (kind == Kind::park) big_parks_.set(cell);
    if (kind == Kind::pond) big_ponds_.set(cell);
    --empties_;
  }
  void remove(Kind kind, int cell) {
    kinds_[padded(cell)] = Kind::empty;
    planes_[0].set(cell);
    planes_[index_of(kind)].reset(cell);
    if (kind == Kind::park) big_parks_.reset(cell);
    if (kind == Kind::pond) big_ponds_.reset(cell);
    ++empties_;
  }

  /// The empty cells on which a building can have road access: those that new roads can reach, and the empty ones of
  /// edge().
  Plane<Row> reachable() const;

 private:
  static constexpr int stride = columns_of<Row> + 2;
  static constexpr int steps[4] = {1, -1, stride, -stride};
  static constexpr int padded(int cell) { return cell + 2 * row_of<Row>(cell) + stride + 1; }
  const Rules* rules_;
  const Grid* grid_;
  std::array<Plane<Row>, 6> planes_;
  Plane<Row> big_parks_, big_ponds_, edge_, rim_;
  std::array<Kind, stride * stride> kinds_;  // the land with a cell of `border` around it
  int empties_ = 0;                          // number of empty cells
};

}  // namespace pentocity::players::planner
