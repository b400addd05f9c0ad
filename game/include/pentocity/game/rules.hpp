#pragma once
// What is legal and what it scores. The rules are data; two profiles have names.

#include <optional>
#include <string>
#include <string_view>

#include "pentocity/game/land.hpp"
#include "pentocity/game/options.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::inline game {

/// What an invalid move does: ends the game, or counts as a reject.
enum class OnInvalid : std::uint8_t { abort, skip };
/// When a building has road access. `contact`: one of its cells is in the first or last row or column, or next to a
/// road. `near_edge` (as judged in 2016): the same, and a cell in the second or last but one row or column will do.
enum class RoadAccess : std::uint8_t { contact, near_edge };

struct Rules {
  std::string profile = "report";
  int side = 50;
  int max_rejects = 3;  ///< the game ends with the reject of this number
  OnInvalid on_invalid = OnInvalid::skip;
  bool factory_bonus = false;  ///< do factories get the bonus for parks and ponds, as residences do?
  RoadAccess road_access = RoadAccess::contact;

  static Rules report() { return {}; }
  static Rules tournament_2016() { return {"tournament-2016", 50, 3, OnInvalid::abort, true, RoadAccess::near_edge}; }
  /// The names of the profiles.
  static const std::vector<std::string>& profiles();
  /// The profile of this name: `report` or `tournament-2016`; none for another name.
  static std::optional<Rules> of_profile(std::string_view name);

  friend bool operator==(const Rules&, const Rules&) = default;
};

/// The single rules but the profile's name, as options with their values in `rules` as defaults: what a config may
/// override and what `list rules` shows.
std::vector<OptionSpec> rule_options(const Rules& rules);
/// The inverse: the rules with these values, every one of rule_options().
Rules rules_of_options(std::string profile, const Options& values);

/// Why a move is invalid, in the order in which a move is judged.
enum class Fault : std::uint8_t {
  bad_rotation,
  cell_off_land,
  cell_occupied,
  cells_overlap,
  roads_disconnected,
  site_not_buildable,
  no_road_access,
  bad_answer
};
/// `bad_rotation`, ... as in traces.
std::string_view name_of(Fault fault);
std::optional<Fault> fault_of_name(std::string_view name);

/// What a move did.
struct Judgement {
  std::optional<Fault> fault;  ///< none: the move stands
  int delta = 0;               ///< points: the building's cells and its bonuses
  Cells building;              ///< the cells asked for, sorted, on the land or not; none if there is no such rotation
};

/// Points for each kind of bonus, parks and ponds.
inline constexpr int bonus = 2;

/// Applies an accepting move in the order water, park, road, road connection, site, building, access, bonus. On a fault
/// the steps before the failing one stay on `land`: pass a copy if they must not.
/// The move may be any rubbish: it is judged, never trusted.
Judgement apply_move(const Rules& rules, Land& land, const Request& request, const Move& move);

/// The bonus that a building on these cells would get on this land (the building itself need not stand yet).
int bonus_of(const Rules& rules, const Land& land, Building type, const LandBoard& building);

/// Would a building on these cells have road access on this land?
bool has_access(const Rules& rules, const Land& land, const LandBoard& building);

}  // namespace pentocity::inline game
