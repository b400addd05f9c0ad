#pragma once
// A census of all small boards: on how many the party with fewer voters can win.

#include <cstdint>

namespace pentocity::districting {

/// The results of a census: of all boards of side x side cells with a given number of voters of party A, in districts
/// of `side` cells.
struct Census {
  /// All these boards.
  std::uint64_t boards = 0;
  std::uint64_t winnable = 0;        ///< those with a plan under which A has more seats than B
  std::uint64_t unique = 0;          ///< those with exactly one such plan
  std::uint64_t never_shut_out = 0;  ///< those without a plan under which A has no seat
};
/// Takes the census on `jobs` threads. Throws InputError for a side that is not from 1 to 5, or votes that are not from
/// 0 to side^2.
Census take_census(int side, int votes_of_a, int jobs);

}  // namespace pentocity::districting
