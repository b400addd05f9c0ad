#pragma once
// The course of a game: how its score grew, what its cells became, where its points came from and were lost, and why
// requests were rejected. A report needs these figures of every game, and traces are kept of a few only.

#include <span>

#include "pentocity/game/rules.hpp"

namespace pentocity::match {

struct Turn;  // game.hpp

/// Why a request was rejected, from what its land had to offer.
///
///   `invalid`    an invalid move, which counts as a reject
///   `declined`   there was a place for the building, with road access
///   `no_road`    there were places, but no road can reach any of them
///   `other_type` it fits on empty cells, but touches a building of the other type on all of them
///   `no_room`    it fits nowhere on empty cells
enum class RejectCause : std::uint8_t { invalid, declined, no_road, other_type, no_room };
inline constexpr int reject_cause_count = 5;
/// The name of a cause in results, as above.
std::string_view name_of(RejectCause cause);

/// Why there is no place for the building of a request on a land; `declined` if there is one. Never `invalid`.
RejectCause cause_of_reject(const Rules& rules, const Land& land, const Request& request);

/// Where the points of a game came from, and where they were lost: figures that are counted on its turns and its land.
///
///   `residences_0`, `_2`, `_4`      residences with a bonus of so many points; `factories_0` and so on likewise
///   `residence_road`, `_park`, `_pond`  cells that were built with residences; `factory_road` and so on likewise
///   `empty_open` and so on          empty cells by why they are empty. The buildings that were asked for in the game
///                                   are tried all over the land, and the first of these that is true of a cell counts:
///     `empty_open`         one of them could still be built over it
///     `empty_no_road`      one could if a road could reach it
///     `empty_other_type`   one fits over it, but each that does touches a building of the other type
///     `empty_too_narrow`   none fits over it
///   `rejected_cells`                cells of the buildings that were rejected
enum class PointCause : std::uint8_t {
  residences_0,
  residences_2,
  residences_4,
  factories_0,
  factories_2,
  factories_4,
  residence_road,
  residence_park,
  residence_pond,
  factory_road,
  factory_park,
  factory_pond,
  empty_open,
  empty_no_road,
  empty_other_type,
  empty_too_narrow,
  rejected_cells
};
inline constexpr int point_cause_count = 17;
/// The name of a figure in results, as above.
std::string_view name_of(PointCause cause);

/// These figures, in their order.
using Points = std::array<int, point_cause_count>;
/// Those of a game with these turns. `land` is its land after the last turn that placed a building.
Points points_of(const Rules& rules, const Land& land, std::span<const Turn> turns);

/// The course of one game.
struct Course {
  static constexpr int step = 10;  ///< turns from one score to the next

  /// The score after 10 turns, after 20 turns, and so on, as long as the game lasted.
  std::vector<int> scores;
  /// The cells of each kind on the land on which the metrics are measured, in the order of all_kinds.
  std::array<int, all_kinds.size()> cells{};
  /// The number of rejects of each RejectCause.
  std::array<int, reject_cause_count> rejects{};
  Points points{};

  friend bool operator==(const Course&, const Course&) = default;
};

}  // namespace pentocity::match
