#pragma once
// What can be deduced, without guessing, of the plans that keep to a budget of votes.

#include <cstdint>
#include <vector>

#include "plan_sweep.hpp"

namespace pentocity::districting {

/// The precincts that may be in such a plan, boards of at most 64 cells: those that are too dear are ruled out, and
/// those beside which some region has no multiple of a precinct's cells, or some cell no precinct; again until no more
/// are.
class Deduction {
 public:
  Deduction(const Electorate& electorate, const Thrift& thrift);
  /// Of how many pairs of neighbouring cells is it known if they are together or apart?
  int decided() const;

 private:
  using Mask = std::uint64_t;
  struct Precinct {
    Mask cells;
    int cost;
  };

  void find_precincts();
  bool can_be(const Precinct& precinct) const;

  const Electorate& electorate_;
  const Thrift& thrift_;
  Mask all_ = 0;
  std::vector<Mask> neighbours_;  // by cell
  std::vector<Precinct> precincts_;
};

}  // namespace pentocity::districting
