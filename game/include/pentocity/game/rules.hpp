#pragma once
// The rules of the game (docs/reference/rules.md): which moves are legal, and what they score. The two rule sets, also
// called profiles, are values of the struct Rules.

#include <optional>
#include <string>
#include <string_view>

#include "pentocity/game/land.hpp"
#include "pentocity/game/options.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::inline game {

/// What follows an invalid move: the game ends (abort), or the move counts as a reject (skip).
enum class OnInvalid : std::uint8_t { abort, skip };
/// When a building has road access. `contact`: it touches the border or a road. `near_edge`: also if one of its cells
/// is in the second or the last but one row or column. The simulator of 2016 judged so.
enum class RoadAccess : std::uint8_t { contact, near_edge };

/// The rules of a game.
struct Rules {
  std::string profile = "report";  ///< the rule set from which these rules come, perhaps with single rules changed
  int side = 50;                   ///< rows and columns of the land
  int max_rejects = 3;             ///< the game ends with the reject of this number
  OnInvalid on_invalid = OnInvalid::skip;
  bool factory_bonus = false;  ///< do factories get the bonus for parks and ponds, as residences do?
  RoadAccess road_access = RoadAccess::contact;

  /// Whether buildings of this type get points for a park and for a pond.
  bool has_bonus(Building type) const { return factory_bonus || type == Building::residence; }
  static Rules report() { return {}; }
  static Rules tournament_2016() {
    return {.profile = "tournament-2016",
            .on_invalid = OnInvalid::abort,
            .factory_bonus = true,
            .road_access = RoadAccess::near_edge};
  }
  /// The names of the two rule sets.
  static const std::vector<std::string>& profiles();
  /// The rule set of this name, `report` or `tournament-2016`; no value for another name.
  static std::optional<Rules> of_profile(std::string_view name);

  friend bool operator==(const Rules&, const Rules&) = default;
};

/// The land on which a game by these rules begins.
inline Land empty_land(const Rules& rules) { return Land(rules.side); }

/// The single rules, all but the name of the rule set, as options; their defaults are the values in `rules`. A config
/// may set them, and `pentocity list rules` shows them.
std::vector<OptionSpec> rule_options(const Rules& rules);
/// The rules with these values. Every option of rule_options() must have one; throws std::logic_error otherwise.
Rules rules_of_options(std::string profile, const Options& values);

/// What is wrong with an invalid move. A move is checked in this order, and the first fault counts; the four faults
/// from cell_off_land to roads_disconnected are checked for ponds first, then for parks, then for roads.
enum class Fault : std::uint8_t {
  bad_rotation,        ///< the request has no rotation of that number
  cell_off_land,       ///< a cell of a road, park or pond is not on the land
  cell_occupied,       ///< a cell of a road, park or pond was not empty before the move
  cells_overlap,       ///< a cell is in two of the move's lists of roads, parks and ponds
  roads_disconnected,  ///< a new road leads neither to the border nor to an older road
  site_not_buildable,  ///< a cell of the building is off the land or not empty, or touches a building of the other type
  no_road_access,      ///< the building has no road access
  bad_answer           ///< an unreadable answer; set by match::Game, never by apply_move()
};
/// The name of a fault as in traces and in the enumeration, and the fault of a name; no value for another name.
std::string_view name_of(Fault fault);
std::optional<Fault> fault_of_name(std::string_view name);

/// How a move was judged.
struct Judgement {
  std::optional<Fault> fault;  ///< no value if the move is legal
  int delta = 0;               ///< the points that it scores, building and bonuses; 0 if it is invalid
  /// The building's cells, sorted, even if off the land; empty if there is no such rotation. Row and column of
  /// the location are clamped to -1,000,000 and 1,000,000, so that no sum overflows.
  Cells building;
};

/// The points for touching a park, and the points for touching a pond.
inline constexpr int bonus = 2;

/// Judges a move and carries it out on `land`; `move.accept` is not looked at. First the rotation is checked. Then
/// ponds, parks and roads are checked and built, in this order, then the building; last come its road access and its
/// bonus. The move may have any content. If it is invalid, what was built before the fault was found stays on the land
/// (with roads_disconnected the roads, too, and with no_road_access also the building). To keep the land as it was,
/// pass a copy.
Judgement apply_move(const Rules& rules, Land& land, const Request& request, const Move& move);

/// The bonus, 0, 2 or 4 points, that a building of this type on these cells gets on this land; for a factory 0 unless
/// Rules::factory_bonus. It need not be placed yet.
int bonus_of(const Rules& rules, const Land& land, Building type, const LandBoard& building);

/// Tells whether a building on these cells has road access on this land. It need not be placed yet.
bool has_access(const Rules& rules, const Land& land, const LandBoard& building);

}  // namespace pentocity::inline game
