#pragma once
// Sites for players: where a building may legally stand, and its touching perimeter there. All locations of a rotation
// are worked on at once, 64 columns of a row in a word, so that the sites of a request are found within about a
// microsecond.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "pentocity/game/land.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::inline game {

/// A rotation and a location for the building of a request, as a Move names them.
struct Site {
  int rotation = 0;
  Cell location;  ///< where the top left corner of the rotation's bounding box comes to lie
  friend bool operator==(const Site&, const Site&) = default;
};

/// The cells that the building of a request covers at a site. They must all be on the land.
LandBoard building_at(const Land& land, const Request& request, Site site);

/// The legal locations of one rotation, as a set: those where all cells of the building are on the land and empty, none
/// touches a building of the other type, and none is in `excluded`. Road access is not checked.
LandBoard legal_sites(const Land& land, Building type, const Cells& rotation, const LandBoard& excluded = {});

/// The touching perimeter of a building: the number of its unit edges that touch occupied cells or the border. (The
/// 2016 paper calls it perimeter.)
int touching_perimeter(const Land& land, const LandBoard& building);

/// By how many the number of connected areas of empty cells grows when the building is placed: -1 if it fills an area
/// completely, 0 if what it leaves of the area is connected, 1 if it divides it into two, and so on. The building's
/// cells must be empty and connected.
int added_components(const Land& land, const LandBoard& building);

/// The touching perimeter of one rotation at every location, counted for all locations at once. An edge of the building
/// is exposed if the cell beyond it is empty; the touching perimeter is the number of all edges less that of the
/// exposed ones. The numbers of exposed edges are kept in bit planes: plane k has bit k of the number of every
/// location.
class TouchingPerimeters {
 public:
  /// `outline` is an element of Request::outlines().
  TouchingPerimeters(const Land& land, const Cells& outline);
  /// The touching perimeter of the building at this location. It has a meaning only if all cells of the building are on
  /// the land and empty there.
  int at(Cell location) const;

 private:
  const Grid* grid_;
  int edges_;
  std::vector<LandBoard> planes_;
};

/// What the touching perimeter counts: the unit edges that touch occupied cells or the border, or the cells beyond
/// these edges. A cell beyond two edges counts twice as edges and once as cell.
enum class PerimeterUnit : std::uint8_t { edges, cells };

/// Which of several sites comes first. Rows and columns are those of the location; row 0 is at the top.
enum class SiteOrder : std::uint8_t {
  rows_from_top,         ///< minimum row, then minimum column
  rows_from_bottom,      ///< maximum row, then maximum column
  diagonals_from_top,    ///< minimum row + column, then minimum |row - column|, then minimum row
  diagonals_from_bottom  ///< maximum row + column, then minimum |row - column|, then maximum row
};

/// The set of sites of a request on a land. It begins with all legal sites and is narrowed down step by step. One
/// object can serve one request after the other, and then need not allocate memory for each. All functions need a
/// find() before.
class Sites {
 public:
  Sites();
  ~Sites();
  /// Makes this the set of all legal sites whose buildings have no cell in `excluded`. Road access is not checked. Land
  /// and request must live, unchanged, until the next find().
  void find(const Land& land, const Request& request, const LandBoard& excluded = {});
  /// Removes one site.
  void remove(Site site);
  /// Keeps the sites with the maximum touching perimeter and returns that maximum, in this unit; -1 if there are no
  /// sites.
  int keep_max_touching_perimeter(PerimeterUnit unit = PerimeterUnit::edges);
  /// Keeps the sites with the minimum cost; `cost` is called with each Site and returns a number of any type. Sites
  /// that cost the maximum of an integer type, or infinity or NaN, are removed in any case.
  template <class Cost>
  void keep_cheapest(Cost&& cost) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Cost&, const Site&>>;
    static_assert(std::is_arithmetic_v<Value>, "a cost is a number");
    using Limits = std::numeric_limits<Value>;
    constexpr Value no_site = Limits::has_infinity ? Limits::infinity() : Limits::max();
    Value min = no_site;
    std::vector<Site> best;
    for (const Site& site : list()) {
      const Value value = cost(site);
      if (value < min) {
        best.clear();
        min = value;
      }
      if (value == min && value < no_site) best.push_back(site);
    }
    keep(best);
  }
  /// Keeps these sites only; all must be in the set.
  void keep(const std::vector<Site>& sites);

  /// Tells whether the set is empty.
  bool none() const;
  /// The locations of the sites of one rotation.
  const LandBoard& of(int rotation) const { return boards_[rotation]; }
  /// The first site in this order; no value if the set is empty. Of several rotations at the same location it is the
  /// one with the minimum number or, with `last_rotation`, with the maximum number.
  std::optional<Site> first(SiteOrder order, bool last_rotation = false) const;
  /// All sites, in the order of rotation, row and column.
  std::vector<Site> list() const;

 private:
  struct Work;
  // Keeps the sites where the fewest cells of the rotation's outline are empty. Returns how many are not empty, or -1
  // if there are no sites.
  template <class Row>
  int keep_min_exposed(const std::vector<Cells>& outlines);
  // Keeps the sites with the maximum. `use` is called with each rotation's number before its blocks; `offer` keeps the
  // best sites of a block and returns how good they are. Returns the maximum, or -1 if there are no sites.
  template <class Row, class Use, class Offer>
  int keep_max(Use&& use, Offer&& offer);
  template <class Row>
  std::optional<Site> first_of_rows(SiteOrder order, bool last_rotation) const;
  std::unique_ptr<Work> work_;
  const Land* land_ = nullptr;
  const Request* request_ = nullptr;
  std::array<LandBoard, 4> boards_;
  std::array<std::uint32_t, 4> blocks_{};  // of each rotation: bit k tells whether the rows 4k to 4k + 3 have sites
};

}  // namespace pentocity::inline game
