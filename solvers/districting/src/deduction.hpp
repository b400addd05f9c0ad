#pragma once
// Deductions about the plans that waste few enough votes, made without guessing.

#include <cstdint>
#include <vector>

#include "seats.hpp"

namespace pentocity::districting {

/// The districts that such a plan may contain, on a board of at most 64 cells. All connected sets of the right size are
/// listed. Then those are ruled out that cost too much (see Thrift), that leave a region whose number of cells is no
/// multiple of the size, or that leave a cell without a possible district; again and again until no more are ruled out.
class Deduction {
 public:
  Deduction(const Electorate& electorate, const Thrift& thrift);
  /// The number of pairs of cells that share a side on which all remaining districts agree whether they belong
  /// together.
  int decided() const;

 private:
  using Mask = std::uint64_t;
  /// A possible district: its cells as bits, and its cost in the sense of Thrift.
  struct District {
    Mask cells;
    int cost;
  };

  void find_districts();
  /// Tells whether none of these reasons rules the district out.
  bool can_be(const District& district) const;

  const Electorate& electorate_;
  const Thrift& thrift_;
  Mask all_ = 0;
  std::vector<Mask> neighbours_;  // by cell: the bits of its neighbours
  std::vector<District> districts_;
};

}  // namespace pentocity::districting
