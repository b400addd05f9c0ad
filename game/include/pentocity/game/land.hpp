#pragma once
// The land: what stands on each cell. A value: copy it to look ahead.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pentocity/core/grid.hpp"

namespace pentocity::inline game {

/// A set of cells of the land.
using LandBoard = Grid::Board;

/// What stands on a cell.
enum class Kind : std::uint8_t { empty, residence, factory, park, water, road };
inline constexpr std::array all_kinds{Kind::empty, Kind::residence, Kind::factory, Kind::park, Kind::water, Kind::road};

/// The character of a kind in traces and pictures: . R F P W =
char symbol(Kind kind);
/// `empty`, `residence`, ...
std::string_view name_of(Kind kind);

inline constexpr int min_side = 4, max_side = 64;
/// A park or pond earns its bonus from this size.
inline constexpr int big_size = 4;

/// The geometry of a square land; one for each side, made once. Throws std::invalid_argument unless 4 <= side <= 64.
const Grid& land_grid(int side);

/// A square land of typed cells. Every cell has exactly one kind; nothing is ever removed.
class Land {
 public:
  /// An empty land. Throws std::invalid_argument unless 4 <= side <= 64.
  explicit Land(int side = 50);

  int side() const { return grid_->rows(); }
  const Grid& grid() const { return *grid_; }

  const LandBoard& of(Kind kind) const { return boards_[static_cast<std::size_t>(kind)]; }
  const LandBoard& empty() const { return of(Kind::empty); }
  const LandBoard& roads() const { return of(Kind::road); }
  /// Residences and factories.
  LandBoard buildings() const { return of(Kind::residence) | of(Kind::factory); }
  /// The cells of connected parks (kind `park`) or ponds (`water`) of at least four cells: those that give a bonus.
  const LandBoard& big(Kind park_or_water) const { return park_or_water == Kind::park ? big_parks_ : big_ponds_; }

  /// What stands on a cell. Throws std::out_of_range for a cell off the land.
  Kind at(Cell c) const;

  /// Puts `kind` (not `empty`) on cells that are empty now. The caller answers for it: rules.hpp checks moves.
  void place(Kind kind, const LandBoard& cells);

  /// Row after row without separators, as in a trace.
  std::string to_string() const;

  // Sides, not addresses: a plugin has grids of its own.
  friend bool operator==(const Land& a, const Land& b) { return a.side() == b.side() && a.boards_ == b.boards_; }

 private:
  const Grid* grid_;
  std::array<LandBoard, 6> boards_;
  LandBoard big_parks_, big_ponds_;
};

}  // namespace pentocity::inline game
