#include "pentocity/game/rules.hpp"

#include <algorithm>
#include <array>

namespace pentocity::inline game {
namespace {

constexpr std::array<std::string_view, 8> fault_names{"bad_rotation",   "cell_off_land",      "cell_occupied",
                                                      "cells_overlap",  "roads_disconnected", "site_not_buildable",
                                                      "no_road_access", "bad_answer"};

// The words for the values of a rule, in their order.
template <class T>
constexpr std::array<std::string_view, 0> names_of{};
template <>
constexpr std::array<std::string_view, 2> names_of<OnInvalid>{"abort", "skip"};
template <>
constexpr std::array<std::string_view, 2> names_of<RoadAccess>{"contact", "near_edge"};

// The one list of all single rules: calls visit(name, value, meaning, minimum and maximum if it is a number), where
// `value` is the member of `rules`, which may be const. A new rule comes last: the first five stand in all hashes of
// configs.
template <class R, class Visit>
void for_each_rule(R& rules, const Visit& visit) {
  visit("side", rules.side, "rows and columns of the land", min_side, max_side);
  visit("max_rejects", rules.max_rejects, "number of rejects with which the game ends", 1, 1'000'000);
  visit("on_invalid", rules.on_invalid, "whether an invalid move ends the game (abort) or counts as a reject (skip)");
  visit("factory_bonus", rules.factory_bonus,
        "whether factories get the bonus for touching parks and ponds, as residences do");
  visit("road_access", rules.road_access,
        "what gives a building road access: touching the border or a road (contact); or also a cell that is one cell "
        "away from the border (near_edge)");
}

constexpr int far_off = 1'000'000;

// Reads the cells of a structure, none of which may be taken, not even by `built_now`; or the first fault by kind.
// Structures have few cells: cell by cell is faster than board by board.
std::optional<Fault> read_structure(const Land& land, const Cells& cells, const LandBoard& built_now, LandBoard& out) {
  const Grid& grid = land.grid();
  for (const Cell c : cells) {
    if (!grid.contains(c)) return Fault::cell_off_land;
    out.set(grid.bit(c));
  }
  bool overlap = false;
  for (const Cell c : cells) {
    if (land.empty().test(grid.bit(c))) continue;
    if (!built_now.test(grid.bit(c))) return Fault::cell_occupied;
    overlap = true;
  }
  return overlap ? std::optional(Fault::cells_overlap) : std::nullopt;
}

// Every connected group of roads must reach the ring of roads outside the land. Older roads do already, so only the new
// ones are asked: from the rim and from older roads, through new cells, all of them must be reached.
bool roads_connected(const Land& before, const Cells& cells, const LandBoard& fresh) {
  const Grid& grid = before.grid();
  LandBoard anchored;
  for (const Cell c : cells) {
    bool is_anchored = grid.rim().test(grid.bit(c));
    for (const Cell step : steps(Lattice::square, 0)) is_anchored = is_anchored || grid.test(before.roads(), c + step);
    if (is_anchored) anchored.set(grid.bit(c));
  }
  return anchored == fresh || grid.flood(anchored, fresh) == fresh;
}

// What a building touches, and whether it covers a cell of the rim.
struct Surroundings {
  bool opposite = false, road = false, rim = false, park = false, pond = false, covers_rim = false;
};
// All cells of the building are in the rows from `first` to `last`.
Surroundings surroundings_of(const Land& land, Building type, const LandBoard& building, int first, int last) {
  return with_row_type(land.grid().wide(), [&](auto zero) {
    using Row = decltype(zero);
    Row opposite = 0, road = 0, rim = 0, park = 0, pond = 0, covered = 0;
    for (int r = std::max(first - 1, 0); r <= std::min(last + 1, land.side() - 1); ++r) {
      const Row around = land.grid().row_neighbours<Row>(building, r), all_rim = land.grid().rim().row<Row>(r);
      opposite |= around & land.of(opposite_of(type)).row<Row>(r);
      road |= around & land.roads().row<Row>(r);
      rim |= around & all_rim;
      park |= around & land.big(Kind::park).row<Row>(r);
      pond |= around & land.big(Kind::pond).row<Row>(r);
      covered |= building.row<Row>(r) & all_rim;
    }
    return Surroundings{opposite != 0, road != 0, rim != 0, park != 0, pond != 0, covered != 0};
  });
}

bool has_access(const Rules& rules, const Surroundings& around) {
  // In 2016 the program looked for rim cells among the building's neighbours: one row off.
  return around.road || around.covers_rim || (rules.road_access == RoadAccess::near_edge && around.rim);
}
int bonus_of(const Rules& rules, Building type, const Surroundings& around) {
  return rules.has_bonus(type) ? bonus * (around.park + around.pond) : 0;
}

}  // namespace

std::optional<Rules> Rules::of_profile(std::string_view name) {
  if (name == "report") return report();
  if (name == "tournament-2016") return tournament_2016();
  return std::nullopt;
}

const std::vector<std::string>& Rules::profiles() {
  static const std::vector<std::string> names{"report", "tournament-2016"};
  return names;
}

std::vector<OptionSpec> rule_options(const Rules& rules) {
  std::vector<OptionSpec> out;
  for_each_rule(rules, [&]<class T>(const char* name, const T& value, const char* meaning, double min = -1e18,
                                    double max = 1e18) {
    OptionSpec& rule = out.emplace_back(OptionSpec{name, {}, meaning, {}, min, max});
    if constexpr (std::is_enum_v<T>) {
      rule.fallback = std::string(names_of<T>[index_of(value)]);
      rule.choices.assign(names_of<T>.begin(), names_of<T>.end());
    } else if constexpr (std::is_same_v<T, bool>) {
      rule.fallback = value;
    } else {
      rule.fallback = std::int64_t{value};
    }
  });
  return out;
}

Rules rules_of_options(std::string profile, const Options& values) {
  Rules out{.profile = std::move(profile)};
  for_each_rule(out, [&]<class T>(const char* name, T& value, auto...) {
    if constexpr (std::is_enum_v<T>)
      value =
          static_cast<T>(std::find(names_of<T>.begin(), names_of<T>.end(), values.text(name)) - names_of<T>.begin());
    else if constexpr (std::is_same_v<T, bool>)
      value = values.flag(name);
    else
      value = values.integer(name);
  });
  return out;
}

std::string_view name_of(Fault fault) { return fault_names[index_of(fault)]; }

std::optional<Fault> fault_of_name(std::string_view name) {
  const auto it = std::find(fault_names.begin(), fault_names.end(), name);
  return it == fault_names.end() ? std::nullopt : std::optional(static_cast<Fault>(it - fault_names.begin()));
}

int bonus_of(const Rules& rules, const Land& land, Building type, const LandBoard& building) {
  return bonus_of(rules, type, surroundings_of(land, type, building, 0, land.side() - 1));
}

bool has_access(const Rules& rules, const Land& land, const LandBoard& building) {
  return has_access(rules, surroundings_of(land, Building::residence, building, 0, land.side() - 1));
}

Judgement apply_move(const Rules& rules, Land& land, const Request& request, const Move& move) {
  const Grid& grid = land.grid();
  if (move.rotation < 0 || move.rotation >= static_cast<int>(request.rotations().size()))
    return {Fault::bad_rotation, 0, {}};

  Judgement result;
  // Clamped, so that the sums below cannot overflow; such a site is off the land all the same.
  const Cell at{std::clamp(move.location.row, -far_off, far_off), std::clamp(move.location.column, -far_off, far_off)};
  result.building = translated(request.rotations()[move.rotation], at);
  const auto fail = [&](Fault fault) {
    result.fault = fault;
    return result;
  };
  LandBoard built_now;
  for (const auto& [kind, cells] :
       {std::pair<Kind, const Cells&>{Kind::pond, move.pond}, {Kind::park, move.park}, {Kind::road, move.road}}) {
    if (cells.empty()) continue;
    LandBoard board;
    if (const auto fault = read_structure(land, cells, built_now, board)) return fail(*fault);
    const bool connected = kind != Kind::road || roads_connected(land, cells, board);
    land.place(kind, board);
    if (!connected) return fail(Fault::roads_disconnected);
    built_now |= board;
  }

  LandBoard building;
  bool buildable = true;
  for (const Cell c : result.building) {
    if (!grid.contains(c)) return fail(Fault::site_not_buildable);
    building.set(grid.bit(c));
    buildable = buildable && land.empty().test(grid.bit(c));
  }
  const Surroundings around =
      surroundings_of(land, request.type(), building, result.building.front().row, result.building.back().row);
  if (!buildable || around.opposite) return fail(Fault::site_not_buildable);
  land.place(kind_of(request.type()), building);
  if (!has_access(rules, around)) return fail(Fault::no_road_access);
  result.delta = request.size() + bonus_of(rules, request.type(), around);
  return result;
}

}  // namespace pentocity::inline game
