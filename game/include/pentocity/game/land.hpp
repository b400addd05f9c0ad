#pragma once
// The land and what stands on each of its cells. A Land is a plain value: a player that wants to look ahead copies it
// and changes the copy. That takes 4 KB, or up to 16 KB if the land has more than 64 rows.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pentocity/core/grid.hpp"
#include "pentocity/core/index_of.hpp"

namespace pentocity::inline game {

/// A set of cells of the land, of one type for lands of all sides.
using LandBoard = Grid::Board;

/// What stands on a cell.
enum class Kind : std::uint8_t { empty, residence, factory, park, pond, road };
inline constexpr std::array all_kinds{Kind::empty, Kind::residence, Kind::factory, Kind::park, Kind::pond, Kind::road};

/// The character of a kind in traces and pictures: `.` empty, `R` residence, `F` factory, `P` park, `W` pond, `=` road.
char symbol(Kind kind);
/// The name of a kind as in files: that in the enumeration, but `water` for a pond.
std::string_view name_of(Kind kind);

/// The minimum and maximum number of rows, and of columns, of a land.
inline constexpr int min_side = 4, max_side = Grid::max_rows;
/// The minimum number of connected cells with which a park or a pond gives a bonus.
inline constexpr int big_size = 4;

/// The geometry of a land with this many rows and columns. There is one object for each side, made when it is first
/// asked for and kept until the program ends. Throws std::invalid_argument unless 4 <= side <= 128.
const Grid& land_grid(int side);

/// A square land. Every cell has exactly one kind. Empty cells can be built on; nothing is ever removed.
class Land {
 public:
  /// An empty land. Throws std::invalid_argument unless 4 <= side <= 128.
  explicit Land(int side = 50);

  int side() const { return grid_->rows(); }
  const Grid& grid() const { return *grid_; }

  /// The cells of this kind.
  const LandBoard& of(Kind kind) const { return boards_[index_of(kind)]; }
  const LandBoard& empty() const { return of(Kind::empty); }
  const LandBoard& roads() const { return of(Kind::road); }
  /// The cells of residences and of factories.
  LandBoard buildings() const { return of(Kind::residence) | of(Kind::factory); }
  /// The cells of the parks (`Kind::park`) or ponds (`Kind::pond`) that give a bonus, that is, of all connected areas
  /// of at least four cells.
  const LandBoard& big(Kind amenity) const { return amenity == Kind::park ? big_parks_ : big_ponds_; }

  /// What stands on a cell. Throws std::out_of_range for a cell that is not on the land.
  Kind at(Cell c) const;

  /// Puts `kind`, which must not be `empty`, on these cells, which must be on the land and empty. Neither is checked,
  /// nor is any rule of the game; apply_move() in rules.hpp checks moves.
  void place(Kind kind, const LandBoard& cells);

  /// The symbols of all cells, row after row without separators, as in a trace.
  std::string to_string() const;

  // The sides are compared and not the addresses of the grids, because a plugin has grids of its own.
  friend bool operator==(const Land& a, const Land& b) { return a.side() == b.side() && a.boards_ == b.boards_; }

 private:
  const Grid* grid_;
  std::array<LandBoard, 6> boards_;
  LandBoard big_parks_, big_ponds_;
};

}  // namespace pentocity::inline game
