#pragma once
// The counties that a frontier cuts through: which of them are split.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "frontier_board.hpp"

namespace pentocity::districting {

/// A connected county is in more than one district if and only if two neighbours in it are. So a frontier needs a mark
/// for each of its counties, that it is split already, and if splits are bounded their number so far. A county has a
/// mark from its first cell with an earlier neighbour in it to its last one; counties that are not open together share
/// one.
class CountyMarks {
 public:
  /// Without counties, and if `counts` is false and nothing bounds the splits, there is nothing to mark. Throws
  /// InputError for a county that is not connected.
  CountyMarks(const Electorate& e, const FrontierBoard& board, bool counts) {
    const std::vector<int>& counties = e.rules.counties;
    const int bound = e.rules.max_splits;
    if (counties.empty() || (!counts && bound >= e.counties())) return;
    check_connected(e);
    std::map<int, int> last;            // the last such place of each county
    std::map<int, std::uint64_t> mark;  // and its mark
    cells_.resize(board.cells().size());
    for (int p = 0; p < std::ssize(cells_); ++p) {
      const int county = counties[board.index(p)];
      if (board.cells()[p].is_blocked || county < 0) continue;
      for (const int other : neighbours(e, board.index(p)))
        if (e.cells[other] != '#' && counties[other] == county) cells_[p].inner |= board.join_of(p, other);
      if (cells_[p].inner != 0) last[county] = p;
    }
    std::uint64_t used = 0;
    for (int p = 0; p < std::ssize(cells_); ++p) {
      if (cells_[p].inner == 0) continue;
      const int county = counties[board.index(p)];
      cells_[p].mark = mark.try_emplace(county, ~used & (used + 1)).first->second;  // the least that is free
      used |= cells_[p].mark;
      marks_ = std::max(marks_, static_cast<int>(std::bit_width(used)));
      cells_[p].is_last = last.at(county) == p;
      if (cells_[p].is_last) used &= ~cells_[p].mark;
    }
    most_ = std::min(bound, e.counties());
    is_bounded_ = bound < e.counties();
    count_bits_ = is_bounded_ ? std::bit_width(static_cast<unsigned>(most_)) : 0;
  }

  bool is_empty() const { return cells_.empty(); }
  /// The number of bits of a state.
  int bits() const { return marks_ + count_bits_; }
  /// The maximum number of splits.
  int most() const { return most_; }

  /// The state after this cell joins these neighbours, and whether that splits a county. False if too many are split
  /// then.
  bool join(int cell, Join join, std::uint64_t& state, bool& splits) const {
    const Cell& c = cells_[cell];
    splits = (c.inner & ~join) != 0 && (state & c.mark) == 0;
    if (splits) {
      if (is_bounded_ && static_cast<int>(state >> marks_) == most_) return false;
      state |= c.mark;
      if (is_bounded_) state += std::uint64_t{1} << marks_;
    }
    if (c.is_last) state &= ~c.mark;
    if (cell + 1 == std::ssize(cells_)) state = 0;
    return true;
  }

 private:
  struct Cell {
    Join inner = 0;  // the earlier neighbours that are in its county
    bool is_last = false;
    std::uint64_t mark = 0;
  };

  static void check_connected(const Electorate& e) {
    std::set<int> seen{-1};
    for (int i = 0; i < std::ssize(e.cells); ++i) {
      const auto is_in = [&](int cell) {
        return e.cells[cell] != '#' && e.rules.counties[cell] == e.rules.counties[i];
      };
      if (!is_in(i) || !seen.insert(e.rules.counties[i]).second) continue;
      const auto reached = reached_from(e, {i}, is_in);
      for (int other = i; other < std::ssize(e.cells); ++other)
        if (is_in(other) && !reached.contains(other))
          throw InputError(
              "the county of row {}, column {} is not connected: splits are counted only where each county is",
              i / e.columns + 1, i % e.columns + 1);
    }
  }

  std::vector<Cell> cells_;
  bool is_bounded_ = false;
  int marks_ = 0, count_bits_ = 0, most_ = 0;
};

}  // namespace pentocity::districting
