#pragma once
// Sites for players: where a building may stand, and how snugly. All sites of a rotation are found at once,
// bit-parallel; a turn's search takes less than a microsecond.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "pentocity/game/land.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::inline game {

/// A place for a request's building: what a Move names.
struct Site {
  int rotation = 0;
  Cell location;  ///< the top left corner of the bounding box
  friend bool operator==(const Site&, const Site&) = default;
};

/// The cells of a building at a site of its request. The site must be on the land.
LandBoard building_at(const Land& land, const Request& request, Site site);

/// The sites of one rotation: the bit of a location is set if the building may stand there (all its cells empty, none
/// next to a building of the other type) and uses no cell of `excluded`. Road access is not asked for.
LandBoard legal_sites(const Land& land, Building type, const Cells& rotation, const LandBoard& excluded = {});

/// The contact of a building with its surroundings (its "perimeter" in the report of 2016): the number of its outer
/// edges beyond which a cell is occupied, by anything, or the land ends.
int contact(const Land& land, const LandBoard& building);

/// How many more separate areas of empty cells there are once the building stands: -1 if it fills one, 0 if it leaves
/// all in one piece. The building must be on empty cells, and connected.
int added_components(const Land& land, const LandBoard& building);

/// The contact of every location at once, in bit-sliced counters: plane k holds bit k of each location's number of
/// exposed outer edges (exposed: the cell beyond is empty), and contact is the rest of the edges.
class ContactCounts {
 public:
  /// `outline` as in Request::outlines.
  ContactCounts(const Land& land, const Cells& outline);
  /// The contact of a building located here; meaningful where it would stand on empty cells of the land.
  int at(Cell location) const;

 private:
  int edges_;
  std::vector<LandBoard> planes_;
};

/// What contact counts: the outer edges beyond which something stands, or the cells beyond them, each once.
enum class ContactUnit : std::uint8_t { edges, cells };

/// Which of several sites comes first; remaining ties go to the lower rotation.
enum class SiteOrder : std::uint8_t {
  rows_from_top,         ///< lowest row, then lowest column
  rows_from_bottom,      ///< highest row, then highest column
  diagonals_from_top,    ///< lowest row + column, then lowest |row - column|, then lowest row
  diagonals_from_bottom  ///< highest row + column, then lowest |row - column|, then highest row
};

/// The sites of a request on a land, rotation by rotation, narrowed down step by step. Meant to be kept and used for
/// one request after the other. Throws nothing.
class Sites {
 public:
  Sites();
  ~Sites();
  /// Starts anew with all legal sites that use no cell of `excluded`. Land and request must stay until the next find().
  void find(const Land& land, const Request& request, const LandBoard& excluded = {});
  /// Takes one site out.
  void remove(Site site);
  /// Leaves the sites of greatest contact; returns that contact, or -1 if there are no sites.
  int keep_greatest_contact(ContactUnit unit = ContactUnit::edges);
  /// Leaves the sites of least `cost`, a function of Site that returns an int; sites that cost `int` at its greatest
  /// are taken out even then.
  template <class Cost>
  void keep_cheapest(Cost&& cost) {
    int least = std::numeric_limits<int>::max();
    std::vector<Site> best;
    for (const Site& site : list()) {
      const int value = cost(site);
      if (value < least) best.clear();
      least = std::min(least, value);
      if (value == least && value < std::numeric_limits<int>::max()) best.push_back(site);
    }
    keep(best);
  }
  /// Leaves these, which must be among the sites.
  void keep(const std::vector<Site>& sites);

  bool none() const;
  /// The locations of one rotation.
  const LandBoard& of(int rotation) const { return boards_[rotation]; }
  /// The first in this order, if any. `last_rotation`: ties of location go to the highest rotation instead.
  std::optional<Site> first(SiteOrder order, bool last_rotation = false) const;
  /// All of them, by rotation, row and column.
  std::vector<Site> list() const;

 private:
  struct Work;
  // The outlines of the rotations as cells to count; returns the greatest number of them that are not exposed.
  int keep_least_exposed(const std::vector<Cells>& outlines);
  std::unique_ptr<Work> work_;
  const Land* land_ = nullptr;
  const Request* request_ = nullptr;
  std::array<LandBoard, 4> boards_;
  std::array<std::uint32_t, 4> blocks_{};  // bit k: block k of the board has sites
};

}  // namespace pentocity::inline game
