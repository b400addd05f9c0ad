#pragma once
// The board as the frontier meets it, cell by cell.

#include <cstdint>
#include <vector>

#include "district_states.hpp"

namespace pentocity::districting {

/// The earlier neighbours that a cell joins: 1 left, 2 upper left, 4 upper, 8 upper right.
using Join = std::uint8_t;

/// The voters of the largest district that fits beside the others, however large the rules let it be.
int max_district_size(const Electorate& electorate);
/// The maximum score of a single district.
int max_district_score(const Electorate& electorate, const Score& score);

/// Bounds on the districts of a board.
struct DistrictLimits {
  DistrictLimits(const Electorate& electorate, const Score& score);

  int min_size, max_size;
  int districts;    ///< how many there must be, if that is given and does not follow from their size; else 0
  int voters;       ///< of the board
  bool is_endless;  ///< do sizes from min_size on make no difference?
};

/// What is known about a cell beforehand.
struct FrontierCell {
  int column;
  int leaving;  ///< the slot whose cell leaves the frontier for this one
  bool is_blocked;
  int voters, votes;
  int voters_so_far;        ///< with this cell
  int neighbours;           ///< the number of its earlier ones
  int begun;                ///< the state of a district of this cell alone
  bool links_next;          ///< the next cell, its left and its upper neighbour are all not blocked
  std::uint32_t drops = 0;  ///< the slots that leave the frontier: their cells have no more neighbours to come
};

/// A board, turned so that it has no more columns than rows. The frontier has a slot for each column and, where cells
/// touch over corners, a last one for the cell at the upper left of the next.
class FrontierBoard {
 public:
  /// The shorter side may have 25 cells.
  FrontierBoard(const Electorate& electorate, const DistrictStates& states);

  int columns() const { return columns_; }
  int slots() const { return columns_ + is_queen_; }
  bool is_queen() const { return is_queen_; }
  /// Is the board its own mirror image, left to right?
  bool is_mirrored() const { return is_mirrored_; }
  /// The number of pairs of neighbours.
  int edges() const { return edges_; }
  /// The cells, row by row.
  const std::vector<FrontierCell>& cells() const { return cells_; }
  /// The plan that results if each cell in turn joins these neighbours.
  DistrictPlan plan(const std::vector<Join>& joins) const;

 private:
  int columns_, rows_;
  bool is_turned_, is_queen_, is_mirrored_ = true;
  int edges_ = 0;
  std::vector<FrontierCell> cells_;
};

}  // namespace pentocity::districting
