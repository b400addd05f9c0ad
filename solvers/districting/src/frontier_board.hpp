#pragma once
// The board as the frontier meets it, cell by cell.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "district_states.hpp"

namespace pentocity::districting {

/// The earlier neighbours that a cell joins: 1 left, 2 upper left, 4 upper, 8 upper right.
using Join = std::uint8_t;

/// The voters of the largest district that leaves enough for the others, whatever the rules' maximum.
inline int most_voters(const Electorate& e) { return e.voters() - std::max(0, e.districts() - 1) * e.rules.min; }
/// The same within the rules' maximum.
inline int max_district_size(const Electorate& e) { return std::min(e.rules.max, most_voters(e)); }
/// The maximum score of a single district.
inline int max_district_score(const Electorate& e, const Score& score) {
  int most = 0;
  for (int s = e.rules.min; s <= max_district_size(e); ++s)
    for (int v = 0; v <= s; ++v) most = std::max(most, score(s, v));
  return most;
}

/// Bounds on the districts of a board.
struct DistrictLimits {
  DistrictLimits(const Electorate& e, const Score& score)
      : min_size(e.rules.min),
        max_size(max_district_size(e)),
        districts(e.rules.min < e.rules.max ? e.districts() : 0),
        voters(e.voters()),
        is_endless(min_size < e.rules.max && e.rules.max >= most_voters(e) && max_district_score(e, score) == 0) {}

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
  FrontierBoard(const Electorate& e, const DistrictStates& states)
      : columns_(std::min(e.rows, e.columns)),
        rows_(std::max(e.rows, e.columns)),
        is_turned_(e.columns > e.rows),
        is_queen_(e.rules.contiguity == Contiguity::queen) {
    const auto is_free = [&](int p) { return e.cells[index(p)] != '#'; };
    std::vector<int> last(e.cells.size(), -1);  // by place: that of the last neighbour
    int voters = 0;
    for (int p = 0; p < std::ssize(e.cells); ++p) {
      FrontierCell& cell = cells_.emplace_back();
      cell.column = p % columns_;
      cell.leaving = is_queen_ ? columns_ : cell.column;
      cell.is_blocked = !is_free(p);
      cell.voters = cell.is_blocked ? 0 : e.weight(index(p));
      cell.votes = cell.is_blocked ? 0 : e.votes_in(index(p));
      cell.voters_so_far = voters += cell.voters;
      cell.begun = cell.is_blocked ? 0 : states.begun(cell.voters, cell.votes);
      for (const int i : neighbours(e, index(p))) {
        if (e.cells[i] == '#') continue;
        last[p] = std::max(last[p], place(i));
        cell.neighbours += !cell.is_blocked && place(i) < p;
      }
      edges_ += cell.neighbours;
      cell.links_next =
          p >= columns_ && cell.column + 1 < columns_ && is_free(p) && is_free(p + 1) && is_free(p + 1 - columns_);
    }
    drop_slots(last);
  }

  /// The index on the board of the cell at this place, row by row; and back.
  int index(int place) const { return is_turned_ ? place % columns_ * rows_ + place / columns_ : place; }
  int place(int index) const { return is_turned_ ? index % rows_ * columns_ + index / rows_ : index; }
  /// Which neighbour of the cell at this place has this index: 0 if it comes later.
  Join join_of(int at, int neighbour) const {
    const int other = place(neighbour);
    if (other > at) return 0;
    return other / columns_ == at / columns_ ? 1 : static_cast<Join>(2 << (other % columns_ - at % columns_ + 1));
  }
  int columns() const { return columns_; }
  int slots() const { return columns_ + is_queen_; }
  bool is_queen() const { return is_queen_; }
  /// Is the board its own mirror image, left to right?
  bool is_mirrored() const {
    return std::all_of(cells_.begin(), cells_.end(), [&](const FrontierCell& cell) {
      const FrontierCell& opposite = *(&cell + columns_ - 1 - 2 * cell.column);
      return cell.voters == opposite.voters && cell.votes == opposite.votes;
    });
  }
  /// The number of pairs of neighbours.
  int edges() const { return edges_; }
  /// The cells, row by row.
  const std::vector<FrontierCell>& cells() const { return cells_; }
  /// The plan that results if each cell in turn joins these neighbours.
  DistrictPlan plan(const std::vector<Join>& joins) const {
    const std::array<int, 4> back{1, columns_ + 1, columns_, columns_ - 1};
    // By cell: a cell of its district, the same for all that are joined so far.
    std::vector<int> district(joins.size());
    for (int i = 0; i < std::ssize(joins); ++i) {
      district[i] = i;
      for (unsigned join = joins[i]; join != 0; join &= join - 1) {
        const int other = district[i - back[std::countr_zero(join)]], own = district[i];
        district[i] = other;
        // Few cells link two parts of a district, so disjoint sets, even those of Boost, take longer.
        if (own != i && own != other) std::replace(district.begin(), district.begin() + i, own, other);
      }
    }
    DistrictPlan plan(joins.size(), -1);
    std::vector<int> number(joins.size(), -1);
    int districts = 0;
    const int rows = is_turned_ ? columns_ : rows_, columns = is_turned_ ? rows_ : columns_;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const int i = is_turned_ ? c * columns_ + r : r * columns_ + c;
        if (cells_[i].is_blocked) continue;
        int& n = number[district[i]];
        if (n < 0) n = districts++;
        plan[r * columns + c] = n;
      }
    return plan;
  }

 private:
  // The last part of the constructor: `last` is for each cell the place of its last neighbour.
  void drop_slots(const std::vector<int>& last) {
    std::uint32_t left = ~std::uint32_t{0};  // the slots that had left before
    for (int p = 0; p < std::ssize(cells_); ++p) {
      FrontierCell& cell = cells_[p];
      std::uint32_t gone = 0;
      for (int slot = 0; slot < slots(); ++slot) {
        const int here = slot <= cell.column ? p : p - columns_;  // in the row of its cell
        const int at = slot == columns_ ? here : here - cell.column + slot;
        gone |= std::uint32_t{at < 0 || last[at] <= p} << slot;
      }
      cell.drops = gone & ~(left & ~(std::uint32_t{1} << cell.column) & ~(std::uint32_t{1} << cell.leaving));
      left = gone;
    }
  }

  int columns_, rows_;
  bool is_turned_, is_queen_;
  int edges_ = 0;
  std::vector<FrontierCell> cells_;
};

}  // namespace pentocity::districting
