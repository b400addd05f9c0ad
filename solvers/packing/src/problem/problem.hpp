#pragma once
// A packing as the engines number it.
//
// The cells are numbered by positions, row after row. After each row comes a guard position, which is never free, so
// that no shape can reach from one row into the next. Example: on a board of 2 rows and 3 columns, the first row has
// the positions 0, 1, 2 and the guard 3, and the second one 4, 5, 6 and the guard 7. In a solid, layer comes after
// layer, each with one row of guards more: two layers of that board have the positions 0 to 7, the guards 8 to 11, then
// 12 to 19 and the guards 20 to 23.

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "problem/restriction.hpp"

namespace pentocity::packing {

/// A tile that was placed: the position of its first cell, and its index in the list that holds there. These are the
/// same in all problems of a packing, however they are restricted.
struct PlacedTile {
  int position, tile;

  friend bool operator==(const PlacedTile&, const PlacedTile&) = default;
};

/// A problem in positions, not yet divided into machine words.
struct Problem {
  /// Something that may be placed with its first cell at a position: a shape, or an orbit of placements
  /// (quotient_problem()).
  struct Tile {
    /// The positions that it fills, relative to the first one, ascending; the first is 0.
    std::vector<int> offsets;
    std::vector<std::pair<int, int>> pieces;  ///< the pieces that it uses, and how many of each
    int shape = 0;                            ///< the shape of the packing
    std::string colours = {};                 ///< of its positions, as in Orientation
    friend auto operator<=>(const Tile&, const Tile&) = default;
  };
  /// A tile that may be placed at a position, and the size of its orbit; see Restriction::Allowed.
  struct Allowed {
    int position, tile, orbit;
  };

  const Packing* packing = nullptr;
  std::vector<bool> free;     ///< by position: may it be filled?
  std::vector<Cell> cell_of;  ///< by position
  std::vector<int> list_of;   ///< by position: the index in `tiles` of the list that holds there
  std::vector<std::vector<Tile>> tiles;
  /// By position: how many cells stay empty if there is a hole; more than may, if that must not be.
  std::vector<int> cells_at;
  /// The restricted piece, whose placements are only those in `allowed`, or -1. These are sorted by position and tile.
  int restricted_piece = -1;
  std::vector<Allowed> allowed;
  /// Tiles that the colours of the board rule out, or that are not allowed: their positions and indices, sorted.
  std::vector<std::pair<int, int>> forbidden;
  /// The packing's, then those of the restriction; costs by position.
  std::vector<HoleLimit> hole_limits;
  /// The distance between rows in positions; 0 if positions are not the cells of a board, or if that wraps.
  int stride = 0;
  /// The distance between layers in positions; 0 in the plane.
  int layer_stride = 0;

  /// The limits of the restriction; and whether there is one, so that of a solution some images may be none.
  std::span<const HoleLimit> limits_by_symmetry() const {
    return std::span(hole_limits).subspan(packing->hole_limits.size());
  }
  bool is_restricted() const { return restricted_piece >= 0 || !limits_by_symmetry().empty(); }
  int positions() const { return static_cast<int>(free.size()); }
  const std::vector<Tile>& tiles_at(int position) const { return tiles[list_of[position]]; }
  /// How many positions a window must show: those from a tile's first to its last one, of the tile that reaches
  /// furthest.
  int span() const;
  const Tile& tile(const PlacedTile& placed) const { return tiles_at(placed.position)[placed.tile]; }
  /// The position before which this share (0 to 1) of the free positions lies.
  int position_at(double share) const;
  /// The size of the orbit of a placement of the restricted piece; 1 for other tiles.
  std::uint64_t orbit(const PlacedTile& placed) const;
};

/// How many positions a step goes on, if rows and layers are so many positions apart.
inline int distance(Cell step, int stride, int layer_stride, Lattice lattice) {
  if (lattice != Lattice::cube) return step.row * stride + step.column;
  const Axial by = axial(step, lattice);
  return by.layer * layer_stride + by.r * stride + by.q;
}

/// The problem of a packing. On a board that wraps, cells are numbered without guards, and a tile may be placed at its
/// least cell, with other offsets where it crosses an edge.
Problem problem_of(const Packing& packing, const Restriction& restriction);
/// The problem of finding the solutions that the symmetry g maps to themselves. Its positions are the orbits of cells
/// under the powers of g, and its tiles the orbits of placements.
Problem quotient_problem(const Packing& packing, const Isometry& g);

}  // namespace pentocity::packing
