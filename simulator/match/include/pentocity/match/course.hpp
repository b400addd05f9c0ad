#pragma once
// The course of a game: how its score grew, what its cells became, and why requests were rejected. A report needs these
// figures of every game, and traces are kept of a few only.

#include "pentocity/game/rules.hpp"

namespace pentocity::match {

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

/// The course of one game.
struct Course {
  static constexpr int step = 10;  ///< turns from one score to the next

  /// The score after 10 turns, after 20 turns, and so on, as long as the game lasted.
  std::vector<int> scores;
  /// The cells of each kind on the land on which the metrics are measured, in the order of all_kinds.
  std::array<int, all_kinds.size()> cells{};
  /// The number of rejects of each RejectCause.
  std::array<int, reject_cause_count> rejects{};

  friend bool operator==(const Course&, const Course&) = default;
};

/// The text for GameResult::course: an object such as `{"every":10,"scores":[54,101],"cells":{"empty":2312, ...},
/// "rejects":{"invalid":0, ...}}`.
std::string course_text(const Course& course);
/// What a text of course_text() says; none for any other text.
std::optional<Course> course_of(std::string_view text);

}  // namespace pentocity::match
